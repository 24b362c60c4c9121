"""A hand is shown: those who may see it follow the leader's steps live, and come and go as they like."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from cardsite.asgi import application
from games.accounts.friends import block
from games.accounts.models import Report, User
from games.accounts.sockets import ONE_WAY, SIGNED_OUT
from games.community import reports
from games.community.account_deletion import delete_account
from games.foundation.rate_limit import RateLimit
from games.replays import consumers, live_sharing, services
from games.replays.models import Showing
from games.rooms.models import Room
from tests.community.moderating import moderator
from tests.matches.tables import current, match_of, person
from tests.replays.hands import finished
from tests.sessions import signed_in
from tests.table.sockets import Socket

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("at_once")]


@pytest.fixture
def hand(alice, bob):
    return finished("all-fours", alice, bob)


def lead(client, hand, **fields):
    return client.post(reverse("replay-lead", args=[hand.pk]), fields)


async def following(hand, row, user=None, key=""):
    """Return a follower's socket that has just been accepted."""
    headers = [(b"origin", b"http://localhost")]
    if user is not None:
        client = await sync_to_async(signed_in)(user)
        headers.append((b"cookie", f"sessionid={client.cookies['sessionid'].value}".encode()))
    socket = Socket(application, f"/ws/hands/{hand.pk}/show/{row.pk}/" + (f"?key={key}" if key else ""), headers)
    assert await socket.connect()
    return socket


def step_in(html):
    """Return the step that a picture shows."""
    return int(re.search(r'id="range"[^>]* value="(\d+)"', html)[1])


async def test_followers_see_each_step_of_the_leader(hand, alice, bob):
    leader = await sync_to_async(signed_in)(alice)
    await sync_to_async(lead)(leader, hand, step="3", seat="")
    row = await Showing.objects.aget()
    socket = await following(hand, row, bob)
    assert step_in(await socket.hear()) == 3
    await sync_to_async(lead)(leader, hand, step="5", seat="1")
    picture = await socket.hear()
    assert step_in(picture) == 5 and 'class="replay allfours own"' in picture
    # whoever comes later, or comes back, sees where the leader is
    again = await following(hand, row, bob)
    assert step_in(await again.hear()) == 5
    for follower in (socket, again):
        await follower.hang_up()


async def test_when_the_leader_stops_the_followers_go_on_by_themselves(hand, alice, bob):
    row = await sync_to_async(live_sharing.show)(hand, alice, 2, None)
    socket = await following(hand, row, bob)
    picture = await socket.hear()
    assert "hx-boost" not in picture and 'id="on"' not in picture and "is showing this hand" in picture
    await sync_to_async(live_sharing.stop)(hand, alice)
    free = await socket.hear()
    assert "hx-boost" in free and 'id="on"' in free and "has stopped" in free
    # and follow again when the leader goes on
    await sync_to_async(live_sharing.show)(hand, alice, 4, None)
    assert step_in(await socket.hear()) == 4
    await socket.hang_up()


async def test_a_link_taken_back_ends_the_socket_of_those_it_let_in(hand, alice, monkeypatch):
    monkeypatch.setattr(consumers, "POLL", 60.0)  # they are told, and need not look
    key = (await sync_to_async(services.share)(hand, alice)).token
    row = await sync_to_async(live_sharing.show)(hand, alice, 2, None)
    socket = await following(hand, row, key=key)
    assert f"key={key}" in await socket.hear()
    await sync_to_async(services.unshare)(hand)
    assert await socket.closed() == 4404


async def test_a_lost_push_is_repaired_by_looking_again(hand, alice, bob, monkeypatch):
    monkeypatch.setattr(consumers, "POLL", 0.02)
    row = await sync_to_async(live_sharing.show)(hand, alice, 2, None)
    socket = await following(hand, row, bob)
    await socket.hear()
    await Showing.objects.aupdate(step=7)  # nobody is told
    assert step_in(await socket.hear()) == 7
    await socket.hang_up()


async def test_a_follower_whose_session_is_over_follows_no_more_even_if_the_hint_is_lost(hand, alice, bob, monkeypatch):
    monkeypatch.setattr(consumers, "POLL", 0.02)
    row = await sync_to_async(live_sharing.show)(hand, alice, 2, None)
    socket = await following(hand, row, bob)
    await socket.hear()
    await Session.objects.all().adelete()  # nobody is told
    assert await socket.closed() == SIGNED_OUT


async def test_who_may_not_see_the_replay_may_not_follow(hand, alice):
    row = await sync_to_async(live_sharing.show)(hand, alice, 2, None)
    stranger = await sync_to_async(person)("stranger")
    for user, key in ((None, ""), (None, "wrong"), (stranger, "")):
        assert await (await following(hand, row, user, key)).closed() == 4404
    other = await sync_to_async(finished)("all-fours", stranger)
    assert await (await following(other, row, stranger)).closed() == 4404


async def test_a_socket_takes_no_words(hand, alice, bob):
    row = await sync_to_async(live_sharing.show)(hand, alice, 2, None)
    socket = await following(hand, row, bob)
    await socket.hear()
    for _ in range(6):
        await socket.say(text="step 9")
    assert await socket.hear() == ONE_WAY
    assert await socket.closed() == 1008
    assert (await Showing.objects.aget()).step == 2


def test_only_a_step_of_the_hand_is_shown_and_only_by_who_may_see_it(hand, alice):
    browser = signed_in(alice)
    for step, seat in (("-1", ""), ("x", ""), ("99999", ""), ("1", "2"), ("1", "x")):
        assert lead(browser, hand, step=step, seat=seat).status_code == 422
    assert lead(signed_in(person("stranger")), hand, step="1").status_code == 404
    assert lead(Client(), hand, step="1").status_code == 404
    live = current(match_of("all-fours", alice, "random"))
    assert lead(browser, live, step="0").status_code == 404
    assert not Showing.objects.exists()


def test_without_scripts_a_link_leads_to_the_step_of_the_leader(hand, alice, bob):
    leader, other = signed_in(alice), signed_in(bob)
    assert lead(leader, hand, step="3")["Location"] == reverse("replay-step", args=[hand.pk, 3])
    address = reverse("replay-follow", args=[hand.pk, Showing.objects.get().pk])
    page = other.get(reverse("replay-step", args=[hand.pk, 0])).content.decode()
    assert address in page and "Follow Alice" in page
    assert step_in(other.get(address).content.decode()) == 3
    lead(leader, hand, step="6")
    assert step_in(other.get(address).content.decode()) == 6
    lead(leader, hand, do="stop", step="6")
    assert other.get(address)["Location"] == reverse("replay-step", args=[hand.pk, 6])
    assert address not in other.get(reverse("replay-step", args=[hand.pk, 0])).content.decode()


def test_a_moderator_who_shows_a_reported_hand_is_not_given_its_players_link(hand, alice, bob):
    key = services.share(hand, alice).token
    report = reports.report(alice, bob, "words", "", hand.match.room.code)
    Report.objects.filter(pk=report.pk).update(hand=hand.pk)
    browser = signed_in(moderator())
    assert lead(browser, hand, step="3").status_code == 302
    page = browser.get(reverse("replay-step", args=[hand.pk, 3])).content.decode()
    assert re.search(r'value="http://testserver[^"]*/show/\d+/"', page) and key not in page


def test_the_leader_is_given_a_link_that_opens_for_those_they_shared_it_with(hand, alice):
    browser = signed_in(alice)
    key = services.share(hand, alice).token
    lead(browser, hand, step="3")
    page = browser.get(reverse("replay-step", args=[hand.pk, 3])).content.decode()
    link = re.search(r'value="http://testserver([^"]*/show/\d+/\?key=[^"]*)"', page)[1]
    assert key in link
    assert step_in(Client().get(link).content.decode()) == 3
    assert "Stop showing" in page and "Stop showing" not in Client().get(link).content.decode()


def test_the_leader_hears_who_may_follow(hand, alice):
    browser = signed_in(alice)
    lead(browser, hand, step="3")

    def page():
        return browser.get(reverse("replay-step", args=[hand.pk, 3])).content.decode()

    make = f'href="{reverse("replay-about", args=[hand.pk])}#share"'
    assert "Only those who played it can follow by this link" in page() and make in page()
    services.share(hand, alice)
    assert "Whoever opens this link sees each of your steps" in page() and make not in page()
    services.unshare(hand)
    Room.objects.update(visibility=Room.Visibility.PUBLIC)
    assert "Whoever opens this link sees each of your steps" in page() and make not in page()


def test_a_leader_who_stops_stays_where_they_are(hand, alice):
    browser = signed_in(alice)
    lead(browser, hand, step="3")
    steps = {"step": "7", "seat": "", "do": "stop"}
    answer = browser.post(reverse("replay-lead", args=[hand.pk]), steps, headers={"HX-Request": "true"})
    assert (answer.status_code, answer.headers["HX-Refresh"]) == (204, "true")
    assert Showing.objects.get().ended_at is not None


def test_a_leader_who_has_gone_shows_no_more(hand, alice, bob):
    row = live_sharing.show(hand, alice, 3, None)
    Showing.objects.update(shown_at=timezone.now() - live_sharing.LASTS - timedelta(seconds=1))
    address = reverse("replay-follow", args=[hand.pk, row.pk])
    assert signed_in(bob).get(address)["Location"] == reverse("replay-step", args=[hand.pk, 3])


def test_a_showing_that_was_stopped_in_another_window_begins_by_no_step(hand, alice):
    leader = signed_in(alice)
    lead(leader, hand, step="3", seat="")
    steps = {"step": "4", "seat": ""}
    address, htmx = reverse("replay-lead", args=[hand.pk]), {"HX-Request": "true"}
    assert "HX-Refresh" not in leader.post(address, steps, headers=htmx)
    assert Showing.objects.get().step == 4
    live_sharing.stop(hand, alice)
    assert leader.post(address, steps | {"step": "5"}, headers=htmx)["HX-Refresh"] == "true"
    assert Showing.objects.get().step == 4
    assert Showing.objects.get().ended_at is not None


def test_of_many_who_show_a_hand_the_latest_few_are_named_and_nobody_shut_out(hand, alice, bob):
    names = ["Ann", "Ben", "Cat", "Rude"]
    for name in names:
        live_sharing.show(hand, person(name.lower()), 0, None)
    block(alice, User.objects.get(name="Rude"))
    shown = {user: [name for name in names if f"{name} is showing" in at_start(user, hand)] for user in (alice, bob)}
    assert shown == {alice: ["Ann", "Ben", "Cat"], bob: ["Ben", "Cat", "Rude"]}


def test_who_has_closed_their_account_shows_nothing_any_more(hand, alice, bob):
    row = live_sharing.show(hand, alice, 2, None)
    assert "is showing" in at_start(bob, hand)
    delete_account(alice)
    assert "is showing" not in at_start(bob, hand)
    assert signed_in(bob).get(reverse("replay-follow", args=[hand.pk, row.pk])).status_code == 302


@pytest.mark.parametrize("blocker_leads", [True, False])
async def test_a_block_ends_a_following_and_lets_nobody_begin_one(hand, alice, bob, blocker_leads, monkeypatch):
    monkeypatch.setattr(consumers, "POLL", 0.02)
    row = await sync_to_async(live_sharing.show)(hand, alice, 2, None)
    socket = await following(hand, row, bob)
    await socket.hear()
    await sync_to_async(block)(*((alice, bob) if blocker_leads else (bob, alice)))
    assert await socket.closed() == 4404
    assert await (await following(hand, row, bob)).closed() == 4404
    address = reverse("replay-follow", args=[hand.pk, row.pk])
    assert (await sync_to_async((await sync_to_async(signed_in)(bob)).get)(address)).status_code == 404


def at_start(user, hand):
    """Return the page of a hand's first step."""
    return signed_in(user).get(reverse("replay-step", args=[hand.pk, 0])).content.decode()


def test_showing_is_begun_so_many_times_an_hour(hand, alice, monkeypatch):
    monkeypatch.setattr(live_sharing, "STARTS", RateLimit("showings", 2, 60))
    client = signed_in(alice)
    assert [lead(client, hand, step="0", seat="").status_code for _ in range(3)] == [302, 302, 429]
    assert lead(client, hand, step="0", seat="", do="stop").status_code == 302
