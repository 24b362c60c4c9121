"""Laying out a step: from the cards it names to the setup and actions of a whole record.

A step names few cards; a record holds the pack. The missing cards are filled in from the rest of the pack, always in
the same way, and legal play before the step is made up (each game defines how). The rules check every action.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from games.lessons.game_lesson import lesson_of
from games.lessons.lesson import READER, Position
from games.rules import live_draw, record
from games.rules.cards import cards
from games.rules.core import Action, Game, Setup
from games.rules.registry import GAMES

Held = list[list[int]]


@dataclass(frozen=True, slots=True, eq=False)
class StepPosition:
    """A step as the engine sees it: the moment at which the reader is asked. ``dealt``: during a draw, the cards dealt
    so far."""

    game: Game
    setup: Setup
    actions: tuple[Action, ...]
    state: Any
    dealt: int | None = None

    def view(self, state: Any) -> Any:
        """Return what the reader knows in this step's state or a later one."""
        return live_draw.view(self.game, state, READER, self.dealt)

    def record(self) -> dict[str, Any]:
        """Return the step as a hand record that anybody can verify."""
        return record.write(self.game, self.setup, self.actions, None)


@lru_cache(maxsize=256)
def position_of(game: str, key: str) -> StepPosition:
    """Return a step of a first lesson by its key."""
    position = next(step.position for step in lesson_of(game).lesson.steps if step.key == key)
    return set_up(GAMES[game], position)


def set_up(game: Game, position: Position) -> StepPosition:
    """Lay out a step; raise ``Illegal`` if the play so far is not legal."""
    setup, before = lesson_of(game.key).lay_out(position)
    state = live_draw.start(game, setup, position.dealt is not None)
    actions: list[Action] = []
    for raw in (*before, *(raw_of(game, *_parse(text)) for text in position.so_far)):
        action = game.read_action(raw, setup.options)
        game.check(state, action)
        state = game.step(state, action)
        actions.append(action)
    return StepPosition(game, setup, tuple(actions), state, position.dealt)


def raw_of(game: Game, seat: int, do: str, chosen: Sequence[str]) -> dict[str, Any]:
    """Return an action in the form used by records."""
    raw: dict[str, Any] = {"seat": seat, "do": do}
    action = game.action_class(do)
    form = action.form if action is not None else ()
    if "card" in form:
        raw["card"] = chosen[0] if len(chosen) == 1 else None
    elif "cards" in form:
        raw["cards"] = list(chosen)
    elif "points" in form:
        raw["points"] = int(chosen[0]) if chosen and chosen[0].isdigit() else None
    return raw


def _parse(text: str) -> tuple[int, str, list[str]]:
    seat, do, *chosen = text.split()
    return int(seat), do, chosen


# --- cards ---------------------------------------------------------------------------------------


def rest_of(pack: Iterable[int], *taken: Iterable[int]) -> list[int]:
    """Return the unnamed cards of a pack, in an order that looks random."""
    left = Counter(pack)
    for some in taken:
        left -= Counter(some)
    return sorted(left.elements(), key=lambda number: (number * 31 + 7) % 54)


def held_cards(position: Position, seats: int) -> Held:
    return [list(cards(position.holds.get(seat, ""))) for seat in range(seats)]


def fill(held: Held, sizes: Sequence[int], rest: list[int]) -> None:
    """Fill up hands from the rest of the pack."""
    for hand, size in zip(held, sizes, strict=True):
        while len(hand) < size:
            hand.append(rest.pop())
