"""Tables prepared in the site's own Django, each with a person's session: chosen rules, chosen moments.

``Site.run`` calls these; the browser gets code and session and opens the table as that person.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from datetime import timedelta
from random import Random
from typing import Any

from django.db.models import F

from games.accounts.models import User
from games.matches.models import Hand, Player
from games.matches.practice import practise
from games.rooms.models import Room, Seat
from games.rules import live_draw
from games.rules.core import Action, Game, Setup
from games.rules.four_chances.asking import may_ask
from games.rules.registry import GAMES
from tests.matches.tables import match_of
from tests.sessions import session_of

HONOUR = {"discipline": "honour"}
STRICT = {"discipline": "honour", "announce": "self"}
OLD = {"edition": "1845"}
PARTNERS = {"edition": "1814", "players": 4}
THREE = {"players": 3}
TODAY = {"no_trump": True, "overcall": True, "throw": True, "bottom": "times", "score_table": "c"}
FORTY_TODAY = {"no_trump": True, "score_table": "c"}
SECOND = {"dealer": 1, "winner": 0, "loser": 1}
RANKED = {"dealer": 1, "order": [0, 2, 3, 1]}
LATER = {"levels": ["5", "8"], "banker": 3, "first": 3}
MINE = {"levels": ["5", "8"], "banker": 0, "first": 0}
FRESH = {"levels": ["2", "2"], "banker": None, "first": 1}

#: Whole hands, by name: game, house rules, context of the hand. The viewer sits on seat 0.
HANDS: dict[str, tuple[str, dict[str, Any], dict[str, Any]]] = {
    "all-fours": ("all-fours", STRICT, {"dealer": 1, "scores": [3, 2]}),
    "discards": ("all-fours", OLD, {"dealer": 1, "scores": [3, 2]}),
    "winner": ("winner", {"bomb": True}, SECOND),
    "forty": ("forty", {}, MINE),
    "eighty": ("eighty", TODAY, MINE),
}

#: Whole hands by the standard rules, freshly dealt, with up to the most seats.
STANDARD: dict[str, tuple[str, dict[str, Any], dict[str, Any]]] = {
    "all-fours-2": ("all-fours", {}, {"dealer": 1, "scores": [3, 2]}),
    "all-fours-4": ("all-fours", {"edition": "1814", "players": 4}, {"dealer": 1, "scores": [3, 2]}),
    "winner-3": ("winner", {"players": 3}, {"dealer": 1, "winner": 0, "loser": 1}),
    "winner-4": ("winner", {}, SECOND),
    "eighty-today": ("eighty", TODAY, FRESH),
    "forty-today": ("forty", FORTY_TODAY, FRESH),
    "eighty-source": ("eighty", {}, FRESH),
    "forty-source": ("forty", {}, FRESH),
    "pitch-7": ("pitch", {"players": 7}, {"dealer": 6, "scores": [3, -2, 0, 6, 1, 5, 2]}),
    "california-jack": ("california-jack", {}, {"dealer": 1, "scores": [3, 5], "trump": "H"}),
    "big-two": ("big-two", {}, SECOND),
    "tien-len": ("tien-len", {}, SECOND),
    "president": ("president", {}, RANKED),
}

#: Whole matches, short ones, by name: game and house rules.
MATCHES: dict[str, tuple[str, dict[str, Any]]] = {
    "pitch": ("pitch", {"players": 2, "target": 3}),
    "pitch-five": ("pitch", {"players": 5, "edition": "commercial", "target": 2}),
    "california-jack": ("california-jack", {"target": 3}),
    "big-two": ("big-two", {"hands": 2}),
    "tien-len": ("tien-len", {"hands": 2}),
    "president": ("president", {"hands": 2}),
}

Condition = Callable[[Any], bool]


def _to_play(plays: int, trick: int, cards: int = 0) -> Condition:
    """Wait in Forty and Eighty for the viewer's turn, with so many cards lying to follow."""

    def is_reached(state: Any) -> bool:
        if state.phase != "play" or state.to_act != (0,) or len(state.plays) < plays:
            return False
        lying = len(state.plays) % 4
        return lying == trick and (not lying or len(state.plays[-lying].cards) >= cards)

    return is_reached


def _phase(phase: str, seat: int = 0) -> Condition:
    return lambda state: state.phase == phase and seat in state.to_act


def _over(state: Any) -> bool:
    return state.result is not None


def _always(state: Any) -> bool:
    return True


def _many_to_show(state: Any) -> bool:
    """Return whether the viewer can choose what to show when all cards are dealt."""
    eighty = GAMES["eighty"]
    dealt = live_draw.drawing(eighty, state)
    return bool(dealt) and len(live_draw.declarations(eighty, live_draw.view(eighty, state, 0, dealt))) > 2


def _only_passes(state: Any) -> bool:
    return [move.do for move in GAMES["winner"].legal(state)] == ["pass"]


def _may_beat(state: Any) -> bool:
    return _phase("play")(state) and state.top is not None and not _only_passes(state)


def _failed(state: Any) -> bool:
    """Wait in Eighty for the viewer's turn in a trick whose throw failed."""
    lead = len(state.plays) - len(state.plays) % 4
    return _phase("play")(state) and any(index == lead for index, _cards in state.notes.failed)


def _bound(state: Any) -> bool:
    """Wait in Forty for a turn of the viewer's with one legal card of several."""
    return _to_play(5, 2)(state) and len(GAMES["forty"].legal(state)) == 1


BIDDER = {"dealer": 1, "scores": [3, -2, 0, 6]}
SELLER = {"dealer": 3, "scores": [3, -2, 0, 6]}
STOCK = {"dealer": 0, "scores": [3, 5], "trump": "H"}
_DEALER = {"dealer": 0, "scores": [6, 4]}
_ELDER = {"dealer": 1, "scores": [6, 4]}
#: Moments, by name: game, house rules, context, the state waited for, actions taken where legal.
MOMENTS: dict[str, tuple[str, dict[str, Any], dict[str, Any], Condition, tuple[str, ...]]] = {
    "all-fours-beg": ("all-fours", {}, _ELDER, _phase("beg"), ()),
    "all-fours-answer": ("all-fours", {}, _DEALER, _phase("answer"), ("beg",)),
    "all-fours-discard": ("all-fours", OLD, _ELDER, _phase("discard"), ("beg", "run")),
    "all-fours-lead": (
        "all-fours",
        {},
        _ELDER,
        lambda state: _phase("play")(state) and len(state.tricks) > 1 and not state.trick,
        ("stand",),
    ),
    "all-fours-follow": (
        "all-fours",
        {},
        _ELDER,
        lambda state: _phase("play")(state) and state.trick and len(GAMES["all-fours"].legal(state)) < 4,
        ("stand",),
    ),
    "all-fours-other": ("all-fours", {}, _DEALER, _phase("beg", 1), ()),
    "all-fours-ask": (
        "all-fours",
        {},
        _ELDER,
        lambda state: _phase("play")(state) and may_ask(state, 0) and len(GAMES["all-fours"].legal(state)) > 2,
        ("stand",),
    ),
    "all-fours-claims": ("all-fours", STRICT, _ELDER, _phase("claims"), ("stand",)),
    "all-fours-announce": ("all-fours", STRICT, _ELDER, _phase("announce"), ("stand", "accept")),
    "all-fours-over": ("all-fours", {}, _ELDER, _over, ("stand",)),
    "winner-exchange": ("winner", {}, SECOND, _phase("exchange"), ()),
    "winner-lead": ("winner", {}, SECOND, lambda state: _phase("play")(state) and state.top is None, ()),
    "winner-follow": ("winner", {}, SECOND, _may_beat, ()),
    "winner-pass": ("winner", {}, SECOND, lambda state: _phase("play")(state) and _only_passes(state), ()),
    "winner-over": ("winner", {}, SECOND, _over, ()),
    "big-two-begin": ("big-two", {}, SECOND, _phase("play"), ()),
    "big-two-follow": ("big-two", {}, SECOND, lambda state: _phase("play")(state) and state.top is not None, ()),
    "big-two-over": ("big-two", {}, SECOND, _over, ()),
    "tien-len-lead": ("tien-len", {}, SECOND, lambda state: _phase("play")(state) and state.top is None, ()),
    "tien-len-follow": ("tien-len", {}, SECOND, lambda state: _phase("play")(state) and state.top is not None, ()),
    "tien-len-over": ("tien-len", {}, SECOND, _over, ()),
    "president-exchange": ("president", {}, RANKED, _phase("exchange"), ()),
    "president-lead": ("president", {}, RANKED, lambda state: _phase("play")(state) and state.top is None, ()),
    "president-follow": ("president", {}, RANKED, lambda state: _phase("play")(state) and state.top is not None, ()),
    "president-over": ("president", {}, RANKED, _over, ()),
    "forty-draw": ("forty", {}, FRESH, _always, ()),
    "forty-bury": ("forty", {}, MINE, _phase("bury"), ()),
    "forty-lead": ("forty", {}, LATER, _to_play(12, 0), ()),
    "forty-follow": ("forty", {}, LATER, _to_play(5, 1), ()),
    "forty-bound": ("forty", {}, LATER, _bound, ()),
    "forty-claims": ("forty", HONOUR, LATER, _phase("claims"), ()),
    "forty-over": ("forty", {}, LATER, _over, ()),
    "eighty-draw": ("eighty", TODAY, FRESH, _always, ()),
    "eighty-show": ("eighty", TODAY, FRESH, _many_to_show, ()),
    "eighty-bury": ("eighty", {}, MINE, _phase("bury"), ()),
    "eighty-bury-other": ("eighty", {}, LATER, _phase("bury", 3), ()),
    "eighty-lead": ("eighty", TODAY, LATER, _to_play(8, 0), ()),
    "eighty-follow": ("eighty", {}, LATER, _to_play(3, 1), ()),
    "eighty-tractor": ("eighty", {}, LATER, _to_play(1, 2, 4), ()),
    "eighty-failed": ("eighty", TODAY, LATER, _failed, ()),
    "eighty-honour": ("eighty", HONOUR, LATER, _to_play(9, 1), ()),
    "eighty-over": ("eighty", {}, LATER, _over, ()),
    "pitch-bid": ("pitch", {}, BIDDER, _phase("bid"), ()),
    "pitch-pedro-bid": ("pitch", {"edition": "dom-pedro"}, BIDDER, _phase("bid"), ("offer",)),
    "pitch-answer": ("pitch", {"edition": "commercial"}, SELLER, _phase("answer"), ("offer", "bid")),
    "pitch-play": ("pitch", {}, SELLER, lambda state: _phase("play")(state) and len(state.tricks) > 2, ()),
    "pitch-seven": (
        "pitch",
        {"players": 7},
        {"dealer": 3, "scores": [3, -2, 0, 6, 1, 5, 2]},
        lambda state: _phase("play")(state) and len(state.trick) > 4 and state.tricks,
        (),
    ),
    "pitch-over": ("pitch", {"edition": "dom-pedro"}, SELLER, _over, ()),
    "california-jack-play": (
        "california-jack",
        {},
        STOCK,
        lambda state: _phase("play")(state) and len(state.tricks) > 2 and state.trick,
        (),
    ),
    "california-jack-over": ("california-jack", {}, STOCK, _over, ()),
}
#: Moments at tables with other numbers of seats, as above.
OTHER_SEATS: dict[str, tuple[str, dict[str, Any], dict[str, Any], Condition, tuple[str, ...]]] = {
    "all-fours-4-beg": ("all-fours", PARTNERS, {"dealer": 3, "scores": [6, 4]}, _phase("beg"), ()),
    "all-fours-4-lead": (
        "all-fours",
        PARTNERS,
        _ELDER,
        lambda state: _phase("play")(state) and len(state.tricks) > 1 and not state.trick,
        ("stand",),
    ),
    "all-fours-4-follow": (
        "all-fours",
        PARTNERS,
        _ELDER,
        lambda state: _phase("play")(state) and len(state.trick) > 2,
        ("stand",),
    ),
    "all-fours-4-over": ("all-fours", PARTNERS, _ELDER, _over, ("stand",)),
    "winner-3-lead": ("winner", THREE, SECOND, lambda state: _phase("play")(state) and state.top is None, ()),
    "winner-3-follow": ("winner", THREE, SECOND, lambda state: _phase("play")(state) and state.top is not None, ()),
    "president-7-follow": (
        "president",
        {"players": 7},
        {"dealer": 6, "order": [0, 2, 3, 1, 4, 5, 6]},
        lambda state: _phase("play")(state) and state.top is not None,
        (),
    ),
    "big-two-3-follow": ("big-two", THREE, SECOND, lambda state: _phase("play")(state) and state.top is not None, ()),
    "winner-3-over": ("winner", THREE, SECOND, _over, ()),
}


def prepare_hands(*names: str) -> None:
    """Prepare whole hands not begun; print name → [code, session] as JSON."""
    print(json.dumps({name: _hand(*(HANDS | STANDARD)[name.rpartition("/")[2]], name) for name in names}))


def prepare_matches(*names: str) -> None:
    """Begin whole matches against AI players, from their first deal; print name → [code, session] as JSON."""
    prepared = {}
    for name in names:
        key, options = MATCHES[name.rpartition("/")[2]]
        user = User.objects.create(username=f"prepared-{name}-{secrets.token_hex(4)}", name="Mei")
        seats = GAMES[key].seats(GAMES[key].resolve(options))
        prepared[name] = [match_of(key, user, *["policy"] * (seats - 1), options=options).room.code, session_of(user)]
    print(json.dumps(prepared))


def prepare_moments(*names: str, people: bool = False) -> None:
    """Prepare moments, all if none is named; print name → [code, session] as JSON. ``people``: the others are people
    too."""
    prepared = {name: _moment(name) for name in names or MOMENTS}
    if people:
        seat_people()
    print(json.dumps(prepared))


def seat_people() -> None:
    """Replace all AI players at the prepared tables with people."""
    for seat in Seat.objects.exclude(level="").filter(room__host__username__startswith="prepared-"):
        user = User.objects.create(username=f"prepared-other-{seat.pk}", name="Mei")
        Seat.objects.filter(pk=seat.pk).update(user=user, level="")
        Player.objects.filter(match__room=seat.room_id, seat=seat.number).update(user=user, level="")
    Room.objects.filter(host__username__startswith="prepared-").update(version=F("version") + 1)


def _hand(key: str, options: dict[str, Any], context: dict[str, Any], name: str) -> list[str]:
    game = GAMES[key]
    return _prepared(game, _setup(game, options, context, Random(name)), [], name)


def _moment(name: str) -> list[str]:
    key, options, context, is_reached, prefer = (MOMENTS | OTHER_SEATS)[name]
    game = GAMES[key]
    for seed in range(300):
        rng = Random(seed)
        setup = _setup(game, options, context, rng)
        actions = _walk(game, setup, is_reached, prefer, rng)
        if actions is not None:
            return _prepared(game, setup, actions, name)
    raise LookupError(name)


def _setup(game: Game, options: dict[str, Any], context: dict[str, Any], rng: Random) -> Setup:
    pack = list(game.pack(game.resolve(options)))
    rng.shuffle(pack)
    return game.setup(options, context, tuple(pack))


def _walk(game: Game, setup: Setup, is_reached: Condition, prefer: tuple[str, ...], rng: Random) -> list[Action] | None:
    """Play at random up to a moment; return the actions, or None if it never came."""
    state, actions = live_draw.start(game, setup), []
    while not is_reached(state):
        if state.result is not None:
            return None
        action = live_draw.close(game, state) if live_draw.drawing(game, state) else None
        if action is None:
            moves = game.legal(state)
            preferred = [move for move in moves if move.do in prefer] if prefer else []
            action = preferred[0] if preferred else moves[rng.randrange(len(moves))]
        actions.append(action)
        state = game.step(state, action)
    return actions


def _prepared(game: Game, setup: Setup, actions: list[Action], name: str) -> list[str]:
    user = User.objects.create(username=f"prepared-{name}-{secrets.token_hex(4)}", name="Mei")
    last_call = name == "eighty-show"  # all is dealt; the others, who play at random, show nothing
    match = practise(user, game, setup, actions, 0, "random" if last_call else "policy", name)
    hand = Hand.objects.get(match=match)
    if last_call:
        Hand.objects.filter(pk=hand.pk).update(drawn_at=hand.drawn_at - timedelta(seconds=200))
    return [hand.match.room.code, session_of(user)]


def prepare_finished(game: str, shared: bool = True) -> None:
    """Prepare a finished hand, shared or not; print its number, the key of its link and a session."""
    from django.conf import settings

    from games.replays.services import share
    from tests.replays.hands import finished

    settings.AI_PACE, settings.DRAW_PACE, settings.LAST_CALL = (0.0, 0.0), 0.0001, 0.0
    settings.NEXT_HAND_SECONDS = 0.0
    user = User.objects.create(username=f"finished-{game}-{secrets.token_hex(4)}", name="Mei")
    hand = finished(game, user)
    print(json.dumps([hand.pk, share(hand, user).token if shared else "", session_of(user)]))
