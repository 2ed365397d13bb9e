"""The pages of `serve` in a real browser, their steps held against those of `explain`."""

import json
import subprocess
import time

import pytest
from conftest import PROGRAM, SHOTS

# B09's figure 18, its first puzzle, which singles alone do not finish.
FIRST = "8.1...4...5.......7.6........8.5.1...75..694....9..5.2....2.69.4.38...1....41.8.."
FILE = [FIRST, "...4.1....2.3...", "not a puzzle", ".61.3..2..5...81.7.....7.34..9..6.78..32.95..57.3..9..19.7.....8.24...6..4..1.25."]
SOON = 20_000


@pytest.fixture(scope="module")
def server():
    """The address of a running server."""
    with subprocess.Popen([PROGRAM, "serve"], stdout=subprocess.PIPE, text=True) as program:
        yield program.stdout.readline().strip()
        program.terminate()
        assert program.wait(10) == 143


class Window:
    """A page of the server, and what went wrong on it."""

    def __init__(self, browser, server, path="", width=1280, scheme="light"):
        self.server, self.troubles = server, []
        self.context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
        self.page = self.context.new_page()
        self.page.set_default_timeout(SOON)
        self.page.on("console", lambda message: self.troubles.append(message.text))
        self.page.on("pageerror", lambda error: self.troubles.append(str(error)))
        self.page.on("request", lambda request: self.foreign(request.url))
        self.page.goto(server + path)

    def foreign(self, url):
        if not url.startswith((self.server, "data:", "blob:")):
            self.troubles.append(url)

    def close(self):
        self.context.close()
        assert self.troubles == []

    def wait(self, script, argument=None):
        """Until it is so; the page's policy forbids what playwright waits with."""
        end = time.monotonic() + SOON / 1000
        while not self.page.evaluate(script, argument):
            assert time.monotonic() < end, script
            time.sleep(0.02)

    def settled(self):
        """Once no answer is waited for."""
        self.wait("!document.querySelector('#step').hasAttribute('aria-busy') && document.querySelector('#strategy').textContent !== ''")

    def text(self, selector):
        return self.page.inner_text(selector)

    def tick(self, *names):
        for name in names:
            self.page.check(f"#strategies input[value={name}]")
            self.settled()

    def show(self, text):
        self.page.fill("#text", text)
        self.page.click("#load")
        self.settled()


def explained(puzzle, strategies):
    """Title, reason and conclusion of each step that these strategies find."""
    command = [PROGRAM, "explain", puzzle, "--strategies", ",".join(strategies), "--format", "json"]
    done = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return [(step["title"], step["reason"], step["conclusion"]) for step in done["steps"]], done


def walk(window):
    """Takes every step that the page finds, and tells what it said of each."""
    seen = []
    while window.page.is_enabled("#next"):
        seen.append(tuple(window.text(name) for name in ("#strategy", "#reason", "#conclusion")))
        window.page.keyboard.press("n")
        window.settled()
    return seen


def test_a_session_with_a_file(browser, server):
    window = Window(browser, server)
    window.settled()
    window.show("\n".join(FILE))
    window.page.click("#tick-none")
    window.settled()
    few, more = ["hidden-single", "naked-single"], ["naked-pair", "hidden-pair", "pointing", "claiming", "x-wing", "xy-wing"]
    window.tick(*few)
    steps, _ = explained(FIRST, few)
    assert walk(window) == steps and len(steps) > 0
    assert window.text("#strategy") == "Stalled"
    window.tick(*more)
    further = walk(window)
    assert len(further) > 0 and window.text("#strategy") in ("Solved", "Stalled")
    # The ladder's order, as `explain` takes them.
    window.page.click("#tick-all")
    window.settled()
    window.page.keyboard.press("a")
    window.wait("document.querySelector('#strategy').textContent === 'Solved'")
    # Back goes over the same steps.
    window.page.keyboard.press("b")
    window.settled()
    assert window.text("#strategy") != "Solved"
    window.page.keyboard.press("]")
    window.wait("document.querySelectorAll('#frame [role=gridcell]').length === 16")
    window.page.keyboard.press("[")
    window.wait("document.querySelectorAll('#frame [role=gridcell]').length === 81")
    window.page.check("#solution")
    window.page.uncheck("#solution")
    window.close()


def test_an_address_shows_the_same(browser, server):
    window = Window(browser, server)
    window.settled()
    window.show(FIRST)
    window.page.keyboard.press("n")
    window.settled()
    address, strategy = window.page.url, window.text("#strategy")
    window.close()
    other = Window(browser, server, address.removeprefix(server))
    other.settled()
    other.wait("strategy => document.querySelector('#strategy').textContent === strategy", strategy)
    other.close()


def test_questions_and_markup(browser, server):
    window = Window(browser, server)
    window.settled()
    window.page.click("#find-all")
    window.settled()
    for button in ("rate", "count", "export", "solve"):
        window.page.click(f"#{button}")
        window.wait("document.querySelector('#answer').textContent.trim() !== ''")
    window.page.fill("#text", "<img src=x onerror=alert(1)>")
    window.page.click("#load")
    window.wait("[...document.querySelectorAll('.message')].some(one => !one.hidden && one.textContent !== '')")
    assert window.page.locator("img").count() == 0
    window.close()


@pytest.mark.parametrize("path", ["", "play"])
@pytest.mark.parametrize(("width", "scheme"), [(390, "light"), (390, "dark"), (1600, "light")])
def test_every_width(browser, server, path, width, scheme):
    window = Window(browser, server, path, width, scheme)
    window.wait("document.querySelectorAll('#frame [role=gridcell]').length === 81")
    wide = window.page.evaluate("document.documentElement.scrollWidth")
    SHOTS.mkdir(parents=True, exist_ok=True)
    window.page.screenshot(path=SHOTS / f"serve-{path or 'solve'}-{width}-{scheme}.png", full_page=True)
    assert wide <= width
    window.close()


def test_play(browser, server):
    window = Window(browser, server, "play")
    window.wait("document.querySelectorAll('#frame [role=gridcell]').length === 81")
    for hint in window.page.locator(".hints button").all():
        hint.click()
        window.wait("document.querySelector('#hint').textContent.trim() !== ''")
    window.close()
