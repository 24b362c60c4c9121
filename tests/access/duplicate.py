"""Duplicate: open to all who find it, entered by accounts; results for those who have played all of it. Alice holds a
set that Bob has entered too."""

from __future__ import annotations

from games.clubs import services as clubs
from games.clubs.models import Club
from games.duplicate import services
from tests.access.world import World
from tests.duplicate.events import a_set, play_set

#: name                 method  owner seat onlooker friend stranger blocked guest anonymous
ROWS = """
duplicate               GET   200 200 200 200 200 200 200 200
duplicate               POST  405 405 405 405 405 405 405 405
duplicate-how           GET   200 200 200 200 200 200 200 200
duplicate-hold          GET   200 200 200 200 200 200 302 in
duplicate-hold          POST  302 302 302 302 302 302 302 in
duplicate-club          GET   200 200 404 404 404 404 404 in
duplicate-event         GET   200 200 200 200 200 404 200 200
duplicate-event         POST  405 405 405 405 405 405 405 405
duplicate-event:nosuch  GET   404 404 404 404 404 404 404 404
duplicate-event:club    GET   200 200 404 404 404 404 404 404
duplicate-enter         GET   405 405 405 405 405 405 405 405
duplicate-enter         POST  302 302 302 302 302 404 302 in
duplicate-enter:club    POST  302 302 404 404 404 404 404 in
duplicate-join          GET   200 200 200 200 200 404 200 in
duplicate-join          POST  302 302 302 302 302 404 302 in
duplicate-join:nosuch   GET   404 404 404 404 404 404 404 in
duplicate-leave         POST  302 302 302 302 302 404 302 in
duplicate-sit           GET   405 405 405 405 405 405 405 405
duplicate-sit           POST  302 302 302 302 302 404 302 in
duplicate-off           POST  302 404 404 404 404 404 404 in
duplicate-table         GET   302 404 404 404 404 404 404 404
duplicate-deal          GET   200 404 404 404 404 404 404 404
table:duplicate         GET   200 404 404 404 404 404 404 404
menu:duplicate          GET   200 404 404 404 404 404 404 404
invite:duplicate        GET   404 404 404 404 404 404 404 404
replay-step:duplicate   GET   200 404 404 404 404 404 404 404
replay-record:duplicate GET   200 404 404 404 404 404 404 404
replay-text:duplicate   GET   200 404 404 404 404 404 404 404
replay-again:duplicate  POST  404 404 404 404 404 404 404 404
"""
#: What a POST sends, by address.
POSTED: dict[str, dict[str, object]] = {
    "duplicate-hold": {"rules": "preset winner 54", "form": "set", "kind": "alone", "deals": "8", "days": "7"},
    "replay-again:duplicate": {"step": "3", "seat": "0"},
}


def arguments(name: str, world: World) -> dict[str, object]:
    """Return the arguments of an address in this table."""
    plain, _colon, variant = name.partition(":")
    if plain in {"duplicate", "duplicate-how", "duplicate-hold"}:
        return {}
    bob = world.people["seat"]
    assert bob is not None
    if plain == "duplicate-club" or variant == "club":
        # one club for all: nobody belongs to many
        club = Club.objects.filter(name="The Chimes").first() or clubs.make(world.alice, "The Chimes")
        clubs.join(club, bob)
        return {"club": club.slug} if plain == "duplicate-club" else {"slug": a_set("winner", club=club).slug}
    if variant == "nosuch":
        slug = a_set().slug if plain == "duplicate-join" else "nosuch"
        return {"slug": slug} | ({"key": "nosuch"} if plain == "duplicate-join" else {})
    event = a_set("all-fours", host=world.alice, deals=2)
    if plain == "duplicate-off":
        return {"slug": event.slug}
    contestant = services.enter(event, world.alice)
    services.enter(event, bob)
    if plain in {"table", "menu", "invite", "duplicate-table"}:
        room = services.sit_down(event, world.alice)
        assert room is not None
        return {"code": room.code}
    if plain == "duplicate-join":
        return {"slug": event.slug, "key": contestant.key}
    if plain == "duplicate-deal" or variant == "duplicate":
        play_set(event, world.alice)
        hand = world.alice.played.latest("match").match.hands.get()
        if plain == "duplicate-deal":
            return {"slug": event.slug, "number": 1}
        return {"pk": hand.pk, "step": "0"} if plain == "replay-step" else {"pk": hand.pk}
    return {"slug": event.slug}
