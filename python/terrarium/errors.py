"""The exceptions of the package."""

from __future__ import annotations


class TerrariumError(Exception):
    """Something failed although the input is right, such as writing to a full disk."""


class InputError(TerrariumError, ValueError):
    """Input is wrong: a scenario, an override, an experiment, a value, a file.

    `what` says what is wrong, `remedy` what to do about it; `file`, `line` and `column` (from 1) say where, if it is in a
    file. Each is None if there is none. The message has all of them.
    """

    def __init__(
        self,
        message: str,
        *,
        what: str | None = None,
        file: str | None = None,
        line: int | None = None,
        column: int | None = None,
        remedy: str | None = None,
    ) -> None:
        super().__init__(message)
        self.what = message if what is None else what
        self.file = file
        self.line = line
        self.column = column
        self.remedy = remedy

    def __reduce__(self):
        return _restored, (str(self), self.what, self.file, self.line, self.column, self.remedy)


class WorkerError(TerrariumError):
    """A worker cannot execute the runs of a sweep: it has another version, or lacks a file."""


def _restored(message, what, file, line, column, remedy):
    return InputError(message, what=what, file=file, line=line, column=column, remedy=remedy)
