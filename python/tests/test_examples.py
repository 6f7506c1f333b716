"""The examples, at a size at which their answers mean nothing."""

import pathlib
import subprocess
import sys

import pytest

EXAMPLES = pathlib.Path(__file__).parents[1] / "examples"

SMALL = {
    "calibrate_wolves.py": (["--trials", "2", "--ticks", "40", "--replicates", "2"], "best:", "optuna"),
    "fit.py": (["--ticks", "300", "--replicates", "1"], "light for 60 hares", "scipy"),
    # Not in `.ci/run`, which does not install Ray.
    "on_ray.py": (["--ticks", "30", "--replicates", "2"], "4 runs on", "ray"),
    "sensitivity.py": (["--ticks", "30", "--trajectories", "2", "--samples", "2"], "rules.birth_distance", "SALib"),
}


def test_every_example_is_tried():
    assert sorted(SMALL) == sorted(path.name for path in EXAMPLES.glob("*.py"))


@pytest.mark.parametrize("name", sorted(SMALL))
def test_an_example_runs(name, tmp_path):
    arguments, expected, library = SMALL[name]
    pytest.importorskip(library)
    done = subprocess.run([sys.executable, EXAMPLES / name, *arguments], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert expected in done.stdout
    if name == "sensitivity.py":
        assert (tmp_path / "sensitivity.png").read_bytes().startswith(b"\x89PNG")
