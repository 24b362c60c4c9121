"""Hints: what an AI player would do in the viewer's place, in words, and why. Nothing is stored.

The hint button asks an AI player that searches, in its own process (``advised``); the line shown with
every picture of a learning table comes from the policy, which answers at once.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from random import Random

from django.conf import settings

from games import ai
from games.ai import thinking
from games.foundation.process_cache import ProcessCache
from games.rules.core import Action, View
from games.table.cached_gettext import gettext as _
from games.table.cards import cards_of
from games.table.game_table import describe, table_of, why
from games.table.scene import Hint, Scene
from games.table.sentences import NOBODY, fill, sentence

#: different suggestions shown before the first is shown again
MOST_HINTS = 6
#: (hand, number of the picture, seat) → what the seat saw, and what it was advised
_advised: ProcessCache[tuple[int | None, int, int | None], tuple[View, list[Action]]] = ProcessCache(256)
#: one search at a time: waiting for one holds a thread that serves pages
_at_it = threading.Lock()


def hint_for(scene: Scene, number: int, plays: Sequence[Action] = ()) -> Hint:
    """Return the hint with a number, counted from 0; the first follows the last.
    ``plays``: the suggestions of a search, if any; otherwise the policy's are used."""
    assert scene.view is not None
    plays = plays or suggestions(scene.view, _seed(scene))
    number %= len(plays)
    cards = cards_of(plays[number])
    values = {"play": describe(scene.view, cards)}
    if not cards:
        call = table_of(scene.view.game).call(plays[number])
        text = fill(_("Hint: %(call)s."), {"call": f"{call[:1].lower()}{call[1:]}"}, NOBODY)
    elif scene.view.phase == "play":
        text = fill(_("Hint: play %(play)s."), values, NOBODY)
    elif scene.view.phase == "exchange":
        text = fill(_("Hint: give %(play)s."), values, NOBODY)
    elif scene.view.phase == "bury":
        text = fill(_("Hint: bury %(play)s."), values, NOBODY)
    else:
        text = fill(_("Hint: discard %(play)s."), values, NOBODY)
    reason = why(scene.view, plays[number], scene.moves)
    return Hint(number, cards, text, "" if reason is None else sentence(reason, NOBODY))


def advised(scene: Scene) -> list[Action]:
    """Return the suggestions of an AI player that searches, best first. It thinks in the AI players'
    process, not here; if a search is under way or takes too long, the policy answers. Another press
    on the same picture gets the same answer without another search."""
    assert scene.view is not None
    picture = scene.hand_id, scene.seq, scene.seat
    cached = _advised.get(picture)
    # After a take-back the same number can name another position.
    if cached is not None and cached[0] == scene.view:
        return cached[1]
    plays = _search(scene)
    _advised.set(picture, (scene.view, plays))
    return plays


def _search(scene: Scene) -> list[Action]:
    assert scene.view is not None
    seconds = settings.HINT_SECONDS
    if not seconds or not _at_it.acquire(blocking=False):
        return suggestions(scene.view, _seed(scene))
    try:
        return _different(thinking.suggest(scene.view, int.from_bytes(_seed(scene).encode()), seconds))
    finally:
        _at_it.release()


def suggestions(view: View, seed: str) -> list[Action]:
    """Return different legal actions of the view's seat, best first by the policy's judgement.
    They depend only on view and seed."""
    return _different(ai.suggest(view, "policy", Random(seed)))  # noqa: S311 - deals nothing


def _seed(scene: Scene) -> str:
    return f"{scene.hand_id}/{scene.seq}/{scene.seat}"


def _different(actions: Sequence[Action]) -> list[Action]:
    """Return a few actions with different cards; those without any are different calls."""
    different: dict[object, Action] = {}
    for action in actions:
        different.setdefault(tuple(sorted(cards_of(action))) or action, action)
    return list(different.values())[:MOST_HINTS]
