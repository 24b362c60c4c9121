"""The ladders: open to all; only accounts join them."""

from __future__ import annotations

from games.community import standings
from games.community.season import Season
from tests.access.world import World

#: name            method  owner seat onlooker friend stranger blocked guest anonymous
ROWS = """
ladders                GET   200 200 200 200 200 200 200 200
ladders                POST  405 405 405 405 405 405 405 405
ladder                 GET   200 200 200 200 200 200 200 200
ladder                 POST  405 405 405 405 405 405 405 405
ladder:nosuch          GET   404 404 404 404 404 404 404 404
ladder-season          GET   302 302 302 302 302 302 302 302
ladder-season          POST  405 405 405 405 405 405 405 405
ladder-season:settled  GET   200 200 200 200 200 200 200 200
ladder-season:next     GET   404 404 404 404 404 404 404 404
ladder-season:unplayed GET   404 404 404 404 404 404 404 404
ladder-season:nosuch   GET   404 404 404 404 404 404 404 404
ladder-switch          POST  302 302 302 302 302 302 404 in
ladder-switch          GET   405 405 405 405 405 405 405 405
"""
#: What a POST sends, by address.
POSTED = {"ladder-switch": {"do": "join"}}


def arguments(name: str, world: World) -> dict[str, object]:
    """Return the arguments of an address in this table: the ladder of Winner."""
    plain, _colon, variant = name.partition(":")
    if plain in {"ladders", "ladder-switch"}:
        return {}
    game = {"game": "nosuch" if variant == "nosuch" else "winner"}
    if plain == "ladder":
        return game
    now = Season.now()
    seasons = {"settled": Season(2025, 2), "unplayed": Season(2025, 1), "next": Season(now.year + 1, 1)}
    if variant == "settled":
        standings.settle("winner", seasons["settled"])
    return game | {"season": seasons.get(variant, now)}
