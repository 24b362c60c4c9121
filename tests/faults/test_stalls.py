"""Lost tasks: the sweep finds what has stalled, once. Goal R8."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest

from games.matches import tasks, turns
from games.matches.models import Entry, Hand, Match
from tests.faults.sizes import reached, size
from tests.matches.tables import match_of, person
from tests.together import together

pytestmark = [pytest.mark.usefixtures("toy", "at_once"), pytest.mark.slow]


@pytest.mark.django_db
def test_every_fifth_task_lost_every_hand_ends(monkeypatch, django_capture_on_commit_callbacks):
    """Run tasks by hand and drop every fifth; the sweep finds what then stalls."""
    queue, chance, lost, swept = [], Random(8), [0], [0]

    def send_task(name, *arguments, **options):
        if chance.random() < 0.2:
            lost[0] += 1
        else:
            queue.append(arguments)

    monkeypatch.setattr("games.matches.events.send_task", send_task)
    monkeypatch.setattr("games.matches.events.match_over", lambda: None)
    many = size(10, 500)
    with django_capture_on_commit_callbacks(execute=True):
        matches = [match_of("toy", "policy", "policy") for _ in range(many)]
    for _ in range(200 * many):
        if queue:
            with django_capture_on_commit_callbacks(execute=True):
                tasks.advance(*queue.pop(chance.randrange(len(queue))))
        elif turns.due_hands(1):
            swept[0] += 1
            tasks.sweep()
        else:
            break
    assert Match.objects.filter(pk__in=[match.pk for match in matches], ended_at=None).count() == 0
    assert lost[0] > 0
    assert swept[0] > 0
    reached("R8", f"{many} matches, {lost[0]} tasks lost, {swept[0]} sweeps: all ended")


@pytest.mark.django_db(transaction=True)
def test_two_sweeps_at_once_act_once(monkeypatch):
    bob, many, advance = person("bob"), size(5, 100), tasks.advance
    for _ in range(many):
        calls = []
        monkeypatch.setattr(
            "games.matches.events.send_task", lambda name, *arguments, calls=calls, **options: calls.append(arguments)
        )
        hand = Hand.objects.get(match=match_of("toy", "policy", bob))
        calls.clear()  # the task sent at the deal is lost
        together(tasks.sweep, tasks.sweep)
        assert calls.count((hand.pk, 0)) >= 1
        together(*[partial(advance, hand.pk, 0)] * 2)
        assert Entry.objects.filter(hand=hand).count() == 1
