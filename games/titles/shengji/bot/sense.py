"""Plays that are senseless on a trick of single cards that is as good as won or lost, above all for the
last to play, whatever the hidden cards are.

If a lesser card wins or loses the trick just as well, keep the better one and give nothing away. A search of few
worlds may think otherwise by chance, so it is not offered such plays.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.cards import RANKS
from games.rules.shengji.actions import Play
from games.rules.shengji.hands import POINTS
from games.rules.shengji.trumps import TRUMP
from games.titles.shengji.bot.mind import Mind

JACK = RANKS.index("J")
#: with this few cards left, the next lead may be worth a trump
NEAR_THE_END = 3


def sensible(mind: Mind, suit: int, power: int, partners: bool, plays: Sequence[Play]) -> list[Play]:
    """Return the legal plays that are worth weighing. ``suit``: the suit led; ``power``: of the best card
    so far; ``partners``: whether that is the partner's."""
    last = _Last(mind, suit, power, partners, [action.cards[0] for action in plays])
    return [action for action in plays if not last.silly(action.cards[0])] or list(plays)


def giving(mind: Mind, suit: int, plays: Sequence[Play]) -> list[Play]:
    """Return the plays worth weighing on the partner's side-suit trick: a player with the suit's ten or five
    plays points, not an idle card of the suit. A king may still win a trick."""
    suits = mind.table.suits
    inside = [action for action in plays if suits[action.cards[0]] == suit != TRUMP]
    gifts = [
        action
        for action in inside
        if POINTS[action.cards[0]] and action.cards[0] % 13 < JACK and not mind.breaks(action.cards[0])
    ]
    return [action for action in plays if action not in inside or POINTS[action.cards[0]]] if gifts else list(plays)


class _Last:
    def __init__(self, mind: Mind, suit: int, power: int, partners: bool, cards: Sequence[int]) -> None:
        self.mind, self.table = mind, mind.table
        self.led, self.partners = suit, partners
        strength = mind.table.strength[suit]
        self.takes = {card: strength[card] > power for card in cards}

    def silly(self, card: int) -> bool:
        """Return whether playing a card would waste it."""
        lower = [
            other
            for other in self.takes
            if self.table.suits[other] == self.table.suits[card]
            and self.table.place[other] < self.table.place[card]
            and not self.mind.breaks(other)
        ]
        if self.takes[card]:
            if any(self.takes[other] and POINTS[other] >= POINTS[card] for other in lower):
                return True
            return self.partners and self._needless(card)
        losing = [POINTS[other] for other in lower if not self.takes[other]]
        # Points go to the partner, none to the opponents.
        return any(points >= POINTS[card] if self.partners else points <= POINTS[card] for points in losing)

    def _needless(self, card: int) -> bool:
        """Return whether a card trumps the partner's trick although there is an idle card to play."""
        suits = self.table.suits
        if suits[card] != TRUMP or self.led == TRUMP or len(self.mind.view.hand) <= NEAR_THE_END:
            return False
        return any(suits[other] != TRUMP and not POINTS[other] and other % 13 < JACK for other in self.takes)
