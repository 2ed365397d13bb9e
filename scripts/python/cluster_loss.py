"""A run on a cluster that loses a worker equals the run on one machine.

Usage: cluster_loss.py PROGRAM
"""

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from distributed import Client, LocalCluster
from runs import check_same, timeless

PROGRAM = Path(sys.argv[1]).resolve()
SCRIPTS = Path(__file__).resolve().parent.parent
OPTIONS = "--solvers fast,dlx,human --unit-lines 128 --quiet".split()


def program(*words):
    command = [str(word) for word in (PROGRAM, *words)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def dask(folder, source, expected):
    out = folder / "dask"
    units = int(program("plan", source, "--out", out, *OPTIONS))
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        with Client(cluster) as client:
            workers = list(client.run(os.getpid).values())
        driver = [SCRIPTS / "cluster.py", out, "--program", PROGRAM, "--scheduler", cluster.scheduler_address]
        process = subprocess.Popen([sys.executable, *map(str, driver)], stderr=subprocess.PIPE, text=True)
        done = out / "_state/units"
        while process.poll() is None and not (done.exists() and len(list(done.iterdir())) >= units // 4):
            time.sleep(0.01)
        assert process.poll() is None, "the run ended before a worker could be killed"
        os.kill(workers[0], signal.SIGKILL)
        errors = process.communicate(timeout=300)[1]
        assert process.returncode == 0, errors
    check_same(out, expected)
    return f"{units} units on two workers, one killed: same rows"


def slurm(folder, source, expected):
    out = folder / "slurm"
    units = int(program("plan", source, "--out", out, *OPTIONS))
    chunk = 5
    bin = folder / "bin"
    bin.mkdir()
    (bin / "sudoku-lab").symlink_to(PROGRAM)
    tasks = list(range((units - 1) // chunk + 1))
    for task in reversed(tasks):
        variables = {"SLURM_ARRAY_TASK_ID": str(task), "SLURM_CPUS_PER_TASK": "2", "CHUNK": str(chunk)}
        path = f"{bin}:{os.environ['PATH']}"
        array = [SCRIPTS / "slurm-array.sh", out]
        subprocess.run(array, check=True, capture_output=True, env={**os.environ, **variables, "PATH": path})
    program("finalize", out, "--quiet")
    check_same(out, expected)
    return f"{len(tasks)} tasks of {chunk} units in reverse order: same rows"


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        lines = program("generate", "--count", "3000", "--clues", "24..=36", "--seed", "8")
        source = folder / "set.txt"
        source.write_text(lines.replace("\n", "\nno puzzle\n", 1))
        program("run", source, "--out", folder / "single", *OPTIONS)
        expected = timeless(folder / "single")
        for test in (dask, slurm):
            print(f"{test.__name__}: {test(folder, source, expected)}", flush=True)


if __name__ == "__main__":
    main()
