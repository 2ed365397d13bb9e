"""The pages of `serve` by keyboard alone, for screen readers, in every width and both schemes."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from served import PAGES, Window, explained, serve
from test_serve import FIRST, SINGLES

READY = {
    "solve": "document.querySelectorAll('#frame [role=gridcell]').length === 81",
    "play": "document.querySelectorAll('#frame [role=gridcell]').length === 81",
    "runs": "!document.querySelector('#run').hidden && document.querySelectorAll('#statistics tbody tr').length > 0",
}
# Everything that takes part in the order of Tab, by its place in the document.
CONTROLS = """() => {
  const all = document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]');
  window.controls = [...all].filter((one) => !one.disabled && one.tabIndex >= 0 && one.checkVisibility());
  return window.controls.length;
}"""
FOCUSED = """() => {
  const one = document.activeElement;
  const style = getComputedStyle(one);
  const isSeen = (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2) || style.boxShadow.includes('inset');
  return { place: window.controls.indexOf(one), isSeen, told: `${one.tagName} ${one.id} ${one.textContent.slice(0, 30)}` };
}"""


@pytest.fixture(scope="module")
def server(runs_folder):
    with serve(runs_folder) as address:
        yield address


def opened(browser, server, name, **options):
    """A window on a page that shows something; of Runs, a finished run."""
    window = Window(browser, server, PAGES[name], **options)
    if name == "runs":
        window.page.locator("#runs a", has_text="finished").first.click()
    window.wait(READY[name])
    return window


def tab_to(window, selector):
    """Goes to a control with Tab or Shift+Tab, whichever is nearer."""
    window.page.evaluate(CONTROLS)
    by = window.page.evaluate("""selector => window.controls.findIndex((one) => one.matches(selector))
        - window.controls.indexOf(document.activeElement)""", selector)
    window.press(*["Tab" if by > 0 else "Shift+Tab"] * abs(by))
    # Where the focus was on no control, the way is another one.
    for _ in range(300):
        if window.page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        window.press("Tab")
    raise AssertionError(f"{selector} is not reached by Tab")


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1600])
def test_every_width_and_scheme(browser, server, name, width, scheme):
    # The checker's own script is not of the page: its policy is set aside for this window.
    window = opened(browser, server, name, width=width, scheme=scheme, bypass_csp=True)
    if name == "runs":
        window.page.click("#puzzles-box summary")
        window.page.click("#rejects-box summary")
        window.page.locator("#other").select_option(label="whole")
        window.wait("['#puzzles', '#rejects', '#compared'].every((place) => document.querySelector(`${place} tbody tr`) !== null)")
    if name == "play":
        window.page.click("#hint-what")
        window.wait("document.querySelector('#hint').textContent.trim() !== ''")
    assert window.page.evaluate("document.documentElement.scrollWidth") <= width
    window.shot(f"{name}-{width}-{scheme}")
    for state in ("page", "help"):
        if state == "help":
            window.page.click("#open-help")
        found = [row for row in Axe().run(window.page).response["violations"] if row["impact"] in ("serious", "critical")]
        assert [(row["id"], [node["html"][:200] for node in row["nodes"]]) for row in found] == [], state
    window.close()


@pytest.mark.parametrize("name", PAGES)
def test_tab_reaches_everything_in_order(browser, server, name):
    window = opened(browser, server, name)
    count = window.page.evaluate(CONTROLS)
    window.page.evaluate("document.activeElement.blur()")
    window.page.locator("header").click()
    places = []
    for _ in range(count):
        window.press("Tab")
        focused = window.page.evaluate(FOCUSED)
        assert focused["isSeen"], focused
        places.append(focused["place"])
    assert places == list(range(count))
    window.close()


def test_solve_by_keyboard(browser, server):
    window, choosers = opened(browser, server, "solve"), []
    window.page.on("filechooser", lambda chooser: choosers.append(chooser))
    tab_to(window, "#text")
    window.page.keyboard.type(FIRST)
    window.press("Control+Enter")
    window.settled()
    tab_to(window, "#tick-none")
    window.press("Enter")
    window.settled()
    for name in SINGLES:
        tab_to(window, f"[value={name}]")
        window.press("Space")
        window.settled()
    seen = []
    while window.page.is_enabled("#next"):
        seen.append(window.told())
        window.press("n")
        window.settled()
    assert seen == explained(FIRST, SINGLES)[0]
    window.press("b")
    assert window.told() == seen[-1]
    window.press("u", "s")
    assert window.page.is_checked("#solution")
    window.press("s", "b", "f")
    window.wait("document.querySelector('#list-title').textContent.startsWith('Found here')")
    tab_to(window, "#steps button")
    window.press("Enter", "a")
    window.wait("document.querySelector('#strategy').textContent === 'Solved'")
    for button, shown in [("rate", "dl"), ("count", "p"), ("export", "pre"), ("solve", "dl")]:
        tab_to(window, f"#{button}")
        window.press("Enter")
        window.wait("shown => document.querySelector(`#answer ${shown}`) !== null", shown)
    tab_to(window, "#order")
    window.press("ArrowDown")
    window.settled()
    assert "o=" in window.page.url
    tab_to(window, "#choose-file")
    window.press("Enter")
    for _ in range(100):
        if not choosers:
            window.page.wait_for_timeout(50)
    assert [chooser.element.get_attribute("id") for chooser in choosers] == ["file"]
    # A board of one's own: givens typed on it, moved by arrows. Searching it takes long.
    tab_to(window, "#tick-none")
    window.press("Enter")
    window.settled()
    tab_to(window, "#empty")
    window.press("Enter")
    window.settled()
    assert window.page.is_checked("#edit")
    tab_to(window, "[role=gridcell]")
    for digit in FIRST[:9]:
        if digit != ".":
            before = window.digits()
            window.press(digit)
            window.wait("before => document.querySelector('#about').textContent.length > 0", before)
            window.settled()
        window.press("ArrowRight")
    assert window.digits() == FIRST[:9] + "." * 72
    window.press("?")
    assert window.page.is_visible("#help")
    window.press("Escape")
    assert not window.page.is_visible("#help")
    window.close()


def test_play_by_keyboard(browser, server):
    window = opened(browser, server, "play")
    tab_to(window, "#level")
    window.page.keyboard.type("medium")
    tab_to(window, "#make")
    before = window.digits()
    window.press("Enter")
    window.wait("document.querySelector('#made').textContent.startsWith('Seed')")
    window.wait("before => location.hash !== '' && !location.hash.includes(before)", before)
    start = window.digits()
    window.press("h", "h", "h")
    window.wait("document.querySelectorAll('#hint p').length === 2")
    tab_to(window, "#take")
    window.press("Enter")
    tab_to(window, "[role=gridcell]")
    window.press("Control+Home")
    place = start.index(".")
    window.press(*["ArrowRight"] * (place % 9), *["ArrowDown"] * (place // 9))
    cell = f"#frame [role=gridcell][data-cell='{place}']"
    window.press("Backspace", "Shift+5")
    assert "notes 5" in window.page.get_attribute(cell, "aria-label")
    window.press("Space", "7", "Space")
    assert "notes 5 7" in window.page.get_attribute(cell, "aria-label")
    window.press("5")
    assert window.page.get_attribute(cell, "aria-label").startswith(f"R{place // 9 + 1}C{place % 9 + 1}, 5")
    window.press("u")
    assert "notes 5 7" in window.page.get_attribute(cell, "aria-label")
    window.press("m")
    assert window.page.is_checked("#mistakes")
    window.press("p")
    assert window.page.get_attribute("#pause", "aria-pressed") == "true"
    window.press("p")
    assert window.page.get_attribute("#pause", "aria-pressed") == "false"
    window.close()


def test_runs_by_keyboard(browser, server):
    window = Window(browser, server, PAGES["runs"])
    links = window.page.locator("#runs a")
    place = links.all_inner_texts().index(next(text for text in links.all_inner_texts() if "finished" in text))
    tab_to(window, "#runs a")
    window.press(*["Tab"] * place, "Enter")
    window.wait(READY["runs"])
    assert window.page.evaluate("document.activeElement.id") == "run-title"
    tab_to(window, "#report")
    assert window.page.get_attribute("#report", "target") == "_blank"
    for box, rows in [("#puzzles-box", "#puzzles"), ("#rejects-box", "#rejects")]:
        tab_to(window, f"{box} summary")
        window.press("Enter")
        window.wait("rows => document.querySelector(`${rows} tbody tr`) !== null", rows)
    tab_to(window, "#other")
    window.press("ArrowDown")
    window.wait("document.querySelector('#compared').textContent !== ''")
    title = window.text("#run-title")
    window.press("]" if place == 0 else "[")
    # The list of other runs has the focus, where keys choose; the shortcut is for everywhere else.
    assert window.text("#run-title") == title
    window.press("Tab", "]" if place == 0 else "[")
    window.wait("title => document.querySelector('#run-title').textContent !== title", title)
    window.close()
