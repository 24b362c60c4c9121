"""A challenge of Forty or Eighty: trumps are made in turn, so that nobody gains by being quick."""

from __future__ import annotations

import re
from random import Random

import pytest
from django.urls import reverse

from games.matches.models import Match
from games.replays import services
from games.replays.models import TakenUp
from games.replays.timeline import Course, course_of_hand
from games.rules import live_draw, record
from games.rules.cards import NAMES, names
from games.rules.registry import GAMES
from games.table import bidding
from tests.matches.tables import current, person, state_of
from tests.replays.hands import finish, finished

GAMES_WITH_DRAW = ("forty", "eighty")
TODAY = {"overcall": True, "no_trump": True}


def deal(key, seed, chosen=None, context=None):
    """Return a deal as a course that was never played: bidding needs only its setup."""
    game, rng = GAMES[key], Random(seed)
    options = game.resolve(chosen or {})
    pack = list(game.pack(options))
    rng.shuffle(pack)
    context = context or game.following(options, (), tuple(pack), rng)
    return Course(game, game.setup(chosen or {}, context, tuple(pack)), (), (), ())


def chance_bidding(course, seat, rng):
    """Return the bidding of a deal in which a person answers at random."""
    answers = []
    while (outcome := bidding.bid(course.game, course.setup, seat, answers)).choices:
        chosen = rng.choice([bidding.NOTHING_SHOWN, *map(bidding.written, outcome.choices)])
        answers.append(chosen)
    return outcome


@pytest.mark.parametrize("key", GAMES_WITH_DRAW)
def test_every_seat_is_asked_in_turn_and_what_comes_of_it_is_legal(key):
    rng, turns, shown = Random(4), 0, 0
    for seed in range(40):
        chosen = TODAY if key == "eighty" and seed % 2 else {}
        context = None if seed % 3 else {"levels": ["5", "8"], "banker": 2, "first": 2}
        course = deal(key, seed, chosen, context)
        outcome = chance_bidding(course, seed % 4, rng)
        first = course.setup.context["first"]
        assert [seat for seat, _ in outcome.calls] == [(first + at) % 4 for at in range(len(outcome.calls))]
        state = live_draw.start(course.game, course.setup)
        for action in outcome.actions:
            if action.recorded:
                course.game.check(state, action)
                shown += 1
            state = course.game.step(state, action)
        assert state.phase == "bury"
        turns += any(seat == seed % 4 for seat, _ in outcome.calls)
        if outcome.calls and outcome.calls[-1][1] is None:
            assert [action for _, action in outcome.calls[-4:]] == [None] * 4
    assert turns and shown


def test_the_same_answers_come_to_the_same_trumps():
    for seed in range(10):
        course = deal("eighty", seed, TODAY)
        assert chance_bidding(course, 1, Random(9)) == chance_bidding(course, 1, Random(9))


def test_what_could_not_be_shown_is_no_answer():
    course = deal("forty", 3)
    for answers in (["AS AS AS"], [bidding.NOTHING_SHOWN] * 9, ["x"]):
        with pytest.raises(bidding.NoAnswer):
            bidding.bid(course.game, course.setup, 0, answers)


def test_a_drawn_card_leaves_nothing_to_ask():
    course = deal("forty", 1, {"trump_making": "drawn"})
    assert not bidding.has_bidding(course.game, course.setup)
    assert not bidding.bid(course.game, course.setup, 0, []).calls


# --- the pages -----------------------------------------------------------------------------------


def challenge_of(hand, user):
    return reverse("challenge", args=[services.challenge(hand, user).token])


def cards_in(page):
    """Return the cards that a page shows."""
    return sorted(re.findall(r"data-c=([0-9TJQKABLSHDC]{2})", page), key=NAMES.index)


@pytest.mark.django_db
@pytest.mark.usefixtures("at_once")
def test_whoever_goes_back_has_answered_what_they_answered(client, alice):
    hand = finished("forty", alice)
    course = course_of_hand(hand)
    link = challenge_of(hand, alice)
    client.force_login(person("bob"))
    seat = next(seat for seat in range(4) if bidding.bid(course.game, course.setup, seat, []).choices)
    shown = bidding.written(bidding.bid(course.game, course.setup, seat, []).choices[0])
    client.post(link, {"seat": str(seat)})
    assert TakenUp.objects.get().answers == []
    TakenUp.objects.update(answers=[bidding.NOTHING_SHOWN])  # they passed, and another page tells them what came of it
    client.post(link, {"seat": str(seat), "bid": [shown]})
    declared = state_of(current(Match.objects.latest("pk"))).ground.declared
    assert seat not in [one.seat for one in declared]


@pytest.mark.django_db
@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("key", GAMES_WITH_DRAW)
def test_a_challenge_asks_says_so_and_begins_with_what_was_shown(client, alice, key):
    hand = finished(key, alice)
    course = course_of_hand(hand)
    link = challenge_of(hand, alice)
    client.force_login(person("bob"))
    assert "Trumps are made without a race" in client.get(link).content.decode()
    # a seat that has something to show
    seat = next(seat for seat in range(4) if bidding.bid(course.game, course.setup, seat, []).choices)
    page = client.post(link, {"seat": str(seat)}).content.decode()
    full = course.game.view(live_draw.start(course.game, course.setup), seat, 999).hand
    assert cards_in(page) == names(sorted(full))
    answer = re.search(r'name="bid" value="([^"-]+)"', page)[1]
    answers = [answer]
    while bidding.bid(course.game, course.setup, seat, answers).choices:
        answers.append(bidding.NOTHING_SHOWN)
    client.post(link, {"seat": str(seat), "bid": answers})
    match = Match.objects.latest("pk")
    assert match.practice and match.pk != hand.match_id
    again = current(match)
    state = state_of(again)
    assert state.phase == "bury"
    declared = state.ground.declared
    assert (seat, answer) in [(one.seat, bidding.written(one)) for one in declared]
    assert record.verify(record.write(course.game, course.setup, declared, None))["ok"]
    assert finish(again).deck == hand.deck


@pytest.mark.django_db
@pytest.mark.usefixtures("at_once")
def test_whoever_has_seen_a_seats_cards_keeps_to_it_and_plays_once(client, alice):
    hand = finished("forty", alice)
    course, link = course_of_hand(hand), challenge_of(hand, alice)
    seat = next(seat for seat in range(4) if bidding.bid(course.game, course.setup, seat, []).choices)
    bob = person("bob")
    client.force_login(bob)
    cards = cards_in(client.post(link, {"seat": str(seat)}).content.decode())
    assert cards_in(client.post(link, {"seat": str((seat + 1) % 4)}).content.decode()) == cards
    answers = []
    while bidding.bid(course.game, course.setup, seat, answers).choices:
        answers.append(bidding.NOTHING_SHOWN)
    answer = client.post(link, {"seat": str((seat + 1) % 4), "bid": answers})
    match = Match.objects.latest("pk")
    assert match.players.get(user=bob).seat == seat
    assert client.post(link, {"seat": "0"})["Location"] == answer["Location"]
    assert "already taken this challenge" in client.get(link).content.decode()
    assert Match.objects.latest("pk") == match


@pytest.mark.django_db
@pytest.mark.usefixtures("at_once")
def test_nonsense_begins_nothing(client, alice):
    hand = finished("forty", alice)
    link = challenge_of(hand, alice)
    client.force_login(person("bob"))
    for fields in ({}, {"seat": "4"}, {"seat": "x"}, {"seat": "0", "bid": ["x"]}, {"seat": "0", "bid": ["-"] * 30}):
        assert client.post(link, fields).status_code == 422
    assert Match.objects.count() == 1


@pytest.mark.django_db
@pytest.mark.usefixtures("at_once")
def test_games_without_trumps_to_make_begin_at_once(client, alice):
    hand = finished("winner", alice)
    link = challenge_of(hand, alice)
    client.force_login(person("bob"))
    assert "without a race" not in client.get(link).content.decode()
    client.post(link, {"seat": "2"})
    assert Match.objects.count() == 2
