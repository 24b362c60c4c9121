"""The actions of a hand as a chain that states share: each link holds the chain before it, then an action."""

from __future__ import annotations

from typing import Any

from games.rules.core import Action


class ChainReader:
    """Reads chains and remembers the last: all seats' views show one state, whose chain is usually one link longer
    than the one before."""

    def __init__(self) -> None:
        self._read: tuple[Any, tuple[Action, ...]] = (None, ())

    def __call__(self, chain: Any) -> tuple[Action, ...]:
        """Return the actions of a chain, oldest first; none for None."""
        known, actions = self._read  # at once: threads share a reader
        if chain is known:
            return actions
        if chain is not None and chain[0] is known:
            actions = (*actions, chain[1])
        else:
            newest_first, rest = [], chain
            while rest is not None:
                newest_first.append(rest[1])
                rest = rest[0]
            actions = tuple(reversed(newest_first))
        self._read = chain, actions
        return actions
