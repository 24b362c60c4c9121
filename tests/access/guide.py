"""The rules pages: a game's are open to all; a table's to whoever may come to the table."""

from __future__ import annotations

from tests.access.world import World

#: name            method  owner seat onlooker friend stranger blocked guest anonymous
ROWS = """
keys            GET   200 200 200 200 200 200 200 200
keys            POST  405 405 405 405 405 405 405 405
about           GET   200 200 200 200 200 200 200 200
about           POST  405 405 405 405 405 405 405 405
privacy         GET   200 200 200 200 200 200 200 200
privacy         POST  405 405 405 405 405 405 405 405
robots          GET   200 200 200 200 200 200 200 200
robots          POST  405 405 405 405 405 405 405 405
security        GET   404 404 404 404 404 404 404 404
security        POST  405 405 405 405 405 405 405 405
manifest        GET   200 200 200 200 200 200 200 200
manifest        POST  405 405 405 405 405 405 405 405
service-worker  GET   200 200 200 200 200 200 200 200
service-worker  POST  405 405 405 405 405 405 405 405
offline         GET   200 200 200 200 200 200 200 200
offline         POST  405 405 405 405 405 405 405 405
favicon         GET   302 302 302 302 302 302 302 302
favicon         POST  405 405 405 405 405 405 405 405
rating          GET   200 200 200 200 200 200 200 200
rating          POST  405 405 405 405 405 405 405 405
rules           GET   200 200 200 200 200 200 200 200
rules           POST  405 405 405 405 405 405 405 405
game-rules      GET   200 200 200 200 200 200 200 200
game-rules      POST  405 405 405 405 405 405 405 405
room-rules      GET   200 200 200 200 200 404 200 200
room-rules      POST  405 405 405 405 405 405 405 405
room-rules:nobody GET   404 404 404 404 404 404 404 404
"""
#: Addresses without arguments.
OF_NOBODY = {
    *("about", "favicon", "keys", "manifest", "offline", "privacy", "rating", "robots", "rules", "security"),
    "service-worker",
}
#: What a POST sends, by address.
POSTED: dict[str, dict[str, object]] = {}


def arguments(name: str, world: World) -> dict[str, object]:
    """Return the arguments of an address in this table: Alice's table."""
    if name in OF_NOBODY:
        return {}
    if name == "game-rules":
        return {"game": "eighty"}
    return {"code": "NOROOM" if name.endswith(":nobody") else world.code}
