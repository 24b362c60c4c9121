"""Time at a table: a short draw against AI players, the rest of it at once, and how long results stay."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from games.matches import clock, seating, services, turns
from games.matches.clock import DrawPlan
from games.matches.fold import fold
from games.matches.models import Hand
from games.rooms.models import Seat
from games.rules import live_draw
from tests.matches.tables import current, house, match_of, person


@given(
    step=st.integers(1, 7),
    seconds=st.floats(0.01, 2),
    total=st.integers(20, 110),
    pauses=st.sets(st.integers(1, 12), max_size=4),
)
def test_a_card_lies_from_its_time_on_and_never_goes_back(step, seconds, total, pauses):
    plan = DrawPlan(step, seconds, tuple(sorted(step * pause for pause in pauses)))
    before = 0
    for count in range(step, total + 1):
        time = plan.time_of(count)
        lying = plan.dealt(time, total)
        assert lying >= count and (lying % step == 0 or lying == total)
        assert lying >= before
        assert plan.dealt(max(0.0, time - 0.005), total) <= lying
        before = lying
    assert plan.dealt(plan.time_of(total), total) == total


def test_a_pause_holds_back_the_cards_after_it():
    plan = DrawPlan(4, 0.2, (8,))
    assert plan.dealt(0.2, 100) == 8
    assert plan.dealt(0.2 + clock.MAY_SHOW, 100) == 8
    assert plan.dealt(0.41 + clock.MAY_SHOW, 100) == 12


@pytest.fixture
def draw(settings):
    """A function that begins a draw of Eighty at the usual pace, with so many people beside AI players."""
    settings.DRAW_PACE, settings.LAST_CALL, settings.SHORT_DRAW = 0.3, 8.0, 5.0

    def start(people=1):
        names = ("alice", "bob", "carol", "dora")[:people]
        return current(match_of("eighty", *map(person, names), *["policy"] * (4 - people)))

    return start


@pytest.mark.django_db
def test_against_ai_players_a_draw_is_short_and_pauses_only_where_the_person_may_show(draw):
    hand = draw()
    folded, plan = fold(hand), clock.draw_plan(hand)
    showable = [len(live_draw.declarations(folded.game, folded.view(0, count))) for count in range(4, 101, 4)]
    pauses = [4 * (at + 1) for at in range(24) if showable[at] > max(showable[:at], default=0)]
    assert list(plan.pauses) == pauses
    assert plan.time_of(100) <= 5.0 + clock.MAY_SHOW * len(pauses)


@pytest.mark.django_db
def test_among_people_a_draw_keeps_the_room_s_pace(draw):
    hand = draw(people=2)
    assert clock.draw_plan(hand) == DrawPlan(1, 0.3)


@pytest.mark.django_db
def test_the_only_person_has_the_rest_dealt_at_once_and_ends_the_last_call(draw):
    hand = draw()
    services.deal_rest(hand.pk, 0)
    hand = current(hand.match)
    assert clock.dealt(hand, fold(hand), timezone.now()) == 100
    turns.advance(hand.pk, hand.version)
    services.deal_rest(hand.pk, 0, ends_call=True)
    house()
    assert not fold(current(hand.match)).drawing


@pytest.mark.django_db
def test_among_people_the_rest_is_dealt_when_all_have_asked(draw):
    hand = draw(people=2)
    services.deal_rest(hand.pk, 0)
    hand = current(hand.match)
    assert clock.dealt(hand, fold(hand), timezone.now()) < 100
    services.deal_rest(hand.pk, 0)  # a second call changes nothing
    assert current(hand.match).draw_plan["rest"] == [0]
    services.deal_rest(hand.pk, 1)
    hand = current(hand.match)
    assert clock.dealt(hand, fold(hand), timezone.now()) == 100


@pytest.mark.django_db
def test_whoever_is_let_in_has_the_last_call_of_all(draw):
    hand = draw()
    alice, bob, room = Seat.objects.get(number=0).user, person("bob"), hand.match.room
    assert "alone" in hand.draw_plan
    seating.take_over(room, bob, 1)
    seating.seat_now(room, alice, 1)
    after = current(hand.match)
    assert "alone" not in after.draw_plan and clock.draw_plan(after) == clock.draw_plan(hand)


@pytest.mark.django_db
def test_nobody_asks_for_the_rest_of_a_draw_that_is_over(draw, settings):
    settings.DRAW_PACE = settings.LAST_CALL = 0.0
    hand = draw()
    Hand.objects.update(due_at=timezone.now())
    house()
    with pytest.raises(services.Stale):
        services.deal_rest(hand.pk, 0)


@pytest.mark.django_db
@pytest.mark.usefixtures("toy")
def test_a_result_does_not_stay_where_somebody_waits_to_play_with_the_next_hand(settings):
    settings.RESULTS_STAY = True
    match, bob, now = match_of("toy", person("alice"), "policy"), person("bob"), timezone.now()
    assert clock.next_deal(match.room.seats.all(), now) is None
    seating.take_over(match.room, bob, 1)
    assert clock.next_deal(match.room.seats.all(), now) is not None


@pytest.mark.django_db
@pytest.mark.usefixtures("toy", "at_once")
@pytest.mark.parametrize("people", [1, 2])
def test_results_stay_for_whoever_plays_against_ai_players_alone(settings, people):
    settings.RESULTS_STAY, settings.NEXT_HAND_SECONDS = True, 20.0
    who = [person(name) for name in ("alice", "bob")[:people]]
    match = match_of("toy", *who, *["policy"] * (2 - people))
    hand = current(match)
    Hand.objects.update(due_at=timezone.now())
    for row in match.room.seats.all():  # the house plays for all, who come back at once
        if row.user is not None:
            seating.leave(match.room, row.user)
    house()
    assert hand.number == current(match).number
    scored = current(match)
    assert scored.scored_at is not None
    for user in who:
        seating.come_back(match.room, user)
    scored.refresh_from_db()
    if people == 1:
        assert scored.due_at is None
        seating.resume(match.room)  # a page that looks again does not hurry them
        assert current(match).due_at is None
        services.ready(scored.pk, 0)
        assert current(match).due_at is not None
    else:
        assert timedelta() < scored.due_at - timezone.now() <= timedelta(seconds=20)
