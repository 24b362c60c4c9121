"""The house: AI turns, scoring, dealing; each once, however often it is told to."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from games.matches import clock, events, seating, services, turns
from games.matches.fold import fold
from games.matches.models import Entry, Hand, Match
from games.rooms.models import Room
from games.rules.cards import NAMES, names
from tests.matches.tables import current, house, match_of, move, move_on, person, state_of
from tests.statements import statements_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy", "at_once")]


def play_a_card(hand, seat):
    move(hand, seat, {"do": "play", "card": NAMES[state_of(hand).hands[seat][0]]})


def test_ai_players_play_a_match_to_its_end():
    match = match_of("toy", "policy", "policy")
    house()
    match.refresh_from_db()
    assert match.ended_at is not None
    assert len(match.winners) == 1
    assert all(hand.scored_at for hand in match.hands.all())


def test_it_plays_only_the_ai_players_cards():
    match = match_of("toy", person("alice"), "policy")
    house()
    assert not Entry.objects.exists()
    play_a_card(current(match), 0)
    house()
    assert list(Entry.objects.values_list("seq", "by")) == [(0, "person"), (1, "ai")]


def test_it_does_nothing_for_a_picture_that_is_gone():
    match = match_of("toy", "policy", person("bob"))
    hand = current(match)
    for _ in range(5):
        turns.advance(hand.pk, 0)
    assert Entry.objects.count() == 1
    turns.advance(hand.pk + 1000, 0)


def test_it_scores_once_and_deals_once():
    match = match_of("toy", "policy", "policy")
    hand = current(match)
    while state_of(hand).result is None:
        hand.refresh_from_db()
        turns.advance(hand.pk, hand.version)
    hand.refresh_from_db()
    assert hand.result is None
    for _ in range(3):
        services.score(hand.pk)
    hand.refresh_from_db()
    assert hand.result == state_of(hand).result
    for _ in range(3):
        services.deal_next(hand.pk)
    assert Hand.objects.filter(match=match).count() == 2


def test_to_score_a_hand_asks_as_much_for_four_people_as_for_two():
    counts = []
    for count in (2, 4):
        people = [person(f"{count}-{number}") for number in range(count)]
        match = match_of("all-fours", *people, options={"edition": "1814", "players": count})
        while state_of(current(match)).result is None:
            move_on(match)
        counts.append(len(statements_of(services.score, current(match).pk)))
        assert current(match).scored_at is not None
    assert counts[0] == counts[1] < 10 + connection.features.has_select_for_update


@pytest.fixture
def pushed(monkeypatch):
    """The codes of rooms whose new picture is pushed."""
    codes = []
    monkeypatch.setattr(events, "push", lambda code, version=None: codes.append(code))
    return codes


def test_a_result_is_pushed(pushed, django_capture_on_commit_callbacks):
    match = match_of("toy", "policy", "policy")
    hand = current(match)
    while state_of(hand).result is None:
        hand.refresh_from_db()
        turns.advance(hand.pk, hand.version)
    version = Room.objects.get().version
    with django_capture_on_commit_callbacks(execute=True):
        services.score(hand.pk)
    assert pushed == [match.room.code]
    assert Room.objects.get().version == version + 1


def test_who_plays_now_is_pushed(pushed, django_capture_on_commit_callbacks):
    match = match_of("toy", person("alice"), "policy")
    version = Room.objects.get().version
    with django_capture_on_commit_callbacks(execute=True):
        services.reschedule(current(match), services.seats_of(match.room))
    assert pushed == [match.room.code]
    assert Room.objects.get().version == version + 1


def test_without_a_clock_nobody_plays_for_a_person_who_thinks():
    match = match_of("toy", person("alice"), "policy")
    Room.objects.update(clock=0)
    hand = current(match)
    Hand.objects.filter(pk=hand.pk).update(due_at=timezone.now(), turn_at=timezone.now() - timedelta(hours=1))
    turns.advance(hand.pk, hand.version)
    assert not Entry.objects.exists()
    assert current(match).due_at is None


def test_it_deals_no_hand_after_the_match():
    match = match_of("toy", "policy", "policy")
    house()
    last = current(match)
    services.deal_next(last.pk)
    assert current(match) == last


def test_it_waits_for_people_between_hands(settings):
    settings.NEXT_HAND_SECONDS = 3600
    match = match_of("toy", person("alice"), "policy")
    hand = current(match)
    while state_of(hand).result is None:
        play_a_card(hand, 0)
        house()
    assert current(match).number == 1
    services.ready(hand.pk, 0)
    house()
    assert current(match).number == 2


def test_where_nobody_is_there_a_finished_hand_lies_as_long_as_any(settings):
    settings.NEXT_HAND_SECONDS = 3600
    match = match_of("toy", "policy", "policy")
    house()
    assert current(match).scored_at is not None
    assert current(match).due_at == current(match).scored_at + timedelta(hours=1)


def test_a_draw_is_closed_when_the_last_call_is_over(settings):
    settings.DRAW_PACE, settings.LAST_CALL = 1.0, 8.0
    hand = current(match_of("eighty", *["policy"] * 4))
    folded = fold(hand)
    assert clock.draw_ends(hand, folded) == hand.drawn_at + timedelta(seconds=folded.drawing + 8)


def test_who_wants_the_next_hand_before_this_one_is_counted_is_not_waited_for(settings):
    settings.NEXT_HAND_SECONDS = 3600
    match = match_of("toy", person("alice"), person("bob"))
    for turn in range(6):
        play_a_card(current(match), turn % 2)
    for seat in range(2):
        services.ready(current(match).pk, seat)
    house()
    assert current(match).number == 2


def test_a_second_match_starts_only_after_the_first():
    match = match_of("toy", "policy", "policy")
    assert services.start_match(match.room) == match
    house()
    assert services.start_match(match.room) != match
    assert Match.objects.count() == 2


def test_the_same_decision_is_the_same_choice():
    hand = current(match_of("toy", "policy", "policy"))
    first = [turns.generator(hand, 0, 3).random() for _ in range(2)]
    assert first[0] == first[1]
    assert turns.generator(hand, 1, 3).random() != first[0]


def test_a_hand_that_has_moved_on_is_not_put_off():
    hand = current(match_of("toy", person("alice"), "policy"))
    play_a_card(hand, 0)
    due_at = current(hand.match).due_at
    services.set_due(hand.pk, 0, timezone.now() + timedelta(hours=1))
    assert current(hand.match).due_at == due_at


def test_what_has_waited_longest_is_due_first():
    hands = [current(match_of("toy", person(name), "policy")) for name in ("alice", "bob", "carol")]
    for hand, ago in zip(hands, (2, 3, 1), strict=True):
        Hand.objects.filter(pk=hand.pk).update(due_at=timezone.now() - timedelta(minutes=ago))
    assert [pk for pk, _seq, _due in turns.due_hands()] == [hands[1].pk, hands[0].pk, hands[2].pk]
    assert [pk for pk, _seq, _due in turns.due_hands(1)] == [hands[1].pk]


@pytest.mark.parametrize(("pace", "seconds"), [("quick", 0.5), ("usual", 1.0), ("slow", 2.0)])
def test_a_table_has_its_own_pace_and_a_draw_keeps_the_one_it_began_with(settings, pace, seconds):
    settings.DRAW_PACE = 1.0
    hand = current(match_of("eighty", *["policy"] * 4))
    hand.match.room.pace, hand.drawn_at = pace, timezone.now()
    seats = services.seats_of(hand.match.room)
    hand.draw_plan = clock.plan_draw(hand.match.room, fold(hand), seats)
    hand.match.room.pace = "usual"
    assert clock.dealt(hand, fold(hand), hand.drawn_at + timedelta(seconds=10 * seconds + 0.1)) == 11


def test_with_the_last_card_every_ai_player_is_asked_once_more_whether_it_declares(settings, monkeypatch):
    settings.DRAW_PACE = 3600.0
    calls = []
    monkeypatch.setattr(turns.ai, "declare", lambda view, *_args: calls.append((view.dealt, view.seat)))
    hand = current(match_of("eighty", *["policy"] * 4))
    turns.advance(hand.pk, 0)
    last = max(dealt for dealt, _seat in calls)
    assert last == fold(hand).drawing
    assert [seat for dealt, seat in calls if dealt == last] == [0, 1, 2, 3]


def test_what_is_declared_for_an_absent_person_is_no_ai_players_deed(monkeypatch, settings):
    settings.DRAW_PACE = 1000
    people = [person(name) for name in ("alice", "bob", "carol", "dora")]
    match = match_of("forty", *people)
    for user in people:
        seating.leave(match.room, user)
    monkeypatch.setattr(turns.ai, "declare", lambda view, *_: next(iter(match.room.rules.declarations(view)), None))
    now = timezone.now()
    deck = names(match.room.rules.pack(match.room.rules.resolve({})))  # of shuffled ones some let nobody declare
    Hand.objects.update(deck=deck, drawn_at=now - timedelta(seconds=39_500), due_at=now)  # the last card is dealt
    turns.advance(current(match).pk, 0)
    entry = Entry.objects.get()
    assert (entry.action["do"], entry.by) == ("declare", "clock")


def test_what_is_thought_of_for_an_absent_person_is_no_ai_players_deed(monkeypatch):
    """They are to act at the same time as an AI player that thinks for a while."""
    alice = person("alice")
    match = match_of("toy", alice, "policy")
    seating.leave(match.room, alice)
    turns.think(current(match).pk, 0)
    assert [entry.by for entry in Entry.objects.all()] == ["clock"]
