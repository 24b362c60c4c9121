"""A hand of Big Two at one moment: the deal and the last card (/rules/big-two/#5 to #7)."""

from __future__ import annotations

from typing import Any

from games.rules.big_two import score
from games.rules.big_two.combos import combo_of
from games.rules.big_two.options import Rules, rules_of
from games.rules.climbing import state
from games.rules.climbing.combos import Combo
from games.rules.climbing.deal import deal_each
from games.rules.climbing.score import seats_of
from games.rules.climbing.state import NEXT
from games.rules.core import Setup


class State(state.State):
    """A hand of Big Two; it ends when the first is out."""

    __slots__ = ()

    rules: Rules

    @property
    def last_card(self) -> bool:
        """Whether the next player to act after the seat to act has one card left, if that matters (6)."""
        if self.rules.last_card == "off" or not self.to_act:
            return False
        seat = self.to_act[0]
        others = self.holding & ~(1 << seat)
        if self.rules.pass_out:
            others &= ~self.passed
        return bool(others) and self.hands[NEXT[others][seat]].bit_count() == 1

    def combo_of(self, mask: int) -> Combo | None:
        return combo_of(mask, self.rules)

    def result_of(self) -> dict[str, Any]:
        return score.result(self.hands, seats_of(self.played, len(self.hands)), self.top_seat, self.rules)


def start(setup: Setup) -> State:
    """Return the first state of a hand: the first lead."""
    rules = rules_of(setup.options)
    hands, odd = deal_each(setup.deck, setup.context["dealer"], rules.players, rules.cards, rules.order)
    first = State(setup, rules, hands, odd)
    first.begin_play()
    return first


def at_lead(setup: Setup, hands: tuple[int, ...], leader: int, lowest: int = 0) -> State:
    """Return the state in which ``leader`` is to lead the first trick with these hands; ``lowest``: the bit of the card
    that chose the leader."""
    first = State(setup, rules_of(setup.options), hands)
    first.lowest = lowest
    first.lead(leader)
    return first
