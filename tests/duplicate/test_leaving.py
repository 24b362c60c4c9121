"""Whoever leaves a tournament: their place in the ranking, and what their half of a team is worth."""

from __future__ import annotations

import re

import pytest

from games.duplicate import services, standings
from games.duplicate.models import Contestant
from tests.duplicate.events import a_tournament, begin, page_of, play_table, tables
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
