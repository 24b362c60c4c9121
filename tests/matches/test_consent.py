"""Taking a move back by consent: who is asked, when a request is void, how often one may ask; silence is no consent."""

from __future__ import annotations

import pytest
from django.db import transaction

from games.matches import consent, seating, services, undo
from games.matches.models import Entry, Hand, Match
from games.matches.undo import NothingToTakeBack
from games.rooms.models import Room, Seat
from tests.matches.tables import current, house, match_of, move, person, state_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]


@pytest.fixture
def people():
    return person("alice"), person("bob"), person("carol")


@pytest.fixture
def two(people):
    """A match of two people, the first of whom has just played a card."""
    return played(match_of("all-fours", *people[:2]))


@pytest.fixture
def three(people):
    """A match of three people and an AI player, in which seat 0 has just played and a person is to act."""
    return played(match_of("winner", *people, "policy"), to_act={1, 2})


def played(match, to_act=frozenset({1})):
    """Let all make the first legal move until seat 0 has played a card, and one of ``to_act`` is to act."""
    last = None
    for _ in range(80):
        house()
        hand = current(match)
        state = state_of(hand)
        if last == (0, "play") and set(state.to_act) <= to_act:
            return match
        raw = match.room.rules.write_action(next(iter(match.room.rules.legal(state))))
        seat = raw.pop("seat")
        last = (seat, raw["do"]) if seat == 0 or last != (0, "play") else last
        move(hand, seat, raw)
    raise AssertionError("the moment never came")


def next_move(match):
    """Make the first legal move of the player to act."""
    hand = current(match)
    raw = match.room.rules.write_action(next(iter(match.room.rules.legal(state_of(hand)))))
    move(hand, raw.pop("seat"), raw)


def ask(match, seat=0, unrated=True):
    hand = current(match)
    consent.ask(hand.pk, seat, seq=hand.version, unrated=unrated)
    return current(match)


def answer(match, seat, do=consent.agree, unrated=True):
    hand = current(match)
    do(hand.pk, seat, seq=hand.version, unrated=unrated)
    return current(match)


def test_with_the_last_who_agrees_the_move_is_taken_back_as_any_is(three):
    hand = ask(three)
    assert answer(three, 1).pk == hand.pk
    again = answer(three, 2)
    hand.refresh_from_db()
    request = consent.requests(hand)[-1]
    assert (hand.replaced_by, hand.number, hand.due_at) == (again, 0, None)
    assert again.version == request.move and again.deck == hand.deck and again.take_back_requests is None
    assert state_of(again).to_act == (0,)
    assert Match.objects.get(pk=three.pk).unrated
    assert Entry.objects.filter(hand=hand).count() == hand.version


def test_one_no_ends_it(three):
    ask(three)
    hand = answer(three, 2, consent.refuse)
    assert consent.latest(hand).refused == 2
    with pytest.raises(services.Stale):
        answer(three, 1)
    assert not Hand.objects.exclude(replaced_by=None).exists()


def test_a_move_that_was_refused_is_not_asked_about_again_but_one_whose_request_was_void_is(two):
    ask(two)
    next_move(two)
    ask(two)
    answer(two, 1, consent.refuse)
    hand = current(two)
    rows = [{**row, "seq": -1} for row in hand.take_back_requests]
    Hand.objects.filter(pk=hand.pk).update(take_back_requests=rows[1:])
    with pytest.raises(NothingToTakeBack):
        ask(two)


def test_whoever_asks_may_think_better_of_it_and_is_refused_nothing_by_that(two):
    for _ in range(consent.MOST_REFUSALS):
        ask(two)
        assert consent.latest(answer(two, 0, consent.refuse)).refused == 0
        with pytest.raises(services.Stale):
            answer(two, 1)
        next_move(two)
        played(two)
    ask(two)


def test_a_request_is_void_once_the_hand_has_moved_on(two):
    hand = ask(two)
    next_move(two)
    assert consent.latest(current(two)) is None
    with pytest.raises(services.Stale):
        consent.agree(hand.pk, 1, seq=hand.version, unrated=True)
    with pytest.raises(services.Stale):
        answer(two, 1)
    assert not Hand.objects.exclude(replaced_by=None).exists()


def test_about_one_move_one_may_ask_twice_at_most(two):
    for _ in range(consent.MOST_A_MOVE):
        ask(two)
        own = len([a for a in consent.requests(current(two)) if a.seat == 0])
        hand = current(two)
        # another picture of the same move: the hand has moved on without the one who asks
        Hand.objects.filter(pk=hand.pk).update(
            take_back_requests=[{**row, "seq": -own} for row in hand.take_back_requests]
        )
    with pytest.raises(NothingToTakeBack):
        ask(two)


def test_whoever_was_refused_twice_in_a_hand_asks_no_more_in_it(two):
    for _ in range(consent.MOST_REFUSALS):
        ask(two)
        answer(two, 1, consent.refuse)
        next_move(two)
        played(two)
    with pytest.raises(NothingToTakeBack):
        ask(two)


def test_pressed_twice_it_is_one_request_and_one_answer(three):
    ask(three)
    ask(three)
    answer(three, 1)
    hand = answer(three, 1)
    assert [(one.seat, one.agreed) for one in consent.requests(hand)] == [(0, (1,))]


def test_nobody_answers_for_themselves_or_asks_while_another_does(three):
    ask(three)
    with pytest.raises(services.Stale):
        answer(three, 0)
    house()
    with pytest.raises(NothingToTakeBack):
        ask(three, seat=1)


@pytest.mark.parametrize("do", [consent.ask, consent.agree])
def test_in_a_rated_match_nothing_is_asked_and_nothing_taken_back(two, do):
    if do is consent.agree:
        ask(two)
    hand = current(two)
    with pytest.raises(NothingToTakeBack):
        do(hand.pk, 0 if do is consent.ask else 1, seq=hand.version, unrated=False)
    assert current(two).pk == hand.pk


@pytest.mark.parametrize("do", [consent.ask, consent.agree])
def test_at_a_sealed_table_nothing_is_asked_and_nothing_taken_back(two, do):
    """Others play this deal too, and the result is compared with theirs."""
    if do is consent.agree:
        ask(two)
    Room.objects.update(sealed=True)
    hand = current(two)
    with pytest.raises(NothingToTakeBack):
        do(hand.pk, 0 if do is consent.ask else 1, seq=hand.version, unrated=True)
    assert current(two).pk == hand.pk


def test_at_a_learning_table_people_are_asked_too(two):
    Room.objects.update(learning=Room.Learning.YES)
    ask(two, unrated=False)
    before = current(two)
    assert answer(two, 1, unrated=False).pk != before.pk


def test_silence_is_no_consent_of_whoever_is_away(three):
    Seat.objects.filter(number=2).update(seen_at="2020-01-01T00:00Z", left_at="2020-01-01T00:00Z")
    hand = ask(three)
    assert answer(three, 1).pk == hand.pk
    assert answer(three, 2).pk != hand.pk


def test_nobody_is_asked_for_whom_the_house_plays_or_while_it_is_to_act(three, people):
    seating.leave(three.room, people[2])
    with pytest.raises(NothingToTakeBack):
        ask(three)
    seating.come_back(three.room, people[2])
    turn = state_of(current(three)).to_act[0]
    Seat.objects.filter(number=turn).update(user=None, level="policy")
    with pytest.raises(NothingToTakeBack):
        ask(three)


def test_a_move_that_the_clock_has_played_is_not_theirs_to_take_back(two):
    Entry.objects.filter(action__seat=0).update(by=Entry.By.CLOCK)
    with pytest.raises(NothingToTakeBack):
        ask(two)


def test_a_declaration_is_not_asked_for(people, settings):
    settings.DRAW_PACE = 3600.0
    match = match_of("eighty", *people, "policy")
    hand = current(match)
    raw = {"seat": 0, "do": "declare", "cards": ["2H"], "after": 1}
    Entry.objects.create(hand=hand, seq=0, action=raw, by="person", key="k")
    with pytest.raises(NothingToTakeBack):
        ask(match)


def test_whoever_sits_down_meanwhile_is_asked_too(three):
    hand = ask(three)
    answer(three, 1)
    Seat.objects.filter(number=3).update(user=person("dan"), level="")
    assert answer(three, 2).pk == hand.pk
    assert answer(three, 3).pk != hand.pk


def test_what_is_cut_short_leaves_the_request_as_it_was(two, monkeypatch):
    before = ask(two)

    def dies(*_args, **_kwargs):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt), transaction.atomic():
        patch.setattr(undo.events, "moved", dies)
        consent.agree(before.pk, 1, seq=before.version, unrated=True)
    hand = current(two)
    assert hand.pk == before.pk and consent.latest(hand) == consent.latest(before)
    assert answer(two, 1).pk != before.pk
