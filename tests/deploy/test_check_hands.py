"""Hands that do not match their entries are found and named."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from cardsite.backups.hand_check import check_all_hands
from games.matches.models import Entry, Hand
from tests.matches.tables import current, house, match_of, move_on, person


@pytest.mark.django_db
@pytest.mark.usefixtures("at_once")
def test_a_hand_that_is_not_what_its_entries_say_is_found():
    match_of("all-fours", "random", "random")
    house()
    assert not check_all_hands().wrong
    # a jack turned up may end the match before anybody has done anything
    first, last = Hand.objects.earliest("pk"), Hand.objects.filter(version__gt=0).latest("pk")
    Hand.objects.filter(pk=first.pk).update(result=first.result | {"bent": 1})
    # the last entry: a hand of All Fours may be over after «beg» and «give»
    Entry.objects.filter(hand=last, seq=last.version - 1).delete()
    assert [fault.partition(":")[0] for fault in check_all_hands().wrong] == [f"hand {first.pk}", f"hand {last.pk}"]


@pytest.mark.django_db
@pytest.mark.usefixtures("at_once")
def test_a_hand_that_is_played_on_while_it_is_read_is_no_fault():
    match = match_of("winner", *[person(name) for name in ("ann", "bob", "cid", "dan")])
    moves = []

    def play_once(execute, sql, *rest):
        if Entry._meta.db_table in sql and not moves:  # the hand itself has been read
            moves.append(sql)
            move_on(match)
        return execute(sql, *rest)

    with connection.execute_wrapper(play_once):
        report = check_all_hands()
    assert moves and current(match).version == 1
    assert (report.wrong, report.hands, report.entries) == ([], 1, 1)


@pytest.mark.django_db
@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("count", [1, 5])
def test_a_sound_hand_is_read_with_one_statement_more(count):
    for _ in range(count):
        match_of("winner", *["random"] * 4)
    with CaptureQueriesContext(connection) as statements:
        assert check_all_hands().wrong == []
    assert len(statements) == 1 + count


@pytest.mark.django_db
@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize(
    ("row", "damage", "message"),
    [
        (Hand, {"deck": []}, "cannot be dealt: Malformed"),
        (Hand, {"deck": ["XX"]}, "cannot be dealt: KeyError"),
        (Hand, {"context": {}}, "cannot be dealt: Malformed"),
        (Entry, {"action": {"do": "close"}}, "entry 0 cannot be read: AssertionError"),
    ],
)
def test_a_hand_that_cannot_be_read_is_named_and_the_others_are_looked_at(row, damage, message):
    """Somebody who checks the hands because one cannot be read must learn which."""
    match_of("all-fours", "random", "random")
    house()
    first, *others = Hand.objects.order_by("pk")
    row.objects.filter(**{"pk" if row is Hand else "hand": first.pk}).update(**damage)
    report = check_all_hands()
    assert [fault.startswith(f"hand {first.pk}: ") and message in fault for fault in report.wrong] == [True]
    assert report.hands == 1 + len(others)
