"""Experiments: the same tables as those of the command, whoever executes the runs."""

import concurrent.futures
import filecmp
import math
import os
import pickle
import signal

import pytest
from conftest import EXPERIMENT, SMALL, without

import terrarium

# All but what depends on times, and the texts.
SAME = ["runs.csv", "runs.parquet", "summary.csv", "survival.csv", "incidence.csv", "anova.csv", "log_rank.csv"]
SAME += ["response-rules.light.png"]


@pytest.fixture
def light(tmp_path):
    path = tmp_path / "study" / "light.toml"
    path.parent.mkdir()
    path.write_text(EXPERIMENT)
    return path


def assert_same(one, other):
    for name in SAME:
        assert filecmp.cmp(one / name, other / name, shallow=False), name
    for part in (one / "census.parquet").iterdir():
        assert filecmp.cmp(part, other / "census.parquet" / part.name, shallow=False), part.name


def reference(command, light, tmp_path):
    command("batch", light, "--out", tmp_path / "reference")
    return tmp_path / "reference"


def test_the_tables_are_those_of_the_command(command, light, tmp_path):
    expected = reference(command, light, tmp_path)
    experiment = terrarium.Experiment.from_file(light)
    assert (experiment.runs, experiment.factors, experiment.name) == (6, ["rules.light"], "light")
    shown = []
    results = experiment.run(tmp_path / "here", jobs=2, progress=lambda done, failed: shown.append((done, failed)))
    assert results.finished and shown[-1] == (6, 0)
    assert_same(expected, results.dir)
    assert results.runs["rules.light"] == [20, 20, 20, 60, 60, 60]
    assert "hares" in results.runs.columns and len(results.summary) > 4
    # Again: nothing is left to be run.
    assert experiment.run(tmp_path / "here").finished


def test_executors_give_the_same_tables(command, light, tmp_path):
    expected = reference(command, light, tmp_path)
    experiment = terrarium.Experiment.from_file(light)
    with concurrent.futures.ProcessPoolExecutor(2) as executor:
        assert_same(expected, experiment.run(tmp_path / "processes", executor=executor).dir)
    with concurrent.futures.ThreadPoolExecutor(3) as executor:
        assert_same(expected, experiment.run(tmp_path / "threads", executor=executor).dir)


def test_a_sweep_is_resumed_by_whoever_comes(command, light, tmp_path):
    expected = reference(command, light, tmp_path)
    experiment = terrarium.Experiment.from_file(light)
    sweep = terrarium._native.Sweep(experiment.native, tmp_path / "resumed")
    numbers = sweep.take(3)
    assert numbers == [0, 1, 2]
    for number in (2, 0):
        sweep.add(experiment.native.simulate(number), 0.5)
    with pytest.raises(terrarium.InputError, match="another process is running this sweep"):
        terrarium._native.Sweep(experiment.native, tmp_path / "resumed")
    with pytest.raises(terrarium.InputError, match="run 2 has a result already"):
        sweep.add(experiment.native.simulate(2), 0.5)
    with pytest.raises(terrarium.InputError, match="not the result of a run"):
        sweep.add(b"something else", 0.5)
    assert sweep.progress == (6, 2, 0) and not sweep.finish()
    with pytest.raises(terrarium.InputError, match="the sweep is finished"):
        sweep.take(1)
    command("batch", light, "--out", tmp_path / "resumed", "--resume")
    assert_same(expected, tmp_path / "resumed")


class Unreliable(concurrent.futures.ThreadPoolExecutor):
    """Loses every third chunk, and all of one run."""

    count = 0

    def submit(self, function, job, numbers):
        self.count += 1
        if self.count % 3 == 0 or 4 in numbers:
            future = concurrent.futures.Future()
            future.set_exception(ConnectionError("the worker is gone"))
            return future
        return super().submit(function, job, numbers)


def test_lost_workers_cost_no_run_but_the_one_that_kills_them(light, tmp_path):
    experiment = terrarium.Experiment.from_file(light)
    with Unreliable(2) as executor:
        results = experiment.run(tmp_path / "unreliable", executor=executor)
    assert results.finished
    endings = results.runs["ending"]
    assert [ending for place, ending in enumerate(endings) if place != 4] == ["complete"] * 5
    assert endings[4] == "failed"
    whole = experiment.run(tmp_path / "whole").runs
    others = [place for place in range(6) if place != 4]
    assert [results.runs["hares"][it] for it in others] == [whole["hares"][it] for it in others]


def test_a_killed_process_costs_no_run(command, light, tmp_path):
    expected = reference(command, light, tmp_path)
    experiment = terrarium.Experiment.from_file(light)
    killed = []

    def kill_one(done, failed):
        if done >= 1 and not killed:
            killed.append(next(iter(executor._processes)))
            os.kill(killed[0], signal.SIGKILL)

    with concurrent.futures.ProcessPoolExecutor(2) as executor:
        results = experiment.run(tmp_path / "killed", executor=executor, progress=kill_one)
    assert killed and results.finished
    assert_same(expected, results.dir)


def test_a_worker_reads_its_experiment_from_what_it_is_sent(light, tmp_path):
    packed = pickle.dumps(terrarium.Experiment.from_file(light))
    light.unlink()
    experiment = pickle.loads(packed)
    assert experiment.runs == 6 and experiment.name == "light"


def test_another_version_is_refused_by_name(light):
    from terrarium.executors import Job

    job = Job(terrarium.Experiment.from_file(light))
    job.version = "0.0.9"
    with pytest.raises(terrarium.errors.WorkerError, match="the sweep is of 0.0.9"):
        job.experiment()


def built(**more):
    return terrarium.Experiment(scenario="meadow", ticks=40, overrides=SMALL, **more)


def test_an_experiment_can_be_built_in_code(light, tmp_path):
    study = built(replicates=2, factors={"rules.light": {"from": 20, "to": 60, "steps": 3}}, measures={"hares": "final(hare)"})
    results = study.run(tmp_path / "built")
    assert results.runs["rules.light"] == [20, 20, 40, 40, 60, 60]


def test_texts_of_all_scripts_are_kept():
    assert built(description="Hasen 🐇 und \"Klee\"").runs == 1


def test_points_are_measured_for_optimisers():
    study = built(replicates=2, measures={"hares": "final(hare)", "none": "final(oak) / final(oak)"})
    points = [{"rules.light": 20}, {"rules.light": 60}, {"rules.light": 20}]
    found = study.measure(points, jobs=2)
    assert found[0]["hares"] == found[2]["hares"] and len(found[1]["hares"]) == 2
    assert all(math.isnan(value) for value in found[0]["none"])
    assert study.measure([]) == []
    with pytest.raises(terrarium.InputError, match="the nearest are `rules.light`"):
        study.measure([{"rules.lihgt": 20}])
    with pytest.raises(terrarium.InputError, match="without factors, points and a design"):
        built(factors={"rules.light": [1, 2]}).measure(points)


def test_an_interrupted_sweep_keeps_what_was_done(tmp_path):
    study = built(replicates=400, measures={"hares": "final(hare)"})

    def interrupt(done, failed):
        if done >= 2:
            signal.raise_signal(signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        study.run(tmp_path / "interrupted", jobs=2, progress=interrupt)
    ended = len(terrarium.Results(tmp_path / "interrupted").runs)
    assert 2 <= ended < 400


WRONG = [
    (lambda: built(factors={"rules.lihgt": [1, 2]}), "rules.light"),
    (lambda: built(factors={"rules.light": []}), "nothing to run"),
    (lambda: built(measures={"a": "final(hair)"}), "hare"),
    (lambda: built(replicates=-1), "replicates"),
    (lambda: built(replicates=object()), "replicates is of type object"),
    (lambda: built(stop={"when": "hare >"}), "the end was not expected"),
    (lambda: terrarium.Experiment.from_file("nowhere.toml"), "nowhere.toml"),
    (lambda: terrarium.Results("nowhere").runs, "no table 'runs'"),
]


@pytest.mark.parametrize("call, expected", WRONG, ids=[expected for _, expected in WRONG])
def test_wrong_experiments_are_refused_with_a_remedy(call, expected):
    with pytest.raises(terrarium.InputError) as caught:
        call()
    assert expected in str(caught.value)


def test_a_failed_run_is_a_row(tmp_path):
    # There is no room for so many.
    study = terrarium.Experiment(scenario="meadow", ticks=3, overrides={**without("population.hare"), "world.size": [200, 200]},
                                 points=[{"population.hare": 1}, {"population.hare": 9000}])
    results = study.run(tmp_path / "failed")
    assert results.runs["ending"][1] == "failed"
