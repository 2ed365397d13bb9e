#!/usr/bin/env python3
"""Spreads a planned run over the workers of a Dask cluster, and finalises it.

    sudoku-lab plan sets/ --out results/night --solvers all
    scripts/cluster.py results/night                                # two local processes
    scripts/cluster.py results/night --workers 8 --threads 4
    scripts/cluster.py results/night --scheduler tcp://host:8786    # a cluster there is
    scripts/cluster.py results/night --slurm --workers 20 --memory 4GB --walltime 08:00:00

A task is one `sudoku-lab work DIR --unit ID`. Every machine sees the same folder and
inputs. A worker that is lost costs its task, which another worker does again; a unit
that two have done counts once, since the first commit wins. What is still missing is
tried again, for some rounds. Done units are never done again, so that the script may be
killed and started anew.
"""

import argparse
import subprocess
import sys
import time
from pathlib import Path

import dask
from dask.distributed import Client, LocalCluster, as_completed

UNFINISHED = 75
ROUNDS = 3


def command(program, *words):
    """Runs the program; returns its exit code, its output and what it complains of."""
    done = subprocess.run([str(program), *map(str, words)], capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr.strip()


def work(program, folder, unit, threads):
    """One task: one unit."""
    code, _, errors = command(program, "work", folder, "--unit", unit, "--threads", threads, "--quiet")
    return unit, code, errors


def missing(program, folder):
    code, units, errors = command(program, "status", folder, "--missing")
    if code != 0:
        sys.exit(errors)
    return [int(unit) for unit in units.split()]


def connect(options):
    """A client of the cluster that the options name."""
    # A task is given up only after so many workers died under it.
    dask.config.set({"distributed.scheduler.allowed-failures": 10})
    if options.scheduler:
        return Client(options.scheduler)
    if options.slurm:
        from dask_jobqueue import SLURMCluster

        # One slot for a unit, which has threads of its own.
        cluster = SLURMCluster(
            cores=1,
            job_cpu=options.threads,
            processes=1,
            memory=options.memory,
            walltime=options.walltime,
            queue=options.queue,
        )
        cluster.scale(jobs=options.workers)
        return Client(cluster)
    # One task at a time for each process: the program has threads of its own.
    return Client(LocalCluster(n_workers=options.workers, threads_per_worker=1, dashboard_address=None))


def one_round(client, options, units):
    """Does units; what fails is told and left for the next round."""
    # Every slot of a worker takes a unit, which has threads of its own: start the workers of
    # a cluster of your own with `--nthreads 1`.
    futures = [
        client.submit(work, options.program, options.dir, unit, options.threads, pure=False, key=f"unit-{unit}")
        for unit in units
    ]
    for number, future in enumerate(as_completed(futures), 1):
        if future.status != "finished":
            print(f"{future.key}: {future.exception()}", file=sys.stderr)
            continue
        unit, code, errors = future.result()
        if code != 0:
            print(f"unit {unit}: exit code {code}: {errors}", file=sys.stderr)
        elif not options.quiet:
            print(f"unit {unit} is done, {number} of {len(units)}", file=sys.stderr, flush=True)


def finalise(options):
    """Finishes the run. A lost worker's last process may still hold the folder: wait for it."""
    for _ in range(60):
        code, _, errors = command(options.program, "finalize", options.dir, "--quiet")
        if code != UNFINISHED or "another process" not in errors:
            break
        time.sleep(1)
    if errors:
        print(errors, file=sys.stderr)
    return code


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dir", type=lambda path: Path(path).resolve(), help="the folder of a planned run")
    program = Path(__file__).resolve().parent.parent / "target/release/sudoku-lab"
    parser.add_argument("--program", type=lambda path: Path(path).resolve(), default=program)
    parser.add_argument("--workers", type=int, default=2, help="processes, or Slurm jobs")
    parser.add_argument("--threads", type=int, default=1, help="threads for each unit")
    parser.add_argument("--scheduler", help="the address of a Dask scheduler")
    parser.add_argument("--slurm", action="store_true", help="start workers as Slurm jobs")
    parser.add_argument("--memory", default="2GB", help="memory of a Slurm job")
    parser.add_argument("--walltime", default="08:00:00", help="time of a Slurm job")
    parser.add_argument("--queue", help="the Slurm partition")
    parser.add_argument("--quiet", action="store_true", help="tell only what goes wrong")
    options = parser.parse_args()

    units = missing(options.program, options.dir)
    if units:
        with connect(options) as client:
            for _ in range(ROUNDS):
                one_round(client, options, units)
                units = missing(options.program, options.dir)
                if not units:
                    break
    if units:
        print(f"{len(units)} units are still missing", file=sys.stderr)
        return UNFINISHED
    return finalise(options)


if __name__ == "__main__":
    sys.exit(main())
