"""Form posts that no page of ours makes: numbers 1 to 25 of the catalogue (``tests/abuse/rows.py``)."""

from __future__ import annotations

import json

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.matches.models import Entry, Hand
from games.rooms import services as rooms
from games.rules.cards import NAMES
from games.table.scene_builder import press_key
from tests.matches.tables import current, match_of, person, state_of
from tests.replays.hands import finish
from tests.table.test_act import a_legal_press, fields, in_play, post, seat_to_act

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]


@pytest.fixture
def match(alice):
    return match_of("all-fours", alice, person("bob"))


@pytest.fixture
def leading(client, alice):
    """A match of Winner in which whoever leads first is signed in: the match and their seat."""
    match = match_of("winner", alice, person("bob"), person("carol"), person("dora"))
    seat = state_of(current(match)).to_act[0]
    client.force_login(match.players.get(seat=seat).user)
    return match, seat


def hands_of(match):
    """Return each seat's cards."""
    game, state = match.room.rules, state_of(current(match))
    return [set(game.view(state, seat).hand) for seat in range(len(match.players.all()))]


def refusal_text(answer):
    """Return the part of a page that says why a press was refused."""
    text = answer.content.decode()
    return text[text.index('id="toast"') : text.index("</hx-partial>", text.index('id="toast"'))]


def stored():
    return Entry.objects.count()


def same_refusal(browser, match, seat, *choices):
    """Assert that all of these plays are refused alike, and that nothing is stored."""
    before = stored()
    answers = [
        post(browser, match, fields(match, seat, "play", cards=[NAMES[card] for card in cards])) for cards in choices
    ]
    assert {(answer.status_code, refusal_text(answer)) for answer in answers} == {(422, refusal_text(answers[0]))}
    assert stored() == before


def test_a_card_that_is_not_theirs_to_play_is_one_refusal_whoever_has_it(browser, match):
    in_play(match, 0)
    mine, theirs = hands_of(match)
    nobodys = next(card for card in range(52) if card not in mine | theirs)
    same_refusal(browser, match, 0, [min(theirs)], [nobodys])


def test_a_card_twice_is_refused_as_one_of_another_seat(client, leading):
    match, seat = leading
    hands = hands_of(match)
    mine, theirs = min(hands[seat]), min(hands[seat - 1])
    same_refusal(client, match, seat, [mine, mine], [mine, theirs], [theirs], [theirs, theirs])


def test_a_pass_that_may_not_be_is_refused_by_its_rule(client, leading):
    match, seat = leading
    before = stored()
    answer = post(client, match, fields(match, seat, "pass"))
    assert answer.status_code == 422
    assert match.room.rules.refusals["cannot-pass-lead"].sentence in refusal_text(answer)
    assert stored() == before


def test_a_card_off_turn_is_answered_with_the_table(browser, match):
    in_play(match, 1)
    state = state_of(current(match))
    before = stored()
    answer = post(browser, match, fields(match, 0, "play", cards=NAMES[state.hands[0][0]]))
    assert answer.status_code == 409
    assert "It is not your turn." in refusal_text(answer)
    assert 'id="picture"' in answer.content.decode()
    assert stored() == before


@pytest.mark.parametrize("seq", ["999", "-1", "x", "", "1e3", "9" * 30, "１"])
def test_a_picture_there_is_not_is_answered_with_the_one_there_is(browser, match, seq, caplog):
    press = a_legal_press(match, 0)
    before = stored()
    answer = post(browser, match, press | {"seq": seq})
    assert answer.status_code == 409
    assert "The table has moved on" in refusal_text(answer)
    assert stored() == before
    assert "a press of this picture names another" in caplog.text


def test_anothers_key_opens_nothing(browser, match):
    press = a_legal_press(match, 0)
    hand = current(match)
    other = current(match_of("all-fours", person("carol"), person("dora")))
    before = stored()
    for key in (press_key(hand.pk, 1, hand.version), press_key(other.pk, 0, other.version), "", "é" * 16, "x" * 80):
        assert post(browser, match, press | {"key": key}).status_code == 403
    ai = match_of("all-fours", person("erin"), "policy")
    assert post(browser, ai, fields(ai, 1, "stand")).status_code == 403
    assert stored() == before


def test_a_hand_that_is_over_is_answered_with_the_table(browser, match):
    hand = finish(Hand.objects.select_related("match__room").get(match=match))
    before = stored()
    answer = post(browser, match, fields(match, 0, "play", cards="AS"))
    assert answer.status_code == 409
    assert hand.version == current(match).version
    assert stored() == before


def test_a_hand_that_has_not_begun_is_answered_with_the_table(browser, alice):
    room = rooms.open_room(alice, "all-fours", {})
    press = {"hand": 1, "seq": 0, "key": press_key(1, 0, 0), "do": "stand"}
    answer = browser.post(reverse("act", args=[room.code]), press, headers={"HX-Request": "true"})
    assert answer.status_code == 409
    assert 'id="picture"' in answer.content.decode()


def test_an_empty_press_is_a_bad_request(browser, match):
    answer = post(browser, match, {})
    assert answer.status_code == 400
    assert len(answer.content) < 200


@pytest.mark.parametrize(
    "large",
    [
        {"cards": "7S " * 400_000},
        {f"field{number}": "x" for number in range(10_000)},
        {"cards": ["7S"] * 10_000},
    ],
    ids=["one MiB", "10,000 fields", "10,000 cards"],
)
def test_a_large_press_is_refused_before_a_card_is_read(browser, match, large, monkeypatch):
    monkeypatch.setattr("games.matches.services.take_action", lambda *a, **k: pytest.fail("read"))
    with CaptureQueriesContext(connection) as queries:
        answer = post(browser, match, fields(match, 0, "stand") | large)
    assert answer.status_code in {400, 413}
    assert not any("UPDATE" in query["sql"] and "hands_hand" in query["sql"] for query in queries)


@pytest.mark.parametrize("broken", ["do=%00", "do=stand%00", "do=%ED%A0%80", "do=%FF%FE", "do=%E2%80%AE", "do=a%0Ab"])
def test_what_cannot_be_read_is_a_bad_request(browser, match, broken):
    press = fields(match, 0, "stand")
    body = "&".join(f"{name}={value}" for name, value in press.items() if name != "do") + "&" + broken
    before = stored()
    address = reverse("act", args=[match.room.code])
    answer = browser.post(address, body, content_type="application/x-www-form-urlencoded")
    assert answer.status_code == 400
    assert stored() == before


@pytest.mark.parametrize("body", ["{", "NaN", '{"do": "stand", "do": "beg"}', "9" * 5000, "[" * 100_000, "null"])
def test_json_is_no_press(browser, match, body):
    before = stored()
    answer = browser.post(reverse("act", args=[match.room.code]), body, content_type="application/json")
    assert answer.status_code == 400
    assert stored() == before
    whole = json.dumps(fields(match, 0, "stand"))
    assert (
        browser.post(reverse("act", args=[match.room.code]), whole, content_type="application/json").status_code == 400
    )


def test_no_page_of_a_table_is_kept_by_a_browser(browser, match):
    seat_to_act(match, 0)
    for answer in (
        browser.get(reverse("table", args=[match.room.code])),
        post(browser, match, a_legal_press(match, 0)),
    ):
        assert "no-store" in answer["Cache-Control"]
        assert "Cookie" in answer["Vary"]
