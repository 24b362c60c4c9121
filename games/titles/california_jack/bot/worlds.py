"""The cards that a seat cannot see in California Jack, dealt in ways that agree with all it knows."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from games.ai.dealing import Dealer
from games.rules.california_jack.following import following_of
from games.rules.california_jack.view import CaliforniaJackView
from games.rules.cards import PACK_52, SUITS
from games.rules.four_chances.actions import Play
from games.titles.four_chances.bot.knowledge import unseen

#: the most deals to try, if what the other did not play limits how many cards of a kind they may hold
TRIES = 30


class World(NamedTuple):
    """A deal: the hands by seat, and the stock, the top card first."""

    hands: tuple[tuple[int, ...], ...]
    stock: tuple[int, ...]


class Worlds:
    """The deals that may be, from what a seat knows."""

    def __init__(self, view: CaliforniaJackView) -> None:
        assert view.seat is not None
        self.seat, self.hand = view.seat, view.hand
        other = 1 - view.seat
        played = {action.card for action in view.memory if isinstance(action, Play)}
        self.held = [card for card in view.drawn[other] if card is not None and card not in played]
        self.top = [] if view.top is None else [view.top]
        hidden = [card for card in unseen(view, PACK_52) if card not in (*self.held, *self.top)]
        self.limits = [(barred, later) for barred, later in _barred(view, hidden) if barred]
        never = {card for barred, later in self.limits if not later for card in barred}
        count = view.counts[other] - len(self.held)
        self.dealer = Dealer(hidden, [count, len(hidden) - count], [sum(1 << card for card in never), 0])

    def deal(self, rng: Random) -> World:
        """Return one of the deals, by lot."""
        for _try in range(TRIES):
            theirs, stock = self.dealer.deal(rng)
            if all(sum(card in barred for card in theirs) <= later for barred, later in self.limits):
                break
        rng.shuffle(stock)
        hands = [(*self.held, *theirs)] * 2
        hands[self.seat] = self.hand
        return World(tuple(hands), (*self.top, *stock))


def _barred(view: CaliforniaJackView, hidden: list[int]) -> list[tuple[frozenset[int], int]]:
    """Return what the other's plays reveal: cards they did not hold then, because they would have had to play them, and
    how many unseen cards they have drawn since, which may include some of these."""
    assert view.seat is not None
    other, trump, following = 1 - view.seat, SUITS.index(view.trump), following_of(view.options)
    tricks = [(trick.lead, trick.cards) for trick in view.tricks] + [(view.lead, view.trick)]
    limits = []
    for number, (lead, cards) in enumerate(tricks):
        if lead != other and len(cards) == 2:
            led, answer = cards
            barred = frozenset(
                card for card in hidden if answer not in following.playable((card, answer), [led], trump)
            )
            limits.append((barred, sum(drawn is None for drawn in view.drawn[other][number:])))
    return limits
