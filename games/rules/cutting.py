"""The cut for the first deal of a match: each player draws a card of a shuffled pack, and those who tie draw again."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import Any, NamedTuple

from games.rules.cards import LITTLE_JOKER, NAMES

#: seat → the card that it drew
Drawn = dict[int, int]


class Cut(NamedTuple):
    """Who deals first. ``rounds``: the cards drawn, round by round; only those who tied draw again."""

    seat: int
    rounds: tuple[Drawn, ...]

    @property
    def card(self) -> int:
        """The card that decided."""
        return self.rounds[-1][self.seat]

    def written(self) -> dict[str, Any]:
        """Return the cut as stored with a match and shown with a proof. ``deals``: a seat; ``rounds``: seat →
        name of its card, by round."""
        rounds = [{str(seat): NAMES[card] for seat, card in drawn.items()} for drawn in self.rounds]
        return {"deals": self.seat, "rounds": rounds}


def cut(pack: Iterable[int], players: int, rng: Random, best: Callable[[Iterable[int]], int] = max) -> Cut:
    """Return the cut among players, ace high: the ``best`` rank deals. Jokers have no rank and are left out."""
    cards = sorted({card for card in pack if card < LITTLE_JOKER})
    rng.shuffle(cards)
    seats, rounds = list(range(players)), []
    while True:
        drawn = {seat: cards.pop() for seat in seats}
        rounds.append(drawn)
        best_rank = best(card % 13 for card in drawn.values())
        seats = [seat for seat in seats if drawn[seat] % 13 == best_rank]
        if len(seats) == 1:
            return Cut(seats[0], tuple(rounds))
