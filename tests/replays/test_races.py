"""Two windows of one person at the same instant."""

from __future__ import annotations

import pytest

from games.matches.models import Match
from games.replays import services
from games.replays.models import TakenUp
from tests.matches.tables import person
from tests.replays.hands import finished, replay_for
from tests.together import together

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("at_once")]


@pytest.mark.parametrize("round_", range(3))
def test_a_challenge_that_two_windows_take_up_in_two_seats_is_one_table(round_):
    alice, bob = person("alice"), person("bob")
    replay = replay_for(finished("all-fours", alice), alice)

    def take_up(seat):
        return services.take_up(replay, [], services.answer(replay, bob, seat, []), bob)

    first, second = together(lambda: take_up(0), lambda: take_up(1))
    assert first == second
    assert Match.objects.filter(players__user=bob).count() == 1
    taken = TakenUp.objects.get()
    assert (taken.match, taken.seat) == (first, first.players.get(user=bob).seat)
