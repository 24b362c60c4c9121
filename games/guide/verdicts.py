"""May these cards be played? A small position is laid in the engine, and the engine's own check answers.

Nothing here knows a rule: a state is made with the cards of the position, the cards that lie on
the table are played, and ``Game.check`` is asked about the cards that are tried.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from games.guide.blocks import Position
from games.guide.game_guide import guide_of
from games.rules.cards import cards
from games.rules.core import Game, Illegal


@dataclass(frozen=True, slots=True)
class Verdict:
    """The engine's answer. ``code``: of the refusal, empty where the cards may be played.

    ``revoke``: they are accepted, but they are a revoke, which ``code`` names. ``really``: the
    cards that are led where a throw fails. ``binds``: the cards that bind the player.
    """

    code: str = ""
    revoke: bool = False
    really: tuple[int, ...] = ()
    binds: tuple[int, ...] = ()

    @property
    def fine(self) -> bool:
        """Whether the cards may be played just so."""
        return not self.code and not self.really


def verdict(game: Game, options: Mapping[str, Any], position: Position) -> Verdict:
    """Return what the rules say to a position at a table with these resolved options."""
    judged = _checked(game, options, position)
    if not judged.fine or options.get("discipline") != "honour":
        return judged
    strict = _checked(game, {**options, "discipline": "enforced"}, position)
    return Verdict(strict.code, revoke=True, binds=strict.binds) if strict.code else judged


def otherwise(game: Game, options: Mapping[str, Any], position: Position) -> list[tuple[str, Any, Verdict]]:
    """Return which single option would change the answer: key, value, the answer with it."""
    here = verdict(game, options, position)
    changes = []
    for option in game.options:
        if isinstance(option.values, range) or option.key in ("discipline", "edition"):
            continue
        for value in option.values:
            if value == options[option.key]:
                continue
            there = verdict(game, {**options, option.key: value}, position)
            if (there.code, there.really) != (here.code, here.really):
                changes.append((option.key, value, there))
    return changes


def _checked(game: Game, options: Mapping[str, Any], position: Position) -> Verdict:
    return _asked(game, frozenset(options.items()), position)


@lru_cache(maxsize=8192)
def _asked(game: Game, options: frozenset[tuple[str, Any]], position: Position) -> Verdict:
    """Ask the engine, once for each position and options: one page asks hundreds of times."""
    guide = guide_of(game.key)
    state, action = guide.lay_out(dict(options), position)
    try:
        game.check(state, action)
    except Illegal as illegal:
        return Verdict(illegal.code, binds=illegal.binds)
    if position.led:
        return Verdict()
    led = guide.really_led(state, action)
    return Verdict() if led is None or sorted(led) == sorted(cards(position.play)) else Verdict(really=led)
