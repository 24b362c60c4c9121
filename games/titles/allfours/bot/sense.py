"""What the last to a trick never does, whatever the hidden cards are: throw a court or a ten on a trick
that is lost anyway, or hold back a jack that could be brought home. A search of few worlds may think
otherwise by chance, so it is not offered such cards.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.allfours.score import PIPS
from games.rules.allfours.view import AllFoursView
from games.rules.cards import SUITS
from games.rules.four_chances.actions import Play
from games.rules.four_chances.following import SUIT_OF, winning_place

JACK = 9


def sensible(view: AllFoursView, cards: Sequence[int]) -> list[int]:
    """Return the cards worth weighing among those that /rules/all-fours/#5 allows."""
    count = len(view.trick)
    if count + 1 < view.seats:
        return list(cards)
    trump, options = SUITS.index(view.trump), view.options
    # The winner sits as many places back as the card lies, and partners sit two apart.
    wins = {card: not (count - winning_place((*view.trick, card), trump)) % 2 for card in cards}
    pips = PIPS[options["ten"], options["game_cards"], trump]
    jack = 13 * trump + JACK
    # If Low goes to its taker, it may be better to keep the lowest trump.
    won = options["low"] == "won"

    def silly(card: int) -> bool:
        if wins[card] or (won and SUIT_OF[card] == trump):
            return False
        # The jack of trumps counts few pips and is worth a point.
        lower = [
            other
            for other in cards
            if SUIT_OF[other] == SUIT_OF[card] and other < card and not wins[other] and other != jack
        ]
        if card % 13 >= JACK:
            return any(pips[other] <= pips[card] for other in lower)
        return any(pips[other] < pips[card] for other in lower)

    if wins.get(jack) and len(view.hand) == 2 and _may_be_taken(view, jack):
        return [card for card in cards if card == jack or (won and SUIT_OF[card] == trump)]
    return [card for card in cards if not silly(card)] or list(cards)


def _may_be_taken(view: AllFoursView, jack: int) -> bool:
    """Return whether somebody may hold a higher trump than the jack."""
    seen = {*view.hand, *view.turned, *view.discards, *view.trick}
    seen |= {action.card for action in view.memory if isinstance(action, Play)}
    return any(jack + over not in seen for over in (1, 2, 3))
