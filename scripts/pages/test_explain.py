"""The page of `explain` in a real browser, held against a solver of its own."""

import subprocess

import pytest
from conftest import PROGRAM, SHOTS

EVIL = "<script>alert(1)</script>.txt"
# An easy puzzle, one that takes subsets and stalls with B09's eight, PHP16's, no
# puzzle at all, and a 4×4 one.
LINES = [
    ".61.3..2..5...81.7.....7.34..9..6.78..32.95..57.3..9..19.7.....8.24...6..4..1.25.",
    "8.1...4...5.......7.6........8.5.1...75..694....9..5.2....2.69.4.38...1....41.8..",
    "000000000640017000000020361506040000000006420000280009000500740405069200800000000",
    "55" + "." * 79,
    "...4.1....2.3...",
]


def solve(line):
    """The solution by plain backtracking."""
    n = round(len(line) ** 0.5)
    b = round(n**0.5)
    cells = [0 if c in ".0" else int(c) for c in line]

    def fits(i, d):
        r, c = divmod(i, n)
        same = (j for j in range(n * n) if cells[j] == d)
        return all(j // n != r and j % n != c and (j // n // b, j % n // b) != (r // b, c // b) for j in same)

    def go():
        open_cells = [(sum(fits(i, d) for d in range(1, n + 1)), i) for i in range(n * n) if not cells[i]]
        if not open_cells:
            return True
        _, i = min(open_cells)
        for d in range(1, n + 1):
            if fits(i, d):
                cells[i] = d
                if go():
                    return True
                cells[i] = 0
        return False

    assert go()
    return "".join(map(str, cells))


@pytest.fixture(scope="module")
def page_file(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pages")
    # A slash cannot stand in a file name; the closing tag is tested in Rust.
    (folder / EVIL.replace("/", "")).write_text("\n".join(LINES) + "\n")
    command = [PROGRAM, "explain", EVIL.replace("/", ""), "--order", "b09", "--format", "html"]
    html = subprocess.run(command, check=True, capture_output=True, cwd=folder).stdout
    (folder / "page.html").write_bytes(html)
    return folder / "page.html"


class Window:
    """An open page, and what went wrong on it."""

    def __init__(self, browser, file, width=1280, height=900, scheme="light"):
        self.context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme)
        self.page = self.context.new_page()
        self.troubles = []
        self.page.on("console", lambda message: self.troubles.append(message.text))
        self.page.on("pageerror", lambda error: self.troubles.append(str(error)))
        self.page.on("dialog", lambda dialog: (self.troubles.append("dialog"), dialog.dismiss()))
        self.requests = []
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.goto(file.as_uri())

    def open(self, number):
        self.page.fill("#puzzle", str(number))
        self.page.press("#puzzle", "Enter")
        self.page.evaluate("document.activeElement.blur()")

    def press(self, key, times=1):
        for _ in range(times):
            self.page.keyboard.press(key)

    def text(self, selector):
        return self.page.inner_text(selector)

    def values(self):
        """The filled cells, by cell."""
        found = self.page.eval_on_selector_all(
            "#board .value:not(.foreseen)", "nodes => nodes.map(n => [n.dataset.cell, n.textContent])")
        return {int(cell): digit for cell, digit in found}

    def candidates(self):
        return self.page.locator("#board .candidate").count()


@pytest.fixture
def window(browser, page_file):
    window = Window(browser, page_file)
    yield window
    assert window.troubles == []
    assert window.requests == [page_file.as_uri()]
    window.context.close()


def test_steps_lead_to_the_solution_and_back(window):
    for number in (1, 3, 5):
        window.open(number)
        givens = window.values()
        line = LINES[number - 1]
        assert givens == {i: c for i, c in enumerate(line) if c not in ".0"}
        seen, filled = [], len(givens)
        while window.page.is_enabled("#next"):
            seen.append((window.text("#kicker"), window.text("#strategy"), window.text("#reason")))
            window.press("ArrowRight")
            assert len(window.values()) >= filled
            filled = len(window.values())
        assert window.text("#strategy") == "Solved"
        assert "".join(window.values()[i] for i in range(len(line))) == solve(line)
        for step in reversed(seen):
            window.press("ArrowLeft")
            assert (window.text("#kicker"), window.text("#strategy"), window.text("#reason")) == step
        assert window.values() == givens and window.page.is_disabled("#back")
        window.page.click("#solve")
        assert window.text("#strategy") == "Solved"
        window.page.click("#start")
        assert window.values() == givens


def test_file_is_walked_by_buttons_and_keys(window):
    assert window.text("#title") == EVIL.replace("/", "")
    assert window.page.is_disabled("#previous-puzzle")
    window.page.click("#next-puzzle")
    assert "line 2" in window.text("#about-puzzle")
    window.press("Shift+ArrowRight", 2)
    assert "line 4" in window.text("#about-puzzle")
    assert "digit 5 stands twice in row 1" in window.text("#message")
    window.press("Shift+ArrowRight")
    assert "4×4" in window.text("#about-puzzle") and window.page.is_disabled("#next-puzzle")
    window.page.click("#previous-puzzle")
    window.page.click("#previous-puzzle")
    assert "line 3" in window.text("#about-puzzle")


def test_candidates_pattern_and_solution_are_toggled(window):
    window.open(3)
    before = window.candidates()
    window.press("c")
    assert 0 < window.candidates() < before / 5, "only what the step marks stays"
    window.press("p")
    assert window.candidates() == 0 and window.page.locator("#board .mark").count() == 0
    window.press("s")
    digits = window.page.eval_on_selector_all("#board .value", "nodes => nodes.map(n => n.textContent).join('')")
    assert digits == solve(LINES[2])


def test_it_fits_a_phone_and_a_desk_in_both_schemes(browser, page_file):
    SHOTS.mkdir(parents=True, exist_ok=True)
    for name, width, height in (("phone", 390, 844), ("desk", 1280, 900)):
        for scheme in ("light", "dark"):
            window = Window(browser, page_file, width, height, scheme)
            window.open(2)
            window.press("ArrowRight", 16)
            assert window.page.evaluate("document.documentElement.scrollWidth") <= width
            box = window.page.locator("#next").bounding_box()
            assert box["y"] + box["height"] <= height, "the main button is on the first screen"
            assert box["height"] >= 40
            window.page.screenshot(path=SHOTS / f"{name}-{scheme}.png")
            assert window.troubles == []
            window.context.close()


def test_it_prints(browser, page_file):
    SHOTS.mkdir(parents=True, exist_ok=True)
    window = Window(browser, page_file)
    window.page.emulate_media(media="print")
    assert not window.page.is_visible("#next") and window.page.is_visible("#board")
    assert window.page.locator("#steps .why").first.is_visible()
    window.page.pdf(path=SHOTS / "print.pdf", format="A4")
    window.context.close()
