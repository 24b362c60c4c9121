"""The front page, rooms and the table."""

from __future__ import annotations

from games.rooms.models import Room
from tests.access.world import World

#: name            method  owner seat onlooker friend stranger blocked guest anonymous
ROWS = """
home            GET   200 200 200 200 200 200 200 200
home            POST  405 405 405 405 405 405 405 405
play-now        POST  302 302 302 302 302 302 302 302
offer           POST  200 200 200 200 200 200 200 200
offer           GET   405 405 405 405 405 405 405 405
play-now        GET   302 302 302 302 302 302 302 302
level-unwanted  POST  302 302 302 302 302 302 302 400
level-unwanted  GET   405 405 405 405 405 405 405 405
level-wanted    POST  302 302 302 302 302 302 302 400
level-wanted    GET   405 405 405 405 405 405 405 405
new-room        GET   200 200 200 200 200 200 200 200
new-room        POST  422 422 422 422 422 422 422 422
forget-rules    POST  404 404 404 404 404 404 404 404
forget-rules    GET   405 405 405 405 405 405 405 405
join            GET   200 200 200 200 200 200 200 200
join            POST  404 404 404 404 404 404 404 404
lobby           GET   200 200 200 200 200 200 200 200
lobby           POST  405 405 405 405 405 405 405 405
company         GET   200 200 200 200 200 200 200 200
company         POST  400 400 400 400 400 400 400 400
company-of      GET   200 200 200 200 200 200 200 200
company-of      POST  302 302 302 302 302 302 302 302
company-of:none GET   404 404 404 404 404 404 404 404
watch           GET   200 200 200 200 200 200 200 200
watch           POST  405 405 405 405 405 405 405 405
keep            GET   405 405 405 405 405 405 405 405
keep            POST  302 302 302 302 302 302 302 302
players         GET   200 200 200 200 200 200 200 200
players         POST  405 405 405 405 405 405 405 405
table           GET   200 200 200 200 200 404 200 200
table           POST  405 405 405 405 405 405 405 405
act             GET   405 405 405 405 405 405 405 405
act             POST  400 400 403 403 403 404 403 403
menu            GET   200 200 200 200 200 404 200 200
menu            POST  405 405 405 405 405 405 405 405
table-settings  GET   405 405 405 405 405 405 405 405
table-settings  POST  302 302 302 302 302 404 302 403
hint            GET   405 405 405 405 405 405 405 405
hint            POST  400 400 403 403 403 404 403 403
read            GET   405 405 405 405 405 405 405 405
read            POST  400 400 403 403 403 404 403 403
deal-rest       GET   405 405 405 405 405 405 405 405
deal-rest       POST  409 409 403 403 403 404 403 403
rest            GET   405 405 405 405 405 405 405 405
rest            POST  400 400 403 403 403 404 403 403
sort            GET   405 405 405 405 405 405 405 405
sort            POST  302 302 403 403 403 404 403 403
seat            GET   405 405 405 405 405 405 405 405
seat            POST  400 400 400 400 400 404 400 400
seat:end        POST  409 409 403 403 403 404 403 403
seed            GET   405 405 405 405 405 405 405 405
seed            POST  400 400 403 403 403 404 403 403
ask-to-join     GET   405 405 405 405 405 405 405 405
ask-to-join     POST  302 302 302 302 302 404 302 302
invite          GET   200 200 404 404 404 404 404 404
invite          POST  404 404 404 404 404 404 404 404
leave           GET   200 200 302 302 302 404 302 302
leave           POST  405 405 405 405 405 405 405 405
say             GET   405 405 405 405 405 405 405 405
say             POST  302 302 403 403 403 404 403 403
"""
#: What a POST sends, by address. Alice's own code is that of a match that has begun.
POSTED: dict[str, dict[str, object]] = {
    "join": {"code": "NOROOM"},
    "join:hers": {"code": "HERS22"},
    "company-of": {"do": "wish"},
    "keep": {"alone": "on"},
    "level-unwanted": {"level": "casual"},
    "level-wanted": {"level": "casual"},
    "say": {"text": "Hello"},
    "seat:start": {"do": "start"},
    "seat:fill": {"do": "fill"},
    "seat:host": {"do": "host 0"},
    "seat:out": {"do": "out 1"},
    "seat:sit": {"do": "sit 1"},
    "seat:take": {"do": "take 1"},
    "seat:back": {"do": "back"},
    "seat:leave": {"do": "leave"},
    "seat:end": {"do": "end 0"},
}


def arguments(name: str, world: World) -> dict[str, object]:
    """Return the arguments of an address in this table: Alice's table."""
    plain, _colon, variant = name.partition(":")
    if name == "join:hers":
        Room.objects.filter(pk=world.match.room_id).update(code=POSTED[name]["code"])
    if name == "company-of:none":
        return {"game": "nogame"}
    if plain in {"play-now", "level-unwanted", "level-wanted", "new-room", "company-of"}:
        return {"game": "winner"}
    if plain == "forget-rules":
        return {"code": "NORULE"}
    if variant == "nobody":
        return {"code": "NOROOM"}
    return (
        {}
        if plain in {"home", "join", "lobby", "offer", "players", "company", "watch", "keep"}
        else {"code": world.code}
    )
