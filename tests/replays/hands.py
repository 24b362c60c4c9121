"""Hands played to their end, to be looked at again."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from django.test import RequestFactory
from django.utils import timezone

from games import ai
from games.accounts.models import User
from games.ai import measures
from games.foundation.process_cache import clear_caches
from games.matches import fold, services, turns
from games.matches.models import Entry, Hand, Match
from games.replays.replay import Replay, hand_replay
from games.rooms.models import Seat
from games.rules.registry import GAMES
from tests.chance import known_chance
from tests.matches.tables import current, room_of

#: the hands that are long enough to have everything, by game
PLAYERS = {"all-fours": 2, "winner": 4, "forty": 4, "eighty": 4, "pitch": 4, "california-jack": 2}
PLAYERS |= {"big-two": 4, "tien-len": 4, "president": 4}


def nobody(hand: Hand) -> None:
    """Watch nothing."""


#: What a hand's rows hold when all is played and nothing is scored yet.
PLAYED = ("context", "deck", "salt", "secret", "seeds", "promised", "version", "turn_at", "drawn_at", "draw_plan")
#: game, options, level, number of people → such a hand as it was played in this process: its fields, its match's cut,
#: its entries
_played: dict[tuple[str, str, str, int], tuple[dict[str, Any], Any, list[Entry]]] = {}


def finished(
    game: str,
    *people: User,
    options: dict[str, Any] | None = None,
    level: str = "random",
    watch: Callable[[Hand], Any] = nobody,
) -> Hand:
    """Return a scored hand of a new match; people sit first and play by chance, AI players fill up.
    ``watch`` is called with the hand before every action, and when it is scored.

    Where nobody watches, a hand of the same kind is played once in a process, from a deal that the kind's name and the
    run's seed choose, and its rows are copied from then on: no test is given one deal twice."""
    rules = GAMES[game]
    seats = rules.seats(rules.resolve(options or {}))
    room = room_of(game, *people, *[level] * (seats - len(people)), options=options)
    kind = (game, repr(options), level, len(people))
    if watch is not nobody:
        return play_out(current(services.start_match(room)), watch)
    if kind not in _played:
        with known_chance(repr(kind)):
            hand = finish(current(services.start_match(room)))
        fields = {name: getattr(hand, name) for name in PLAYED}
        _played[kind] = fields, hand.match.cut, list(hand.entries.order_by("seq"))
        return hand
    fields, cut, entries = _played[kind]
    if Hand.objects.filter(salt=fields["salt"]).exists():
        return finish(current(services.start_match(room)))
    return _copy_course(current(services.start_match(room)), fields, cut, entries)


def _copy_course(hand: Hand, fields: dict[str, Any], cut: Any, entries: list[Entry]) -> Hand:
    """Put another hand's course, and the cut it began with, in place of one that was just dealt, and score it."""
    Match.objects.filter(pk=hand.match_id).update(cut=cut)
    Hand.objects.filter(pk=hand.pk).update(**fields)
    Entry.objects.bulk_create(
        Entry(hand=hand, seq=entry.seq, action=entry.action, by=entry.by, key=entry.key) for entry in entries
    )
    clear_caches()
    return finish(hand)


def play_out(hand: Hand, watch: Callable[[Hand], Any] = nobody, seed: int = 7) -> Hand:
    """Play a hand to its end and score it; people choose by chance."""
    rng, match = Random(seed), hand.match
    rules = GAMES[match.game]
    levels = dict(match.players.values_list("seat", "level"))
    waited_at = -1
    for _ in range(2000):
        hand = Hand.objects.get(pk=hand.pk)
        if hand.scored_at is not None:
            hand = Hand.objects.select_related("match__room").get(pk=hand.pk)
            watch(hand)
            return hand
        hand.match = match  # as it was until the hand is scored
        if watch is not nobody:
            watch(hand)
            levels = dict(match.players.values_list("seat", "level"))  # somebody may have left, or come
        state = fold.fold(hand).state
        person = next((seat for seat in state.to_act if not levels[seat]), None)
        if state.result is not None:
            services.score(hand.pk)
        elif person is None:
            if hand.version == waited_at:  # a site that runs on the same rows has put it off, at its own pace
                Hand.objects.filter(pk=hand.pk).update(due_at=timezone.now())
            waited_at = hand.version
            turns.advance(hand.pk, hand.version)
        else:
            mine = [action for action in rules.legal(state) if action.seat == person]
            raw = rules.write_action(rng.choice(mine))
            key = f"{hand.pk}:{person}:{hand.version}"
            services.take_action(hand.pk, raw.pop("seat"), raw, seq=hand.version, key=key)
    raise AssertionError("the hand never ended")


def finish(hand: Hand, seed: int = 7, score: bool = True) -> Hand:
    """Play a hand to its end, and score it, with the same entries as ``play_out`` at a tenth of its cost: what follows
    the draw is only folded, and stored at once."""
    rng, match, levels = Random(seed), hand.match, dict(hand.match.players.values_list("seat", "level"))
    while (folded := fold.fold(hand := Hand.objects.select_related("match__room").get(pk=hand.pk))).drawing:
        Hand.objects.filter(pk=hand.pk).update(due_at=timezone.now())
        turns.advance(hand.pk, hand.version)
    entries = []
    while folded.state.result is None:
        seat = next((seat for seat in folded.state.to_act if not levels[seat]), folded.state.to_act[0])
        if level := levels[seat]:
            level = "policy" if ai.playouts(match.game, level) else level  # a search would take its time
            action = ai.choose(folded.view(seat), level, turns.generator(hand, seat, folded.seq))
            by, key = Entry.By.AI, f"ai:{seat}:{folded.seq}:{level}@{measures.code(match.game, level)}"
        else:
            action = rng.choice([action for action in folded.game.legal(folded.state) if action.seat == seat])
            by, key = Entry.By.PERSON, f"{hand.pk}:{seat}:{folded.seq}"
        entries.append(Entry(hand=hand, seq=folded.seq, action=folded.game.write_action(action), by=by, key=key))
        folded = folded.after(action)
    if entries:
        Entry.objects.bulk_create(entries)
        Hand.objects.filter(pk=hand.pk).update(version=folded.seq, turn_at=None, due_at=timezone.now())
        match.room.touch()
    people = {entry.action["seat"] for entry in entries if entry.by == Entry.By.PERSON}
    Seat.objects.filter(room=match.room_id, number__in=people).update(missed=0, autoplay=False, left_at=None)
    if score:
        services.score(hand.pk)
    return Hand.objects.select_related("match__room").get(pk=hand.pk)


def replay_for(hand: Hand, user: User) -> Replay:
    """Return a hand's replay as a person is given it."""
    request = RequestFactory().get("/")
    request.user = user
    return hand_replay(request, hand.pk)
