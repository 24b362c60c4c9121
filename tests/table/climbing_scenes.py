"""Scenes of Big Two, Tien Len and President to draw in tests and in the gallery."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from games.rules.registry import GAMES
from games.rules.tien_len.combos import is_chop
from games.table.scene import Scene, Sitter
from tests.table.scenes import PEOPLE, scene_of, state_at

#: who sits where more than four play
SEVEN = (*PEOPLE, Sitter(4, "Rose"), Sitter(5, "兰 Orchid", level="policy"), Sitter(6, "Xiaoming"))


def turn(plays: int = 0, cards: int = 0, lead: bool = False) -> Callable[[Any], bool]:
    """Return a test: is seat 0 to lead, or to answer so many cards, after so many seats have played?"""

    def is_turn(state: Any) -> bool:
        if state.phase != "play" or 0 not in state.to_act or (state.top is None) is not lead:
            return False
        return state.played.bit_count() >= plays and (state.top.size if state.top else 0) >= cards

    return is_turn


def skips_with_few(state: Any) -> bool:
    """Return whether somebody who is almost out loses their turn."""
    return state.skipped is not None and state.hands[state.skipped].bit_count() <= 3


def only_pass(state: Any, key: str) -> bool:
    return turn(2, 2)(state) and len(GAMES[key].legal(state)) == 1


def answer(key: str, cards: int) -> Callable[[Any], bool]:
    """Return a test: has seat 0 plays that beat so many cards?"""
    return lambda state: turn(2, cards)(state) and len(GAMES[key].legal(state)) > 1


def begin(state: Any) -> bool:
    return turn(lead=True)(state) and state.must_hold > 0


def over(state: Any) -> bool:
    return state.result is not None


@cache
def big_two() -> dict[str, Scene]:
    """Return scenes of Big Two, by name."""
    game = GAMES["big-two"]
    later = {"dealer": 1, "winner": 0, "loser": 1}
    taiwan = {"bomb": True}

    def five(state: Any) -> bool:
        return answer("big-two", 5)(state) and state.top.type == "full-house"

    def bombed(state: Any) -> bool:
        return turn(1, 5)(state) and state.top.type in ("four+1", "straight-flush")

    def big(move: Any) -> bool:
        return len(getattr(move, "cards", ())) == 5

    states: dict[str, tuple[Any, dict[str, Any]]] = {
        "begin": (state_at(game, begin), {}),
        "lead": (state_at(game, turn(2, lead=True), context=later), {"hand_number": 2}),
        "follow": (state_at(game, answer("big-two", 2)), {}),
        "five": (state_at(game, five, prefer=big), {}),
        "bomb": (state_at(game, bombed, taiwan, prefer=big), {"chosen": taiwan}),
        "last-card": (state_at(game, lambda s: answer("big-two", 1)(s) and s.last_card and s.top.size == 1), {}),
        "only-pass": (state_at(game, lambda s: only_pass(s, "big-two")), {}),
        "other": (state_at(game, lambda s: s.phase == "play" and s.to_act == (2,) and s.played == 15), {}),
        "three": (
            state_at(game, lambda s: answer("big-two", 1)(s) and s.played == 7, {"players": 3}),
            {"chosen": {"players": 3}},
        ),
        "two": (state_at(game, answer("big-two", 2), {"players": 2}), {"chosen": {"players": 2}}),
        "over": (state_at(game, over), {}),
    }
    return {f"big-two-{name}": scene_of("big-two", state, **more) for name, (state, more) in states.items()}


@cache
def tien_len() -> dict[str, Scene]:
    """Return scenes of Tien Len, by name."""
    game = GAMES["tien-len"]
    later = {"dealer": 1, "winner": 0, "loser": 1}
    south = next(dict(preset.options) for preset in game.presets if preset.key == "southern")
    left = {"ending": "first-out"}

    def chopped(state: Any) -> bool:
        return state.phase == "play" and state.chop is not None and 0 in state.to_act

    def twos_or_chop(move: Any) -> bool:
        return len(getattr(move, "cards", ())) in (4, 6, 8) or (len(getattr(move, "cards", ())) == 1)

    def chops(state: Any) -> bool:
        return chopped(state) and is_chop(state.top, state.top, True)

    states: dict[str, tuple[Any, dict[str, Any]]] = {
        "begin": (state_at(game, begin), {}),
        "lead": (state_at(game, turn(2, lead=True), context=later), {"hand_number": 2}),
        "follow": (state_at(game, answer("tien-len", 2)), {}),
        "straight": (state_at(game, answer("tien-len", 4)), {}),
        "chop": (state_at(game, chops, south), {"chosen": south}),
        "only-pass": (state_at(game, lambda s: only_pass(s, "tien-len")), {}),
        "other": (state_at(game, lambda s: s.phase == "play" and s.to_act == (2,) and s.played == 15), {}),
        "out": (state_at(game, lambda s: answer("tien-len", 1)(s) and len(s.out) == 1), {}),
        "two": (state_at(game, answer("tien-len", 2), {"players": 2}), {"chosen": {"players": 2}}),
        "over": (state_at(game, lambda s: over(s) and s.result["loser"] == 0), {}),
        "over-south": (state_at(game, lambda s: over(s) and s.chops[0] > 0, south), {"chosen": south}),
        "over-left": (state_at(game, over, left), {"chosen": left}),
    }
    return {f"tien-len-{name}": scene_of("tien-len", state, **more) for name, (state, more) in states.items()}


@cache
def president() -> dict[str, Scene]:
    """Return scenes of President, by name."""
    game = GAMES["president"]
    mine = {"dealer": 3, "order": [0, 2, 1, 3]}
    theirs = {"dealer": 0, "order": [2, 1, 3, 0]}
    daifugo = next(dict(preset.options) for preset in game.presets if preset.key == "daifugo")
    skip = {"equal": "skip"}
    seven = {"players": 7}

    def turned(state: Any) -> bool:
        return answer("president", 1)(state) and state.turned

    def exchange(state: Any) -> bool:
        return bool(state.phase == "exchange")

    def fours(move: Any) -> bool:
        return len(getattr(move, "cards", ())) == 4

    states: dict[str, tuple[Any, dict[str, Any]]] = {
        "begin": (state_at(game, begin), {}),
        "exchange": (state_at(game, exchange, context=mine), {"hand_number": 2}),
        "exchange-other": (state_at(game, lambda s: s.phase == "exchange", context=theirs), {"hand_number": 2}),
        "exchange-apart": (
            state_at(game, lambda s: s.phase == "exchange", context=theirs),
            {"hand_number": 2, "seat": None},
        ),
        "lead": (state_at(game, turn(2, lead=True), context=mine), {"hand_number": 2}),
        "follow": (state_at(game, answer("president", 2), context=mine), {"hand_number": 2}),
        "only-pass": (state_at(game, lambda s: only_pass(s, "president")), {}),
        "skip": (
            state_at(
                game, lambda s: turn(2)(s) and s.skipped is not None and s.hands[s.skipped].bit_count() <= 3, skip
            ),
            {"chosen": skip},
        ),
        "turned": (state_at(game, turned, daifugo, prefer=fours), {"chosen": daifugo}),
        "out": (state_at(game, lambda s: len(s.out) == 2 and s.to_act == (0,) and s.top is not None), {}),
        "seven": (
            state_at(game, lambda s: answer("president", 1)(s) and s.played.bit_count() > 4, seven),
            {"chosen": seven, "sitters": SEVEN},
        ),
        "over": (state_at(game, over, context=mine), {"hand_number": 2}),
        "over-daifugo": (state_at(game, over, daifugo), {"chosen": daifugo}),
    }
    return {f"president-{name}": scene_of("president", state, **more) for name, (state, more) in states.items()}


@cache
def climbing() -> dict[str, Scene]:
    """Return the scenes of all three."""
    return big_two() | tien_len() | president()
