"""What an AI player infers from a view: unseen cards, voids, chances of being beaten."""

from __future__ import annotations

from functools import cache

from games.rules.shengji.hands import FIRST, NAMES_HELD, SECOND, hand_of, names_of
from games.rules.shengji.shapes import SINGLE, Shape, places, top_run
from games.rules.shengji.trumps import ABOVE, TRUMP, Trumps
from games.rules.shengji.view import View, table_of, unseen_by


@cache
def above(table: Trumps, suit: int, place: int) -> int:
    """Return the names of a suit above a place, as a mask."""
    return sum(FIRST[card] for card in names_of(table.members[suit]) if table.place[card] > place)


class Mind:
    """What a seat knows and guesses. ``hidden``: cards it cannot account for, as a hand;
    ``void``: (seat, suit) of known voids; ``total``: how many cards are hidden."""

    __slots__ = ("hand", "hidden", "seat", "table", "total", "trumps", "view", "void")

    def __init__(self, view: View) -> None:
        assert view.seat is not None
        self.view = view
        self.seat = view.seat
        self.table = table_of(view)
        self.hand = hand_of(view.hand)
        self.hidden = unseen_by(view)
        self.void = voids_of(view, self.table)
        self.total = self.hidden.bit_count()
        self.trumps = (self.hidden & self.table.both[TRUMP]).bit_count()

    def sure(self, suit: int, place: int, pairs: int) -> bool:
        """Return whether no hidden card, pair or tractor of the suit is above a component's top."""
        if pairs > 1:
            inside = self.hidden & self.table.both[suit]
            return top_run(places(self.table, inside >> NAMES_HELD), pairs) <= place
        hidden = self.hidden >> NAMES_HELD if pairs else self.hidden
        return not hidden & above(self.table, suit, place)

    def share(self, seat: int, passed: int) -> float:
        """Return the chance that a hidden card is in a hand, with ``passed`` cards ruled out."""
        return min(1.0, self.view.counts[seat] / max(1, self.total - passed))

    def chance_beaten(self, seat: int, shape: Shape, suit: int, power: int, passed: int) -> float:
        """Return the chance that a seat yet to play can beat a play of this power.

        ``passed``: how many cards are in the hands that could have beaten it already and did not.
        """
        share = self.share(seat, passed)
        place = power - ABOVE if power >= ABOVE else power - 1
        if suit == TRUMP:
            return 0.0 if shape.throw else self._chance_above(seat, shape, suit, place, share)
        inside = (self.hidden & self.table.both[suit]).bit_count()
        void = 1.0 if (seat, suit) in self.void else (1.0 - self.share(seat, 0)) ** inside
        if power >= ABOVE:
            return void * self._chance_above(seat, shape, TRUMP, place, share)
        trumped = void * self._chance_above(seat, shape, TRUMP, -1, share)
        if shape.throw or void == 1.0:
            return trumped
        return trumped + (1.0 - void) * self._chance_above(seat, shape, suit, place, share)

    def _chance_above(self, seat: int, shape: Shape, suit: int, place: int, share: float) -> float:
        """Return the chance that a seat holds the shape above a place of a suit."""
        if (seat, suit) in self.void:
            return 0.0
        over = above(self.table, suit, place)
        if shape is SINGLE:
            ways = (self.hidden & (over | over << NAMES_HELD)).bit_count()
            return float(1.0 - (1.0 - share) ** ways)
        # A pair needs both its cards in one hand; a throw needs enough trumps of the right kind.
        if shape.all_pairs:
            ways = (self.hidden >> NAMES_HELD & over).bit_count()
            once = share ** (2 * shape.all_pairs)
        else:
            ways, once = 1, share**shape.size
        return float(1.0 - (1.0 - once) ** ways)

    def breaks(self, card: int) -> bool:
        """Return whether playing one copy of a card breaks a pair."""
        return bool(self.hand & SECOND[card])


def voids_of(view: View, table: Trumps) -> frozenset[tuple[int, int]]:
    """Return (seat, suit) for every follow with fewer cards of a suit than were led."""
    voids = set()
    plays = view.plays
    for start in range(0, len(plays), 4):
        suit = table.suits[plays[start].cards[0]]
        for action in plays[start + 1 : start + 4]:
            if any(table.suits[card] != suit for card in action.cards):
                voids.add((action.seat, suit))
    return frozenset(voids)
