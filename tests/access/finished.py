"""Who may open what of a finished hand: Alice's and Bob's at their private table, the same at a
public one, and a record that Alice has uploaded."""

from __future__ import annotations

from games.matches.models import Hand
from games.replays import live_sharing, records
from games.replays.models import Upload
from games.rooms.models import Room
from tests.access.world import World
from tests.replays.hands import finish, replay_for

#: name            method  owner seat onlooker friend stranger blocked guest anonymous
ROWS = """
replay-hand:over      GET  302 302 404 404 404 404 404 404
replay-step:over      GET  200 200 404 404 404 404 404 404
replay-about:over     GET  200 200 404 404 404 404 404 404
replay-deal:over      GET  200 200 404 404 404 404 404 404
replay-record:over    GET  200 200 404 404 404 404 404 404
replay-text:over      GET  200 200 404 404 404 404 404 404
replay-look:over      GET  302 302 404 404 404 404 404 404
replay-again:over     POST 302 302 404 404 404 404 404 404
replay-challenge:over POST 302 302 404 404 404 404 404 404
replay-share:over     POST 302 302 404 404 404 404 404 404
replay-lead:over      POST 302 302 404 404 404 404 404 404
replay-hand:open      GET  302 302 302 302 302 302 302 302
replay-step:open      GET  200 200 200 200 200 200 200 200
replay-record:open    GET  200 200 200 200 200 200 200 200
replay-follow:open    GET  200 200 200 200 200 404 200 200
replay-share:open     POST 302 302 404 404 404 404 404 404
upload-hand:hers      GET  302 404 404 404 404 404 404 404
upload-step:hers      GET  200 404 404 404 404 404 404 404
upload-record:hers    GET  200 404 404 404 404 404 404 404
upload-text:hers      GET  200 404 404 404 404 404 404 404
upload-about:hers     GET  200 404 404 404 404 404 404 404
upload-again:hers     POST 302 404 404 404 404 404 404 404
"""
#: What a POST sends, by address.
POSTED: dict[str, dict[str, object]] = {
    name: {"step": "3", "seat": "0"} for name in ("replay-again:over", "upload-again:hers")
}


def arguments(name: str, world: World) -> dict[str, object]:
    """Return the arguments of an address in this table: the first hand of the match, played out."""
    plain, _colon, variant = name.partition(":")
    hand = finish(Hand.objects.select_related("match__room").get(match=world.match, number=1))
    if variant == "open":
        Room.objects.filter(pk=world.match.room_id).update(visibility=Room.Visibility.PUBLIC)
    pk = hand.pk
    if plain == "replay-follow":
        return {"pk": pk, "showing": live_sharing.show(hand, world.alice, 0, None).pk}
    if variant == "hers":
        pk = Upload.objects.get_or_create(
            user=world.alice,
            digest="of hers",
            defaults={"game": hand.match.game, "record": records.written(replay_for(hand, world.alice).course)},
        )[0].pk
    return {"pk": pk, "step": "0"} if plain.endswith("step") else {"pk": pk}
