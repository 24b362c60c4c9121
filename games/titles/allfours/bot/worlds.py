"""Deals of All Fours that agree with what a seat knows: during the play only hands, before it a whole
deck from which the rules go on."""

from __future__ import annotations

from random import Random

from games.ai.dealing import Dealer
from games.rules.allfours.actions import Discard
from games.rules.allfours.deal import MORE_CARDS, round_size
from games.rules.allfours.options import pack_of
from games.rules.allfours.state import AllFoursState
from games.rules.allfours.view import AllFoursView
from games.rules.cards import PACK_52
from games.rules.core import Setup
from games.rules.four_chances.deal import HAND, parcels
from games.rules.registry import GAMES
from games.titles.allfours.bot.policy import choose, knowledge


def hands_dealer(view: AllFoursView) -> Dealer:
    """Return a dealer of the others' cards: one place per seat, empty for the seat itself, and a last one for
    the pack and the others' discards."""
    known = knowledge(view)
    cards = [card for card in PACK_52 if known.unseen >> card & 1]
    counts = [0 if seat == view.seat else count for seat, count in enumerate(view.counts)]
    return Dealer(cards, [*counts, len(cards) - sum(counts)], [*known.voids, 0])


def begun(view: AllFoursView, rng: Random) -> AllFoursState:
    """Return a random state before the play that gives the view's seat this same view."""
    seat, options = view.seat, view.options
    assert seat is not None
    pack = pack_of(options)
    deck = [-1] * len(pack)
    mine = iter((*view.hand, *view.discards))
    for place in _places(view, seat):
        deck[place] = next(mine)
    for place, card in zip(_turn_ups(view), view.turned, strict=True):
        deck[place] = card
    hidden = [card for card in pack if card not in deck]
    rng.shuffle(hidden)
    rest = iter(hidden)
    full = tuple(card if card >= 0 else next(rest) for card in deck)
    game = GAMES[view.game]
    state: AllFoursState = game.start(Setup(options, view.context, full))
    for action in view.memory:
        if isinstance(action, Discard) and action.cards is None:
            action = choose(game.view(state, action.seat), rng)
        state = game.step(state, action)
    return state


def _places(view: AllFoursView, seat: int) -> list[int]:
    """Return the places in the deck of the cards dealt to a seat."""
    players, eldest, deal = view.seats, view.eldest, view.options["deal"]
    numbers = list(parcels(PACK_52, 0, HAND, players, eldest, deal)[seat])
    for number in range(len(view.turned) - 1):
        start = HAND * players + 1 + number * round_size(players)
        numbers += parcels(PACK_52, start, MORE_CARDS, players, eldest, deal)[seat]
    return numbers


def _turn_ups(view: AllFoursView) -> list[int]:
    """Return the places in the deck of the cards turned up so far."""
    first, size = HAND * view.seats, round_size(view.seats)
    return [first + number * size for number in range(len(view.turned))]
