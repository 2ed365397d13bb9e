"""What the tests of the pages share: the program and a browser."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[2]
SHOTS = ROOT / "target/pages/shots"
PROGRAM = os.environ.get("SUDOKU_LAB", str(ROOT / "target/debug/sudoku-lab"))


def launch(playwright):
    """The system's Chromium."""
    chromium = os.environ.get("CHROMIUM", "chromium")
    return playwright.chromium.launch(executable_path=shutil.which(chromium) or chromium, args=["--no-sandbox"])


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def runs_folder(tmp_path_factory):
    """Runs in every state: whole, another like it, half done, torn."""
    folder = tmp_path_factory.mktemp("served")
    source = folder / "<img src=x onerror=alert(1)>.txt"
    demo = (ROOT / "data/demo/easy.txt").read_text()
    source.write_text(demo + "<img src=x onerror=alert(1)>".ljust(81, ".") + "\n55" + 79 * "." + "\n")
    runs = folder / "runs"
    runs.mkdir()

    def run(name, *options):
        command = [PROGRAM, "run", source, "--out", runs / name, "--solvers", "fast,backtracking", *options]
        subprocess.run(list(map(str, command)), check=False, capture_output=True)

    for name in ("whole", "other", "torn"):
        run(name)
    # It is stopped before it has done anything.
    run("half", "--budget", "1ms")
    next((runs / "torn").glob("**/*.parquet")).unlink()
    return runs
