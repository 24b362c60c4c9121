"""The order of the cards under a trump suit and a level (/rules/eighty/#2 and #6).

A ``Trumps`` is a set of tables, made once for each trump suit, level and meaning of
«consecutive», and kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from games.rules.cards import BIG_JOKER, LITTLE_JOKER, RANKS, SUITS
from games.rules.shengji.hands import FIRST, NAMES_HELD

#: the index of the suit ``trump``, after the four side suits; as a trump suit it means none
TRUMP = 4
#: added to the strength of a trump, so that any trump beats any side-suit card
ABOVE = 100


@dataclass(frozen=True, slots=True, eq=False)
class Trumps:
    """What a trump suit and a level make of the 54 names.

    ``suit``: index in ``SUITS``, or ``TRUMP`` for no trump suit. ``suits``: card → 0 … 3, or
    ``TRUMP``. ``place``: card → place among its suit; it rises with the order of /rules/eighty/#2, and
    equal orders share a place. ``members``: suit → mask of its names; ``both``: of both copies.
    ``strength``: suit led → card → 0 where the card cannot win, else the higher wins.
    """

    suit: int
    level: int
    strict: bool
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
def trumps_of(suit: int, level: int, strict: bool = False) -> Trumps:
    """Return the tables for a trump suit (``TRUMP``: none), a level (0 … 12) and the option
    ``tractor`` (``strict`` or chain)."""
    suits = tuple(_suit(card, suit, level) for card in range(NAMES_HELD))
    place = tuple(_place(card, suit, level, strict) for card in range(NAMES_HELD))
    members = tuple(sum(FIRST[card] for card in range(NAMES_HELD) if suits[card] == s) for s in range(5))
    strength = tuple(
        tuple(
            ABOVE + place[card] if suits[card] == TRUMP else 1 + place[card] if suits[card] == led else 0
            for card in range(NAMES_HELD)
        )
        for led in range(5)
    )
    both = tuple(mask | mask << NAMES_HELD for mask in members)
    return Trumps(suit, level, strict, suits, place, members, both, strength)


def _suit(card: int, trump: int, level: int) -> int:
    if card >= LITTLE_JOKER or card % 13 == level or card // 13 == trump:
        return TRUMP
    return card // 13


def _place(card: int, trump: int, level: int, strict: bool) -> int:
    """Return the place of /rules/eighty/#6: the order of /rules/eighty/#2 (chain), or with gaps (strict)."""
    off_suit = 20 if strict else 13 if trump == TRUMP else 12
    if card == BIG_JOKER:
        return 23 if strict else 15
    if card == LITTLE_JOKER:
        return 22 if strict else 14
    rank = card % 13
    if rank == level:
        return off_suit + (card // 13 == trump)
    if strict:
        # With no trump suit the level cards stand at 20 and the little jokers at 22: /rules/eighty/#6.
        return rank
    return rank - (rank > level)


# --- the order on the table ---------------------------------------------------------------

#: trump suit → side suits in the order of the hand, colours alternating
_SIDE_SUITS = {"S": "HCD", "H": "SDC", "C": "HSD", "D": "SHC", None: "SHCD"}


def groups(cards: Iterable[int], trump: str | None, level: str) -> list[tuple[str, tuple[int, ...]]]:
    """Return a hand as it is laid out: («trump» or a letter of ``SUITS``, cards high to low).

    Trumps come first, then the side suits with their colours alternating; empty groups are left
    out. ``trump`` is a letter or ``None``, ``level`` a letter of ``RANKS``.
    """
    table = trumps_of(TRUMP if trump is None else SUITS.index(trump), RANKS.index(level))
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


def sort_hand(cards: Iterable[int], trump: str | None, level: str) -> tuple[int, ...]:
    """Return a hand's cards in the order of the hand: ``groups`` laid end to end."""
    return tuple(card for _, group in groups(cards, trump, level) for card in group)


def display_rank(table: Trumps) -> Sequence[int]:
    """Return, by card, its rank in the order of the hand, so that many hands sort quickly."""
    return _display_rank(table.suit, table.level)


@cache
def _display_rank(suit: int, level: int) -> tuple[int, ...]:
    ordered = sort_hand(range(NAMES_HELD), None if suit == TRUMP else SUITS[suit], RANKS[level])
    return tuple(ordered.index(card) for card in range(NAMES_HELD))
