"""Claiming the rest of the tricks (``games.rules.rest``), from the cards seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from games.rules.cards import SUITS
from games.rules.four_chances.actions import PLAY, Play
from games.rules.four_chances.following import STRENGTH, SUITS_UNDER
from games.rules.four_chances.view import FourChancesView
from games.rules.rest import Lead, takes_all


def sure_leads(
    view: FourChancesView, pack: Iterable[int], out_of_play: Iterable[int] = (), since: int = 0
) -> tuple[Play, ...]:
    """Return the leads that surely take all the rest, as ``rest.RestOfHand`` says: trumps first, each suit from the
    top. ``out_of_play``: cards not played that nobody holds; ``since``: the tricks before which hands still grew."""
    seat = view.seat
    if view.phase != "play" or view.trick or view.trump is None or seat not in view.to_act or len(view.hand) < 2:
        return ()
    assert seat is not None
    trump, plays = SUITS.index(view.trump), [action for action in view.memory if isinstance(action, Play)]
    suits = SUITS_UNDER[trump]
    unseen = set(pack) - set(view.hand) - set(out_of_play) - {play.card for play in plays}
    void = _void(plays[since * view.seats :], view.seats, trump)
    others = [other for other in range(view.seats) if other != seat]
    held = Counter(suits[card] for card in unseen)
    most = {suit: held[suit] for suit in held if any((other, suit) not in void for other in others)}
    leads = []
    for card in view.hand:  # trumps first, each suit from the top
        suit = suits[card]
        strength = STRENGTH[trump][suit]
        beaten = any(strength[other] > strength[card] for other in unseen if suits[other] == suit)
        leads.append(Lead((card,), suit, beaten, suit != trump))
    if not takes_all(leads, most, trump, max(view.counts[other] for other in others)):
        return ()
    return tuple(PLAY[seat][lead.cards[0]] for lead in leads)


def _void(plays: Sequence[Play], players: int, trump: int) -> set[tuple[int, int]]:
    """Return (seat, suit) for seats that have shown a void: they neither followed nor trumped."""
    suits, void = SUITS_UNDER[trump], set()
    for at, play in enumerate(plays):
        led, suit = suits[plays[at - at % players].card], suits[play.card]
        if suit not in (led, trump):
            void.add((play.seat, led))
    return void
