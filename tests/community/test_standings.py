"""Standings of a season: who has a place, and that a season is settled once and for all."""

from __future__ import annotations

import threading
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from django.db import connection
from django.urls import reverse

from games.accounts import services as accounts
from games.accounts.models import User
from games.accounts.services import make_guest
from games.community import account_deletion, rating_scale, ratings, standings
from games.community.data_export import export
from games.community.merge_guest import merge
from games.community.models import FinalPlace, SettledSeason, Standing
from games.community.season import GRACE, Season
from tests.community.standings import crowd, note_matches, standing, wishing
from tests.community.test_ratings import ended
from tests.matches.tables import match_of, person

pytestmark = pytest.mark.django_db
NOW = Season.now
PAST = Season(2025, 2)


def ranked(game="winner", season=None):
    return [one.user for one in standings.ranked(game, season or NOW()).select_related("user")]


# --- seasons ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moment", "key"),
    [
        (datetime(2026, 1, 1, tzinfo=UTC), "2026-1"),
        (datetime(2026, 3, 31, 23, 59, 59, tzinfo=UTC), "2026-1"),
        (datetime(2026, 4, 1, tzinfo=UTC), "2026-2"),
        (datetime(2026, 12, 31, 23, 59, 59, tzinfo=UTC), "2026-4"),
    ],
)
def test_a_season_is_a_quarter_in_utc(moment, key):
    season = Season.at(moment)
    assert (season.key, Season.of_key(key)) == (key, season)
    assert season.begins <= moment < season.ends


def test_seasons_follow_one_another_and_their_keys_sort():
    seasons = [Season(year, quarter) for year in (2026, 2027) for quarter in (1, 2, 3, 4)]
    assert all(one.ends == other.begins for one, other in pairwise(seasons))
    assert sorted(seasons) == seasons
    assert sorted(season.key for season in seasons) == [season.key for season in seasons]


# --- titles ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("points", "key"), [(-40, "novice"), (1099, "novice"), (1100, "regular"), (1700, "master")])
def test_a_title_follows_from_what_is_sure(points, key):
    assert rating_scale.title_of(points).key == key


def test_a_rating_has_a_title_once_it_is_settled():
    alice, bob = person("alice"), person("bob")
    shown = []
    for _ in range(rating_scale.SETTLED):
        ratings.rate(ended(match_of("all-fours", alice, bob), 0).pk)
        shown.append(ratings.shown(alice.ratings.get())["title"])
    assert shown[:-1] == [""] * (rating_scale.SETTLED - 1)
    assert shown[-1] in rating_scale.WORDS.values()


# --- who has a place -------------------------------------------------------------------------------


def test_a_rated_match_is_noted_for_its_people_in_the_season_in_which_it_ended():
    alice, bob = person("alice"), person("bob")
    match = ended(match_of("all-fours", alice, bob), 0)
    match.ended_at = PAST.begins + timedelta(days=1)
    match.save()
    ratings.rate(match.pk)
    own = Standing.objects.get(user=alice)
    assert (own.game, own.season, own.matches, own.counted, own.ranked) == ("all-fours", PAST.key, 1, 1, False)
    assert own.mu == alice.ratings.get().mu
    assert own.low == own.mu - 2 * own.sigma
    assert Standing.objects.count() == 2


def test_a_match_that_moves_no_rating_is_not_noted():
    alice, bob = person("alice"), person("bob")
    match = match_of("all-fours", alice, bob)
    match.players.filter(user=alice).update(hands_missed=1)
    ratings.rate(ended(match, 0).pk)  # a win by the house's moves
    assert list(Standing.objects.values_list("user", flat=True)) == [bob.pk]
    ratings.rate(ended(match_of("all-fours", alice, "policy", options={"target": 1}), 0).pk)
    assert Standing.objects.count() == 1


def test_whoever_wishes_it_has_a_place_with_the_matches_needed():
    alice, bob = person("alice"), person("bob")
    wishing(alice)
    for user in (alice, bob):
        note_matches(user, standings.NEEDED - 1)
    assert ranked() == []
    for user in (alice, bob):
        note_matches(user, 1)
    assert ranked() == [alice]


def test_of_matches_against_the_same_person_few_count_towards_a_place():
    alice, bob = person("alice"), person("bob")
    for _ in range(5):
        ratings.rate(ended(match_of("all-fours", alice, bob), 0).pk)
    ratings.rate(ended(match_of("all-fours", alice, "policy"), 0).pk)
    own = Standing.objects.get(user=alice)
    assert (own.matches, own.counted) == (6, standings.AGAINST_ONE + 1)


def test_each_season_asks_for_matches_against_the_same_person_anew(time_machine):
    alice, bob = person("alice"), person("bob")
    for moment in (NOW().ends - timedelta(days=2), NOW().ends + timedelta(days=2)):
        time_machine.move_to(moment, tick=False)
        for _ in range(4):
            ratings.rate(ended(match_of("all-fours", alice, bob), 0).pk)
    assert list(Standing.objects.filter(user=alice).values_list("matches", "counted")) == [(4, 3), (4, 3)]


def test_the_order_is_by_what_is_sure():
    alice, bob = person("alice"), person("bob")
    wishing(alice, bob)
    standing(alice, 30.0)
    row = standing(bob, 31.0)
    assert ranked() == [bob, alice]
    Standing.objects.filter(pk=row.pk).update(sigma=3, low=31.0 - 6)
    assert ranked() == [alice, bob]


def test_joining_finds_what_was_played_and_leaving_takes_off_at_once():
    alice = person("alice")
    note_matches(alice, standings.NEEDED)
    assert ranked() == []
    standings.show(alice, True)
    assert ranked() == [alice]
    standings.show(alice, False)
    assert ranked() == []
    note_matches(alice, 1)
    assert ranked() == []
    assert Standing.objects.get().matches == standings.NEEDED + 1


def test_joining_gives_a_place_in_a_season_that_is_not_settled_yet():
    alice = person("alice")
    standing(alice, 30.0, season=PAST)
    wishing(alice)
    assert ranked(season=PAST) == [alice]


def test_the_preference_is_the_same_switch(client):
    alice = person("alice")
    client.force_login(alice)
    note_matches(alice, standings.NEEDED)
    assert client.post(reverse("settings"), {"name": "Alice", "ladder": "on"}).status_code == 302
    assert ranked() == [alice]
    assert client.post(reverse("settings"), {"name": "Alice", "ladder": ""}).status_code == 302
    assert ranked() == []
    assert client.post(reverse("settings"), {"name": "Alice", "ladder": "first"}).status_code == 422


def test_a_guest_has_no_place_and_is_not_asked(client):
    guest = make_guest()
    client.force_login(guest)
    note_matches(guest, standings.NEEDED)
    assert b'name="ladder"' not in client.get(reverse("settings")).content
    client.post(reverse("settings"), {"name": guest.name, "ladder": "on"})
    assert client.post(reverse("ladder-switch"), {"do": "join"}).status_code == 404
    User.objects.filter(pk=guest.pk).update(prefs={standings.LADDER: standings.ON})
    guest.refresh_from_db()
    note_matches(guest, 1)
    standings.show(guest, True)
    assert ranked() == []
    Standing.objects.update(ranked=True)  # as if something had gone wrong: still nobody sees it
    assert f">{guest.name}<" not in client.get(reverse("ladder", args=["winner"])).content.decode()


def test_whoever_is_suspended_or_closes_their_account_is_off_and_comes_back_with_it():
    alice, bob = person("alice"), person("bob")
    wishing(alice, bob)
    for user in (alice, bob):
        standing(user, 30.0)
    accounts.suspend(alice)
    account_deletion.delete_account(bob)
    assert ranked() == []
    for user in (alice, bob):
        note_matches(user, 1)  # a match that had ended before
    assert ranked() == []
    accounts.restore(alice)
    assert ranked() == [alice]
    bob.refresh_from_db()
    accounts.reopen(bob)
    assert {user.pk for user in ranked()} == {alice.pk, bob.pk}


def test_whoever_comes_back_to_their_account_without_the_wish_has_no_place():
    alice = person("alice")
    note_matches(alice, standings.NEEDED)
    accounts.suspend(alice)
    accounts.restore(alice)
    assert ranked() == []
    wishing(alice)
    account_deletion.delete_account(alice)
    accounts.suspend(alice)
    accounts.restore(alice)  # the account is still closed
    assert ranked() == []


def test_what_a_guest_played_gives_the_account_that_they_sign_in_to_no_place():
    alice, guest = person("alice"), make_guest()
    wishing(alice)
    note_matches(guest, standings.NEEDED)
    merge(alice, guest)
    assert ranked() == []
    assert not Standing.objects.exists()


def test_what_a_guest_played_gives_them_their_place_once_they_have_signed_up():
    guest = make_guest()
    note_matches(guest, standings.NEEDED)
    User.objects.filter(pk=guest.pk).update(is_guest=False)
    guest.refresh_from_db()
    standings.show(guest, True)
    assert ranked() == [guest]


@pytest.mark.django_db(transaction=True)
def test_whoever_leaves_while_matches_are_rated_is_off():
    """Whichever of the two locks the row first."""
    alice = person("alice")
    wishing(alice)
    note_matches(alice, standings.NEEDED)
    start = threading.Barrier(2)

    def work(do):
        try:
            start.wait()
            do()
        finally:
            connection.close()

    for _ in range(5):
        standings.show(alice, True)
        threads = [
            threading.Thread(target=work, args=[do])
            for do in (lambda: note_matches(alice, 3), lambda: standings.show(alice, False))
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert ranked() == []


# --- settling --------------------------------------------------------------------------------------


def finals(season=PAST, game="winner"):
    rows = FinalPlace.objects.filter(game=game, season=season.key).order_by("place")
    return [(one.place, one.user_id, one.value, one.doubt, one.title) for one in rows]


def test_a_season_is_settled_a_day_after_its_end(time_machine):
    alice, season = person("alice"), NOW()
    wishing(alice)
    standing(alice, 30.0)
    for moment in (season.ends - timedelta(seconds=1), season.ends + GRACE - timedelta(seconds=1)):
        assert standings.settle_all(moment) == 0
    assert not SettledSeason.objects.exists()
    assert standings.settle_all(season.ends + GRACE) == 1
    assert finals(season) == [(1, alice.pk, 1700, 120, "expert")]
    assert not Standing.objects.exists()


def test_the_task_rates_what_was_not_and_may_run_twice(time_machine):
    alice, season = person("alice"), NOW()
    wishing(alice)
    note_matches(alice, standings.NEEDED - 1, game="all-fours")
    match = ended(match_of("all-fours", alice, "policy"), 0)  # whose task was lost
    time_machine.move_to(season.ends + GRACE, tick=False)
    from cardsite.celery import app

    app.loader.import_default_modules()
    task = app.tasks["games.community.tasks.settle_seasons"]
    task()
    first = finals(season, "all-fours")
    assert [row[:2] for row in first] == [(1, alice.pk)]
    assert FinalPlace.objects.get().matches == standings.NEEDED
    assert match.rated.reason == ""
    task()
    assert finals(season, "all-fours") == first


def test_what_is_rated_later_moves_no_place_of_a_settled_season():
    people = crowd(3, season=PAST)
    assert standings.settle("winner", PAST)
    before = finals()
    assert [row[1] for row in before] == [one.pk for one in people]
    note_matches(people[2], standings.NEEDED, season=PAST, mu=60.0)
    assert not standings.settle("winner", PAST)
    assert finals() == before
    assert not Standing.objects.exists()


def test_a_settlement_that_is_killed_has_not_happened(monkeypatch):
    crowd(3, season=PAST)
    monkeypatch.setattr(standings, "BATCH", 2)
    written = FinalPlace.objects.bulk_create

    def killed(*args, **options):
        written(*args, **options)
        raise KeyboardInterrupt

    monkeypatch.setattr(FinalPlace.objects, "bulk_create", killed)
    with pytest.raises(KeyboardInterrupt):
        standings.settle_all()
    assert (Standing.objects.count(), FinalPlace.objects.count(), SettledSeason.objects.count()) == (3, 0, 0)
    monkeypatch.undo()
    assert standings.settle_all() == 1
    assert [row[0] for row in finals()] == [1, 2, 3]


@pytest.mark.django_db(transaction=True)
def test_two_workers_settle_a_season_once():
    crowd(20, season=PAST)
    settled, start = [], threading.Barrier(3)

    def work():
        try:
            start.wait()
            settled.append(standings.settle("winner", PAST))
        finally:
            connection.close()

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(settled) == [False, False, True]
    assert [row[0] for row in finals()] == [*range(1, 21)]


def test_a_final_place_is_never_moved():
    alice = person("alice")
    wishing(alice)
    standing(alice, 30.0, season=PAST)
    standings.settle("winner", PAST)
    place = FinalPlace.objects.get()
    place.place = 2
    with pytest.raises(TypeError):
        place.save()
    with pytest.raises(TypeError):
        FinalPlace.objects.update(place=2)
    standings.show(alice, False)
    assert finals()[0][:2] == (1, alice.pk)


def test_leaving_before_a_season_is_settled_leaves_no_place_in_it():
    alice = person("alice")
    wishing(alice)
    standing(alice, 30.0, season=PAST)
    standings.show(alice, False)
    standings.settle("winner", PAST)
    assert finals() == []


def test_whoever_is_suspended_before_a_season_is_settled_has_no_place_in_it():
    people = crowd(3, season=PAST)
    accounts.suspend(people[0])
    standings.settle("winner", PAST)
    assert [row[:2] for row in finals()] == [(1, people[1].pk), (2, people[2].pk)]


def test_a_final_place_stays_when_its_account_is_erased_and_the_export_tells_of_it():
    alice = crowd(1, season=PAST)[0]
    standing(alice, 30.0)
    standings.settle("winner", PAST)
    data = export(alice)
    assert [(row["game"], row["season"], row["place"]) for row in data["people.FinalPlace.user"]] == [
        ("winner", PAST.key, 1)
    ]
    assert [row["season"] for row in data["people.Standing.user"]] == [NOW().key]
    account_deletion.delete_account(alice)
    account_deletion.erase_account(alice)
    assert finals()[0][:2] == (1, alice.pk)
    assert not Standing.objects.exists()
