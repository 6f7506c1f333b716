"""The files for Slurm, with stand-ins for its commands that execute jobs here."""

import os
import signal
import subprocess
import sys
import time

import pytest
from conftest import CLUSTERS, assert_same

ARRAY = CLUSTERS / "slurm" / "array.sh"


def run(*arguments):
    return subprocess.run([*map(str, arguments)], capture_output=True, text=True)


def test_each_index_of_the_array_is_a_shard_and_the_merge_has_them_all(experiment, slurm, fake_terrarium, tmp_path):
    dir = tmp_path / "light"
    done = run(ARRAY, experiment, 12, dir)
    assert done.returncode == 0, done.stderr
    assert done.stdout == f"shards: job 1; merge: job 2; results: {dir}/merged\n"
    calls = (slurm / "calls").read_text().splitlines()
    shards = [call.split() for call in calls if "--shard" in call and call.startswith("terrarium")]
    assert [words[words.index("--shard") + 1] for words in shards] == [f"{number}/12" for number in range(1, 13)]
    outs = [words[words.index("--out") + 1] for words in shards]
    assert all({"--resume", "--checkpoint-every"} < set(words) for words in shards)
    # As many as the lines at the head of the script request.
    assert {words[words.index("--jobs") + 1] for words in shards} == {"4"}
    [merge] = [call.split() for call in calls if call.startswith("terrarium merge")]
    assert sorted(merge[2 : merge.index("--out")]) == sorted(outs) and len(set(outs)) == 12
    assert any("--dependency=afterany:1 " in call for call in calls)
    assert (dir / "merged").is_dir() and not (dir / "merged.part").exists()
    # A sweep that has ended is not begun anew.
    again = run(ARRAY, experiment, 12, dir)
    assert again.returncode == 2 and "merged exists" in again.stderr


def test_some_shards_can_be_repeated(experiment, slurm, fake_terrarium, tmp_path):
    assert run(ARRAY, experiment, 12, tmp_path / "light", "3,7-8").returncode == 0
    calls = (slurm / "calls").read_text()
    assert [it for it in range(1, 13) if f"--shard {it}/12 --resume" in calls] == [3, 7, 8]


def test_the_tables_are_those_of_the_whole_although_a_shard_was_lost(experiment, slurm, whole, tmp_path):
    dir = tmp_path / "light"
    # The node of the second shard is lost before it begins, so the merge reports what is missing.
    assert run(ARRAY, experiment, 3, dir, "1,3").returncode == 0
    assert (slurm / "codes").read_text() == "1 0\n3 0\nmerge 2\n"
    assert not (dir / "merged").exists()
    # The same command continues.
    assert run(ARRAY, experiment, 3, dir).returncode == 0
    assert (slurm / "codes").read_text().endswith("1 0\n2 0\n3 0\nmerge 0\n")
    assert_same(whole, dir / "merged")


def test_a_sweep_with_failed_runs_is_merged(experiment, slurm, terrarium, tmp_path):
    (tmp_path / "points.csv").write_text("rules.light\n20\n-1\n")
    experiment.write_text('ticks = 20\n[base]\nscenario = "meadow"\n[design]\nfile = "points.csv"\n')
    assert run(ARRAY, experiment, 2, tmp_path / "light").returncode == 0
    assert (slurm / "codes").read_text() == "1 0\n2 1\nmerge 0\n"
    assert "failed" in (tmp_path / "light" / "merged" / "runs.csv").read_text()


def test_wrong_input_is_reported_before_anything_is_submitted(experiment, slurm, terrarium, tmp_path):
    experiment.write_text("ticks = 20\n")
    for arguments in [(experiment, 3, tmp_path / "light"), (experiment, "three", tmp_path / "light"), (experiment,)]:
        done = run(ARRAY, *arguments)
        assert done.returncode == 2 and done.stderr.startswith("error: "), arguments
    assert (slurm / "calls").read_text() == ""


@pytest.mark.parametrize(
    "sent, is_requeued", [(signal.SIGUSR1, True), (signal.SIGTERM, False)], ids=["time limit", "cancelled"]
)
def test_a_shard_is_queued_again_at_its_time_limit_only(sent, is_requeued, slurm, fake_terrarium, tmp_path):
    (slurm / "code").unlink()
    environment = {**os.environ, "SLURM_JOB_ID": "77", "SLURM_ARRAY_TASK_ID": "2", "SLURM_CPUS_PER_TASK": "4"}
    job = subprocess.Popen([ARRAY, "--shard", "light.toml", "3", tmp_path / "light"], env=environment)
    deadline = time.monotonic() + 10
    while not (slurm / "waits").exists() and time.monotonic() < deadline:
        time.sleep(0.02)
    # Slurm sends it to the script only.
    os.kill(job.pid, sent)
    assert job.wait(10) == 130
    assert ("scontrol requeue 77\n" in (slurm / "calls").read_text()) == is_requeued


@pytest.mark.parametrize("code", [0, 1, 2, 137])
def test_the_exit_code_of_a_shard_is_that_of_the_command(code, slurm, fake_terrarium, tmp_path):
    (slurm / "code").write_text(str(code))
    environment = {**os.environ, "SLURM_JOB_ID": "77", "SLURM_ARRAY_TASK_ID": "2", "SLURM_CPUS_PER_TASK": "4"}
    done = subprocess.run([ARRAY, "--shard", "light.toml", "3", tmp_path / "light"], env=environment)
    assert done.returncode == code
    assert "scontrol" not in (slurm / "calls").read_text()


def test_workers_of_dask_are_jobs(experiment, slurm, whole, tmp_path):
    pytest.importorskip("dask_jobqueue", exc_type=ModuleNotFoundError)
    # A busy machine may submit the second when the first has made all runs.
    (slurm / "together").write_text("2")
    sweep = [CLUSTERS / "slurm" / "sweep.py", experiment, tmp_path / "light"]
    done = run(sys.executable, *sweep, "--jobs", 2, "--cores", 1, "--memory", "1GiB", "--account", "ecology")
    assert done.returncode == 0, done.stderr
    assert "8 of 8 runs, 0 failed" in done.stderr
    assert_same(whole, tmp_path / "light")
    script = (slurm / "job-1").read_text()
    for line in ["-A ecology", "--cpus-per-task=1", "--mem=1G", "-t 04:00:00"]:
        assert f"#SBATCH {line}\n" in script
    assert "--lifetime 230m" in script and (slurm / "job-2").exists()
