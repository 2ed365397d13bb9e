"""The page Runs of `serve` in a real browser, held against `status --json` and the report."""

import json
import os
import signal
import subprocess
import time

import pytest
from conftest import PROGRAM
from served import Window, serve
from test_serve import FIRST, HARD

SECONDS = 2.0


@pytest.fixture(scope="module")
def server(runs_folder):
    with serve(runs_folder) as address:
        yield address


def row(window, name):
    return window.page.locator("#runs a", has_text=name)


def fact(window, name):
    """The figure of this name of the run that is shown."""
    return window.page.evaluate("""name => [...document.querySelectorAll('#facts dt')]
        .find((one) => one.textContent === name)?.nextSibling.textContent""", name)


def status(root):
    done = subprocess.run([PROGRAM, "status", root, "--json"], capture_output=True, text=True)
    return json.loads(done.stdout)


def test_states_have_words_and_signs(browser, server):
    window = Window(browser, server, "runs")
    for name, word, sign in [("whole", "finished", "✓"), ("half", "stopped", "■"), ("torn", "broken", "✗")]:
        assert row(window, name).locator(".state").inner_text().split() == [sign, word]
    window.close()


def test_a_finished_run(browser, server, runs_folder):
    window = Window(browser, server, "runs")
    row(window, "whole").click()
    window.wait("document.querySelectorAll('#statistics tbody tr').length === 2")
    told = status(runs_folder / "whole")
    assert fact(window, "Puzzles") == f"{told['puzzles']:,}" and fact(window, "Rejects") == f"{told['rejects']:,}" != "0"
    assert window.page.evaluate("document.querySelector('#progress').value") == 1

    # The report opens in a new tab, with a policy of its own.
    with window.context.expect_page() as opening:
        window.page.click("#report")
    report = opening.value
    report.wait_for_load_state()
    assert "backtracking" in report.inner_text("body")
    report.close()

    # Markup in the names and lines of the input is text.
    window.page.click("#rejects-box summary")
    window.wait("document.querySelectorAll('#rejects tbody tr').length > 0")
    assert "<img src=x onerror=alert(1)>" in window.text("#rejects")
    assert window.page.locator("img").count() == 0
    window.page.click("#puzzles-box summary")
    window.wait("document.querySelectorAll('#puzzles tbody tr').length === 50")
    window.page.click("#puzzles >> text=Next")
    window.wait("document.querySelector('#puzzles input').value === '51'")
    first = window.text("#puzzles tbody tr:first-child .line")
    window.page.fill("#puzzles input", "51")
    window.page.click("#puzzles tbody tr:first-child a")
    window.wait("document.querySelectorAll('#frame [role=gridcell]').length === 81")
    window.settled()
    assert window.digits() == first
    window.close()


def test_two_runs_beside_each_other(browser, server):
    window = Window(browser, server, "runs")
    row(window, "whole").click()
    window.wait("document.querySelector('#other').options.length > 1")
    window.page.select_option("#other", label="other")
    window.wait("document.querySelectorAll('#compared tbody tr').length > 0")
    assert "×" in window.text("#compared")
    window.close()


def test_a_run_that_is_watched(browser, tmp_path):
    """Begun, killed, resumed, finished: the page is right within two seconds each time."""
    source, root = tmp_path / "puzzles.txt", tmp_path / "runs" / "live"
    source.write_text("\n".join([FIRST, HARD] * 256))
    root.parent.mkdir()
    begin = ["run", source, "--out", root, "--solvers", "backtracking", "--threads", "1", "--min-span", "20ms", "--unit-lines", "64"]
    with serve(root.parent) as server:
        process = subprocess.Popen([PROGRAM, *map(str, begin)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while not (root / "_state" / "run.json").exists():
            time.sleep(0.05)
        window = Window(browser, server, "runs")
        row(window, "live").click()

        def right(*states):
            """The page says within two seconds what `status` says; units may be done meanwhile."""
            end, told, shown = time.monotonic() + SECONDS, None, None
            while time.monotonic() < end:
                told = status(root)
                shown = (window.text("#state").split(), fact(window, "Units done"), fact(window, "Puzzles"))
                if told["state"] in states and shown == (window_state(told), f"{told['units_done']:,}", f"{told['puzzles']:,}"):
                    return told
                time.sleep(0.1)
            raise AssertionError((states, told, shown))

        right("running")
        window.wait("Number(document.querySelector('#progress').value) > 0")
        while status(root)["units_done"] < 2:
            time.sleep(0.1)
        assert right("running")["units_done"] >= 2
        window.wait("document.querySelectorAll('#statistics tbody tr').length === 1", seconds=20)
        process.send_signal(signal.SIGKILL)
        process.wait()
        units = right("stopped")["units_done"]
        process = subprocess.Popen([PROGRAM, "resume", root], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        right("running", "finished")
        assert process.wait(60) == 0
        assert right("finished")["units_done"] > units
        window.wait("document.querySelector('#progress').value === 1")
        # The list says it, too.
        assert "finished" in row(window, "live").inner_text()
        window.close()


def window_state(told):
    signs = {"finished": "✓", "running": "▶", "stopped": "■"}
    return [signs[told["state"]], told["state"]]
