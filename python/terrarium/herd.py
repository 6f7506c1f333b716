"""Animals of one species, driven from Python by arrays of NumPy.

What an animal senses and what drives it are the inputs and outputs of brains (docs/evolution.md#brains), each from -1 to 1:
`SENSES` and `DRIVES` name them. So a policy that learned can be compared with one that evolved.
"""

from __future__ import annotations

import os
import warnings
from dataclasses import dataclass
from typing import Any

import numpy

from . import _native
from ._native import Scenario, World
from .errors import InputError

SENSES: list[str] = _native.Herd.senses
"""What an animal senses, in the order of the columns of `Herd.senses`."""

DRIVES: list[str] = _native.Herd.drives
"""What drives an animal, in the order of the columns that `Herd.step` takes."""


@dataclass(frozen=True)
class Step:
    """What happened in a tick. The arrays have a row for each animal that was alive before it, in the order of `before`."""

    before: numpy.ndarray
    """The identities of these animals."""
    died: numpy.ndarray
    """Whether each has died."""
    eaten: numpy.ndarray
    """The energy that each gained by eating, in units."""
    children: numpy.ndarray
    """The number of children that each bore."""


class Herd:
    """The animals of one species of a world, driven by arrays.

    scenario: a `terrarium.Scenario`, or the name of one.
    species: the species that is driven, herbivores or carnivores. Its own behaviour is replaced by `driven`.
    threads: the threads that simulate it; the default is all cores. The state does not depend on it.

    `ids` has the identities of the living animals, ascending, and `senses` what each senses now, of shape
    (animals, len(SENSES)).

    >>> from terrarium.herd import DRIVES, Herd
    >>> herd = Herd("meadow", "hare", threads=1)
    >>> drives = numpy.zeros((len(herd.ids), len(DRIVES)))
    >>> drives[:, DRIVES.index("feed")] = 1
    >>> int(herd.step(drives).died.sum())
    0
    """

    def __init__(
        self, scenario: Scenario | str | os.PathLike[str], species: str, *, threads: int | None = None
    ) -> None:
        if not isinstance(scenario, Scenario):
            scenario = Scenario(scenario)
        self.species = species
        self.native = _native.Herd(scenario, species, threads=threads)
        self._observe()

    def _observe(self) -> None:
        ids, senses = self.native.observe()
        self.ids = numpy.array(ids, dtype=numpy.int64)
        self.senses = numpy.frombuffer(senses, dtype=numpy.float32).reshape(len(ids), len(SENSES)).copy()

    def reset(self, seed: int | None = None) -> None:
        """Founds the world anew, with another seed than that of the scenario. A recording ends."""
        self.native.reset(seed)
        self._observe()

    def step(self, drives: numpy.ndarray) -> Step:
        """Simulates a tick in which the animals of `ids` have these drives, of shape (animals, len(DRIVES)).

        Drives are rounded to steps of 1/32767. Values beyond -1 and 1 are limited to these, with a warning; those that are no
        numbers, such as NaN, are refused.
        """
        before = self.ids
        rows = numpy.ascontiguousarray(drives, dtype=numpy.float32)
        if rows.shape != (len(before), len(DRIVES)):
            given = " x ".join(map(str, rows.shape)) or "no axes"
            raise InputError(f"the drives have the shape {given}; give {len(before)} animals x {len(DRIVES)} drives")
        self._check(rows)
        died, eaters, eaten, parents = self.native.step(before.tolist(), rows.tobytes())
        self._observe()
        energy = numpy.zeros(len(before))
        _add(energy, before, eaters, eaten)
        children = numpy.zeros(len(before), dtype=numpy.int64)
        _add(children, before, parents, [1] * len(parents))
        return Step(before, numpy.isin(before, died), energy, children)

    def _check(self, rows: numpy.ndarray) -> None:
        """Refuses drives that are no numbers, and warns of those beyond -1 and 1."""
        if rows.size == 0 or numpy.abs(rows).max() <= 1:
            return
        is_number = numpy.isfinite(rows)
        if not is_number.all():
            raise InputError(f"{self._place(rows, ~is_number)}; give numbers from -1 to 1")
        warnings.warn(
            f"{self._place(rows, numpy.abs(rows) > 1)}, beyond -1 to 1, and is limited; scale the drives, or limit them with "
            "numpy.clip",
            stacklevel=3,
        )

    def _place(self, rows: numpy.ndarray, which: numpy.ndarray) -> str:
        """The first of some drives, in words."""
        row, column = (int(place[0]) for place in numpy.nonzero(which))
        return f"the drive {DRIVES[column]} of {self.species} {self.ids[row]} is {rows[row, column]:g}"

    def record(self, path: str | os.PathLike[str]) -> None:
        """Begins a recording of what happens from now on, in a new file.

        It has what drove each animal, so `terrarium watch` plays it back, and `terrarium.Recording` opens it, without the
        program that drove them. It ends with `finish_recording`, `reset` or `restore`. While it is written, its commands stay
        in memory: 24 bytes for each animal and tick.
        """
        self.native.record(path)

    def finish_recording(self) -> None:
        """Completes the recording, if there is one."""
        self.native.finish_recording()

    @property
    def seed(self) -> int:
        """The seed of all random numbers of the world."""
        return self.native.seed

    @property
    def tick(self) -> int:
        """The number of ticks since the world was founded."""
        return self.native.tick

    @property
    def state_hash(self) -> str:
        """The hash of the whole state, 32 hexadecimal digits."""
        return self.native.state_hash

    def snapshot(self) -> bytes:
        """The whole state, exactly: the bytes of a snapshot file."""
        return self.native.snapshot()

    def restore(self, snapshot: bytes) -> None:
        """Continues from a snapshot of this herd, or of any world that has the species. A recording ends."""
        self.native.restore(snapshot)
        self._observe()

    def world(self) -> World:
        """The world as it is, as an independent one in which the animals roam."""
        return self.native.world()

    def __repr__(self) -> str:
        return f"<Herd of {len(self.ids)} {self.species} after {self.tick} ticks>"


def _add(sums: numpy.ndarray, ids: numpy.ndarray, who: list[int], amounts: list[Any]) -> None:
    """Adds amounts to the rows of some animals. Those that were born in the tick have none."""
    if not who or len(ids) == 0:
        return
    rows = numpy.searchsorted(ids, who)
    is_known = (rows < len(ids)) & (ids[numpy.minimum(rows, len(ids) - 1)] == who)
    numpy.add.at(sums, rows[is_known], numpy.asarray(amounts)[is_known])
