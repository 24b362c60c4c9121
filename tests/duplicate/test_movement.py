"""Who meets whom: everybody plays each round once, against somebody new as far as that goes."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from games.duplicate.movement import Entrant, robin, robin_rounds, swiss


def played(tables, entrants, totals):
    """Return the entrants after a round of these tables."""
    after = []
    for who in entrants:
        table = next(table for table in tables if who.pk in table)
        others = {pk for pk in table if pk not in (None, who.pk)}
        after.append(Entrant(who.pk, totals[who.pk], who.met | others, (*who.sides, table.index(who.pk))))
    return after


@given(st.integers(2, 23), st.integers(2, 4), st.data())
def test_everybody_plays_each_swiss_round_once(count, sides, data):
    entrants = [Entrant(pk) for pk in range(1, count + 1)]
    for number in range(1, 5):
        tables = swiss(entrants, number, 4, sides)
        seated = [pk for table in tables for pk in table if pk is not None]
        assert sorted(seated) == [one.pk for one in entrants]
        assert all(len(table) == sides for table in tables)
        totals = {pk: data.draw(st.integers(-300, 300)) / 4 for pk in seated}
        entrants = played(tables, sorted(entrants, key=lambda one: one.pk), totals)


def test_the_first_swiss_rounds_bring_new_opponents_and_those_who_stand_alike():
    entrants = [Entrant(pk) for pk in range(1, 9)]
    met = []
    for number in range(1, 4):
        tables = swiss(entrants, number, 4, 2)
        met += [tuple(sorted(table)) for table in tables]
        entrants = played(tables, entrants, {pk: float(pk) for pk in range(1, 9)})
    assert len(set(met)) == len(met)
    # the two best have met by then
    assert (7, 8) in met


def test_where_the_number_is_odd_one_meets_the_house_and_another_next_time():
    entrants = [Entrant(pk) for pk in range(1, 6)]
    alone = []
    for number in (1, 2):
        tables = swiss(entrants, number, 3, 2)
        alone += [next(pk for pk in table if pk is not None) for table in tables if None in table]
        entrants = played(tables, entrants, {pk: float(pk) for pk in range(1, 6)})
    assert len(alone) == 2


@given(st.integers(2, 8))
def test_in_a_round_robin_everybody_meets_everybody_once(count):
    entrants = [Entrant(pk * 7) for pk in range(1, count + 1)]
    met = Counter()
    for number in range(1, robin_rounds(count) + 1):
        tables = robin(entrants, number)
        assert sorted(pk for table in tables for pk in table if pk is not None) == [one.pk for one in entrants]
        met.update(frozenset(table) for table in tables if None not in table)
    assert met == Counter(map(frozenset, combinations([one.pk for one in entrants], 2)))


def test_four_at_a_table_are_spread_so_that_few_seats_are_the_houses():
    tables = swiss([Entrant(pk) for pk in range(1, 6)], 1, 3, 4)
    assert sorted(sum(pk is not None for pk in table) for table in tables) == [2, 3]
