"""A press at the table: who may make it, what answer they get, and that nothing is lost."""

from __future__ import annotations

import pytest
from django.urls import reverse

from games.matches import played_hands, seating, services
from games.matches.models import Entry, Match
from games.rooms.models import Room, Seat
from games.rules.cards import NAMES
from games.rules.core import Illegal
from games.rules.registry import GAMES
from games.table.scene_builder import press_key, scene
from games.table.snapshot import load_snapshot
from tests.matches.tables import current, house, match_of, move, person, state_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]


@pytest.fixture
def match(alice):
    return match_of("all-fours", alice, person("bob"))


def fields(match, seat, do, **more):
    """Return what the page of the current picture would send."""
    hand = current(match)
    return {"hand": hand.pk, "seq": hand.version, "key": press_key(hand.pk, seat, hand.version), "do": do} | more


def post(browser, match, data, htmx=True):
    headers = {"HX-Request": "true"} if htmx else {}
    return browser.post(reverse("act", args=[match.room.code]), data, headers=headers)


def seat_to_act(match, seat):
    """Let the other seat act until this one is to act."""
    while True:
        hand = current(match)
        state = state_of(hand)
        if seat in state.to_act:
            return
        action = hand.match.room.rules.legal(state)[0]
        raw = hand.match.room.rules.write_action(action)
        move(hand, raw.pop("seat"), raw)


def a_legal_press(match, seat):
    seat_to_act(match, seat)
    game = match.room.rules
    action = game.legal(state_of(current(match)))[0]
    raw = game.write_action(action)
    raw.pop("seat")
    cards = {"cards": raw["card"]} if "card" in raw else {}
    return fields(match, seat, raw["do"], **cards)


def in_play(match, seat):
    """Bring the match to a picture where the seat is to play a card."""
    while True:
        seat_to_act(match, seat)
        hand = current(match)
        state = state_of(hand)
        if state.phase == "play":
            return hand, state
        game = match.room.rules
        raw = game.write_action(game.legal(state)[0])
        move(hand, raw.pop("seat"), raw)


def test_it_answers_htmx_with_the_present_table(browser, match):
    answer = post(browser, match, a_legal_press(match, 0))
    assert answer.status_code == 200
    assert 'id="picture"' in answer.content.decode()
    assert Entry.objects.filter(by="person").exists()


def test_it_leads_a_page_without_scripts_back_to_the_table(browser, match):
    answer = post(browser, match, a_legal_press(match, 0), htmx=False)
    assert answer.status_code == 302
    assert browser.get(answer["Location"]).status_code == 200


def test_the_same_press_twice_is_one_action_and_the_same_answer(browser, match):
    data = a_legal_press(match, 0)
    first = post(browser, match, data)
    count = Entry.objects.count()
    second = post(browser, match, data)
    assert (first.status_code, second.status_code) == (200, 200)
    assert Entry.objects.count() == count


def test_a_press_on_an_old_picture_is_answered_with_the_present_table(browser, match):
    old = a_legal_press(match, 0)
    post(browser, match, old)
    answer = post(browser, match, old | {"do": "run", "cards": []})
    assert answer.status_code == 409
    assert "The table has moved on" in answer.content.decode()
    assert f'value="{load_snapshot(match.room.code).picture}"' in answer.content.decode()


def test_an_illegal_card_is_answered_by_the_rules_sentence_and_the_cards_that_bind(browser, match):
    hand, state = in_play(match, 0)
    game = match.room.rules
    other = next(number for number in range(52) if number not in state.hands[0])
    with pytest.raises(Illegal) as illegal:
        game.check(state, game.read_action({"seat": 0, "do": "play", "card": NAMES[other]}, game.resolve({})))
    answer = post(browser, match, fields(match, 0, "play", cards=NAMES[other]))
    assert answer.status_code == 422
    assert game.refusals[illegal.value.code].sentence in answer.content.decode()
    assert current(match).version == hand.version


def test_a_play_without_a_card_says_what_to_do(browser, match):
    in_play(match, 0)
    answer = post(browser, match, fields(match, 0, "play"))
    assert answer.status_code == 422
    assert "Pick a card first, then Play" in answer.content.decode()


def test_the_seat_comes_from_the_session(browser, match, client):
    data = a_legal_press(match, 0) | {"seat": "1"}
    assert post(browser, match, data).status_code == 200
    assert Entry.objects.latest("pk").action["seat"] == 0
    assert post(browser, match, a_legal_press(match, 1)).status_code == 403


def test_an_onlooker_has_no_seat(client, match):
    client.force_login(person("carol"))
    before = Entry.objects.count()
    assert post(client, match, fields(match, 0, "stand")).status_code == 403
    assert Entry.objects.count() == before


def test_somebody_whose_session_has_ended_is_led_to_sign_in_and_back(client, match):
    answer = post(client, match, fields(match, 0, "stand"))
    assert answer.status_code == 401
    assert answer["HX-Redirect"] == f"{reverse('account_login')}?next=%2Ft%2F{match.room.code}%2F"
    assert post(client, match, fields(match, 0, "stand"), htmx=False).status_code == 403


@pytest.mark.parametrize(
    "broken",
    [
        {"key": "0" * 32},
        {"hand": "999999"},
    ],
)
def test_a_forged_key_or_a_foreign_hand_is_refused(browser, match, broken):
    assert post(browser, match, a_legal_press(match, 0) | broken).status_code == 403


@pytest.mark.parametrize(
    "broken",
    [
        {"hand": "x"},
        {"do": ["stand", "beg"]},
        {"colour": "red"},
        {"cards": ["2S"] * 41},
        {"cards": "x" * 1000},
        {"key": ["a", "b"]},
    ],
)
def test_what_no_page_of_ours_sends_is_a_bad_request(browser, match, broken):
    before = Entry.objects.count()
    assert post(browser, match, fields(match, 0, "stand") | broken).status_code == 400
    assert Entry.objects.count() == before


def test_a_missing_field_is_a_bad_request(browser, match):
    whole = fields(match, 0, "stand")
    for name in whole:
        assert post(browser, match, {k: v for k, v in whole.items() if k != name}).status_code == 400


def test_only_a_post_acts(browser, match):
    address = reverse("act", args=[match.room.code])
    assert [getattr(browser, verb)(address).status_code for verb in ("get", "put", "delete", "head")] == [405] * 4


def test_a_room_that_is_not_there_is_not_found(browser):
    assert browser.post(reverse("act", args=["NOROOM"]), {}).status_code == 404
    assert browser.get(reverse("table", args=["NOROOM"])).status_code == 404


def test_a_post_from_another_site_is_refused(match, alice):
    from django.test import Client

    strict = Client(enforce_csrf_checks=True)
    strict.force_login(alice)
    assert post(strict, match, fields(match, 0, "stand")).status_code == 403


def test_it_says_nothing_of_another_seats_cards(browser, match):
    hand = current(match)
    mine, theirs = state_of(hand).hands
    page = browser.get(reverse("table", args=[match.room.code])).content.decode()
    assert all(f"value={NAMES[number]} " in page for number in mine)
    assert not any(f"value={NAMES[number]} " in page for number in theirs)


def test_play_now_makes_a_guest_and_a_table(client):
    answer = client.post(reverse("play-now", args=["all-fours"]))
    match = Match.objects.get()
    assert answer["Location"] == reverse("table", args=[match.room.code])
    assert match.players.get(seat=0).user.is_guest


def test_play_now_leads_back_to_the_unfinished_table(client):
    first = client.post(reverse("play-now", args=["all-fours"]))
    assert client.post(reverse("play-now", args=["all-fours"]))["Location"] == first["Location"]
    assert Match.objects.count() == 1


def test_play_now_needs_a_game_and_a_post(client):
    for method in (client.post, client.get):
        assert method(reverse("play-now", args=["poker"])).status_code == 404
    assert client.get(reverse("play-now", args=["all-fours"])).status_code == 302
    assert not Match.objects.exists()


def test_a_whole_match_is_played_by_presses_to_play_again(client):
    client.post(reverse("play-now", args=["all-fours"]))
    match = Match.objects.get()
    for _ in range(1000):
        house()
        match.refresh_from_db()
        if match.ended_at:
            break
        hand = current(match)
        state = state_of(hand)
        if state.result is not None:
            assert post(client, match, fields(match, 0, "next")).status_code == 200
        elif 0 in state.to_act:
            assert post(client, match, a_legal_press(match, 0)).status_code == 200
    assert match.ended_at is not None
    assert post(client, match, fields(match, 0, "again")).status_code == 200
    assert Match.objects.count() == 2


def played_out(match):
    """Play the match's first hand to its end without scoring it."""
    while state_of(current(match)).result is None:
        action = match.room.rules.legal(state_of(current(match)))[0]
        raw = match.room.rules.write_action(action)
        move(current(match), raw.pop("seat"), raw)
    return current(match)


def test_the_next_hand_pressed_twice_is_what_was_wanted(browser, alice):
    """The second press arrives after the deal."""
    match = match_of("all-fours", alice, "random")
    played_out(match)
    services.score(current(match).pk)
    press = fields(match, 0, "next")
    assert post(browser, match, press).status_code == 200
    house()
    assert current(match).number == 2
    answer = post(browser, match, press)
    assert answer.status_code == 200
    assert b'<div id="toast" role="alert"></div>' in answer.content


def test_play_again_counts_the_last_hand_that_nobody_has_counted_yet_and_may_be_pressed_twice(browser, alice):
    match = match_of("winner", alice, *map(person, ("bob", "carol", "dora")), options={"hands": 1})
    assert played_out(match).scored_at is None
    press = fields(match, 0, "again")
    for _ in range(2):
        assert post(browser, match, press).status_code == 200
        assert Match.objects.filter(room=match.room).count() == 2


def test_the_standing_counts_the_first_hand_before_and_after_it_is_scored(match, alice):
    hand = played_out(match)
    before = scene(load_snapshot(match.room.code), alice)
    services.score(hand.pk)
    after = scene(load_snapshot(match.room.code), alice)
    assert len(before.played) == 1
    assert (after.played, after.standing) == (before.played, before.standing)


def test_a_hand_that_is_scored_while_it_is_looked_at_counts_once(match, alice, monkeypatch):
    services.score(played_out(match).pk)
    services.deal_next(current(match).pk)
    hand = played_out(match)
    ask = played_hands.played

    def scored_meanwhile(match_id):
        services.score(hand.pk)
        return ask(match_id)

    with monkeypatch.context() as patch:
        patch.setattr(played_hands, "played", scored_meanwhile)
        during = scene(load_snapshot(match.room.code), alice)
    after = scene(load_snapshot(match.room.code), alice)
    assert (during.played, during.standing) == (after.played, after.standing)


def test_after_the_match_nobody_is_told_that_the_house_plays_for_them(match, alice):
    Seat.objects.filter(user=alice).update(autoplay=True)
    assert scene(load_snapshot(match.room.code), alice).room_state.autoplay
    Match.objects.update(ended_at=match.started_at)
    match.room.touch()
    assert not scene(load_snapshot(match.room.code), alice).room_state.autoplay


def test_a_table_that_waits_again_shows_no_card_of_the_last_match(match, alice):
    seating.leave(match.room, match.players.get(seat=1).user)
    Match.objects.update(ended_at=match.started_at)
    seating.again(match.room, alice)
    assert Room.objects.get().waiting
    assert scene(load_snapshot(match.room.code), alice).view is None


@pytest.mark.parametrize("going", [True, False], ids=["between two hands", "after the match"])
def test_who_sits_down_after_a_hand_sees_no_more_of_it_than_an_onlooker(client, alice, going):
    """The cards left in it belong to another player."""
    bob, eve = person("bob"), person("eve")
    match = match_of("winner", alice, "random" if going else bob, "random", "random", options={"hands": 1 + going})
    while current(match).result is None:
        played_out(match)
        services.score(current(match).pk)
    if not going:
        seating.leave(match.room, bob)
    before = scene(load_snapshot(match.room.code), eve)
    seating.take_over(match.room, eve, 1, unrated=True)
    after = scene(load_snapshot(match.room.code), eve)
    assert after.seat == 1
    assert after.view == before.view
    client.force_login(eve)
    page = client.get(reverse("table", args=[match.room.code])).content.decode()
    assert reverse("replay-hand", args=[current(match).pk]) not in page
    assert client.get(reverse("replay-hand", args=[current(match).pk])).status_code == 404
    assert len(scene(load_snapshot(match.room.code), alice).view.hand) == state_of(current(match)).hands[0].bit_count()


@pytest.mark.parametrize(
    ("game", "way", "preset"),
    [
        ("all-fours", "", None),
        ("winner", "source", None),
        ("forty", "", "today"),
        ("forty", "source", "source"),
        ("eighty", "", "today"),
        ("eighty", "source", "source"),
        ("eighty", "no-such-way", "today"),
    ],
)
def test_play_now_plays_what_the_cover_says_and_its_other_way_by_one_press(client, game, way, preset):
    presets = {choice.key: choice.options for choice in GAMES[game].presets}
    client.post(reverse("play-now", args=[game]), {"way": way} if way else {})
    assert Match.objects.get().room.options == (dict(presets[preset]) if preset else {})


def test_each_way_leads_back_to_its_own_unfinished_table(client):
    ways = [client.post(reverse("play-now", args=["eighty"]), {"way": way})["Location"] for way in ("", "source") * 2]
    assert ways[:2] == ways[2:] and ways[0] != ways[1]


def test_the_front_page_says_both_ways_in_a_line(client):
    page = client.get(reverse("home")).content.decode()
    for key in ("forty", "eighty"):
        assert f'<button class="btn quiet" form="{key}-source">As in the source text' in page
        assert f'id="{key}-source"' in page
    assert page.count("Today’s table: ") == 2
    assert page.count("the old score table") == 2
    assert 'form="winner-' not in page and 'form="all-fours-' not in page
