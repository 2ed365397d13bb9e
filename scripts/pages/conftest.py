"""What the tests of the pages share: the program and a browser."""

import os
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[2]
SHOTS = ROOT / "target/pages/shots"
PROGRAM = os.environ.get("SUDOKU_LAB", str(ROOT / "target/debug/sudoku-lab"))


@pytest.fixture(scope="session")
def browser():
    chromium = os.environ.get("CHROMIUM", "chromium")
    with sync_playwright() as playwright:
        path = shutil.which(chromium) or chromium
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()
