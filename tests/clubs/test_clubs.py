"""Clubs: joined by a link, led by organisers, left; never without somebody to lead them."""

from __future__ import annotations

import threading
from datetime import timedelta
from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection
from django.urls import reverse
from django.utils import timezone

from games.accounts import notifications
from games.accounts import services as accounts
from games.accounts.models import Notification, User
from games.accounts.services import make_guest
from games.clubs import services, table_notifications
from games.clubs.models import Club, ClubRules, ClubTable, Membership
from games.community import account_deletion
from games.community.data_export import export
from games.community.listings import news_of
from games.community.merge_guest import merge
from games.rooms.models import Room
from games.rules.core import Malformed
from tests.matches.tables import person

pytestmark = pytest.mark.django_db

Kind = Notification.Kind


def roles(club):
    return [(one.user.name, one.role) for one in services.members_of(club)]


def leading(club):
    lead = services.organisers(services.members_of(club))
    return sorted(User.objects.filter(pk__in=lead).values_list("name", flat=True))


# --- links -----------------------------------------------------------------------------------------


def test_a_link_leads_to_its_club_until_it_is_revoked_or_too_old(club, time_machine):
    time_machine.move_to(timezone.now(), tick=False)
    token = services.token_of(club)
    assert services.club_of(token) == club
    time_machine.shift(services.LINK_LASTS - timedelta(minutes=1))
    assert services.club_of(token) == club
    time_machine.shift(timedelta(minutes=2))
    assert services.club_of(token) is None
    club = Club.objects.get(pk=club.pk)
    token = services.token_of(club)
    services.revoke(club)
    assert services.club_of(token) is None
    assert services.club_of(services.token_of(Club.objects.get(pk=club.pk))) == club


@pytest.mark.parametrize("change", [lambda token: token[:-1], lambda token: "x" + token, lambda token: "", str.upper])
def test_a_link_that_was_changed_leads_nowhere(club, change):
    assert services.club_of(change(services.token_of(club))) is None


def test_whoever_is_removed_cannot_come_back_by_a_link_that_they_have_kept(club, people):
    token = services.token_of(club)
    services.remove(club, people[1])
    assert [name for name, _role in roles(club)] == ["Alice", "Carol"]
    assert services.club_of(token) is None


def test_joining_twice_is_joining_once(club, people):
    assert not services.join(club, people[1])
    assert Membership.objects.filter(club=club, user=people[1]).count() == 1


def test_a_club_and_a_person_have_only_so_many(club, people, monkeypatch):
    monkeypatch.setattr(services, "MOST_MEMBERS", 3)
    with pytest.raises(services.ClubRefused, match="full"):
        services.join(club, person("dora"))
    monkeypatch.setattr(services, "MOST_CLUBS", 1)
    with pytest.raises(services.ClubRefused, match="many-clubs"):
        services.make(people[0], "Another")
    with pytest.raises(services.ClubRefused, match="many-clubs"):
        services.join(services.make(person("eve"), "Another"), people[0])


@pytest.mark.django_db(transaction=True)
def test_of_several_who_join_at_once_a_club_takes_as_many_as_it_has_room_for(monkeypatch):
    club = services.make(person("alice"), "The Four Winds")
    monkeypatch.setattr(services, "MOST_MEMBERS", 2)
    people, joined, start = [person(f"p{number}") for number in range(4)], [], threading.Barrier(4)

    def work(user):
        try:
            start.wait()
            joined.append(services.join(club, user))
        except services.ClubRefused:
            pass
        finally:
            connection.close()

    threads = [threading.Thread(target=work, args=[user]) for user in people]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert joined == [True]
    assert Membership.objects.filter(club=club).count() == 2


# --- who leads it ----------------------------------------------------------------------------------


def test_an_organiser_appoints_others_and_steps_down_unless_they_are_the_last(club, people):
    with pytest.raises(services.ClubRefused, match="last"):
        services.step_down(club, people[0])
    services.appoint(club, people[2])
    services.step_down(club, people[0])
    assert leading(club) == ["Carol"]


def test_a_guest_is_no_organiser(club):
    guest = make_guest()
    services.join(club, guest)
    services.appoint(club, guest)
    assert leading(club) == ["Alice"]


def test_the_only_organiser_who_leaves_hands_on_to_whoever_has_been_there_for_longest(club, people):
    services.leave(club, people[0])
    assert roles(club) == [("Bob", "organiser"), ("Carol", "member")]


def test_only_the_new_organiser_is_told_and_once(club, people):
    services.leave(club, people[0])
    line = news_of(people[1])[0]
    assert line["says"] == "You organise The Four Winds now: its last organiser has left."
    assert line["url"] == reverse("club", args=[club.slug])
    services.leave(club, people[2])
    assert Notification.objects.count() == 1
    table_notifications.seen(club, people[1])
    assert not notifications.unread(people[1])


def test_a_new_organiser_is_told_of_the_clubs_tables_too(club, people):
    _alice, bob, carol = people
    services.leave(club, people[0])
    for _ in range(2):
        table_notifications.tell(services.open_table(club, carol, "winner", {}, 60).pk)
    assert [row.kind for row in notifications.newest(bob)] == [Kind.CLUB_TABLE, Kind.ORGANISER]
    services.leave(club, bob)
    assert not notifications.newest(bob)


def test_what_the_release_before_told_a_new_organiser_gets_the_kind_of_its_own(club, people):
    data = {"club": club.slug, "name": club.name}
    old = Notification.objects.create(
        user=people[1], kind=Kind.CLUB_TABLE, sender=people[1], data=data | {"leads": True}
    )
    notifications.notify(people[1], Kind.CLUB_TABLE, people[2], room="ABCDEF", **data)
    import_module("games.accounts.migrations.0013_organisers").name(apps, None)
    old.refresh_from_db()
    assert (old.kind, old.data) == (Kind.ORGANISER, data)
    assert Notification.objects.filter(kind=Kind.CLUB_TABLE).count() == 1
    services.leave(club, people[1])
    assert not Notification.objects.exists()


def test_accounts_come_before_guests(people):
    club = services.make(people[0], "The Four Winds")
    services.join(club, make_guest())
    services.join(club, people[1])
    services.leave(club, people[0])
    assert leading(club) == ["Bob"]


def test_a_club_ends_with_its_last_member(club, people):
    for user in people:
        services.leave(club, user)
    assert not Club.objects.exists()


@pytest.mark.parametrize("go", [accounts.suspend, account_deletion.delete_account])
def test_while_the_organiser_is_away_the_club_is_led_and_they_come_back_to_it(club, people, go):
    alice = people[0]
    go(alice)
    assert leading(club) == ["Bob"]
    assert [name for name, _role in roles(club)] == ["Bob", "Carol"]
    if go is accounts.suspend:
        accounts.restore(alice)
    else:
        alice.refresh_from_db()
        accounts.reopen(alice)
    assert leading(club) == ["Alice"]


def test_with_accounts_that_are_erased_their_memberships_go_and_a_club_without_any(club, people):
    for user in people:
        account_deletion.delete_account(user)
    assert services.tidy() == 0
    for user in people:
        account_deletion.erase_account(user)
    assert not Membership.objects.exists()
    from cardsite.celery import app

    app.loader.import_default_modules()
    app.tasks["games.clubs.tasks.tidy"]()
    assert not Club.objects.exists()


def test_a_guest_brings_their_clubs_along_and_belongs_to_none_twice(club, people):
    guest = make_guest()
    services.join(club, guest)
    services.join(other := services.make(people[1], "Other"), guest)
    merge(people[2], guest)
    assert [name for name, _role in roles(club)] == ["Alice", "Bob", "Carol"]
    assert [name for name, _role in roles(other)] == ["Bob", "Carol"]


def test_the_export_tells_of_memberships(club, people):
    rows = export(people[0])["clubs.Membership.user"]
    assert [(row["club"], row["role"]) for row in rows] == [(club.pk, "organiser")]


# --- its rules and tables ----------------------------------------------------------------------------


def test_rules_are_kept_once_under_a_name_and_so_many_of_them(club, monkeypatch):
    services.add_rules(club, "winner", {"jokers": False}, 30, name="Sundays")
    services.add_rules(club, "winner", {"bomb": True}, 60, name="Sundays")
    rules = ClubRules.objects.get()
    assert (rules.options, rules.clock) == ({"bomb": True}, 60)
    monkeypatch.setattr(services, "MOST_RULES", 1)
    with pytest.raises(services.ClubRefused, match="many-rules"):
        services.add_rules(club, "winner", {}, 60, preset="54")
    services.add_rules(club, "winner", {}, 60, name="Sundays")
    with pytest.raises(Malformed):
        services.add_rules(club, "winner", {"jokers": "perhaps"}, 60, name="Sundays")
    services.drop_rules(club, rules.pk)
    assert not ClubRules.objects.exists()


def test_rules_of_another_club_are_not_dropped(club, people):
    services.add_rules(club, "winner", {}, 60, name="Sundays")
    services.drop_rules(services.make(people[1], "Other"), ClubRules.objects.get().pk)
    assert ClubRules.objects.exists()


def test_a_table_is_opened_in_a_club_or_not_at_all(club, people, monkeypatch):
    room = services.open_table(club, people[1], "winner", {"jokers": False}, 30)
    assert (room.name, room.options, room.clock, room.visibility) == ("The Four Winds", {"jokers": False}, 30, "link")
    assert ClubTable.objects.get().room == room
    monkeypatch.setattr(ClubTable.objects, "create", lambda **fields: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        services.open_table(club, people[1], "winner", {}, 30)
    assert Room.objects.count() == 1


def test_tables_stay_when_their_club_ends(club, people):
    room = services.open_table(club, people[0], "winner", {}, 60)
    for user in people:
        services.leave(club, user)
    assert Room.objects.filter(pk=room.pk).exists()
