"""Proof of the deal: a commitment made before the first action, opened when the hand is over.

The commitment is SHA-256 over a secret salt of 32 bytes, then the deck as text. It accompanies
a hand record (``games.rules.record``), never inside it, as one JSON object per line: ``sifang-deal/1``.

``sifang-deal/2`` proves the shuffle too. The house draws 32 secret bytes and promises them by showing
their SHA-256. Then each player's browser adds 32 bytes of its own. Together they make the key
(``mixed``), and the key alone makes the deck (``shuffled``) and all that is drawn by lot (``Lots``), so nobody could
choose them. For the first hand of a match it also holds the cut for the deal: ``cut`` (``cutting.Cut.written``).
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import islice
from random import Random
from typing import Any

from games.rules.cards import NUMBERS

FORMAT, MIXED = "sifang-deal/1", "sifang-deal/2"
SALT_BYTES = 32
KEYS = frozenset({"format", "commitment", "salt"})
MIXED_KEYS = KEYS | {"promise", "secret", "seeds"}
CUT_KEYS = MIXED_KEYS | {"cut"}
#: What stands for a seat that added nothing to the shuffle.
NOTHING = "-"
_DRAW = 1 << 64


# --- the deck that was committed to --------------------------------------------------------------


def deck_text(deck: Iterable[str]) -> str:
    """Return a deck as it is hashed: the names of its cards, the next to be dealt first, separated
    by single spaces, in ASCII."""
    return " ".join(deck)


def commitment(salt: bytes, deck: Iterable[str]) -> str:
    """Return the commitment to a deck, 64 lowercase hexadecimal digits."""
    return hashlib.sha256(salt + deck_text(deck).encode("ascii")).hexdigest()


# --- the shuffle ---------------------------------------------------------------------------------


def promise(secret: bytes) -> str:
    """Return the hash of the house's secret bytes, shown before the players add theirs."""
    return hashlib.sha256(secret).hexdigest()


def is_seed(seed: object) -> bool:
    """Return whether something is 32 bytes as 64 lowercase hexadecimal digits."""
    return isinstance(seed, str) and len(seed) == 64 and not set(seed) - set("0123456789abcdef")


def mixed(secret: bytes, seeds: Sequence[str | None]) -> bytes:
    """Return the key of a shuffle: SHA-256 over ASCII lines, each with its newline: the word
    ``sifang-shuffle/1``, the house's secret, and what each seat in order added, or ``-``."""
    lines = ["sifang-shuffle/1", secret.hex(), *(seed or NOTHING for seed in seeds)]
    return hashlib.sha256("".join(f"{line}\n" for line in lines).encode("ascii")).digest()


def shuffled(cards: Iterable[str], key: bytes) -> list[str]:
    """Return cards as a key shuffles them. They are sorted by number; then each, from the last place
    to the second, is swapped with one at or before it, drawn uniformly."""
    deck = sorted(cards, key=NUMBERS.__getitem__)
    draws = _draws(key)
    for last in range(len(deck) - 1, 0, -1):
        chosen = _below(last + 1, draws)
        deck[last], deck[chosen] = deck[chosen], deck[last]
    return deck


class Lots(Random):
    """A generator for lots drawn besides the deck, such as who deals first: from the same key as the deck, with its
    own numbers. ``_draws`` makes them from SHA-256 over two ASCII lines, each with its newline: the word
    ``sifang-lots/1`` and the key in hexadecimal digits."""

    def __init__(self, key: bytes) -> None:
        self._numbers = _draws(hashlib.sha256(f"sifang-lots/1\n{key.hex()}\n".encode("ascii")).digest())
        super().__init__()

    def seed(self, *_seeds: object, **_named: object) -> None:
        """Do nothing: the key is the only seed."""

    def getrandbits(self, k: int) -> int:
        """Return the first ``k`` bits of the next numbers."""
        count = -(-k // 64)
        whole = reduce(lambda bits, number: bits << 64 | number, islice(self._numbers, count), 0)
        return whole >> 64 * count - k

    def random(self) -> float:
        """Return a number from 0 to less than 1."""
        return self.getrandbits(53) / (1 << 53)


def _draws(key: bytes) -> Iterator[int]:
    """Yield 64-bit numbers: the first 8 bytes of SHA-256 over the key and a counter from 0, in 8
    bytes; both big-endian."""
    counter = 0
    while True:
        yield int.from_bytes(hashlib.sha256(key + counter.to_bytes(8, "big")).digest()[:8], "big")
        counter += 1


def _below(number: int, draws: Iterator[int]) -> int:
    """Return a random number below ``number``. Draws in the incomplete last cycle of 2 ** 64 are
    skipped, so that all are equally likely."""
    whole = _DRAW - _DRAW % number
    return next(draw for draw in draws if draw < whole) % number


# --- opening both --------------------------------------------------------------------------------


def opened(
    salt: bytes,
    deck: Sequence[str],
    secret: bytes | None = None,
    seeds: Sequence[str | None] = (),
    cut: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """Return the line that accompanies a record and opens a commitment, and with ``secret`` the shuffle and the
    ``cut``."""
    fields: dict[str, Any] = {"format": FORMAT, "commitment": commitment(salt, deck), "salt": salt.hex()}
    if secret is None:
        return fields
    fields |= {"format": MIXED, "promise": promise(secret), "secret": secret.hex(), "seeds": list(seeds)}
    return fields if cut is None else fields | {"cut": cut}


def holds(proof: object, deck: object) -> bool:
    """Return whether a line opens its own commitment to the deck of a record, and, if it includes
    the shuffle, whether that made this deck."""
    if not isinstance(proof, dict) or not isinstance(deck, list):
        return False
    if not all(isinstance(card, str) and card in NUMBERS for card in deck):
        return False
    if proof.get("format") == MIXED and proof.keys() in (MIXED_KEYS, CUT_KEYS):
        return _keeps_commitment(proof, deck) and _is_shuffle(proof, deck)
    return proof.get("format") == FORMAT and proof.keys() == KEYS and _keeps_commitment(proof, deck)


def lots(proof: dict[str, Any]) -> Lots:
    """Return the lots drawn for the deal of a proof that ``holds``, from the first."""
    return Lots(mixed(bytes.fromhex(proof["secret"]), proof["seeds"]))


def _keeps_commitment(proof: dict[str, Any], deck: list[str]) -> bool:
    salt, committed = _bytes(proof["salt"]), proof["commitment"]
    return salt is not None and isinstance(committed, str) and _same(committed, commitment(salt, deck))


def _is_shuffle(proof: dict[str, Any], deck: list[str]) -> bool:
    secret, promised, seeds = _bytes(proof["secret"]), proof["promise"], proof["seeds"]
    if secret is None or not isinstance(promised, str) or not _same(promised, promise(secret)):
        return False
    if not isinstance(seeds, list) or not all(seed is None or is_seed(seed) for seed in seeds):
        return False
    return shuffled(deck, mixed(secret, seeds)) == deck


def _bytes(value: Any) -> bytes | None:
    try:
        raw = bytes.fromhex(value)
    except (TypeError, ValueError):
        return None
    return raw if len(raw) == SALT_BYTES else None


def _same(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode(), other.encode())
