"""What people learn of each other: what a request reveals, whom one may block and report, and what is put aside."""

from __future__ import annotations

import json

import pytest
from django.urls import reverse

from games.accounts import friends, limits, notifications
from games.accounts.models import Block, Notification, Report
from games.accounts.services import make_guest
from games.community import data_export, friend_views, invitations, statistics
from games.community.consumers import news
from games.community.listings import lines_of
from games.foundation.rate_limit import RateLimit
from games.rooms import chat, seats
from games.rooms.services import RoomSettings, open_room
from games.table import fragments
from games.table.scene_builder import scene
from games.table.snapshot import load_snapshot
from tests.matches.tables import match_of, person
from tests.statements import statements_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]
COMPLAINT = {"reason": "words", "text": "He swore."}


def report(client, of):
    return client.post(reverse("report", args=[of.pk]), COMPLAINT).status_code


def block(client, whom):
    return client.post(reverse("friend-act", args=[whom.pk, "block"])).status_code


def test_asking_tells_nobody_who_goes_by_a_name(client, alice, bob):
    carol = person("carol")
    friends.block(carol, alice)
    for name in ("bob", "carol", "nobody"):
        client.post(reverse("friend-ask"), {"name": name})
    rows = json.loads(json.dumps(data_export.export(alice), default=str))["accounts.Friendship.asker"]
    assert [row["called"] for row in rows] == ["bob", "carol", "nobody"]
    assert not any("asked" in row for row in rows)
    assert [client.get(reverse("person", args=[one.pk])).status_code for one in (bob, carol)] == [404, 404]
    friends.accept(bob, alice)
    assert client.get(reverse("person", args=[bob.pk])).status_code == 200
    assert data_export.export(alice)["accounts.Friendship.asker"][0]["asked"] == bob.pk


@pytest.mark.parametrize("way", ["by name", "met at a table"])
def test_guests_of_a_network_share_what_they_may_ask_and_accounts_do_not(client, alice, monkeypatch, way):
    """Otherwise one browser could, as ever new guests, fill a person's page with requests."""
    monkeypatch.setattr(limits, "REQUESTS_OF_NETWORK", RateLimit("friend-requests-of-network-test", 2, 60))
    address = reverse("friend-ask") if way == "by name" else reverse("friend-act", args=[alice.pk, "ask"])

    def status_of(asker):
        match_of("all-fours", alice, asker)
        client.force_login(asker)
        return client.post(address, {"name": "alice"}).status_code

    assert [status_of(make_guest()) for _guest in range(3)] == [302, 302, 429]
    assert status_of(person("bob")) == 302
    assert len(friends.incoming_requests(alice)) == 3


def test_a_login_name_is_not_tried_on_whoever_one_has_met(client, rf, alice, bob):
    type(bob).objects.filter(pk=bob.pk).update(name="Robert")
    bob.refresh_from_db()
    match_of("all-fours", alice, bob)

    def met_after_asking(name):
        client.post(reverse("friend-ask"), {"name": name})
        return friend_views._page(rf.get("/"), alice)["met"]

    assert met_after_asking("bob") == met_after_asking("nob") == [lines_of(bob)]
    assert met_after_asking("robert") == []
    friends.decline(bob, alice)
    friends.ask(alice, bob, "Robert")
    friends.decline(bob, alice)
    assert friend_views._page(rf.get("/"), alice)["met"] == []


@pytest.mark.parametrize("typed", ["zoë", "Zoe\u0308", " zOë\n"])
def test_a_name_is_found_in_whatever_case_and_however_it_was_typed(client, alice, typed):
    zoe = person("zo")
    zoe.name = "Zoë"
    zoe.save()
    client.post(reverse("friend-ask"), {"name": typed})
    assert [row.asker for row in friends.incoming_requests(zoe)] == [alice]


@pytest.mark.parametrize(("letters", "status"), [("क" * 150, 302), ("क" * 151, 422), ("\u0958" * 150, 422)])
def test_a_name_is_measured_as_it_is_stored(client, alice, letters, status):
    """Some letters become two when they are normalized."""
    assert client.post(reverse("friend-ask"), {"name": letters}).status_code == status
    assert [row.called for row in friends.outgoing_requests(alice)] == ([letters] if status == 302 else [])


def test_whoever_has_blocked_somebody_can_be_blocked_and_reported_all_the_same(client, alice, bob):
    match_of("all-fours", alice, bob)
    friends.block(bob, alice)
    assert report(client, bob) == 302
    assert block(client, bob) == 302
    assert Report.objects.get().reported == bob
    assert Block.objects.filter(blocker=alice, blocked=bob).exists()


def test_whoever_was_met_at_a_waiting_table_can_be_blocked_and_reported(client, alice, bob):
    room = open_room(alice, "winner", {}, RoomSettings(visibility="public"))
    assert report(client, bob) == 404
    seats.sit(room, bob, 1)
    assert report(client, bob) == 302
    chat.say(room, bob, "Ha!")
    seats.leave(room, bob)
    assert block(client, bob) == 302


def test_the_table_leads_to_the_report_and_an_onlooker_to_none(alice, bob):
    room = match_of("all-fours", alice, bob).room
    chat.say(room, bob, "Ha!")
    address = reverse("report", args=[bob.pk])
    assert address in fragments.parts(scene(load_snapshot(room.code), alice))["talk"]
    assert address not in fragments.parts(scene(load_snapshot(room.code), person("carol")))["talk"]


def test_a_block_can_be_taken_back_though_the_other_has_closed_their_account(client, alice, bob):
    friends.block(alice, bob)
    type(bob).objects.filter(pk=bob.pk).update(is_active=False, closed_at="2026-11-01T00:00Z")
    assert client.post(reverse("friend-act", args=[bob.pk, "unblock"])).status_code == 302
    assert not Block.objects.exists()


def test_a_request_that_has_been_accepted_is_shown_no_more(client, alice, bob):
    friends.ask(bob, alice, "alice")
    assert "Bob wants to be your friend." in news(alice, "en")
    friends.accept(alice, bob)
    assert "wants to be your friend" not in news(alice, "en")
    assert "wants to be your friend" not in client.get(reverse("friends")).content.decode()


def test_an_invitation_is_shown_no_more_at_the_table_it_leads_to(client, alice, bob):
    friends.ask(bob, alice, "alice")
    friends.accept(alice, bob)
    notifications.mark_read(alice)
    room = open_room(bob, "winner", {})
    assert invitations.invite(bob, alice) == room
    assert "invites you" in news(alice, "en")
    client.get(reverse("table", args=[room.code]))
    assert "invites you" not in news(alice, "en")


def test_whom_a_host_sent_away_may_come_back_once_that_host_invites_them(alice, bob):
    room, carol = open_room(bob, "winner", {}), person("carol")
    seats.sit(room, carol, 2)
    seats.sit(room, alice, 1)
    seats.send_away(room, bob, 1)
    assert invitations.invite(carol, alice, room) is None  # only its host undoes it
    room.refresh_from_db()
    assert invitations.invite(bob, alice, room) == room
    seats.sit(room, alice, 1)


def test_what_is_put_aside_is_shown_no_more_and_stands_on_the_page_of_friends(client, alice, bob):
    carol = person("carol")
    for asker in (bob, carol):
        friends.ask(asker, alice, "alice")
    newest = Notification.objects.get(sender=carol)
    assert f'value="{newest.pk}"' in news(alice, "en")
    assert client.post(reverse("friend-later"), {"news": newest.pk}, headers={"HX-Request": "true"}).status_code == 204
    assert "Carol" not in news(alice, "en")
    assert "Bob" in news(alice, "en")
    client.post(reverse("friend-later"), {"news": Notification.objects.get(sender=bob).pk + 10**6})
    assert "Bob" in news(alice, "en")
    assert "Carol wants to be your friend." in client.get(reverse("friends")).content.decode()


def test_an_invitation_to_a_table_that_is_shut_by_now_leads_nowhere(client, alice, bob):
    friends.ask(bob, alice, "alice")
    friends.accept(alice, bob)
    room = open_room(bob, "all-fours", {}, RoomSettings(onlookers=False))
    invitations.invite(bob, alice)
    assert ">Join<" in news(alice, "en")
    seats.add_ai(room, bob)
    type(room).objects.filter(pk=room.pk).update(take_over=False, waiting=False)
    assert ">Join<" not in news(alice, "en")


def test_no_more_news_is_kept_than_is_shown(alice, bob):
    for number in range(notifications.MOST + 5):
        notifications.notify(alice, "invited", bob, room=str(number))
    assert alice.notifications.count() == notifications.MOST
    assert notifications.newest(alice)[0].data == {"room": str(notifications.MOST + 4)}


def test_everybody_met_is_counted(alice):
    for number in range(25):
        match_of("all-fours", alice, person(f"number-{number}"))
    match_of("all-fours", alice, "policy")
    assert statistics.number_met(alice) == 25


@pytest.mark.parametrize("visibility", ["link", "friends"])
def test_however_many_friends_and_invitations_are_drawn_in_as_many_queries(client, alice, visibility):
    def befriended(name):
        friend = person(name)
        friends.ask(friend, alice, "alice")
        friends.accept(alice, friend)
        open_room(friend, "winner", {}, RoomSettings(visibility=visibility))
        invitations.invite(friend, alice)

    def drawn(page):
        assert "at a table of Winner" in client.get(page).content.decode()
        return len(statements_of(client.get, page))

    befriended("one")
    pages = reverse("home"), reverse("friends")
    few = [drawn(page) for page in pages]
    for number in range(10):
        befriended(f"friend-{number}")
    assert [drawn(page) for page in pages] <= few


def test_a_friend_who_may_not_come_to_the_table_is_told_apart_from_no_table(client, alice, bob):
    friends.ask(bob, alice, "alice")
    friends.accept(alice, bob)
    invite = reverse("friend-act", args=[bob.pk, "invite"])
    assert "Open a table first" in client.post(invite, follow=True).content.decode()
    carol = person("carol")
    seats.sit(open_room(carol, "winner", {}), alice, 1)
    friends.block(carol, bob)
    assert "Bob cannot join the table where you are." in client.post(invite, follow=True).content.decode()
