"""The table of a duplicate numbers its deals as the page of the event does, whichever tables they are played at."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from games.duplicate import services
from games.matches import boards
from games.matches.models import Match
from games.rooms.models import Room
from tests.duplicate.events import a_set, a_tournament, begin, play_deal, play_table
from tests.matches.tables import person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]


def test_a_deal_is_told_by_its_number_in_the_whole_set(client):
    event, alice = a_set("winner", deals=8), person("alice")  # two at each of four tables
    client.force_login(alice)
    services.enter(event, alice)

    def page():
        return client.get(reverse("table", args=[room.code])).content.decode()

    play_table(services.sit_down(event, alice))
    room = services.sit_down(event, alice)
    assert "Deal 3/8 · " in page()
    play_deal(room)
    assert "That was deal 3 of 8." in page() and "Next deal" in page()
    boards.deal_next(room)
    assert "Deal 4/8 · " in page()
    play_deal(room)
    # the next are played at another table
    assert "That was deal 4 of 8." in page() and ">Go on</a>" in page()
    for _ in range(2):
        play_table(room := services.sit_down(event, alice))
    assert "That was the last deal." in page() and ">Results</a>" in page()


@pytest.mark.parametrize(
    ("game", "scale"), [("winner", "difference"), ("eighty", "matchpoints"), ("big-two", "difference")]
)
def test_the_table_says_nothing_of_the_hands_of_a_match_as_each_match_is_one_deal(client, game, scale):
    event, alice = a_set(game, scale=scale, deals=4), person("alice")
    client.force_login(alice)
    services.enter(event, alice)
    room = services.sit_down(event, alice)
    page = client.get(reverse("table", args=[room.code])).content.decode()
    bar = page.partition('id="bar"')[2].partition("</header>")[0]
    assert re.search(r"<h1>Deal 1/4 · .*?</h1><small>(.*?)</small>", bar)[1] == ""
    assert ">Hand <" not in page
    home = client.get(reverse("home")).content.decode()
    assert "Deal 1/4 · " in home and "hand 1" not in home


@pytest.mark.parametrize("played", [0, 1])
@pytest.mark.parametrize("earlier", [False, True], ids=["", "opened by an earlier release"])
def test_a_table_that_is_closed_is_called_by_the_deal_that_was_played_there(client, alice, played, earlier):
    event = a_tournament(deals=3)
    for user in (alice, person("bob")):
        services.enter(event, user)
    begin(event)
    room = Match.objects.get(room__seats__user=alice).room
    if earlier:
        Room.objects.update(all_boards=0)
    for _ in range(played):
        play_deal(room)
    begin(event)
    client.force_login(alice)
    page = client.get(reverse("table", args=[room.code])).content.decode()
    assert f"Deal 1/{3 if earlier else 6} · " in page
    assert ("That was deal 1 of" in page) is bool(played)
    assert boards.deal_next(room) is None


def test_each_match_of_a_duplicate_is_called_by_its_deal_in_the_history(client, alice):
    event = a_set("winner", deals=8)
    client.force_login(alice)
    services.enter(event, alice)
    play_table(services.sit_down(event, alice))
    page = client.get(reverse("history")).content.decode()
    assert [page.count(f"Deal {number}/8 · ") for number in (1, 2, 3)] == [1, 1, 0]


def test_a_replay_is_called_by_its_deal_too(client, alice):
    event = a_set("winner", deals=8, name="Evening set")
    client.force_login(alice)
    services.enter(event, alice)
    play_table(room := services.sit_down(event, alice))
    for match, number in zip(Match.objects.filter(room=room).order_by("pk"), (1, 2), strict=True):
        for page in ("replay-hand", "replay-about", "replay-text"):
            text = client.get(reverse(page, args=[match.hands.get().pk]), follow=True).content.decode()
            assert f"Deal {number}/8 · Evening set" in text and "hand 1" not in text, page
