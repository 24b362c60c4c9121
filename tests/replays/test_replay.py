"""The replay of a hand: who may see it, its steps, and that each shows what was shown then."""

from __future__ import annotations

import re
from itertools import cycle

import pytest
from django.urls import reverse

from games.replays.page import FRAGMENTS
from games.replays.scenes import scene_at
from games.replays.timeline import course_of_hand
from games.rooms.models import Room
from games.rules import proof
from games.table import fragments
from games.table.scene_builder import scene
from games.table.snapshot import load_snapshot
from tests.matches.tables import current, match_of, person
from tests.replays.hands import PLAYERS, finished, replay_for

pytestmark = [pytest.mark.django_db, pytest.mark.any_database, pytest.mark.usefixtures("at_once")]


def step(hand, number, **query):
    return reverse("replay-step", args=[hand.pk, number], query=query or None)


@pytest.mark.parametrize("game", PLAYERS)
def test_every_step_of_a_hand_is_a_page(browser, alice, game):
    hand = finished(game, alice)
    course = course_of_hand(hand)
    assert course.result == hand.result
    for number, query in zip(range(0, course.last + 1, 5), cycle(({}, {"seat": 0}, {"seat": 1})), strict=False):
        page = browser.get(step(hand, number, **query))
        assert page.status_code == 200
        main = page.content.decode().partition('id="replay"')[2]
        assert 'id="board"' in main
        assert query == {"seat": 1} or re.findall(r".{60}Alice.{60}", main) == []
    about = browser.get(reverse("replay-about", args=[hand.pk])).content.decode()
    why = re.search(r'<ul class="said">.*?</ul>', about, re.DOTALL)
    assert why and "Alice" not in why[0]


@pytest.fixture
def hand(alice):
    return finished("all-fours", alice)


def test_a_hand_in_play_has_no_replay_to_anybody(browser, alice):
    live = current(match_of("all-fours", alice, "random"))
    for name in ("hand", "about", "deal", "record", "text"):
        assert browser.get(reverse(f"replay-{name}", args=[live.pk])).status_code == 404
    assert browser.get(step(live, 0)).status_code == 404
    assert browser.post(reverse("replay-share", args=[live.pk])).status_code == 404
    assert live.deck[0] not in browser.get(reverse("match-record", args=[live.match_id])).content.decode()


def test_a_hand_that_is_not_there_and_one_of_others_are_answered_alike(browser, hand):
    browser.force_login(person("bob"))
    assert browser.get(step(hand, 0)).status_code == 404
    assert browser.get(reverse("replay-step", args=[99999, 0])).status_code == 404
    browser.logout()
    assert browser.get(step(hand, 0)).status_code == 404


@pytest.mark.parametrize(("does", "where"), [("share", "share"), ("challenge", "again")])
def test_whoever_makes_a_link_is_led_to_it(browser, hand, does, where):
    answer = browser.post(reverse(f"replay-{does}", args=[hand.pk]))
    assert answer["Location"] == reverse("replay-about", args=[hand.pk]) + f"#{where}"
    section = browser.get(answer["Location"]).content.decode().partition(f'id="{where}"')[2].partition("</section>")[0]
    assert "Copy link" in section


def test_a_shared_link_opens_every_step_to_anybody_until_it_is_taken_back(browser, client, hand, alice):
    browser.post(reverse("replay-share", args=[hand.pk]), {"do": "share"})
    about = browser.get(reverse("replay-about", args=[hand.pk])).content.decode()
    assert 'data-copy="http://testserver/hands/' in about and "Copy link" in about
    key = hand.share.token
    client.logout()
    assert client.get(step(hand, 3, key=key)).status_code == 200
    assert f"key={key}" in client.get(step(hand, 3, key=key)).content.decode()
    assert client.get(step(hand, 3, key=key[:-1])).status_code == 404
    assert client.get(reverse("replay-record", args=[hand.pk], query={"key": key})).status_code == 200
    assert client.post(reverse("replay-share", args=[hand.pk]) + f"?key={key}", {"do": "stop"}).status_code == 404
    client.force_login(alice)
    client.post(reverse("replay-share", args=[hand.pk]), {"do": "stop"})
    client.logout()
    assert client.get(step(hand, 3, key=key)).status_code == 404


def test_a_shared_link_opens_no_other_hand(browser, client, hand, alice):
    other = finished("all-fours", alice)
    browser.post(reverse("replay-share", args=[hand.pk]), {"do": "share"})
    client.logout()
    assert client.get(step(other, 0, key=hand.share.token)).status_code == 404


@pytest.mark.parametrize(
    ("number", "nearest"), [("-1", 0), ("1000000000", None), ("9" * 40, None), ("-" + "9" * 40, 0), ("007", 7)]
)
def test_a_step_outside_the_hand_leads_to_the_nearest(browser, hand, number, nearest):
    last = course_of_hand(hand).last
    answer = browser.get(reverse("replay-step", args=[hand.pk, number]))
    assert answer["Location"] == step(hand, last if nearest is None else nearest)


@pytest.mark.parametrize("number", ["x", "1-1", "--1"])
def test_what_is_no_number_is_no_step(browser, hand, number):
    assert browser.get(reverse("replay-step", args=[hand.pk, number])).status_code == 404


@pytest.mark.parametrize("seat", ["2", "-1", "x", "１"])
def test_a_seat_that_is_not_there_has_no_view(browser, hand, seat):
    assert browser.get(step(hand, 0, seat=seat)).status_code == 404


def test_the_scrubber_works_without_scripts(browser, hand):
    answer = browser.get(reverse("replay-hand", args=[hand.pk]), {"step": "4", "seat": "1"})
    assert answer["Location"] == step(hand, 4, seat=1)


def test_htmx_is_answered_with_the_table_alone_and_its_address(browser, hand):
    answer = browser.get(step(hand, 4), headers={"HX-Request": "true"})
    assert answer.content.decode().lstrip().startswith("<main")
    assert answer["HX-Replace-Url"] == step(hand, 4)


def test_replays_are_only_looked_at(browser, hand):
    assert browser.post(step(hand, 0)).status_code == 405
    assert browser.post(reverse("replay-record", args=[hand.pk])).status_code == 405


#: What only the table says: when the next hand comes.
NEXT_HAND = re.compile("<small>The next hand in .*?</small>")


@pytest.mark.parametrize("game", PLAYERS)
def test_a_seats_view_is_byte_for_byte_what_it_was_shown_then(alice, game):
    """The table's own scene is drawn before every action, for one seat or the other, and compared when the hand is
    over."""
    bob = person("bob")
    shown = {}

    def drawn(hand):
        snapshot = load_snapshot(hand.match.room.code)
        number = snapshot.folded.seq
        seat = number // 2 % 2
        shown[seat, number] = (snapshot.dealt, fragments.parts(scene(snapshot, (alice, bob)[seat])))

    hand = finished(game, alice, bob, watch=drawn)
    replay = replay_for(hand, alice)
    same = 0
    for (seat, number), (dealt, then) in shown.items():
        if dealt != replay.course.steps[number].dealt:
            continue  # the draw's clock stood elsewhere between two actions
        now = fragments.parts(scene_at(replay, number, seat))
        for part in FRAGMENTS:
            assert now[part] == NEXT_HAND.sub("", then[part]), (part, seat, number)
        same += 1
    assert same > len(shown) / 2


def test_the_table_commits_to_the_deck_before_the_first_action(browser, alice):
    live = current(match_of("all-fours", alice, person("bob")))
    shown = browser.get(reverse("menu", args=[live.match.room.code])).content.decode()
    assert proof.commitment(bytes(live.salt), live.deck) in shown
    assert bytes(live.salt).hex() not in shown


def test_a_hand_of_a_public_room_is_open_to_anybody(client, hand):
    Room.objects.filter(pk=hand.match.room_id).update(visibility=Room.Visibility.PUBLIC)
    assert client.get(step(hand, 0)).status_code == 200
    assert client.get(reverse("replay-about", args=[hand.pk])).status_code == 200
    assert client.post(reverse("replay-share", args=[hand.pk])).status_code == 404


@pytest.mark.parametrize(("visibility", "open_to_all"), [("public", True), ("link", False)])
def test_the_page_about_a_hand_says_who_sees_it(browser, hand, visibility, open_to_all):
    Room.objects.filter(pk=hand.match.room_id).update(visibility=visibility)
    page = browser.get(reverse("replay-about", args=[hand.pk])).content.decode()
    assert ("This table was open to anyone" in page) is open_to_all
    assert ("Only those who played this hand see it" in page) is not open_to_all
    assert ("Make a link" in page) is not open_to_all


def test_a_key_that_opens_nothing_is_carried_nowhere(client, hand):
    """It would stand in every link of the page, however long it is."""
    Room.objects.filter(pk=hand.match.room_id).update(visibility="public")
    page = client.get(step(hand, 3, key="x" * 800)).content.decode()
    assert "x" * 800 not in page


@pytest.mark.parametrize("number", [2**63, 10**30])
def test_a_number_that_no_hand_can_have_is_no_hand(browser, number):
    assert browser.get(f"/hands/{number}/").status_code == 404
    assert browser.get(f"/hands/{number}/about/").status_code == 404
    assert browser.post(f"/hands/{number}/again/").status_code == 404


@pytest.mark.parametrize(("game", "sentence"), [("forty", "The draw begins."), ("winner", "The cards are dealt.")])
def test_what_a_hand_begins_with_is_said(browser, alice, game, sentence):
    assert sentence in browser.get(step(finished(game, alice), 0)).content.decode()
