"""The rest of a draw at once, and the time of a result, as pages show them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db.models import F
from django.urls import reverse
from django.utils import timezone

from games.matches import clock, services
from games.matches.fold import fold
from games.matches.models import Entry, Hand
from games.rooms.models import Room
from games.table.scene_builder import press_key
from tests.matches.tables import current, match_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def drawing(settings, alice):
    settings.DRAW_PACE, settings.LAST_CALL = 0.3, 8.0
    return current(match_of("forty", alice, "policy", "policy", "policy"))


def press(browser, hand, **changed):
    data = {"hand": hand.pk, "seq": hand.version, "key": press_key(hand.pk, 0, hand.version), "rest": "deal"} | changed
    return browser.post(reverse("deal-rest", args=[hand.match.room.code]), data, headers={"HX-Request": "true"})


def show_first(hand):
    """Have another seat make the first declaration of a draw that it can."""
    folded = fold(hand)
    views = (folded.view(seat, folded.drawing) for seat in (1, 2, 3))
    action = next(action for view in views for action in folded.game.declarations(view))
    Entry.objects.create(hand=hand, seq=0, action=folded.game.write_action(action), by=Entry.By.AI, key="shown")
    Hand.objects.filter(pk=hand.pk).update(version=1)
    Room.objects.filter(pk=hand.match.room_id).update(version=F("version") + 1)


def test_the_button_deals_the_rest(browser, drawing):
    code = drawing.match.room.code
    assert "Deal the rest" in browser.get(reverse("table", args=[code])).content.decode()
    assert press(browser, drawing).status_code == 200
    hand = current(drawing.match)
    folded = fold(hand)
    assert clock.dealt(hand, folded, timezone.now()) == folded.drawing


def test_a_press_of_another_picture_does_nothing_and_says_so(browser, drawing):
    answer = press(browser, drawing, key=press_key(drawing.pk, 1, 0))
    assert answer.status_code == 409
    assert "moved on" in answer.content.decode()
    assert current(drawing.match).drawn_at == drawing.drawn_at


def test_that_somebody_has_shown_cards_meanwhile_changes_nothing_about_the_wish(browser, drawing):
    show_first(current(drawing.match))
    assert press(browser, drawing).status_code == 200
    hand = current(drawing.match)
    folded = fold(hand)
    assert clock.dealt(hand, folded, timezone.now()) == folded.drawing


def test_whoever_wants_the_cards_does_not_end_the_last_call(browser, drawing):
    press(browser, drawing)
    answer = press(browser, drawing)
    assert answer.status_code == 409
    hand = current(drawing.match)
    assert clock.draw_ends(hand, fold(hand)) > timezone.now()
    assert press(browser, drawing, rest="end").status_code == 200
    hand = current(drawing.match)
    assert clock.draw_ends(hand, fold(hand)) <= timezone.now()


def test_a_wish_for_the_cards_is_none_to_end_the_last_call(browser, settings, alice, bob):
    settings.DRAW_PACE, settings.LAST_CALL = 0.3, 60.0
    hand = current(match_of("forty", alice, bob, "policy", "policy"))
    press(browser, hand)
    Hand.objects.filter(pk=hand.pk).update(drawn_at=hand.drawn_at - timedelta(seconds=20))
    services.deal_rest(hand.pk, 1, ends_call=True)
    hand = current(hand.match)
    assert clock.draw_ends(hand, fold(hand)) > timezone.now()


def test_the_last_call_is_ended_only_by_whoever_has_seen_what_was_shown_in_it(browser, drawing):
    press(browser, drawing)
    show_first(current(drawing.match))
    assert press(browser, drawing, rest="end").status_code == 409


def test_who_waits_for_the_others_is_told_so(browser, settings, alice, bob):
    settings.DRAW_PACE = 0.3
    hand = current(match_of("forty", alice, bob, "policy", "policy"))
    answer = press(browser, hand).content.decode()
    assert "waiting for the others" in answer
    assert current(hand.match).drawn_at == hand.drawn_at


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("alone", [True, False])
def test_a_result_counts_down_among_people_and_stays_for_one(browser, settings, alice, bob, alone):
    settings.RESULTS_STAY, settings.NEXT_HAND_SECONDS = True, 20.0
    match = match_of("all-fours", alice, "policy" if alone else bob)
    hand = current(match)
    while (state := fold(hand).state).result is None:
        seat = state.to_act[0]
        action = next(iter(match.room.rules.legal(state)))
        raw = {name: value for name, value in match.room.rules.write_action(action).items() if name != "seat"}
        services.take_action(hand.pk, seat, raw, seq=hand.version, key=f"{seat}:{hand.version}")
        hand = current(match)
    services.score(hand.pk)
    page = browser.get(reverse("table", args=[match.room.code])).content.decode()
    assert ("data-next=" in page) == (not alone)
    assert ("Look as long as you like" in page) == alone
    assert (Hand.objects.get(pk=hand.pk).due_at is None) == alone
