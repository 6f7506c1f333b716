"""The benchmarks, at a size at which their figures mean nothing."""

import pathlib
import re
import subprocess
import sys

import pytest

BENCHES = pathlib.Path(__file__).parents[1] / "benches"


def figures(name, *arguments):
    """The rows that it prints, each a name and numbers."""
    done = subprocess.run([sys.executable, BENCHES / name, *arguments], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    rows = re.findall(r"^(\S.*?)((?: +-?\d+\.?\d*)+)$", done.stdout, re.MULTILINE)
    return {name.strip(): [float(number) for number in numbers.split()] for name, numbers in rows}


def test_methods_are_compared():
    pytest.importorskip("distributed")
    rows = figures("sweeps.py", "--ticks", "3", "--seconds", "0.05", "--rounds", "1", "--without", "mesa", "started_mesa")
    experiments = ["Experiment, no executor", "Experiment, ProcessPoolExecutor", "Experiment, Dask"]
    assert list(rows) == [*experiments, "multiprocessing.Pool.map"]
    for low, middle, high, *overhead in rows.values():
        # One round: the minimum is the maximum.
        assert low == middle == high > 0 and len(set(overhead)) == 1


def test_memory_is_sampled():
    [(begin, *shares, peak, seconds, samples)] = figures(
        "sweeps.py", "--many", "200", "--every", "0.01", "--without", "dask"
    ).values()
    assert 5 < begin <= peak and all(begin / 2 < share <= peak for share in shares) and len(shares) == 3
    assert seconds > 0 and samples >= 2


def test_decisions_are_counted():
    pytest.importorskip("pettingzoo")
    rows = figures("agents.py", "--agents", "20", "--ticks", "3", "--rounds", "1")
    assert list(rows) == ["arrays", "dictionaries", "without Python"]
    assert all(low == middle == high > 0 for low, middle, high in rows.values())
