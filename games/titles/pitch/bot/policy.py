"""An AI player of Pitch by rules of thumb: it bids what its hand makes in most deals (/rules/pitch/#4)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from games.ai.dealing import Dealer
from games.rules.cards import SUITS
from games.rules.core import Action
from games.rules.four_chances.actions import PLAY
from games.rules.four_chances.following import JOKER, winning_place
from games.rules.four_chances.state import NO_TRUMP, Trick
from games.rules.pitch.actions import BID, KEEP, OFFER, PASS, SELL
from games.rules.pitch.following import following_of
from games.rules.pitch.options import pack_of, sides_of
from games.rules.pitch.score import TEN, counters, points_made, points_of
from games.rules.pitch.view import PitchView
from games.titles.four_chances.bot import core
from games.titles.four_chances.bot.knowledge import unseen, voids

#: deals over which a bid is tried out
DEALS = 24
#: How much more than a pass a bid must promise, because playouts make slightly more points than play at the table.
CAUTION = 0.35


def choose(view: PitchView, rng: Random) -> Action:
    """Return the action of the view's seat, which is to act."""
    seat = view.seat
    assert seat is not None
    if view.phase in ("play", "bid"):
        return weighed(view, rng)[0][1]
    points = _points_by_suit(view, rng)[0][1]
    match view.phase:
        case "offer":
            return KEEP[seat] if _worth(points, view.top) > view.top / 2 else OFFER[seat]
        case "answer":
            assert view.highest is not None
            # a sale is certain, and the buyer may still be set back
            offered = view.highest.points
            return KEEP[seat] if _worth(points, offered) > offered + CAUTION else SELL[seat]
    raise AssertionError(view.phase)


def _bids(view: PitchView, seat: int, rng: Random) -> list[tuple[float, Action]]:
    """Return the lowest bid and the pass with their worth, the better first."""
    bid = next(iter(view.bids), 0)
    price = bid / (len(view.scores) - 1) if view.options["auction"] == "sell" else 0.0
    gain = _worth(_points_by_suit(view, rng)[0][1], bid) - price - CAUTION * max(1, bid) ** 0.5
    bids, passes = (gain, BID[seat][bid]), (0.0, PASS[seat])
    return [bids, passes] if gain > 0 else [passes, bids]


def _worth(points_by_deal: Sequence[int], bid: int) -> float:
    """Return the average gain of a bid, from the points made in each deal."""
    return sum(float(points if points >= bid else -bid) for points in points_by_deal) / len(points_by_deal)


def terms_of(view: PitchView, trump: int) -> core.Terms:
    """Return what cards count under a trump and the options of the table."""
    by_ten = view.options["game_by"] == "ten"
    points = {card: float(worth) for card, worth in counters(trump, view.options).items()}
    if by_ten:
        points[trump * 13 + TEN] = points.get(trump * 13 + TEN, 0.0) + 1.0
    sides = len(view.scores)
    return core.terms(trump, points, not by_ten, view.options["low"] == "won", 1.0 / (sides - 1) ** 0.5)


def dealer_of(view: PitchView) -> Dealer:
    """Return a dealer of the others' cards: a place per seat, empty for its own, and a last one for cards asleep."""
    hidden = unseen(view, pack_of(view.options))
    counts = [0 if seat == view.seat else count for seat, count in enumerate(view.counts)]
    return Dealer(hidden, [*counts, len(hidden) - sum(counts)], [*voids(view), 0])


def _points_by_suit(view: PitchView, rng: Random) -> list[tuple[int, list[int]]]:
    """Return the suits to pitch, best first, each with the points that the viewer's side makes in each deal by
    leading it."""
    seat = view.seat
    assert seat is not None
    sides = sides_of(view.options)
    dealer, following = dealer_of(view), following_of(view.options)
    deals = [dealer.deal(rng)[:-1] for _ in range(DEALS)]
    by_suit = []
    for suit in {card // 13 for card in view.hand if card != JOKER}:
        known, points = terms_of(view, suit), []
        for dealt in deals:
            hands = [list(hand) for hand in dealt]
            hands[seat] = list(view.hand)
            first = card_to_pitch(known, view.hand, suit)
            hands[seat].remove(first)
            tricks = [Trick(*trick) for trick in core.play_out(known, following, sides, hands, seat, [first])]
            _pips, due = points_of(tricks, suit, view.dealer, sides, view.options)
            points.append(points_made(due, sides[seat]))
        by_suit.append((suit, points))
    return sorted(by_suit, key=lambda one: (-sum(one[1]), one[0]))


def card_to_pitch(known: core.Terms, hand: Sequence[int], suit: int) -> int:
    """Return the card of a suit to lead first: a high one where it draws, else one that costs little."""
    held = sorted(card for card in hand if card != JOKER and card // 13 == suit)
    high = [card for card in held if card % 13 >= 11]
    if high:
        return high[-1]
    return min(held, key=lambda card: (known.worth[card] + (0.6 if card == held[0] else 0.0), -(card % 13)))


def weighed(view: PitchView, rng: Random) -> list[tuple[float, Action]]:
    """Return the sensible actions of the view's seat with their worth in points, best first."""
    seat = view.seat
    assert seat is not None
    if view.phase == "bid":
        return _bids(view, seat, rng)
    if view.phase != "play":
        return [(0.0, choose(view, rng))]
    following, trump = following_of(view.options), NO_TRUMP if view.trump is None else SUITS.index(view.trump)
    if trump == NO_TRUMP:
        suits = _points_by_suit(view, rng)
        return [
            (sum(points) / len(points), PLAY[seat][card_to_pitch(terms_of(view, suit), view.hand, suit)])
            for suit, points in suits
        ]
    sides = sides_of(view.options)
    allowed = following.playable(view.hand, view.trick, trump)
    ours = bool(view.trick) and sides[(view.lead + winning_place(view.trick, trump)) % view.seats] == sides[seat]
    out = core.mask(unseen(view, pack_of(view.options)))
    left = view.seats - 1 - len(view.trick)
    known = terms_of(view, trump)
    return [
        (round(gain, 6), PLAY[seat][card]) for gain, card in core.ranked(known, allowed, view.trick, ours, left, out)
    ]
