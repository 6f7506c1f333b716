"""Experiments: many runs over values of factors and replicates, on one machine or many."""

from __future__ import annotations

import math
import os
import shutil
import tempfile
import weakref
from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from . import _native
from ._native import Table, read_table
from .errors import InputError, WorkerError
from .executors import PATIENCE, distribute
from .given import Document, mapping, paths, rows, value
from .given import overrides as override_texts
from .run import is_sweep


class Experiment:
    """An experiment, read and checked: from a file with `from_file`, or built in code.

    The arguments are the keys of the file (docs/batch.md). `scenario` is the name of a shipped scenario or a path;
    `overrides`, `factors`, `measures`, `stop`, `keep`, `design` and `evolution` are dictionaries. Values can be arrays and series
    of NumPy, pandas and Polars, and `points` a table:

    >>> light = Experiment(scenario="meadow", ticks=50, replicates=2,
    ...     overrides={"world.size": [900, 700], "population.clover": 60, "population.hare": 9},
    ...     factors={"rules.light": [20, 40]}, measures={"hares": "final(hare)"})
    >>> light.runs
    4

    Paths begin in `folder`, by default the working directory. Results do not depend on where and in which order runs are
    executed: all tables are equal to the byte, also to those of `terrarium batch`.
    """

    def __init__(
        self,
        *,
        scenario: str | os.PathLike[str],
        ticks: int,
        seed: int | None = None,
        replicates: int | None = None,
        overrides: Mapping[str, Any] | Sequence[str] = (),
        factors: Mapping[str, Any] | None = None,
        points: Iterable[Mapping[str, Any]] | None = None,
        measures: Mapping[str, str] | None = None,
        stop: Mapping[str, Any] | None = None,
        keep: Mapping[str, Any] | None = None,
        design: Mapping[str, Any] | None = None,
        evolution: Mapping[str, Any] | None = None,
        creatures: str | os.PathLike[str] | Sequence[str | os.PathLike[str]] = (),
        description: str | None = None,
        folder: str | os.PathLike[str] = "",
        name: str = "experiment",
    ) -> None:
        base: dict[str, Any] = {"scenario": scenario}
        if folders := paths("creatures", creatures):
            base["creatures"] = folders
        tables = {
            "design": design,
            "factors": factors,
            "measures": measures,
            "stop": stop,
            "keep": keep,
            "evolution": evolution,
        }
        content: dict[str, Any] = {
            "description": description,
            "ticks": ticks,
            "seed": seed,
            "replicates": replicates,
            "base": base,
            "point": rows("points", points) or None if points is not None else None,
            **{name: mapping(name, table) for name, table in tables.items() if table is not None},
        }
        self._content: dict[str, Any] | None = {key: value for key, value in content.items() if value is not None}
        self._setup({**_text(self._content), "folder": os.fspath(folder), "name": name}, overrides)

    @classmethod
    def from_file(
        cls,
        path: str | os.PathLike[str],
        *,
        overrides: Mapping[str, Any] | Sequence[str] = (),
        seeds: tuple[int, int] | None = None,
    ) -> Experiment:
        """Reads an experiment from a TOML file. `overrides` and `seeds` are those of `terrarium batch`."""
        experiment = cls.__new__(cls)
        experiment._content = None
        experiment._setup({"file": os.fspath(path), "seeds": seeds}, overrides)
        return experiment

    def _setup(self, source: dict[str, Any], overrides: Mapping[str, Any] | Sequence[str]) -> None:
        self._overrides = override_texts(overrides)
        self._source = source
        self.native = _native.Experiment(overrides=self._overrides, **source)

    @property
    def name(self) -> str:
        """Its name: that of the file without its ending."""
        return self.native.name

    @property
    def runs(self) -> int:
        """The number of runs."""
        return self.native.runs

    @property
    def factors(self) -> list[str]:
        """The names of the factors."""
        return self.native.factors

    @property
    def species(self) -> list[str]:
        """The names of the species that its runs can have."""
        return self.native.species

    @property
    def fingerprint(self) -> str:
        """A hash of everything that determines the results: the experiment, the version, the scenario, maps, creatures."""
        return self.native.fingerprint

    def run(
        self,
        dir: str | os.PathLike[str] | None = None,
        *,
        executor: Any = None,
        jobs: int | None = None,
        resume: bool = True,
        progress: Callable[[int, int], object] | None = None,
        vector_charts: bool = False,
        patience: float = PATIENCE,
    ) -> Results:
        """Executes all runs, and writes the tables and charts of `terrarium batch` into a directory.

        dir: the directory, by default runs/NAME; with `resume`, runs that have ended there are not repeated.
        executor: where runs are executed: None for the cores of this machine (`jobs` of them), an executor with the
            protocol of concurrent.futures, or a client of Dask.
        progress: called with the numbers of runs that have ended and that failed.
        vector_charts: whether charts are also written as SVG and PDF.
        patience: with a client of Dask, how long to wait for workers when all have been lost, in seconds.

        Ctrl-C stops it; the runs that have ended are kept and are in the tables.
        """
        target = Path(dir) if dir is not None else Path("runs") / self.name
        if executor is None:
            finished = self.native.sweep(
                target, jobs=jobs, resume=resume, vector_charts=vector_charts, progress=progress
            )
        else:
            finished = distribute(
                self,
                target,
                executor,
                resume=resume,
                vector_charts=vector_charts,
                progress=progress,
                patience=patience,
            )
        return Results(target, finished)

    def measure(
        self,
        points: Iterable[Mapping[str, Any]],
        *,
        executor: Any = None,
        jobs: int | None = None,
    ) -> list[dict[str, list[float]]]:
        """The values of the measures at some points, for optimisers and sensitivity analyses.

        points: a dictionary of values of factors for each, all with the same names, or a table of pandas, Polars, pyarrow or
            NumPy with a row for each. Only for experiments that are built in code, without factors of their own.

        Returns a dictionary for each point, with the values of each measure in its replicates; NaN where a run failed or has
        no value. A run follows from its point, its replicate and the seed of the experiment, so equal points have equal
        values.
        """
        asked = rows("points", points)
        if not asked:
            return []
        if self._content is None or any(key in self._content for key in ("factors", "point", "design")):
            raise InputError(
                "only an experiment built in code without factors, points and a design can be measured at points; "
                "leave these out"
            )
        different = {_key(point): point for point in asked}
        content = {**self._content, "point": list(different.values())}
        source = {**self._source, **_text(content)}
        experiment = Experiment.__new__(Experiment)
        experiment._content = content
        experiment._setup(source, self._overrides)
        with tempfile.TemporaryDirectory(prefix="terrarium-") as folder:
            results = experiment.run(Path(folder) / "points", executor=executor, jobs=jobs)
            runs = results.runs.to_dict()
        names = list(self._content.get("measures", {}))
        replicates = experiment.runs // len(different)
        found: dict[str, dict[str, list[float]]] = {}
        for place, key in enumerate(different):
            own = slice(place * replicates, (place + 1) * replicates)
            numbers = {name: [math.nan if it is None else float(it) for it in runs[name][own]] for name in names}
            found[key] = numbers
        return [found[_key(point)] for point in asked]

    def __reduce__(self) -> tuple[Any, ...]:
        texts = self.native.texts() if "file" in self._source else None
        return _unpacked, (type(self), self._content, self._source, self._overrides, texts, self.fingerprint)

    def __repr__(self) -> str:
        return f"<Experiment {self.name} of {self.runs} runs>"


# The names of arguments, by the keys of the file.
_NAMES = {"base.scenario": "scenario", "base.creatures": "creatures", "point": "points"}


def _text(content: Mapping[str, Any]) -> dict[str, Any]:
    """The text of an experiment, and how what each of its lines says was given."""
    document = Document(content, _NAMES)
    return {"text": (document.text, document.places)}


def _key(point: Mapping[str, Any]) -> str:
    """A text that equal points share."""
    return value("points", dict(sorted(point.items())))


def _unpacked(cls, content, source, overrides, texts, fingerprint):
    """An experiment from another process, perhaps on another machine: its texts come with it."""
    experiment = cls.__new__(cls)
    experiment._content = content
    if texts is not None:
        copy = Path(tempfile.mkdtemp(prefix="terrarium-"))
        weakref.finalize(experiment, _remove, copy, os.getpid())
        file, files = texts
        for path, text in files.items():
            target = copy / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(text)
        source = {**source, "file": str(copy / file)}
    experiment._setup(source, overrides)
    if experiment.fingerprint != fingerprint:
        raise WorkerError(
            f"the experiment {experiment.name} is another one here: this worker has terrarium {_native.VERSION}, and "
            "the versions, creatures and maps of all workers must be the same; install the same wheel everywhere"
        )
    return experiment


def _remove(folder: Path, process: int) -> None:
    """Removes the texts of an experiment together with it, but not those of the process that forked this one."""
    if os.getpid() == process:
        shutil.rmtree(folder, ignore_errors=True)


class Results:
    """The tables of a sweep. `runs`, `summary`, `anova`, `survival`, `incidence`, `log_rank`, `evolution` are attributes."""

    runs: Table
    summary: Table
    anova: Table
    survival: Table
    incidence: Table
    log_rank: Table
    evolution: Table

    _TABLES = ("runs", "summary", "anova", "survival", "incidence", "log_rank", "evolution")

    def __init__(self, dir: str | os.PathLike[str], finished: bool = True) -> None:
        self.dir = Path(dir)
        self.finished = finished

    def table(self, name: str) -> Table:
        """The table of this name, from its CSV file."""
        path = self.dir / f"{name}.csv"
        if not path.is_file():
            if self.dir.is_dir() and (self.dir / "manifest.json").is_file() and not is_sweep(self.dir):
                raise InputError(
                    f"{self.dir}: this is the record of a run, not a sweep; open it with "
                    f"terrarium.read_run({str(self.dir)!r})",
                    file=str(self.dir),
                )
            there = ", ".join(self.tables()) or "none"
            raise InputError(f"{self.dir}: these results have no table {name!r}; they have {there}")
        return read_table(path)

    def tables(self) -> list[str]:
        """The names of the tables that there are."""
        return sorted(path.stem for path in self.dir.glob("*.csv"))

    def __dir__(self) -> list[str]:
        there = self.tables()
        return sorted({*super().__dir__(), *(name for name in Results._TABLES if name in there)})

    def _repr_html_(self) -> str:
        """What notebooks show: which tables there are, and the summary."""
        names = ", ".join(f"<code>{escape(name)}</code>" for name in self.tables())
        state = "" if self.finished else ", not finished"
        head = f"<p>Results in <code>{escape(str(self.dir))}</code>{state}, with the tables {names or 'none'}</p>"
        return head + (self.table("summary")._repr_html_() if "summary" in self.tables() else "")

    def __getattr__(self, name: str) -> Table:
        if name in Results._TABLES:
            return self.table(name)
        raise AttributeError(f"results have no {name!r}; their tables are {', '.join(Results._TABLES)}")

    def __repr__(self) -> str:
        return f"<Results in {self.dir}{'' if self.finished else ', not finished'}>"
