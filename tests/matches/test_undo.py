"""Moves taken back: the deal returns to its state before them, and what was done stays on record."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games.matches import downtime, played_hands, services, turns, undo
from games.matches.fold import CLOSE, fold
from games.matches.models import Entry, Hand, Match, Pulse
from games.matches.undo import NothingToTakeBack
from games.rooms.models import Room
from games.rules.record import verify, write
from games.rules.registry import GAMES
from tests.matches.learning import SEATS, act, known_match, learning_match, my_turn
from tests.matches.tables import current, house, person, state_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]


@pytest.mark.parametrize("game", SEATS)
def test_a_move_is_taken_back_with_what_ai_players_did_since(alice, game):
    match = known_match(game, alice, level="policy")
    my_turn(match)
    before = state_of(current(match))
    version = act(match)
    house()
    hand = current(match)
    assert hand.version > version
    again = undo.take_back(hand.pk, 0, seq=hand.version)
    after = fold(Hand.objects.select_related("match").get(pk=again.pk)).state
    view = GAMES[game].view
    for seat in range(SEATS[game]):
        assert view(after, seat) == view(before, seat)
    assert current(match) == again and again.version == version


@pytest.mark.parametrize("game", SEATS)
def test_what_was_done_stays_as_it_was_done(alice, game):
    """No entry is changed or removed, and both hands are records that verify."""
    match = known_match(game, alice, level="policy")
    my_turn(match)
    act(match)
    house()
    hand = current(match)
    entries = list(Entry.objects.filter(hand=hand).values_list("seq", "action", "by", "key", "at"))
    again = undo.take_back(hand.pk, 0, seq=hand.version)
    old = Hand.objects.select_related("match").get(pk=hand.pk)
    assert list(Entry.objects.filter(hand=old).values_list("seq", "action", "by", "key", "at")) == entries
    assert (old.replaced_by, old.number, old.due_at, old.result) == (again, 0, None, None)
    assert (again.deck, again.context, bytes(again.salt)) == (old.deck, old.context, bytes(old.salt))
    for row in (old, Hand.objects.select_related("match").get(pk=again.pk)):
        folded = fold(row)
        raws = Entry.objects.filter(hand=row).order_by("seq").values_list("action", flat=True)
        actions = [folded.read(raw) for raw in raws if raw != CLOSE]
        assert verify(write(folded.game, folded.setup, actions, None))["ok"]


def test_moves_are_taken_back_one_after_the_other_to_the_first(alice):
    match = learning_match("forty", alice)
    my_turn(match)
    for _ in range(3):
        act(match)
        my_turn(match)
    versions = []
    with pytest.raises(NothingToTakeBack):
        for _ in range(9):
            hand = current(match)
            versions.append(undo.take_back(hand.pk, 0, seq=hand.version).version)
    assert len(versions) >= 3 and versions == sorted(versions, reverse=True)
    assert Hand.objects.filter(match=match, number=1).count() == 1
    my_turn(match, ("bury", "play"))


def test_an_ai_player_that_is_asked_the_same_again_answers_the_same(alice):
    match = known_match("winner", alice, level="policy")
    my_turn(match)
    version = act(match)
    house()
    hand = current(match)
    first = list(Entry.objects.filter(hand=hand).order_by("seq").values_list("action", flat=True))
    undo.take_back(hand.pk, 0, seq=hand.version)
    act(match)
    house()
    second = list(Entry.objects.filter(hand=current(match)).order_by("seq").values_list("action", flat=True))
    assert len(first) > version + 1 and second == first


def test_a_hand_that_was_taken_back_is_played_on_by_nobody(alice):
    match = learning_match("all-fours", alice)
    my_turn(match)
    act(match)
    hand = current(match)
    raw = GAMES["all-fours"].write_action(GAMES["all-fours"].legal(state_of(hand))[0])
    undo.take_back(hand.pk, 0, seq=hand.version)
    services.set_due(hand.pk, hand.version, hand.dealt_at)
    Pulse.objects.create(pk=1, at=timezone.now() - timedelta(hours=1))
    downtime.beat()
    turns.advance(hand.pk, hand.version)
    with pytest.raises(services.Stale):
        services.take_action(hand.pk, raw.pop("seat"), raw, seq=hand.version, key="late")
    old = Hand.objects.get(pk=hand.pk)
    assert (old.version, old.due_at) == (hand.version, None)


def test_a_hand_that_was_taken_back_is_given_no_time_back(alice):
    match = known_match("forty", alice, level="policy")
    my_turn(match)
    act(match)
    hand = current(match)
    undo.take_back(hand.pk, 0, seq=hand.version)
    Hand.objects.filter(pk=hand.pk).update(drawn_at=timezone.now())
    Pulse.objects.create(pk=1, at=timezone.now() - timedelta(hours=1))
    downtime.beat()
    old = Hand.objects.get(pk=hand.pk)
    assert (old.due_at, old.turn_at) == (None, None)


def test_whose_move_is_taken_back_has_a_whole_turn(alice):
    match = learning_match("all-fours", alice)
    Room.objects.update(clock=30)
    my_turn(match)
    act(match)
    hand = current(match)
    before = timezone.now()
    again = undo.take_back(hand.pk, 0, seq=hand.version)
    assert again.turn_at >= before
    assert again.due_at > again.turn_at + timedelta(seconds=30)


def test_a_match_goes_on_after_a_hand_that_was_taken_back(alice):
    match = learning_match("all-fours", alice)
    my_turn(match)
    act(match)
    hand = current(match)
    undo.take_back(hand.pk, 0, seq=hand.version)
    for _ in range(60):
        house()
        state = state_of(current(match))
        if current(match).number == 2 or Match.objects.get(pk=match.pk).ended_at:
            break
        if state.result is None:
            act(match)
        else:
            services.ready(current(match).pk, 0)
    assert list(Hand.objects.filter(match=match).exclude(number=0).values_list("number", flat=True)) == [1, 2]
    assert len(played_hands.played(match.pk)) == 1


@pytest.mark.parametrize(
    "how", ["no learning table", "two people", "no move yet", "the hand is over", "an older picture"]
)
def test_what_cannot_be_taken_back(alice, how):
    people = [alice, person("bob")] if how == "two people" else [alice]
    match = learning_match("all-fours", *people)
    if how == "no learning table":
        Room.objects.update(learning=Room.Learning.NO)
    hand = current(match)
    while how != "no move yet" and state_of(hand).result is None:
        if (turn := state_of(hand).to_act[0]) == 0 or how == "two people":
            act(match, turn)
        else:
            turns.advance(hand.pk, hand.version)
        hand = current(match)
        if how != "the hand is over" and Entry.objects.filter(hand=hand, by="person", action__seat=0).exists():
            break
    expected = services.Stale if how == "an older picture" else NothingToTakeBack
    with pytest.raises(expected):
        undo.take_back(hand.pk, 0, seq=hand.version - (how == "an older picture"))
    assert not Hand.objects.exclude(replaced_by=None).exists()


def test_a_declaration_is_not_taken_back(alice, settings):
    settings.DRAW_PACE = 3600.0
    match = learning_match("eighty", alice, level="random")
    hand = current(match)
    Entry.objects.create(
        hand=hand, seq=0, action={"seat": 0, "do": "declare", "cards": ["2H"], "after": 1}, by="person", key="k"
    )
    with pytest.raises(NothingToTakeBack):
        undo.take_back(hand.pk, 0, seq=hand.version)


def test_a_move_taken_back_is_pushed_once(alice, monkeypatch, django_capture_on_commit_callbacks):
    match = learning_match("all-fours", alice)
    my_turn(match)
    act(match)
    my_turn(match)
    hand, pushed = current(match), []
    for events in ("games.matches.events.push", "games.rooms.events.push"):
        monkeypatch.setattr(events, lambda code, version=None: pushed.append(code))
    with django_capture_on_commit_callbacks(execute=True):
        undo.take_back(hand.pk, 0, seq=hand.version)
    assert pushed == [match.room.code]
