"""The learning table: moves taken back, open hands, hints and reasons, and that nothing counts."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from games import ai
from games.community.models import Rating
from games.community.ratings import rate
from games.community.statistics import figures
from games.matches import services, undo
from games.matches.fold import fold
from games.matches.models import Hand, Match
from games.rooms.models import Room, Seat
from games.rooms.services import RoomSettings, free_public_seat, open_room
from games.rules.cards import NUMBERS
from games.rules.registry import GAMES
from games.table import fragments, learning
from games.table.scene_builder import press_key, scene
from games.table.snapshot import load_snapshot
from tests.matches.learning import SEATS, act, known_match, learning_match, my_turn
from tests.matches.tables import current, house, person, state_of

pytestmark = [pytest.mark.django_db, pytest.mark.any_database, pytest.mark.usefixtures("at_once")]


def press(browser, match, hand, do="take-back", seat=0, htmx=True):
    data = {"hand": hand.pk, "seq": hand.version, "key": press_key(hand.pk, seat, hand.version), "do": do}
    headers = {"HX-Request": "true"} if htmx else {}
    return browser.post(reverse("take-back", args=[match.room.code]), data, headers=headers)


def test_what_was_taken_back_is_no_part_of_the_history(browser, alice):
    """A later hand's replay counts the hands before it, but not those that were set aside."""
    match = learning_match("all-fours", alice)
    hands = []
    for _ in range(80):
        house()
        hand = current(match)
        state = state_of(hand)
        if hand.number == 3:
            break
        if state.result is not None:
            services.ready(hand.pk, 0)
            continue
        act(match)
        if hand.pk not in hands and state_of(current(match)).result is None:
            again = undo.take_back(hand.pk, 0, seq=current(match).version)
            hands = [*hands, again.pk]
    scored = Hand.objects.filter(match=match, scored_at__isnull=False).order_by("number")
    assert [hand.number for hand in scored] == [1, 2] and Hand.objects.filter(match=match, number=0).count() >= 2
    for hand in scored:
        answer = browser.get(reverse("replay-hand", args=[hand.pk]), follow=True)
        assert answer.status_code == 200
    assert browser.get(reverse("match-record", args=[match.pk])).status_code == 200
    old_hand = Hand.objects.filter(match=match, number=0).first()
    assert browser.get(reverse("replay-hand", args=[old_hand.pk])).status_code == 404


# --- at the table --------------------------------------------------------------------------------


@pytest.mark.parametrize("htmx", [True, False])
def test_the_button_takes_a_move_back(browser, alice, htmx):
    match = learning_match("forty", alice)
    my_turn(match)
    act(match)
    my_turn(match)
    page = browser.get(reverse("table", args=[match.room.code])).content.decode()
    assert "value=take-back" in page
    hand = current(match)
    answer = press(browser, match, hand, htmx=htmx)
    assert answer.status_code == (200 if htmx else 302)
    assert current(match).version < hand.version
    # the picture that was pressed is no longer the current one
    assert press(browser, match, hand, htmx=htmx).status_code in (403, 409)


def test_a_press_on_a_hand_that_was_taken_back_is_told_that_the_table_has_moved_on(browser, alice):
    match = learning_match("all-fours", alice)
    my_turn(match)
    act(match)
    my_turn(match)
    hand = current(match)
    undo.take_back(hand.pk, 0, seq=hand.version)
    data = {
        "hand": hand.pk,
        "seq": hand.version,
        "key": press_key(hand.pk, 0, hand.version),
        "do": "play",
        "cards": "AS",
    }
    answer = browser.post(reverse("act", args=[match.room.code]), data, headers={"HX-Request": "true"})
    assert answer.status_code == 409 and b"moved on" in answer.content


def test_without_a_move_there_is_no_button_and_a_press_is_told_so(browser, alice):
    match = learning_match("all-fours", alice)
    hand = current(match)
    assert b"take-back" not in browser.get(reverse("table", args=[match.room.code])).content
    answer = press(browser, match, hand)
    assert answer.status_code == 422 and b"nothing to take back" in answer.content


def test_nobody_takes_back_for_another(client, alice):
    match = learning_match("all-fours", alice)
    my_turn(match)
    act(match)
    client.force_login(person("bob"))
    hand = current(match)
    assert press(client, match, hand).status_code == 403
    client.force_login(alice)
    assert press(client, match, hand, seat=1).status_code == 403


def shown(match, user):
    """Return the parts of a viewer's table."""
    return fragments.parts(scene(load_snapshot(match.room.code), user))


def test_a_learning_table_gives_a_hint_at_every_turn_and_shows_all_tricks(alice):
    match = learning_match("forty", alice)
    my_turn(match)
    hinted = set()
    for _ in range(6):
        act(match)
        my_turn(match)
        choice = len(scene(load_snapshot(match.room.code), alice).moves) > 1
        assert ("Hint:" in shown(match, alice)["prompt"]) is choice
        hinted.add(choice)
    assert True in hinted
    assert "All tricks" in shown(match, alice)["side"]
    assert "Hint:" not in shown(match, None)["prompt"]


def test_a_learning_table_gives_a_hint_where_one_begs_or_answers(alice):
    match = learning_match("all-fours", alice)
    _hand, state = my_turn(match, ("stand", "beg", "give", "run"))
    choice = len(GAMES["all-fours"].legal(state)) > 1
    assert ("Hint:" in shown(match, alice)["prompt"]) is ("do-hint" in shown(match, alice)["actions"]) is choice


@pytest.mark.parametrize("game", ["all-fours", "forty", "eighty"])
def test_each_dimmed_card_has_its_reason_and_no_other_card_has_one(alice, game):
    match = known_match(game, alice)
    dimmed_once = False
    for _ in range(5):
        hand, _state = my_turn(match)
        hand_shown = shown(match, alice)["hand"]
        dimmed = set()
        for group in re.split(r"<div(?= class=| aria-| role=|>)", hand_shown):
            barred = "aria-disabled=true" in group.partition("<label")[0]
            for label in re.findall(r"<label.*?</label>", group, re.S):
                if barred or "aria-disabled=true" in label:
                    dimmed.add(NUMBERS[re.search(r"value=(\w\w)", label)[1]])
        with_reason = [card for _sentence, cards in learning.reasons(fold(hand), 0) for card in cards]
        assert set(with_reason) == dimmed and len(with_reason) == len(dimmed)
        dimmed_once |= bool(dimmed)
        if dimmed:
            prompt = shown(match, alice)["prompt"]
            assert any(refusal.sentence in prompt for refusal in GAMES[game].refusals.values())
        act(match)
    assert dimmed_once


# --- open hands ----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", SEATS)
def test_hands_lie_open_only_for_one_person_against_ai_players(alice, game):
    match = learning_match(game, alice, learning=Room.Learning.OPEN)
    house()
    assert shown(match, alice)["board"].count("fan open") == SEATS[game] - 1
    assert "fan open" not in shown(match, None)["board"]
    assert "fan open" not in shown(match, person("olga"))["board"]
    Seat.objects.filter(room=match.room, number=1).update(user=person("bob"), level="")
    assert "fan open" not in shown(match, alice)["board"]


def test_at_other_learning_tables_the_hands_stay_closed(alice):
    match = learning_match("winner", alice)
    assert "fan open" not in shown(match, alice)["board"]


# --- nothing counts ------------------------------------------------------------------------------


def test_a_match_at_a_learning_table_is_practice_and_counts_for_nothing(browser, alice):
    answer = browser.get(reverse("new-room", args=["all-fours"]))
    assert "Learning table" in answer.content.decode()
    room = Room.objects.create(game="all-fours", host=alice, learning=Room.Learning.YES)
    Seat.objects.create(room=room, number=0, user=alice)
    Seat.objects.create(room=room, number=1, level="random")
    match = services.start_match(room)
    assert match.practice
    Match.objects.filter(pk=match.pk).update(ended_at=match.started_at, winners=[0])
    rate(match.pk)
    assert not Rating.objects.exists()
    assert figures(alice) == []


def test_play_now_leads_to_no_learning_table(browser, alice):
    learning_match("all-fours", alice)
    answer = browser.post(reverse("play-now", args=["all-fours"]))
    room = Room.objects.get(code=answer["Location"].split("/")[2])
    assert room.learning == Room.Learning.NO


def test_the_lobby_says_so_and_play_now_seats_nobody_there(browser, alice):
    host = person("bob")
    room = open_room(host, "all-fours", {}, RoomSettings(visibility="public", learning="yes", name="School"))
    lobby = browser.get(reverse("lobby")).content.decode()
    assert "School" in lobby and "Learning table" in lobby
    answer = browser.post(reverse("play-now", args=["all-fours"]))
    assert answer["Location"] != reverse("table", args=[room.code])
    Room.objects.filter(pk=room.pk).update(learning=Room.Learning.NO)
    seat = free_public_seat(alice, "all-fours")
    assert seat is not None and seat[0] == room


def test_drawing_a_learning_table_asks_no_ai_player(alice, monkeypatch):
    """What the hint at every turn says is part of the scene: it is worked out before anything is drawn."""
    match = learning_match("winner", alice)
    my_turn(match)
    built = scene(load_snapshot(match.room.code), alice)
    monkeypatch.setattr(ai, "suggest", lambda *_arguments: pytest.fail("an AI player was asked"))
    assert "Hint:" in fragments.parts(built)["prompt"]
