"""The sockets: ``open``, or the code with which the socket is closed."""

from __future__ import annotations

from typing import Any

from games.replays import live_sharing
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
/ws/hands/{live}/show/{showing}/ 4404 4404 4404 4404 4404 4404 4404 4404
"""


def arguments(path: str, world: World) -> dict[str, Any]:
    """Return the arguments of an address; ``{pk}`` is a finished hand of Alice and Bob, shown by her."""
    if "{sealed}" in path:
        return {"sealed": begun(world.alice, "winner").match.room.code}
    if "{showing}" not in path:
        return {"code": world.code}
    hand = finished("all-fours", world.alice, world.people["seat"])
    live = world.match.hands.get()
    return {"pk": hand.pk, "live": live.pk, "showing": live_sharing.show(hand, world.alice, 0, None).pk}
