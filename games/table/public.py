"""What is open to all at a table, computed once for all viewers of one picture.

The functions get the view without a seat, so their results cannot reveal anybody's hand.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar

from games.table.cached_gettext import fixed_catalogue, get_language
from games.table.scene import Scene

T = TypeVar("T")


def in_public(scene: Scene, work_out: Callable[..., T], *inputs: Hashable) -> T:
    """Return a function's result for the public view of a hand and further ``inputs``. The scenes of one picture
    share it; a scene without a public view, as in a replay, uses its own view, which gives the same."""
    public = scene.public
    if public is None:
        return work_out(scene.view, *inputs)
    catalogue = fixed_catalogue()  # as in ``piece_cache.cached_piece``
    key = work_out, get_language() if catalogue is None else catalogue.language, *inputs
    if key not in public.known:
        public.known[key] = work_out(public.view, *inputs)
    return public.known[key]  # type: ignore[no-any-return]
