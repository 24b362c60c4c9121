"""Previews in chats: a title and a picture, drawn only from hands that anybody may see."""

from __future__ import annotations

import re
from io import BytesIO
from itertools import combinations

import pytest
from django.urls import reverse
from PIL import Image

from games.foundation.rate_limit import RateLimit
from games.replays import preview_image
from games.replays.timeline import course_of_hand
from games.rooms.models import Room
from tests.matches.tables import current, match_of, person
from tests.replays.hands import PLAYERS, finished

pytestmark = [pytest.mark.django_db, pytest.mark.any_database, pytest.mark.usefixtures("at_once")]


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
    deal, middle = drawn(client, hand.pk), drawn(client, hand.pk, course_of_hand(hand).last // 2)
    assert len({deal, middle, preview_image.site_image()}) == 3


def test_a_step_that_is_none_has_the_picture_of_the_nearest(client, hand):
    Room.objects.filter(pk=hand.match.room_id).update(visibility=Room.Visibility.PUBLIC)
    assert drawn(client, hand.pk, 99999) == drawn(client, hand.pk, course_of_hand(hand).last)
    assert drawn(client, hand.pk, "x") == drawn(client, hand.pk)


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


def test_while_another_is_drawn_only_pictures_that_are_drawn_already_are_given(client, hand):
    Room.objects.filter(pk=hand.match.room_id).update(visibility="public")
    first = drawn(client, hand.pk)
    assert first != preview_image.site_image()
    with preview_image._drawing:
        assert drawn(client, hand.pk) == first
        assert drawn(client, hand.pk, 1) == preview_image.site_image()
    assert drawn(client, hand.pk, 1) != preview_image.site_image()


def test_a_network_has_so_many_pictures_drawn_and_no_more(client, hand, monkeypatch):
    Room.objects.filter(pk=hand.match.room_id).update(visibility="public")
    monkeypatch.setattr(preview_image, "DRAWN_OF_NETWORK", RateLimit("images-of-network", 2, 60))
    pictures = []
    for step in (0, 0, 1, 2, 0):
        address = reverse("replay-picture", args=[hand.pk, step])
        pictures.append(client.get(address, REMOTE_ADDR=f"2001:db8::{step + 1:x}").content)
    assert [picture == preview_image.site_image() for picture in pictures] == [False, False, False, True, False]
    elsewhere = client.get(reverse("replay-picture", args=[hand.pk, 2]), REMOTE_ADDR="2001:db8:1::1").content
    assert elsewhere != preview_image.site_image()


@pytest.mark.parametrize(
    ("game", "seats"), [("pitch", 6), ("pitch", 7), *(("president", seats) for seats in (3, 4, 5, 6, 7))]
)
def test_every_hand_has_a_place_of_its_own(alice, monkeypatch, game, seats):
    course, laid, areas = course_of_hand(finished(game, alice, options={"players": seats})), [], []
    paste, lay = Image.Image.paste, preview_image.Table.lay

    def noted_lay(table, hand, *arguments):
        laid.append(hand)
        areas.append([])
        lay(table, hand, *arguments)

    def noted_paste(image, face, corner, *arguments):
        areas[-1].append((*corner, corner[0] + face.width, corner[1] + face.height))
        paste(image, face, corner, *arguments)

    monkeypatch.setattr(preview_image.Table, "lay", noted_lay)
    monkeypatch.setattr(Image.Image, "paste", noted_paste)
    preview_image.step_image(course, 0)
    assert laid == [course.view(0, seat).hand for seat in range(seats)]
    boxes = [
        (
            min(box[0] for box in area),
            min(box[1] for box in area),
            max(box[2] for box in area),
            max(box[3] for box in area),
        )
        for area in areas
    ]
    for one, other in combinations(boxes, 2):
        assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


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
