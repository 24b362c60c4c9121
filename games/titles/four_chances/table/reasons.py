"""The reasons to advise a card or a call in All Fours and related games, and the habits that a review names."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from games.rules.cards import SUITS
from games.rules.core import N_, Suit
from games.rules.four_chances.following import SUITS_UNDER
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
from games.titles.four_chances.table.calls import CALLS
from games.titles.four_chances.table.position import JACK, Position, Terms

# --- either -------------------------------------------------------------------------------------


def _jack(position: Position, action: Any) -> int:
    return position.trump(action) * 13 + JACK


def _jack_comes_home(position: Position, action: Any) -> bool:
    if action.do != "play" or action.card != _jack(position, action):
        return False
    return position.surely(action) or (position.partner_surely and not position.takes(action))


# --- leads --------------------------------------------------------------------------------------


def _draws_last(position: Position, action: Any) -> bool:
    """The holder of the only unseen trump must follow with it (/rules/all-fours/#5)."""
    if not position.is_lead(action) or not position.enforced or not position.knows_hands:
        return False
    trump = position.trump(action)
    out = [card for card in position.unseen if SUITS_UNDER[trump][card] == trump]
    return position.suit_of(action) == trump and len(out) == 1


def _may_catch_jack(position: Position, action: Any) -> bool:
    """A trump above the jack is led while an opponent may hold the jack."""
    if not position.is_lead(action) or position.suit_of(action) != position.trump(action):
        return False
    jack = _jack(position, action)
    held = any(jack in position.may_hold(seat) for seat in position.behind if not position.is_ours(seat))
    return held and position.strength(action) > position.strength_of(jack, action)


def _only_a_trump(position: Position, action: Any) -> bool:
    """No higher card of the suit is out."""
    if not position.is_lead(action) or position.suit_of(action) == position.trump(action):
        return False
    trump, suit, card = position.trump(action), position.suit_of(action), action.card
    return not any(other > card and SUITS_UNDER[trump][other] == suit for other in position.unseen)


def _makes_longest(position: Position, action: Any) -> bool:
    """The first card makes trumps, and no other suit is longer in the hand (/rules/pitch/#5)."""
    if not position.is_lead(action) or position.view.trump is not None:
        return False
    return position.length(position.trump(action)) == max(map(position.length, range(len(SUITS))))


# --- follows ------------------------------------------------------------------------------------


def _catches_jack(position: Position, action: Any) -> bool:
    if not position.is_follow(action) or _jack(position, action) not in position.view.trick:
        return False
    place = position.view.trick.index(_jack(position, action))
    return not position.is_ours((position.view.lead + place) % position.view.seats) and position.surely(action)


def _takes_counting(position: Position, action: Any) -> bool:
    """It surely takes a trick that contains a card that counts, and that the partner was not sure of."""
    if not position.is_follow(action) or position.partner_surely or not position.surely(action):
        return False
    return not position.counting(position.trump(action)).isdisjoint(position.view.trick)


def _ruffs(position: Position, action: Any) -> bool:
    """A trump takes a trick of a suit that the hand is out of, and that the partner was not sure of."""
    if not position.is_follow(action) or _suit_led(position, action) == position.trump(action):
        return False
    if position.partner_surely:
        return False
    trump = position.trump(action)
    has_suit = any(SUITS_UNDER[trump][card] == _suit_led(position, action) for card in position.view.hand)
    return not has_suit and position.suit_of(action) == trump and position.takes(action)


def _suit_led(position: Position, action: Any) -> int:
    return SUITS_UNDER[position.trump(action)][position.view.trick[0]]


def _out_of(position: Position, action: Any) -> Mapping[str, Any]:
    return {"suit": Suit(SUITS[_suit_led(position, action)])}


def _beating_strengths(position: Position) -> list[int]:
    return [position.strength(move) for move in position.moves if position.takes(move)]


def _lowest(position: Position, action: Any) -> bool:
    """It is the lowest of several cards that beat theirs."""
    if not position.is_follow(action) or not position.is_theirs or not position.takes(action):
        return False
    return position.strength(action) == min(_beating_strengths(position)) < max(_beating_strengths(position))


def _overpays(position: Position, action: Any) -> bool:
    if not position.is_follow(action) or not position.takes(action):
        return False
    return position.strength(action) > min(_beating_strengths(position))


def _cannot_beat(position: Position, action: Any) -> bool:
    """No card beats theirs, all are of one suit, and this one is the lowest of them and counts nothing."""
    if not position.is_follow(action) or not position.is_theirs or position.counts(action):
        return False
    if any(map(position.takes, position.moves)) or len({position.suit_of(move) for move in position.moves}) > 1:
        return False
    return bool(action.card == min(move.card for move in position.moves))


def _saves_trumps(position: Position, action: Any) -> bool:
    """Another suit is played although a trump was possible."""
    if action.do != "play" or position.view.trump is None or position.suit_of(action) == position.trump(action):
        return False
    return any(position.suit_of(move) == position.trump(move) for move in position.moves)


# --- discards -----------------------------------------------------------------------------------


def _keeps_trumps(position: Position, action: Any) -> bool:
    return action.do == "discard" and not position.trumps(action).intersection(action.cards)


def _keeps_counting(position: Position, action: Any) -> bool:
    return action.do == "discard" and position.counting(position.trump(action)).isdisjoint(action.cards)


# --- habits -------------------------------------------------------------------------------------


def _counting_led(position: Position, action: Any) -> bool:
    """A card that counts is led, and an opponent may hold a higher one of its suit."""
    if not position.is_lead(action) or not position.counts(action):
        return False
    suits, suit = SUITS_UNDER[position.trump(action)], position.suit_of(action)
    opponents = [seat for seat in position.behind if not position.is_ours(seat)]
    return any(card > action.card and suits[card] == suit for seat in opponents for card in position.may_hold(seat))


#: the most important first
REASONS = (
    Reason("jack-comes-home", N_("It brings your jack of trumps home."), _jack_comes_home),
    Reason("catches-jack", N_("It catches their jack of trumps."), _catches_jack),
    Reason("last-trump", N_("It draws the last trump."), _draws_last),
    Reason("takes-counting", N_("It is sure to take what counts here."), _takes_counting),
    Reason("gives-surely", N_("Your partner is sure of this trick: give what counts."), gives_surely),
    Reason("adds-surely", N_("Your side is sure of this trick: give what counts."), adds_surely),
    Reason("may-catch-jack", N_("It may catch the jack of trumps."), _may_catch_jack),
    UNBEATABLE,
    Reason("only-trump", N_("Only a trump can beat it."), _only_a_trump),
    Reason("gives", N_("Your partner has this trick so far: give what counts."), gives),
    Reason("ruffs", N_("You are out of %(suit)s: a trump beats it."), _ruffs, _out_of),
    Reason("lowest", N_("The lowest you have that beats it."), _lowest),
    BEATS,
    LEAVES_PARTNER,
    Reason("gives-nothing", N_("They have this trick so far: give nothing that counts."), gives_nothing),
    Reason("cannot-beat", N_("You cannot beat it: play your lowest."), _cannot_beat),
    Reason("longest", N_("It makes your longest suit trumps."), _makes_longest),
    Reason("risks-nothing", N_("It counts nothing if they take it."), risks_nothing),
    Reason("saves-trumps", N_("It keeps your trumps for later."), _saves_trumps),
    *CALLS,
    Reason("keeps-trumps", N_("It keeps all your trumps."), _keeps_trumps),
    Reason("keeps-counting", N_("It keeps all that counts."), _keeps_counting),
)
HABITS = (
    Habit("counting-to-them", N_("you gave cards that count to a trick of theirs"), gives_to_them),
    Habit("counting-led", N_("you led a card that counts, and they could beat it"), _counting_led),
    TAKES_FROM_PARTNER,
    Habit("overpays", N_("you beat a trick higher than you had to"), _overpays),
)


def reasons_of(terms: Terms, *own: Reason) -> Reasons:
    """Return the reasons of a game; ``own``: those it alone has, placed before the others."""
    return Reasons(partial(Position, terms=terms), (*own, *REASONS), HABITS)
