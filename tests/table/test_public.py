"""Public information is worked out once for all viewers of a picture, from the view without a seat."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from django.utils import translation

from games.rules import live_draw
from games.rules.registry import GAMES
from games.table import fragments
from games.table.public import in_public
from games.table.scene import Public
from games.table.scene_builder import scene
from games.table.snapshot import load_snapshot
from tests.matches.tables import match_of, person
from tests.rules.chance import random_hand, random_options, shuffled
from tests.table import scenes
from tests.table.climbing_scenes import SEVEN

LANGUAGES = ("en", "zh-hans")


def drawn(shown: Any, language: str) -> dict[str, str]:
    """Return all parts, even if the same scene has been drawn before."""
    with translation.override(language):
        return dict(fragments.some(shown, fragments.PARTS))


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("number", range(2))
def test_what_no_seat_sees_says_the_same_as_what_each_seat_sees(key: str, number: int) -> None:
    """Over whole hands, no seat's own view would change anything that a table works out in public."""
    rng, game = Random(f"{key} {number}"), GAMES[key]
    chosen = random_options(game, rng) if number else {}
    options = game.resolve(chosen)
    deck = shuffled(game, options, rng)
    setup = game.setup(chosen, game.following(options, (), deck, rng), deck)
    seats = (*range(game.seats(options)), None)
    functions = set()
    for state, _ in random_hand(game, setup, rng):
        public, language = Public(live_draw.view(game, state, None, None)), rng.choice(LANGUAGES)
        more = {"chosen": chosen, "sitters": SEVEN[: len(seats) - 1]}
        for seat in seats:
            own = scenes.scene_of(key, state, seat, **more)
            together = scenes.scene_of(key, state, seat, **more, public=public)
            assert drawn(together, language) == drawn(own, language)
        for (work_out, locale, *args), known in public.known.items():
            with translation.override(locale):
                assert all(work_out(live_draw.view(game, state, seat, None), *args) == known for seat in seats)
            functions.add(work_out)
    assert functions


def test_it_is_worked_out_once_in_each_language() -> None:
    calls = []

    def work_out(view: Any, *args: Any) -> tuple[Any, ...]:
        calls.append(args)
        return view.seat, args, translation.get_language()

    state = scenes.state_at(GAMES["winner"], lambda state: state.phase == "play")
    public = Public(live_draw.view(GAMES["winner"], state, None, None))
    for seat in (0, 1):
        shown = scenes.scene_of("winner", state, seat, public=public)
        for language in LANGUAGES:
            with translation.override(language):
                assert in_public(shown, work_out) == (None, (), language)
                assert in_public(shown, work_out, 1) == (None, (1,), language)
    assert calls == [(), (1,)] * 2
    assert in_public(scenes.scene_of("winner", state, 1), work_out)[0] == 1  # nothing is shared: of its own view


@pytest.mark.django_db
def test_the_viewers_of_a_room_share_the_view_of_no_seat() -> None:
    people = [person("alice"), person("bob")]
    snapshot = load_snapshot(match_of("winner", *people, "policy", "policy").room.code)
    shown = [scene(snapshot, viewer) for viewer in (*people, None)]
    public = shown[0].public
    assert public is not None and public.view.seat is None and not public.view.hand
    assert all(one.public is public for one in shown)
    assert shown[2].view is public.view
