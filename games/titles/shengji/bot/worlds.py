"""Deals of the unseen cards of Forty and Eighty that agree with what a seat knows: suits run out,
pairs that cannot be there, cards shown, throws that stood; and what a banker would have buried.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from games.ai.dealing import Dealer
from games.rules.shengji.actions import Play
from games.rules.shengji.hands import FIRST, NAMES_HELD, POINTS, cards_of, hand_of, names_of
from games.rules.shengji.shapes import longest_run, places, shape_of, split
from games.rules.shengji.throws import led
from games.rules.shengji.trumps import TRUMP
from games.rules.shengji.view import View, table_of, unseen_by
from games.titles.shengji.bot.terms import Holding, Terms, terms_of

#: places beside the four seats
BOTTOM = 4
#: the first of a second kind of card number, for copies that are known to be with somebody
SHOWN = 54
#: deals drawn for one in which nobody holds a pair that they have denied
TRIES = 40
#: how far a banker's taste in burying is from ours, in points
TASTE = 2.0


class Worlds:
    """What a seat knows, made ready to deal from."""

    def __init__(self, view: View) -> None:
        assert view.seat is not None and view.banker is not None
        self.view = view
        self.seat, self.banker = view.seat, view.banker
        self.terms: Terms = terms_of(table_of(view))
        self.own = self.terms.holding(view.hand)
        #: (index of the play, cards tried) of every throw
        self._throws: list[tuple[int, tuple[int, ...]]] = []
        #: cards that the banker showed in a throw and still holds
        self._kept: Counter[int] = Counter()
        #: suits in which a seat has no pair, by seat
        self.unpaired: list[set[int]] = [set() for _ in range(4)]
        #: seat → (suit, the longest tractor that it held there, what it has played of the suit since then)
        self.tractors: dict[int, list[tuple[int, int, tuple[int, ...]]]] = {}
        barred = self._barred()
        hidden = list(cards_of(unseen_by(view)))
        shown = self._shown(hidden)
        counts = [0 if seat == self.seat else count for seat, count in enumerate(view.counts)]
        #: place → names that cannot be there
        self.barred = tuple(barred)
        #: card numbers of the dealer → cards; each shown copy has a number of its own
        self._names = (*range(SHOWN), *(card for card, _ in shown))
        cards = hidden + list(range(SHOWN, len(self._names)))
        # What is in no hand is buried, to all but the banker.
        counts.append(len(cards) - sum(counts))
        for number, (card, open_to) in enumerate(shown, SHOWN):
            for place in range(5):
                if place not in open_to or barred[place] >> card & 1:
                    barred[place] |= 1 << number
        self.dealer = Dealer(cards, counts, barred)
        if not self.dealer.possible:
            # What was shown and what is barred may clash by a hair (a throw's copies); counts always hold.
            plain = [self._names[card] for card in cards]
            self.dealer = Dealer(plain, counts, [0] * 5)

    def deal(self, rng: Random) -> tuple[list[Holding], tuple[int, ...]]:
        """Return seat → cards held, and the bottom."""
        dealt = self._drawn(rng)
        for _ in range(TRIES):
            if not any(self._denied(seat, dealt[seat]) for seat in range(4)):
                break
            dealt = self._drawn(rng)
        for _ in range(TRIES // 4 if self._throws else 0):
            # A lucky throw may be all but impossible: then who holds what beats it is left open.
            if self._throws_agree(dealt):
                break
            again = self._drawn(rng)
            dealt = dealt if any(self._denied(seat, again[seat]) for seat in range(4)) else again
        holdings = [self.terms.holding(cards) for cards in dealt[:BOTTOM]]
        holdings[self.seat] = self.own
        return holdings, tuple(dealt[BOTTOM]) if self.seat != self.banker else self.view.buried

    def _drawn(self, rng: Random) -> list[list[int]]:
        """Return place → cards of one deal, the bottom as a banker would have it."""
        dealt = [[self._names[card] for card in cards] for cards in self.dealer.deal(rng)]
        if self.seat != self.banker and dealt[BOTTOM]:
            self._bury(dealt, rng)
        return dealt

    def _denied(self, seat: int, cards: list[int]) -> bool:
        """Say whether a seat would hold a pair, or a tractor, that it has shown not to have."""
        table = self.terms.table
        without = self.unpaired[seat]
        if without and any(table.suits[card] in without for card in cards if cards.count(card) > 1):
            return True
        return any(
            longest_run(places(table, (hand_of([*cards, *since]) >> NAMES_HELD) & table.both[suit])) > most
            for suit, most, since in self.tractors.get(seat, ())
        )

    def _throws_agree(self, dealt: list[list[int]]) -> bool:
        """Say whether the throws seen would have stood, or failed, as they did."""
        table = self.terms.table
        for index, tried in self._throws:
            hands = [list(cards) for cards in dealt[:BOTTOM]]
            hands[self.seat] = list(self.view.hand)
            for action in self.view.plays[index:]:
                hands[action.seat] += action.cards
            leader = self.view.plays[index].seat
            others = [hand_of(hand) for seat, hand in enumerate(hands) if seat != leader]
            if led(table, table.suits[tried[0]], hand_of(tried), others) != hand_of(self.view.plays[index].cards):
                return False
        return True

    # --- what has been seen

    def _barred(self) -> list[int]:
        """Return place → names that cannot be there, and gather who is without pairs."""
        table, plays = self.terms.table, self.view.plays
        barred = [0] * 5
        for start in range(0, len(plays), 4):
            lead = plays[start].cards
            suit = table.suits[lead[0]]
            parts = split(table, hand_of(lead))
            if len(parts) > 1:
                self._stood(barred, plays[start].seat, suit, [part.top for part in parts if not part.pairs])
            shape = shape_of(parts)
            for action in plays[start + 1 : start + 4]:
                followed = [card for card in action.cards if table.suits[card] == suit]
                if len(followed) < len(action.cards):
                    barred[action.seat] |= table.members[suit]
                pairs = sum(1 for card in set(followed) if followed.count(card) > 1)
                if shape.all_pairs and pairs < shape.all_pairs:
                    self.unpaired[action.seat].add(suit)
                if shape.longest:
                    self._follow_tractor(action.seat, suit, shape.longest, followed, plays[start:])
            for action in plays[start : start + 4]:
                # Of a card played from a suit without pairs no second copy was there.
                for card in action.cards:
                    if table.suits[card] in self.unpaired[action.seat]:
                        barred[action.seat] |= 1 << card
        return barred

    def _follow_tractor(self, seat: int, suit: int, length: int, followed: list[int], later: Sequence[Play]) -> None:
        """Note what a follow says of the tractors of a seat that owed one (/rules/eighty/#7). ``later``: the plays
        from this trick on, for what the seat played since it held then too."""
        table, follow = self.terms.table, self.view.options.get("follow", "pairs")
        run = longest_run(places(table, hand_of(followed) >> NAMES_HELD))
        if follow == "pairs" or run >= length:
            return
        most = max(run, 1) if follow == "longest" else length - 1
        since = tuple(card for play in later if play.seat == seat for card in play.cards if table.suits[card] == suit)
        self.tractors.setdefault(seat, []).append((suit, most, since))

    def _stood(self, barred: list[int], leader: int, suit: int, singles: list[int]) -> None:
        """Bar from the other hands what would have beaten a single card of a throw that stood."""
        table = self.terms.table
        if singles:
            over = sum(FIRST[card] for card in names_of(table.members[suit]) if table.place[card] > min(singles))
            for seat in range(4):
                barred[seat] |= over if seat != leader else 0

    def _shown(self, hidden: list[int]) -> list[tuple[int, tuple[int, ...]]]:
        """Take the cards known to be with somebody out of those hidden; return each with the places
        in which it may be."""
        view = self.view
        drawn = Counter((self.banker, card) for card in view.revealed)
        for declared in view.declared:
            for card in set(declared.cards):
                key = (declared.seat, card)
                drawn[key] = max(drawn[key], declared.cards.count(card))
        for action in view.plays:
            drawn.subtract((action.seat, card) for card in action.cards)
        held = self._thrown_in_vain()
        self._kept = Counter({card: count for (seat, card), count in held.items() if seat == self.banker})
        placed: list[tuple[int, tuple[int, ...]]] = []
        for (seat, card), count in (drawn | held).items():
            in_hand = held[seat, card]
            for number in range(max(count, 0)):
                if seat != self.seat and card in hidden:
                    hidden.remove(card)
                    # What a banker showed before burying may lie in the bottom now.
                    may_be_buried = seat == self.banker and number >= in_hand
                    placed.append((card, (seat, BOTTOM) if may_be_buried else (seat,)))
        return placed

    def _thrown_in_vain(self) -> Counter[tuple[int, int]]:
        """Return (seat, card) → how often a seat still holds what it showed in throws that failed."""
        plays = self.view.plays
        tried = [action for action in self.view.memory if isinstance(action, Play)]
        held: Counter[tuple[int, int]] = Counter()
        for index, (attempt, play) in enumerate(zip(tried, plays, strict=True)):
            if not index % 4 and len(split(self.terms.table, hand_of(attempt.cards))) > 1:
                self._throws.append((index, attempt.cards))
            if len(attempt.cards) == len(play.cards):
                continue
            left = Counter((play.seat, card) for card in attempt.cards)
            for later in plays[index:]:
                left.subtract((later.seat, card) for card in later.cards)
            held |= left
        return held

    # --- the bottom

    def _bury(self, dealt: list[list[int]], rng: Random) -> None:
        """Give the bottom what a banker would have chosen of their own cards and the bottom's."""
        banker, count = self.banker, len(dealt[BOTTOM])
        pool = dealt[banker] + dealt[BOTTOM]
        barred, kept = self.barred[banker], self._kept.copy()
        loss = []
        for card in pool:
            taste = rng.gauss(0, TASTE)
            if kept[card] > 0:
                kept[card] -= 1
                taste = 99.0  # it was shown in a throw, after the bury
            loss.append((-99.0 if barred >> card & 1 and taste < 99 else self._loss(card) + taste, card))
        loss.sort()
        bottom = [card for _, card in loss[:count]]
        hand = [card for _, card in loss[count:]]
        if not self._denied(banker, hand):
            dealt[banker], dealt[BOTTOM] = hand, bottom

    def _loss(self, card: int) -> float:
        table = self.terms.table
        place = table.place[card]
        if table.suits[card] == TRUMP:
            return 9.0 + 0.5 * place + 0.5 * POINTS[card]
        return 0.25 * place + 0.5 * POINTS[card] + (5.0 if place >= 11 else 0.0)
