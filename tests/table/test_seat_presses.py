"""What a host presses about somebody names them: it hits nobody who has their seat since."""

from __future__ import annotations

import pytest
from django.urls import reverse

from games.rooms import seats
from games.rooms.services import open_room
from tests.matches.tables import person

pytestmark = pytest.mark.django_db


def press(browser, room, do):
    return browser.post(reverse("seat", args=[room.code]), {"do": do}, headers={"HX-Request": "true"})


@pytest.mark.parametrize("word", ["send-away", "host"])
def test_a_press_about_a_person_names_them(browser, alice, word):
    room, bob = open_room(alice, "winner", {}), person("bob")
    seats.sit(room, bob, 1)
    assert f'value="{word} 1 {bob.pk}"' in browser.get(reverse("table", args=[room.code])).content.decode()
    seats.leave(room, bob)
    seats.sit(room, carol := person("carol"), 1)
    answer = press(browser, room, f"{word} 1 {bob.pk}")
    page = answer.content.decode()
    assert answer.status_code == 409 and "Somebody else has that seat now." in page
    assert f'value="{word} 1 {carol.pk}"' in page
    assert press(browser, room, f"{word} 1 {carol.pk}").status_code == 200


def test_whoever_sits_down_where_a_host_was_about_to_seat_an_ai_player_is_not_sent_away_by_that_press(browser, alice):
    room, bob = open_room(alice, "winner", {}), person("bob")
    seats.sit(room, bob, 1)
    page = browser.get(reverse("table", args=[room.code])).content.decode()
    menu = page.partition(f'<details class="more" id="about-1-{bob.pk}"')[2].partition("</details>")[0]
    assert f'value="send-away 1 {bob.pk}"' in menu and f'value="host 1 {bob.pk}"' in menu


@pytest.mark.parametrize("word", ["send-away", "host"])
def test_a_press_on_a_page_of_an_older_release_names_nobody(browser, alice, word):
    room = open_room(alice, "winner", {})
    seats.sit(room, person("bob"), 1)
    assert press(browser, room, f"{word} 1").status_code == 200


@pytest.mark.parametrize("do", ["sit 1 1", "start 1 1", "host 1 x", "host 1 ²", "host 1 1 1", f"host 1 {10**20}"])
def test_what_names_a_person_otherwise_is_a_bad_request(browser, alice, do):
    assert press(browser, open_room(alice, "winner", {}), do).status_code == 400
