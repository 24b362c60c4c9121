"""What lies open to all at a table, worked out once for everybody who looks at one picture of it.

A function that is asked so is given the view of no seat: nothing that it gives can come from anybody's hand.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar

from games.table.cached_gettext import get_language, spoken
from games.table.scene import Scene

T = TypeVar("T")


def in_public(scene: Scene, work_out: Callable[..., T], *inputs: Hashable) -> T:
    """Return what a function gives for the view of a hand that lies open to all, and for what else it is ``inputs``.
    The scenes of one picture of a table share it; another scene, as that of a replay, has none, and its own view says
    the same."""
    public = scene.public
    if public is None:
        return work_out(scene.view, *inputs)
    catalogue = spoken()  # as in ``kept``
    key = work_out, get_language() if catalogue is None else catalogue.language, *inputs
    if key not in public.known:
        public.known[key] = work_out(public.view, *inputs)
    return public.known[key]  # type: ignore[no-any-return]
