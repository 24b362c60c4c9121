"""Two presses of «Play now» at the same instant, with real threads and real transactions."""

from __future__ import annotations

import pytest
from django.urls import reverse

from games.accounts.services import make_guest
from games.matches.models import Match, Player
from games.rooms.models import Room
from games.table.room_state import COACHED
from tests.matches.tables import match_of, person
from tests.sessions import signed_in
from tests.together import together

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("at_once")]


def press(user, **posted):
    """Return a press of «Play now» in a window of its own."""
    client = signed_in(user)
    return lambda: client.post(reverse("play-now", args=["winner"]), posted)["Location"]


@pytest.mark.parametrize("posted", [{}, {"level": "strong"}], ids=["any level", "a level"])
@pytest.mark.parametrize("who", [lambda: person("alice"), make_guest], ids=["an account", "a guest"])
def test_two_presses_at_once_begin_one_match(who, posted):
    user = who()
    first, second = together(press(user, **posted), press(user, **posted))
    room = Room.objects.get()
    assert first == second == reverse("table", args=[room.code])
    assert Player.objects.filter(user=user).count() == 1
    user.refresh_from_db()
    assert user.prefs == {"level winner": posted.get("level", "beginner"), COACHED: room.code}


def test_two_presses_at_once_for_another_level_begin_one_more_match():
    alice = person("alice")
    match_of("winner", alice, "policy", "policy", "policy")
    first, second = together(press(alice, level="strong"), press(alice, level="strong"))
    assert first == second == reverse("table", args=[Room.objects.get(level="strong").code])
    assert Match.objects.count() == 2
