"""What it costs to execute runs elsewhere: `python sweeps.py --ticks 100 --runs 200`.

The same runs are executed in turn by `terrarium.Experiment` (on the cores of this machine, on a `ProcessPoolExecutor`, on Dask),
by a plain `multiprocessing.Pool`, and runs of the same length by Mesa's `batch_run`, each with one worker and with two, in
several rounds. "Bare computing" counts as long in plain Python: what two cores of this machine are worth. Of the rounds, minimum, median and maximum of:

- overhead: the time of a run on one worker, beyond that of founding and simulating the world in this process, in ms;
- efficiency: the runs per second of two workers, as a share of twice those of one.

With `--many N`, an experiment of N runs of one tick shows whether the memory of the process that holds the results grows.
"""

from __future__ import annotations

import argparse
import logging
import multiprocessing
import statistics
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import distributed
import mesa

import terrarium

NAMES = ("clover", "oak", "hare", "deer", "lynx", "wolf")
COUNTS = {"clover": 60, "hare": 20, "wolf": 2}
OVERRIDES = {"world.size": [900, 700], **{f"population.{name}": COUNTS.get(name, 0) for name in NAMES}}
TINY = {"world.size": [300, 300], **{f"population.{name}": int(name == "clover") for name in NAMES}}
WORKERS = (1, 2)


def experiment(ticks: int, runs: int, overrides: dict) -> terrarium.Experiment:
    return terrarium.Experiment(scenario="meadow", ticks=ticks, replicates=runs, overrides=overrides)


def simulate(job: tuple[int, int]) -> dict[str, int]:
    """A run by hand, as one would write it without experiments."""
    seed, ticks = job
    world = terrarium.Scenario("meadow", overrides=OVERRIDES).found(seed, census_every=0, events="nothing", threads=1)
    world.run(ticks)
    return world.populations


class Busy(mesa.Model):
    """A model that computes for a while, in one step, and does nothing else."""

    def __init__(self, rounds: int = 1) -> None:
        super().__init__()
        self.rounds = rounds
        self.datacollector = mesa.DataCollector(model_reporters={"rounds": "rounds"})

    def step(self) -> None:
        compute(self.rounds)
        self.datacollector.collect(self)
        self.running = False


def compute(rounds: int) -> int:
    total = 0
    for number in range(rounds):
        total += number * number % 7
    return total


def timed(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


@contextmanager
def methods(ticks: int, runs: int, seconds_each: float) -> Iterator[dict[str, Callable[[int], float]]]:
    """What executes all runs on a number of workers, and takes how many seconds."""
    planned = experiment(ticks, runs, OVERRIDES)
    jobs = [(seed, ticks) for seed in range(runs)]
    # Of many, so that the clock can tell.
    rounds = int(seconds_each / (timed(lambda: compute(2_000_000)) / 2_000_000))

    def run(**options: object) -> float:
        with tempfile.TemporaryDirectory() as folder:
            return timed(lambda: planned.run(Path(folder) / "out", **options))

    def mesa_runs(workers: int) -> object:
        parameters = {"rounds": [rounds]}
        return mesa.batch_run(
            Busy, parameters, iterations=runs, number_processes=workers, max_steps=1, display_progress=False
        )

    processes = {workers: ProcessPoolExecutor(workers) for workers in WORKERS}
    pools = {workers: multiprocessing.get_context("spawn").Pool(workers) for workers in WORKERS}
    quiet = {"n_workers": 0, "threads_per_worker": 1, "dashboard_address": ":0"}
    clusters = {workers: distributed.LocalCluster(**{**quiet, "n_workers": workers}) for workers in WORKERS}
    clients = {workers: distributed.Client(cluster) for workers, cluster in clusters.items()}
    try:
        yield {
            "Experiment": lambda workers: run(jobs=workers),
            "Experiment, processes": lambda workers: run(executor=processes[workers]),
            "Experiment, Dask": lambda workers: run(executor=clients[workers]),
            "bare computing": lambda workers: timed(lambda: pools[workers].map(compute, [rounds] * runs, chunksize=1)),
            "multiprocessing": lambda workers: timed(lambda: pools[workers].map(simulate, jobs, chunksize=1)),
            "Mesa batch_run": lambda workers: timed(lambda: mesa_runs(workers)),
        }
    finally:
        for workers in WORKERS:
            clients[workers].close()
            clusters[workers].close()
            processes[workers].shutdown()
            pools[workers].terminate()


def compare(ticks: int, runs: int, rounds: int) -> None:
    def by_hand() -> float:
        return timed(lambda: [simulate((seed, ticks)) for seed in range(runs)]) / runs

    by_hand()
    direct = [by_hand()]
    found: dict[str, dict[int, list[float]]] = {}
    with methods(ticks, runs, direct[0]) as all_methods:
        for name, method in all_methods.items():
            found[name] = {workers: [] for workers in WORKERS}
            # Processes begin, and import the package.
            for workers in WORKERS:
                method(workers)
        for _ in range(rounds):
            direct.append(by_hand())
            for name, method in all_methods.items():
                for workers in WORKERS:
                    found[name][workers].append(method(workers) / runs)
    least = statistics.median(direct[1:])
    print(f"{runs} runs of {ticks} ticks, {rounds} rounds; a run in this process takes {least * 1000:.2f} ms")
    print(f"{'':24}{'overhead, ms a run':>26}{'efficiency of two workers':>30}")
    for name, times in found.items():
        overheads = [(one - least) * 1000 for one in times[1]]
        shares = [one / (2 * two) for one, two in zip(times[1], times[2])]
        print(f"{name:24}{spread(overheads, 2):>26}{spread(shares, 3):>30}", flush=True)


def spread(numbers: list[float], digits: int) -> str:
    return "  ".join(f"{it:.{digits}f}" for it in (min(numbers), statistics.median(numbers), max(numbers)))


def resident() -> float:
    """The resident memory of this process, in MB."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS:")) / 1024


def watch_memory(runs: int, by_dask: bool) -> None:
    planned = experiment(1, runs, TINY)
    points: list[tuple[int, float]] = []
    done = 0
    ended = threading.Event()

    def progress(now: int, _failed: int) -> None:
        nonlocal done
        done = now

    def sample() -> None:
        while not ended.wait(0.5):
            points.append((done, resident()))

    sampler = threading.Thread(target=sample)
    sampler.start()
    begun = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        if by_dask:
            with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0") as cluster:
                with distributed.Client(cluster) as client:
                    planned.run(Path(folder) / "out", executor=client, progress=progress)
        else:
            planned.run(Path(folder) / "out", progress=progress)
    ended.set()
    sampler.join()
    took = time.perf_counter() - begun
    print(f"{runs} runs {'by Dask' if by_dask else 'here'}: {took:.0f} s, {runs / took:.0f} runs per second")
    for share in (0.01, 0.1, 0.25, 0.5, 0.75, 1.0):
        at = [memory for now, memory in points if now <= share * runs]
        print(f"  after {share:4.0%} of the runs: {at[-1] if at else float('nan'):.0f} MB")
    print(f"  peak, with the tables at the end: {max(memory for _, memory in points):.0f} MB", flush=True)


def main() -> None:
    logging.getLogger("distributed").setLevel(logging.ERROR)
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--ticks", type=int, default=100)
    parser.add_argument("--runs", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--many", type=int, help="the number of runs of one tick whose memory is watched")
    parser.add_argument("--dask", action="store_true", help="with --many: on two workers of Dask")
    given = parser.parse_args()
    if given.many:
        watch_memory(given.many, given.dask)
    else:
        compare(given.ticks, given.runs, given.rounds)


if __name__ == "__main__":
    main()
