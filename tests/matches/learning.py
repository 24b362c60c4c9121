"""Learning tables for tests: their matches, and playing on to a person's turn."""

from __future__ import annotations

from random import Random

from games.matches.models import Hand, Match
from games.matches.practice import practise
from games.rooms.models import Room
from games.rules.registry import GAMES
from tests.matches.tables import current, house, match_of, move, state_of

SEATS = {"all-fours": 2, "winner": 4, "forty": 4, "eighty": 4, "big-two": 4, "tien-len": 4, "president": 4}


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


def my_turn(match, kinds=("play",), seat=0):
    """Let everybody act until the person is to act in a phase that allows one of these kinds of action; return
    the hand and its state. In any other phase they take their first legal action."""
    for _ in range(400):
        house()
        hand, state = current(match), None
        state = state_of(hand)
        assert state.result is None, "the hand ended first"
        actions = [one for one in GAMES[match.game].legal(state) if one.seat == seat]
        if actions and actions[0].do in kinds:
            return hand, state
        assert actions, state.phase
        raw = GAMES[match.game].write_action(actions[0])
        move(hand, raw.pop("seat"), raw)
    raise AssertionError("the turn never came")


def act(match, seat=0):
    """Take the person's first legal action; return the hand's version before it."""
    hand = current(match)
    state = state_of(hand)
    action = next(one for one in GAMES[match.game].legal(state) if one.seat == seat)
    raw = GAMES[match.game].write_action(action)
    version = hand.version
    move(hand, raw.pop("seat"), raw)
    return version
