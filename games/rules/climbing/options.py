"""Options that several games of the family have, in one wording (/rules/winner/#1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from inspect import signature
from operator import itemgetter
from typing import Any, TypeVar

from games.rules.choices import yes_or_no
from games.rules.core import N_
from games.rules.option import Option

#: number of hands in a match
STANDARD_HANDS = 8


def players(values: Sequence[int], default: int) -> Option:
    """Return the option of the number of players."""
    return Option("players", tuple(values), default, N_("Players"), N_("How many sit at the table."))


def cards_dealt(values: Sequence[int]) -> Option:
    """Return the option of how many cards each gets if fewer than four play; the first is the default."""
    return Option(
        "cards",
        tuple(values),
        values[0],
        N_("Cards for each"),
        N_("How many cards each is dealt when two or three play. Four always have thirteen."),
        names={13: N_("13 cards"), 17: N_("17 cards")},
    )


def pass_out(default: bool) -> Option:
    """Return the option of what a pass costs."""
    return yes_or_no(
        "pass_out",
        default,
        N_("A pass is final"),
        N_("Whoever passes is out of the trick. Otherwise they may play later in it."),
    )


def lowest_first(label: str, help: str) -> Option:
    """Return the option of whether the first play must contain the card that chose the leader."""
    return yes_or_no("lowest_first", True, label, help)


def next_lead(names: Mapping[Any, str]) -> Option:
    """Return the option of who leads later hands; ``names``: value → words, the default first."""
    values = tuple(names)
    return Option(
        "next_lead",
        values,
        values[0],
        N_("First lead of the next hand"),
        N_("Who leads from the second hand on."),
        names=names,
    )


def ending(default: str) -> Option:
    """Return the option of when a hand ends."""
    return Option(
        "ending",
        ("first-out", "last-loser") if default == "first-out" else ("last-loser", "first-out"),
        default,
        N_("End of the hand"),
        N_("The hand ends when the first player is out, or goes on until one player holds cards."),
        names={"first-out": N_("when the first is out"), "last-loser": N_("when one is left")},
    )


HANDS = Option(
    "hands", range(100), STANDARD_HANDS, N_("Hands"), N_("The match ends after this many hands. 0: no limit.")
)
TARGET = Option("target", range(10_000), 0, N_("Target"), N_("The match ends when a total reaches this. 0: no target."))


def full_length(options: Mapping[str, Any], long_target: int) -> bool:
    """Return whether a match has at least the standard number of hands, or a points target that takes as long."""
    hands, target = options["hands"], options["target"]
    return (not hands or hands >= STANDARD_HANDS) and (not target or target >= long_target)


def last_loser(options: Mapping[str, Any]) -> bool:
    """Return whether a hand goes on until only one player holds cards."""
    return bool(options["ending"] == "last-loser")


R = TypeVar("R")
Resolved = Mapping[str, Any]


def reader(
    rules: Callable[..., R], options: Sequence[Option], **computed: Callable[[Resolved], Any]
) -> Callable[[Resolved], R]:
    """Return a cached function that turns resolved options into the named tuple that the play uses. A field is
    computed by the function in ``computed`` with its name, else it is the option with its name."""
    fields, keys = signature(rules).parameters, [option.key for option in options]
    values_of = itemgetter(*keys)

    @lru_cache(maxsize=512)
    def read(values: tuple[Any, ...]) -> R:
        chosen = dict(zip(keys, values, strict=True))
        own = {key: value for key, value in chosen.items() if key in fields}
        return rules(**own | {field: make(chosen) for field, make in computed.items()})

    return lambda chosen: read(values_of(chosen))
