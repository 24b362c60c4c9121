"""Ratings: a match counts once, with teams and many players too, and the house's players keep theirs."""

from __future__ import annotations

import threading
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from games.ai import house_ratings
from games.ai.bot import bot
from games.community import rating_rules, rating_scale, ratings, standings, tasks
from games.community.models import Rated, Rating, Standing
from games.community.season import Season
from games.matches import seating
from games.matches.models import Hand, Match
from games.rules.registry import GAMES
from tests.matches.tables import current, match_of, move, person, state_of
from tests.replays.hands import finish


def ended(match, *winners):
    """Return the match, ended as won by these seats."""
    match.winners, match.ended_at = list(winners), timezone.now()
    match.save(update_fields=["winners", "ended_at"])
    return match


@pytest.fixture
def people(db):
    return [person(name) for name in ("alice", "bob", "carol", "dora")]


def mu(user):
    return Rating.objects.get(user=user).mu


def test_the_winner_rises_the_loser_falls_and_both_are_surer(people):
    alice, bob, *_rest = people
    assert ratings.rate(ended(match_of("all-fours", alice, bob), 0).pk)
    assert mu(alice) > 25 > mu(bob)
    assert all(rating.sigma < 25 / 3 and rating.matches == 1 for rating in Rating.objects.all())


def test_a_match_counts_once(people):
    match = ended(match_of("all-fours", *people[:2]), 0)
    assert ratings.rate(match.pk)
    before = mu(people[0])
    assert not ratings.rate(match.pk)
    assert ratings.rate_waiting() == 0
    assert mu(people[0]) == before


def test_a_match_that_goes_on_counts_nothing(people):
    assert not ratings.rate(match_of("all-fours", *people[:2]).pk)
    assert not Rating.objects.exists()


def test_partners_rise_and_fall_together(people):
    ratings.rate(ended(match_of("forty", *people), 1, 3).pk)
    assert mu(people[1]) == mu(people[3]) > mu(people[0]) == mu(people[2])


def test_where_each_plays_for_themselves_totals_tell_the_places(people):
    match = match_of("winner", *people)
    Hand.objects.update(result={"points": [-1, 9, -6, -2]}, scored_at=timezone.now())
    ratings.rate(ended(match, 1).pk)
    assert sorted(people, key=mu, reverse=True) == [people[seat] for seat in (1, 0, 3, 2)]


def test_in_a_match_of_several_games_those_won_tell_the_places(people):
    """Then the scores in the last of them."""
    match = match_of("pitch", *people, options={"games": 2})
    Hand.objects.all().delete()
    for number, scores in enumerate([[7, 1, 2, 3], [0, 3, 7, 5], [7, 2, 0, 6]], start=1):
        result = {"scores": scores, "winner": scores.index(7), "end": "played"}
        Hand.objects.create(
            match=match, number=number, context={}, deck=[], result=result, scored_at=timezone.now(), due_at=None
        )
    ratings.rate(ended(match, 0).pk)
    assert sorted(people, key=mu, reverse=True) == [people[seat] for seat in (0, 2, 3, 1)]


def test_people_are_measured_by_the_houses_players(people):
    strong, weak = people[:2]
    ratings.rate(ended(match_of("all-fours", strong, "strong"), 0).pk)
    ratings.rate(ended(match_of("all-fours", weak, "random"), 0).pk)
    assert mu(strong) > mu(weak) > 25
    assert Rating.objects.count() == 2


@pytest.mark.parametrize("game", GAMES)
def test_levels_that_were_measured_as_equals_stand_alike(game, monkeypatch):
    """In first places chance gives each of four a quarter; to do better than the other on the same cards, a half."""
    rules = GAMES[game]
    seats = rules.seats(rules.resolve({}))
    share = 1 / seats if bot(game).counts_first_places else 0.5
    row = {"game": game, "whole": False, "options": {}, "a": "strong", "b": "policy", "deals": 10_000}
    monkeypatch.setattr(house_ratings, "results", lambda: [row | {"wins": {"mean": share}}])
    assert house_ratings._ratings.__wrapped__(game, seats)["strong"] == pytest.approx(25, abs=0.01)


def test_matches_as_partners_make_no_meeting_of_opponents_less(people, monkeypatch):
    alice, bob = people[:2]
    met = []
    monkeypatch.setattr(ratings, "weight", lambda earlier: met.append(earlier) or 1.0)
    for _ in range(3):
        ratings.rate(ended(match_of("forty", alice, "policy", bob, "policy"), 0, 2).pk)
    for _ in range(2):
        ratings.rate(ended(match_of("forty", alice, bob, "policy", "policy"), 0, 2).pk)
    assert met == [0] * 6 + [0, 0, 1, 1]


def test_matches_against_others_are_not_read(people):
    """There may be thousands in a season against AI players, and ratings are locked meanwhile."""
    alice, bob, carol, _dora = people
    for opponent in ("policy", carol, "policy", bob):
        ratings.rate(ended(match_of("all-fours", alice, opponent), 0).pk)
    match = ended(match_of("all-fours", alice, bob), 0)
    player = match.players.get(user=alice)
    (_ended_at, met), *others = ratings._meetings(match, player, {bob.pk}, match.started_at - timedelta(days=1))
    assert (met, others) == ({bob.pk}, [])


@pytest.fixture
def times(people, time_machine):
    """Have Alice beat Bob so many times, at a moment; return by how much the last match has raised her rating."""
    alice, bob = people[:2]

    def times(number, moment):
        time_machine.move_to(moment, tick=False)
        for _ in range(number):
            Rating.objects.all().delete()
            ratings.rate(ended(match_of("all-fours", alice, bob), 0).pk)
        return mu(alice) - ratings.NEW

    return times


def counted(user):
    """Return how many of somebody's matches count towards a place, by season."""
    return list(Standing.objects.filter(user=user).order_by("season").values_list("counted", flat=True))


def test_meetings_of_last_season_make_a_match_count_less_if_they_are_recent(people, times):
    """But a new season asks for matches against the same person anew."""
    ends = Season.now().ends
    alone = times(1, ends - timedelta(days=60))
    assert times(4, ends - timedelta(days=2)) == pytest.approx(alone / 2)
    assert times(1, ends + timedelta(days=2)) == pytest.approx(alone / 3)
    assert counted(people[0]) == [standings.AGAINST_ONE, 1]


def test_meetings_of_this_season_count_towards_its_place_though_they_are_long_ago(people, times):
    """But they make no match count less."""
    begins = Season.now().begins
    alone = times(1, begins + timedelta(days=1))
    times(standings.AGAINST_ONE - 1, begins + timedelta(days=1))
    assert times(1, begins + timedelta(days=60)) == pytest.approx(alone)
    assert counted(people[0]) == [standings.AGAINST_ONE]


def test_a_match_that_is_rated_after_its_season_counts_in_it_whatever_was_rated_since(people, times):
    ends = Season.now().ends
    late = match_of("all-fours", *people[:2])
    times(standings.AGAINST_ONE, ends + timedelta(days=1))
    ended(late, 0)
    Match.objects.filter(pk=late.pk).update(ended_at=ends - timedelta(days=1))
    ratings.rate(late.pk)
    assert counted(people[0]) == [1, standings.AGAINST_ONE]


def test_beating_much_weaker_players_again_and_again_proves_nothing_but_losing_to_them_does(people):
    player = people[0]
    before = 0.0
    for _ in range(40):
        before = Rating.objects.filter(user=player).values_list("mu", flat=True).first() or before
        ratings.rate(ended(match_of("all-fours", player, "random"), 0).pk)
    rating, highest = Rating.objects.get(), house_ratings.ratings("all-fours")["random"] + rating_rules.FAR_ABOVE
    assert before == rating.mu and highest < rating_scale.low(rating.mu, rating.sigma) < highest + 1
    matches = rating.matches
    assert matches < 40
    ratings.rate(ended(match_of("all-fours", player, "random"), 1).pk)
    assert mu(player) < before and Rating.objects.get().matches == matches + 1


def test_beating_them_beside_a_stronger_opponent_counts(people):
    player = people[0]
    Rating.objects.create(user=player, game="winner", mu=32.0, sigma=3.0)
    for strongest, counts in (("random", False), ("strong", True)):
        match = match_of("winner", player, "random", "random", strongest)
        Hand.objects.filter(match=match).update(result={"points": [9, -3, -3, -3]}, scored_at=timezone.now())
        ratings.rate(ended(match, 0).pk)
        assert (mu(player) > 32.0) is counts


@pytest.mark.usefixtures("at_once")
def test_who_took_a_seat_over_wins_and_loses_nothing_by_it(people):
    alice, bob, *_rest = people
    match = match_of("all-fours", alice, "policy")
    hand = current(match)
    finish(hand)
    seating.take_over(match.room, bob, 1)
    ratings.rate(ended(match, 1).pk)
    assert not Rating.objects.filter(user=bob).exists()
    assert mu(alice) < 25
    match = match_of("all-fours", alice, "policy")
    seating.take_over(match.room, bob, 1)
    seating.seat_now(match.room, alice, 1)  # before the first card, yet in an AI player's place
    ratings.rate(ended(match, 1).pk)
    assert not Rating.objects.filter(user=bob).exists()
    assert Rated.objects.get(match=match).reason == ""


def test_a_match_among_the_houses_players_moves_nobody(db):
    assert ratings.rate(ended(match_of("all-fours", "policy", "random"), 0).pk)
    assert not Rating.objects.exists()


def test_a_lost_task_is_made_good_in_the_order_of_the_matches(people):
    first = ended(match_of("all-fours", *people[:2]), 0)
    second = ended(match_of("all-fours", *people[:2]), 1)
    assert ratings.rate_waiting() == 2
    assert list(Rated.objects.order_by("pk").values_list("match", flat=True)) == [first.pk, second.pk]


def test_a_match_that_cannot_be_counted_keeps_none_behind_it(people, caplog):
    """It is tried again with every match that ends: the others must not wait for it."""
    bad = ended(match_of("all-fours", *people[:2]), 0)
    Match.objects.filter(pk=bad.pk).update(options={"target": "none"})
    good = ended(match_of("all-fours", *people[:2]), 1)
    assert ratings.rate_waiting() == 1
    assert list(Rated.objects.values_list("match", flat=True)) == [good.pk]
    assert f"match {bad.pk} cannot be counted (Malformed)" in caplog.text


def test_a_task_rates_a_part_of_many_matches_and_leaves_the_rest_to_the_next(people, monkeypatch):
    """A worker that is told to stop waits for its task, so tasks stay short."""
    matches = [ended(match_of("all-fours", *people[:2]), 0) for _ in range(3)]
    monkeypatch.setattr(ratings, "AT_ONCE", 2)
    task_names, settlements = [], []
    monkeypatch.setattr(tasks, "send_task", task_names.append)
    monkeypatch.setattr(tasks.standings, "settle_all", lambda: settlements.append(True))
    tasks.settle_seasons()
    assert list(Rated.objects.order_by("pk").values_list("match", flat=True)) == [one.pk for one in matches[:2]]
    assert (task_names, settlements) == (["games.community.tasks.rate"], [])
    tasks.rate()
    tasks.settle_seasons()
    assert Rated.objects.count() == 3
    assert (len(task_names), settlements) == (1, [True])


@pytest.mark.django_db(transaction=True)
def test_two_workers_count_a_match_once():
    alice, bob = person("alice"), person("bob")
    match = ended(match_of("all-fours", alice, bob), 0)
    results = []
    start = threading.Barrier(4)

    def work():
        try:
            start.wait()
            results.append(ratings.rate(match.pk))
        finally:
            connection.close()

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(results) == [False, False, False, True]
    assert {rating.matches for rating in Rating.objects.all()} == {1}


@pytest.mark.django_db(transaction=True)
def test_the_end_of_a_match_has_it_counted(toy, at_once, monkeypatch):
    from cardsite.celery import app
    from games.matches import services

    names = []
    monkeypatch.setattr("games.foundation.events.current_app.send_task", lambda name, *rest, **how: names.append(name))
    alice, bob = person("alice"), person("bob")
    match = match_of("toy", alice, bob)
    while match.ended_at is None:
        assert "games.community.tasks.rate" not in names
        hand = current(match)
        while (state := state_of(hand)).result is None:
            action = toy.legal(state)[0]
            move(hand, action.seat, {"do": "play", "card": toy.write_action(action)["card"]})
        services.score(hand.pk)
        match.refresh_from_db()
        services.deal_next(hand.pk)
    assert names.count("games.community.tasks.rate") == 1
    app.loader.import_default_modules()
    app.tasks["games.community.tasks.rate"]()
    assert Rated.objects.get().match == match
