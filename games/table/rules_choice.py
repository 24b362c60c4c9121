"""Rules to choose from when setting up more than one table at once: each game's presets and somebody's saved sets of
rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.accounts.models import User
from games.rooms.models import RuleSet
from games.rules.core import Game
from games.rules.registry import GAMES
from games.table.room_form import BadSetup, pruned


@dataclass(frozen=True, slots=True)
class ChosenRules:
    """Rules of a game, shown under their ``name`` if saved under one, else under that of the ``preset``."""

    game: Game
    options: Mapping[str, Any]
    name: str = ""
    preset: str = ""


def rules_choices(user: User, more: Callable[[Game, Mapping[str, Any]], tuple[Any, ...]] | None = None) -> list[Any]:
    """Return somebody's choices by game: ``name``, and ``rules``, each a posted value, its label, and what ``more``
    tells of a game by those rules."""
    own: dict[str, list[tuple[str, str, Mapping[str, Any]]]] = {}
    for rule_set in RuleSet.objects.filter(owner=user):
        own.setdefault(rule_set.game, []).append((f"kept {rule_set.code}", rule_set.name, rule_set.options))
    return [
        {
            "name": _(game.name),
            "rules": [
                (value, label, *(more(game, pruned(game, options)) if more is not None else ()))
                for value, label, options in (
                    *((f"preset {key} {preset.key}", _(preset.label), preset.options) for preset in game.presets),
                    *own.get(key, ()),
                )
            ],
        }
        for key, game in GAMES.items()
    ]


def chosen_rules(user: User, posted: str) -> ChosenRules:
    """Return the rules that somebody chose. Raises ``BadSetup`` if it is none of the choices."""
    kind, _space, which = posted.partition(" ")
    if kind == "kept":
        rule_set = RuleSet.objects.filter(owner=user, code=which[:6]).first()
        if rule_set is None or rule_set.game not in GAMES:
            raise BadSetup("rules")
        return ChosenRules(GAMES[rule_set.game], pruned(GAMES[rule_set.game], rule_set.options), name=rule_set.name)
    key, _space, preset_key = which.partition(" ")
    game = GAMES.get(key)
    preset = next((preset for preset in game.presets if preset.key == preset_key), None) if game is not None else None
    if kind != "preset" or game is None or preset is None:
        raise BadSetup("rules")
    return ChosenRules(game, pruned(game, preset.options), preset=preset_key)
