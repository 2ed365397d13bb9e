"""A run watched in a browser from its begin to its end, killed and stopped on the way.

    python scripts/pages/measure_watch.py --stage 200 PUZZLES.txt --solvers logic,dlx --threads 2

begins a run of the file with these options, kills it after the first stage (in seconds), resumes it,
ends it by a signal after the second, resumes it and waits for its end. All the time a page in Chromium
follows it, and every two seconds it is asked how long the page takes until it says what `status` says:
state, units done, puzzles. Tells the longest such time of each stage in seconds, the CPU time of the
server beside that of the run, and ends with 1 if a time is above 2 s or the share above 1 %.
"""

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from conftest import PROGRAM, launch
from playwright.sync_api import sync_playwright
from served import Window, serve
from test_serve_runs import SECONDS, fact, row, status, window_state

SHARE = 0.01


def server_seconds():
    """CPU time of the server that this process began."""
    for place in Path("/proc").glob("[0-9]*"):
        try:
            fields = (place / "stat").read_text().rsplit(")", 1)[1].split()
            words = (place / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if int(fields[1]) == os.getpid() and b"serve" in words:
            return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    raise AssertionError("no server")


def lag(window, root):
    """Seconds until the page says what `status` says, and what that is."""
    begun = time.monotonic()
    while True:
        told = status(root)
        wanted = (window_state(told), f"{told['units_done']:,}", f"{told['puzzles']:,}")
        shown = (window.text("#state").split(), fact(window, "Units done"), fact(window, "Puzzles"))
        if shown == wanted:
            return time.monotonic() - begun, told
        assert time.monotonic() - begun < 60, (wanted, shown)
        time.sleep(0.02)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", help="puzzles, a line each")
    parser.add_argument("--stage", type=float, required=True, help="seconds before the run is killed, and then stopped")
    parser.add_argument("options", nargs=argparse.REMAINDER, help="options of the run")
    given = parser.parse_args()
    run_seconds, is_kept = 0.0, True
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright, serve(folder) as server:
        root = Path(folder) / "watched"
        browser = launch(playwright)
        begin = [PROGRAM, "run", given.file, "--out", str(root), *given.options]
        window, begun = None, time.monotonic()
        said = Path(folder) / "said.txt"
        for stage, ending, code in [("begun", signal.SIGKILL, -9), ("resumed", signal.SIGTERM, 143), ("resumed again", None, 0)]:
            command = begin if stage == "begun" else [PROGRAM, "resume", str(root)]
            with said.open("w") as messages:
                process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=messages)
            while not (root / "_state/run.json").exists():
                time.sleep(0.02)
            if window is None:
                window = Window(browser, server, "runs")
                row(window, "watched").click()
            lags, end, used = [], time.monotonic() + given.stage, None
            while used is None:
                if ending is not None and time.monotonic() > end:
                    process.send_signal(ending)
                    ending = None
                seconds, told = lag(window, root)
                lags.append(seconds)
                pid, end_status, usage = os.wait4(process.pid, os.WNOHANG)
                used = usage if pid else None
                time.sleep(0 if used else 2)
            assert os.waitstatus_to_exitcode(end_status) == code, (stage, end_status, said.read_text())
            run_seconds += used.ru_utime + used.ru_stime
            # What it left is told, too.
            seconds, told = lag(window, root)
            lags.append(seconds)
            is_kept &= max(lags) <= SECONDS
            print(f"{stage}: {told['state']} after {time.monotonic() - begun:.0f} s, {told['units_done']} units done; "
                  f"the page is right after at most {max(lags):.2f} s, {len(lags)} times", flush=True)
        share = server_seconds() / run_seconds
        is_kept &= share <= SHARE
        print(f"CPU time: server {server_seconds():.2f} s, run {run_seconds:.1f} s: {100 * share:.2f} %")
        window.close()
        browser.close()
    sys.exit(not is_kept)


if __name__ == "__main__":
    main()
