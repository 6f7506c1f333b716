"""Calls in processes of their own: a run that ends its process is a failed one, and the worker stays."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any


_COMMAND = f"import sys; from {__name__} import main; main(*sys.argv[1:])"


class ProcessEnded(Exception):
    """The process of a run ended without a result. The message says how.

    `was_killed`: by a signal that the run does not send itself, so that another attempt may succeed.
    """

    def __init__(self, message: str, was_killed: bool) -> None:
        super().__init__(message, was_killed)
        self.was_killed = was_killed

    def __str__(self) -> str:
        return self.args[0]


def in_process(function: Callable[..., Any], *arguments: Any) -> Any:
    """What the function returns or raises, called in a process of its own."""
    with tempfile.TemporaryDirectory(prefix="terrarium-") as folder:
        job, result = Path(folder) / "job", Path(folder) / "result"
        job.write_bytes(pickle.dumps((function, arguments)))
        # The modules of this process, wherever it has them from.
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        command = [sys.executable, "-c", _COMMAND, str(job), str(result)]
        ended = subprocess.run(
            command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        )
        if not result.is_file():
            was_killed = ended.returncode == -getattr(signal, "SIGKILL", 0)
            raise ProcessEnded(_ending(ended.returncode, ended.stderr.decode(errors="replace")), was_killed)
        returned, error = pickle.loads(result.read_bytes())
    if error is not None:
        raise error
    return returned


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


def main(job: str, result: str) -> None:
    """Executes the call in a file, and writes what came of it to another."""
    function, arguments = pickle.loads(Path(job).read_bytes())
    outcome: tuple[Any, Exception | None]
    try:
        outcome = (function(*arguments), None)
    except Exception as error:
        outcome = (None, error)
    # Complete or absent: the process that waits takes what is there.
    part = Path(result + ".part")
    part.write_bytes(pickle.dumps(outcome))
    part.replace(result)
