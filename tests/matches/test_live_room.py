"""The live room: what work it saves, and that the rows stay authoritative."""

from __future__ import annotations

from functools import partial

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.foundation.process_cache import clear_caches
from games.matches import live_moves, live_room, services, turns
from games.matches.models import Entry, Hand
from games.rooms import chat
from games.rooms import seats as rooms
from games.rooms.models import Room, Seat
from games.rules.core import Illegal
from games.table.drawing import draw
from games.table.scene_builder import press_key
from games.table.watchers import Watcher
from tests.matches.tables import current, match_of, person, state_of
from tests.together import together

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("at_once")]


def statements(queries):
    """Return the statements to the database, without the beginnings and ends of transactions."""
    return [query["sql"] for query in queries if not query["sql"].startswith(("BEGIN", "COMMIT"))]


def legal(match):
    """Return the hand in play, who is to act, and a legal action of theirs."""
    hand = current(match)
    raw = match.room.rules.write_action(match.room.rules.legal(state_of(hand))[0])
    return hand, raw.pop("seat"), raw


def take(match, live, **changed):
    hand, seat, raw = legal(match)
    press = {"seq": hand.version, "key": f"{hand.pk}:{seat}:{hand.version}", "live": live} | changed
    return services.take_action(hand.pk, seat, raw, **press)


@pytest.fixture
def match():
    return match_of("all-fours", person("alice"), person("bob"))


def test_a_move_from_the_live_room_asks_four_statements_and_of_postgresql_two(match):
    code = match.room.code
    live_room.load(code)
    hand, seat, raw = legal(match)
    with CaptureQueriesContext(connection) as queries:
        services.take_action(hand.pk, seat, raw, seq=0, key="one", live=live_room.load(code))
    assert len(statements(queries)) == (2 if connection.vendor == "postgresql" else 4), statements(queries)


@pytest.mark.parametrize("talk", [False, True], ids=["silent", "after talk"])
def test_the_drawing_after_a_move_asks_nothing(match, talk):
    code = match.room.code
    watchers = [Watcher(code, seat.user, "en", None) for seat in match.room.seats.all()]
    if talk:
        chat.say(match.room, watchers[0].user, phrase="hello")
    draw(code, watchers)
    live = live_room.load(code)
    take(match, live)
    with CaptureQueriesContext(connection) as queries:
        drawn = draw(code, watchers, live.room.version + 1)
    assert not queries.captured_queries
    assert {watcher for watcher, _parts in drawn.messages} == set(watchers)
    after = live_room.at_least(code, live.room.version + 1)
    assert (after.room.version, after.hand.version, after.folded.seq) == (live.room.version + 1, 1, 1)


def test_an_ai_turn_asks_five_statements(match):
    match = match_of("all-fours", "policy", "policy")
    for _ in range(3):
        hand = current(match)
        with CaptureQueriesContext(connection) as queries:
            turns.advance(hand.pk, hand.version)
    assert Entry.objects.filter(hand=hand).count() == 3
    assert len(statements(queries)) <= 5, statements(queries)


def test_a_press_over_http_asks_six_statements(match, client):
    for _ in range(3):
        hand, seat, raw = legal(match)
        client.force_login(Seat.objects.get(room=match.room, number=seat).user)
        client.get(f"/t/{match.room.code}/")
        press = {"hand": hand.pk, "seq": hand.version, "key": press_key(hand.pk, seat, hand.version)}
        do = {"do": raw["do"], **({"cards": raw["card"]} if "card" in raw else {})}
        with CaptureQueriesContext(connection) as queries:
            answer = client.post(f"/t/{match.room.code}/act/", press | do, headers={"HX-Request": "true"})
        assert answer.status_code == 200
    assert len(statements(queries)) <= 6, statements(queries)


def test_the_memory_is_what_the_rows_say_after_each_move_of_a_hand(match):
    code = match.room.code
    while state_of(current(match)).result is None:
        live = live_room.load(code)
        take(match, live)
        memory = live_room.at_least(code, live.room.version + 1)
        if memory.folded.state.result is None:
            assert live_room.load(code) is memory
        clear_caches()
        rows = live_room.load(code)
        assert (memory.room.version, memory.folded, memory.seats) == (rows.room.version, rows.folded, rows.seats)
        values = [(name.attname, getattr(memory.hand, name.attname)) for name in Hand._meta.concrete_fields]
        assert values == [(name, getattr(rows.hand, name)) for name, _value in values]


def test_a_room_that_has_moved_on_is_judged_again_by_its_rows(match):
    code = match.room.code
    live = live_room.load(code)
    Room.objects.get(code=code).touch()
    hand, seat, raw = legal(match)
    move = live_moves.judge(live, hand.pk, seat, raw, seq=0, key="one", by=Entry.By.PERSON)
    assert not live_moves.store(move)
    assert not Entry.objects.exists() and Hand.objects.get(pk=hand.pk).version == 0
    assert take(match, live).seq == 1


def test_of_two_moves_from_one_live_room_one_stands(match):
    live = live_room.load(match.room.code)
    hand, seat, raw = legal(match)
    ask = {"seq": 0, "by": Entry.By.PERSON}
    first, second = (live_moves.judge(live, hand.pk, seat, raw, key=key, **ask) for key in ("one", "other"))
    assert [live_moves.store(first), live_moves.store(second)] == [True, False]
    assert Entry.objects.get().key == "one"


@pytest.mark.parametrize("moved", ["hand", "room", "key"])
def test_a_move_that_cannot_be_stored_leaves_nothing(match, moved):
    """All of it is stored, or nothing: on PostgreSQL it is one statement."""
    hand, seat, raw = legal(match)
    move = live_moves.judge(live_room.load(match.room.code), hand.pk, seat, raw, seq=0, key="k", by=Entry.By.PERSON)
    if moved == "hand":
        Hand.objects.update(version=1)
    elif moved == "room":
        Room.objects.get(code=match.room.code).touch()
    else:
        Entry.objects.create(hand=hand, seq=9, action={}, by=Entry.By.PERSON, key="k")
    before = [list(rows.values()) for rows in (Hand.objects.all(), Room.objects.all(), Entry.objects.all())]
    assert not live_moves.store(move)
    assert [list(rows.values()) for rows in (Hand.objects.all(), Room.objects.all(), Entry.objects.all())] == before


@pytest.mark.slow
def test_of_moves_at_the_same_instant_one_stands_whole(match):
    code = match.room.code
    for number in range(12):
        live = live_room.load(code)
        hand, seat, raw = legal(match)
        ask = {"seq": hand.version, "by": Entry.By.PERSON}
        moves = [live_moves.judge(live, hand.pk, seat, raw, key=f"{number} {at}", **ask) for at in range(4)]
        results = together(*(partial(live_moves.store, move) for move in moves))
        assert sorted(results) == [False, False, False, True]
        assert Hand.objects.get(pk=hand.pk).version == Entry.objects.count() == number + 1
        assert Room.objects.get(code=code).version == live.room.version + 1
        if state_of(hand).result is not None:
            break


def test_what_the_live_room_refuses_is_said_by_the_rows(match):
    live = live_room.load(match.room.code)
    hand, seat, raw = legal(match)
    with pytest.raises(Illegal):
        services.take_action(hand.pk, 1 - seat, raw, seq=0, key="x", live=live)
    take(match, live)
    with pytest.raises(services.Stale):
        services.take_action(hand.pk, seat, raw, seq=0, key="y", live=live)
    assert services.take_action(hand.pk, seat, raw, seq=0, key=Entry.objects.get().key, live=live).seq == 1


def test_what_does_not_raise_the_version_is_seen_at_the_next_look(match):
    code = match.room.code
    version = live_room.load(code).room.version
    alice = Seat.objects.get(room=match.room, number=0).user
    alice.name, alice.prefs = "Renamed", {"sort": "suit"}
    alice.save()
    Seat.objects.filter(room=match.room, number=1).update(missed=2)
    live = live_room.load(code)
    assert live.room.version == version
    assert (live.seats[0].user.name, live.seats[0].user.prefs) == ("Renamed", {"sort": "suit"})
    assert live.seats[1].missed == 2
    assert live.room.host.name == "Renamed"


@pytest.mark.parametrize("number", [0, 2], ids=["a lower seat", "a higher seat"])
def test_the_row_of_somebody_with_a_seat_is_that_one_though_another_is_reserved_for_them(number):
    alice = person("alice")
    match = match_of("winner", "policy", alice, "policy", "policy")
    Seat.objects.filter(room=match.room, number=number).update(reserved_for=alice)
    assert live_room.load(match.room.code).row_of(alice).number == 1


def test_a_seat_that_changes_hands_is_another_row(match):
    room = match.room
    before = live_room.load(room.code)
    Room.objects.filter(pk=room.pk).update(waiting=True)
    match.ended_at = before.hand.dealt_at
    match.save()
    rooms.leave(room, before.seats[1].user)
    after = live_room.load(room.code)
    assert after.seats[1].user is None and after.seats[0] is before.seats[0]
