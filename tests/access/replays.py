"""Replays, records and uploads. The hand is still in play, so nobody has a replay of it."""

from __future__ import annotations

from games.matches.models import Hand
from tests.access.world import World

#: name            method  owner seat onlooker friend stranger blocked guest anonymous
ROWS = """
history         GET   200 200 200 200 200 200 200 200
replay-hand     GET   404 404 404 404 404 404 404 404
replay-step     GET   404 404 404 404 404 404 404 404
replay-picture  GET   200 200 200 200 200 200 200 200
picture         GET   200 200 200 200 200 200 200 200
replay-about    GET   404 404 404 404 404 404 404 404
replay-deal     GET   404 404 404 404 404 404 404 404
replay-record   GET   404 404 404 404 404 404 404 404
replay-text     GET   404 404 404 404 404 404 404 404
replay-again    POST  404 404 404 404 404 404 404 404
replay-look     GET   404 404 404 404 404 404 404 404
replay-look     POST  404 404 404 404 404 404 404 404
replay-challenge POST 404 404 404 404 404 404 404 404
challenge       GET   404 404 404 404 404 404 404 404
challenge       POST  404 404 404 404 404 404 404 404
replay-lead     POST  404 404 404 404 404 404 404 404
replay-lead     GET   405 405 405 405 405 405 405 405
replay-follow   GET   404 404 404 404 404 404 404 404
replay-share    GET   405 405 405 405 405 405 405 405
replay-share    POST  404 404 404 404 404 404 404 404
match-record    GET   200 200 404 404 404 404 404 404
match-text      GET   200 200 404 404 404 404 404 404
upload          GET   200 200 200 200 200 200 200 200
upload          POST  422 422 422 422 422 422 422 422
upload-hand     GET   404 404 404 404 404 404 404 404
upload-step     GET   404 404 404 404 404 404 404 404
upload-about    GET   404 404 404 404 404 404 404 404
upload-record   GET   404 404 404 404 404 404 404 404
upload-text     GET   404 404 404 404 404 404 404 404
upload-again    POST  404 404 404 404 404 404 404 404
upload-remove   POST  302 302 302 302 302 302 302 302
"""
#: What a POST sends, by address.
POSTED: dict[str, dict[str, object]] = {}


def arguments(name: str, world: World) -> dict[str, object]:
    """Return the arguments of an address in this table: the hand that Alice plays."""
    if name in {"history", "upload", "picture"}:
        return {}
    if name.startswith("match"):
        return {"pk": world.match.pk}
    if name == "challenge":
        return {"token": "nothing"}
    if name == "replay-follow":
        return {"pk": Hand.objects.get(match=world.match).pk, "showing": 1}
    pk = Hand.objects.get(match=world.match).pk if name.startswith("replay") else 1
    return {"pk": pk, "step": "0"} if name.endswith(("step", "picture")) else {"pk": pk}
