"""What the tests share: stand-ins for commands of clusters, and the command `terrarium`, which the tests of the crate have built."""

import os
import pathlib
import subprocess

import pytest

ROOT = pathlib.Path(__file__).parents[2]
CLUSTERS = ROOT / "clusters"
COMMAND = (ROOT / os.environ.get("CARGO_TARGET_DIR", "target") / "debug" / "terrarium").absolute()

EXPERIMENT = """
ticks = 60
replicates = 4

[base]
scenario = "meadow"
set = ["world.size=[900, 700]", "population.clover=70", "population.oak=0", "population.hare=25",
    "population.deer=0", "population.lynx=0", "population.wolf=2"]

[factors]
rules.light = [20, 60]
"""

# Logs its arguments. A shard ends with the content of $FAKE_SLURM/code, or waits for a signal if there is none.
FAKE_TERRARIUM = """#!/bin/sh
echo "terrarium $*" >>"$FAKE_SLURM/calls"
case $* in
    *--dry-run*) exit 0 ;;
    merge*) while [ "$1" != --out ]; do shift; done; mkdir "$2" ;;
    *)
        while [ "$1" != --out ]; do shift; done
        mkdir -p "$2"
        if [ -e "$FAKE_SLURM/code" ]; then exit "$(cat "$FAKE_SLURM/code")"; fi
        trap 'exit 130' TERM
        touch "$FAKE_SLURM/waits"
        while true; do sleep 0.05; done
        ;;
esac
"""


@pytest.fixture
def experiment(tmp_path):
    path = tmp_path / "light.toml"
    path.write_text(EXPERIMENT)
    return path


@pytest.fixture
def slurm(tmp_path, monkeypatch):
    """The folder of what the stand-ins of Slurm's commands were called with, in `calls`."""
    folder = tmp_path / "slurm"
    folder.mkdir()
    (folder / "code").write_text("0")
    (folder / "together").write_text("1")
    (folder / "calls").touch()
    monkeypatch.setenv("FAKE_SLURM", str(folder))
    monkeypatch.setenv("PATH", f"{CLUSTERS / 'tests'}:{os.environ['PATH']}")
    return folder


@pytest.fixture
def fake_terrarium(tmp_path, slurm, monkeypatch):
    """Puts a command `terrarium` on the path that only logs its arguments."""
    folder = tmp_path / "fake"
    folder.mkdir()
    (folder / "terrarium").write_text(FAKE_TERRARIUM)
    (folder / "terrarium").chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")


@pytest.fixture
def terrarium(monkeypatch):
    """Puts the command on the path."""
    assert COMMAND.exists(), f"{COMMAND} was not built"
    monkeypatch.setenv("PATH", f"{COMMAND.parent}:{os.environ['PATH']}")


@pytest.fixture
def whole(tmp_path, terrarium, experiment):
    """The results of the experiment in one piece."""
    subprocess.run(["terrarium", "batch", experiment, "--out", tmp_path / "whole"], check=True, capture_output=True)
    return tmp_path / "whole"


def assert_same(expected, found):
    for table in ["runs.csv", "runs.parquet", "summary.csv", "survival.csv"]:
        assert (expected / table).read_bytes() == (found / table).read_bytes(), table
