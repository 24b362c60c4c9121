"""Whoever leaves a tournament: their place in the ranking, and what their half of a team is worth."""

from __future__ import annotations

import re

import pytest

from games.accounts import services as accounts
from games.ai import thinking
from games.community import account_deletion
from games.duplicate import counting, rounds, services, standings
from games.duplicate.models import Contestant, Event, Member, Score, Sitting, Tally
from tests.duplicate.events import a_set, a_tournament, begin, page_of, play_table, tables
from tests.matches.tables import person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]


def ranks(event):
    """Return the ranks of an event's contestants that have one, in order."""
    return sorted(Contestant.objects.filter(event=event, rank__isnull=False).values_list("rank", flat=True))


@pytest.mark.parametrize(("game", "scale"), [("forty", "matchpoints"), ("forty", "imps"), ("all-fours", "difference")])
def test_who_leaves_while_ahead_is_listed_last_without_a_rank(game, scale):
    event = a_tournament(game, scale=scale)
    people = [person(name) for name in ("alice", "bob", "carol", "dora")]
    for user in people:
        services.enter(event, user)
    begin(event)
    for sitting in tables(event):
        play_table(sitting.room, seed=sitting.pk)
    begin(event)
    best = standings.ranked(event, None)[0]
    leader = best.members.get().user
    others = [one.pk for one in standings.ranked(event, None) if one != best]
    services.leave(event, leader)
    assert ranks(event)[0] == 1
    assert [one.pk for one in standings.ranked(event, None)] == [*others, best.pk]
    begin(event)
    begin(event)
    assert event.is_over
    assert len(ranks(event)) == 3 and ranks(event)[0] == 1
    last = standings.ranked(event, None)[-1]
    assert (last.pk, last.rank) == (best.pk, None)
    assert last.total is not None
    for viewer in (leader, next(user for user in people if user != leader)):
        rows = re.findall(r'<tr[^>]*><td class="num">(\d*)</td>.*?</tr>', page_of(event, viewer))
        assert rows.count("") == 1 and rows[-1] == ""
        assert page_of(event, viewer).count("has left") == 1


@pytest.mark.parametrize("go", [account_deletion.delete_account, accounts.suspend], ids=["closed", "suspended"])
def test_whose_account_is_closed_or_suspended_meanwhile_has_no_rank_either(go, alice, bob):
    event = a_tournament()
    for user in (alice, bob):
        services.enter(event, user)
    begin(event)
    begin(event)
    go(alice)
    begin(event)
    begin(event)
    assert event.is_over
    assert standings.ranked(event, None)[-1].members.get().user == alice
    assert list(Contestant.objects.order_by("pk").values_list("rank", flat=True)) == [None, 1]


def test_a_tournament_that_everybody_has_left_has_no_first():
    event = a_tournament()
    people = [person("alice"), person("bob")]
    for user in people:
        services.enter(event, user)
    begin(event)
    begin(event)
    for user in people:
        services.leave(event, user)
    begin(event)
    assert event.is_over
    assert ranks(event) == []


def test_a_pair_of_whom_one_has_left_keeps_its_rank(alice, bob):
    event = a_tournament("forty", "pair", "matchpoints")
    for one, other in ((alice, bob), (person("carol"), person("dora"))):
        services.join(services.enter(event, one), other)
    begin(event)
    services.leave(event, bob)
    begin(event)
    assert len(ranks(event)) == 2


def test_a_pair_of_whom_one_has_left_and_the_others_account_is_closed_has_no_rank(alice, bob):
    event = a_tournament("forty", "pair", "matchpoints")
    for one, other in ((alice, bob), (person("carol"), person("dora"))):
        services.join(services.enter(event, one), other)
    begin(event)
    services.leave(event, bob)
    account_deletion.delete_account(alice)
    begin(event)
    assert ranks(event) == [1]


# --- teams of whom one half has left ---------------------------------------------------------------------


def teams(number):
    """Return a tournament of so many teams, whose first round is over, and the members of each."""
    event, people = a_tournament("all-fours", "team", "imps", rounds=3), []
    for at in range(number):
        halves = person(f"a{at}"), person(f"b{at}")
        services.join(services.enter(event, halves[0]), halves[1])
        people.append(halves)
    begin(event)
    begin(event)
    return event, people


def deals_of_each_team(event):
    """Return in how many deals each team has a result."""
    return [len(standings.own_results(event, one)) for one in Contestant.objects.filter(event=event)]


@pytest.mark.parametrize(("early", "half"), [(False, 0), (True, 1)])
def test_a_team_of_whom_one_half_has_left_has_a_result_against_the_house(early, half):
    event, people = teams(3)
    for halves in people:
        services.leave(event, halves[half])
    for number in (2, 3):
        begin(event)
        if early:
            for sitting in tables(event):
                play_table(sitting.room)
            for _ in range(2):
                counting.play_for_the_house()
                rounds.end_early()
        else:
            begin(event)
        assert deals_of_each_team(event) == [number * event.boards] * 3
    event.refresh_from_db()
    assert event.is_over
    assert sum(Tally.objects.values_list("count", flat=True)) == Score.objects.count()
    assert set(Score.objects.filter(contestant=None).values_list("deal", "side").distinct()) == set(
        Tally.objects.values_list("deal", "side")
    )
    # AI players play for them as they do at the house's own table
    for score in Score.objects.filter(sitting__room=None, contestant__isnull=False):
        assert score.margin == Score.objects.get(deal=score.deal, side=score.side, contestant=None).margin


def test_two_teams_without_the_halves_that_would_meet_have_a_result():
    event, people = teams(2)
    services.leave(event, people[0][0])
    services.leave(event, people[1][1])
    for number in (2, 3):
        begin(event)
        begin(event)
        assert deals_of_each_team(event) == [number * event.boards] * 2


def test_a_round_does_not_end_before_those_half_teams_are_played_for(monkeypatch):
    event, people = teams(3)
    for halves in people:
        services.leave(event, halves[0])
    begin(event)
    with monkeypatch.context() as patch:

        def fail(_deal):
            raise thinking.WorkerFailed

        for sitting in tables(event):
            play_table(sitting.room)
        patch.setattr(counting, "house_result", fail)
        assert begin(event).phase == Event.Phase.PLAYING
    assert begin(event).phase == Event.Phase.BREAK
    assert not Sitting.objects.filter(event=event, ended_at=None).exists()


@pytest.mark.parametrize("what", ["a set that they have begun", "a tournament that is over"])
def test_nobody_leaves(what, alice, bob):
    event = a_set() if what.startswith("a set") else a_tournament(rounds=1)
    for user in (alice, bob):
        services.enter(event, user)
    if event.is_set:
        services.sit_down(event, alice)
    else:
        begin(event)
        for sitting in tables(event):
            play_table(sitting.room)
        assert begin(event).is_over
    services.leave(event, alice)
    assert Member.objects.get(user=alice).is_playing
    assert not Contestant.objects.filter(withdrawn=True).exists()
