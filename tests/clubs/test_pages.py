"""The pages of clubs: what members find there, what organisers do, and that they ask the same of many members."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from games.accounts import friends
from games.accounts.models import User
from games.clubs import limits, services
from games.clubs.models import Club, ClubRules, ClubTable, Membership
from games.matches import seating
from games.matches.models import Match
from games.matches.services import start_match
from games.rooms import seats
from games.rooms.models import DAY, Room, RuleSet, Seat
from tests.community.standings import crowd, standing, wishing
from tests.matches.tables import match_of, person
from tests.statements import statements_of_page

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]
FEW, MANY = 2, 40
#: How many statements each page may ask.
MOST = {"club": 19, "index": 4, "manage": 7, "ladder": 9}


@pytest.fixture
def alice(client):
    alice = person("alice")
    client.force_login(alice)
    return alice


@pytest.fixture
def club(alice):
    return services.make(alice, "The Four Winds")


def page(client, name, *args):
    answer = client.get(reverse(name, args=args))
    assert answer.status_code == 200
    return answer.content.decode()


def manage(client, club, do, **more):
    return client.post(reverse("club-manage", args=[club.slug]), {"do": do, **more})


# --- making and joining ------------------------------------------------------------------------------


def test_a_club_is_made_and_found_again(client, alice):
    answer = client.post(reverse("clubs"), {"name": "  The   Four Winds "}, follow=True)
    club = Club.objects.get()
    assert answer.redirect_chain == [(reverse("club", args=[club.slug]), 302)]
    assert club.name == "The Four Winds"
    assert reverse("club", args=[club.slug]) in page(client, "clubs")


@pytest.mark.parametrize("name", ["", "   ", "x" * 41, "\u202eabc", "\u200b"])
def test_a_name_that_is_none_is_refused_with_a_reason(client, alice, name):
    answer = client.post(reverse("clubs"), {"name": name})
    assert answer.status_code == 422
    assert 'role="alert"' in answer.content.decode()
    assert not Club.objects.exists()


def test_making_clubs_is_limited(client, alice):
    for number in range(limits.NEW_CLUBS.most):
        assert client.post(reverse("clubs"), {"name": f"Club {number}"}).status_code == 302
    assert client.post(reverse("clubs"), {"name": "One more"}).status_code == 429


def test_a_visitor_joins_by_the_link_as_a_guest(client, club):
    address = reverse("club-join", args=[services.token_of(club)])
    client.logout()
    assert "The Four Winds" in client.get(address).content.decode()
    answer = client.post(address, follow=True)
    assert answer.redirect_chain == [(reverse("club", args=[club.slug]), 302)]
    assert Membership.objects.get(user__is_guest=True).role == "member"


def test_a_club_that_is_full_says_so(client, club, monkeypatch):
    monkeypatch.setattr(services, "MOST_MEMBERS", 1)
    client.force_login(person("bob"))
    answer = client.post(reverse("club-join", args=[services.token_of(club)]))
    assert answer.status_code == 422
    assert "This club is full" in answer.content.decode()


def test_joining_is_limited(client, club):
    bob = person("bob")
    client.force_login(bob)
    address = reverse("club-join", args=[services.token_of(club)])
    for _ in range(limits.JOINED.most):
        assert client.post(address).status_code == 302
        services.leave(club, bob)
    assert client.post(address).status_code == 429


# --- the lobby ---------------------------------------------------------------------------------------


def lobby(client, club):
    """Return the part of a club's page with its tables."""
    text = page(client, "club", club.slug)
    return text[text.index('id="lobby"') : text.index('id="new"')]


def test_a_table_opened_by_the_clubs_rules_is_found_by_its_members_alone(client, club, alice):
    bob = person("bob")
    services.join(club, bob)
    services.add_rules(club, "winner", {"jokers": False}, 30, name="Sundays")
    answer = client.post(reverse("club-open", args=[club.slug]), {"rules": ClubRules.objects.get().pk})
    room = Room.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, reverse("table", args=[room.code]))
    assert (room.name, room.options, room.clock) == ("Sundays", {"jokers": False}, 30)
    assert room.code in lobby(client, club)
    client.force_login(bob)
    assert room.code in lobby(client, club)
    assert client.get(reverse("table", args=[room.code])).status_code == 200
    for public in ("home", "lobby", "company", "watch"):
        assert room.code not in page(client, public)


def test_a_table_by_standard_rules_is_opened_too(client, club):
    client.post(reverse("club-open", args=[club.slug]), {"game": "pitch"})
    assert Room.objects.get().options == {}
    assert client.post(reverse("club-open", args=[club.slug]), {"game": "nosuch"}).status_code == 404
    assert client.post(reverse("club-open", args=[club.slug])).status_code == 404


@pytest.mark.parametrize("rules", ["1", "x", "9" * 30, "-1", "1.0"])
def test_rules_that_are_gone_open_no_table_and_it_is_said(client, club, rules):
    answer = client.post(reverse("club-open", args=[club.slug]), {"rules": rules}, follow=True)
    assert "no longer plays by those rules" in answer.content.decode()
    assert not Room.objects.exists()


def test_a_rules_row_of_another_club_opens_nothing(client, club):
    services.add_rules(other := services.make(person("bob"), "Other"), "winner", {}, 60, name="Theirs")
    client.post(reverse("club-open", args=[club.slug]), {"rules": other.rules.get().pk})
    assert not Room.objects.exists()


def test_opening_many_tables_is_refused_in_words(client, club):
    for _ in range(12):
        client.post(reverse("club-open", args=[club.slug]), {"game": "winner"})
    answer = client.post(reverse("club-open", args=[club.slug]), {"game": "winner"}, follow=True)
    assert "You have opened too many tables" in answer.content.decode()
    assert ClubTable.objects.count() == Room.objects.count() == 12


def play_at(club, host, *who, **settings):
    """Return a table of a club where play goes on."""
    room = match_of("all-fours", host, *who).room
    Room.objects.filter(pk=room.pk).update(**settings)
    ClubTable.objects.create(room=room, club=club)
    return room


def test_where_play_goes_on_members_look_on_or_sit_down(client, club, alice):
    bob, carol = person("bob"), person("carol")
    watched = play_at(club, bob, carol)
    joined = play_at(club, bob, "policy")
    closed = play_at(club, bob, carol, onlookers=False, take_over=False)
    mine = play_at(club, alice, "policy")
    shown = lobby(client, club)
    assert f'href="/t/{watched.code}/">Look on' in shown
    assert f'action="/t/{joined.code}/seat/"' in shown
    assert closed.code not in shown
    assert f'href="/t/{mine.code}/">Take your seat' in shown


def test_tables_of_those_with_whom_there_is_a_block_are_not_listed(client, club, alice):
    bob = person("bob")
    services.join(club, bob)
    room = services.open_table(club, bob, "winner", {}, 60)
    assert room.code in lobby(client, club)
    friends.block(bob, alice)
    assert room.code not in lobby(client, club)


def test_a_table_is_listed_while_somebody_is_there(client, club, alice):
    room = services.open_table(club, alice, "winner", {}, 60)
    assert room.code in lobby(client, club)
    Seat.objects.filter(room=room).update(seen_at=timezone.now() - timedelta(hours=1))
    assert room.code not in lobby(client, club)
    Room.objects.filter(pk=room.pk).update(clock=DAY)
    assert room.code in lobby(client, club)


def test_a_full_table_that_waits_is_listed_for_those_who_sit_there(client, club, alice):
    bob = person("bob")
    room = services.open_table(club, bob, "all-fours", {}, 60)
    seats.sit(room, person("carol"), 1)
    assert room.code not in lobby(client, club)
    services.join(club, bob)
    client.force_login(bob)
    assert room.code in lobby(client, club)


def test_a_whole_evening(client, club, alice):
    """Opened by one, found by another, who sits down; a third looks on."""
    bob, carol = person("bob"), person("carol")
    for user in (bob, carol):
        services.join(club, user)
    room = services.open_table(club, alice, "all-fours", {}, 60)
    client.force_login(bob)
    assert room.code in lobby(client, club)
    seats.sit(room, bob, 1)
    start_match(room)
    client.force_login(carol)
    shown = lobby(client, club)
    assert f'href="/t/{room.code}/">Look on' in shown
    assert client.get(f"/t/{room.code}/").status_code == 200
    seating.leave(room, alice)
    seating.leave(room, bob)
    assert room.code not in lobby(client, club)


# --- organisers --------------------------------------------------------------------------------------


def test_an_organiser_invites_and_revokes(client, club):
    shown = page(client, "club-manage", club.slug)
    link = re.search(r"/clubs/join/[^\"]+/", shown)[0]
    assert f'data-copy="{link}"' in shown and "js/rooms.js" in shown
    assert client.get(link, follow=True).redirect_chain == [(reverse("club", args=[club.slug]), 302)]
    assert manage(client, club, "revoke").status_code == 302
    assert client.get(link).status_code == 404


def test_a_members_page_has_no_link_of_invitation(client, club):
    bob = person("bob")
    services.join(club, bob)
    client.force_login(bob)
    assert "/clubs/join/" not in page(client, "club", club.slug)
    assert reverse("club-manage", args=[club.slug]) not in page(client, "club", club.slug)


def test_rules_come_from_a_games_editions_and_from_what_the_organiser_keeps(client, club, alice):
    own_rules = RuleSet.objects.create(owner=alice, game="winner", name="Sundays", options={"jokers": False})
    theirs = RuleSet.objects.create(owner=person("bob"), game="winner", name="Theirs", options={"bomb": True})
    manage(client, club, "add-rules", rules=f"kept {own_rules.code}", clock="30")
    manage(client, club, "add-rules", rules="preset pitch blind", clock="0")
    rules = {(one.game, one.name, one.preset, one.clock): one.options for one in ClubRules.objects.all()}
    assert rules == {
        ("winner", "Sundays", "", 30): {"jokers": False},
        ("pitch", "", "blind", 0): {"edition": "blind"},
    }
    shown = page(client, "club", club.slug)
    assert "Winner: Sundays" in shown
    assert "Pitch: Blind All Fours" in shown
    for bad in (f"kept {theirs.code}", "kept", "preset pitch nosuch", "preset nosuch blind", "", "preset"):
        assert manage(client, club, "add-rules", rules=bad, clock="30").status_code == 422, bad
    assert manage(client, club, "add-rules", rules="preset pitch blind", clock="31").status_code == 422
    answer = manage(client, club, "add-rules", rules="preset forty today", clock=str(DAY))
    assert answer.status_code == 422
    assert "no turn can last for days" in answer.content.decode()
    assert ClubRules.objects.count() == 2
    manage(client, club, "add-rules", rules="preset pitch blind", clock=str(3 * DAY))
    assert ClubRules.objects.get(game="pitch").clock == 3 * DAY
    manage(client, club, "drop-rules", rules=ClubRules.objects.get(game="pitch").pk)
    assert ClubRules.objects.get().game == "winner"
    assert manage(client, club, "drop-rules", rules="x").status_code == 404


def test_members_are_appointed_and_removed_by_organisers(client, club, alice):
    bob, carol = person("bob"), person("carol")
    for user in (bob, carol):
        services.join(club, user)
    assert manage(client, club, "appoint", person=bob.pk).status_code == 302
    assert "All links given away so far become void" in page(client, "club-manage", club.slug)
    assert manage(client, club, "remove", person=carol.pk).status_code == 302
    assert manage(client, club, "remove", person=alice.pk).status_code == 404
    assert manage(client, club, "remove", person=person("dora").pk).status_code == 404
    assert set(Membership.objects.values_list("user__name", "role")) == {("Alice", "organiser"), ("Bob", "organiser")}
    answer = manage(client, club, "step-down")
    assert answer["Location"] == reverse("club", args=[club.slug])
    assert client.get(reverse("club-manage", args=[club.slug])).status_code == 404


def test_the_last_organiser_is_told_why_they_cannot_step_down(client, club):
    answer = manage(client, club, "step-down")
    assert answer.status_code == 422
    assert "Appoint another one first." in answer.content.decode()


def test_a_club_is_renamed_and_nonsense_is_none_of_its_deeds(client, club):
    manage(client, club, "rename", name="The Lanterns")
    assert "The Lanterns" in page(client, "club", club.slug)
    assert manage(client, club, "rename", name="\u202ex").status_code == 422
    assert manage(client, club, "nonsense").status_code == 404
    assert manage(client, club, "").status_code == 404


def test_leaving_leads_to_the_clubs_that_are_left(client, club):
    answer = client.post(reverse("club-leave", args=[club.slug]), follow=True)
    assert "You have left The Four Winds." in answer.content.decode()
    assert client.get(reverse("club", args=[club.slug])).status_code == 404


# --- the ladder --------------------------------------------------------------------------------------


def test_the_clubs_ladder_is_of_members_who_wish_to_be_on_it(client, club, alice):
    bob, carol = person("bob"), person("carol")
    for user in (bob, carol):
        services.join(club, user)
    crowd(5)
    wishing(alice, bob)
    for user, mu in ((alice, 10.0), (bob, 20.0), (carol, 30.0)):
        standing(user, mu)
    text = page(client, "club-ladder", club.slug, "winner")
    assert re.findall(r'<td class="num">(\d+)</td><th scope="row">(?:<a [^>]*>)?([^<]*)', text) == [
        ("1", "Bob "),
        ("2", "Alice"),
    ]
    assert "Your place: 2 of 2" in text
    assert "Carol" not in text
    address = reverse("club-ladder", args=[club.slug, "winner"])
    assert client.get(f"{address}?page=2").status_code == 404


# --- growth ------------------------------------------------------------------------------------------


def test_pages_ask_the_same_of_many_members_and_tables_as_of_few(client, alice):
    counts = []
    for much in (FEW, MANY):
        club = services.make(alice, f"Club {much}")
        people = crowd(much, prefix=f"m{much}-")
        Membership.objects.bulk_create(Membership(club=club, user=user) for user in people)
        for user in people:
            play_at(club, user, "policy")
            room = services.open_table(club, user, "winner", {}, 60)
            Seat.objects.filter(room=room, user=user).update(seen_at=timezone.now())
        services.add_rules(club, "winner", {}, 60, name="Sundays")
        pages = {
            "club": reverse("club", args=[club.slug]),
            "index": reverse("clubs"),
            "manage": reverse("club-manage", args=[club.slug]),
            "ladder": reverse("club-ladder", args=[club.slug, "winner"]),
        }
        counts.append({name: len(statements_of_page(client, address)) for name, address in pages.items()})
    assert counts[0] == counts[1]
    assert all(counts[1][name] <= most for name, most in MOST.items()), counts
    assert Match.objects.count() == FEW + MANY
    assert User.objects.count() == FEW + MANY + 1
