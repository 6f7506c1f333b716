"""Recorded runs: the directories that `terrarium run --out` writes."""

from __future__ import annotations

import json
import os
from functools import cached_property
from html import escape
from pathlib import Path

from ._native import Recording, Table, read_table
from .errors import InputError

# The tables of a run, by the names of their files without ending.
_TABLES = ("ancestry", "census", "conquest", "events", "individuals", "ledger")


# What only the directory of a sweep has.
_JOURNAL = "journal.jsonl"


def is_sweep(dir: Path) -> bool:
    """Whether a directory is that of a sweep."""
    return (dir / _JOURNAL).is_file()


class Run:
    """The record of a run. Its tables are attributes: `census`, `events`, `ledger`, `individuals`, `ancestry`, `conquest`."""

    ancestry: Table
    census: Table
    conquest: Table
    events: Table
    individuals: Table
    ledger: Table

    def __init__(self, dir: str | os.PathLike[str]) -> None:
        self.dir = Path(dir)
        if is_sweep(self.dir):
            raise InputError(
                f"{self.dir}: this is a sweep of many runs; open it with terrarium.Results({os.fspath(dir)!r}), or read one of "
                "the runs that it keeps, in its folder `kept`",
                file=str(self.dir),
            )
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

    def tables(self) -> list[str]:
        """The names of its tables."""
        return sorted({path.stem for path in self.dir.iterdir() if path.suffix in (".csv", ".parquet")})

    def table(self, name: str) -> Table:
        """The table of this name, from its CSV or Parquet file."""
        for ending in (".csv", ".parquet"):
            path = self.dir / (name + ending)
            if path.is_file():
                return read_table(path)
        raise InputError(f"{self.dir}: this run has no table {name!r}; it has {', '.join(self.tables()) or 'none'}")

    def __getattr__(self, name: str) -> Table:
        if name in _TABLES:
            return self.table(name)
        raise AttributeError(f"a run has no {name!r}; its tables are {', '.join(_TABLES)}")

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *(name for name in self.tables() if name in _TABLES)})

    def _repr_html_(self) -> str:
        return f"<p>Run in <code>{escape(str(self.dir))}</code>, with the tables {_code(self.tables())}</p>"

    @cached_property
    def recording(self) -> Recording:
        """The run as a recording, of which any tick can be entered."""
        return Recording(self.dir)

    def __repr__(self) -> str:
        return f"<Run {self.dir}>"


def _code(names: list[str]) -> str:
    """Names for a notebook."""
    return ", ".join(f"<code>{escape(name)}</code>" for name in names)


def read_run(dir: str | os.PathLike[str]) -> Run:
    """The record of a run in a directory, which `terrarium run --out` has written."""
    return Run(dir)
