"""A running server, and a window on one of its pages. What goes wrong in a window is kept."""

import json
import re
import subprocess
import time
from contextlib import contextmanager

from conftest import PROGRAM, SHOTS

SOON = 20_000
PAGES = {"solve": "", "play": "play", "runs": "runs"}


@contextmanager
def serve(*folders):
    """The address of a server of these folders' runs."""
    with subprocess.Popen([PROGRAM, "serve", *map(str, folders)], stdout=subprocess.PIPE, text=True) as program:
        try:
            yield program.stdout.readline().strip()
        finally:
            program.terminate()
        assert program.wait(10) == 143


class Window:
    """A page of the server, and what went wrong on it."""

    def __init__(self, browser, server, path="", width=1280, scheme="light", **context):
        self.server, self.troubles = server, []
        self.context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme, **context)
        self.context.on("request", lambda request: self.foreign(request.url))
        self.page = self.context.new_page()
        self.page.set_default_timeout(SOON)
        self.page.on("console", lambda message: self.troubles.append(message.text))
        self.page.on("pageerror", lambda error: self.troubles.append(str(error)))
        self.page.on("dialog", lambda dialog: (self.troubles.append("dialog"), dialog.dismiss()))
        self.page.goto(server + path)
        self.wait("document.documentElement.dataset.ready === 'yes'")

    def foreign(self, url):
        if not url.startswith((self.server, "data:", "blob:")):
            self.troubles.append(url)

    def close(self):
        self.context.close()
        assert self.troubles == []

    def wait(self, script, argument=None, seconds=SOON / 1000):
        """Until it is so; the page's policy forbids what playwright waits with."""
        end = time.monotonic() + seconds
        while not self.page.evaluate(script, argument):
            assert time.monotonic() < end, script
            time.sleep(0.02)

    def until(self, is_so, seconds=SOON / 1000):
        """Until it is so."""
        end = time.monotonic() + seconds
        while not is_so():
            assert time.monotonic() < end, self.digits()
            time.sleep(0.02)

    def settled(self):
        """Once no answer is waited for."""
        self.wait("!document.querySelector('#step').hasAttribute('aria-busy') && !['', 'Looking…'].includes(document.querySelector('#strategy').textContent)")

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)

    def text(self, selector):
        return self.page.inner_text(selector)

    def tick(self, *names):
        for name in names:
            self.page.check(f"#strategies input[value={name}]")
            self.settled()

    def show(self, text):
        self.page.fill("#text", text)
        self.load()

    def load(self):
        """Shows what is typed; the step is looked for once it has been read."""
        with self.page.expect_response(lambda response: "/api/board" in response.url):
            self.page.click("#load")
        self.settled()

    def told(self):
        """What is said of the step that comes next."""
        return tuple(self.text(name) for name in ("#strategy", "#reason", "#conclusion"))

    def digits(self):
        """What the board shows, as a screen reader is told it: digits filled in and the solution's."""
        labels = self.page.eval_on_selector_all("#frame [role=gridcell]", "cells => cells.map(cell => cell.getAttribute('aria-label'))")
        found = (re.match(r"R\d+C\d+, (?:given |empty, solution )?(\w)(?:,|$)", label) for label in labels)
        return "".join(match[1] if match else "." for match in found)

    def shot(self, name):
        SHOTS.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=SHOTS / f"serve-{name}.png", full_page=True)


def explained(puzzle, strategies):
    """Title, reason and conclusion of each step that these strategies find, and how that ends."""
    command = [PROGRAM, "explain", puzzle, "--strategies", ",".join(strategies), "--format", "json"]
    done = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return [(step["title"], step["reason"], step["conclusion"]) for step in done["steps"]], done
