"""A player of Winner by plain knowledge: splits the hand into few combinations, keeps what takes tricks for the end,
goes out when it can, stands in the way of who is almost out, and gives back what it misses least.

It is the view's own; ``games.titles.climbing.bot.mind`` reckons the same for playouts."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from games.rules.cards import PACK_52, PACK_54
from games.rules.climbing.combos import Combo
from games.rules.core import Action
from games.rules.winner.actions import Give, Pass, Play
from games.rules.winner.candidates import candidates
from games.rules.winner.combos import combo_of
from games.rules.winner.options import rules_of
from games.rules.winner.order import BIT, ORDER, mask_of
from games.rules.winner.score import DOUBLE_FROM
from games.rules.winner.view import WinnerView
from games.titles.climbing.bot import policy
from games.titles.climbing.bot.mind import CARD, HELD_BACK, OUT
from games.titles.climbing.bot.parts import EXTRAS
from games.titles.climbing.bot.policy import ranked
from games.titles.climbing.bot.sight import LEAD
from games.titles.winner.bot.split import Odds, Splits


def choose(view: WinnerView, rng: Random) -> Action:
    """Return an action for the view's seat, which must be to act."""
    return weighed(view, rng)[0][1]


def weighed(view: WinnerView, rng: Random) -> list[tuple[float, Action]]:
    """Return what the view's seat may sensibly do with what it is worth in plays, best first."""
    offered = candidates(view, EXTRAS)
    if len(offered) == 1:
        return [(0.0, offered[0])]
    return ranked(_gifts(view) if view.phase == "exchange" else _Mind(view).worth, offered, rng)


def unseen(view: WinnerView) -> int:
    """Return the cards that others may hold, as bits: all but one's own and those played."""
    return policy.unseen(view, PACK_54 if view.options["jokers"] else PACK_52, ORDER)


def _gifts(view: WinnerView) -> Callable[[Action], float]:
    """Return a function that weighs gifts: the best leaves the best hand, of those the lowest card."""
    assert view.exchange is not None and view.seat is not None
    others = [count for seat, count in enumerate(view.counts) if seat != view.seat]
    splits = Splits(Odds(unseen(view) & ~BIT[view.exchange.tribute], others, rules_of(view.options)))
    hand = mask_of(view.hand) | BIT[view.exchange.tribute]

    def worth(action: Action) -> float:
        assert isinstance(action, Give)
        bit = BIT[action.card]
        return -splits.needs(hand ^ bit) - 0.02 * bit.bit_length()

    return worth


class _Mind:
    """What a player thinks of before one play."""

    def __init__(self, view: WinnerView) -> None:
        assert view.seat is not None
        self.view = view
        self.rules = rules_of(view.options)
        self.hand = mask_of(view.hand)
        #: cards held by the others that are still in, by seat
        self.others = {seat: count for seat, count in enumerate(view.counts) if count and seat != view.seat}
        self.fewest = min(self.others.values())
        self.odds = Odds(unseen(view), list(self.others.values()), self.rules)
        self.splits = Splits(self.odds)

    def higher(self, combo: Combo) -> int:
        """Return how many of the unseen cards beat a single card."""
        return (self.odds.unseen >> combo.strength + 1).bit_count()

    # --- what an action is worth, in plays saved

    def worth(self, action: Action) -> float:
        """Return what a play or a pass is worth."""
        if isinstance(action, Pass):
            return self.worth_of_pass()
        assert isinstance(action, Play)
        mask = mask_of(action.cards)
        rest = self.hand ^ mask
        combo = combo_of(mask, self.rules)
        assert combo is not None
        if not rest:
            return 100.0
        chance = self.odds.of(combo)
        need = self.splits.needs(rest)
        worth = self._lead(need) * chance - need + CARD * combo.size - self._danger(combo, chance)
        if chance == 1.0 and len(self.view.hand) <= 14 and self.splits.unsure(rest) <= 1:
            worth += 50  # takes every trick from here on, and goes out with the last play
        if self.fewest <= 4:
            worth += self._hurry(combo)
        return worth

    def _lead(self, need: float) -> float:
        """Return what the lead is worth: controls are held back while much is still to be played
        and nobody is almost out."""
        follows = self.view.to_beat is not None
        return HELD_BACK if follows and need >= 2 and self.fewest > 4 else LEAD

    def worth_of_pass(self) -> float:
        """Return what it is worth to pass."""
        worth = -self.splits.needs(self.hand)
        leader = self.view.to_beat_seat
        if leader is not None and self.others.get(leader, 9) <= 2:
            # They lead next, and are out or almost.
            worth -= OUT * (0.6 if self.others[leader] == 1 else 0.3)
        return worth

    def _danger(self, combo: Combo, chance: float) -> float:
        """Return the cost of a play that somebody can go out on."""
        if chance == 1.0:
            return 0.0
        if combo.type == "single" and self.fewest == 1:
            return OUT * (0.3 + self.higher(combo) / max(1, self.odds.unseen.bit_count()))
        if any(count == combo.size for count in self.others.values()):
            return OUT * (0.25 if combo.size == 2 else 0.08) * (1 - chance)
        return 0.0

    def _hurry(self, combo: Combo) -> float:
        """Return what it is worth to be rid of cards before another goes out (/rules/winner/#7)."""
        if self.rules.last_loser:
            return 0.0
        assert self.view.seat is not None
        left = len(self.view.hand)
        worth = CARD * combo.size
        if not self.view.played[self.view.seat]:
            worth += 0.08 * left
        dear = DOUBLE_FROM[self.view.seats]
        return worth + (0.5 if left >= dear > left - combo.size else 0.0)
