"""What the refusals of Big Two, Tien Len and President have in common."""

from __future__ import annotations

from types import ModuleType

import pytest

from tests.rules.big_two import hands as big_two
from tests.rules.climbing.table import passes, play
from tests.rules.president import hands as president
from tests.rules.tien_len import hands as tien_len


@pytest.mark.parametrize("game", [big_two, president, tien_len])
def test_they_refuse_without_harm(game: ModuleType) -> None:
    state = game.with_hands("5D 9D", "4C 6C", "3S 7H")
    before = (state.hands, state.to_act, state.log)
    for action in (play(0, "5D 9D"), play(1, "4C"), *passes(0, 1)):
        assert game.code(state, action) is not None
    assert (state.hands, state.to_act, state.log) == before
