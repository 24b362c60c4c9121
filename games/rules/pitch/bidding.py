"""The auction: bids made to the bank, or to the eldest who sells (/rules/pitch/#4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.rules.four_chances.ending import over
from games.rules.four_chances.score import award
from games.rules.pitch.actions import Bid, Keep, Offer, Pass, Sell
from games.rules.pitch.options import sides_of, top_of
from games.rules.pitch.state import Contract, PitchState

# --- what may be bid --------------------------------------------------------------------------


def open_bids(
    options: Mapping[str, Any], dealer: int, scores: Sequence[int], highest: Contract | None, seat: int
) -> range:
    """Return the bids that a seat may make over the highest; empty where it can only pass (point 4)."""
    top = top_of(options)
    lowest = options["min_bid"]
    if highest is not None:
        takes_over = seat == dealer and _may_equal(options["dealer_bid"], highest.points, top)
        lowest = highest.points if takes_over else highest.points + 1
    return range(lowest, most_to_bid(options, dealer, scores, top) + 1)


def _may_equal(dealer_bid: str, points: int, top: int) -> bool:
    """Return whether the dealer's privilege covers a bid of ``points``."""
    if dealer_bid == "below":
        return points < top
    return dealer_bid == "any" or (dealer_bid == "top" and points == top)


def most_to_bid(options: Mapping[str, Any], dealer: int, scores: Sequence[int], top: int) -> int:
    """Return the most that anybody may bid: in a sale no more than leaves the eldest short of the game."""
    if options["auction"] != "sell" or options["sale_can_win"]:
        return top
    sides = sides_of(options)
    eldest = (dealer + 1) % len(sides)
    target: int = options["target"]
    return min(top, target - 1 - scores[sides[eldest]])


# --- the course of the bidding ----------------------------------------------------------------


def open_bidding(state: PitchState) -> PitchState:
    """Return the state in which the first seat is asked for a bid; in a sale the eldest's side bids nothing."""
    table = state.table
    if table.setup.options["auction"] == "bank":
        return _ask_from(state, table.eldest)
    sellers = table.sides[table.eldest]
    silent = tuple(seat for seat, side in enumerate(table.sides) if side == sellers)
    return _ask_from(state._replace(course=state.course._replace(silent=silent)), table.eldest + 1)


def _ask_from(state: PitchState, first: int) -> PitchState:
    """Return the state in which the next seat, from ``first`` on, is asked; if there is none the bidding
    is over. The highest bidder is not asked, nor a seat that cannot bid, now or later (point 5)."""
    table, highest = state.table, state.course.highest
    options, dealer = table.setup.options, table.dealer
    for turn in range(first, first + table.players):
        seat = turn % table.players
        if seat in state.course.silent or (highest is not None and highest.seat == seat):
            continue
        if open_bids(options, dealer, state.scores, highest, seat):
            return state._replace(phase="bid", to_act=(seat,))
    return _bidding_over(state)


def _bidding_over(state: PitchState) -> PitchState:
    """Return what follows the bidding: the pitch, the eldest's answer, or what ``all_pass`` says."""
    table, highest = state.table, state.course.highest
    options, eldest = table.setup.options, table.eldest
    sale = options["auction"] == "sell"
    if highest is not None:
        return state._replace(phase="answer", to_act=(eldest,)) if sale else pitch_by(state, highest.seat, highest)
    match options["all_pass"]:
        case "free":
            return pitch_by(state, eldest, None)
        case "redeal":
            return over(state, "thrown-in", contract=None)
    seat = eldest if sale else table.dealer
    return pitch_by(state, seat, Contract(seat, options["min_bid"]))


def pitch_by(state: PitchState, seat: int, bound: Contract | None) -> PitchState:
    """Return the play at its first lead, with who is bound to what."""
    return state._replace(phase="play", to_act=(seat,), lead=seat, course=state.course._replace(bound=bound))


# --- actions ----------------------------------------------------------------------------------


def offer(state: PitchState, action: Offer) -> PitchState:
    """The eldest puts the pitch up for sale."""
    return open_bidding(state._replace(past=(state.past, action)))


def keep(state: PitchState, action: Keep) -> PitchState:
    """The eldest pitches, bound to the highest bid, or to the top before any bid."""
    highest = state.course.highest
    points = top_of(state.table.setup.options) if highest is None else highest.points
    return pitch_by(state._replace(past=(state.past, action)), action.seat, Contract(action.seat, points))


def sell(state: PitchState, action: Sell) -> PitchState:
    """The eldest's side scores the highest bid, which may win the game; its bidder pitches."""
    table, highest = state.table, state.course.highest
    assert highest is not None
    side = table.sides[action.seat]
    new = award(state._replace(past=(state.past, action)), "sale", side, highest.points)
    if new.scores[side] >= table.target:
        return over(new, "sale", contract=None)
    return pitch_by(new, highest.seat, highest)


def bid(state: PitchState, action: Bid) -> PitchState:
    """A seat bids."""
    return _spoken(state, action, Contract(action.seat, action.points), state.table.setup.options["rebid"])


def pass_by(state: PitchState, action: Pass) -> PitchState:
    """A seat passes, and bids no more."""
    return _spoken(state, action, state.course.highest, False)


def _spoken(state: PitchState, action: Bid | Pass, highest: Contract | None, speaks_again: bool) -> PitchState:
    """Return the state after a seat has spoken."""
    auction = state.course
    silent = auction.silent if speaks_again else (*auction.silent, action.seat)
    new = state._replace(course=auction._replace(silent=silent, highest=highest), past=(state.past, action))
    return _ask_from(new, action.seat + 1)
