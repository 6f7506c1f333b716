"""Runs in a process of their own on a worker: one that ends its process is a failed run, and the worker stays.

The process executes runs in turn and leaves the outcome of each in a file. If it ends before all are there, the first without one
is the run that ended it, and another process continues behind it.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

_COMMAND = f"import sys; from {__name__} import main; main(sys.argv[1])"


class ProcessEnded(Exception):
    """The process of a run ended without a result. The message says how.

    `was_killed`: by a signal that the run does not send itself, so that another attempt may succeed.
    """

    def __init__(self, message: str, was_killed: bool) -> None:
        super().__init__(message, was_killed)
        self.was_killed = was_killed

    def __str__(self) -> str:
        return self.args[0]


def in_processes(function: Callable[[Any, int], Any], job: Any, numbers: list[int]) -> Iterator[tuple[int, Any]]:
    """Each number with what the function returns for it in another process, or with how that process ended.

    What the function raises is raised here.
    """
    left = list(numbers)
    while left:
        with tempfile.TemporaryDirectory(prefix="terrarium-") as name:
            folder = Path(name)
            (folder / "job").write_bytes(pickle.dumps((function, job, left)))
            ended = _execute(folder)
            while left and (outcome := folder / str(left[0])).is_file():
                returned, error = pickle.loads(outcome.read_bytes())
                if error is not None:
                    raise error
                yield left.pop(0), returned
        if left:
            yield left.pop(0), ended


def _execute(folder: Path) -> ProcessEnded:
    """Executes what is in a folder in another process. Returns how it ended."""
    # The modules of this process, wherever it has them from.
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    ended = subprocess.run(
        [sys.executable, "-c", _COMMAND, str(folder)],
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    was_killed = ended.returncode == -getattr(signal, "SIGKILL", 0)
    return ProcessEnded(_ending(ended.returncode, ended.stderr.decode(errors="replace")), was_killed)


def _ending(code: int, message: str) -> str:
    """How a process ended, in words."""
    if code < 0:
        try:
            name = signal.Signals(-code).name
        except ValueError:
            name = f"signal {-code}"
        why = ", perhaps because there was too little memory" if name == "SIGKILL" else ""
        text = f"the process of the run was killed by {name}{why}"
    else:
        text = f"the process of the run ended with exit code {code}"
    lines = message.strip().splitlines()
    return f"{text}: {lines[-1]}" if lines else text


def main(name: str) -> None:
    """Executes what is in a folder, and leaves the outcome of each number there."""
    folder = Path(name)
    function, job, numbers = pickle.loads((folder / "job").read_bytes())
    for number in numbers:
        outcome: tuple[Any, Exception | None]
        try:
            outcome = (function(job, number), None)
        except Exception as error:
            outcome = (None, error)
        # Complete or absent.
        part = folder / "part"
        part.write_bytes(pickle.dumps(outcome))
        part.replace(folder / str(number))
