"""The scripts among the examples, at a size at which their answers mean nothing. Notebooks are executed by nbmake in `.ci/run`."""

import pathlib
import subprocess
import sys

import pytest

EXAMPLES = pathlib.Path(__file__).parents[1] / "examples"

SMALL = {
    "fit.py": (["--ticks", "300", "--replicates", "1"], "light for 60 hares", "scipy"),
    # Not in `.ci/run`, which does not install Ray.
    "on_ray.py": (["--ticks", "30", "--replicates", "2"], "4 runs on", "ray"),
}


def test_every_script_is_tried():
    assert sorted(SMALL) == sorted(path.name for path in EXAMPLES.glob("*.py"))


@pytest.mark.parametrize("name", sorted(SMALL))
def test_a_script_runs(name, tmp_path):
    arguments, expected, library = SMALL[name]
    pytest.importorskip(library)
    done = subprocess.run([sys.executable, EXAMPLES / name, *arguments], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert expected in done.stdout
