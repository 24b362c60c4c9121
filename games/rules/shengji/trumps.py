"""The order of the cards under a trump suit and a level (/rules/eighty/#2 and #6).

A ``Trumps`` is a set of tables, cached for each trump suit, level, meaning of «consecutive» and whether twos are
always trumps (常主).

The pages leave 常主 out. What is played here: the twos are trumps at every level, just under the level cards; that of
the trump suit first, then the others, all equal. At level 2 they are the level cards, and nothing changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from games.rules.cards import BIG_JOKER, LITTLE_JOKER, RANKS, SUITS
from games.rules.shengji.hands import FIRST, NAMES_HELD

#: the index of the suit ``trump``, after the four side suits; as a trump suit it means none
TRUMP = 4
#: the rank that is always trump where the option says so
TWO = RANKS.index("2")
#: added to the strength of a trump, so that any trump beats any side-suit card
ABOVE = 100


@dataclass(frozen=True, slots=True, eq=False)
class Trumps:
    """What a trump suit and a level make of the 54 names.

    ``suit``: index in ``SUITS``, or ``TRUMP`` for no trump suit. ``twos``: whether twos are always trumps.
    ``suits``: card → 0 … 3, or ``TRUMP``. ``place``: card → place among its suit; it rises with the order of
    /rules/eighty/#2, and equal orders share a place. ``members``: suit → mask of its names; ``both``: of both copies.
    ``strength``: suit led → card → 0 where the card cannot win, else the higher wins.
    """

    suit: int
    level: int
    strict: bool
    twos: bool
    suits: tuple[int, ...]
    place: tuple[int, ...]
    members: tuple[int, ...]
    both: tuple[int, ...]
    strength: tuple[tuple[int, ...], ...]

    @property
    def letter(self) -> str | None:
        """The trump suit as a letter of ``SUITS``, ``None`` for none."""
        return None if self.suit == TRUMP else SUITS[self.suit]


@cache
def trumps_of(suit: int, level: int, strict: bool = False, twos: bool = False) -> Trumps:
    """Return the tables for a trump suit (``TRUMP``: none), a level (0 … 12) and the options
    ``tractor`` (``strict`` or chain) and ``twos_trump``."""
    suits = tuple(_suit(card, suit, level, twos) for card in range(NAMES_HELD))
    place = tuple(_place(card, suit, level, strict, twos and level != TWO) for card in range(NAMES_HELD))
    members = tuple(sum(FIRST[card] for card in range(NAMES_HELD) if suits[card] == s) for s in range(5))
    strength = tuple(
        tuple(
            ABOVE + place[card] if suits[card] == TRUMP else 1 + place[card] if suits[card] == led else 0
            for card in range(NAMES_HELD)
        )
        for led in range(5)
    )
    both = tuple(mask | mask << NAMES_HELD for mask in members)
    return Trumps(suit, level, strict, twos, suits, place, members, both, strength)


def _suit(card: int, trump: int, level: int, twos: bool) -> int:
    if card >= LITTLE_JOKER or card % 13 == level or card // 13 == trump or (twos and card % 13 == TWO):
        return TRUMP
    return card // 13


def _place(card: int, trump: int, level: int, strict: bool, twos: bool) -> int:
    """Return the place of /rules/eighty/#6: the order of /rules/eighty/#2 (chain), or with gaps (strict). ``twos``:
    whether they stand above the other cards without being the level."""
    # The plain ranks are one fewer without twos, which have one place of their own, or two with a trump suit.
    off_suit = 20 if strict else 13 if trump == TRUMP or twos else 12
    higher = 22 - off_suit if strict else 1 if trump == TRUMP else 2
    if card >= LITTLE_JOKER:
        return off_suit + higher + (card == BIG_JOKER)
    rank, of_trump = card % 13, card // 13 == trump
    if rank == level:
        return off_suit + of_trump
    if twos and rank == TWO:
        return off_suit - (1 if trump == TRUMP and not strict else 2) + of_trump
    # Under «strict» level cards, twos and jokers stand apart from the ranks, and the level leaves a gap.
    return rank if strict else rank - (rank > level) - twos


def trumps_by(options: Mapping[str, Any], trump: str | None, level: str) -> Trumps:
    """Return the tables under a table's resolved options. ``trump`` is a letter or ``None``, ``level`` a letter of
    ``RANKS``."""
    suit = TRUMP if trump is None else SUITS.index(trump)
    return trumps_of(suit, RANKS.index(level), options.get("tractor") == "strict", options["twos_trump"])


# --- the order on the table ---------------------------------------------------------------

#: trump suit → side suits in the order of the hand, colours alternating
_SIDE_SUITS = {"S": "HCD", "H": "SDC", "C": "HSD", "D": "SHC", None: "SHCD"}


def groups(
    cards: Iterable[int], trump: str | None, level: str, twos: bool = False
) -> list[tuple[str, tuple[int, ...]]]:
    """Return a hand as it is laid out: («trump» or a letter of ``SUITS``, cards high to low).

    Trumps come first, then the side suits with their colours alternating; empty groups are left
    out. ``trump`` is a letter or ``None``, ``level`` a letter of ``RANKS``, ``twos`` as in ``trumps_of``.
    """
    table = trumps_of(TRUMP if trump is None else SUITS.index(trump), RANKS.index(level), twos=twos)
    order = ["trump", *_SIDE_SUITS[trump]]
    by_name: dict[str, list[int]] = {name: [] for name in order}
    for card in cards:
        suit = table.suits[card]
        by_name["trump" if suit == TRUMP else SUITS[suit]].append(card)
    return [
        (name, tuple(sorted(by_name[name], key=lambda card: (-table.place[card], card))))
        for name in order
        if by_name[name]
    ]


def sort_hand(cards: Iterable[int], trump: str | None, level: str, twos: bool = False) -> tuple[int, ...]:
    """Return a hand's cards in the order of the hand: ``groups`` laid end to end."""
    return tuple(card for _, group in groups(cards, trump, level, twos) for card in group)


def display_rank(table: Trumps) -> Sequence[int]:
    """Return, by card, its rank in the order of the hand, so that many hands sort quickly."""
    return _display_rank(table.suit, table.level, table.twos)


@cache
def _display_rank(suit: int, level: int, twos: bool) -> tuple[int, ...]:
    ordered = sort_hand(range(NAMES_HELD), None if suit == TRUMP else SUITS[suit], RANKS[level], twos)
    return tuple(ordered.index(card) for card in range(NAMES_HELD))
