"""How long a step takes in a browser: the first step of puzzles, alone and beside other clients.

    python scripts/pages/measure_serve.py PUZZLES.txt --limit 30

starts the program that SUDOKU_LAB names, asks in Chromium for the first step of 100 puzzles of the
file (lines, evenly spread), and tells median, 95th percentile and longest time from question to
answer in the browser's own clock, in ms. Then the same while other clients, 20 with the browser, ask
without a pause, each for puzzles of its own. Ends with 1 if a median is above the limit, with clients
above three times the limit.
"""

import argparse
import http.client
import json
import statistics
import sys
import threading
from pathlib import Path
from urllib.parse import urlparse

from conftest import launch
from playwright.sync_api import sync_playwright
from served import serve

ASK = """async ([puzzles, strategies]) => {
  const { post } = await import('/assets/api.js');
  const times = [];
  for (const puzzle of puzzles) {
    const start = performance.now();
    await post('/api/step', { puzzle, strategies });
    times.push(performance.now() - start);
  }
  return times;
}"""


def spread(path, count):
    """So many lines of a file, evenly spread over it."""
    lines = [line.split()[0] for line in Path(path).read_text().splitlines() if line.strip() and not line.startswith("#")]
    return [lines[place * len(lines) // count] for place in range(min(count, len(lines)))]


class Client(threading.Thread):
    """Asks for one puzzle's step after the other until it is told to stop."""

    def __init__(self, server, puzzles, strategies, stop):
        super().__init__(daemon=True)
        self.address, self.puzzles, self.strategies, self.stop = urlparse(server).netloc, puzzles, strategies, stop
        self.answers = 0

    def run(self):
        connection = http.client.HTTPConnection(self.address, timeout=60)
        while not self.stop.is_set():
            question = {"puzzle": self.puzzles[self.answers % len(self.puzzles)], "strategies": self.strategies}
            connection.request("POST", "/api/step", json.dumps(question), {"Content-Type": "application/json"})
            answer = connection.getresponse()
            answer.read()
            assert answer.status in (200, 503), answer.status
            self.answers += answer.status == 200


def tell(name, times, limit):
    times = sorted(times)
    median = statistics.median(times)
    told = f"median {median:.1f} ms, p95 {times[int(0.95 * (len(times) - 1))]:.1f}, longest {times[-1]:.1f}"
    print(f"{name}: {told} of {len(times)}; limit {limit:g}: {'kept' if median <= limit else 'NOT KEPT'}", flush=True)
    return median <= limit


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", help="puzzles, a line each")
    parser.add_argument("--limit", type=float, required=True, help="ms that a median may take")
    parser.add_argument("--count", type=int, default=100, help="steps asked for [default: 100]")
    parser.add_argument("--clients", type=int, default=20, help="clients at once, the browser among them [default: 20]")
    parser.add_argument("--order", default="ladder", help="whose strategies [default: ladder]")
    given = parser.parse_args()
    puzzles = spread(given.file, given.count)
    with serve() as server, sync_playwright() as playwright:
        browser = launch(playwright)
        page = browser.new_page()
        page.set_default_timeout(0)
        page.goto(server)
        orders = page.evaluate("fetch('/api/catalogue').then(answer => answer.json()).then(({ orders }) => orders)")
        strategies = [row["name"] for order in orders if order["name"] == given.order for row in order["strategies"]]
        page.evaluate(ASK, [puzzles[:3], strategies])
        kept = tell("alone", page.evaluate(ASK, [puzzles, strategies]), given.limit)
        stop = threading.Event()
        clients = [Client(server, puzzles[place:] + puzzles[:place], strategies, stop) for place in range(1, given.clients)]
        for client in clients:
            client.start()
        times = page.evaluate(ASK, [puzzles, strategies])
        stop.set()
        for client in clients:
            client.join()
        kept &= tell(f"beside {len(clients)} clients", times, 3 * given.limit)
        print(f"the clients had {sum(client.answers for client in clients)} answers meanwhile")
        browser.close()
    sys.exit(not kept)


if __name__ == "__main__":
    main()
