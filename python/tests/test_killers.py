"""Sweeps with runs that end the process that executes them: they end, with a failed row for each of these."""

import concurrent.futures
import os
import pathlib
import subprocess
import sys
import time

import pytest
from conftest import EXPERIMENT

import terrarium

# What a process imports when it starts. Run 5 ends its process, as a creature that needs too much memory would.
KILLER = """
import os, signal
from terrarium import _native

def patch(simulate):
    def killing(self, number, **options):
        if number % 17 == 5:
            os.kill(os.getpid(), signal.SIGKILL) if "BY_SIGNAL" in os.environ else os._exit(7)
        return simulate(self, number, **options)
    return killing

_native.Experiment.simulate = patch(_native.Experiment.simulate)
"""

# A sweep of ten runs on an executor. It prints the endings.
SWEEP = """
import concurrent.futures, pathlib, sys, terrarium

def main(kind, experiment, folder):
    study = terrarium.Experiment.from_file(experiment)
    if kind == "processes":
        with concurrent.futures.ProcessPoolExecutor(2) as executor:
            results = study.run(folder, executor=executor)
    else:
        import distributed
        with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None,
                                      silence_logs=50) as cluster, distributed.Client(cluster) as client:
            results = study.run(folder, executor=client)
    assert results.finished
    print(*results.runs["ending"], sep=",")
    print(results.runs["detail"][5])

if __name__ == "__main__":
    main(*sys.argv[1:])
"""


@pytest.fixture
def ten(tmp_path):
    path = tmp_path / "ten.toml"
    path.write_text(EXPERIMENT.replace("replicates = 3", "replicates = 5"))
    return path


def sweep(kind, ten, tmp_path, **environment):
    killer, script = tmp_path / "killer", tmp_path / "sweep.py"
    killer.mkdir()
    (killer / "sitecustomize.py").write_text(KILLER)
    script.write_text(SWEEP)
    path = os.pathsep.join([str(killer), str(pathlib.Path(terrarium.__file__).parents[1]), *filter(None, sys.path)])
    command = [sys.executable, script, kind, ten, tmp_path / "runs"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=240, env={**os.environ, "PYTHONPATH": path, **environment})
    assert done.returncode == 0, done.stderr
    endings, reason = done.stdout.splitlines()[-2:]
    return endings.split(","), reason


TEN = ["complete"] * 5 + ["failed"] + ["complete"] * 4


def test_a_run_that_ends_its_process_ends_no_pool(ten, tmp_path):
    endings, reason = sweep("processes", ten, tmp_path)
    assert endings == TEN
    assert reason == "the process of the run ended with exit code 7"


def test_a_run_that_is_killed_again_and_again_fails(ten, tmp_path):
    endings, reason = sweep("processes", ten, tmp_path, BY_SIGNAL="1")
    assert endings == TEN
    assert reason.startswith("the process of the run was killed by SIGKILL")


def test_a_run_that_ends_its_worker_of_dask_is_a_failed_row(ten, tmp_path):
    pytest.importorskip("distributed")
    endings, reason = sweep("dask", ten, tmp_path)
    assert endings == TEN
    assert reason == "the process of the run ended with exit code 7"


class Killed(concurrent.futures.ThreadPoolExecutor):
    """Loses run 5 and what is executed beside it, however it is executed."""

    beside = 0

    def __init__(self):
        super().__init__(4)
        self.futures = []

    def submit(self, function, job, numbers):
        self.futures = [future for future in self.futures if not future.done()]
        if 5 not in numbers:
            future = concurrent.futures.Future()
            self.futures.append(future)
            own = super().submit(lambda: time.sleep(0.1) or function(job, numbers))
            own.add_done_callback(lambda own: future.done() or future.set_result(own.result()))
            return future
        for future in self.futures:
            if not future.done():
                self.beside += 1
                future.set_exception(ConnectionError("the worker is gone"))
        lost = concurrent.futures.Future()
        lost.set_exception(ConnectionError("the worker is gone"))
        return lost


def test_what_is_executed_beside_a_killer_does_not_fail_with_it(ten, tmp_path):
    with Killed() as executor:
        results = terrarium.Experiment.from_file(ten).run(tmp_path / "runs", executor=executor)
    assert results.finished and executor.beside > 0
    assert results.runs["ending"] == TEN
    assert results.runs["detail"][5].startswith("4 workers were lost with this run: ConnectionError")


class Deserted:
    """Looks like a client of Dask. Its workers are there until run 5 takes them along."""

    def __init__(self):
        self.left = 2
        self.threads = concurrent.futures.ThreadPoolExecutor(2)

    def get_executor(self, pure):
        return self

    def nthreads(self):
        return dict.fromkeys(range(self.left), 1)

    def submit(self, function, job, numbers):
        if 5 in numbers:
            self.left = 0
            lost = concurrent.futures.Future()
            lost.set_exception(ConnectionError("the worker is gone"))
            return lost
        return self.threads.submit(function, job, numbers) if self.left else concurrent.futures.Future()


def test_a_sweep_does_not_wait_for_workers_that_do_not_come(ten, tmp_path):
    experiment = terrarium.Experiment.from_file(ten)
    with pytest.raises(terrarium.TerrariumError, match="no worker was left for 1 s, and . runs have not ended; .* run again"):
        experiment.run(tmp_path / "runs", executor=Deserted(), patience=1)
    # The one that was lost is a failed row, and the others can be continued.
    runs = terrarium.Results(tmp_path / "runs").runs
    assert dict(zip(runs["case"], runs["ending"]))[5] == "failed"
    again = experiment.run(tmp_path / "runs", jobs=2)
    assert again.finished and again.runs["ending"] == TEN


def test_patience_is_a_number(ten, tmp_path):
    for wrong in (-1, float("nan")):
        with pytest.raises(terrarium.InputError, match="patience cannot be"):
            terrarium.Experiment.from_file(ten).run(tmp_path / "runs", executor=Deserted(), patience=wrong)


def test_processes_continue_behind_what_ends_them(tmp_path, monkeypatch):
    from terrarium.isolated import ProcessEnded, in_processes

    (tmp_path / "killing.py").write_text(
        "import os, signal\n"
        "def square(log, number):\n"
        "    with open(log, 'a') as file: print(os.getpid(), number, file=file)\n"
        "    if number == 3: os._exit(9)\n"
        "    if number == 5: os.kill(os.getpid(), signal.SIGSEGV)\n"
        "    if number == 6: os.kill(os.getpid(), signal.SIGKILL)\n"
        "    if number == 8: raise ValueError('eight')\n"
        "    return number * number\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    import killing

    log = tmp_path / "log"
    found = dict(in_processes(killing.square, log, [1, 2, 3, 4, 5, 6, 7]))
    ended = {number: found.pop(number) for number in (3, 5, 6)}
    assert found == {1: 1, 2: 4, 4: 16, 7: 49} and all(isinstance(it, ProcessEnded) for it in ended.values())
    assert [str(it).split(",")[0] for it in ended.values()] == [
        "the process of the run ended with exit code 9",
        "the process of the run was killed by SIGSEGV",
        "the process of the run was killed by SIGKILL",
    ]
    assert [it.was_killed for it in ended.values()] == [False, False, True]
    # Each is executed once, and only what ends a process takes another.
    calls = [line.split() for line in log.read_text().splitlines()]
    assert [int(number) for _, number in calls] == [1, 2, 3, 4, 5, 6, 7] and len({process for process, _ in calls}) == 4
    with pytest.raises(ValueError, match="eight"):
        dict(in_processes(killing.square, log, [1, 8]))
