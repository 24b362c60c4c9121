"""The learning table: moves taken back, open hands, hints and reasons, and that nothing counts."""

from __future__ import annotations

import re
from datetime import timedelta
from random import Random

import pytest
from django.urls import reverse
from django.utils import timezone

from games.community.models import Rating
from games.community.ratings import rate
from games.community.statistics import figures
from games.matches import downtime, played_hands, services, turns, undo
from games.matches.fold import CLOSE, fold
from games.matches.models import Entry, Hand, Match, Pulse
from games.matches.practice import practise
from games.matches.undo import NothingToTakeBack
from games.rooms.models import Room, Seat
from games.rooms.services import RoomSettings, free_public_seat, open_room
from games.rules.cards import NUMBERS
from games.rules.record import verify, write
from games.rules.registry import GAMES
from games.table import fragments, learning
from games.table.scene_builder import load_snapshot, press_key, scene
from tests.matches.tables import current, house, match_of, move, person, state_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]

SEATS = {"all-fours": 2, "winner": 4, "forty": 4, "eighty": 4}


@pytest.fixture
def alice():
    return person("alice")


@pytest.fixture
def browser(client, alice):
    client.force_login(alice)
    return client


def learning_match(game, *who, learning=Room.Learning.YES, level="policy"):
    """Return a match at a learning table, AI players on the seats that nobody has."""
    match = match_of(game, *who, *[level] * (SEATS[game] - len(who)))
    Room.objects.filter(pk=match.room_id).update(learning=learning)
    Match.objects.filter(pk=match.pk).update(practice=True)
    return Match.objects.select_related("room").get(pk=match.pk)


def known_match(game, user, seed=3, level="random"):
    """Return a match at a learning table that goes the same way whenever it is played."""
    rules = GAMES[game]
    deck = list(rules.pack(rules.resolve({})))
    rng = Random(seed)
    rng.shuffle(deck)
    context = rules.following(rules.resolve({}), [], tuple(deck), rng)
    match = practise(user, rules, rules.setup({}, context, tuple(deck)), [], 0, level, "known")
    Room.objects.filter(pk=match.room_id).update(learning=Room.Learning.YES)
    Hand.objects.filter(match=match).update(salt=rng.randbytes(32))
    return Match.objects.select_related("room").get(pk=match.pk)


def my_turn(match, deeds=("play",), seat=0):
    """Let everybody act until the person is to act, in a phase in which he does one of these; return
    his hand and its state. Where he is asked anything else he does the first lawful thing."""
    for _ in range(400):
        house()
        hand, state = current(match), None
        state = state_of(hand)
        assert state.result is None, "the hand ended first"
        actions = [one for one in GAMES[match.game].legal(state) if one.seat == seat]
        if actions and actions[0].do in deeds:
            return hand, state
        assert actions, state.phase
        raw = GAMES[match.game].write_action(actions[0])
        move(hand, raw.pop("seat"), raw)
    raise AssertionError("the turn never came")


def act(match, seat=0):
    """Do the first lawful thing as the person; return the hand as it was before."""
    hand = current(match)
    state = state_of(hand)
    action = next(one for one in GAMES[match.game].legal(state) if one.seat == seat)
    raw = GAMES[match.game].write_action(action)
    version = hand.version
    move(hand, raw.pop("seat"), raw)
    return version


def press(browser, match, hand, do="take-back", seat=0, htmx=True):
    data = {"hand": hand.pk, "seq": hand.version, "key": press_key(hand.pk, seat, hand.version), "do": do}
    headers = {"HX-Request": "true"} if htmx else {}
    return browser.post(reverse("take-back", args=[match.room.code]), data, headers=headers)


# --- taking back ---------------------------------------------------------------------------------


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
        made = [folded.read(raw) for raw in raws if raw != CLOSE]
        assert verify(write(folded.game, folded.setup, made, None))["ok"]


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


def test_what_was_taken_back_is_no_part_of_the_history(browser, alice):
    """A later hand's replay counts the hands before it, none of those that were laid aside."""
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
    laid_aside = Hand.objects.filter(match=match, number=0).first()
    assert browser.get(reverse("replay-hand", args=[laid_aside.pk])).status_code == 404


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
    # the picture in which it was pressed is no longer the present one
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
        found = [card for _said, cards in learning.reasons(fold(hand), 0) for card in cards]
        assert set(found) == dimmed and len(found) == len(dimmed)
        dimmed_once |= bool(dimmed)
        if dimmed:
            said = shown(match, alice)["prompt"]
            assert any(refusal.sentence in said for refusal in GAMES[game].refusals.values())
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
    found = free_public_seat(alice, "all-fours")
    assert found is not None and found[0] == room
