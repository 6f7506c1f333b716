"""Sweeps on the workers of an executor: processes, the machines of a cluster, anything with the protocol of
concurrent.futures.

The process that holds the directory of the sweep hands out the numbers of runs, in chunks that take about a second, and adds each
result to the journal as it arrives. A run follows from its number, so what a worker had when it died is given to another.

One of those runs may be what killed it. So when all others have been handed out, they are executed in processes of their own on
the workers (isolated.py), and what was lost again is executed while nothing else is. A sweep ends: with a failed run after some
attempts, and when there have been no workers for a while.
"""

from __future__ import annotations

import heapq
import os
import threading
import time
from collections import OrderedDict
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Future,
    ProcessPoolExecutor,
    wait,
)
from typing import TYPE_CHECKING, Any

from . import _native
from .errors import InputError, TerrariumError, WorkerError
from .isolated import ProcessEnded, in_processes

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
# From this attempt on, a run is executed while no other is, so that no other is lost with it.
ALONE = 2
# The chunks of one run each that are handed out after a worker was lost: where one was, others may be.
CAUTION = 20
# How long a sweep waits for workers when all have been lost, in seconds.
PATIENCE = 30.0
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
    """An experiment for a worker, which reads it once.

    isolated: whether the runs are executed in processes of their own.
    """

    def __init__(self, experiment: Experiment, *, isolated: bool = False) -> None:
        self.version = _native.VERSION
        self.fingerprint = experiment.fingerprint
        self.packed = experiment.__reduce__()
        self.isolated = isolated

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


def work(job: Job, numbers: list[int]) -> list[tuple[int, bytes | ProcessEnded, float]]:
    """Simulates runs on a worker, each on one thread: their numbers, results and seconds.

    In place of a result, there can be how the process of the run ended.
    """
    if job.isolated:
        done = in_processes(simulate, job, numbers)
        return [(number, *((it, 0.0) if isinstance(it, ProcessEnded) else it)) for number, it in done]
    return [(number, *simulate(job, number)) for number in numbers]


def simulate(job: Job, number: int) -> tuple[bytes, float]:
    """Simulates a run in this process: its result and seconds."""
    experiment = job.experiment().native
    begun = time.perf_counter()
    result = experiment.simulate(number)
    return result, time.perf_counter() - begun


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
    patience: float = PATIENCE,
) -> bool:
    """Executes the runs of an experiment on the workers of an executor. Returns whether all have ended."""
    if not patience >= 0:
        raise InputError(f"patience cannot be {patience}; give the seconds to wait for workers, from 0")
    workers = _workers_of(executor)
    sweep = _native.Sweep(experiment.native, dir, resume=resume)
    try:
        _Distribution(experiment, sweep, workers, progress, patience).execute()
    finally:
        workers.close()
        finished = sweep.finish(vector_charts=vector_charts)
    return finished


def _workers_of(executor: Any) -> _Workers:
    """The workers of an executor."""
    if hasattr(executor, "get_executor") and hasattr(executor, "nthreads"):
        return _Cluster(executor)
    if not hasattr(executor, "submit"):
        raise InputError(
            f"an executor of type {type(executor).__name__} has no method `submit`; give one with the protocol of "
            "concurrent.futures, or a client of Dask"
        )
    if isinstance(executor, ProcessPoolExecutor):
        return _Processes(executor)
    return _Workers(executor)


class _Workers:
    """Those of an executor with the protocol of concurrent.futures."""

    def __init__(self, executor: Any) -> None:
        self.executor = executor

    def submit(self, job: Job, numbers: list[int]) -> Future:
        return self.executor.submit(work, job, numbers)

    def count(self) -> int:
        """How many there are now."""
        executor = self.executor
        return getattr(executor, "_max_workers", None) or getattr(executor, "num_workers", None) or 8

    def replace(self) -> bool:
        """Replaces those of an executor that can no longer be used. Returns whether it can be done."""
        return False

    def close(self) -> None:
        """Ends what was started here."""


class _Processes(_Workers):
    """Those of a ProcessPoolExecutor, which cannot be used once one has died."""

    def __init__(self, executor: ProcessPoolExecutor) -> None:
        super().__init__(executor)
        self.given = executor

    def replace(self) -> bool:
        self.close()
        given: Any = self.given
        self.executor = ProcessPoolExecutor(
            given._max_workers, given._mp_context, initializer=given._initializer, initargs=given._initargs
        )
        return True

    def close(self) -> None:
        if self.executor is not self.given:
            self.executor.shutdown(cancel_futures=True)


class _Cluster(_Workers):
    """Those of a client of Dask."""

    def __init__(self, client: Any) -> None:
        super().__init__(client.get_executor(pure=False))
        self.client = client

    def count(self) -> int:
        return sum(self.client.nthreads().values())


class _Distribution:
    """The chunks that are being executed, and the runs that were lost with a worker."""

    def __init__(self, experiment: Experiment, sweep: Any, workers: _Workers, progress: Any, patience: float) -> None:
        self.experiment = experiment
        self.sweep = sweep
        self.workers = workers
        self.progress = progress
        self.patience = patience
        self.job = Job(experiment)
        self.isolated = Job(experiment, isolated=True)
        self.pace = _Pace()
        self.running: dict[Future, list[int]] = {}
        # The attempts and numbers of the runs that were lost, a heap.
        self.lost: list[tuple[int, int]] = []
        self.attempts: dict[int, int] = {}
        self.fresh_left = True
        # The chunks that have one run each from now on.
        self.caution = 0
        # When workers were there last; None before the first.
        self.seen: float | None = None

    def execute(self) -> None:
        try:
            while True:
                count = self._count()
                self._hand_out(max(1, count) * CHUNKS_EACH)
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

    def _count(self) -> int:
        """The number of workers. There may be none for a while, but not for ever once there were some."""
        count = self.workers.count()
        now = time.monotonic()
        if count > 0:
            self.seen = now
        elif self.seen is not None and now - self.seen > self.patience:
            self._give_up()
        return count

    def _give_up(self) -> None:
        """Ends the sweep when no worker is left. What was lost with one before are failed runs."""
        reason = f"no worker was left for {self.patience:g} s"
        for number, attempts in sorted(self.attempts.items()):
            self._fail(number, f"{attempts} workers were lost with this run, and {reason}")
        self.lost.clear()
        for future in self.running:
            future.cancel()
        self.running.clear()
        runs, done, _ = self.sweep.progress
        if done < runs:
            raise TerrariumError(
                f"{reason}, and {runs - done} runs have not ended; those that have are kept: run again with workers to "
                "continue"
            )

    def _hand_out(self, most: int) -> None:
        while len(self.running) < most:
            job, numbers = self._next(most)
            if not numbers:
                return
            try:
                future = self.workers.submit(job, numbers)
            except BrokenExecutor as error:
                self._replace(error)
                future = self.workers.submit(job, numbers)
            self.running[future] = numbers

    def _next(self, most: int) -> tuple[Job, list[int]]:
        """What a worker gets next. Nothing if all is handed out, or what is left has to wait until nothing is executed."""
        if self.fresh_left:
            chunk = 1 if self.caution > 0 else self._chunk(self._left(), most)
            self.caution = max(0, self.caution - 1)
            if numbers := self.sweep.take(chunk):
                return self.job, numbers
            self.fresh_left = False
        if not self.lost or self._is_alone():
            return self.isolated, []
        if self.lost[0][0] < ALONE:
            chunk = self._chunk(len(self.lost), most)
            return self.isolated, [number for _, number in self._pop(chunk)]
        return self.isolated, [] if self.running else [number for _, number in self._pop(1)]

    def _chunk(self, left: int, most: int) -> int:
        """The runs of a chunk. Towards the end they become fewer, so that all workers end at about the same time."""
        return min(self.pace.chunk(), max(1, left // (2 * most)))

    def _pop(self, most: int) -> list[tuple[int, int]]:
        """Takes up to so many runs of those that were lost and are as far as the first."""
        first = self.lost[0][0]
        taken: list[tuple[int, int]] = []
        while self.lost and self.lost[0][0] == first and len(taken) < most:
            taken.append(heapq.heappop(self.lost))
        return taken

    def _is_alone(self) -> bool:
        """Whether a run is executed beside which there may be no other."""
        return any(self.attempts.get(number, 0) >= ALONE for numbers in self.running.values() for number in numbers)

    def _left(self) -> int:
        """How many runs have been given to no worker."""
        runs, done, _ = self.sweep.progress
        return runs - done - sum(map(len, self.running.values())) - len(self.lost)

    def _collect(self, future: Future, numbers: list[int]) -> None:
        try:
            results = future.result()
        except WorkerError:
            raise
        except (Exception, CancelledError) as error:
            self._lose(numbers, error)
            return
        for number, result, seconds in results:
            if not isinstance(result, ProcessEnded):
                self.pace.note(seconds)
                self.attempts.pop(number, None)
                self.sweep.add(result, seconds)
            elif result.was_killed:
                self._lose([number], result)
            else:
                self._fail(number, str(result))

    def _replace(self, error: BrokenExecutor) -> None:
        """Continues after the processes of an executor have died."""
        if not self.workers.replace():
            raise TerrariumError(
                f"a worker died, and its executor with it: {error}; the runs that have ended are kept: run again to "
                "continue, or use an executor that replaces workers, such as that of Dask"
            ) from error

    def _lose(self, numbers: list[int], error: BaseException) -> None:
        """Keeps runs whose worker was lost for another one; those that lost several become failed ones."""
        self.caution = CAUTION
        for number in numbers:
            attempts = self.attempts.get(number, 0) + 1
            self.attempts[number] = attempts
            if attempts < ATTEMPTS:
                heapq.heappush(self.lost, (attempts, number))
            elif isinstance(error, ProcessEnded):
                self._fail(number, str(error))
            else:
                self._fail(number, f"{attempts} workers were lost with this run: {type(error).__name__}: {error}")

    def _fail(self, number: int, reason: str) -> None:
        self.attempts.pop(number, None)
        self.sweep.add(self.experiment.native.failure(number, reason), 0.0)

    def _show(self) -> None:
        if self.progress is not None:
            _, done, failed = self.sweep.progress
            self.progress(done, failed)
