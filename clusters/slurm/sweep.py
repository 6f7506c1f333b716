#!/usr/bin/env python3
"""Run an experiment on Slurm with Dask: its workers are jobs, and this process holds the directory.

It takes as long as the sweep: run it in tmux on a login node, or as a small job. Jobs that are lost are replaced, and so are
those that reach their time limit. If this process ends, the same command continues.

Usage: sweep.py EXPERIMENT DIR [--jobs 16] [--cores 8] [--memory 16GB] [--hours 4] [--partition NAME] [--account NAME]
"""

import argparse
import sys

import distributed
from dask_jobqueue import SLURMCluster

import terrarium


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("experiment")
    parser.add_argument("dir")
    parser.add_argument("--jobs", type=int, default=16, help="the number of jobs, each a worker")
    parser.add_argument("--cores", type=int, default=8, help="the cores of a job, which executes as many runs at once")
    parser.add_argument("--memory", default="16GB", help="the memory of a job")
    parser.add_argument("--hours", type=int, default=4, help="the time limit of a job")
    parser.add_argument("--partition")
    parser.add_argument("--account")
    options = parser.parse_args()

    experiment = terrarium.Experiment.from_file(options.experiment)
    # Workers end some minutes before their time limit, not all at once, and are replaced.
    lifetime = ["--lifetime", f"{options.hours * 60 - 10}m", "--lifetime-stagger", "5m"]
    with SLURMCluster(
        cores=options.cores,
        processes=1,
        memory=options.memory,
        walltime=f"{options.hours:02}:00:00",
        queue=options.partition,
        account=options.account,
        worker_extra_args=lifetime,
    ) as cluster:
        # Not `scale`, which does not replace jobs that are lost.
        cluster.adapt(minimum_jobs=options.jobs, maximum_jobs=options.jobs)
        with distributed.Client(cluster) as client:
            results = experiment.run(options.dir, executor=client, progress=report(experiment.runs))
    print(f"{results.dir} has the results")


def report(runs: int):
    """Prints the progress of so many runs, a line for each percent."""
    shown = -1

    def show(done: int, failed: int) -> None:
        nonlocal shown
        percent = 100 * done // runs
        if percent > shown:
            shown = percent
            print(f"{done} of {runs} runs, {failed} failed", file=sys.stderr, flush=True)

    return show


if __name__ == "__main__":
    main()
