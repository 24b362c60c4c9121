"""The sockets: ``open``, or the code with which the socket is closed."""

from __future__ import annotations

from typing import Any

from games.replays import live_sharing
from games.rooms.models import Room
from tests.access.world import World
from tests.daily.play import begun
from tests.replays.hands import finished

#: address         owner seat onlooker friend stranger blocked guest anonymous
ROWS = """
/ws/t/{code}/     open open open open open 4404 open open
/ws/t/{sealed}/   open 4404 4404 4404 4404 4404 4404 4404
/ws/t/NOROOM/     4404 4404 4404 4404 4404 4404 4404 4404
/ws/me/           open open open open open open open 4401
/ws/hands/{pk}/show/{showing}/ open open 4404 4404 4404 4404 4404 4404
/ws/hands/{public}/show/{showing}/ open open open open open 4404 open open
/ws/hands/{live}/show/{showing}/ 4404 4404 4404 4404 4404 4404 4404 4404
"""


def arguments(path: str, world: World) -> dict[str, Any]:
    """Return the arguments of an address; ``{pk}`` is a finished hand of Alice and Bob, shown by her, and
    ``{public}`` the same at a public table."""
    if "{sealed}" in path:
        return {"sealed": begun(world.alice, "winner").match.room.code}
    if "{showing}" not in path:
        return {"code": world.code}
    hand = finished("all-fours", world.alice, world.people["seat"])
    if "{public}" in path:
        Room.objects.filter(pk=hand.match.room_id).update(visibility=Room.Visibility.PUBLIC)
    live, showing = world.match.hands.get(), live_sharing.show(hand, world.alice, 0, None)
    return {"pk": hand.pk, "public": hand.pk, "live": live.pk, "showing": showing.pk}
