"""The rest of a hand at once: a person claims all tricks that are left, or gives them up for their side.

It is played by moves like any other, through the one door, each stored as the house's: records, replays and scores
know nothing new. Who may object is asked for ten seconds; AI players and stand-ins never do, for what is claimed is
proved. Where it is refused the hand goes on, and the cards that all have seen lie open to the end of it; AI players
play as if they had not looked.

Whoever gives up needs the consent of a partner who is a person; the others are told. Then the house plays all hands so
that the other side takes what it can (``rules.giving_up``): the hand is lost by its score, and the match goes on. Its
moves count for nobody, so a loss stays a loss, and a win is no win of more own moves (/rules/rating/).
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

from django.utils import timezone

from games.foundation.transactions import write
from games.matches import clock, consent, events, services
from games.matches.claim_state import Claim, Kind, Stands, claim_of
from games.matches.fold import Folded, fold
from games.matches.judging import Stale
from games.matches.live_room import LiveRoom
from games.matches.models import Entry, Hand
from games.rooms.models import Seat
from games.rules import rest
from games.rules.core import Action, View
from games.rules.giving_up import given_up, may_give_up

log = logging.getLogger(__name__)
#: How long those who are asked may say no.
ASKED_FOR = timedelta(seconds=10)
#: How long other people read that somebody has given up, before it is played.
READ_FOR = timedelta(seconds=3)


class NothingToClaim(Exception):
    """Nothing proves that the seat takes the rest, it may not give it up, or it has asked before in this hand."""


def may_claim(hand: Hand, view: View, game: Any) -> bool:
    """Say whether whoever has this view of a hand may claim the rest of it: a matter of what they know alone."""
    return _may_ask(hand, Kind.CLAIM, view.seat) and bool(rest.sure_leads(game, view))


def may_concede(hand: Hand, view: View, game: Any, now: bool | None = None) -> bool:
    """Say whether whoever has this view of a hand may give up the rest of it for their side. ``now``: as of
    ``may_anybody_ask``, where that is known already."""
    return may_give_up(game, view) and _may_ask(hand, Kind.CONCEDE, view.seat, now)


def may_anybody_ask(hand: Hand) -> bool:
    """Say whether the rest of a hand may be claimed or given up at this moment, whoever would: nothing else is asked of
    the others, and they are here to answer in time."""
    return not consent.is_asked(hand) and not hand.match.room.over_days


def may_refuse(claim: Claim, seats: Mapping[int, Seat], folded: Folded) -> set[int]:
    """Return the seats that may say no: all other people who play themselves, or, where somebody gives up, those of
    them on the same side."""
    others = {seat.number for seat in seats.values() if seat.number != claim.seat and _plays(seat)}
    if claim.kind == Kind.CLAIM:
        return others
    side, options = folded.game.side, folded.setup.options
    return {other for other in others if side(other, options) == side(claim.seat, options)}


def claim_rest(hand_id: int, seat: int, *, seq: int) -> None:
    """Claim all tricks that are left for a seat, from the picture ``seq``. The same press again changes nothing.
    ``Stale`` where the hand has moved on, ``NothingToClaim`` where nothing proves it."""
    with write():
        hand, before = _open_hand(hand_id)
        if _repeats(hand, Kind.CLAIM, seat):
            return
        if seq != before.seq:
            raise Stale
        view, seats = before.view(seat), services.seats_of(hand.match.room)
        if not may_claim(hand, view, before.game) or not _plays(seats[seat]):
            raise NothingToClaim
        _ask(hand, before, seats, Kind.CLAIM, seat, rest.sure_leads(before.game, view))


def concede(hand_id: int, seat: int) -> None:
    """Give up the rest of a hand for a seat's side, as it stands now. The same press again changes nothing.
    ``Stale`` where the hand is over, ``NothingToClaim`` where the seat may not."""
    with write():
        hand, before = _open_hand(hand_id)
        if _repeats(hand, Kind.CONCEDE, seat):
            return
        seats = services.seats_of(hand.match.room)
        if not may_concede(hand, before.view(seat), before.game) or not _plays(seats[seat]):
            raise NothingToClaim
        _ask(hand, before, seats, Kind.CONCEDE, seat)


def agree(hand_id: int, seat: int) -> None:
    """Note that a seat agrees to what is asked; with the last of them the house plays. ``Stale`` where nobody asks."""
    with write():
        hand, before, claim, seats = _asking(hand_id, seat)
        _store(hand, before, seats, replace(claim, agreed=tuple({*claim.agreed, seat})))


def object_to(hand_id: int, seat: int) -> None:
    """Have the hand go on as before, as a seat that is asked wishes. ``Stale`` where nobody asks."""
    with write():
        hand, before, claim, seats = _asking(hand_id, seat)
        _store(hand, before, seats, claim.refused())


def go_on(live: LiveRoom, hand: Hand, folded: Folded) -> None:
    """Do what is due while a claim holds the play: end the time of those who are asked, or play the next card.
    Run twice, or in parallel, it does it once."""
    claim = claim_of(hand)
    assert claim is not None
    try:
        if claim.ends > timezone.now() + clock.SLACK:
            services.set_due(hand.pk, folded.seq, claim.ends)
        elif claim.stands == Stands.ASKED:
            _time_is_over(hand.pk)
        elif claim.kind == Kind.CONCEDE and not claim.leads:
            _plan(hand.pk, folded, claim)
        else:
            action, key = folded.game.write_action(_next(folded, claim)), f"rest:{folded.seq}"
            by = Entry.By.HOUSE
            services.take_action(hand.pk, action["seat"], action, seq=folded.seq, key=key, by=by, live=live)
    except (services.Stale, services.KeyUsed) as late:
        log.debug("hand %s at %s: the rest was played already (%r)", hand.pk, folded.seq, late)


def _time_is_over(hand_id: int) -> None:
    """End the time of those who are asked: whoever has said nothing has nothing against a claim, and has not agreed
    to give up."""
    with write():
        hand, before = _open_hand(hand_id)
        claim = claim_of(hand)
        if claim is None or claim.stands != Stands.ASKED:
            return
        over = claim.refused() if claim.kind == Kind.CONCEDE else replace(claim, stands=Stands.AGREED)
        _store(hand, before, services.seats_of(hand.match.room), over)


def _plan(hand_id: int, folded: Folded, agreed: Claim) -> None:
    """Find how the rest is played that a side has given up, and store it. Not before it is agreed: how long it takes
    depends on all hands, and by then nobody plays theirs any more."""
    game, options = folded.game, folded.setup.options
    plays = given_up(game, folded.state, game.side(agreed.seat, options), options)
    planned = replace(agreed, leads=tuple(map(game.write_action, plays)), since=folded.seq)
    with write():
        hand, before = _open_hand(hand_id)
        if claim_of(hand) == agreed and before.seq == folded.seq:
            _store(hand, before, services.seats_of(hand.match.room), planned)


def _next(folded: Folded, claim: Claim) -> Any:
    """Return what is played next. Where a side gives up it is what was found; else of the claimant their next lead,
    and of the others any card that may be played: all are taken, and no trick or point depends on which comes when.
    """
    if claim.kind == Kind.CONCEDE:
        return folded.read(dict(claim.leads[folded.seq - claim.since]))
    seat = folded.state.to_act[0]
    view = folded.view(seat)
    if seat != claim.seat:
        return next(iter(folded.game.moves(view)))
    held = Counter(view.hand)
    leads = (folded.read(dict(lead)) for lead in claim.leads)
    return next(lead for lead in leads if not Counter(lead.values()["cards"].numbers) - held)


def _open_hand(hand_id: int) -> tuple[Hand, Folded]:
    """Return a hand that is played, locked, and how it stands; ``Stale`` where it is over or laid aside."""
    hand = services.locked(hand_id)
    before = fold(hand)
    if before.state.result is not None or hand.match.ended_at is not None or hand.replaced_by_id is not None:
        raise Stale
    return hand, before


def _asking(hand_id: int, seat: int) -> tuple[Hand, Folded, Claim, dict[int, Seat]]:
    hand, before = _open_hand(hand_id)
    claim, seats = claim_of(hand), services.seats_of(hand.match.room)
    if claim is None or claim.stands != Stands.ASKED or seat not in may_refuse(claim, seats, before):
        raise Stale
    return hand, before, claim, seats


def _may_ask(hand: Hand, kind: Kind, seat: int | None, now: bool | None = None) -> bool:
    before = claim_of(hand)
    if not (may_anybody_ask(hand) if now is None else now):
        return False
    return before is None or (before.stands == Stands.REFUSED and f"{kind} {seat}" not in before.over)


def _repeats(hand: Hand, kind: Kind, seat: int) -> bool:
    claim = claim_of(hand)
    return claim is not None and claim.goes_on and (claim.kind, claim.seat) == (kind, seat)


def _plays(seat: Seat) -> bool:
    """Say whether a person plays a seat themselves."""
    return seat.user_id is not None and not seat.autoplay


def _ask(
    hand: Hand, before: Folded, seats: Mapping[int, Seat], kind: Kind, seat: int, leads: Sequence[Action] = ()
) -> None:
    """Store that a seat claims or gives up the rest; whoever claims shows their cards and says what they lead."""
    earlier = claim_of(hand)
    shown, over = (set(earlier.shown), earlier.over) if earlier is not None else (set[int](), ())
    until = (timezone.now() + ASKED_FOR).isoformat()
    lying = tuple(sorted(shown | {seat} if kind == Kind.CLAIM else shown))
    written = tuple(before.game.write_action(lead) for lead in leads)
    _store(hand, before, seats, Claim(kind, seat, Stands.ASKED, until, written, shown=lying, over=over))


def _store(hand: Hand, before: Folded, seats: Mapping[int, Seat], claim: Claim) -> None:
    """Store a claim, with what is due now, and have everybody told. Where nobody is left to be asked it is agreed."""
    now = timezone.now()
    if claim.stands == Stands.ASKED and may_refuse(claim, seats, before) <= set(claim.agreed):
        claim = replace(claim, stands=Stands.AGREED)
    if claim.stands == Stands.AGREED:
        others = any(_plays(seat) for seat in seats.values() if seat.number != claim.seat)
        waits = READ_FOR if claim.kind == Kind.CONCEDE and others and not claim.leads else timedelta()
        claim = replace(claim, until=(now + waits).isoformat())
    hand.claim = claim.written()
    if not claim.goes_on and hand.turn_at is not None:
        hand.turn_at = now  # nobody's clock ran while others were asked
    hand.due_at = clock.due(hand, before, seats, now)
    Hand.objects.filter(pk=hand.pk).update(claim=hand.claim, due_at=hand.due_at, turn_at=hand.turn_at)
    hand.match.room.touch()
    searches = services.searches(before, seats) and not claim.goes_on
    events.moved(hand.match.room.code, hand.pk, before.seq, hand.due_at, searches=searches)
