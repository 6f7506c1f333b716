"""Sweeps on the workers of an executor: processes, the machines of a cluster, anything with the protocol of
concurrent.futures.

The process that holds the directory of the sweep hands out the numbers of runs, in chunks that take about a second, and adds each
result to the journal as it arrives. A run follows from its number, so a chunk whose worker died is simply given to another.
"""

from __future__ import annotations

import os
import threading
import time
from collections import OrderedDict, deque
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, wait
from typing import TYPE_CHECKING, Any

from . import _native
from .errors import TerrariumError, WorkerError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from .experiment import Experiment

# What a chunk of runs should take, in seconds.
CHUNK_SECONDS = 1.0
# The most runs of a chunk.
CHUNK_RUNS = 2_000
# The chunks of each worker that are handed out: one being executed, one waiting.
CHUNKS_EACH = 2
# How often a run is given to a worker before it is a failed one.
ATTEMPTS = 4
# The interval in which progress is shown, in seconds.
BETWEEN = 0.1

# The most experiments that a worker remembers.
REMEMBERED = 4

# The experiments that this worker has read, by their fingerprints, the last used last.
_known: OrderedDict[str, Experiment] = OrderedDict()
# Workers can have several threads.
_lock = threading.Lock()


def _renew_lock() -> None:
    """In a forked process: the thread that may have had the lock is not there."""
    global _lock
    _lock = threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_renew_lock)


class Job:
    """An experiment for a worker, which reads it once."""

    def __init__(self, experiment: Experiment) -> None:
        self.version = _native.VERSION
        self.fingerprint = experiment.fingerprint
        self.packed = experiment.__reduce__()

    def experiment(self) -> Experiment:
        """The experiment, on a worker."""
        if self.version != _native.VERSION:
            raise WorkerError(
                f"this worker has terrarium {_native.VERSION}, and the sweep is of {self.version}; "
                "install the same wheel everywhere"
            )
        with _lock:
            if self.fingerprint not in _known:
                unpack, arguments = self.packed
                _known[self.fingerprint] = unpack(*arguments)
                while len(_known) > REMEMBERED:
                    _known.popitem(last=False)
            _known.move_to_end(self.fingerprint)
            return _known[self.fingerprint]


def work(job: Job, numbers: list[int]) -> list[tuple[int, bytes, float]]:
    """Simulates runs on a worker, each on one thread: their numbers, results and seconds."""
    experiment = job.experiment().native
    done = []
    for number in numbers:
        begun = time.perf_counter()
        result = experiment.simulate(number)
        done.append((number, result, time.perf_counter() - begun))
    return done


class _Pace:
    """The number of runs of a chunk, from what runs took so far."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.runs = 0.0

    def note(self, seconds: float) -> None:
        # Recent runs count more: points differ in what they take.
        self.seconds = self.seconds * 0.98 + seconds
        self.runs = self.runs * 0.98 + 1

    def chunk(self) -> int:
        if self.runs == 0.0:
            return 1
        mean = max(self.seconds / self.runs, 1e-6)
        return max(1, min(CHUNK_RUNS, int(CHUNK_SECONDS / mean)))


def distribute(
    experiment: Experiment,
    dir: Path,
    executor: Any,
    *,
    resume: bool = True,
    vector_charts: bool = False,
    progress: Callable[[int, int], object] | None = None,
) -> bool:
    """Executes the runs of an experiment on the workers of an executor. Returns whether all have ended."""
    submit, workers = _submitter(executor)
    sweep = _native.Sweep(experiment.native, dir, resume=resume)
    try:
        _Distribution(experiment, sweep, submit, progress).execute(workers)
    finally:
        finished = sweep.finish(vector_charts=vector_charts)
    return finished


def _submitter(executor: Any) -> tuple[Callable[..., Future], Callable[[], int]]:
    """How work is submitted to an executor, and how many workers it has now."""
    if hasattr(executor, "get_executor") and hasattr(executor, "nthreads"):
        # A client of Dask. Its executor has the protocol of concurrent.futures.
        threads = executor.get_executor(pure=False)
        return threads.submit, lambda: max(1, sum(executor.nthreads().values()))
    if not hasattr(executor, "submit"):
        raise TerrariumError(
            f"an executor of type {type(executor).__name__} has no method `submit`; give one with the protocol of "
            "concurrent.futures, or a client of Dask"
        )
    count = getattr(executor, "_max_workers", None) or getattr(executor, "num_workers", None) or 8
    return executor.submit, lambda: count


class _Distribution:
    """The chunks that are being executed, and those to be given to another worker."""

    def __init__(self, experiment: Experiment, sweep: Any, submit: Any, progress: Any) -> None:
        self.experiment = experiment
        self.sweep = sweep
        self.submit = submit
        self.progress = progress
        self.job = Job(experiment)
        self.pace = _Pace()
        self.running: dict[Future, list[int]] = {}
        self.returned: deque[int] = deque()
        self.attempts: dict[int, int] = {}

    def execute(self, workers: Callable[[], int]) -> None:
        try:
            while True:
                self._hand_out(workers() * CHUNKS_EACH)
                if not self.running:
                    break
                done, _ = wait(self.running, timeout=BETWEEN, return_when=FIRST_COMPLETED)
                for future in done:
                    self._collect(future, self.running.pop(future))
                self._show()
        finally:
            for future in self.running:
                future.cancel()
        self._show()

    def _hand_out(self, most: int) -> None:
        while len(self.running) < most:
            if self.returned:
                # One at a time: the one that kills its worker must not take others along again.
                numbers = [self.returned.popleft()]
            else:
                # Towards the end the chunks become smaller, so that all workers end at about the same time.
                numbers = self.sweep.take(min(self.pace.chunk(), max(1, self._left() // (2 * most))))
            if not numbers:
                return
            self.running[self.submit(work, self.job, numbers)] = numbers

    def _left(self) -> int:
        """How many runs have been given to no worker."""
        runs, done, _ = self.sweep.progress
        return runs - done - sum(map(len, self.running.values())) - len(self.returned)

    def _collect(self, future: Future, numbers: list[int]) -> None:
        try:
            results = future.result()
        except WorkerError:
            raise
        except BrokenExecutor as error:
            raise TerrariumError(
                f"a worker process died, and its executor with it: {error}; the runs that have ended are kept: run again to "
                "continue, or use an executor that replaces workers, such as that of Dask"
            ) from error
        except (Exception, CancelledError) as error:
            self._give_back(numbers, error)
            return
        for number, result, seconds in results:
            self.pace.note(seconds)
            self.attempts.pop(number, None)
            self.sweep.add(result, seconds)

    def _give_back(self, numbers: list[int], error: BaseException) -> None:
        """Lets another worker execute runs whose worker was lost; those that lost several become failed ones."""
        for number in numbers:
            attempts = self.attempts.get(number, 0) + 1
            self.attempts[number] = attempts
            if attempts < ATTEMPTS:
                self.returned.append(number)
            else:
                reason = f"{attempts} workers were lost with this run: {type(error).__name__}: {error}"
                self.sweep.add(self.experiment.native.failure(number, reason), 0.0)

    def _show(self) -> None:
        if self.progress is not None:
            _, done, failed = self.sweep.progress
            self.progress(done, failed)
