"""The deal of the day: open to all before it is played; whoever begins it without an account becomes a guest."""

from __future__ import annotations

from datetime import timedelta

from games.daily import services
from tests.access.world import World
from tests.daily.play import begun, played

#: name            method  owner seat onlooker friend stranger blocked guest anonymous
ROWS = """
daily                 GET  200 200 200 200 200 200 200 200
daily                 POST 405 405 405 405 405 405 405 405
daily-game            GET  200 200 200 200 200 200 200 200
daily-game            POST 302 302 302 302 302 302 302 302
daily-game:nosuch     GET  404 404 404 404 404 404 404 404
daily-day             GET  200 200 200 200 200 200 200 200
daily-day             POST 405 405 405 405 405 405 405 405
daily-day:tomorrow    GET  404 404 404 404 404 404 404 404
daily-day:forgotten   GET  404 404 404 404 404 404 404 404
daily-picture         GET  200 404 404 404 404 404 404 404
daily-picture:tomorrow GET 404 404 404 404 404 404 404 404
table:daily           GET  200 404 404 404 404 404 404 404
menu:daily            GET  200 404 404 404 404 404 404 404
invite:daily          GET  404 404 404 404 404 404 404 404
replay-step:daily     GET  200 200 404 404 404 404 404 404
replay-about:daily    GET  200 200 404 404 404 404 404 404
replay-deal:daily     GET  200 200 404 404 404 404 404 404
replay-record:daily   GET  200 200 404 404 404 404 404 404
replay-text:daily     GET  200 200 404 404 404 404 404 404
replay-look:daily     GET  302 404 404 404 404 404 404 404
replay-again:daily    POST 404 404 404 404 404 404 404 404
replay-lead:daily     POST 302 302 404 404 404 404 404 404
"""
#: What a POST sends, by address.
POSTED: dict[str, dict[str, object]] = {"replay-again:daily": {"step": "3", "seat": "0"}}


def arguments(name: str, world: World) -> dict[str, object]:
    """Return the arguments of an address in this table: Alice's deal of the day, which Bob has finished too; for a
    game table, one that she has yet to finish."""
    plain, _colon, variant = name.partition(":")
    if plain in {"table", "menu", "invite"}:
        return {"code": begun(world.alice, "winner").match.room.code}
    if variant == "daily":
        hand = played(world.alice, "winner").match.hands.get()
        played(world.people["seat"], "winner")
        return {"pk": hand.pk, "step": "0"} if plain == "replay-step" else {"pk": hand.pk}
    if name == "daily-picture":
        played(world.alice, "winner")
    game = {"game": "nosuch" if variant == "nosuch" else "winner"}
    if plain in {"daily-day", "daily-picture"}:
        days = {"tomorrow": 1, "forgotten": -9}.get(variant, 0)
        return game | {"day": services.today() + timedelta(days=days)}
    return game if plain == "daily-game" else {}
