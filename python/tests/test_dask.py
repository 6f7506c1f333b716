"""Sweeps on Dask: several processes, workers that die, a worker of another version."""

import os
import signal
import threading
import time

import pytest
from conftest import EXPERIMENT
from test_experiments import assert_same

import terrarium

distributed = pytest.importorskip("distributed")


@pytest.fixture
def light(tmp_path):
    path = tmp_path / "light.toml"
    # Long enough that a worker is killed in the middle.
    path.write_text(EXPERIMENT.replace("replicates = 3", "replicates = 12").replace("ticks = 60", "ticks = 120"))
    return path


@pytest.fixture
def cluster():
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
    ) as cluster:
        yield cluster


def test_the_tables_are_the_same_although_a_worker_is_killed(light, tmp_path, cluster):
    experiment = terrarium.Experiment.from_file(light)
    expected = experiment.run(tmp_path / "here", jobs=2).dir
    with distributed.Client(cluster) as client:
        killed = []

        def kill_one(done, failed):
            if done >= 2 and not killed:
                killed.extend(client.run(os.getpid).values())
                os.kill(killed[0], signal.SIGKILL)

        results = experiment.run(tmp_path / "dask", executor=client, progress=kill_one)
    assert killed and results.finished
    assert_same(expected, results.dir)


def test_a_slow_worker_does_not_matter(light, tmp_path, cluster):
    experiment = terrarium.Experiment.from_file(light)
    expected = experiment.run(tmp_path / "here", jobs=2).dir
    with distributed.Client(cluster) as client:
        [slow, _] = client.run(os.getpid).values()

        def hold():
            os.kill(slow, signal.SIGSTOP)
            time.sleep(2)
            os.kill(slow, signal.SIGCONT)

        holding = threading.Timer(0.2, hold)
        holding.start()
        results = experiment.run(tmp_path / "slow", executor=client)
        holding.join()
    assert_same(expected, results.dir)


def test_a_worker_of_another_version_is_refused_by_name(light, tmp_path, cluster):
    def pretend():
        terrarium._native.VERSION = "0.0.9"

    experiment = terrarium.Experiment.from_file(light)
    with distributed.Client(cluster) as client:
        client.run(pretend)
        with pytest.raises(terrarium.errors.WorkerError, match="this worker has terrarium 0.0.9"):
            experiment.run(tmp_path / "refused", executor=client)
    # Nothing was lost: the same directory can be used with the right workers.
    assert experiment.run(tmp_path / "refused", jobs=2).finished
