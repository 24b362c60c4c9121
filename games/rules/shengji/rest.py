"""The rest of the tricks claimed (``games.rules.rest``), in Forty and Eighty."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.rules.rest import Lead, takes_all
from games.rules.shengji.actions import Play, play
from games.rules.shengji.hands import cards_of, hand_of
from games.rules.shengji.shapes import Part, split
from games.rules.shengji.throws import beaten
from games.rules.shengji.trumps import TRUMP, Trumps
from games.rules.shengji.view import View, table_of, unseen_by


def sure_leads(view: View) -> tuple[Play, ...]:
    """Return the leads that surely take all the rest, as ``rest.RestOfHand`` says: of each suit its tractors, pairs
    and single cards, trumps first; the largest that can be comes last, for it scoops the bottom (/rules/eighty/#10)."""
    seat = view.seat
    honour = view.options["discipline"] == "honour"
    if view.phase != "play" or view.trick or seat not in view.to_act or len(view.hand) < 2 or honour:
        return ()
    assert seat is not None
    table, hand, unseen = table_of(view), hand_of(view.hand), unseen_by(view)
    void, others = _void(view, table), [other for other in range(4) if other != seat]
    most = {
        suit: (unseen & both).bit_count()
        for suit, both in enumerate(table.both)
        if any((other, suit) not in void for other in others)
    }
    parts = [(suit, part) for suit in (TRUMP, 0, 1, 2, 3) for part in split(table, hand & table.both[suit])]
    leads = [(part, _lead(table, suit, part, unseen)) for suit, part in parts]
    # what cannot be beaten first, then what takes the most out of the others' hands
    leads.sort(key=lambda one: (one[1].suit != TRUMP, one[1].suit, one[1].beaten, -len(one[1].cards)))
    for order in _orders(leads):
        if len(order) > 1 and takes_all(order, most, TRUMP, max(view.counts[other] for other in others)):
            return tuple(play(seat, lead.cards) for lead in order)
    return ()


def _orders(leads: Sequence[tuple[Part, Lead]]) -> Iterator[list[Lead]]:
    """Yield orders to be tried: with each tractor or pair last, the longest first, then as they are."""
    plain = [lead for _part, lead in leads]
    for part, last in sorted(leads, key=lambda one: -one[0].pairs):
        if part.pairs:
            yield [*(lead for lead in plain if lead is not last), last]
    yield plain


def _lead(table: Trumps, suit: int, part: Part, unseen: int) -> Lead:
    ruffed = suit != TRUMP and beaten(table, TRUMP, part._replace(top=-1), (unseen,))
    return Lead(cards_of(part.cards), suit, beaten(table, suit, part, (unseen,)), ruffed)


def _void(view: View, table: Trumps) -> set[tuple[int, int]]:
    """Return (seat, suit) for seats that have shown a void: they followed with fewer cards than were led."""
    void = set()
    for at, action in enumerate(view.plays):
        lead = view.plays[at - at % 4].cards
        suit = table.suits[lead[0]]
        if sum([table.suits[card] == suit for card in action.cards]) < len(lead):
            void.add((action.seat, suit))
    return void
