"""Tasks that are wrong, late or run twice, and AI players that fail: numbers 37 to 40 of the catalogue."""

from __future__ import annotations

from datetime import timedelta

import pytest
from celery import current_app
from django.utils import timezone

from games.ai import thinking
from games.matches import services, tasks, turns
from games.matches.models import Entry, Hand
from games.rooms.models import Room
from games.rules.cards import NAMES
from tests.matches.tables import current, house, match_of, move, person, state_of
from tests.toy import Toy

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy", "at_once")]


def play(match, seat):
    hand = current(match)
    raw = Toy().write_action(next(one for one in Toy().legal(state_of(hand)) if one.seat == seat and one.in_turn))
    raw.pop("seat")
    move(hand, seat, raw)


def test_a_task_for_a_persons_seat_does_nothing():
    match = match_of("toy", person("alice"), person("bob"))
    hand = current(match)
    Hand.objects.filter(pk=hand.pk).update(due_at=timezone.now())
    for _ in range(3):
        tasks.advance(hand.pk, 0)
    assert not Entry.objects.exists()


def wrong(view, level, seed, apart):
    """Choose a card that is not the seat's."""
    theirs = next(card for card in range(52) if card not in view.hand)
    return Toy().read_action({"seat": view.seat, "do": "play", "card": NAMES[theirs]}, {})


def raises(view, level, seed, apart):
    raise ZeroDivisionError("with 7S in hand")


@pytest.mark.parametrize("fault", [wrong, raises])
def test_the_table_goes_on_whatever_an_ai_player_does(monkeypatch, caplog, fault):
    monkeypatch.setattr(thinking, "think", fault)
    match = match_of("toy", "policy", person("bob"))
    house()
    assert Entry.objects.get().by == "ai"
    assert f"hand {current(match).pk} at 0" in caplog.text
    assert "7S" not in caplog.text


def test_a_task_of_another_release_fails_and_the_sweep_does_its_work(monkeypatch):
    match = match_of("toy", "policy", person("bob"))
    hand = current(match)
    for arguments in ((hand.pk,), (hand.pk, 0, "more"), ("x", "y")):
        with pytest.raises((TypeError, ValueError)):
            tasks.advance(*arguments)
    assert "games.matches.tasks.advance" in current_app.tasks
    assert not Entry.objects.exists()
    monkeypatch.setattr("games.matches.events.send_task", lambda name, *ids, **options: tasks.advance(*ids))
    tasks.sweep()
    assert Entry.objects.count() == 1


def test_a_clock_that_is_late_or_doubled_plays_nothing():
    match = match_of("toy", person("alice"), person("bob"))
    Room.objects.update(clock=30)
    hand = current(match)
    services.reschedule(services.locked(hand.pk), services.seats_of(match.room))
    Hand.objects.filter(pk=hand.pk).update(turn_at=timezone.now() - timedelta(seconds=32), due_at=timezone.now())
    play(match, 0)
    for _ in range(3):
        turns.advance(hand.pk, 0)
    assert list(Entry.objects.values_list("by", flat=True)) == ["person"]
