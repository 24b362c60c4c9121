"""The reasons to advise a play or a bury in Forty and Eighty, and the habits that a review names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.rules.cards import SUITS
from games.rules.core import N_, Suit
from games.rules.shengji.hands import NAMES_HELD, POINTS, hand_of, names_of
from games.rules.shengji.shapes import PAIR, SINGLE, shape_of, split
from games.rules.shengji.trumps import TRUMP
from games.table.reasons import Habit, Reason, Reasons
from games.table.trick_reasons import (
    BEATS,
    LEAVES_PARTNER,
    TAKES_FROM_PARTNER,
    UNBEATABLE,
    adds_surely,
    gives,
    gives_nothing,
    gives_surely,
    gives_to_them,
    risks_nothing,
)
from games.titles.shengji.table.position import Position

# --- leads --------------------------------------------------------------------------------------


def _draws_last(position: Position, action: Any) -> bool:
    """The holder of the only unseen trump must follow with it (/rules/eighty/#7)."""
    return position.trumps_out == 1 and _draws_all(position, action)


def _draws_all(position: Position, action: Any) -> bool:
    if not position.is_lead(action) or position.suit_of(action) != TRUMP or not position.knows_hands:
        return False
    enforced = position.view.options["discipline"] == "enforced"
    return enforced and 0 < position.trumps_out <= len(action.cards)


def _throw_stands(position: Position, action: Any) -> bool:
    return _parts(position, action) > 1 and position.stands(action)


def _only_a_trump(position: Position, action: Any) -> bool:
    """No higher card, pair or tractor of the suit is out (/rules/eighty/#8)."""
    if not position.is_lead(action) or position.suit_of(action) == TRUMP:
        return False
    return _parts(position, action) == 1 and position.stands(action)


def _draws_trumps(position: Position, action: Any) -> bool:
    """A trump is led while the others may have trumps that could beat an otherwise unbeatable side-suit card."""
    if not position.is_lead(action) or position.suit_of(action) != TRUMP or not position.trumps_out:
        return False
    table, unseen = position.table, position.unseen
    for suit in range(len(SUITS)):
        own = names_of(position.hand & table.members[suit])
        others = names_of(unseen & table.members[suit])
        highest = max((table.place[card] for card in others), default=-1)
        if own and others and max(table.place[card] for card in own) > highest:
            return True
    return False


def _leads_pair(position: Position, action: Any) -> bool:
    return position.is_lead(action) and shape_of(split(position.table, hand_of(action.cards))) is PAIR


def _leads_tractor(position: Position, action: Any) -> bool:
    return position.is_lead(action) and len(action.cards) > 2 and _parts(position, action) == 1


def _parts(position: Position, action: Any) -> int:
    return len(split(position.table, hand_of(action.cards))) if position.is_lead(action) else 0


# --- follows ------------------------------------------------------------------------------------


def _takes_points(position: Position, action: Any) -> bool:
    if not position.is_follow(action) or position.partner_surely:
        return False
    return position.view.pot > 0 and position.surely(action)


def _pot(position: Position, action: Any) -> Mapping[str, Any]:
    return {"points": position.view.pot}


def _ruffs(position: Position, action: Any) -> bool:
    if not position.is_follow(action) or position.led[1] == TRUMP or position.suit_of(action) != TRUMP:
        return False
    return not position.hand & position.table.both[position.led[1]] and position.takes(action)


def _ruffs_theirs(position: Position, action: Any) -> bool:
    """The trick was not the partner's for sure."""
    return _ruffs(position, action) and not position.partner_surely


def _suit_led(position: Position, action: Any) -> Mapping[str, Any]:
    return {"suit": Suit(SUITS[position.led[1]])}


def _is_lowest(position: Position, action: Any) -> bool:
    """It is the lowest of several single cards or pairs that beat theirs."""
    if not position.is_theirs or not _beats(position, action):
        return False
    return _strength(position, action) == min(_beating_strengths(position)) < max(_beating_strengths(position))


def _overpays(position: Position, action: Any) -> bool:
    return _beats(position, action) and _strength(position, action) > min(_beating_strengths(position))


def _beats(position: Position, action: Any) -> bool:
    # to leads of more cards, not every follow is listed
    return position.is_follow(action) and position.led[0] in (SINGLE, PAIR) and position.takes(action)


def _beating_strengths(position: Position) -> list[int]:
    return [_strength(position, move) for move in position.moves if position.takes(move)]


def _strength(position: Position, action: Any) -> int:
    return position.table.strength[position.led[1]][action.cards[0]]


def _cannot_beat(position: Position, action: Any) -> bool:
    """No card beats theirs, all are of one suit, and this one is the lowest of them and worth nothing."""
    if not position.is_follow(action) or not position.is_theirs or position.led[0] is not SINGLE:
        return False
    if position.points(action) or any(map(position.takes, position.moves)):
        return False
    place = position.table.place
    one_suit = len({position.suit_of(move) for move in position.moves}) == 1
    return one_suit and place[action.cards[0]] == min(place[move.cards[0]] for move in position.moves)


# --- either -------------------------------------------------------------------------------------


def _they_cannot(position: Position, action: Any) -> bool:
    return action.do == "play" and bool(position.behind) and position.surely(action, but=position.partner)


def _empties(position: Position, action: Any) -> bool:
    """The last cards of a side suit go, and trumps stay to ruff it when it is led."""
    if action.do == "bury" or position.is_follow(action):
        kept_trumps = position.left(action) & position.table.both[TRUMP]
        return bool(kept_trumps) and any(suit in _given_away(position, action) for suit in position.emptied(action))
    return False


def _given_away(position: Position, action: Any) -> set[int]:
    """Return the side suits of cards that are discarded, not played to follow suit."""
    suits = {position.table.suits[card] for card in action.cards}
    return suits - {position.led[1]} if position.follows else suits


def _suit_emptied(position: Position, action: Any) -> Mapping[str, Any]:
    given_away = _given_away(position, action)
    return {"suit": Suit(SUITS[next(suit for suit in position.emptied(action) if suit in given_away)])}


def _saves_trumps(position: Position, action: Any) -> bool:
    """A side suit is played although a trump was possible."""
    if action.do != "play" or any(position.table.suits[card] == TRUMP for card in action.cards):
        return False
    return any(position.suit_of(move) == TRUMP for move in position.moves)


def _keeps_pair(position: Position, action: Any) -> bool:
    """A lower play of the same suit and points would split a pair, and this one splits none."""
    if action.do != "play" or len(action.cards) > 1 or position.splits(action):
        return False
    place, card = position.table.place, action.cards[0]
    return any(
        len(move.cards) == 1
        and position.suit_of(move) == position.suit_of(action)
        and POINTS[move.cards[0]] == POINTS[card]
        and place[move.cards[0]] < place[card]
        and position.splits(move)
        for move in position.moves
    )


# --- the bury -----------------------------------------------------------------------------------


def _buries_no_points(position: Position, action: Any) -> bool:
    return action.do == "bury" and not position.points(action)


def _keeps_trumps(position: Position, action: Any) -> bool:
    return action.do == "bury" and not hand_of(action.cards) & position.table.both[TRUMP]


def _keeps_pairs(position: Position, action: Any) -> bool:
    pairs = position.hand >> NAMES_HELD
    return action.do == "bury" and bool(pairs) and pairs == position.left(action) >> NAMES_HELD


# --- habits -------------------------------------------------------------------------------------


def _points_led(position: Position, action: Any) -> bool:
    """A single card with points is led, and an opponent may hold a higher one of its suit."""
    if not position.is_lead(action) or len(action.cards) > 1 or not position.points(action):
        return False
    table, suit, card = position.table, position.suit_of(action), action.cards[0]
    opponents = ((position.seat + 1) % 4, (position.seat + 3) % 4)
    held = (names_of(position.may_hold(seat) & table.members[suit]) for seat in opponents)
    return any(table.place[other] > table.place[card] for cards in held for other in cards)


def _splits(position: Position, action: Any) -> bool:
    return action.do == "play" and position.splits(action)


def _ruffs_for_nothing(position: Position, action: Any) -> bool:
    return _ruffs(position, action) and not position.view.pot


REASONS = Reasons(
    Position,
    (
        Reason("last-trump", N_("It draws the last trump."), _draws_last),
        Reason("last-trumps", N_("It draws all the trumps that are left."), _draws_all),
        Reason("takes-points", N_("It is sure to take the %(points)s points here."), _takes_points, _pot),
        Reason("gives-surely", N_("Your partner is sure of this trick: give points."), gives_surely),
        Reason("adds-surely", N_("Your side is sure of this trick: give points."), adds_surely),
        UNBEATABLE,
        Reason("they-cannot", N_("Neither opponent can beat it."), _they_cannot),
        Reason("throw-stands", N_("No part of this throw can be beaten in its suit."), _throw_stands),
        Reason("only-trump", N_("Only a trump can beat it."), _only_a_trump),
        Reason("gives", N_("Your partner has this trick so far: give points."), gives),
        Reason("ruffs", N_("You are out of %(suit)s: a trump beats it."), _ruffs_theirs, _suit_led),
        Reason("lowest", N_("The lowest you have that beats it."), _is_lowest),
        BEATS,
        LEAVES_PARTNER,
        Reason("gives-nothing", N_("They have this trick so far: give no points."), gives_nothing),
        Reason("cannot-beat", N_("You cannot beat it: play your lowest."), _cannot_beat),
        Reason("draws-trumps", N_("It draws trumps before they fall on your high cards."), _draws_trumps),
        Reason("tractor", N_("Only a tractor as long can beat it."), _leads_tractor),
        Reason("pair", N_("Only a pair can beat it."), _leads_pair),
        Reason("empties", N_("It leaves you no %(suit)s: later you can trump them."), _empties, _suit_emptied),
        Reason("keeps-pair", N_("It keeps a pair together."), _keeps_pair),
        Reason("risks-nothing", N_("It risks no points."), risks_nothing),
        Reason("saves-trumps", N_("It keeps your trumps for later."), _saves_trumps),
        Reason("buries-no-points", N_("No points lie in the bottom then."), _buries_no_points),
        Reason("keeps-trumps", N_("It keeps all your trumps."), _keeps_trumps),
        Reason("keeps-pairs", N_("It keeps all your pairs."), _keeps_pairs),
    ),
    (
        Habit("points-to-them", N_("you gave points to a trick of theirs"), gives_to_them),
        Habit("points-led", N_("you led points that they could beat"), _points_led),
        TAKES_FROM_PARTNER,
        Habit("ruffs-for-nothing", N_("you trumped a trick without points"), _ruffs_for_nothing),
        Habit("overpays", N_("you beat a trick higher than you had to"), _overpays),
        Habit("splits", N_("you split a pair"), _splits),
    ),
)
