"""What the tests share: a small, fast scenario, and the command, if it was built."""

import os
import pathlib
import signal
import subprocess

import pytest

SMALL = {
    "world.size": [900, 700],
    "population.clover": 70,
    "population.oak": 0,
    "population.hare": 25,
    "population.deer": 0,
    "population.lynx": 0,
    "population.wolf": 2,
}


def without(key, overrides=SMALL):
    """Overrides without that of a key that points or factors set."""
    return {other: value for other, value in overrides.items() if other != key}


EXPERIMENT = """
description = "Does more light mean more hares?"
ticks = 60
replicates = 3

[base]
scenario = "meadow"
set = ["world.size=[900, 700]", "population.clover=70", "population.oak=0", "population.hare=25",
    "population.deer=0", "population.lynx=0", "population.wolf=2"]

[factors]
rules.light = [20, 60]

[measures]
hares = "mean(hare)"

[keep]
census = 20
"""

ROOT = pathlib.Path(__file__).parents[2]
COMMAND = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "debug" / "terrarium"


@pytest.fixture(autouse=True)
def interrupts():
    """Interrupts are exceptions, also where a shell that runs the tests in the background ignores them."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def command():
    """Runs the command `terrarium`, which the tests of the crate have built."""

    def run(*arguments):
        done = subprocess.run([COMMAND, *map(str, arguments)], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


def settings(overrides):
    """The overrides as arguments of the command."""
    return [argument for key, value in overrides.items() for argument in ("--set", f"{key}={value}")]
