"""Deals of the unseen cards of Forty and Eighty that agree with what a seat knows: voids, pairs that are
ruled out, cards shown, throws that stood, and what a banker would have buried.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from games.ai.chance import DEVIATE_SHIFT, drawn, normal
from games.ai.compiled import Engine, Floats, Integers, kernel
from games.ai.dealing import COUNTS, Dealer, deal
from games.rules.shengji import shapes
from games.rules.shengji.actions import Play
from games.rules.shengji.hands import FIRST, NAMES_HELD, POINTS, cards_of, hand_of, names_of
from games.rules.shengji.shapes import shape_of, split
from games.rules.shengji.throws import led
from games.rules.shengji.trumps import TRUMP
from games.rules.shengji.view import View, table_of, unseen_by
from games.titles.shengji.bot.many import longest_run, places
from games.titles.shengji.bot.terms import Terms, terms_of

#: places beside the four seats
BOTTOM = 4
#: the first card number for copies that are known to be in a certain hand
SHOWN = 54
#: how many deals to try for one in which nobody holds a pair that their plays ruled out
TRIES = 40
#: how far a banker's taste in burying may differ from ours, in points
TASTE = 2.0


class Worlds:
    """What a seat knows, prepared for dealing."""

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
        # To all but the banker, the cards in no hand are buried.
        counts.append(len(cards) - sum(counts))
        for number, (card, open_to) in enumerate(shown, SHOWN):
            for place in range(5):
                if place not in open_to or barred[place] >> card & 1:
                    barred[place] |= 1 << number
        self.dealer = Dealer(cards, counts, barred)
        if not self.dealer.possible:
            # Cards shown and cards barred may just conflict (a throw's copies); the counts always hold.
            plain = [self._names[card] for card in cards]
            self.dealer = Dealer(plain, counts, [0] * 5)

    def tables(self, engine: Engine) -> tuple[Any, ...]:
        """Return the tables for ``dealt_world``: the dealer's, room to deal into, what is known, how reluctant a
        banker is to bury each card."""
        bits = [self.terms.bit[card] for card in self._names]
        return (
            *self.dealer.tables(engine, bits),
            engine.integers(self.dealer.room()),
            engine.integers(self._known()),
            engine.floats(self._losses()),
            normal(engine),
        )

    def _known(self) -> list[int]:
        """Return what is known as ``dealt_world`` takes it."""
        terms = self.terms
        holding = terms.holding
        barred = sum(1 << terms.bit[card] for card in range(NAMES_HELD) if self.barred[self.banker] >> card & 1)
        unpaired = [sum(terms.mask[suit] for suit in suits) for suits in self.unpaired]
        tractors = [
            [seat, terms.mask[suit], most, *holding(since)]
            for seat, seen in self.tractors.items()
            for suit, most, since in seen
        ]
        # The viewer knows what they buried themselves.
        buried = holding(self.view.buried) if self.seat == self.banker else (-1, -1)
        kept_cards = holding(list(self._kept.elements()))
        head = [self.seat, self.banker, *self.own, *buried, barred, *kept_cards, *unpaired, len(tractors)]
        return [*head, *(number for row in tractors for number in row)]

    def _losses(self) -> list[float]:
        """Return bit → how reluctant a banker is to bury it."""
        return [self._loss(card) for card in self.terms.card]

    def throws_agree(self, world: Sequence[int]) -> bool:
        """Return whether, in a deal as kernels have it, the throws seen would have stood or failed as they did."""
        table = self.terms.table
        for index, cards in self._throws:
            hands = [list(self.terms.cards(int(world[seat]), int(world[4 + seat]))) for seat in range(4)]
            for action in self.view.plays[index:]:
                hands[action.seat] += action.cards
            leader = self.view.plays[index].seat
            others = [hand_of(hand) for seat, hand in enumerate(hands) if seat != leader]
            if led(table, table.suits[cards[0]], hand_of(cards), others) != hand_of(self.view.plays[index].cards):
                return False
        return True

    @property
    def has_throws(self) -> bool:
        """Whether throws were seen, which a deal has to agree with."""
        return bool(self._throws)

    # --- what has been seen

    def _barred(self) -> list[int]:
        """Return place → names that cannot be there, and note who has no pairs or tractors."""
        table, plays = self.terms.table, self.view.plays
        barred = [0] * 5
        for start in range(0, len(plays), 4):
            lead = plays[start].cards
            suit = table.suits[lead[0]]
            parts = split(table, hand_of(lead))
            if len(parts) > 1:
                self._bar_beaters(barred, plays[start].seat, suit, [part.top for part in parts if not part.pairs])
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
                # A card played from a suit without pairs had no second copy there.
                for card in action.cards:
                    if table.suits[card] in self.unpaired[action.seat]:
                        barred[action.seat] |= 1 << card
        return barred

    def _follow_tractor(self, seat: int, suit: int, length: int, followed: list[int], later: Sequence[Play]) -> None:
        """Note what a follow reveals about the tractors of a seat that owed one (/rules/eighty/#7). ``later``: the
        plays from this trick on; the seat then also held what it has played since."""
        table, follow = self.terms.table, self.view.options.get("follow", "pairs")
        run = shapes.longest_run(shapes.places(table, hand_of(followed) >> NAMES_HELD))
        if follow == "pairs" or run >= length:
            return
        most = max(run, 1) if follow == "longest" else length - 1
        since = tuple(card for play in later if play.seat == seat for card in play.cards if table.suits[card] == suit)
        self.tractors.setdefault(seat, []).append((suit, most, since))

    def _bar_beaters(self, barred: list[int], leader: int, suit: int, singles: list[int]) -> None:
        """Bar from the other hands every card that would have beaten a single card of a throw that stood."""
        table = self.terms.table
        if singles:
            over = sum(FIRST[card] for card in names_of(table.members[suit]) if table.place[card] > min(singles))
            for seat in range(4):
                barred[seat] |= over if seat != leader else 0

    def _shown(self, hidden: list[int]) -> list[tuple[int, tuple[int, ...]]]:
        """Remove the cards known to be with somebody from ``hidden``; return each with the places where it
        may be."""
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
                    # A card that the banker showed before burying may be in the bottom now.
                    may_be_buried = seat == self.banker and number >= in_hand
                    placed.append((card, (seat, BOTTOM) if may_be_buried else (seat,)))
        return placed

    def _thrown_in_vain(self) -> Counter[tuple[int, int]]:
        """Return (seat, card) → how often a seat still holds what it showed in throws that failed."""
        plays = self.view.plays
        attempts = [action for action in self.view.memory if isinstance(action, Play)]
        held: Counter[tuple[int, int]] = Counter()
        for index, (attempt, play) in enumerate(zip(attempts, plays, strict=True)):
            if not index % 4 and len(split(self.terms.table, hand_of(attempt.cards))) > 1:
                self._throws.append((index, attempt.cards))
            if len(attempt.cards) == len(play.cards):
                continue
            left = Counter((play.seat, card) for card in attempt.cards)
            for later in plays[index:]:
                left.subtract((later.seat, card) for card in later.cards)
            held |= left
        return held

    def _loss(self, card: int) -> float:
        table = self.terms.table
        place = table.place[card]
        if table.suits[card] == TRUMP:
            return 9.0 + 0.5 * place + 0.5 * POINTS[card]
        return 0.25 * place + 0.5 * POINTS[card] + (5.0 if place >= 11 else 0.0)


# --- dealing as a kernel

# Places in the table of what is known: the asking seat and the banker; the asking seat's cards and those it buried
# (−1 if it is not the banker); names that the banker cannot hold; cards that the banker showed in throws and still
# holds; by seat, the names of suits without pairs; how many tractors were ruled out. A row for each of these follows:
# the seat, the names of the suit, the longest tractor it may have had, and its plays of the suit since then.
ASKING, BANKER, OWN, BURIED, BARRED, KEPT, UNPAIRED, DENIED = 0, 1, 2, 4, 6, 7, 9, 13
TRACTOR = 5


@kernel
def dealt_world(
    terms: Integers,
    tables: Integers,
    ends: Floats,
    room: Integers,
    known: Integers,
    losses: Floats,
    deviates: Floats,
    chance: Integers,
    worlds: Integers,
    at: int,
) -> None:
    """Deal a world that agrees with what is known into ``worlds``, from place ``at`` on (``core.WORLD``). If possible,
    nobody holds a pair or tractor that their plays ruled out; the bottom is what a banker would have buried."""
    for _ in range(TRIES):
        deal(tables, ends, chance, room)
        _gather(tables, room, worlds, at)
        if known[BURIED] < 0 and worlds[at + 8]:
            _bury(terms, known, losses, deviates, chance, worlds, at)
        denied = False
        for seat in range(4):
            denied = denied or _denies(terms, known, seat, worlds[at + seat], worlds[at + 4 + seat])
        if not denied:
            break
    asking = known[ASKING]
    worlds[at + asking], worlds[at + 4 + asking] = known[OWN], known[OWN + 1]
    if known[BURIED] >= 0:
        worlds[at + 8], worlds[at + 9] = known[BURIED], known[BURIED + 1]


@kernel
def _gather(tables: Integers, room: Integers, worlds: Integers, at: int) -> None:
    """Write the dealt cards as names held at least once, and twice."""
    start = 0
    for place in range(5):
        one = two = 0
        for number in range(start, start + tables[COUNTS + place]):
            name = 1 << room[number]
            two |= one & name
            one |= name
        start += tables[COUNTS + place]
        if place < BOTTOM:
            worlds[at + place], worlds[at + 4 + place] = one, two
        else:
            worlds[at + 8], worlds[at + 9] = one, two


@kernel
def _denies(terms: Integers, known: Integers, seat: int, one: int, two: int) -> bool:
    """Return whether a seat would hold a pair or tractor that its plays ruled out."""
    if two & known[UNPAIRED + seat]:
        return True
    for number in range(known[DENIED]):
        row = DENIED + 1 + TRACTOR * number
        if known[row] == seat:
            since, since_twice = known[row + 3], known[row + 4]
            pairs = (two | since_twice | one & since) & known[row + 1]
            if longest_run(places(terms, pairs)) > known[row + 2]:
                return True
    return False


@kernel
def _bury(
    terms: Integers, known: Integers, losses: Floats, deviates: Floats, chance: Integers, worlds: Integers, at: int
) -> None:
    """Fill the bottom with what a banker would have chosen from their own cards and the bottom's."""
    banker = at + known[BANKER]
    one, two, under, under_twice = worlds[banker], worlds[banker + 4], worlds[at + 8], worlds[at + 9]
    pool, pool_twice = one | under, two | under_twice | one & under
    kept_cards, kept_cards_twice = known[KEPT], known[KEPT + 1]
    count = under.bit_count() + under_twice.bit_count()
    # Draw a taste for each copy once, then bury the copy with the least loss ``count`` times.
    first, second = [0.0] * NAMES_HELD, [0.0] * NAMES_HELD
    for bit in range(NAMES_HELD):
        if pool >> bit & 1:
            first[bit] = _reluctance(known, losses, deviates, chance, bit, kept_cards >> bit & 1)
            if pool_twice >> bit & 1:
                second[bit] = _reluctance(known, losses, deviates, chance, bit, kept_cards_twice >> bit & 1)
                if second[bit] < first[bit]:
                    first[bit], second[bit] = second[bit], first[bit]
    bottom = bottom_twice = 0
    for _ in range(count):
        chosen, least = -1, 1e9
        for bit in range(NAMES_HELD):
            if pool >> bit & 1:
                loss = second[bit] if bottom >> bit & 1 else first[bit]
                if loss < least:
                    chosen, least = bit, loss
        name = 1 << chosen
        if bottom & name:
            bottom_twice |= name
        bottom |= name
        if pool_twice & name:
            pool_twice ^= name
        else:
            pool ^= name
    # ``pool`` is what the banker keeps.
    if not _denies(terms, known, known[BANKER], pool, pool_twice):
        worlds[banker], worlds[banker + 4], worlds[at + 8], worlds[at + 9] = pool, pool_twice, bottom, bottom_twice


@kernel
def _reluctance(known: Integers, losses: Floats, deviates: Floats, chance: Integers, bit: int, shown: int) -> float:
    """Return how reluctant the banker was to bury a card. ``shown``: whether a throw showed it after the bury."""
    taste = TASTE * deviates[drawn(chance) >> DEVIATE_SHIFT]
    if shown:
        return losses[bit] + 99.0
    return -99.0 if known[BARRED] >> bit & 1 else losses[bit] + taste
