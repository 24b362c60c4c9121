"""Making trumps without a race, when several people play the same deal, each at their own table.

Once all cards are dealt, each seat in turn declares or passes, starting with the one that drew first, until all
four pass in a row. Speed gains nothing, so tables compare.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from games import ai
from games.rooms.models import USUAL_LEVEL
from games.rules import live_draw
from games.rules.cards import names
from games.rules.core import N_, Action, Cards, Game, Message, Seat, Setup
from games.table.cards import card_face
from games.table.game_table import table_of
from games.table.sentences import People, sentence

#: The answer of a seat that passes.
NOTHING_SHOWN = "-"


class NoAnswer(Exception):
    """An answer is not among the choices."""


@dataclass(frozen=True, slots=True)
class Bidding:
    """The bidding so far.

    ``calls``: (seat, declaration, or None for a pass). ``choices``: what the person may declare now, and ``view``: what
    they see; empty once the bidding is over. ``answers``: the person's so far. ``actions``: all bidding actions, with
    the end of the draw.
    """

    calls: tuple[tuple[int, Action | None], ...]
    actions: tuple[Action, ...]
    choices: tuple[Any, ...] = ()
    view: Any = None
    answers: tuple[str, ...] = ()


def has_bidding(game: Game, setup: Setup) -> bool:
    """Return whether a deal's trumps are made by bidding."""
    state = live_draw.start(game, setup)
    return bool(live_draw.drawing(game, state)) and live_draw.may_still_declare(game, state)


def bid(rules: Game, setup: Setup, seat: int, answers: Sequence[str]) -> Bidding:
    """Return the bidding of a deal after a person's answers for their seat.

    AI players bid for the other seats, alike at every table. Raises ``NoAnswer`` for an impossible answer.
    """
    game: Any = rules
    state, unused = live_draw.start(game, setup), list(answers)
    calls: list[tuple[int, Action | None]] = []
    if has_bidding(game, setup):
        cards, turn, passes = live_draw.drawing(game, state), setup.context["first"], 0
        while passes < 4 and live_draw.may_still_declare(game, state):
            view = live_draw.view(game, state, turn, cards)
            choices = tuple(game.declarations(view))
            if turn != seat:
                action = ai.declare(view, USUAL_LEVEL, Random(turn))  # noqa: S311  chooses, deals nothing
            elif choices and not unused:
                return Bidding(tuple(calls), (), choices, view, tuple(answers))
            else:
                action = _parse(choices, unused.pop(0)) if choices else None
            calls.append((turn, action))
            passes = 0 if action else passes + 1
            state = game.step(state, action) if action else state
            turn = (turn + 1) % 4
    if unused:
        raise NoAnswer
    declarations = [action for _, action in calls if action is not None]
    close = live_draw.close(game, state)
    return Bidding(tuple(calls), (*declarations, *([close] if close is not None else [])))


def stated(game: Game, setup: Setup, actions: Sequence[Action]) -> Any:
    """Return the state of a deal after the actions of its bidding."""
    state = live_draw.start(game, setup)
    for action in actions:
        state = game.step(state, action)
    return state


def written(action: Any) -> str:
    """Return a declaration as a form value."""
    return " ".join(names(action.cards))


def described(game: Game, bids: Bidding, who: People) -> dict[str, Any]:
    """Return the page's context: the calls so far, the person's cards, what they may declare."""
    table = table_of(game.key)
    return {
        "level": bids.view.level,
        "calls": [sentence(_shown(action) if action else _passed(seat), who) for seat, action in bids.calls],
        "cards": [card_face(card) for card in bids.view.hand],
        "choices": [{"value": written(choice), "name": table.declaration(choice)} for choice in bids.choices],
    }


def _shown(action: Any) -> Message:
    return Message(N_("%(seat)s {shows|show} %(cards)s."), {"seat": Seat(action.seat), "cards": Cards(action.cards)})


def _passed(seat: int) -> Message:
    return Message(N_("%(seat)s {shows|show} nothing."), {"seat": Seat(seat)})


def _parse(choices: Sequence[Any], answer: str) -> Action | None:
    if answer == NOTHING_SHOWN:
        return None
    action: Action | None = next((action for action in choices if written(action) == answer), None)
    if action is None:
        raise NoAnswer
    return action
