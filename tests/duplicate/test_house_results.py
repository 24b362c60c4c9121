"""A round waits for the house's results, and none comes after the last ranking."""

from __future__ import annotations

import pytest
from django.utils import timezone

from cardsite.schedule import beat_schedule
from games.ai import thinking
from games.duplicate import counting, rounds, services, standings, tasks
from games.duplicate.models import Contestant, Event, EventBoard, Score, SideAssignment, Sitting, Tally
from tests.duplicate.events import a_set, a_tournament, begin, play_table, tables
from tests.matches.tables import person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]


def played_by(*names):
    """Return a tournament in whose only round these people have played all their deals, and the house none."""
    event = a_tournament(form="robin", rounds=1)
    for name in names:
        services.enter(event, person(name))
    begin(event)
    for sitting in tables(event):
        play_table(sitting.room)
    return event


@pytest.fixture
def event():
    return played_by("alice", "bob")


def check_compared_with_the_house(event):
    """Check that the event is over, and that everybody was ranked with all results of the house."""
    event.refresh_from_db()
    assert event.is_over
    assert Score.objects.filter(deal__event=event, contestant=None).count() == 2 * event.boards
    for one in Contestant.objects.filter(event=event):
        assert one.total == standings.total(event, standings.own_results(event, one))


def test_a_round_ends_early_only_once_the_house_has_played(event):
    rounds.end_early()
    event.refresh_from_db()
    assert event.phase == Event.Phase.PLAYING
    counting.play_for_the_house()
    rounds.end_early()
    check_compared_with_the_house(event)


def test_a_round_that_waits_for_the_house_ends_when_it_has_played(event):
    tasks.play()
    check_compared_with_the_house(event)


def test_a_round_whose_end_was_lost_after_the_house_had_played_is_ended_later(event):
    counting.play_for_the_house()
    tasks.advance()
    check_compared_with_the_house(event)


def test_when_the_time_is_up_the_house_plays_its_own_deals_too(event):
    begin(event)
    check_compared_with_the_house(event)


def test_at_a_table_without_a_room_the_house_plays_for_those_who_were_seated_there_alone(event):
    left = Contestant.objects.create(event=event)
    sitting = Sitting.objects.create(event=event, round=1)
    SideAssignment.objects.create(sitting=sitting, round=1, side=1, contestant=left)
    counting.play_for_the_house()
    scores = Score.objects.filter(sitting=sitting).values_list("side", "contestant")
    assert list(scores) == [(1, left.pk)] * event.boards


def fail(_deal):
    raise thinking.WorkerFailed


def test_a_round_whose_time_is_up_waits_until_the_house_could_play(event, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(counting, "house_result", fail)
        assert begin(event).phase == Event.Phase.PLAYING
    tasks.advance()
    check_compared_with_the_house(event)


def test_so_does_a_set(alice, monkeypatch):
    event = a_set()
    services.enter(event, alice)
    play_table(services.sit_down(event, alice))
    with monkeypatch.context() as patch:
        patch.setattr(counting, "house_result", fail)
        assert not begin(event).is_over
    tasks.advance()
    event.refresh_from_db()
    assert event.is_over
    assert not counting.unplayed_by_the_house().filter(event=event, round=1).exists()


def test_it_does_not_wait_long_though_the_house_cannot_play(event, monkeypatch):
    monkeypatch.setattr(counting, "house_result", fail)
    Event.objects.update(due_at=timezone.now() - rounds.PATIENCE)
    tasks.advance()
    event.refresh_from_db()
    assert event.is_over
    assert Contestant.objects.filter(event=event, rank__isnull=False).count() == 2


def test_a_result_of_the_house_that_comes_after_the_end_changes_nothing(event, monkeypatch):
    plain = counting.house_result

    def result_after_the_end(deal):
        Event.objects.filter(pk=event.pk).update(phase=Event.Phase.OVER)
        return plain(deal)

    monkeypatch.setattr(counting, "house_result", result_after_the_end)
    before = list(Tally.objects.order_by("pk").values())
    assert counting.play_for_the_house() == 0
    assert list(Tally.objects.order_by("pk").values()) == before


def test_the_house_is_asked_for_its_deals_when_a_round_begins(monkeypatch):
    asked = []
    monkeypatch.setattr(tasks, "send_task", asked.append)
    event = a_tournament()
    for name in ("alice", "bob"):
        services.enter(event, person(name))
    tasks.advance()
    assert asked == []
    Event.objects.update(due_at=event.made_at)
    tasks.advance()
    assert asked == ["games.duplicate.tasks.play"]


def test_while_it_cannot_play_them_only_the_scheduler_asks_again(event, monkeypatch):
    """Otherwise a queue that nobody works off would grow with every round that waits."""
    asked = []
    monkeypatch.setattr(tasks, "send_task", asked.append)
    with monkeypatch.context() as patch:
        patch.setattr(counting, "house_result", fail)
        tasks.play()
    tasks.advance()
    assert asked == []
    job = next(job for job in beat_schedule(5.0).values() if job["task"] == tasks.play.name)
    assert job["options"]["expires"] == job["schedule"]
    tasks.play()
    check_compared_with_the_house(event)


def test_a_deal_that_another_task_has_played_meanwhile_is_not_played_again(event, monkeypatch):
    plain, played = counting.house_result, []

    def slow(deal):
        played.append(deal.pk)
        if len(played) == 1:  # another task does not wait for it
            counting.play_for_the_house()
        return plain(deal)

    monkeypatch.setattr(counting, "house_result", slow)
    counting.play_for_the_house()
    assert sorted(played[1:]) == sorted(EventBoard.objects.filter(event=event).values_list("pk", flat=True))


def test_an_event_whose_round_cannot_end_holds_up_no_other(event, monkeypatch, caplog):
    other = played_by("carol", "dora")
    plain = rounds._end_round

    def fail_at_one(ending):
        if ending.pk == event.pk:
            raise ZeroDivisionError
        plain(ending)

    monkeypatch.setattr(rounds, "_end_round", fail_at_one)
    counting.play_for_the_house()
    rounds.end_early()
    assert set(Event.objects.filter(phase=Event.Phase.OVER)) == {other}
    assert f"event {event.pk}" in caplog.text
