"""Values of Python as a TOML document."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from numbers import Integral, Real
from typing import Any

from .errors import InputError


def document(content: Mapping[str, Any]) -> str:
    """A TOML document with these keys. Keys with dots are paths: "rules.light" is the key `light` of the table `rules`."""
    return "".join(f"{_path(key)} = {value(key, member)}\n" for key, member in content.items())


def _path(key: str) -> str:
    return ".".join(json.dumps(part) for part in key.split("."))


def value(key: str, given: Any) -> str:
    """A value as TOML. `key` names it in errors."""
    if isinstance(given, bool):
        return "true" if given else "false"
    if isinstance(given, str):
        # Strings of JSON are strings of TOML, too, without the character DEL.
        return json.dumps(given, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(given, Integral):
        return str(int(given))
    if isinstance(given, Real):
        number = float(given)
        if not math.isfinite(number):
            raise InputError(f"{key} is {number}; give a finite number")
        return repr(number)
    if isinstance(given, Mapping):
        members = (f"{_path(name)} = {value(f'{key}.{name}', member)}" for name, member in given.items())
        return "{ " + ", ".join(members) + " }"
    if isinstance(given, Sequence):
        return "[" + ", ".join(value(key, member) for member in given) + "]"
    # Scalars of NumPy and the like.
    if hasattr(given, "item"):
        return value(key, given.item())
    raise InputError(
        f"{key} is of type {type(given).__name__}; give a number, a string, True or False, or a list or dictionary of these"
    )
