"""Taking a move back at an ordinary table: only if nothing is rated, and with others only if they agree."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from games.accounts.models import User
from games.accounts.services import make_guest
from games.ai import house_ratings
from games.community import statistics
from games.community.rating_rules import why_match_unrated
from games.matches import consent, seating
from games.matches.models import Entry, Hand, Match
from games.rooms.models import Seat
from games.rules.cards import NUMBERS
from games.table import fragments
from games.table.cards import brief
from games.table.scene_builder import press_key, scene
from games.table.snapshot import load_snapshot
from tests.matches.tables import current, house, match_of, move, person, state_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]


def short_match(*who, **options):
    """A match too short to be rated, after its person's first move."""
    match = match_of("all-fours", *who, options={"target": 3} | options)
    return played(match)


def played(match):
    """Let all make the first legal move until seat 0 is to act for the second time."""
    own = 0
    while True:
        house()
        hand = current(match)
        state = state_of(hand)
        if own and state.to_act == (0,):
            return match
        raw = match.room.rules.write_action(next(iter(match.room.rules.legal(state))))
        seat = raw.pop("seat")
        own += seat == 0
        move(hand, seat, raw)


def press(browser, match, do="take-back", seat=0):
    hand = current(match)
    data = {"hand": hand.pk, "seq": hand.version, "key": press_key(hand.pk, seat, hand.version), "do": do}
    return browser.post(reverse("take-back", args=[match.room.code]), data, headers={"HX-Request": "true"})


def test_it_is_offered_where_nothing_is_rated_and_makes_the_match_unrated_for_good(browser, alice, monkeypatch):
    match = short_match(alice, "policy")
    before = current(match)
    assert "take-back" in browser.get(reverse("table", args=[match.room.code])).content.decode()
    assert press(browser, match).status_code == 200
    assert current(match).pk != before.pk and Hand.objects.get(pk=before.pk).replaced_by_id == current(match).pk
    match.refresh_from_db()
    monkeypatch.setattr(match.room.rules.__class__, "is_full_length", lambda *_args: True)
    assert why_match_unrated(match, list(match.players.all()))


def test_what_is_won_with_a_move_taken_back_is_no_win_of_the_profile(browser, alice):
    match = short_match(alice, "policy")
    assert press(browser, match).status_code == 200
    while not Match.objects.get(pk=match.pk).ended_at:
        house()
        hand = current(match)
        state = state_of(hand)
        if state.result is None and 0 in state.to_act:
            raw = match.room.rules.write_action(next(iter(match.room.rules.legal(state))))
            move(hand, raw.pop("seat"), raw)
    assert statistics.figures(alice) == []


def test_a_rated_match_takes_nothing_back(browser, alice, monkeypatch):
    monkeypatch.setattr(house_ratings, "rating", lambda *_args: 1500.0)
    match = played(match_of("all-fours", alice, "policy"))
    before = current(match)
    assert "take-back" not in browser.get(reverse("table", args=[match.room.code])).content.decode()
    assert press(browser, match).status_code == 422
    assert current(match) == before


def test_nor_one_into_which_a_guest_has_come(browser, alice):
    """It would no longer be rated, and so could not be lost."""
    match = played(match_of("all-fours", alice, "policy"))
    seating.take_over(match.room, make_guest(), 1)
    seating.seat_now(match.room, alice, 1)
    before = current(match)
    page = browser.get(reverse("table", args=[match.room.code])).content.decode()
    assert "take-back" not in page and "ask-back" not in page
    assert press(browser, match, "ask-back").status_code == 422
    assert not current(match).take_back_requests and current(match).pk == before.pk


# --- with other people -----------------------------------------------------------------------------


def shown(match, user):
    """Return the sentence and the buttons shown to a person, as text."""
    parts = fragments.parts(scene(load_snapshot(match.room.code), user))
    return parts["prompt"], parts["actions"]


def test_among_people_nothing_is_taken_back_but_asked_for(browser, alice):
    match = short_match(alice, person("bob"))
    assert "value=take-back" not in shown(match, alice)[1]
    assert press(browser, match).status_code == 422
    assert "do-ask-back" in shown(match, alice)[1]


def test_the_others_are_told_who_asks_and_which_move_and_answer_for_all_to_see(browser, alice):
    bob = person("bob")
    match = short_match(alice, bob)
    while not hasattr(latest_of(match, 0), "card"):
        played(match)
    before, card = current(match), latest_of(match, 0)
    assert press(browser, match, "ask-back").status_code == 200
    prompt, buttons = shown(match, bob)
    assert f"Alice would like to take back {brief(card.card)}." in prompt and "Nobody can forget" in prompt
    assert "Agree" in buttons and "No<" in buttons
    prompt, buttons = shown(match, alice)
    # no press that a page makes by itself would void it
    assert "Waiting for Bob." in prompt and re.findall("value=([\\w-]+)", buttons) == ["not-back"]
    assert "value=let-back" not in shown(match, None)[1]
    browser.force_login(bob)
    assert press(browser, match, "let-back", seat=1).status_code == 200
    assert current(match).pk != before.pk and current(match).version < before.version


def test_who_is_refused_is_told_by_whom(browser, alice):
    bob = person("bob")
    match = short_match(alice, bob)
    press(browser, match, "ask-back")
    browser.force_login(bob)
    assert press(browser, match, "not-back", seat=1).status_code == 200
    prompt, buttons = shown(match, alice)
    assert "Bob said no: the move stands." in prompt and "do-ask-back" not in buttons
    assert "said no" not in shown(match, bob)[0]


def test_a_request_waits_for_nobody_who_has_left(browser, alice):
    bob = person("bob")
    match = short_match(alice, bob)
    press(browser, match, "ask-back")
    assert "Waiting for Bob." in shown(match, alice)[0]
    seating.leave(match.room, bob)
    prompt, buttons = shown(match, alice)
    assert "Waiting for" not in prompt and 'value="play"' in buttons
    seating.come_back(match.room, bob)
    assert "Waiting for Bob." in shown(match, alice)[0]
    assert "Agree" in shown(match, bob)[1]


def test_an_answer_to_a_request_that_is_void_is_told_that_the_table_has_moved_on(browser, alice):
    bob = person("bob")
    match = short_match(alice, bob)
    press(browser, match, "ask-back")
    hand = current(match)
    raw = match.room.rules.write_action(next(iter(match.room.rules.legal(state_of(hand)))))
    move(hand, raw.pop("seat"), raw)
    browser.force_login(bob)
    answer = press(browser, match, "let-back", seat=1)
    assert answer.status_code == 409 and b"moved on" in answer.content


def test_a_hidden_move_is_asked_about_without_what_is_hidden(alice):
    """Nobody else may see buried cards, even if the player who buried them asks for them back."""
    match = match_of("forty", alice, person("bob"), person("carol"), person("dan"))
    burier = to_bury(match)
    asker = Seat.objects.get(room=match.room, number=burier).user
    hand = current(match)
    consent.ask(hand.pk, burier, seq=hand.version, unrated=True)
    buried = Entry.objects.filter(hand=hand, action__do="bury").get().action["cards"]
    other = next(user for user in User.objects.exclude(pk=asker.pk))
    prompt = shown(match, other)[0]
    assert "“Bury”" in prompt
    assert not any(brief(NUMBERS[card]) in prompt for card in buried)


def test_in_a_rated_match_nobody_is_offered_to_ask(browser, alice):
    match = played(match_of("all-fours", alice, person("bob")))
    assert "do-ask-back" not in shown(match, alice)[1]
    assert press(browser, match, "ask-back").status_code == 422


def test_what_is_no_press_about_a_move_is_refused(browser, alice):
    match = short_match(alice, person("bob"))
    assert press(browser, match, "give").status_code == 400


def latest_of(match, seat):
    """Return the latest move of a seat, as the seat after it knows it."""
    view = match.room.rules.view(state_of(current(match)), seat + 1)
    return next(action for action in reversed(view.memory) if action.seat == seat)


def to_bury(match):
    """Play until somebody has buried; return who has."""
    while True:
        house()
        hand = current(match)
        state = state_of(hand)
        raw = match.room.rules.write_action(next(iter(match.room.rules.legal(state))))
        seat = raw.pop("seat")
        move(hand, seat, raw)
        if raw["do"] == "bury":
            return seat
