"""The manifests for Kubernetes: their commands are executed here, with the folders of a test in place of the volumes."""

import os
import subprocess
import sys

import pytest
import yaml
from conftest import CLUSTERS, assert_same

FOLDER = CLUSTERS / "kubernetes"


def manifest(name):
    return yaml.safe_load((FOLDER / name).read_text())


def container(name):
    [only] = manifest(name)["spec"]["template"]["spec"]["containers"]
    return only


def values(name):
    """The variables of a container that have a value."""
    return {entry["name"]: entry["value"] for entry in container(name).get("env", []) if "value" in entry}


def execute(name, folder, **environment):
    """Executes the command of a container."""
    it = container(name)
    command = [part.replace("/data/", f"{folder}/").replace("/experiment/", f"{folder}/") for part in it["command"] + it["args"]]
    command[0] = {"python": sys.executable}.get(command[0], command[0])
    environment = {**os.environ, **values(name), **environment}
    return subprocess.run(command, env=environment, capture_output=True, text=True)


def test_each_index_is_a_shard_and_the_merge_has_them_all(slurm, fake_terrarium, tmp_path):
    job = manifest("indexed-job.yaml")["spec"]
    assert values("indexed-job.yaml")["SHARDS"] == str(job["completions"])
    for index in range(job["completions"]):
        done = execute("indexed-job.yaml", tmp_path, JOB_COMPLETION_INDEX=str(index), CPUS="2")
        assert done.returncode == 0, done.stderr
    calls = [call.split() for call in (slurm / "calls").read_text().splitlines()]
    shards = [words[words.index("--shard") + 1] for words in calls]
    assert shards == [f"{number}/{job['completions']}" for number in range(1, job["completions"] + 1)]
    assert all({"--resume", "--checkpoint-every"} < set(words) for words in calls)
    outs = [words[words.index("--out") + 1] for words in calls]
    assert execute("merge-job.yaml", tmp_path).returncode == 0
    merge = (slurm / "calls").read_text().splitlines()[-1].split()
    assert sorted(merge[2 : merge.index("--out")]) == sorted(outs) and len(set(outs)) == job["completions"]
    assert (tmp_path / "light" / "merged").is_dir()


def test_the_tables_are_those_of_the_whole(experiment, whole, tmp_path):
    for index in range(3):
        if index == 2:
            # A shard is missing, as when its index has failed.
            assert execute("merge-job.yaml", tmp_path).returncode == 2
        done = execute("indexed-job.yaml", tmp_path, JOB_COMPLETION_INDEX=str(index), CPUS="2", SHARDS="3")
        assert done.returncode == 0, done.stderr
    done = execute("merge-job.yaml", tmp_path)
    assert done.returncode == 0, done.stderr
    assert_same(whole, tmp_path / "light" / "merged")
    # What was merged is not replaced.
    done = execute("merge-job.yaml", tmp_path)
    assert done.returncode == 2 and "merged exists already" in done.stderr


def test_exit_codes_have_the_meaning_of_the_command(slurm, fake_terrarium, tmp_path):
    for code in [1, 2, 130]:
        (slurm / "code").write_text(str(code))
        assert execute("indexed-job.yaml", tmp_path, JOB_COMPLETION_INDEX="0", CPUS="2").returncode == code
    rules = manifest("indexed-job.yaml")["spec"]["podFailurePolicy"]["rules"]
    # The first that holds is applied: a pod that was ended with its node must not fail its index.
    assert [rule["action"] for rule in rules] == ["Ignore", "FailIndex"]
    assert rules[1]["onExitCodes"]["containerName"] == container("indexed-job.yaml")["name"]


def test_a_sweep_on_the_workers_of_dask(experiment, whole, tmp_path):
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
    ) as cluster:
        done = execute("dask-job.yaml", tmp_path, DASK_SCHEDULER_ADDRESS=cluster.scheduler_address)
    assert done.returncode == 0, done.stderr
    assert_same(whole, tmp_path / "light")


def test_all_have_the_same_image_volume_and_scheduler():
    chart = manifest("dask-values.yaml")
    images = {"{repository}:{tag}".format(**chart[part]["image"]) for part in ["scheduler", "worker"]}
    jobs = ["indexed-job.yaml", "merge-job.yaml", "dask-job.yaml"]
    assert images == {container(name)["image"] for name in jobs}
    [image] = images
    assert f"--tag {image} " in (CLUSTERS / "Containerfile").read_text()
    assert values("dask-job.yaml")["DASK_SCHEDULER_ADDRESS"] == f"tcp://{chart['fullnameOverride']}-scheduler:8786"
    claim = manifest("volume.yaml")["metadata"]["name"]
    for name in jobs:
        pod = manifest(name)["spec"]["template"]["spec"]
        volumes = {volume["name"]: volume for volume in pod["volumes"]}
        assert volumes["data"]["persistentVolumeClaim"]["claimName"] == claim
        assert {mount["name"] for mount in container(name)["volumeMounts"]} == set(volumes)
