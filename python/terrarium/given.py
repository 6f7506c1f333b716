"""What users give, in the language of scenarios and experiments: TOML.

Values can be those of Python, of NumPy, and of libraries for tables: an array is a list, a series too, and a table is a list of
its rows.
"""

from __future__ import annotations

import json
import math
import os
import reprlib
from collections.abc import Iterable, Mapping, Sequence, Set
from decimal import Decimal
from numbers import Integral, Real
from typing import Any

from .errors import InputError

# What is shown of a value in an error.
_shown = reprlib.Repr()
_shown.maxstring = _shown.maxother = 60


class Document:
    """A TOML document with these keys, a line for each value.

    Keys with dots are paths: "rules.light" is the key `light` of the table `rules`. `named` has other names for some values,
    by their paths.
    """

    def __init__(self, content: Mapping[str, Any], named: Mapping[str, str] | None = None) -> None:
        self._lines: list[str] = []
        # For each line, the path of what it gives, and how it is given.
        self.places: list[tuple[str, str]] = []
        self._named = named or {}
        for key, given in content.items():
            if isinstance(given, Mapping) and given:
                for name, member in given.items():
                    self._add(f"{key}.{name}", f"{key}[{name!r}]", (key, name), member)
            elif isinstance(given, Sequence) and given and all(isinstance(it, Mapping) for it in given):
                self._add_rows(key, given)
            else:
                self._add(key, key, (key,), given)

    def _add(self, path: str, name: str, keys: Iterable[str], given: Any) -> None:
        name = self._named.get(path, name)
        text = value(name, given)
        self._line(f"{'.'.join(map(_path, keys))} = {text}", path, f"{name} = {_shown.repr(given)}")

    def _add_rows(self, key: str, rows: Sequence[Mapping[str, Any]]) -> None:
        name = self._named.get(key, key)
        self._line(f"{_path(key)} = [", key, name)
        for number, row in enumerate(rows):
            place = f"{name}[{number}]"
            self._line(f"{value(place, row)},", place, place)
        self._line("]", key, name)

    def _line(self, text: str, path: str, given: str) -> None:
        self._lines.append(text + "\n")
        self.places.append((path, given))

    @property
    def text(self) -> str:
        """The document."""
        return "".join(self._lines)


def _path(key: Any) -> str:
    if not isinstance(key, str):
        raise InputError(f'a key is {key!r}; give a string, such as "rules.light"')
    return ".".join(json.dumps(part) for part in key.split("."))


def value(key: str, given: Any) -> str:
    """A value as TOML. `key` names it in errors."""
    if isinstance(given, os.PathLike):
        given = os.fspath(given)
    if isinstance(given, bool):
        return "true" if given else "false"
    if isinstance(given, str):
        # Strings of JSON are strings of TOML, too, without the character DEL.
        return json.dumps(given, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(given, Integral):
        return str(int(given))
    if isinstance(given, (Real, Decimal)):
        number = float(given)
        if not math.isfinite(number):
            raise InputError(f"{key} is {number}; give a finite number")
        return repr(number)
    if isinstance(given, Mapping):
        members = (f"{_path(name)} = {value(f'{key}.{name}', member)}" for name, member in given.items())
        return "{ " + ", ".join(members) + " }"
    if (plain := _list(given)) is not None:
        return "[" + ", ".join(value(key, member) for member in plain) + "]"
    for method in ("item", "as_py"):
        # Scalars of NumPy and pyarrow.
        if hasattr(given, method) and type(scalar := getattr(given, method)()) is not type(given):
            return value(key, scalar)
    raise InputError(
        f"{key} is of type {type(given).__name__}; give a number, a string, True or False, or a list or dictionary of these"
    )


def _list(given: Any) -> list[Any] | None:
    """The members of a list, an array or a series; None for what is none of these."""
    if isinstance(given, (str, bytes, bytearray, memoryview, Set, Mapping)) or hasattr(given, "columns"):
        return None
    for method in ("tolist", "to_list", "to_pylist"):
        if hasattr(given, method):
            members = getattr(given, method)()
            return members if isinstance(members, list) else None
    if hasattr(given, "__array__"):
        return _list(given.__array__())
    return list(given) if isinstance(given, Iterable) else None


def mapping(name: str, given: Any) -> dict[str, Any]:
    """A dictionary: of a mapping, a row of a table, or a named tuple. `name` names it in errors."""
    if isinstance(given, Mapping) or hasattr(given, "items"):
        return dict(given.items())
    if hasattr(given, "_asdict"):
        return dict(given._asdict())
    raise InputError(f'{name} is {_shown.repr(given)}; give a dictionary, such as {{"rules.light": 40}}')


def rows(name: str, given: Any) -> list[dict[str, Any]]:
    """The rows of a list of dictionaries or of a table, of any library. `name` names them in errors."""
    if isinstance(given, (str, bytes, Mapping)):
        raise InputError(
            f"{name} is {_shown.repr(given)}; give a list with a dictionary for each, such as "
            '[{"rules.light": 20}, {"rules.light": 40}], or a table with a row for each'
        )
    if hasattr(given, "to_dicts"):  # Polars
        given = given.to_dicts()
    elif hasattr(given, "to_dict") and hasattr(given, "iterrows"):  # pandas
        given = given.to_dict("records")
    elif hasattr(given, "to_pylist"):  # pyarrow
        given = given.to_pylist()
    elif (columns := getattr(getattr(given, "dtype", None), "names", None)) is not None:  # NumPy
        given = [dict(zip(columns, row)) for row in given.tolist()]
    if not isinstance(given, Iterable):
        raise InputError(f"{name} is {_shown.repr(given)}; give a list of dictionaries, or a table")
    return [mapping(f"{name}[{number}]", row) for number, row in enumerate(given)]


def overrides(given: Any) -> list[str]:
    """Overrides as texts "KEY=VALUE": of a dictionary, a row of a table, a text or a list of texts."""
    if given is None:
        return []
    if isinstance(given, str):
        return [given]
    if isinstance(given, Mapping) or hasattr(given, "items"):
        pairs = mapping("overrides", given)
        for key in pairs:
            _path(key)
        return [f"{key}={value(key, member)}" for key, member in pairs.items()]
    texts = _list(given)
    if texts is None or not all(isinstance(text, str) for text in texts):
        raise InputError(
            f'overrides are {_shown.repr(given)}; give a dictionary such as {{"rules.light": 40}}, or a list of "KEY=VALUE"'
        )
    return texts


def paths(name: str, given: Any) -> list[str]:
    """Paths as texts: of one path, or a list of them. `name` names them in errors."""
    if given is None:
        return []
    members = [given] if isinstance(given, (str, os.PathLike)) else _list(given)
    if members is None or not all(isinstance(member, (str, os.PathLike)) for member in members):
        raise InputError(f"{name} is {_shown.repr(given)}; give a path, or a list of paths")
    return [_text(name, os.fspath(member)) for member in members]


def _text(name: str, path: str | bytes) -> str:
    if isinstance(path, bytes):
        raise InputError(f"{name} has the path {path!r}; give it as a string")
    return path
