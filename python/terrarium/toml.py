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
    return "".join(f"{_path(key)} = {_value(key, value)}\n" for key, value in content.items())


def _path(key: str) -> str:
    return ".".join(json.dumps(part) for part in key.split("."))


def _value(key: str, value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        # Strings of JSON are strings of TOML, too, without the character DEL.
        return json.dumps(value).replace("\x7f", "\\u007f")
    if isinstance(value, Integral):
        return str(int(value))
    if isinstance(value, Real):
        number = float(value)
        if not math.isfinite(number):
            raise InputError(f"{key} is {number}; give a finite number")
        return repr(number)
    if isinstance(value, Mapping):
        members = (f"{_path(name)} = {_value(f'{key}.{name}', member)}" for name, member in value.items())
        return "{ " + ", ".join(members) + " }"
    if isinstance(value, Sequence):
        return "[" + ", ".join(_value(key, member) for member in value) + "]"
    # Scalars of NumPy and the like.
    if hasattr(value, "item"):
        return _value(key, value.item())
    raise InputError(
        f"{key} is of type {type(value).__name__}; give a number, a string, True or False, or a list or dictionary of these"
    )
