"""The page of `report` in a real browser: phone and desktop, light, dark and paper."""

import subprocess

import pytest
from conftest import PROGRAM, ROOT, SHOTS

# A slash cannot stand in a file name; the closing tag stands in a reject.
EVIL = "<script>alert(1)<|script>.txt"
REJECTS = ["</code></td></table><script>alert(2)</script>", "<img src=x onerror=alert(3)>", "." * 80]
LIGHTS = ["light", "dark"]
WIDTHS = [390, 1280]


@pytest.fixture(scope="module")
def page_file(tmp_path_factory):
    folder = tmp_path_factory.mktemp("report")
    puzzles = [ROOT / "data/demo" / name for name in ("hard.txt", "several-solutions.txt")]
    lines = REJECTS + [line for file in puzzles for line in file.read_text().splitlines()[:80]]
    (folder / EVIL).write_text("\n".join(lines) + "\n")
    run = [PROGRAM, "run", EVIL, "--out", "run", "--max-checks", "3000", "--quiet"]
    subprocess.run(run, check=True, cwd=folder)
    subprocess.run([PROGRAM, "report", "run", "--out", "page.html"], check=True, cwd=folder)
    return folder / "page.html"


class Window:
    """An open page, and what went wrong on it."""

    def __init__(self, browser, file, width=1280, scheme="light"):
        viewport = {"width": width, "height": 900}
        self.context = browser.new_context(viewport=viewport, color_scheme=scheme)
        self.page = self.context.new_page()
        self.said = []
        self.page.on("console", lambda message: self.said.append(message.text))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.on("dialog", lambda dialog: self.said.append(dialog.message))
        self.page.on("request", lambda request: self.said.append(request.url))
        self.page.goto(f"file://{file}")
        # The page itself is the only thing loaded; the icon is an empty data address.
        self.said = [said for said in self.said if said not in (f"file://{file}", "data:,")]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.context.close()


@pytest.mark.parametrize("scheme", LIGHTS)
@pytest.mark.parametrize("width", WIDTHS)
def test_page_opens_without_a_word_and_fits(browser, page_file, width, scheme):
    with Window(browser, page_file, width, scheme) as window:
        SHOTS.mkdir(parents=True, exist_ok=True)
        window.page.screenshot(path=SHOTS / f"report-{width}-{scheme}.png", full_page=True)
        assert window.said == []
        sizes = "[document.documentElement.scrollWidth, document.documentElement.clientWidth]"
        wide, room = window.page.evaluate(sizes)
        assert wide <= room


@pytest.mark.parametrize("width", WIDTHS)
def test_letters_of_charts_are_large_enough_to_read(browser, page_file, width):
    # The height of a line of letters as it is drawn, in pixels.
    heights = "[...document.querySelectorAll('figure svg text')].map(t => {" \
        " const b = t.getBoundingClientRect(); return Math.min(b.width, b.height); })"
    with Window(browser, page_file, width) as window:
        texts = window.page.evaluate(heights)
        assert len(texts) > 100
        # Single digits are narrower than they are high.
        assert sorted(texts)[len(texts) // 20] >= 5 and sorted(texts)[len(texts) // 2] >= 10


@pytest.mark.parametrize("scheme", LIGHTS)
def test_text_stands_out_from_the_page(browser, page_file, scheme):
    colours = """selector => {
        const of = (element, what) => getComputedStyle(element)[what].match(/[0-9.]+/g).map(Number);
        const element = document.querySelector(selector);
        return [of(element, element.closest('svg') ? 'fill' : 'color'), of(document.body, 'backgroundColor')];
    }"""

    def luminance(colour):
        parts = [c / 255 for c in colour[:3]]
        parts = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    with Window(browser, page_file, scheme=scheme) as window:
        for selector in ("h1", ".note", "figure svg text", "nav a", "td.number"):
            pair = [luminance(colour) for colour in window.page.evaluate(colours, selector)]
            contrast = (max(pair) + 0.05) / (min(pair) + 0.05)
            assert contrast >= 4.5, (selector, contrast)


def test_what_came_from_the_input_is_text(browser, page_file):
    with Window(browser, page_file) as window:
        assert window.page.locator("script, img, iframe, object").count() == 0
        text = window.page.locator("body").inner_text()
        for line in [EVIL, *REJECTS]:
            assert line in text, line


def test_links_and_details_work(browser, page_file):
    with Window(browser, page_file) as window:
        for link in window.page.locator("nav a").all():
            assert window.page.locator(f"section{link.get_attribute('href')}").count() == 1
        details = window.page.locator("#hardest details").first
        details.locator("summary").click()
        assert details.locator("table").is_visible()
        command = window.page.locator("#hardest code").first.inner_text()
        assert command.startswith("sudoku-lab explain ") and len(command) == len("sudoku-lab explain ") + 81


def test_limits_are_shown_as_bounds(browser, page_file):
    with Window(browser, page_file) as window:
        row = window.page.locator("#solvers tbody tr", has_text="brute-force").inner_text()
        assert row.count("≥") >= 4, row


def test_page_prints(browser, page_file):
    with Window(browser, page_file, scheme="dark") as window:
        paper = window.page.pdf(path=SHOTS / "report.pdf", format="A4")
        assert len(paper) > 20_000
        window.page.emulate_media(media="print")
        colour = window.page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert colour == "rgb(255, 255, 255)"
