"""Dataclasses of which every move makes many: what a seat sees, and what is drawn from it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def value_type(*, kw_only: bool = False) -> Callable[[type[T]], type[T]]:
    """Make a class a dataclass with slots, compared by value, that nobody changes. Only the type checker and tests see
    to that: Python's own frozen dataclasses call a function for each field, so that making one with forty costs five
    times as much."""
    return dataclass(slots=True, unsafe_hash=True, kw_only=kw_only)
