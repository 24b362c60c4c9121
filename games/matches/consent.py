"""Taking a move back at a table with other people: one person asks, and it is done once all the others agree.

What was played after a move has told its player something that cannot be unlearned, so the others decide. The request
is stored in the hand's row and applies to the one picture on which it was made; once the hand moves on it is void, and
nothing has to end it. AI players always agree. Silence is not consent: people who are away, or for whom the house
plays, have not agreed, so waiting until others leave gains nothing. Nobody can ask while the house is to act or keeps
the seat of somebody who would be asked: it would be in vain, as a request is once somebody who was asked leaves without
an answer, until they are back. Nobody can ask at a sealed table either: its people may be partners, and those with whom
they are compared have no second try.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict, dataclass, replace

from games.foundation.transactions import write
from games.matches import services, undo
from games.matches.claim_state import claim_of
from games.matches.models import Entry, Hand
from games.matches.undo import OF_THE_DRAW, NothingToTakeBack
from games.rooms.models import Seat
from games.rooms.seats import touch
from games.rules.core import Action, View

#: Requests allowed for one move: a second one if the first became void before everybody had answered.
MOST_A_MOVE = 2
#: Refusals in a hand after which a person cannot ask again in it.
MOST_REFUSALS = 2


@dataclass(frozen=True, slots=True)
class Request:
    """A request to take a move back. ``seat`` asks on the picture ``seq``; ``move`` is the move's place in the hand,
    ``do`` its word, and ``own`` how many moves the seat had made, this one included; ``agreed``: the seats that have
    agreed; ``refused``: the seat that refused, or their own if they withdrew the request."""

    seat: int
    seq: int
    move: int
    do: str
    own: int
    agreed: tuple[int, ...] = ()
    refused: int | None = None


def requests(hand: Hand) -> list[Request]:
    """Return all requests made in a hand, the latest last."""
    return [Request(**{**row, "agreed": tuple(row["agreed"])}) for row in hand.take_back_requests or ()]


def is_pending(hand: Hand) -> bool:
    """Return whether a request to take a move back awaits answers."""
    request = latest(hand)
    return request is not None and request.refused is None


def latest(hand: Hand) -> Request | None:
    """Return the request made on the present picture of a hand, answered or not."""
    newest = requests(hand)[-1:]
    return newest[0] if newest and newest[0].seq == hand.version and hand.replaced_by_id is None else None


def to_ask(seats: Collection[Seat], seat: int) -> list[int]:
    """Return the seats of the people who must agree to a seat's request."""
    return [row.number for row in seats if row.user_id is not None and row.number != seat]


def waits_for(request: Request, seats: Collection[Seat]) -> list[Seat]:
    """Return the rows of the seats whose people have yet to agree to a request."""
    others = to_ask(seats, request.seat)
    return [row for row in seats if row.number in others and row.number not in request.agreed]


def is_in_vain(request: Request, seats: Collection[Seat]) -> bool:
    """Return whether a request without a refusal waits for somebody for whom the house plays."""
    return request.refused is None and any(row.autoplay for row in waits_for(request, seats))


def may_ask(hand: Hand, seats: Collection[Seat], view: View) -> bool:
    """Return whether the person with this view of a hand may ask now, as far as they know, if nothing is rated."""
    seat, rows, room = view.seat, {row.number: row for row in seats}, hand.match.room
    if seat is None or not view.to_act or not (others := to_ask(seats, seat)) or room.over_days or room.sealed:
        return False
    if (claim := claim_of(hand)) is not None and claim.goes_on:
        return False
    if any(rows[number].autoplay for number in others) or any(rows[number].played_by for number in view.to_act):
        return False
    own = _own(view)
    if not own or own[-1].do in OF_THE_DRAW or latest(hand) is not None:
        return False
    mine = [request for request in requests(hand) if request.seat == seat]
    same_move = [request for request in mine if request.own == len(own)]
    if len(same_move) >= MOST_A_MOVE or any(request.refused is not None for request in same_move):
        return False
    return sum(request.refused not in (None, seat) for request in mine) < MOST_REFUSALS


def ask(hand_id: int, seat: int, *, seq: int, unrated: bool = False) -> None:
    """Ask the other people at the table to let a seat take back its latest move. Asking twice on one picture is one
    request. Raise ``Stale`` if the hand has moved on, ``NothingToTakeBack`` if they may not ask."""
    with write():
        hand, before, seats = undo.locked_at(hand_id, seq)
        view = before.view(seat)
        if (newest := latest(hand)) is not None and newest.seat == seat:
            return
        last = Entry.objects.filter(hand=hand, action__seat=seat).order_by("-seq").first()
        if last is None or last.by != Entry.By.PERSON or not (hand.match.room.is_learning or unrated):
            raise NothingToTakeBack
        if not may_ask(hand, seats.values(), view):
            raise NothingToTakeBack
        _store(hand, [*requests(hand), Request(seat, seq, last.seq, last.action["do"], len(_own(view)))])


def agree(hand_id: int, seat: int, *, seq: int, unrated: bool = False) -> None:
    """Consent to a request; when the last person does, the move is taken back. Raise ``Stale`` if nobody asks any more,
    ``NothingToTakeBack`` if nothing may be taken back by now."""
    with write():
        hand, _before, seats = undo.locked_at(hand_id, seq)
        request = _open(hand)
        if request.seat == seat:
            raise services.Stale
        if hand.match.room.sealed or not (hand.match.room.is_learning or unrated):
            raise NothingToTakeBack
        request = replace(request, agreed=tuple(sorted({*request.agreed, seat})))
        if set(to_ask(seats.values(), request.seat)) <= set(request.agreed):
            undo.lay_aside(hand, seats, request.move)
        else:
            _store(hand, [*requests(hand)[:-1], request])


def refuse(hand_id: int, seat: int, *, seq: int, unrated: bool = False) -> None:
    """Refuse a request, which ends it; the person who asked may also withdraw it this way. Raise ``Stale`` if nobody
    asks any more."""
    with write():
        hand, _before, _seats = undo.locked_at(hand_id, seq)
        _store(hand, [*requests(hand)[:-1], replace(_open(hand), refused=seat)])


def _open(hand: Hand) -> Request:
    """Return the request that can be answered now."""
    request = latest(hand)
    if request is None or request.refused is not None:
        raise services.Stale
    return request


def _own(view: View) -> list[Action]:
    """Return the actions of the view's own seat."""
    return [action for action in view.memory if action.seat == view.seat]


def _store(hand: Hand, pending: Collection[Request]) -> None:
    Hand.objects.filter(pk=hand.pk).update(take_back_requests=[asdict(request) for request in pending])
    touch(hand.match.room)
