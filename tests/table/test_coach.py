"""Tips in the first hand of a game: one line a turn, until the player turns them off."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from django.urls import reverse

from games.accounts.models import User
from games.accounts.services import set_preference
from games.matches.models import Match, Player
from games.rooms.models import Room
from games.rules.allfours.score import pips_of
from games.rules.four_chances.following import winning_place
from games.rules.registry import GAMES
from games.table import fragments
from games.table.game_table import table_of
from games.table.scene_builder import scene
from games.table.snapshot import load_snapshot
from tests.matches.tables import current, house, match_of, move, state_of
from tests.table import scenes

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]


def table(browser):
    room = Room.objects.latest("pk")
    return browser.get(reverse("table", args=[room.code])).content.decode()


def small(page):
    match = re.search(r'id="prompt"[^>]*><div>.*?<small>(.*?)</small>', page)
    return match[1] if match else ""


def to_a_choice(room):
    """Play on while only one action is possible, as that gets no tip. Return whether a choice came before the
    first hand was over: another player may have gone out."""
    match = Match.objects.get(room=room)
    house()
    while (hand := current(match)).number == 1 and (state := state_of(hand)).result is None:
        moves = list(room.rules.legal(state))
        if len(moves) > 1:
            return True
        raw = room.rules.write_action(moves[0])
        move(hand, raw.pop("seat"), raw)
        house()
    return False


@pytest.mark.parametrize("game", GAMES)
def test_the_first_hand_of_a_game_has_tips_and_the_next_table_has_none(browser, alice, game):
    browser.post(reverse("play-now", args=[game]))
    if to_a_choice(Room.objects.latest("pk")):
        assert "No tips" in small(table(browser))
    assert Player.objects.filter(user=alice, match__game=game).exists()
    browser.post(reverse("seat", args=[Room.objects.latest("pk").code]), {"do": "leave"})
    match_of(game, alice, *["policy"] * (GAMES[game].seats(GAMES[game].resolve({})) - 1))
    assert "No tips" not in table(browser)


def test_whoever_can_only_pass_is_given_no_tip_to_beat_it():
    scene = scenes.winner()["winner-only-pass"]
    coached = replace(scene, room_state=replace(scene.room_state, coached=True))
    assert "No tips" not in fragments.parts(coached)["prompt"]
    choosing = scenes.winner()["winner-lead"]
    coached = replace(choosing, room_state=replace(choosing.room_state, coached=True))
    assert "No tips" in fragments.parts(coached)["prompt"]


@pytest.mark.parametrize(("moment", "is_told"), [("lead", True), ("chosen", False), ("pairs", False), ("later", False)])
def test_the_first_card_comes_with_what_a_tap_on_it_does(moment, is_told):
    """Only where a tap plays it: one card is a play, and the player has not chosen otherwise."""
    scene = scenes.all_fours()["allfours-play-lead"] if moment != "pairs" else scenes.winner()["winner-lead"]
    state = replace(scene.room_state, coached=True, taps=moment != "chosen")
    view = scene.view
    played = [action for action in view.memory if action.seat == scene.seat and action.do == "play"]
    if moment == "later":
        assert played
    else:
        view = replace(view, memory=tuple(action for action in view.memory if action not in played))
    prompt = fragments.parts(replace(scene, view=view, room_state=state))["prompt"]
    assert "No tips" in prompt and ("A tap on a card plays it." in prompt) == is_told


def test_a_page_that_has_been_open_knows_what_its_player_has_set_since(alice):
    """Its socket has a copy of them from when it opened."""
    match = match_of("all-fours", alice, "policy")
    set_preference(User.objects.get(), "tap", "choose")
    assert "tap" not in alice.prefs
    assert not scene(load_snapshot(match.room.code), alice).room_state.taps


def test_one_press_ends_them_for_good(browser, alice):
    browser.post(reverse("play-now", args=["winner"]))
    code = Room.objects.latest("pk").code
    answer = browser.post(reverse("table-settings", args=[code]), {"tips": "off"}, headers={"HX-Request": "true"})
    assert answer.status_code == 200 and "No tips" not in answer.content.decode()
    assert User.objects.get(pk=alice.pk).prefs["tips"] == "off"
    browser.post(reverse("play-now", args=["all-fours"]))
    assert "No tips" not in table(browser)


def tips_in_a_hand(alice, game):
    """Play a hand with AI players; return the tips of its turns."""
    match = match_of(game, alice, *["policy"] * (GAMES[game].seats(GAMES[game].resolve({})) - 1))
    tips = set()
    for turn in range(400):
        house()
        hand = current(match)
        state = state_of(hand)
        if state.result is not None or hand.number > 1:
            break
        view = GAMES[game].view(state, 0)
        tips.add(table_of(game).advice(view))
        # low and high in turn: whoever always plays low may never win a trick, and would get one tip only
        raw = match.room.rules.write_action(list(match.room.rules.legal(state))[-(turn % 2)])
        move(hand, raw.pop("seat"), raw)
    return tips


@pytest.mark.parametrize("game", GAMES)
def test_every_turn_of_a_hand_has_its_line(alice, game):
    tips: set[str] = set()
    for _hand in range(5):  # hands are dealt by chance: a short one may have only one tip
        tips |= tips_in_a_hand(alice, game)
        if len(tips - {""}) >= 2:
            break
    assert table_of(game).about() and len(tips - {""}) >= 2


def tip_in_all_fours(points, best):
    """Return a follower's tip at a table of four, where a trick of so many points is one of these seats' so far."""

    def condition(state):
        if state.phase != "play" or state.to_act != (0,) or not state.trick:
            return False
        winning = (state.lead + winning_place(state.trick, state.trump)) % 4
        return winning in best and (points is None or pips_of(state.trick, state.trump, game.resolve(four)) == points)

    game, four = GAMES["all-fours"], {"players": 4}
    return table_of("all-fours").advice(game.view(scenes.state_at(game, condition, four), 0))


def test_where_the_partner_has_the_trick_nobody_is_told_to_take_it():
    assert tip_in_all_fours(10, {2}) == "Your partner has this trick so far: give what counts."
    assert tip_in_all_fours(10, {1, 3}) == "10 card points lie here: take them if you can."
    assert tip_in_all_fours(1, {1, 3}) == "1 card point lies here: take it if you can."
    assert tip_in_all_fours(0, {1, 3}) == "Nothing much lies here: keep your good cards."


@pytest.mark.parametrize("name", ["forty", "eighty"])
def test_nobody_is_told_to_beat_a_trick_that_no_play_of_theirs_beats(name):
    game = GAMES[name]

    def tip(beats):
        def condition(state):
            if state.phase != "play" or state.to_act != (0,) or len(state.plays) % 4 not in (1, 2) or state.best == 2:
                return False
            return beats == any(game.step(state, move).best == 0 for move in game.legal(state))

        return table_of(name).advice(game.view(scenes.state_at(game, condition), 0))

    assert tip(beats=True) == "They have this trick so far: beat it, or give no points."
    assert tip(beats=False) == "They have this trick so far: give no points."


def test_a_game_without_pairs_is_given_no_tip_about_them():
    by_name = scenes.shengji()
    assert "pairs" not in table_of("forty").advice(by_name["shengji-forty-lead"].view)
    assert "Aces and pairs" in table_of("eighty").advice(by_name["shengji-lead"].view)


def test_what_is_said_of_a_game_holds_in_each_of_its_family():
    """In Big Two a flush beats a straight; in California Jack both draw."""
    assert "of its kind" in table_of("winner").about()
    assert "kind" not in table_of("big-two").about() and "as many cards" in table_of("big-two").about()
    assert "draws first" in table_of("california-jack").about()
