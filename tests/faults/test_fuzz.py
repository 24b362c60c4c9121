# ruff: noqa: E501  tables are read across
"""Send anything at all to a table: nothing breaks, and only those who may move do. Goal C2."""

from __future__ import annotations

from random import Random

import pytest
from asgiref.sync import sync_to_async
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from games.accounts.sockets import ONE_WAY
from games.matches.models import Entry
from games.rules.cards import NAMES
from games.table.scene_builder import press_key
from tests.faults.sizes import reached, share, size
from tests.matches.tables import current, match_of, person
from tests.table.sockets import connect

pytestmark = [pytest.mark.usefixtures("at_once"), pytest.mark.slow]

WORDS = ("play", "stand", "beg", "pass", "next", "again", "ask", "claim", "announce", "bury", "declare", "close", "start",
         "sit 1", "sit 99", "out 0", "ai 1", "host 1", "leave", "back", "take 0", "hint", "order", "", "x", "🂡", "\x00")  # fmt: skip
FIELDS = ("hand", "seq", "key", "do", "cards", "card", "items", "against", "trick", "seat", "text", "phrase", "mute",
          "hear", "csrfmiddlewaretoken", "colour", "", "cards[]", "__proto__")  # fmt: skip
ODD = ("", "0", "-1", "1e9", "9" * 30, "NaN", "null", "[]", "{}", "7S", "7S 7S", "ZZ", "LJ", "' or 1=1--", "<b>", "../..",
       "\x00", "\ud7ff", "é" * 50, "x" * 5000, "１", "true", "\r\nX: y", "%00", "{{ 7*7 }}")  # fmt: skip
PLACES = ("act", "seat", "say", "hint", "read", "sort")


def value(chance, world):
    """Return a field's value: a valid one, a near miss, or anything."""
    hand = world["hand"]
    return chance.choice(
        [
            str(hand.pk), str(hand.version), str(hand.version + chance.randint(-3, 3)), chance.choice(WORDS),
            press_key(hand.pk, chance.randrange(3), hand.version + chance.randint(-1, 1)), chance.choice(ODD),
            chance.choice(NAMES), "".join(chr(chance.randrange(1, 0xD7FF)) for _ in range(chance.randrange(20))),
        ]
    )  # fmt: skip


def request(chance, world, client):
    """Send one request to a table; return its status."""
    place = chance.choice(PLACES)
    address = reverse(place, args=[chance.choice([world["code"]] * 12 + ["NOROOM", "x", "A" * 300])])
    fields = {}
    if chance.random() < 0.6:
        hand = world["hand"]
        fields = {
            "hand": hand.pk,
            "seq": hand.version,
            "key": press_key(hand.pk, 0, hand.version),
            "do": "play",
            "cards": [],
        }
    for _ in range(chance.randrange(5)):
        name = chance.choice(FIELDS)
        fields[name] = [value(chance, world) for _ in range(chance.choice([1, 1, 1, 2, 60]))]
    for name in chance.sample(sorted(fields), min(len(fields), chance.randrange(2))):
        del fields[name]
    headers = {"HX-Request": "true"} if chance.random() < 0.5 else {}
    if chance.random() < 0.1:
        body = bytes(chance.randrange(256) for _ in range(chance.randrange(400)))
        kind = chance.choice(["application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain", ""])
        return client.post(address, body, content_type=kind, headers=headers).status_code
    if chance.random() < 0.1:
        return client.generic(chance.choice(["PUT", "DELETE", "PATCH", "OPTIONS", "HEAD"]), address).status_code
    return client.post(address, fields, headers=headers).status_code


@pytest.mark.django_db
def test_no_request_breaks_or_moves_anything():
    """People without a seat, and one who is not to act, send anything; the hand stays as it is."""
    many, statuses, slow = size(400, 100_000), {}, []
    from time import perf_counter

    match = match_of("all-fours", person("alice"), person("bob"))
    hand = current(match)
    world = {"hand": hand, "code": match.room.code}
    waiting = next(seat for seat in (0, 1) if seat not in match.room.rules.view(_state(hand), None).to_act)
    clients = {"nobody": Client(), "stranger": Client(), "off turn": Client()}
    clients["stranger"].force_login(person("eve"))
    clients["off turn"].force_login(match.players.get(seat=waiting).user)
    for number in range(many):
        chance = Random(number)
        who = chance.choice(sorted(clients))
        began = perf_counter()
        status = request(chance, world, clients[who])
        slow.append(perf_counter() - began)
        assert status < 500, (number, who, status)
        statuses[status] = statuses.get(status, 0) + 1
        if status == 200 and number % 50 == 0:
            cache.clear()
        if match.room.seats.filter(autoplay=True).exists():  # they are allowed to leave their seat
            match.room.seats.update(autoplay=False)
    by = list(Entry.objects.values_list("by", "action__seat"))
    assert all(one == ("person", None) or one[1] != waiting for one in by), by
    assert not Entry.objects.exists()
    summary = ", ".join(f"{status}: {count}" for status, count in sorted(statuses.items()))
    reached("C2", f"{many} requests, none a 5xx ({summary}), p99 {share(slow, 0.99) * 1000:.0f} ms, 0 entries")


def _state(hand):
    from tests.matches.tables import state_of

    return state_of(hand)


@pytest.mark.any_database
@pytest.mark.django_db(transaction=True)
async def test_no_frame_breaks_a_socket():
    chance, many = Random(6), size(40, 2000)
    alice, bob = await sync_to_async(person)("alice"), await sync_to_async(person)("bob")
    match = await sync_to_async(match_of)("all-fours", alice, bob)
    for _ in range(many):
        socket, taken = await connect(match, chance.choice([alice, None]))
        assert taken
        await socket.hear()
        frames = [chance.choice(ODD) or "x" for _ in range(5)]
        if chance.random() < 0.2:
            await socket.say(data=bytes(chance.randrange(256) for _ in range(20)))
            assert await socket.closed() == 1003
            continue
        for text in frames:
            await socket.say(text=text)
        assert await socket.hear() == ONE_WAY
        assert await socket.closed() == 1008
    assert not await Entry.objects.aexists()
    reached("C2", f"{many} sockets talked to: each told once and closed")
