"""Previews in chats: a title and a picture, drawn only from hands that anybody may see."""

from __future__ import annotations

import re
from io import BytesIO

import pytest
from django.urls import reverse
from PIL import Image

from games.replays import preview_image
from games.replays.timeline import course_of_hand
from games.rooms.models import Room
from tests.matches.tables import current, match_of, person
from tests.replays.hands import PLAYERS, finished

pytestmark = [pytest.mark.django_db, pytest.mark.any_database, pytest.mark.usefixtures("at_once")]


@pytest.fixture
def alice():
    return person("alice")


@pytest.fixture
def hand(alice):
    return finished("all-fours", alice)


def drawn(client, pk, step=0, **query):
    """Return the picture that an address gives, and check that it is one."""
    answer = client.get(reverse("replay-picture", args=[pk, step], query=query or None))
    assert answer.status_code == 200 and answer["Content-Type"] == "image/png"
    assert Image.open(BytesIO(answer.content)).size == (1200, 630)
    return answer.content


@pytest.mark.parametrize("game", PLAYERS)
def test_a_public_hand_has_a_picture_of_each_step(client, alice, game):
    hand = finished(game, alice)
    Room.objects.filter(pk=hand.match.room_id).update(visibility=Room.Visibility.PUBLIC)
    last = course_of_hand(hand).last
    deal, middle = drawn(client, hand.pk), drawn(client, hand.pk, last // 2)
    assert len({deal, middle, preview_image.site_image()}) == 3
    assert drawn(client, hand.pk, 99999) == drawn(client, hand.pk, last)
    assert drawn(client, hand.pk, "x") == deal


def test_whoever_asks_a_hidden_hand_gives_the_picture_of_the_house(client, alice, hand):
    house = preview_image.site_image()
    live = current(match_of("all-fours", alice, "random"))
    client.force_login(alice)
    assert drawn(client, hand.pk) == drawn(client, live.pk) == drawn(client, 99999) == house
    assert drawn(client, hand.pk, key="wrong") == house


def test_a_link_opens_the_picture_until_it_is_taken_back(client, alice, hand):
    client.force_login(alice)
    share = reverse("replay-share", args=[hand.pk])
    client.post(share, {"do": "share"})
    key = hand.share.token
    client.logout()
    assert drawn(client, hand.pk, key=key) != preview_image.site_image()
    page = client.get(reverse("replay-step", args=[hand.pk, 3], query={"key": key})).content.decode()
    properties = dict(re.findall(r'<meta property="og:(\w+)" content="([^"]*)">', page))
    assert properties["title"].startswith("Replay: Test table") and properties["description"] == "All Fours"
    assert properties["image"] == f"http://testserver/hands/{hand.pk}/step/3/picture.png?key={key}"
    assert properties["url"].endswith(f"/step/3/?key={key}")
    client.force_login(alice)
    client.post(share, {"do": "stop"})
    client.logout()
    assert drawn(client, hand.pk, key=key) == preview_image.site_image()


def test_while_others_are_drawn_a_picture_is_that_of_the_house(client, hand, monkeypatch):
    monkeypatch.setattr(preview_image, "WAIT_SECONDS", 0.01)
    Room.objects.filter(pk=hand.match.room_id).update(visibility="public")
    with preview_image._drawing:
        assert drawn(client, hand.pk) == preview_image.site_image()
    assert drawn(client, hand.pk) != preview_image.site_image()


def test_two_deals_have_two_pictures(hand):
    course = course_of_hand(hand)
    other = course_of_hand(finished("all-fours", person("bob")))
    assert preview_image.step_image(course, 0) != preview_image.step_image(other, 0)


def test_the_challenge_page_has_the_picture_of_the_house(client, alice, hand):
    client.force_login(alice)
    client.post(reverse("replay-challenge", args=[hand.pk]))
    page = client.get(reverse("challenge", args=[hand.challenge.token])).content.decode()
    assert 'og:image" content="http://testserver/hands/picture.png"' in page
    assert client.get(reverse("picture")).content == preview_image.site_image()
