"""Reproducible randomness: deals, pauses, table codes and keys derive from a name and the run's seed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from random import Random
from types import SimpleNamespace
from unittest.mock import patch

#: The seed of this run, which the first test sets.
run_seed: object = 0
#: The letters that tokens of forms are made of. They are half of Django's alphabet apart, so masking makes no others,
#: and no test searches a page for a word of these alone.
TOKEN_LETTERS = "aF"


@contextmanager
def known_chance(name: str) -> Iterator[None]:
    """Derive everything that this process draws from ``name`` and the run's seed."""
    from django.middleware import csrf

    from games.matches import clock, models, prepared_moves
    from games.rooms import models as rooms

    rng = Random(f"{run_seed}/{name}")
    token_rng = Random(f"{run_seed}/{name}/tokens")
    stand_in = SimpleNamespace(token_bytes=rng.randbytes, choice=rng.choice)
    with ExitStack() as patches:
        for module in (models, rooms):
            patches.enter_context(patch.object(module, "secrets", stand_in))
        for module in (clock, prepared_moves):
            patches.enter_context(patch.object(module, "_chance", rng))
        token = partial(_token, token_rng, csrf.CSRF_SECRET_LENGTH)
        patches.enter_context(patch.object(csrf, "_get_new_csrf_string", token))
        yield


def _token(rng: Random, length: int) -> str:
    """Return the secret of a visitor's forms, or a mask of one."""
    return "".join(rng.choices(TOKEN_LETTERS, k=length))
