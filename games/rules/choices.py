"""The usual kinds of option: a choice of named values, or yes and no."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.rules.core import N_
from games.rules.option import Option

YES_NO = {True: N_("yes"), False: N_("no")}


def choice(key: str, label: str, help: str, names: Mapping[Any, str], term: str = "", default: Any = None) -> Option:
    """Return an option whose values are the keys of ``names``, in order; the default is the first unless given. The
    rest as in ``Option``."""
    values = tuple(names)
    return Option(key, values, values[0] if default is None else default, label, help, names, term)


def yes_or_no(key: str, default: bool, label: str, help: str, term: str = "") -> Option:
    """Return an on/off option, the default first."""
    return Option(key, (default, not default), default, label, help, YES_NO, term)
