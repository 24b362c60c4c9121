"""What nobody does on a trick of single cards that is as good as won or lost, the last to it above all,
whatever the hidden cards may be.

Where another card takes the trick as well, or loses it as well, the better one is kept and nothing
is given away. A search of few worlds may think otherwise by chance; so such plays are not offered.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.cards import RANKS
from games.rules.shengji.actions import Play
from games.rules.shengji.hands import POINTS
from games.rules.shengji.trumps import TRUMP
from games.titles.shengji.bot.mind import Mind

JACK = RANKS.index("J")
#: with so few cards left, who leads next may be worth a trump
NEAR_THE_END = 3


def sensible(mind: Mind, suit: int, power: int, partners: bool, plays: Sequence[Play]) -> list[Play]:
    """Return the plays worth weighing of those that are legal. ``suit``: that was led, ``power``: of the
    best card so far, ``partners``: whether that is the partner's."""
    last = _Last(mind, suit, power, partners, [action.cards[0] for action in plays])
    return [action for action in plays if not last.silly(action.cards[0])] or list(plays)


def giving(mind: Mind, suit: int, plays: Sequence[Play]) -> list[Play]:
    """Return the plays worth weighing on a trick of a side suit that is the partner's: who holds its ten or
    five brings it home, and keeps no idle card of the suit back for it. A king may yet win a trick."""
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
        """Say whether a card is thrown away."""
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
        # To the partner go points, to the others none.
        return any(points >= POINTS[card] if self.partners else points <= POINTS[card] for points in losing)

    def _needless(self, card: int) -> bool:
        """Say whether a trump is put on a trick that the partner has, though there is an idle card."""
        suits = self.table.suits
        if suits[card] != TRUMP or self.led == TRUMP or len(self.mind.view.hand) <= NEAR_THE_END:
            return False
        return any(suits[other] != TRUMP and not POINTS[other] and other % 13 < JACK for other in self.takes)
