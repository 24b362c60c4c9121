"""The scene of one step: as one seat saw it then, or with every hand open."""

from __future__ import annotations

from games.replays.replay import Replay
from games.rules.core import Played
from games.table.scene import Scene


def scene_at(replay: Replay, number: int, seat: int | None) -> Scene:
    """Return the table after ``number`` actions. ``seat``: whose view, None for all hands open.

    The scene has no key, and so no forms.
    """
    course = replay.course
    game, options, step = course.game, course.setup.options, course.steps[number]
    state, over = step.state, step.state.result is not None
    view = course.view(number, seat)
    played = (*replay.before, Played(course.setup.context, state.result)) if over else replay.before
    return Scene(
        code=replay.code,
        name=replay.name,
        game=game,
        options=options,
        picture=number,
        seat=seat,
        sitters=replay.sitters,
        view=view,
        hand_number=replay.number,
        one_hand=replay.one_hand,
        seq=number,
        moves=game.moves(view) if seat is not None and seat in state.to_act else (),
        standing=game.standing(options, played),
        played=played,
        explanation=game.explain(state) if over else None,
        dealt=step.dealt,
        open=() if seat is not None else tuple(course.view(number, each).hand for each in range(view.seats)),
        south=replay.viewer or 0,
        you=replay.viewer,
    )
