"""Lost pushes: pages still end up the same as freshly loaded ones. Goal R7."""

from __future__ import annotations

from random import Random

import pytest
from asgiref.sync import sync_to_async

from games.accounts.models import User
from games.rules.registry import GAMES
from games.table import fragments, hub
from games.table.scene_builder import scene
from games.table.snapshot import load_snapshot
from tests.faults.sizes import reached, size
from tests.matches.tables import current, match_of, move, person, state_of
from tests.table.sockets import connect, elements

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("at_once"), pytest.mark.slow]


@pytest.fixture(autouse=True)
def quick_looks(monkeypatch):
    monkeypatch.setattr(hub, "CHECK_SECONDS", 0.05)
    hub.hub._poll = None
    yield
    hub.hub._poll = None


@sync_to_async
def fresh(code, user):
    """Return the parts of a freshly loaded page."""
    return {name: str(part) for name, part in fragments.parts(scene(load_snapshot(code), user)).items()}


@sync_to_async
def one_move(match, chance):
    """Make one random move; return whether the hand goes on."""
    rules, hand = GAMES[match.game], current(match)
    state = state_of(hand)
    if state.result is not None:
        return False
    raw = rules.write_action(chance.choice(rules.legal(state)))
    move(hand, raw.pop("seat"), raw)
    return True


@sync_to_async
def seated(game, number):
    people = [person(f"p{number}{seat}") for seat in range(2)]
    return match_of(game, *people), people


async def catch_up(socket, shown, code, user):
    """Receive messages until the page shows what a fresh one would."""
    while shown != await fresh(code, user):
        shown |= elements(await socket.hear())


@pytest.mark.parametrize("drop", [0.3, 1.0])
async def test_dropped_pushes_are_repaired(monkeypatch, drop):
    chance, dropped, moves = Random(f"drop {drop}"), [0], 0
    from games.rooms import events

    tell = events.send_to_group

    def lossy(group, message):
        if chance.random() < drop:
            dropped[0] += 1
        else:
            tell(group, message)

    monkeypatch.setattr(events, "send_to_group", lossy)
    hands = size(2, 100)
    for number in range(hands):
        match, people = await seated("all-fours", f"{drop}{number}")
        sockets = [(await connect(match, user))[0] for user in (None, *people)]
        viewers = [None, *people]
        shown = [elements(await socket.hear()) for socket in sockets]
        while await one_move(match, chance):
            moves += 1
            for at, socket in enumerate(sockets):
                await catch_up(socket, shown[at], match.room.code, viewers[at])
        for socket in sockets:
            await socket.hang_up()
    assert dropped[0] > 0
    assert await User.objects.acount() >= 2 * hands
    reached(
        "R7", f"{drop:.0%} dropped: {hands} hands, {moves} moves, {dropped[0]} pushes lost, every page as a fresh one"
    )
