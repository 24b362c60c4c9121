"""Reproducible randomness: deals, pauses, table codes and keys derive from a name and the run's seed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from random import Random
from types import SimpleNamespace
from unittest.mock import patch

#: The seed of this run, which the first test sets.
run_seed: object = 0


@contextmanager
def known_chance(name: str) -> Iterator[None]:
    """Derive everything that this process draws from ``name`` and the run's seed."""
    from games.matches import clock, models, prepared_moves
    from games.rooms import models as rooms

    drawn = Random(f"{run_seed}/{name}")
    known = SimpleNamespace(token_bytes=drawn.randbytes, choice=drawn.choice)
    with ExitStack() as patches:
        for module in (models, rooms):
            patches.enter_context(patch.object(module, "secrets", known))
        for module in (clock, prepared_moves):
            patches.enter_context(patch.object(module, "_chance", drawn))
        yield
