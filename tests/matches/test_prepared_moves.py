"""AI players think ahead, act when their time comes, and their waiting moves are sealed."""

from __future__ import annotations

import threading
from collections import defaultdict, deque
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.utils import timezone

from games import ai
from games.ai import measures, thinking
from games.matches import prepared_moves, tasks, turns
from games.matches.fold import start
from games.matches.models import Entry, Hand
from games.matches.turns import NOBODY_THINKS
from games.rules.cards import NAMES
from tests.matches.tables import current, match_of, person, state_of

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
LONG = timedelta(hours=1)


@pytest.fixture
def task_calls(monkeypatch):
    """The tasks given to workers: (task, hand, picture)."""
    calls = []
    monkeypatch.setattr(
        "games.matches.events.send_task", lambda name, *ids, **kwargs: calls.append((name.rpartition(".")[2], *ids))
    )
    return calls


@pytest.fixture
def hand(settings, monkeypatch):
    """A hand of Winner in which an AI player that searches is to act, and waits for an hour first.
    It had something to choose, however quickly it thought: no thought is made to seem longer."""
    monkeypatch.setattr(prepared_moves, "CHOICE", timedelta(0))
    settings.THINK_APART = False
    settings.AI_PACE = (LONG.total_seconds(), LONG.total_seconds())
    match = match_of("winner", *["intermediate"] * 4)
    return current(match)


def its_time_has_come(hand, ago=timedelta(0)):
    Hand.objects.filter(pk=hand.pk).update(due_at=timezone.now() - ago)


def no_thought(*args, **kwargs):
    raise AssertionError("thought of again")


def test_it_begins_to_think_when_its_turn_begins(hand, task_calls, django_capture_on_commit_callbacks, settings):
    settings.AI_PACE = (0.0, 0.0)
    with django_capture_on_commit_callbacks(execute=True):
        turns.think(hand.pk, 0)
        its_time_has_come(hand)
        turns.advance(hand.pk, 0, no_thought)
    assert task_calls == [("think", hand.pk, 1), ("advance", hand.pk, 1)]


def test_a_player_of_plain_rules_is_not_thought_of_ahead(task_calls, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        match_of("winner", *["policy"] * 4)
    assert "think" not in [name for name, *_ in task_calls]


def test_what_it_thought_of_waits_for_its_time(hand, monkeypatch):
    turns.think(hand.pk, 0)
    assert not Entry.objects.exists()
    monkeypatch.setattr(thinking, "think", no_thought)
    turns.advance(hand.pk, 0, no_thought)
    assert not Entry.objects.exists()
    its_time_has_come(hand)
    turns.advance(hand.pk, 0, no_thought)
    assert Entry.objects.get().by == "ai"


def test_it_acts_at_once_where_its_time_came_while_it_thought(hand):
    its_time_has_come(hand)
    turns.think(hand.pk, 0)
    assert Entry.objects.get().seq == 0


def test_it_is_thought_of_once_however_often_it_is_told(hand, monkeypatch):
    turns.think(hand.pk, 0)
    monkeypatch.setattr(thinking, "think", no_thought)
    turns.think(hand.pk, 0)


def test_what_is_lost_is_thought_of_again_and_comes_to_the_same(hand):
    turns.think(hand.pk, 0)
    seat = state_of(hand).to_act[0]
    move = prepared_moves.prepared(hand, seat, 0, "intermediate")
    cache.clear()
    its_time_has_come(hand)
    handed_on = []
    turns.advance(hand.pk, 0, lambda *args: handed_on.append(args))
    assert handed_on == [(hand.pk, 0)]
    assert not Entry.objects.exists()
    turns.think(hand.pk, 0)
    assert Entry.objects.get().action == move


def test_what_waits_is_sealed(hand, monkeypatch):
    writes = []
    monkeypatch.setattr(prepared_moves.cache, "set", lambda key, value, seconds: writes.append((key, value)))
    turns.think(hand.pk, 0)
    [(key, sealed)] = writes
    assert not any(name in key for name in NAMES)
    assert b"play" not in sealed and b"cards" not in sealed
    assert not any(f'"{name}"'.encode() in sealed for name in NAMES)


def test_no_two_thoughts_have_one_seal(hand):
    """Neither those of another level, nor those about the same deal after a move was taken back."""
    keystreams = {prepared_moves._apply_keystream(hand, 1, 3, level, bytes(40)) for level in ("strong", "intermediate")}
    hand.pk += 1
    assert len(keystreams | {prepared_moves._apply_keystream(hand, 1, 3, "strong", bytes(40))}) == 3


def test_a_task_that_names_its_hand_by_text_is_done_as_well(hand):
    turns.think(str(hand.pk), "0")
    its_time_has_come(hand)
    turns.advance(str(hand.pk), "0", no_thought)
    assert Entry.objects.count() == 1 and Hand.objects.count() == 1


def test_where_nobody_thinks_a_stand_in_acts(hand):
    its_time_has_come(hand, NOBODY_THINKS + timedelta(seconds=1))
    turns.advance(hand.pk, 0, no_thought)
    assert Entry.objects.get().by == "ai"


def test_a_person_who_takes_the_seat_meanwhile_is_not_played_for(hand):
    turns.think(hand.pk, 0)
    seat = hand.match.room.seats.get(number=state_of(hand).to_act[0])
    seat.user, seat.level = person("alice"), ""
    seat.save()
    its_time_has_come(hand)
    turns.advance(hand.pk, 0, no_thought)
    turns.think(hand.pk, 0)
    assert not Entry.objects.exists()


@pytest.fixture
def at_once(monkeypatch, hand):
    """The player has nothing to choose; earlier thoughts took two hours."""
    monkeypatch.setattr(prepared_moves, "_last", {("winner", "intermediate"): deque([2 * LONG])})
    monkeypatch.setattr(prepared_moves, "CHOICE", LONG)


def test_who_has_nothing_to_choose_waits_as_if_they_thought(hand, at_once):
    its_time_has_come(hand)
    began = timezone.now()
    turns.think(hand.pk, 0)
    assert not Entry.objects.exists()
    hand.refresh_from_db()
    assert began + 2 * LONG <= hand.due_at <= timezone.now() + 2 * LONG
    its_time_has_come(hand)
    turns.advance(hand.pk, 0, no_thought)
    assert Entry.objects.get().by == "ai"


def test_who_has_nothing_to_choose_does_not_come_before_their_pause_is_over(hand, at_once):
    late = timezone.now() + 3 * LONG
    Hand.objects.filter(pk=hand.pk).update(due_at=late)
    turns.think(hand.pk, 0)
    hand.refresh_from_db()
    assert hand.due_at == late


def test_where_nobody_pauses_nobody_waits(hand, at_once, settings):
    settings.AI_PACE = (0.0, 0.0)
    its_time_has_come(hand)
    turns.think(hand.pk, 0)
    assert Entry.objects.exists()


def test_how_long_a_choice_took_is_remembered(hand, monkeypatch):
    monkeypatch.setattr(prepared_moves, "_last", defaultdict(deque))
    monkeypatch.setattr(prepared_moves, "CHOICE", timedelta(0))
    its_time_has_come(hand)
    turns.think(hand.pk, 0)
    assert Entry.objects.exists()
    [duration] = prepared_moves._last["winner", "intermediate"]
    assert timedelta(0) < duration < LONG


@pytest.mark.parametrize("level", ["policy", "intermediate"])
def test_a_logged_move_can_be_made_again(hand, level):
    """Its entry names the player; the deal's salt, seat, ply and the players' version are its seed."""
    hand.match.room.seats.update(level=level)
    for _ in range(8):
        hand.refresh_from_db()
        if state_of(hand).result is not None:
            break  # a straight of twelve cards, and one more: five plies can be a whole hand
        its_time_has_come(hand)
        turns.advance(hand.pk, hand.version)
    entries = list(Entry.objects.order_by("seq"))
    assert len(entries) == 8 or state_of(hand).result is not None
    folded = start(hand)
    for entry in entries:
        player, version = entry.key.rsplit(":", 1)[1].split("@")
        assert (player, version) == (level, measures.code("winner", level))
        view = folded.game.view(folded.state, entry.action["seat"])
        action = ai.choose(view, player, turns.generator(hand, entry.action["seat"], entry.seq))
        assert folded.game.write_action(action) == entry.action
        folded = folded.after(action)


# --- one process that thinks for all tables ----------------------------------------------


def test_turns_wait_in_line_for_the_process_that_thinks_and_hold_up_no_thread(monkeypatch, settings):
    settings.THINK_APART = True
    begun, go, thought = threading.Event(), threading.Event(), []

    def slow(hand_id, seq):
        begun.set()
        assert go.wait(20)
        thought.append(hand_id)

    monkeypatch.setattr(tasks.turns, "think", slow)
    monkeypatch.setattr(tasks.think_on, "delay", tasks.think_on)
    first = threading.Thread(target=tasks.think, args=(1, 0))
    first.start()
    assert begun.wait(20)
    tasks.think(2, 0)  # it would never return if it waited here
    tasks.think(3, 0)
    assert thought == []
    go.set()
    first.join(20)
    assert thought == [1, 2, 3]


def test_a_thought_that_fails_lets_the_next_be_thought(monkeypatch, settings):
    settings.THINK_APART = True
    thought = []

    def fails(hand_id, seq):
        thought.append(hand_id)
        if hand_id == 1:
            tasks._waiting.append((2, 0))
            raise ValueError("a thought that fails")

    monkeypatch.setattr(tasks.turns, "think", fails)
    monkeypatch.setattr(tasks.think_on, "delay", tasks.think_on)
    with pytest.raises(ValueError, match="fails"):
        tasks.think(1, 0)
    assert thought == [1, 2]
