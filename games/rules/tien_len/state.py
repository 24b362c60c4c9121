"""A hand of Tien Len at one moment: the win at the deal, chops and who pays for them (/rules/tien-len/#5 to #7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Self

from games.rules.climbing import state
from games.rules.climbing.combos import Combo
from games.rules.climbing.deal import Odd, deal_each
from games.rules.climbing.score import seats_of
from games.rules.core import Setup
from games.rules.tien_len import score
from games.rules.tien_len.combos import combo_of, is_chop, is_choppable, worth
from games.rules.tien_len.instant import winner_at_deal
from games.rules.tien_len.options import Rules, rules_of
from games.rules.tien_len.order import ORDER


class Chop(NamedTuple):
    """A chop that lies on the table: ``chopper`` gets ``amount`` from ``payer``, unless it is chopped in turn."""

    payer: int
    chopper: int
    amount: int


class State(state.State):
    """A hand of Tien Len. ``chop``: the last play, if it is a chop; ``chops``: seat → what chops have brought and
    cost so far, if they are paid. ``instant``: the name of the win at the deal."""

    __slots__ = ("chop", "chops", "instant")

    rules: Rules

    def __init__(self, setup: Setup, rules: Rules, hands: Sequence[int], odd: Odd | None = None) -> None:
        super().__init__(setup, rules, hands, odd)
        self.chop: Chop | None = None
        self.chops = (0,) * len(hands)
        self.instant: str | None = None

    def copy(self) -> Self:
        twin = super().copy()
        twin.chop = self.chop
        twin.chops = self.chops
        twin.instant = self.instant
        return twin

    def combo_of(self, mask: int) -> Combo | None:
        return combo_of(mask)

    def note(self, before: Self, combo: Combo) -> None:
        """Record a chop: the worth of the play it beats, plus that one's own amount (7, part 5)."""
        last = before.top
        if last is None or not is_chop(combo, last, before.chop is not None):
            self.chop = None
            return
        amount = 0 if before.chop is None else before.chop.amount
        self.chop = Chop(before.top_seat, self.top_seat, amount + worth(last))

    def is_over(self) -> bool:
        return not self.rules.last_loser or self.holding.bit_count() == 1

    def answerers(self, before: Self) -> int:
        """Return who is asked: even players who have passed, if they may chop this (6)."""
        assert self.top is not None
        if self.rules.late_chops and is_choppable(self.top):
            return self.holding & ~(1 << self.top_seat)
        return super().answerers(before)

    def end_trick(self) -> None:
        self.settle()
        super().end_trick()

    def finish(self) -> None:
        self.settle()
        super().finish()

    def settle(self) -> None:
        """Make the player chopped last pay for all (7, part 5)."""
        if self.chop is not None and self.rules.chop_points:
            payer, chopper, amount = self.chop
            chops = list(self.chops)
            chops[payer] -= amount
            chops[chopper] += amount
            self.chops = tuple(chops)
        self.chop = None

    def win_at_deal(self) -> None:
        """End the hand if one was dealt that wins at once (5)."""
        win = winner_at_deal(self.hands, self.to_act[0])
        if win is not None:
            winner, self.instant = win
            self.out = (winner,)
            self.finish()

    def result_of(self) -> dict[str, Any]:
        played = seats_of(self.played, len(self.hands))
        return score.result(self.hands, played, self.out, self.rules, self.chops, self.instant)


def start(setup: Setup) -> State:
    """Return the first state of a hand: the first lead, or the end where one wins at the deal."""
    rules = rules_of(setup.options)
    hands, odd = deal_each(setup.deck, setup.context["dealer"], rules.players, rules.cards, ORDER)
    first = State(setup, rules, hands, odd)
    first.begin_play()
    if rules.instant:
        first.win_at_deal()
    return first


def at_lead(setup: Setup, hands: tuple[int, ...], leader: int, lowest: int = 0) -> State:
    """Return the state in which ``leader`` is to lead the first trick with these hands; ``lowest``: the bit of the card
    that chose the leader."""
    first = State(setup, rules_of(setup.options), hands)
    first.lowest = lowest
    first.lead(leader)
    return first
