"""Clubs: only members see them; organisers' pages are hidden from members. Alice leads one, Bob is a member."""

from __future__ import annotations

from games.clubs import services
from games.clubs.models import Club
from tests.access.world import World

#: name            method  owner seat onlooker friend stranger blocked guest anonymous
ROWS = """
clubs               GET   200 200 200 200 200 200 200 200
clubs               POST  302 302 302 302 302 302 404 in
club                GET   200 200 404 404 404 404 404 in
club                POST  405 405 405 405 405 405 405 405
club-open           POST  302 302 404 404 404 404 404 in
club-open           GET   405 405 405 405 405 405 405 405
club-leave          GET   405 405 405 405 405 405 405 405
club-leave          POST  302 302 404 404 404 404 404 in
club-manage         GET   200 404 404 404 404 404 404 in
club-manage         POST  302 404 404 404 404 404 404 in
club-ladder         GET   200 200 404 404 404 404 404 in
club-ladder         POST  405 405 405 405 405 405 405 405
club-ladder:nosuch  GET   404 404 404 404 404 404 404 in
club-join           GET   302 302 200 200 200 200 200 200
club-join           POST  302 302 302 302 302 302 302 302
club-join:revoked   GET   404 404 404 404 404 404 404 404
club-join:revoked   POST  404 404 404 404 404 404 404 404
club-join:nonsense  GET   404 404 404 404 404 404 404 404
"""
#: What a POST sends, by address.
POSTED = {
    "clubs": {"name": "The Lanterns"},
    "club-open": {"game": "winner"},
    "club-manage": {"do": "rename", "name": "The Lanterns"},
}


def arguments(name: str, world: World) -> dict[str, object]:
    """Return the arguments of an address in this table: Alice's club."""
    plain, _colon, variant = name.partition(":")
    if plain == "clubs":
        return {}
    club = services.make(world.alice, "The Four Winds")
    bob = world.people["seat"]
    assert bob is not None
    services.join(club, bob)
    if plain == "club-join":
        token = "nonsense" if variant == "nonsense" else services.token_of(club)
        if variant == "revoked":
            services.revoke(club)
        return {"token": token}
    game = {"game": "nosuch" if variant == "nosuch" else "winner"} if plain == "club-ladder" else {}
    return {"slug": Club.objects.get(pk=club.pk).slug} | game
