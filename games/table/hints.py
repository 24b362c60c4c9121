"""Hints: what an AI player would do with the viewer's cards, in words. Nothing is stored.

Who presses the button is advised by a player that searches, in its own process (``advised``); what is
said with every picture of a learning table comes from the policy, which answers at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from django.utils.translation import gettext as _

from games import ai
from games.ai import thinking
from games.rules.core import Action, View
from games.rules.winner.combos import classify
from games.table.cards import brief
from games.table.scene import Hint, Scene
from games.table.winner.cloth import in_words
from games.table.words import listed

#: so many different plays are shown before the first comes again
MOST_HINTS = 6


def hint_for(scene: Scene, number: int, plays: Sequence[Action] = ()) -> Hint:
    """Return the hint of a number, counted from 0; after the last one comes the first again.
    ``plays``: what is suggested, where it has been thought about; else what the policy suggests."""
    assert scene.view is not None
    plays = plays or suggestions(scene.view, _seed(scene))
    number %= len(plays)
    cards = cards_of(plays[number])
    values = {"play": in_words_of(scene.view, cards)}
    if not cards:
        said = _("Hint: pass.")
    elif scene.view.phase == "play":
        said = _("Hint: play %(play)s.") % values
    elif scene.view.phase == "exchange":
        said = _("Hint: give %(play)s.") % values
    else:
        said = _("Hint: lay away %(play)s.") % values
    return Hint(number, cards, said)


def advised(scene: Scene) -> list[Action]:
    """Return what the adviser suggests to the viewer, the best first: a player that searches. He
    thinks in the process of the AI players and not here; where he takes too long the policy answers.
    The same picture gives the same."""
    assert scene.view is not None
    return _different(thinking.suggest(scene.view, int.from_bytes(_seed(scene).encode())))


def suggestions(view: View, seed: str) -> list[Action]:
    """Return different legal actions of the view's seat as the policy weighs them, best first.
    The same view and seed give the same."""
    return _different(ai.suggest(view, "policy", Random(seed)))  # noqa: S311 - deals nothing


def _seed(scene: Scene) -> str:
    return f"{scene.hand_id}/{scene.seq}/{scene.seat}"


def _different(actions: Sequence[Action]) -> list[Action]:
    """Return the first actions that differ in their cards."""
    found: dict[tuple[int, ...], Action] = {}
    for action in actions:
        found.setdefault(tuple(sorted(cards_of(action))), action)
    return list(found.values())[:MOST_HINTS]


def cards_of(action: Any) -> tuple[int, ...]:
    """Return the cards of an action; none of a pass."""
    if hasattr(action, "card"):
        return (action.card,)
    return tuple(getattr(action, "cards", ()))


def in_words_of(view: View, cards: Sequence[int]) -> str:
    """Return cards in words, a combination of Winner by its name."""
    combo = classify(tuple(cards), view.options) if view.game == "winner" and len(cards) > 1 else None
    return in_words(combo) if combo is not None else listed(map(brief, cards))
