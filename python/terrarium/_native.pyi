"""The native part of the package `terrarium`."""

from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any, Literal, Protocol, final

from typing_extensions import Self

__all__ = [
    "VERSION",
    "Animation",
    "Experiment",
    "Herd",
    "Picture",
    "Recording",
    "Scenario",
    "Sweep",
    "Table",
    "World",
    "read_table",
]

VERSION: str

_Path = str | PathLike[str]
_Overrides = Mapping[str, Any] | Sequence[str]
_Events = Literal["nothing", "lives", "everything"]

class _Progress(Protocol):
    def update(self, n: int, /) -> object: ...

@final
class Scenario:
    """A scenario with overrides, read and checked. Worlds of any seed are founded from it."""

    def __new__(
        cls,
        name: _Path,
        *,
        seed: int | None = None,
        overrides: _Overrides | None = None,
        creatures: Sequence[_Path] = ...,
    ) -> Self: ...
    @property
    def name(self) -> str: ...
    def create(
        self,
        seed: int | None = None,
        *,
        census_every: int = 10,
        ledger_every: int = 0,
        events: _Events = "lives",
        threads: int | None = None,
    ) -> World: ...

@final
class World:
    """A world: its state, the behaviours of its creatures, and what was observed of it so far."""

    @property
    def tick(self) -> int: ...
    @property
    def seed(self) -> int: ...
    @property
    def size(self) -> tuple[float, float]: ...
    @property
    def state_hash(self) -> str: ...
    @property
    def populations(self) -> dict[str, int]: ...
    @property
    def census(self) -> Table: ...
    @property
    def events(self) -> Table: ...
    @property
    def ledger(self) -> Table: ...
    @property
    def organisms(self) -> Table: ...
    def run(
        self, ticks: int | None = None, *, until: str | None = None, progress: _Progress | None = None
    ) -> int: ...
    def step(self) -> None: ...
    def snapshot(self) -> bytes: ...
    @classmethod
    def restore(
        cls,
        snapshot: bytes,
        *,
        census_every: int = 10,
        ledger_every: int = 0,
        events: _Events = "lives",
        threads: int | None = None,
    ) -> World: ...
    def clone(self) -> World: ...
    def __copy__(self) -> World: ...
    def __deepcopy__(self, memo: dict[int, Any], /) -> World: ...
    def command(self, **what: Any) -> None: ...
    def render(
        self, width: int = 960, height: int = 640, *, centre: tuple[float, float] | None = None, zoom: float = 1.0
    ) -> Picture: ...
    def animate(
        self,
        ticks: int,
        *,
        every: int = 2,
        per_second: int = 20,
        width: int = 640,
        height: int = 420,
        centre: tuple[float, float] | None = None,
        zoom: float = 1.0,
        progress: _Progress | None = None,
    ) -> Animation: ...

@final
class Table:
    """A table: columns of whole numbers (signed, 64 bits), numbers (64 bits) or words."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...
    def __arrow_c_schema__(self) -> object: ...
    def __len__(self) -> int: ...
    def __getitem__(self, column: str, /) -> list[Any]: ...
    @property
    def columns(self) -> list[str]: ...
    @property
    def meanings(self) -> dict[str, str]: ...
    def to_dict(self) -> dict[str, list[Any]]: ...

@final
class Picture:
    """A picture of a world, as a PNG file."""

    @property
    def png(self) -> bytes: ...
    @property
    def rgb(self) -> bytes: ...
    @property
    def width(self) -> int: ...
    @property
    def height(self) -> int: ...
    def save(self, path: _Path) -> None: ...

@final
class Animation:
    """An animated picture of a world, as a GIF file."""

    @property
    def gif(self) -> bytes: ...
    @property
    def frames(self) -> int: ...
    def save(self, path: _Path) -> None: ...

@final
class Recording:
    """A recording of a run, or the directory of a recorded run, of which any tick can be entered."""

    def __new__(cls, path: _Path) -> Self: ...
    @property
    def first_tick(self) -> int: ...
    @property
    def last_tick(self) -> int: ...
    def seek(self, tick: int) -> World: ...

@final
class Herd:
    """The animals of one species in a world, whose decisions come from Python."""

    senses: list[str]
    drives: list[str]
    def __new__(cls, scenario: Scenario, species: str, *, threads: int | None = None) -> Self: ...
    def reset(self, seed: int | None = None) -> None: ...
    def observe(self) -> tuple[list[int], bytes]: ...
    def step(self, ids: Sequence[int], drives: bytes) -> tuple[list[int], list[int], list[float], list[int]]: ...
    def record(self, path: _Path) -> None: ...
    def finish_recording(self) -> None: ...
    @property
    def seed(self) -> int: ...
    @property
    def tick(self) -> int: ...
    @property
    def state_hash(self) -> str: ...
    def snapshot(self) -> bytes: ...
    def restore(self, snapshot: bytes) -> None: ...
    def world(self) -> World: ...

@final
class Experiment:
    """An experiment, read and checked. `terrarium.Experiment` is built on it."""

    def __new__(
        cls,
        *,
        file: _Path | None = None,
        text: str | None = None,
        folder: _Path = ...,
        name: str = "experiment",
        overrides: _Overrides | None = None,
        seeds: tuple[int, int] | None = None,
    ) -> Self: ...
    @property
    def runs(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def factors(self) -> list[str]: ...
    @property
    def species(self) -> list[str]: ...
    @property
    def fingerprint(self) -> str: ...
    def texts(self) -> tuple[str, dict[Path, bytes]] | None: ...
    def simulate(self, number: int, *, threads: int = 1) -> bytes: ...
    def failure(self, number: int, reason: str) -> bytes: ...
    def sweep(
        self,
        dir: _Path,
        *,
        jobs: int | None = None,
        resume: bool = True,
        vector_charts: bool = False,
        progress: Callable[[int, int], object] | None = None,
    ) -> bool: ...

@final
class Sweep:
    """The directory of a sweep, open for the results of its runs and locked against other processes."""

    def __new__(cls, experiment: Experiment, dir: _Path, *, resume: bool = True) -> Self: ...
    @property
    def progress(self) -> tuple[int, int, int]: ...
    def take(self, most: int) -> list[int]: ...
    def add(self, result: bytes, seconds: float) -> None: ...
    def finish(self, *, vector_charts: bool = False) -> bool: ...

def read_table(path: _Path) -> Table:
    """Reads a table of a run or a sweep, CSV or Parquet by the ending of its name."""
