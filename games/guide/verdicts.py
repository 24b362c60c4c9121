"""May these cards be played? A small position is set up, and the engine's own check gives the answer.

Nothing here knows a rule: a state is built from the position, the cards on the table are played, and ``Game.check``
judges the cards to try.
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
    """The engine's answer. ``code``: the refusal's code, empty if the cards may be played.

    ``revoke``: the play is accepted, but is a revoke, which ``code`` names. ``really``: the cards led if a throw fails.
    ``binds``: the cards that bind the player.
    """

    code: str = ""
    revoke: bool = False
    really: tuple[int, ...] = ()
    binds: tuple[int, ...] = ()

    @property
    def fine(self) -> bool:
        """Whether the cards may be played without objection."""
        return not self.code and not self.really


def verdict(game: Game, options: Mapping[str, Any], position: Position) -> Verdict:
    """Return the verdict on a position at a table with these resolved options."""
    answer = _checked(game, options, position)
    if not answer.fine or options.get("discipline") != "honour":
        return answer
    strict = _checked(game, {**options, "discipline": "enforced"}, position)
    return Verdict(strict.code, revoke=True, binds=strict.binds) if strict.code else answer


def otherwise(game: Game, options: Mapping[str, Any], position: Position) -> list[tuple[str, Any, Verdict]]:
    """Return the single options that would change the answer: key, value, new answer."""
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
    return _engine_verdict(game, frozenset(options.items()), position)


@lru_cache(maxsize=8192)
def _engine_verdict(game: Game, options: frozenset[tuple[str, Any]], position: Position) -> Verdict:
    """Ask the engine; cached per position and options, because one page asks hundreds of times."""
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
