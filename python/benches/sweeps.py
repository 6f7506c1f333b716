#!/usr/bin/env python3
"""How well sweeps use several workers, what they cost beside the simulation, and whether their memory grows with the number of
runs.

The methods are compared in rounds: each round executes the same runs with each method, on one worker and on several, one
after the other, so that a change of the machine's speed meets all of them. Processes and clusters have started before time
is taken, except those of `batch_run` of Mesa, which starts its own in each call; once more it is measured with processes
that have started.

    efficiency = time on one worker / (workers × time on that many workers)
    overhead   = time on one worker / runs − time of a run that is founded and simulated in a loop, in the same round

Sweeps of `Experiment` include the journal and all tables. Mesa executes a model without agents that counts as long as a run
takes; its overhead is that beside the same models in a loop. `Pool.map` founds and simulates the same worlds, and keeps only
the numbers of organisms.

Usage: sweeps.py [--ticks 20 400] [--seconds 5] [--rounds 5] [--workers 2] [--without mesa dask …]
       sweeps.py --many 100000 [--every 1] [--workers 2] [--without dask]

The second form executes an experiment of many runs as small as possible, each method in a process of its own, and samples
the resident memory of the process that holds the directory; with Dask this process also has the scheduler. Needs
`distributed`, `mesa` and, for --many, the /proc of Linux.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import re
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, nullcontext
from functools import cache, partial
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import Any
from unittest.mock import patch

import terrarium

# About a hundred organisms.
WORLD = {"world.size": [900, 700], "population.clover": 70, "population.oak": 0, "population.hare": 25, "population.deer": 0,
         "population.lynx": 0, "population.wolf": 2}
# One.
TINY = {**WORLD, "world.size": [100, 100], "population.clover": 1, "population.hare": 0, "population.wolf": 0}

# Executes all runs.
Sweep = Callable[[], object]


class Task:
    """Runs of some length, the same for all methods."""

    def __init__(self, ticks: int, seconds: float) -> None:
        self.ticks = ticks
        # Seeds follow from replicates: a first experiment has those of the others.
        sample = self.sweep(8)
        self.seeds = sample["seed"]
        self.founded = terrarium.Scenario("meadow", overrides=WORLD)
        first = self.found(self.seeds[0])
        if first.state_hash != sample["state_hash"][0]:
            raise SystemExit("the runs of the experiment and those in a loop are not the same")
        self.each = self.loop() / len(self.seeds)
        runs = max(4, round(seconds / self.each))
        self.experiment = self.build(runs)
        self.seeds = self.sweep(runs)["seed"]

    def build(self, runs: int) -> terrarium.Experiment:
        return terrarium.Experiment(scenario="meadow", ticks=self.ticks, replicates=runs, overrides=WORLD)

    def sweep(self, runs: int, **how: Any) -> dict[str, list[Any]]:
        """A sweep of its own: the rows of its runs."""
        with tempfile.TemporaryDirectory() as folder:
            return self.build(runs).run(folder + "/sweep", **how).runs.to_dict()

    def found(self, seed: int) -> terrarium.World:
        world = self.founded.create(seed, census_every=0, events="nothing", threads=1)
        world.run(self.ticks)
        return world

    def loop(self) -> float:
        """The seconds that the runs take in a loop."""
        begun = time.perf_counter()
        for seed in self.seeds:
            self.found(seed)
        return time.perf_counter() - begun


def run(task: Task, folder: str, **how: Any) -> None:
    if not task.experiment.run(folder + "/sweep", **how).finished:
        raise SystemExit("the sweep has not finished")


@contextmanager
def threads(task: Task, workers: int, folder: str) -> Iterator[Sweep]:
    yield partial(run, task, folder, jobs=workers)


@contextmanager
def processes(task: Task, workers: int, folder: str) -> Iterator[Sweep]:
    with ProcessPoolExecutor(workers) as executor:
        begin(lambda: executor.submit(ready), workers)
        yield partial(run, task, folder, executor=executor)


@contextmanager
def dask(task: Task, workers: int, folder: str) -> Iterator[Sweep]:
    with client(workers) as executor:
        begin(lambda: executor.submit(ready, pure=False), workers)
        yield partial(run, task, folder, executor=executor)


@contextmanager
def client(workers: int) -> Iterator[Any]:
    """A client of a new cluster of processes on this machine."""
    import distributed

    how = {"threads_per_worker": 1, "processes": True, "dashboard_address": None, "silence_logs": 50}
    with distributed.LocalCluster(n_workers=workers, **how) as cluster, distributed.Client(cluster) as client:
        yield client


@contextmanager
def pool(task: Task, workers: int, folder: str) -> Iterator[Sweep]:
    with started_pool(workers, read, (task.ticks,)) as pool:
        yield partial(pool.map, simulate, task.seeds)


@contextmanager
def started_pool(workers: int, *initializer: Any) -> Iterator[Any]:
    with multiprocessing.Pool(workers, *initializer) as pool:
        begin(lambda: ApplyResult(pool.apply_async(ready)), workers)
        yield pool


class ApplyResult:
    """The result of a pool, with the protocol of futures."""

    def __init__(self, result: Any) -> None:
        self.result = result.get


def ready() -> int:
    """The number of a process, once it has loaded what a sweep needs."""
    import terrarium.executors  # noqa: F401

    # So long that others get the next ones.
    time.sleep(0.05)
    return os.getpid()


def begin(submit: Callable[[], Any], workers: int) -> None:
    """Waits until all processes have started."""
    found: set[int] = set()
    while len(found) < workers:
        found.update([future.result() for future in [submit() for _ in range(2 * workers)]])


def read(ticks: int) -> None:
    """Reads the scenario in a process of the pool."""
    global scenario, length
    scenario, length = terrarium.Scenario("meadow", overrides=WORLD), ticks


def simulate(seed: int) -> dict[str, int]:
    world = scenario.create(seed, census_every=0, events="nothing", threads=1)
    world.run(length)
    return world.populations


@contextmanager
def mesa(task: Task, workers: int, folder: str) -> Iterator[Sweep]:
    from counting import Counting
    from mesa import batch_run

    how = {"number_processes": workers, "iterations": len(task.seeds), "max_steps": 1, "display_progress": False}
    yield partial(batch_run, Counting, {"count": counted(task)}, **how)


@contextmanager
def started_mesa(task: Task, workers: int, folder: str) -> Iterator[Sweep]:
    with started_pool(workers) as pool:
        # Those that have started also import Mesa and the model before time is taken.
        pool.map(busy_for, [1] * 8 * workers, 1)
        with mesa(task, workers, folder) as sweep, patch("mesa.batchrunner.Pool", lambda _: nullcontext(pool)):
            yield sweep


def busy_for(count: int) -> int:
    from counting import busy

    time.sleep(0.02)
    return busy(count)


def models(task: Task) -> float:
    """The seconds that the models of Mesa take in a loop."""
    from counting import Counting

    count = counted(task)
    begun = time.perf_counter()
    for _ in task.seeds:
        Counting(count).step()
    return time.perf_counter() - begun


@cache
def counted(task: Task) -> int:
    """How far a model counts in the time of a run."""
    from counting import busy

    begun = time.perf_counter()
    busy(2_000_000)
    return max(1, round(2_000_000 * task.each / (time.perf_counter() - begun)))


METHODS: dict[str, tuple[str, Callable[[Task, int, str], Any], Callable[[Task], float]]] = {
    "threads": ("Experiment, no executor", threads, Task.loop),
    "processes": ("Experiment, ProcessPoolExecutor", processes, Task.loop),
    "dask": ("Experiment, Dask", dask, Task.loop),
    "pool": ("multiprocessing.Pool.map", pool, Task.loop),
    "mesa": ("Mesa, batch_run", mesa, models),
    "started_mesa": ("Mesa, processes have started", started_mesa, models),
}

# Those whose memory is sampled.
HELD = ["threads", "dask"]


def compare(task: Task, names: list[str], rounds: int, workers: int) -> None:
    """Prints the efficiency and the overhead of each method."""
    efficiencies: dict[str, list[float]] = {name: [] for name in names}
    overheads: dict[str, list[float]] = {name: [] for name in names}
    for _ in range(rounds):
        loops: dict[Any, float] = {}
        for name in names:
            _, method, loop = METHODS[name]
            if loop not in loops:
                loops[loop] = loop(task)
            one, several = timed(method, task, 1), timed(method, task, workers)
            efficiencies[name].append(one / (workers * several))
            overheads[name].append((one - loops[loop]) / len(task.seeds) * 1000)
    print(f"\n{len(task.seeds)} runs of {task.ticks} ticks, {task.each * 1000:.1f} ms each; {rounds} rounds: minimum, median, maximum")
    print(f"{'':32} {f'efficiency of {workers} workers':^26}  {'overhead per run, ms':^26}")
    for name in names:
        print(f"{METHODS[name][0]:32} {spread(efficiencies[name])}  {spread(overheads[name])}", flush=True)


def timed(method: Callable[[Task, int, str], Any], task: Task, workers: int) -> float:
    with tempfile.TemporaryDirectory() as folder, method(task, workers, folder) as sweep:
        begun = time.perf_counter()
        sweep()
        return time.perf_counter() - begun


def spread(values: list[float]) -> str:
    return " ".join(f"{value:8.3f}" for value in (min(values), median(values), max(values)))


def resident() -> float:
    """The resident memory of this process, in MB."""
    found = re.search(r"VmRSS:\s+(\d+) kB", Path("/proc/self/status").read_text())
    assert found is not None
    return int(found[1]) / 1000


class Memory(threading.Thread):
    """Samples the resident memory together with the number of runs that have ended."""

    def __init__(self, every: float) -> None:
        super().__init__(daemon=True)
        self.every = every
        self.ended = 0
        self.samples: list[tuple[int, float]] = []
        self.stopping = threading.Event()

    def run(self) -> None:
        while not self.stopping.wait(self.every):
            self.sample()

    def sample(self) -> None:
        self.samples.append((self.ended, resident()))

    def progress(self, done: int, failed: int) -> None:
        self.ended = done

    def at(self, runs: float) -> float:
        return next(memory for ended, memory in self.samples if ended >= runs)


def hold(name: str, runs: int, every: float, workers: int) -> str:
    """Executes many runs, in a process of its own, and returns a row with its memory."""
    memory = Memory(every)
    study = terrarium.Experiment(scenario="meadow", ticks=1, replicates=runs, overrides=TINY)

    def sweep(**how: Any) -> None:
        memory.sample()
        memory.start()
        with tempfile.TemporaryDirectory() as folder:
            results = study.run(folder + "/sweep", progress=memory.progress, **how)
            assert results.finished and memory.ended == runs
        memory.stopping.set()
        memory.join()
        memory.sample()

    begun = time.perf_counter()
    if name == "dask":
        with client(workers) as executor:
            sweep(executor=executor)
    else:
        sweep(jobs=workers)
    seconds = time.perf_counter() - begun
    parts = [memory.samples[0][1], *(memory.at(share * runs) for share in (0.1, 0.5, 1)), max(it for _, it in memory.samples)]
    return f"{METHODS[name][0]:32}" + "".join(f"{part:9.1f}" for part in parts) + f"{seconds:9.1f}{len(memory.samples):9}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ticks", type=int, nargs="+", default=[20, 400], help="lengths of runs")
    parser.add_argument("--seconds", type=float, default=5, help="about what a sweep on one worker takes")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--without", nargs="+", default=[], choices=METHODS, help="methods to leave out")
    parser.add_argument("--many", type=int, help="the number of tiny runs whose memory is sampled")
    parser.add_argument("--every", type=float, default=1, help="the interval of samples, in seconds")
    options = parser.parse_args()
    names = [name for name in (METHODS if options.many is None else HELD) if name not in options.without]
    for library, needing in {"distributed": ["dask"], "mesa": ["mesa", "started_mesa"]}.items():
        if set(needing) & set(names) and not find_spec(library):
            parser.error(f"{library} is not installed: `pip install {library}`, or --without {' '.join(needing)}")
    # Mesa sets this when it is imported; so all methods have it.
    multiprocessing.set_start_method("spawn")
    if options.many is None:
        for ticks in options.ticks:
            compare(Task(ticks, options.seconds), names, options.rounds, options.workers)
        return
    print(f"{options.many} runs of 1 tick: resident memory in MB, sampled every {options.every:g} s")
    print(f"{'':32}{'begin':>9}{'10 %':>9}{'50 %':>9}{'100 %':>9}{'peak':>9}{'seconds':>9}{'samples':>9}")
    for name in names:
        with ProcessPoolExecutor(1) as own:
            print(own.submit(hold, name, options.many, options.every, options.workers).result(), flush=True)


if __name__ == "__main__":
    main()
