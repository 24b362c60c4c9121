"""A game's options: what a table may choose, named presets, and how a table differs from the standard."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Option:
    """One row of a game's table of options: checks a record, makes the form and the help page.

    ``values`` are the JSON values allowed, or a ``range`` of integers. ``names`` gives words for
    values that need them; ``term`` is the Chinese term, shown beside the label.
    """

    key: str
    values: Sequence[Any]
    default: Any
    label: str
    help: str
    names: Mapping[Any, str] = field(default_factory=dict)
    term: str = ""

    def allows(self, value: object) -> bool:
        """Return whether a JSON value is allowed; neither ``true`` nor ``1.0`` is 1."""
        if isinstance(self.values, range):
            return type(value) is int and value in self.values
        return any(type(value) is type(v) and value == v for v in self.values)


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of options, with a sentence on who it is for."""

    key: str
    label: str
    help: str
    options: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Difference:
    """An option of a table that differs from the game's standard."""

    option: Option
    value: Any
    standard: Any
