"""Plays that no good player makes, found by the rules alone: each choice of the last to a trick is
played by the rules and compared with the alternatives.

Where a play is called a fault, another takes the trick just as well, or loses it just as well, and
keeps the better card or gives less away. Plays that are a matter of judgement are left alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from games.rules.allfours.score import pips_of
from games.rules.cards import LITTLE_JOKER, RANKS, SUITS
from games.rules.core import Action, Game
from games.rules.shengji.hands import POINTS
from games.rules.shengji.trumps import TRUMP
from games.rules.shengji.view import table_of

JACK = RANKS.index("J")
#: with this few cards in hand, winning the next lead may be worth a trump
NEAR_THE_END = 3

Faults = Iterator[str]


def faults(game: Game, state: Any, action: Action) -> list[str]:
    """Return the faults of an action by the seat to act, in a few words each."""
    if state.phase != "play" or action.do not in ("play", "pass"):
        return []
    view = game.view(state, action.seat)
    moves = game.moves(view)
    if len(moves) < 2:
        return []
    return list(BY_MODULE[game.module](game, state, view, moves, action))


def _allfours(game: Game, state: Any, view: Any, moves: Any, action: Any) -> Faults:
    if len(view.trick) + 1 < view.seats:
        return
    trump, side = SUITS.index(view.trump), action.seat % 2
    wins = {move.card: game.step(state, move).tricks[-1].winner % 2 == side for move in moves}
    card, options = action.card, view.options
    pips = {move.card: pips_of((move.card,), trump, options) for move in moves}
    jack = 13 * trump + JACK
    if not wins[card]:
        for other in wins:
            # The jack of trumps is not a low card: it is worth a point.
            lower = other // 13 == card // 13 and other < card and not wins[other] and other != jack
            # The lowest trump may be Low, where that goes to whoever takes it.
            if lower and pips[other] <= pips[card] and not (card // 13 == trump and options["low"] == "won"):
                if card % 13 >= JACK:
                    yield "a court on a lost trick"
                elif pips[card] > pips[other]:
                    yield "a ten on a lost trick"
                break
    kept_for_low = card // 13 == trump and options["low"] == "won"
    if wins.get(jack) and card != jack and not kept_for_low and len(view.hand) == 2 and _above_unseen(view, jack):
        yield "the jack not brought home"


def _chances(game: Game, state: Any, view: Any, moves: Any, action: Any) -> Faults:
    """In Pitch and California Jack the jack is a point, and the last to a trick sees who takes it."""
    if len(view.trick) + 1 < view.seats or view.trump is None:
        return
    jack = 13 * SUITS.index(view.trump) + JACK
    sides = game.sides(view.options)  # type: ignore[attr-defined]
    wins = {move.card: sides[game.step(state, move).tricks[-1].winner] == sides[action.seat] for move in moves}
    if action.card == jack and not wins[jack] and any(not won for card, won in wins.items() if card != jack):
        yield "the jack on a lost trick"


def _above_unseen(view: Any, jack: int) -> bool:
    """Return whether somebody may hold a higher trump than the jack."""
    seen = {*view.hand, *view.turned, *view.discards, *view.trick}
    seen |= {action.card for action in view.memory if action.do == "play"}
    return any(jack + over not in seen for over in (1, 2, 3))


def _shengji(game: Game, state: Any, view: Any, moves: Any, action: Any) -> Faults:
    if len(view.trick) != 3 or len(view.trick[0].cards) != 1:
        return
    table = table_of(view)
    after = {move.cards[0]: game.step(state, move) for move in moves}
    side = action.seat % 2
    wins = {card: _taker(then) % 2 == side for card, then in after.items()}
    takes = {card: _taker(then) == action.seat for card, then in after.items()}
    card = action.cards[0]
    alone = {other for other in wins if view.hand.count(other) == 1}
    alike = [other for other in alone if table.suits[other] == table.suits[card] and other != card]
    lower = [other for other in alike if table.place[other] < table.place[card]]
    if not wins[card]:
        if any(not wins[other] and POINTS[other] <= POINTS[card] for other in lower):
            if card >= LITTLE_JOKER or (card % 13 >= JACK and not POINTS[card]):
                yield "a court or joker on a lost trick"
            elif POINTS[card]:
                yield "points on a lost trick"
    elif takes[card] and view.best is not None:
        if any(takes[other] and POINTS[other] >= POINTS[card] for other in lower):
            yield "more than it takes"
        partner_has_it = view.best % 2 == side
        trumped = table.suits[card] == TRUMP and table.suits[view.trick[0].cards[0]] != TRUMP
        cheap = [other for other in wins if table.suits[other] != TRUMP and not POINTS[other] and other % 13 < JACK]
        if partner_has_it and trumped and cheap and len(view.hand) > NEAR_THE_END:
            yield "a trump on the partner's sure trick"


def _taker(state: Any) -> int:
    """Return who took the trick that has just been finished."""
    leader: int = state.leaders[-1]
    return leader


def _climbing(game: Game, state: Any, view: Any, moves: Any, action: Any) -> Faults:
    whole = [move for move in moves if len(getattr(move, "cards", ())) == len(view.hand)]
    # going out on a two may cost the player their place
    if whole and view.options.get("finish_on_two", True) and action not in whole:
        yield "not out though one play empties the hand"


BY_MODULE: dict[str, Callable[[Game, Any, Any, Any, Any], Faults]] = {
    "allfours": _allfours,
    **dict.fromkeys(("pitch", "california_jack"), _chances),
    "shengji": _shengji,
    **dict.fromkeys(("winner", "big_two", "tien_len", "president"), _climbing),
}
