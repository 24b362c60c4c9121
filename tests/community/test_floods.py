"""How often one person reaches another: after a friendship has ended, with requests, and with invitations; and that no
decision of moderators is lost among it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.cache.backends.locmem import LocMemCache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.accounts import friends, limits, notifications
from games.accounts.models import Notification, User
from games.accounts.services import make_guest
from games.community import invitations
from games.community.friend_views import token_of
from games.foundation import rate_limit
from games.rooms import hosts, join_requests
from games.rooms.services import RoomSettings, open_room
from tests.matches.tables import person
from tests.sessions import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]


@pytest.fixture
def browser(bob):
    """A browser in which Bob is signed in."""
    return signed_in(bob)


# --- friend links ------------------------------------------------------------------------------


def test_a_friend_who_was_removed_does_not_come_back_by_a_link_they_had(alice, bob, browser):
    address, own = reverse("friend-link", args=[token_of(alice)]), reverse("friend-link", args=[token_of(bob)])
    browser.post(address)
    assert friends.are_friends(alice, bob)
    friends.remove(alice, bob)
    assert browser.post(address).status_code == 404
    assert not friends.are_friends(alice, bob)
    assert Client().get(own).status_code == 200


def test_removing_somebody_who_is_no_friend_ends_no_link(alice, bob):
    address = reverse("friend-link", args=[token_of(alice)])
    friends.remove(alice, bob)
    assert Client().get(address).status_code == 200


def test_a_link_that_ends_while_it_is_used_makes_no_friend(alice, bob):
    friends.befriend(bob, alice)
    read = User.objects.get(pk=alice.pk)
    friends.remove(alice, bob)
    assert not friends.befriend(bob, read)
    assert not friends.are_friends(alice, bob)


def test_the_page_that_asks_first_says_that_links_end(client, alice, bob):
    friends.befriend(bob, alice)
    page = client.get(reverse("friend-sure", args=[bob.pk, "remove"])).content.decode()
    assert "Friend links that you have given away end" in page


# --- requests and invitations without end --------------------------------------------------------


def reached(user, kind):
    """Return the latest notification of a kind that somebody has, by id, or None."""
    return Notification.objects.filter(user=user, kind=kind).order_by("-pk").values_list("pk", flat=True).first()


def declined(browser, alice, bob):
    browser.post(reverse("friend-ask"), {"name": alice.name})
    seen = reached(alice, "asked")
    friends.decline(alice, bob)
    return seen


def withdrawn(browser, alice, bob):
    browser.post(reverse("friend-ask"), {"name": alice.name})
    seen = reached(alice, "asked")
    browser.post(reverse("friend-withdraw", args=[friends.outgoing_requests(bob)[0].pk]))
    return seen


def by_link(browser, alice, bob):
    browser.post(reverse("friend-link", args=[token_of(alice)]))
    notifications.mark_read(alice)
    browser.post(reverse("friend-act", args=[alice.pk, "remove"]))
    return reached(alice, "accepted")


@pytest.mark.parametrize("way", [declined, withdrawn, by_link])
def test_whoever_asks_again_and_again_reaches_somebody_a_few_times_a_day(
    alice, bob, browser, way, time_machine, monkeypatch
):
    monkeypatch.setattr(rate_limit, "cache", LocMemCache(way.__name__, {}))  # Redis keeps its own time
    time_machine.move_to(timezone.now())
    seen = {way(browser, alice, bob) for _ in range(limits.REQUESTS.most)}
    assert len(seen - {None}) == limits.REQUESTS_OF_ONE.most
    time_machine.shift(limits.REQUESTS_OF_ONE.seconds + 1)
    browser.force_login(bob)
    assert way(browser, alice, bob) not in seen


def test_whoever_asks_too_often_sees_what_they_would_see_of_a_name_that_nobody_has(alice, bob, browser):
    def asked(name):
        answer = browser.post(reverse("friend-ask"), {"name": name}, follow=True).content.decode()
        shown = [row.called for row in friends.outgoing_requests(bob)]
        friends.decline(alice, bob)
        friends.withdraw(bob, friends.outgoing_requests(bob)[0].pk)
        return "your request has been sent" in answer, shown

    for _ in range(limits.REQUESTS_OF_ONE.most + 1):
        assert asked("alice") == (True, ["alice"])
        assert asked("nobody") == (True, ["nobody"])


def test_a_name_that_nobody_has_is_counted_like_one_that_reaches_somebody(alice, bob, monkeypatch):
    counted = []
    wait = rate_limit.RateLimit.wait
    monkeypatch.setattr(rate_limit.RateLimit, "wait", lambda *args: counted.append(wait(*args) > 0) or counted[-1])
    for name in ("alice", "nobody"):
        for _ in range(limits.REQUESTS_OF_ONE.most + 1):
            friends.ask(bob, friends.find_by_name(name), name)
            friends.withdraw(bob, friends.outgoing_requests(bob)[0].pk)
    each = [False] * limits.REQUESTS_OF_ONE.most + [True]
    assert counted == each * 2


def test_whoever_is_asked_too_often_is_asked_by_others_all_the_same(alice, bob, browser):
    for _ in range(limits.REQUESTS_OF_ONE.most + 1):
        declined(browser, alice, bob)
    carol = person("carol")
    friends.ask(carol, alice, "alice")
    assert [row.asker for row in friends.incoming_requests(alice)] == [carol]
    friends.ask(alice, bob, "bob")
    assert [row.asker for row in friends.incoming_requests(bob)] == [alice]


def test_the_same_invitation_twenty_times_is_one_and_is_pushed_once(alice, bob, browser):
    friends.befriend(alice, bob)
    room = open_room(bob, "all-fours", {}, RoomSettings())
    said, pushed = set(), 0
    for _ in range(limits.INVITATIONS.most):
        page = browser.post(reverse("invite", args=[room.code]), {"friend": str(alice.pk)}, follow=True)
        said.add("Alice has been invited to your table." in page.content.decode())
        pushed += Notification.objects.filter(user=alice, kind="invited", waits=True).update(waits=False)
    assert (pushed, said) == (1, {True})
    assert alice.notifications.filter(kind="invited").count() == 1
    assert Notification.objects.filter(user=bob).count() == 1  # that Alice is a friend


def invite_to_a_new_table(alice, bob, browser):
    """Have Bob invite Alice to a table; return its code, if Bob is told that she has been invited."""
    room = open_room(bob, "all-fours", {}, RoomSettings())
    page = browser.post(reverse("invite", args=[room.code]), {"friend": str(alice.pk)}, follow=True)
    assert "Alice has been invited to your table." in page.content.decode()
    return room.code


def test_friends_who_play_all_evening_invite_each_other_to_every_table(alice, bob, browser):
    friends.befriend(alice, bob)
    hers = signed_in(alice)
    for _ in range(limits.INVITATIONS_OF_ONE.most + 2):
        code = invite_to_a_new_table(alice, bob, browser)
        assert alice.notifications.get(kind="invited", data__room=code, read_at=None).waits
        hers.get(reverse("table", args=[code]))


def test_a_friend_who_reads_none_is_shown_the_newest_of_a_few_invitations(alice, bob, browser):
    friends.befriend(alice, bob)
    codes = []
    for _ in range(limits.INVITATIONS_OF_ONE.most + 4):
        codes.append(invite_to_a_new_table(alice, bob, browser))
        pushed = alice.notifications.filter(kind="invited", waits=True).update(waits=False)
        assert pushed == (len(codes) <= limits.INVITATIONS_OF_ONE.most + 1)
        assert notifications.newest(alice)[0].data == {"room": codes[-1]}
    kept = {row.data["room"] for row in alice.notifications.filter(kind="invited")}
    assert kept == set(codes[-limits.INVITATIONS_OF_ONE.most - 1 :])


@pytest.mark.parametrize("call", [{"game": "all-fours", "wish": "waits"}, {"room": "A", "wish": "together"}], ids=str)
def test_no_invitation_takes_the_place_of_a_call_to_play(alice, bob, call):
    friends.befriend(alice, bob)
    notifications.notify(alice, "invited", bob, **call)
    for _ in range(limits.INVITATIONS_OF_ONE.most + 3):
        invitations.invite(bob, alice, open_room(bob, "all-fours", {}, RoomSettings()))
    assert alice.notifications.filter(kind="invited", data=call).exists()
    # nor does a call count as one
    assert alice.notifications.filter(kind="invited", waits=True).count() == limits.INVITATIONS_OF_ONE.most + 2


def test_an_invitation_that_is_said_again_instead_takes_the_place_of_itself(alice, bob):
    for room in "AB":
        notifications.notify(alice, "invited", bob, room=room)
    notifications.notify_instead(alice.notifications.all(), alice, "invited", bob, room="B")
    assert [row.data["room"] for row in notifications.newest(alice)] == ["B", "A"]


def test_an_invitation_repeated_after_a_while_counts_like_another(alice, bob):
    friends.befriend(alice, bob)
    for _ in range(limits.INVITATIONS_OF_ONE.most + 1):
        invitations.invite(bob, alice, open_room(bob, "all-fours", {}, RoomSettings()))
    alice.notifications.update(at=timezone.now() - timedelta(minutes=11), waits=False)
    invitations.invite(bob, alice)
    assert not alice.notifications.filter(kind="invited", waits=True).exists()


def test_an_invitation_repeated_at_once_is_not_counted(alice, bob):
    friends.befriend(alice, bob)
    for _ in range(limits.INVITATIONS_OF_ONE.most + 1):
        invitations.invite(bob, alice, open_room(bob, "all-fours", {}, RoomSettings()))
        invitations.invite(bob, alice)
    assert alice.notifications.filter(kind="invited", waits=True).count() == limits.INVITATIONS_OF_ONE.most + 1


@pytest.mark.parametrize(("ago", "again"), [(timedelta(minutes=9), False), (timedelta(minutes=11), True)])
def test_what_is_said_again_is_the_newest_and_is_pushed_again_only_after_a_while(alice, bob, ago, again):
    notifications.notify(alice, "invited", bob, room="A")
    notifications.notify(alice, "invited", bob, room="B")
    Notification.objects.update(at=timezone.now() - ago, waits=False)
    notifications.notify(alice, "invited", bob, room="A")
    assert [row.data["room"] for row in notifications.newest(alice)] == ["A", "B"]
    assert Notification.objects.filter(data__room="A", waits=True).exists() is again
    notifications.mark_read(alice)
    notifications.notify(alice, "invited", bob, room="A")
    assert Notification.objects.get(data__room="A", read_at=None).waits


def test_another_turn_is_pushed_though_the_call_of_the_last_one_is_unread(alice):
    for _ in range(2):
        notifications.notify(alice, "turn", alice, room="A")
        assert Notification.objects.filter(user=alice, waits=True).update(waits=False) == 1


# --- what is not thrown out --------------------------------------------------------------------


def others(alice, bob, number):
    for count in range(number):
        notifications.notify(alice, "invited", bob, room=f"R{count}")


def others_at_once(alice, bob, number):
    for count in range(number):
        notifications.notify_all([bob, alice], "club-table", bob, room=f"R{count}")


@pytest.mark.parametrize("way", [others, others_at_once])
def test_a_decision_stays_until_it_is_read(alice, bob, way):
    notifications.notify(alice, "decided", alice, decision="X")
    way(alice, bob, notifications.MOST + 5)
    assert alice.notifications.count() == notifications.MOST
    assert [row.kind for row in notifications.newest(alice)].count("decided") == 1
    notifications.mark_read(alice, kind="decided")
    way(alice, bob, notifications.MOST)
    assert not alice.notifications.filter(kind="decided").exists()


def test_no_decision_is_deleted_unread_however_many_there_are(alice, bob):
    for number in range(notifications.MOST + 5):
        notifications.notify(alice, "decided", alice, decision=number)
    assert notifications.unread(alice) == notifications.MOST + 5
    others(alice, bob, 1)
    assert notifications.unread(alice) == notifications.MOST + 5


def test_those_who_ask_to_be_let_in_throw_no_decision_out_and_may_ask_again(client, alice):
    notifications.notify(alice, "decided", alice, decision="X")
    room, other = (open_room(alice, "all-fours", {}, RoomSettings(visibility="friends")) for _ in range(2))
    patient, *crowd = (make_guest() for _ in range(hosts.MOST + 2))
    join_requests.ask_to_join(other, patient)
    for guest in (patient, *crowd):
        join_requests.ask_to_join(room, guest)
    asked = alice.notifications.filter(kind="knocked", data__room=room.code).order_by("pk")
    assert [row.sender for row in asked] == crowd[-hosts.MOST :]
    assert join_requests.answer_of(room, patient) is None and join_requests.answer_of(other, patient) is not None
    assert "decided something about you" in client.get("/").content.decode()
    join_requests.ask_to_join(room, patient)
    assert asked.last().sender == patient
    notifications.mark_read(alice)
    join_requests.ask_to_join(room, make_guest())
    assert asked.all().count() == hosts.MOST + 1  # what the host has seen can still be answered
