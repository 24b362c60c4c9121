"""Hidden cards stay hidden in every byte sent and on every other channel. Goals S1 to S3."""

from __future__ import annotations

import logging
import math
import re
import time
from dataclasses import replace
from random import Random

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from games import ai
from games.accounts.models import User
from games.matches import clock, turns
from games.matches.fold import Folded
from games.matches.models import Hand
from games.rules.core import Setup
from games.rules.registry import GAMES
from games.table import fragments
from games.table.scene_builder import scene
from games.table.snapshot import load_snapshot
from tests.faults.sizes import SOAK, reached, size
from tests.matches.tables import current, match_of, person
from tests.replays.hands import play_out
from tests.rules.chance import random_hand, shuffled
from tests.rules.test_properties import known_cards, public_course, swapped

PLAYED = ("all-fours", "winner", "forty", "eighty")
every_game = pytest.mark.parametrize("game", PLAYED)
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once"), pytest.mark.slow, pytest.mark.any_database]


def seated(game):
    """Return a match of people alone; nobody but the test moves."""
    rules = GAMES[game]
    who = [person(f"{name}-{game}") for name in ("alice", "bob", "carol", "dora")]
    return match_of(game, *who[: rules.seats(rules.resolve({}))])


@every_game
def test_nothing_that_is_sent_depends_on_unseen_cards(game):
    """Swap two cards that a viewer cannot know, anywhere in the deck; where the same actions are
    legal and everybody sees the same events, every byte of the viewer's table stays the same."""
    rng, rules, compared = Random(f"unseen {game}"), GAMES[game], 0
    match = seated(game)
    basis = load_snapshot(match.room.code)
    people = [*User.objects.filter(played__match=match).order_by("played__seat"), None]
    for _ in range(size(1, 100)):
        options = rules.resolve({})
        deck = shuffled(rules, options, rng)
        setup = rules.setup({}, rules.following(options, [], deck, rng), deck)
        course = list(random_hand(rules, setup, rng))
        states, actions = [one for one, _ in course], [one for _, one in course if one is not None]
        moments = [at for at, state in enumerate(states) if state.result is None]
        for at in moments if SOAK else rng.sample(moments, min(12, len(moments))):
            for seat, viewer in enumerate(people):
                compared += same_bytes(rules, basis, setup, states[: at + 1], actions[:at], viewer, seat, rng)
    assert compared > 20
    reached("S1", f"{compared} pictures of {game} compared, 0 differences")


def same_bytes(rules, basis, setup, states, actions, viewer, seat, rng):
    """Compare a viewer's picture with those after swaps of cards they cannot know; return how many."""
    place = None if viewer is None else seat
    hidden = sorted(set(setup.deck) - known_cards(rules, states, actions, place))
    compared = 0
    for _ in range(4 if len(hidden) > 1 else 0):
        one, other = rng.sample(hidden, 2)
        swap = {one: other, other: one}
        again = swapped(rules, setup, actions, swap)
        if again is None or public_course(rules, again) != public_course(rules, states):
            continue
        deck = tuple(swap.get(card, card) for card in setup.deck)
        mine = parts(basis, Folded(rules, setup, states[-1], len(actions)), viewer)
        theirs = parts(basis, Folded(rules, Setup(setup.options, setup.context, deck), again[-1], len(actions)), viewer)
        assert mine == theirs
        compared += 1
    return compared


def parts(basis, folded, viewer):
    """Return everything that a viewer is sent for a moment."""
    return {name: str(part) for name, part in fragments.parts(scene(replace(basis, folded=folded), viewer)).items()}


# --- the other doors -----------------------------------------------------------------------------

#: the loggers that are captured, at every level
LOGGERS = ("games", "cardsite", "celery", "django")
#: what a push may hold, and what a task may
PUSH = {"type", "code", "mark", "at", "version"}
CARD = re.compile(r"(?<![A-Za-z0-9])(?:10|[2-9TJQKA])[CDHS](?![A-Za-z0-9])|\b[SL]J\b")


def test_the_search_finds_cards():
    for text in ("he holds 7S.", "['AS', 'KD']", "play=10H", "LJ", "cards: 2C"):
        assert CARD.search(text), text
    for text in ("room AS7K2C", "hand 7 at 2", "2026-01-02T10:00Z", "abc7Sx"):
        assert not CARD.search(text), text


@pytest.fixture
def doors(monkeypatch, caplog):
    """Record everything that leaves through logs, tasks, pushes and the cache."""
    records = {"pushes": [], "tasks": [], "cached": []}
    for place in ("games.rooms.events", "games.accounts.notifications"):
        monkeypatch.setattr(f"{place}.send_to_group", lambda group, message: records["pushes"].append((group, message)))
    monkeypatch.setattr("games.matches.events.send_task", lambda name, *args, **options: records["tasks"].append(args))
    store = cache.set
    monkeypatch.setattr(
        cache, "set", lambda key, value, *a, **k: records["cached"].append((key, value)) or store(key, value, *a, **k)
    )
    for name in LOGGERS:
        logger = logging.getLogger(name)
        caplog.set_level(logging.DEBUG, logger=name)
        monkeypatch.setattr(logger, "handlers", [*logger.handlers, caplog.handler])
        monkeypatch.setattr(logger, "propagate", False)
    return records


@every_game
def test_no_card_leaves_by_another_door(game, doors, caplog, django_capture_on_commit_callbacks):
    for name in LOGGERS:
        logging.getLogger(name).debug("heard")
    for _ in range(size(1, 50)):
        with django_capture_on_commit_callbacks(execute=True):
            hand = play_out(current(seated_with_ai(game)), seed=3)
        assert hand.scored_at is not None
    assert doors["pushes"]
    assert doors["tasks"]
    for _group, message in doors["pushes"]:
        assert set(message) <= PUSH, message
    for arguments in doors["tasks"]:
        assert all(type(one) is int for one in arguments), arguments
    heard = [record for record in caplog.records if record.name.startswith(LOGGERS)]
    assert [record.name for record in heard if record.getMessage() == "heard"] == list(LOGGERS)
    for record in heard:
        assert not CARD.search(record.getMessage()), record.getMessage()
    assert not CARD.search(repr(doors["cached"]))
    reached(
        "S2",
        f"{game}: {len(doors['pushes'])} pushes, {len(doors['tasks'])} tasks, {len(heard)} log lines: no card",
    )


def seated_with_ai(game):
    """Return a match of one person and AI players; people of earlier rounds are other people."""
    rules = GAMES[game]
    seats = rules.seats(rules.resolve({}))
    return match_of(game, person(f"one{User.objects.count()}"), *["random"] * (seats - 1))


@every_game
def test_a_fault_in_the_middle_of_a_hand_names_no_card(game, monkeypatch, caplog):
    match = seated(game)
    hand, client = current(match), Client(raise_request_exception=False)
    client.force_login(match.players.first().user)
    monkeypatch.setattr("games.table.fragments.parts", lambda scene: 1 / 0)
    caplog.set_level(logging.DEBUG)
    answer = client.get(reverse("table", args=[match.room.code]))
    assert answer.status_code == 500
    assert not CARD.search(answer.content.decode())
    assert not CARD.search("\n".join(record.getMessage() for record in caplog.records))
    assert Hand.objects.get(pk=hand.pk).version == 0


# --- time ----------------------------------------------------------------------------------------


def test_the_pause_is_drawn_before_anybody_looks(monkeypatch):
    """The pause of an AI player depends on settings alone: no hand, no view, no state."""
    assert clock.pace.__code__.co_argcount == 0
    assert set(clock.pace.__code__.co_names) <= {"settings", "AI_PACE", "timedelta", "_chance", "uniform"}
    match = match_of("all-fours", "policy", "policy")
    hand = current(match)
    thoughts = []
    monkeypatch.setattr(turns.thinking, "think", lambda *a, **k: thoughts.append("thought") or 1 / 0)
    assert hand.due_at is not None
    assert thoughts == []


@pytest.mark.parametrize("game", PLAYED)
def test_the_time_of_a_thought_says_nothing_of_hidden_cards(game):
    """Report how the policy's thinking time relates to the strength of hands it cannot see."""
    rules, rng, times, strengths = GAMES[game], Random(5), [], []
    while len(times) < size(50, 2000):
        options = rules.resolve({})
        deck = shuffled(rules, options, rng)
        setup = rules.setup({}, rules.following(options, [], deck, rng), deck)
        for state, _ in random_hand(rules, setup, rng):
            if state.result is not None or not state.to_act:
                continue
            seat = state.to_act[0]
            view = rules.view(state, seat)
            began = time.perf_counter()
            ai.choose(view, "policy", Random(1))
            times.append(time.perf_counter() - began)
            unseen = [card % 13 for at in range(len(view.counts)) if at != seat for card in rules.view(state, at).hand]
            strengths.append(sum(unseen) / max(1, len(unseen)))
    assert len(times) == len(strengths)
    reached("S3", f"{game}: {len(times)} thoughts, r = {correlation(times, strengths):+.3f} to hidden hands")


def correlation(one, other):
    mean, means = sum(one) / len(one), sum(other) / len(other)
    top = sum((a - mean) * (b - means) for a, b in zip(one, other, strict=True))
    return top / math.sqrt(sum((a - mean) ** 2 for a in one) * sum((b - means) ** 2 for b in other) or 1)
