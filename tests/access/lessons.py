"""The first lessons: open to all; whoever answers or plays without an account becomes a guest."""

from __future__ import annotations

from tests.access.world import World

#: name            method  owner seat onlooker friend stranger blocked guest anonymous
ROWS = """
lessons              GET   200 200 200 200 200 200 200 200
lessons              POST  405 405 405 405 405 405 405 405
lesson               GET   302 302 302 302 302 302 302 302
lesson               POST  405 405 405 405 405 405 405 405
lesson:nosuch        GET   404 404 404 404 404 404 404 404
lesson-step          GET   200 200 200 200 200 200 200 200
lesson-step          POST  422 422 422 422 422 422 422 422
lesson-step:right    POST  200 200 200 200 200 200 200 200
lesson-step:beyond   GET   404 404 404 404 404 404 404 404
lesson-end           GET   200 200 200 200 200 200 200 200
lesson-end           POST  405 405 405 405 405 405 405 405
lesson-practice      GET   405 405 405 405 405 405 405 405
lesson-practice      POST  302 302 302 302 302 302 302 302
take-back            GET   405 405 405 405 405 405 405 405
take-back            POST  400 400 403 403 403 404 403 403
"""
#: What a POST sends, by address.
POSTED: dict[str, dict[str, object]] = {"lesson-step:right": {"do": "mark", "cards": ["AH", "4H"]}}


def arguments(name: str, world: World) -> dict[str, object]:
    """Return the arguments of an address in this table."""
    plain, _colon, variant = name.partition(":")
    if plain == "take-back":
        return {"code": world.code}
    game = {"game": "nosuch" if variant == "nosuch" else "all-fours"}
    if plain == "lesson-step":
        return game | {"number": 99 if variant == "beyond" else 1}
    return {} if plain == "lessons" else game
