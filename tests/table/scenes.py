"""Scenes to draw in tests and in the gallery: seeded hands, played at random up to a moment."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

from games.foundation.process_cache import clear_caches
from games.rules import live_draw
from games.rules.core import Game, Played
from games.rules.registry import GAMES
from games.table.piece_cache import clear_pieces
from games.table.scene import Clock, Scene, Sitter

PEOPLE = (
    Sitter(0, "Mei", host=True),
    Sitter(1, "竹 Bamboo", level="policy"),
    Sitter(2, "Grandpa"),
    Sitter(3, "松 Pine", level="policy"),
)


def first_context(game: Game, options: dict[str, Any], rng: Random) -> dict[str, Any]:
    """Return the context of a first hand."""
    return game.following(options, (), tuple(game.pack(options)), rng)


def clear_drawings() -> None:
    """Clear what is cached of drawings, so that everything is drawn anew."""
    clear_caches()
    clear_pieces()


def state_at(
    game: Game,
    condition: Callable[[Any], bool],
    chosen: dict[str, Any] | None = None,
    context: dict[str, Any] | None = None,
    prefer: Callable[[Any], bool] | None = None,
    live: bool = False,
) -> Any:
    """Return the first state that meets ``condition``, over seeds and random plays. ``prefer``
    names actions to be taken where they are legal."""
    options = game.resolve(chosen or {})
    for seed in range(400):
        rng = Random(seed)
        pack = list(game.pack(options))
        rng.shuffle(pack)
        deck = tuple(pack)
        setup = game.setup(chosen or {}, context or game.following(options, (), deck, rng), deck)
        state = live_draw.start(game, setup, live)
        while not condition(state) and state.result is None:
            moves = game.legal(state)
            if not moves:
                break
            liked = [move for move in moves if prefer(move)] if prefer and len(moves) < 500 else []
            state = game.step(state, liked[0] if liked else moves[rng.randrange(len(moves))])
        if condition(state):
            return state
    raise LookupError("no such state")


def scene_of(key: str, state: Any, seat: int | None = 0, chosen: dict[str, Any] | None = None, **more: Any) -> Scene:
    """Return the scene of a state as one seat sees it."""
    game = GAMES[key]
    options = game.resolve(chosen or {})
    view = live_draw.view(game, state, seat, more.get("dealt"))
    mine = seat is not None and seat in state.to_act
    # as at the table: a hand that is over counts in the match
    played = () if state.result is None else (Played(view.context, state.result),)
    basis: dict[str, Any] = {
        "code": "K7Q4MX",
        "name": "Two at the window",
        "game": game,
        "options": options,
        "picture": 148017,
        "seat": seat,
        "sitters": PEOPLE[: game.seats(options)],
        "view": view,
        "hand_id": 9,
        "hand_number": 1,
        "seq": 4,
        "key": "0123456789abcdef0123456789abcdef",
        "moves": game.moves(view) if mine else (),
        "standing": game.standing(options, played),
        "played": played,
        "explanation": game.explain(state) if state.result is not None else None,
        "clock": Clock(28.6, 40.0),
    }
    return Scene(**(basis | more))


@cache
def all_fours() -> dict[str, Scene]:
    """Return scenes of every phase of All Fours, by name."""
    game = GAMES["all-fours"]
    context = {"dealer": 1, "scores": [6, 4]}
    dealer = {"dealer": 0, "scores": [6, 4]}
    strict = {"discipline": "honour", "announce": "self"}
    four = {"edition": "1814", "players": 4}
    old = {"edition": "1845"}

    def at(phase: str, seat: int = 0, tricks: int = 0, trick: int = 0) -> Callable[[Any], bool]:
        return lambda s: s.phase == phase and seat in s.to_act and len(s.tricks) >= tricks and len(s.trick) == trick

    def run(move: Any) -> bool:
        return move.do in ("beg", "run", "accept")

    states: dict[str, tuple[Any, dict[str, Any]]] = {
        "beg": (state_at(game, at("beg"), context=context), {}),
        "beg-other": (state_at(game, at("beg", 1), context=dealer), {}),
        "answer": (state_at(game, at("answer"), context=dealer), {}),
        "discard": (state_at(game, at("discard"), old, context, run), {"chosen": old}),
        "play-lead": (state_at(game, at("play", 0, 2), context=context), {}),
        "play-follow": (
            state_at(game, lambda s: at("play", 0, 1, 1)(s) and len(game.legal(s)) < len(s.hands[0]), context=context),
            {},
        ),
        "play-other": (state_at(game, at("play", 1, 1, 1), context=context), {}),
        "play-run": (state_at(game, at("play", 0, 0, 1), context=dealer, prefer=run), {}),
        "claims": (state_at(game, at("claims"), strict, context), {"chosen": strict}),
        "announce": (
            state_at(game, at("announce"), strict, context, prefer=lambda move: move.do == "accept"),
            {"chosen": strict},
        ),
        "four": (state_at(game, at("play", 0, 2, 3), four), {"chosen": four}),
        "four-beg": (state_at(game, lambda s: s.phase == "beg", four), {"chosen": four}),
        "over": (state_at(game, lambda s: s.result is not None and s.result["winner"] is None, context=context), {}),
        "over-won": (
            state_at(
                game,
                lambda s: s.result is not None and s.result["winner"] == 0,
                context={"dealer": 1, "scores": [8, 7]},
            ),
            {},
        ),
    }
    return {f"allfours-{name}": scene_of("all-fours", state, **more) for name, (state, more) in states.items()}


@cache
def winner() -> dict[str, Scene]:
    """Return scenes of Winner, by name."""
    game = GAMES["winner"]
    second = {"dealer": 1, "winner": 0, "loser": 1}
    last = {"ending": "last-loser", "bomb": True}

    def turn(plays: int, cards: int = 0, lead: bool = False) -> Callable[[Any], bool]:
        def is_turn(state: Any) -> bool:
            if state.phase != "play" or 0 not in state.to_act or (state.top is None) is not lead:
                return False
            return state.played.bit_count() >= plays and (state.top.size if state.top else 0) >= cards

        return is_turn

    states: dict[str, tuple[Any, dict[str, Any]]] = {
        "exchange": (state_at(game, lambda s: s.phase == "exchange", context=second), {"hand_number": 2}),
        "exchange-other": (
            state_at(game, lambda s: s.phase == "exchange", context={"dealer": 0, "winner": 2, "loser": 0}),
            {"hand_number": 2},
        ),
        "lead": (state_at(game, turn(2, lead=True), context=second), {"hand_number": 2}),
        "follow": (state_at(game, turn(2, 4)), {}),
        "long": (state_at(game, turn(1, 9)), {}),
        "only-pass": (state_at(game, lambda s: turn(2, 2)(s) and len(game.legal(s)) == 1), {}),
        "other": (state_at(game, lambda s: s.phase == "play" and s.to_act == (2,) and s.played == 15), {}),
        "three": (
            state_at(game, lambda s: s.phase == "play" and 0 in s.to_act and s.played == 7, {"players": 3}),
            {"chosen": {"players": 3}},
        ),
        "out": (
            state_at(game, lambda s: len(s.out) == 1 and s.to_act == (0,) and s.top is not None, last),
            {"chosen": last},
        ),
        "over": (state_at(game, lambda s: s.result is not None), {}),
    }
    return {f"winner-{name}": scene_of("winner", state, **more) for name, (state, more) in states.items()}


@cache
def shengji() -> dict[str, Scene]:
    """Return scenes of Forty and Eighty, by name."""
    forty, eighty = GAMES["forty"], GAMES["eighty"]
    later = {"levels": ["5", "8"], "banker": 3, "first": 3}
    mine = {"levels": ["5", "8"], "banker": 0, "first": 0}
    today = {"no_trump": True, "overcall": True, "throw": True, "bottom": "times", "score_table": "c"}
    honour = {"discipline": "honour"}
    start = {"levels": ["2", "2"], "banker": None, "first": 1}

    def turn(plays: int, cards: int = 0, lead: bool = False) -> Callable[[Any], bool]:
        def is_turn(state: Any) -> bool:
            if state.phase != "play" or state.to_act != (0,) or len(state.plays) < plays:
                return False
            current = len(state.plays) % 4
            return lead if not current else not lead and len(state.plays[-current].cards) >= cards

        return is_turn

    def first(game: Game, chosen: dict[str, Any], context: dict[str, Any]) -> Any:
        return state_at(game, lambda s: s.phase == "draw", chosen, context, live=True)

    def over(state: Any) -> bool:
        return state.result is not None

    states: dict[str, tuple[str, Any, dict[str, Any]]] = {
        "draw": ("forty", first(forty, {}, start), {"dealt": 30}),
        "draw-eighty": ("eighty", first(eighty, today, later), {"dealt": 80, "chosen": today}),
        "bury": ("eighty", state_at(eighty, lambda s: s.phase == "bury", context=mine), {}),
        "bury-other": ("forty", state_at(forty, lambda s: s.phase == "bury", context=later), {}),
        "forty-lead": ("forty", state_at(forty, turn(20, lead=True), context=later), {}),
        "forty-follow": ("forty", state_at(forty, turn(9, 1), context=later), {}),
        "lead": ("eighty", state_at(eighty, turn(8, lead=True), context=later), {}),
        "follow": ("eighty", state_at(eighty, turn(3, 1), context=later), {}),
        "pair": ("eighty", state_at(eighty, turn(4, 2), context=later), {}),
        "tractor": ("eighty", state_at(eighty, turn(2, 4), context=later), {}),
        "throw": (
            "eighty",
            state_at(eighty, lambda s: turn(0, 3)(s) or bool(s.notes.failed), today, later),
            {"chosen": today},
        ),
        "honour": ("eighty", state_at(eighty, turn(9, 1), honour, later), {"chosen": honour}),
        "claims": ("forty", state_at(forty, lambda s: s.phase == "claims", honour, later), {"chosen": honour}),
        "forty-over": ("forty", state_at(forty, over, context=later), {}),
        "over": ("eighty", state_at(eighty, lambda s: over(s) and s.result["multiplier"] > 0, context=later), {}),
    }
    return {
        f"shengji-{name}": scene_of(key, state, **{"hand_number": 6, **more})
        for name, (key, state, more) in states.items()
    }


@cache
def chances() -> dict[str, Scene]:
    """Return scenes of Pitch and California Jack, by name."""
    pitch, jack = GAMES["pitch"], GAMES["california-jack"]
    dealt = {"dealer": 1, "scores": [3, -2, 0, 6]}
    stock = {"dealer": 1, "scores": [3, 5], "trump": "H"}
    seven, sale, pedro = {"players": 7}, {"edition": "commercial"}, {"edition": "dom-pedro"}
    eldest = {"dealer": 3, "scores": [3, -2, 0, 6]}

    def turn(phase: str, trick: int = 0, tricks: int = 0) -> Callable[[Any], bool]:
        return lambda s: s.phase == phase and s.to_act == (0,) and len(s.trick) == trick and len(s.tricks) >= tricks

    states: dict[str, tuple[str, Any, dict[str, Any]]] = {
        "bid": ("pitch", state_at(pitch, turn("bid"), context=dealt), {}),
        "offer": ("pitch", state_at(pitch, turn("offer"), sale, eldest), {"chosen": sale}),
        "answer": (
            "pitch",
            state_at(pitch, turn("answer"), sale, eldest, lambda move: move.do == "offer"),
            {"chosen": sale},
        ),
        "pedro": (
            "pitch",
            state_at(pitch, lambda s: turn("bid")(s) and s.course.highest is None, pedro, dealt),
            {"chosen": pedro},
        ),
        "follow": ("pitch", state_at(pitch, turn("play", 2, 1), context=dealt), {}),
        "seven": (
            "pitch",
            state_at(pitch, turn("play", 6, 1), seven),
            {"chosen": seven, "sitters": tuple(Sitter(seat, f"Player {seat}") for seat in range(7))},
        ),
        "over": ("pitch", state_at(pitch, lambda s: s.result is not None, context=dealt), {}),
        "stock": ("california-jack", state_at(jack, turn("play", 1, 2), context=stock), {}),
        "stock-over": ("california-jack", state_at(jack, lambda s: s.result is not None, context=stock), {}),
    }
    return {f"chances-{name}": scene_of(key, state, **more) for name, (key, state, more) in states.items()}
