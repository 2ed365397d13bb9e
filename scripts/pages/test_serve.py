"""The pages Solve and Play of `serve` in a real browser, their steps held against those of `explain`."""

import pytest
from served import Window, explained, serve

# B09's figure 18, its first puzzle.
FIRST = ".61.3..2..5...81.7.....7.34..9..6.78..32.95..57.3..9..19.7.....8.24...6..4..1.25."
# Generated; singles alone stall.
HARD = "8.1...4...5.......7.6........8.5.1...75..694....9..5.2....2.69.4.38...1....41.8.."
FILE = [HARD, "...4.1....2.3...", "not a puzzle", FIRST]
LOCKED, PAIRS, SINGLES = ["pointing", "claiming"], ["naked-pair", "hidden-pair"], ["hidden-single", "naked-single"]
CELLS = "document.querySelectorAll('#frame [role=gridcell]').length === {}"


@pytest.fixture(scope="module")
def server():
    with serve() as address:
        yield address


def walk(window):
    """Takes every step that the page finds, and tells what it said of each."""
    seen = []
    while window.page.is_enabled("#next"):
        seen.append(window.told())
        window.page.click("#next")
        window.settled()
    return seen


def test_the_session_of_b09(browser, server, tmp_path):
    """Figure 18's first puzzle typed, two strategies ticked, stalled, more ticked, finished; a file walked."""
    window = Window(browser, server)
    window.settled()
    window.page.click("#text")
    window.page.keyboard.type(FIRST)
    window.load()
    window.page.click("#tick-none")
    window.settled()
    window.tick(*LOCKED)
    steps, done = explained(FIRST, LOCKED)
    assert walk(window) == steps and len(steps) > 0
    assert window.text("#strategy") == "Stalled" and done["ending"] == "stalled"
    window.tick(*SINGLES)
    further = walk(window)
    assert window.text("#strategy") == "Solved" and len(further) > 0
    # From the start with the same ticks, since `explain` begins there.
    window.show(FIRST)
    steps, done = explained(FIRST, LOCKED + SINGLES)
    seen = walk(window)
    assert seen == steps and window.digits() == done["solution"]
    for step in reversed(seen):
        window.press("b")
        assert window.told() == step

    file = tmp_path / "<b>figure 18.txt"
    file.write_text("\n".join(FILE))
    window.page.set_input_files("#file", file)
    window.wait("document.querySelector('#place').textContent === '1 of 4'")
    window.settled()
    for button, line, cells in [("following", FILE[1], 16), ("previous", HARD, 81)]:
        window.page.click(f"#{button}")
        window.wait(CELLS.format(cells))
        window.settled()
        assert (window.digits(), window.text("#place")) == (line, f"{FILE.index(line) + 1} of 4")
        window.page.click("#tick-none")
        window.tick(*SINGLES)
        seen = walk(window)
        assert seen == explained(line, SINGLES)[0]
        window.tick(*PAIRS, *LOCKED)
        seen += walk(window)
        # Singles come first in the order of solving, so that the stop on the way changes nothing.
        steps, done = explained(line, SINGLES + PAIRS + LOCKED)
        assert seen == steps and window.text("#strategy") == done["ending"].capitalize()
        window.press("b", "b")
        values = window.digits()
        assert values != done["solution"]
        window.page.check("#solution")
        assert window.digits() == done["solution"]
        window.page.uncheck("#solution")
        assert window.digits() == values
    window.press("]", "]")
    window.wait("document.querySelector('#source-message').textContent.startsWith('Line 3 is no puzzle')")
    window.press("]")
    window.wait("document.querySelector('#place').textContent === '4 of 4'")
    # The place is told before the board is there.
    window.until(lambda: window.digits() == FIRST)
    window.close()


def test_an_address_shows_the_same(browser, server):
    window = Window(browser, server)
    window.settled()
    window.show(HARD)
    window.press("n")
    window.settled()
    address, strategy = window.page.url, window.text("#strategy")
    window.close()
    other = Window(browser, server, address.removeprefix(server))
    other.wait("strategy => document.querySelector('#strategy').textContent === strategy", strategy)
    other.close()


def test_questions_and_markup(browser, server):
    window = Window(browser, server)
    window.settled()
    window.page.click("#find-all")
    window.settled()
    window.page.click("#rate")
    window.wait("document.querySelector('#answer dl') !== null")
    assert "easy" in window.text("#answer") and "[" not in window.text("#answer")
    window.page.click("#count")
    window.wait("document.querySelector('#answer').textContent === '1 solution'")
    window.page.click("#export")
    window.wait("document.querySelector('#answer pre') !== null")
    for format in ("json", "svg", "png"):
        window.page.select_option("#format", format)
        with window.page.expect_download() as download:
            window.page.click("#export")
        assert download.value.suggested_filename == f"sudoku.{format}"
    window.page.click("#solve")
    window.wait("document.querySelector('#strategy').textContent === 'Solved'")
    window.page.fill("#text", "<img src=x onerror=alert(1)>")
    window.page.click("#load")
    window.wait("[...document.querySelectorAll('.message')].some(one => !one.hidden && one.textContent !== '')")
    assert window.page.locator("img").count() == 0
    window.close()


def test_play_at_twelve(browser, server):
    window = Window(browser, server, "play")
    window.page.select_option("#size", "12")
    window.page.select_option("#level", "")
    window.page.click("#make")
    window.wait(CELLS.format(144))
    assert "12×12, boxes 3×4" in window.text("#about")
    assert window.page.locator("#pad button").count() == 12
    for hint in window.page.locator(".hints button").all():
        hint.click()
        window.wait("document.querySelector('#hint').textContent.trim() !== ''")
    before = window.digits()
    window.page.click("#take")
    window.page.click("#undo")
    assert window.digits() == before
    # Letters are digits on a board of this size.
    solution = window.page.evaluate("""async puzzle => {
      const asked = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ puzzle }) };
      return (await (await fetch('/api/board', asked)).json()).solution;
    }""", before)
    keys = [(place, digit) for place, digit in enumerate(solution) if before[place] == "."]
    for place, digit in keys:
        window.page.locator("#frame [role=gridcell]").nth(place).click()
        window.press(digit)
    assert window.digits() == solution
    assert window.text("#message").startswith("Solved in")
    window.close()
