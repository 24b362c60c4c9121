"""An AI player of All Fours by rules of thumb, as the old books teach them: secure your jack, tens
and courts, win the opponent's, lead low unless you command the suit, beg with poor trumps.

It sees a view, remembers every card it has seen, and considers what the others may hold.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from games.rules.allfours.actions import ACCEPT, BEG, GIVE, RUN, STAND, Announce, Discard
from games.rules.allfours.options import PACKS
from games.rules.allfours.score import PIPS, chances
from games.rules.allfours.view import AllFoursView
from games.rules.cards import PACK_52, SUITS
from games.rules.core import Action
from games.rules.four_chances.actions import PLAY, Play
from games.rules.four_chances.following import SUIT_OF, playable, winning_place
from games.rules.four_chances.score import CHANCES
from games.rules.four_chances.state import Trick
from games.rules.revokes import Claim
from games.titles.allfours.bot.sense import JACK, sensible

HAND = 6
#: the worth of a pip in points: some twenty decide the point for Game
PIP = 0.05
#: the cards of each pack, as bits
OF_PACK = {size: sum(1 << card for card in pack) for size, pack in PACKS.items()}
#: the cards of a suit, and the higher cards of a card's suit, as bits
OF_SUIT = tuple(sum(1 << card for card in PACK_52 if card // 13 == suit) for suit in range(4))
ABOVE = tuple(sum(1 << other for other in range(card + 1, card - card % 13 + 13)) for card in PACK_52)


def choose(view: AllFoursView, rng: Random) -> Action:
    """Return the action of the view's seat, which is to act; ``rng`` breaks ties."""
    seat = view.seat
    assert seat is not None
    match view.phase:
        case "beg":
            return STAND[seat] if prospects(view) >= CONTENT else BEG[seat]
        case "answer":
            return GIVE[seat] if _gives(view) else RUN[seat]
        case "discard":
            return Discard(seat, _to_discard(view, rng))
        case "play":
            return PLAY[seat][_cards(view, rng)[0][1]]
        case "claims":
            return _claim(view) or ACCEPT[seat]
    return _announcement(view)


# --- what the others may hold -----------------------------------------------------------------


@dataclass(slots=True)
class Knowledge:
    """What a seat knows of the cards it cannot see.

    ``unseen``: bits of the cards in other hands, the pack and others' discards; ``voids``: by
    seat, bits of the suits it has shown to be out of.
    """

    trump: int
    unseen: int
    number: int
    counts: tuple[int, ...]
    voids: list[int]

    def may_hold(self, seat: int, cards: int) -> float:
        """Return the chance that a seat holds one or more of these cards."""
        among = (cards & self.unseen & ~self.voids[seat]).bit_count()
        return holds(among, self.counts[seat], self.number)


@lru_cache(maxsize=8192)
def holds(among: int, held: int, unseen: int) -> float:
    """Return the chance that one or more of ``among`` cards are among ``held`` of ``unseen``."""
    without = 1.0
    for number in range(among):
        without *= max(0, unseen - held - number) / max(1, unseen - number)
    return 1.0 - without


def knowledge(view: AllFoursView) -> Knowledge:
    """Return what the view's seat knows, from all it has seen since the deal."""
    unseen = OF_PACK[view.options["pack"]]
    for card in (*view.hand, *view.turned, *view.discards):
        unseen &= ~(1 << card)
    trump = SUITS.index(view.trump)
    voids = [0] * view.seats
    led = place = 0
    for action in view.memory:
        if not isinstance(action, Play):
            continue
        card, suit = action.card, SUIT_OF[action.card]
        unseen &= ~(1 << card)
        if place % view.seats == 0:
            led = suit
        elif suit != led and (suit != trump or led == trump) and view.options["discipline"] == "enforced":
            voids[action.seat] |= OF_SUIT[led]
        place += 1
    return Knowledge(trump, unseen, unseen.bit_count(), view.counts, voids)


# --- before the play --------------------------------------------------------------------------

#: net points from which the eldest accepts the trumps, and from which the dealer gives a point to keep them
CONTENT = 0.0
GENEROUS = 0.6


def prospects(view: AllFoursView) -> float:
    """Return the net points that a hand may expect to score under the present trump."""
    known = knowledge(view)
    trumps = sorted(card for card in view.hand if SUIT_OF[card] == known.trump)
    low = view.options["low"]
    high_chance = _extreme(view, known, trumps, from_top=True)
    low_chance = _extreme(view, known, trumps, from_top=False)
    if low == "dealer":
        low_chance = float(view.dealer % 2 == (view.seat or 0) % 2)
    elif low == "won":
        low_chance = 0.25 + 0.5 * low_chance
    jack = known.trump * 13 + JACK
    if jack in trumps:
        jack_hope = min(0.9, 0.15 * len(trumps) + 0.2 * sum(card > jack for card in trumps))
    else:
        jack_hope = -0.1 + 0.05 * sum(card > jack for card in trumps)
    values = PIPS[view.options["ten"], view.options["game_cards"], known.trump]
    courts = sum(values[card] > 1 and card % 13 > JACK for card in view.hand)
    usual = 0.25 * len(view.hand)
    game_hope = max(-0.8, min(0.8, 0.25 * (len(trumps) - usual) + 0.1 * (courts - usual)))
    return (2 * high_chance - 1) + (2 * low_chance - 1) + jack_hope + game_hope


def _extreme(view: AllFoursView, known: Knowledge, trumps: Sequence[int], from_top: bool) -> float:
    """Return the chance that the highest (or lowest) trump out is with the viewer's side."""
    seat = view.seat or 0
    ours = sum(view.counts[mate] for mate in range(seat % 2, view.seats, 2) if mate != seat)
    theirs = sum(view.counts[1 - seat % 2 :: 2])
    first = known.trump * 13
    suit = range(first + 12, first - 1, -1) if from_top else range(first, first + 13)
    open_still, chance, unseen = 1.0, 0.0, known.number
    for card in suit:
        if card in trumps:
            return chance + open_still
        if known.unseen >> card & 1 and unseen > 0:
            chance += open_still * ours / unseen
            open_still *= max(0.0, 1 - (ours + theirs) / unseen)
            unseen -= 1
    return chance + open_still / 2


def _gives(view: AllFoursView) -> bool:
    """Return whether the dealer keeps the trump for a point: never the point that ends the game."""
    mine = view.dealer % 2
    if not view.may_give or view.scores[1 - mine] + 1 >= view.target:
        return False
    known = knowledge(view)
    trumps = [card for card in view.hand if SUIT_OF[card] == known.trump]
    # High is counted first: a dealer who needs one point and holds the commanding trump gives and wins.
    if view.scores[mine] + 1 >= view.target and _extreme(view, known, trumps, from_top=True) > 0.9:
        return True
    return prospects(view) >= GENEROUS


def _to_discard(view: AllFoursView, rng: Random) -> tuple[int, ...]:
    """Return the cards to discard: no trump while there are others, the least useful first."""
    known = knowledge(view)
    trumps = [card for card in view.hand if SUIT_OF[card] == known.trump]
    values = PIPS[view.options["ten"], view.options["game_cards"], known.trump]

    def use(card: int) -> tuple[float, ...]:
        if SUIT_OF[card] == known.trump:
            # With too many trumps, discard middle ones: not the courts, the ten or the lowest.
            return (2, values[card] + (20 if card == min(trumps) else 0), card % 13)
        company = sum(SUIT_OF[other] == SUIT_OF[card] for other in view.hand)
        guarded = card % 13 >= JACK or company > 1
        return (1, values[card] * (1 if guarded else 0.3) + (card % 13) * 0.2, rng.random())

    return tuple(sorted(view.hand, key=use)[: len(view.hand) - HAND])


# --- the play ---------------------------------------------------------------------------------


def weighed(view: AllFoursView, rng: Random) -> list[tuple[float, Action]]:
    """Return the sensible actions of the view's seat with their worth in points, best first;
    outside the play, only the one it chooses."""
    seat = view.seat
    assert seat is not None
    if view.phase != "play":
        return [(0.0, choose(view, rng))]
    return [(gain, PLAY[seat][card]) for gain, card in _cards(view, rng)]


def _cards(view: AllFoursView, rng: Random) -> list[tuple[float, int]]:
    """Return the cards to play with their gains, best first: the expected worth of the trick, less the
    card's later use. An AI player never revokes, not even if the rules leave it to their honour."""
    trump = SUITS.index(view.trump)
    allowed = playable(view.hand, view.trick, trump)
    if len(allowed) == 1:
        return [(0.0, allowed[0])]
    known = knowledge(view)
    worths = _worths(view, known)
    gains = [(round(_gain(view, known, worths, card), 6), -(card % 13), rng.random(), card) for card in allowed]
    offered = sensible(view, allowed)
    return [(gain, card) for gain, _, _, card in sorted(gains, reverse=True) if card in offered]


def _worths(view: AllFoursView, known: Knowledge) -> list[float]:
    """Return the worth of taking each card: its pips, the jack, Low if it is won in tricks."""
    values = PIPS[view.options["ten"], view.options["game_cards"], known.trump]
    worths = [PIP * pips for pips in values]
    first = known.trump * 13
    worths[first + JACK] += 1.0
    if view.options["low"] == "won":
        played = any(isinstance(action, Play) and SUIT_OF[action.card] == known.trump for action in view.memory)
        for card in range(first, first + (3 if played else 5)):
            worths[card] += 0.5 - 0.1 * (card - first)
    return worths


def _gain(view: AllFoursView, known: Knowledge, worths: list[float], card: int) -> float:
    """Return the net points that playing a card may bring."""
    trick = (*view.trick, card)
    stake = sum(worths[played] for played in trick)
    taking = _side_takes(view, known, trick, stake)
    gain = (2 * taking - 1) * stake - _keeping_worth(view, known, worths, card)
    if not view.trick:
        gain += _drawn(view, known, worths, card) * taking
    mine = winning_place(trick, known.trump) == len(trick) - 1
    # The winner of the trick must lead the next one, and the others then play after them.
    return gain - (0.04 * taking if mine and len(view.hand) > 1 else 0.0)


def _side_takes(view: AllFoursView, known: Knowledge, trick: tuple[int, ...], stake: float) -> float:
    """Return the chance that the viewer's side takes the trick as it stands."""
    seat, seats = view.seat or 0, view.seats
    place = winning_place(trick, known.trump)
    best, led = trick[place], SUIT_OF[trick[0]]
    ours = 1.0 if (view.lead + place) % 2 == seat % 2 else 0.0
    for behind in range(len(trick), seats):
        after = (view.lead + behind) % seats
        beats = _beats(known, after, best, led, stake)
        ours = ours + (1 - ours) * beats if after % 2 == seat % 2 else ours * (1 - beats)
    return ours


def _beats(known: Knowledge, seat: int, best: int, led: int, stake: float) -> float:
    """Return the chance that a seat behind can and will beat the best card of the trick."""
    over = 0.95 * known.may_hold(seat, ABOVE[best])
    if SUIT_OF[best] == known.trump:
        return over
    eager = 0.9 if stake > 0.12 else 0.5
    trumped = eager * known.may_hold(seat, OF_SUIT[known.trump])
    return 1 - (1 - over) * (1 - trumped)


def _keeping_worth(view: AllFoursView, known: Knowledge, worths: list[float], card: int) -> float:
    """Return the worth of keeping a card: to be brought home itself, and to win others."""
    rest = len(view.hand) - 1
    if rest == 0:
        return 0.0
    others = range(1 - (view.seat or 0) % 2, view.seats, 2)
    safe = 1.0
    for seat in others:
        safe *= 1 - known.may_hold(seat, ABOVE[card])
    trump = SUIT_OF[card] == known.trump
    if trump:
        company = sum(SUIT_OF[other] == known.trump for other in view.hand) - 1
        home = 0.45 + 0.45 * safe + 0.05 * min(company, 3)
        control = 0.1 + 0.2 * safe
    else:
        ruffed = 1.0
        for seat in others:
            ruffed *= 1 - 0.7 * known.may_hold(seat, OF_SUIT[known.trump])
        company = sum(SUIT_OF[other] == SUIT_OF[card] for other in view.hand) - 1
        home = 0.2 + 0.6 * safe * ruffed + (0.05 if company else 0.0)
        control = 0.08 * safe * ruffed
    return (2 * min(home, 0.97) - 1) * worths[card] + control * min(1.0, rest / 3)


def _drawn(view: AllFoursView, known: Knowledge, worths: list[float], card: int) -> float:
    """Return what leading a trump may draw from the others: their jack above all."""
    if SUIT_OF[card] != known.trump:
        return 0.0
    drawn = 0.0
    for seat in range(1 - (view.seat or 0) % 2, view.seats, 2):
        for rank in (JACK - 1, JACK, JACK + 1, JACK + 2):
            below = known.trump * 13 + rank
            if below < card:
                drawn += 0.4 * worths[below] * known.may_hold(seat, 1 << below)
    return drawn


# --- after the play ---------------------------------------------------------------------------


def _claim(view: AllFoursView) -> Claim | None:
    """Return a claim of a revoke by the other side, or None; the tricks lie open, so it is made only if certain."""
    seat = view.seat
    assert seat is not None
    earlier = {(claim.against, claim.trick) for claim in view.claims}
    trump, seats = SUITS.index(view.trump), view.seats
    for number, (lead, cards, _) in enumerate(view.tricks, 1):
        for against in range(1 - seat % 2, seats, 2):
            if (against, number) in earlier:
                continue
            hand = tuple(later.cards[(against - later.lead) % seats] for later in view.tricks[number - 1 :])
            place = (against - lead) % seats
            if cards[place] not in playable(hand, cards[:place], trump):
                return Claim(seat, against, number)
    return None


def _announcement(view: AllFoursView) -> Announce:
    """Return the announcement of the chances of the viewer's side, from all the cards it saw played."""
    seat, trump = view.seat, SUITS.index(view.trump)
    assert seat is not None
    played = [action for action in view.memory if isinstance(action, Play)]
    tricks = []
    for first in range(0, len(played), view.seats):
        cards = tuple(action.card for action in played[first : first + view.seats])
        lead = played[first].seat
        tricks.append(Trick(lead, cards, (lead + winning_place(cards, trump)) % view.seats))
    _, owners = chances(tricks, trump, view.dealer, view.options)
    return Announce(seat, tuple(chance for chance in CHANCES if owners.get(chance) == seat % 2))
