"""The shuffle of a room's next deal: the house promises its part, the players' browsers add theirs.

The proof rests on the order (``rules/proof.py``): the promise is shown first, then the seeds come in, then the deck
is made from both and committed to.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.accounts.models import User
from games.foundation.transactions import write
from games.matches.models import Offer, Shuffle, new_salt
from games.rooms.models import Room, Seat
from games.rules import proof
from games.rules.cards import NUMBERS, names


@dataclass(frozen=True, slots=True)
class Shuffled:
    """A deck and what it was shuffled with. ``seeds``: by seat, None if its player added none.
    ``promised``: the house's promise for the deal after this one."""

    key: bytes
    deck: tuple[int, ...]
    secret: bytes
    seeds: tuple[str | None, ...]
    promised: str

    @property
    def lots(self) -> proof.Lots:
        """The lots drawn for this deal, from the first on."""
        return proof.Lots(self.key)


def promised(room: Room) -> str:
    """Return the promise for a room's next deal, empty if none has been made."""
    secret = Shuffle.objects.filter(room=room).values_list("secret", flat=True).first()
    return proof.promise(bytes(secret)) if secret is not None else ""


def prepare(room: Room) -> str:
    """Return the promise for a room's next deal, making it if there is none."""
    with write():
        return proof.promise(bytes(Shuffle.objects.get_or_create(room=room)[0].secret))


def offer() -> str:
    """Promise a first shuffle to somebody who has no room yet; return the promise."""
    secret = new_salt()
    with write():
        return Offer.objects.create(promise=proof.promise(secret), secret=secret).promise


def accept(room: Room, user: User, promise: str, seed: str) -> bool:
    """Make a new room's first shuffle from an offer and the seed that answers it. Return whether the offer was still
    valid: it is used once, since its secret is known after the hand."""
    if not (proof.is_seed(promise) and proof.is_seed(seed)):
        return False
    with write():
        row = Offer.objects.select_for_update().filter(promise=promise).first()
        if row is None:
            return False
        row.delete()
        fields = {"secret": row.secret, "seeds": {_giver(user.pk): seed}}
        Shuffle.objects.update_or_create(room=room, defaults=fields)
        return True


def give(room: Room, user: User, promise: str, seed: str) -> bool:
    """Add a player's browser seed to the next shuffle; their latest one counts. Return whether it came in time: a seed
    answers only one promise."""
    with write():
        row = Shuffle.objects.select_for_update().filter(room=room).first()
        is_seated = Seat.objects.filter(room=room, user=user).exists()
        if row is None or not is_seated or proof.promise(bytes(row.secret)) != promise:
            return False
        row.seeds[_giver(user.pk)] = seed
        row.save(update_fields=["seeds"])
        return True


def shuffle(room: Room, pack: Sequence[int], seats: Mapping[int, Seat]) -> Shuffled:
    """Make a deck from the promised secret and the seeds received, and promise the next; call inside the transaction
    that deals."""
    Shuffle.objects.get_or_create(room=room)
    row = Shuffle.objects.select_for_update().get(room=room)
    secret, seeds = bytes(row.secret), tuple(_seed(row, seats[number]) for number in sorted(seats))
    key = proof.mixed(secret, seeds)
    deck = proof.shuffled(names(pack), key)
    row.secret, row.seeds = new_salt(), {}
    row.save(update_fields=["secret", "seeds"])
    return Shuffled(key, tuple(NUMBERS[name] for name in deck), secret, seeds, proof.promise(row.secret))


def _seed(row: Shuffle, seat: Seat) -> str | None:
    """Return the seed that a seat's player added, wherever they sat then."""
    seed: str | None = row.seeds.get(_giver(seat.user_id))
    return seed


def _giver(user_id: int | None) -> str:
    # an earlier release stored seeds by the number of the seat
    return f"user {user_id}"
