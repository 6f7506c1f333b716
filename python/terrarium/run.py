"""Recorded runs: the directories that `terrarium run --out` writes."""

from __future__ import annotations

import json
import os
from functools import cached_property
from pathlib import Path

from ._native import Recording, Table, read_table
from .errors import InputError

# The tables of a run, by the names of their files without ending.
_TABLES = ("ancestry", "census", "conquest", "events", "individuals", "ledger")


class Run:
    """The record of a run. Its tables are attributes: `census`, `events`, `ledger`, `individuals`, `ancestry`, `conquest`."""

    def __init__(self, dir: str | os.PathLike[str]) -> None:
        self.dir = Path(dir)
        try:
            self.manifest = json.loads((self.dir / "manifest.json").read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise InputError(
                f"{self.dir}: this is not the record of a run: it has no manifest.json; "
                "record one with `terrarium run --out DIR`",
                file=str(self.dir),
            ) from None
        except (OSError, ValueError) as error:
            raise InputError(f"{self.dir / 'manifest.json'}: {error}", file=str(self.dir)) from error

    def table(self, name: str) -> Table:
        """The table of this name, from its CSV or Parquet file."""
        for ending in (".csv", ".parquet"):
            path = self.dir / (name + ending)
            if path.is_file():
                return read_table(path)
        there = sorted({path.stem for path in self.dir.iterdir() if path.suffix in (".csv", ".parquet")})
        raise InputError(f"{self.dir}: this run has no table {name!r}; it has {', '.join(there) or 'none'}")

    def __getattr__(self, name: str) -> Table:
        if name in _TABLES:
            return self.table(name)
        raise AttributeError(f"a run has no {name!r}; its tables are {', '.join(_TABLES)}")

    @cached_property
    def recording(self) -> Recording:
        """The run as a recording, of which any tick can be entered."""
        return Recording(self.dir)

    def __repr__(self) -> str:
        return f"<Run {self.dir}>"


def read_run(dir: str | os.PathLike[str]) -> Run:
    """The record of a run in a directory, which `terrarium run --out` has written."""
    return Run(dir)
