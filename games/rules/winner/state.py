"""A hand of Winner at one moment: deal, exchange, turns and tricks (/rules/winner/#5 to #7)."""

from __future__ import annotations

from typing import Any, Self

from games.rules.climbing import state
from games.rules.climbing.combos import Combo
from games.rules.climbing.deal import deal
from games.rules.climbing.exchange import Swap, highest_of
from games.rules.climbing.order import JOKERS
from games.rules.climbing.score import seats_of
from games.rules.core import Setup
from games.rules.winner import score
from games.rules.winner.combos import combo_of, unbeatable
from games.rules.winner.options import Rules, rules_of
from games.rules.winner.order import ASCENDING, mask_of


class State(state.State):
    """A hand of Winner. ``exchange`` holds one swap, or none."""

    __slots__ = ()

    rules: Rules

    def combo_of(self, mask: int) -> Combo | None:
        return combo_of(mask, self.rules)

    def answerers(self, before: Self) -> int:
        """Return all others that hold cards, but nobody if nothing can beat the play (/rules/winner/#6, Relead)."""
        assert self.top is not None
        return 0 if unbeatable(self.top, self.rules) else self.holding & ~(1 << self.top_seat)

    def is_over(self) -> bool:
        return not self.rules.last_loser or self.holding.bit_count() == 1

    def result_of(self) -> dict[str, Any]:
        left = [hand.bit_count() for hand in self.hands]
        return score.result(left, seats_of(self.played, len(left)), self.out, self.rules.seventeen)


def tribute_of(hand: int) -> int | None:
    """Return the highest card, which the loser gives up, ``None`` if they hold both jokers."""
    return None if hand & JOKERS == JOKERS else ASCENDING[hand.bit_length() - 1]


def start(setup: Setup) -> State:
    """Return the first state of a hand: the exchange if there is one, else the first lead."""
    rules = rules_of(setup.options)
    context = setup.context
    first = State(setup, rules, [mask_of(cards) for cards in deal(setup.deck, context["dealer"], rules.players)])
    winner, loser = context["winner"], context["loser"]
    if winner is None or tribute_of(first.hands[loser]) is None:
        first.begin_play()
    else:
        first.begin_exchange([Swap(loser, winner, highest_of(first.hands[loser], 1))])
    return first


def at_lead(setup: Setup, hands: tuple[int, ...], leader: int, lowest: int = 0) -> State:
    """Return the state in which ``leader`` is to lead the first trick with these hands; ``lowest``: the bit of the card
    that chose the leader."""
    first = State(setup, rules_of(setup.options), hands)
    first.lowest = lowest
    first.lead(leader)
    return first
