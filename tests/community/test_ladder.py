"""The pages of the ladders: whom they show to whom, and that their queries do not grow with the places."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.urls import reverse

from games.accounts import friends
from games.accounts import services as accounts
from games.accounts.models import Block, Friendship
from games.accounts.names import GONE
from games.community import account_deletion, ladder, standings
from games.community.models import FinalPlace, Standing
from games.community.season import GRACE, Season
from games.rules.registry import GAMES
from tests.community.standings import crowd, note_matches, standing, wishing
from tests.matches.tables import person
from tests.statements import statements_of, statements_of_page

pytestmark = pytest.mark.django_db
PAST = Season(2025, 2)
PAGE = reverse("ladder", args=["winner"])
FEW, MANY = 60, 600
#: The most queries of each page.
MOST = {"index": 7, "first": 9, "deep": 9, "final": 9}


def places(client, address=PAGE):
    """Return (place, name) of each line of a ladder's page."""
    page = client.get(address).content.decode()
    rows = re.findall(r'<td class="num">(\d+)</td><th scope="row">(?:<a [^>]*>)?([^<]*)', page)
    return [(int(place), name.strip()) for place, name in rows]


def test_all_can_read_it_and_those_alone_are_on_it_who_wish_it(client, alice):
    bob = person("bob")
    wishing(alice)
    standing(alice, 30.0)
    standing(bob, 40.0)
    client.logout()
    assert places(client) == [(1, "Alice")]
    page = client.get(PAGE).content.decode()
    assert "1700 ±&nbsp;120" in page
    assert "<b>1580</b>" in page
    assert "Bob" not in page
    assert "Bob" not in client.get(reverse("ladders")).content.decode()


@pytest.mark.parametrize("next_page", [reverse("ladders"), PAGE])
def test_the_switch_leads_back_to_its_page(client, alice, next_page):
    standing(alice, 30.0)
    answer = client.post(reverse("ladder-switch"), {"do": "join", "next": next_page})
    assert (answer.status_code, answer["Location"]) == (302, next_page)
    assert places(client) == [(1, "Alice")]
    client.post(reverse("ladder-switch"), {"do": "leave", "next": next_page})
    assert places(client) == []
    assert client.post(reverse("ladder-switch"), {"do": "join", "next": "https://example.com/"})["Location"] == reverse(
        "ladders"
    )
    assert client.post(reverse("ladder-switch"), {"do": "nonsense"}).status_code == 404


def test_whoever_is_signed_in_is_so_on_each_page(client, alice):
    standings.settle("winner", PAST)
    for address in (reverse("ladders"), PAGE, reverse("ladder-season", args=["winner", PAST])):
        page = client.get(address).content.decode()
        assert reverse("friends") in page
        assert reverse("account_login") not in page


def test_the_page_says_what_is_missing_for_a_place(client, alice):
    assert "You have no place" in client.get(PAGE).content.decode()
    note_matches(alice, standings.NEEDED - 3)
    assert "You need 3 more." in client.get(PAGE).content.decode()
    assert "3 more that count give a place." in client.get(reverse("ladders")).content.decode()
    note_matches(alice, 3)
    assert "You have no place" in client.get(PAGE).content.decode()
    wishing(alice)
    assert "Your place: 1 of 1" in client.get(PAGE).content.decode()


def test_friends_are_marked_and_whoever_the_reader_has_blocked_is_left_out(client, alice):
    first, second, third, fourth = crowd(4)
    Friendship.objects.create(asker=alice, asked=second, called=second.name, accepted_at=second.date_joined)
    Block.objects.create(blocker=alice, blocked=first)
    Block.objects.create(blocker=third, blocked=alice)  # a gap would tell alice
    assert places(client) == [(2, second.name), (3, third.name), (4, fourth.name)]
    page = client.get(PAGE).content.decode()
    assert page.count("your friend · ") == 1
    assert reverse("person", args=[second.pk]) in page
    assert reverse("person", args=[fourth.pk]) not in page
    index = client.get(reverse("ladders")).content.decode()
    assert first.name not in index


def test_a_place_far_down_is_told_and_led_to(client, alice):
    crowd(2 * ladder.PAGE)
    wishing(alice)
    standing(alice, 1.0)
    page = client.get(PAGE).content.decode()
    assert f"Your place: {2 * ladder.PAGE + 1} of {2 * ladder.PAGE + 1}" in page
    assert 'href="?page=3#you"' in page
    last = client.get(f"{PAGE}?page=3").content.decode()
    assert 'id="you"' in last
    assert "#you" not in last.replace('id="you"', "")
    assert 'rel="next"' not in last
    assert places(client, f"{PAGE}?page=3") == [(2 * ladder.PAGE + 1, "Alice")]


def test_pages_follow_one_another_without_gap_or_repetition(client, alice):
    people = crowd(ladder.PAGE + 7)
    both = places(client) + places(client, f"{PAGE}?page=2")
    assert both == [(place, one.name) for place, one in enumerate(people, 1)]


@pytest.mark.parametrize("page", ["0", "-1", "2", "x", "1.5", "99999", "١", "", " 1"])
def test_a_page_that_is_none_is_not_there(client, page):
    assert client.get(PAGE, {"page": page}).status_code == 404


def test_those_who_share_a_rating_have_places_of_their_own(client, alice):
    wishing(alice, bob := person("bob"))
    standing(alice, 30.0)
    standing(bob, 30.0)
    assert places(client) == [(1, "Alice"), (2, "Bob")]
    client.force_login(bob)
    assert "Your place: 2 of 2" in client.get(PAGE).content.decode()


def test_a_season_that_is_over_is_shown_until_it_is_settled_and_then_as_it_was(client, alice, time_machine):
    season = Season.now()
    wishing(alice)
    standing(alice, 30.0)
    time_machine.move_to(season.ends + timedelta(hours=1), tick=False)
    client.force_login(alice)
    assert places(client) == []
    old = reverse("ladder-season", args=["winner", season])
    assert places(client, old) == [(1, "Alice")]
    assert "Its last matches are being rated" in client.get(old).content.decode()
    time_machine.move_to(season.ends + GRACE, tick=False)
    client.force_login(alice)
    standings.settle_all()
    assert places(client, old) == [(1, "Alice")]
    assert "Its last matches are being rated" not in client.get(old).content.decode()
    assert old in client.get(PAGE).content.decode()
    standing(alice, 60.0)
    standings.show(alice, False)
    assert "1700 ±&nbsp;120" in client.get(old).content.decode()
    assert "Your place: 1 of 1" in client.get(old).content.decode()


@pytest.mark.parametrize("go", [account_deletion.delete_account, accounts.suspend])
def test_a_name_on_a_final_ladder_goes_with_its_account_and_the_place_stays(client, alice, go):
    people = crowd(2, season=PAST)
    standings.settle("winner", PAST)
    go(people[0])
    assert places(client, reverse("ladder-season", args=["winner", PAST])) == [(1, GONE), (2, people[1].name)]


def test_a_final_ladder_has_pages_too(client, alice):
    people = crowd(ladder.PAGE + 1, season=PAST)
    standings.settle("winner", PAST)
    address = reverse("ladder-season", args=["winner", PAST])
    assert places(client, f"{address}?page=2") == [(ladder.PAGE + 1, people[-1].name)]
    assert client.get(f"{address}?page=3").status_code == 404


def test_the_rating_page_says_each_title_and_what_a_place_takes(client):
    page = client.get(reverse("rating")).content.decode()
    for sentence in ("Master: at least 1700", "Regular: at least 1100", "Novice: below that", "You need 10 rated"):
        assert sentence in page


def test_the_ladders_are_one_press_from_home_and_from_every_page(client, alice):
    for name in ("home", "friends"):
        assert f'href="{reverse("ladders")}"' in client.get(reverse(name)).content.decode()


# --- growth ----------------------------------------------------------------------------------------


@pytest.mark.any_database
def test_pages_ask_the_same_of_six_hundred_places_as_of_sixty(client, alice):
    wishing(alice)
    counts = []
    for number, game in ((FEW, "winner"), (MANY, "pitch")):
        people = crowd(number, game, prefix=f"{game}-")
        crowd(number, game, PAST, prefix=f"{game}-past-")
        standing(alice, 1.0, game)
        standings.settle(game, PAST)
        friends.befriend(alice, people[0])
        pages = {
            "index": reverse("ladders"),
            "first": reverse("ladder", args=[game]),
            "deep": reverse("ladder", args=[game]) + "?page=2",
            "final": reverse("ladder-season", args=[game, PAST]),
        }
        counts.append({name: len(statements_of_page(client, address)) for name, address in pages.items()})
    assert counts[0] == counts[1]
    assert all(counts[1][name] <= most for name, most in MOST.items()), counts


def test_rating_a_match_asks_the_same_however_many_have_a_place(alice):
    counts = []
    for number in (FEW, MANY):
        crowd(number, prefix=f"{number}-")
        counts.append(len(statements_of(note_matches, alice, 1)))
    assert counts[0] == counts[1] <= 6


def plan(rows):
    """Return the database's plan for a query, its statistics up to date."""
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return rows.explain()


def test_a_page_is_a_piece_of_an_index_and_nothing_is_sorted():
    for game in list(GAMES)[:3]:
        crowd(MANY, game, prefix=game)
    rows = plan(standings.ranked("winner", Season.now()).values("pk")[ladder.PAGE : 2 * ladder.PAGE + 1])
    assert "ladder_order" in rows
    assert "TEMP B-TREE" not in rows  # SQLite's word for it
    assert "Sort" not in rows  # PostgreSQL's
    crowd(MANY, season=PAST, prefix="past")
    standings.settle("winner", PAST)
    places = FinalPlace.objects.filter(game="winner", season=PAST.key, place__gt=50, place__lte=100).order_by("place")
    assert "one_person_a_place" in plan(places) or "sqlite_autoindex" in plan(places)
    assert "TEMP B-TREE" not in plan(places)
    assert Standing.objects.filter(ranked=True).count() == 3 * MANY
