"""Chance for kernels: a generator that draws the same numbers compiled and plain (``compiled``).

It is Marsaglia's 128-bit xorshift; its state is a table of four 32-bit integers. It decides what AI players imagine
and never deals anybody's cards.
"""

from __future__ import annotations

from functools import cache
from random import Random
from statistics import NormalDist

from games.ai.compiled import Engine, Floats, Integers, kernel

WORD = (1 << 32) - 1
#: number of equally likely values of a normal deviate
DEVIATES = 1024
DEVIATE_SHIFT = 32 - DEVIATES.bit_length() + 1


@cache
def normal(engine: Engine) -> Floats:
    """Return the values of a normal deviate, ascending."""
    return engine.floats(NormalDist().inv_cdf((number + 0.5) / DEVIATES) for number in range(DEVIATES))


def chance_of(rng: Random, engine: Engine) -> Integers:
    """Return the state of a generator seeded by another."""
    return engine.integers([rng.getrandbits(32) | 1, *(rng.getrandbits(32) for _ in range(3))])


@kernel
def drawn(chance: Integers) -> int:
    """Return the next 32-bit number."""
    last, word = chance[0], chance[3]
    last ^= last << 11 & WORD
    chance[0], chance[1], chance[2] = chance[1], chance[2], word
    word ^= word >> 19 ^ last ^ last >> 8
    chance[3] = word
    return word


@kernel
def below(chance: Integers, count: int) -> int:
    """Return a number from 0 to ``count`` - 1."""
    return drawn(chance) * count >> 32


@kernel
def share(chance: Integers) -> float:
    """Return a number from 0 to less than 1."""
    return drawn(chance) / 4294967296.0


@kernel
def shuffle(chance: Integers, cards: Integers, start: int, count: int) -> None:
    """Shuffle ``count`` places of a table, from ``start`` on."""
    for place in range(count - 1, 0, -1):
        other = below(chance, place + 1)
        cards[start + place], cards[start + other] = cards[start + other], cards[start + place]
