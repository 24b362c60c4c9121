"""Ending a hand early: a person claims all remaining tricks, or gives them up for their side.

The rest is played by ordinary moves through ``take_action``, each stored as the house's: records, replays and scores
need no special case. Those who may object have ten seconds; AI players and stand-ins never do, because a claim is
proved. If it is refused the hand goes on, and the cards that everybody has seen stay face up to its end; AI players
play as if they had not looked.

To give up, a person needs the consent of a partner who is a person; the others see it. Then the house plays all hands
so that the other side takes what it can (``rules.giving_up``): the hand is lost by its score, and the match goes on.
These moves count for nobody, so a loss stays a loss, and no winner gains moves of their own by it (/rules/rating/).
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
#: How long others have to say no.
OBJECTION_TIME = timedelta(seconds=10)
#: How long others can read that somebody has given up before the house plays.
READING_TIME = timedelta(seconds=3)


class NothingToClaim(Exception):
    """The claim cannot be proved, the seat may not give up the rest, or it has asked before in this hand."""


def may_claim(hand: Hand, view: View, game: Any) -> bool:
    """Return whether the person with this view of a hand may claim the rest of it, judged only by what they know."""
    return _may_ask(hand, Kind.CLAIM, view.seat) and bool(rest.sure_leads(game, view))


def may_concede(hand: Hand, view: View, game: Any, now: bool | None = None) -> bool:
    """Return whether the person with this view of a hand may give up the rest for their side. ``now``: the result of
    ``may_anybody_ask``, if already known."""
    return may_give_up(game, view) and _may_ask(hand, Kind.CONCEDE, view.seat, now)


def may_anybody_ask(hand: Hand) -> bool:
    """Return whether anybody may claim or give up the rest of a hand now: no other request is open, and the others are
    here to answer in time."""
    return not consent.is_pending(hand) and not hand.match.room.over_days


def may_refuse(claim: Claim, seats: Mapping[int, Seat], folded: Folded) -> set[int]:
    """Return the seats that may say no: all other people who play themselves or, if a side gives up, only those on that
    side."""
    others = {seat.number for seat in seats.values() if seat.number != claim.seat and _plays(seat)}
    if claim.kind == Kind.CLAIM:
        return others
    side, options = folded.game.side, folded.setup.options
    return {other for other in others if side(other, options) == side(claim.seat, options)}


def claim_rest(hand_id: int, seat: int, *, seq: int) -> None:
    """Claim all remaining tricks for a seat, from the picture ``seq``. Repeating the same press changes nothing. Raise
    ``Stale`` if the hand has moved on, ``NothingToClaim`` if the claim cannot be proved."""
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
    """Give up the rest of a hand for a seat's side, as it stands now. Repeating the same press changes nothing. Raise
    ``Stale`` if the hand is over, ``NothingToClaim`` if the seat may not."""
    with write():
        hand, before = _open_hand(hand_id)
        if _repeats(hand, Kind.CONCEDE, seat):
            return
        seats = services.seats_of(hand.match.room)
        if not may_concede(hand, before.view(seat), before.game) or not _plays(seats[seat]):
            raise NothingToClaim
        _ask(hand, before, seats, Kind.CONCEDE, seat)


def agree(hand_id: int, seat: int, kind: str | None, asker: int | None) -> None:
    """Note that a seat agrees to the request of the seat ``asker``; once all have, the house plays. Raise ``Stale`` if
    this is not what is asked now."""
    with write():
        hand, before, claim, seats = _asking(hand_id, seat, kind, asker)
        _store(hand, before, seats, replace(claim, agreed=tuple({*claim.agreed, seat})))


def object_to(hand_id: int, seat: int, kind: str | None, asker: int | None) -> None:
    """Refuse the request of the seat ``asker`` for a seat that is asked: the hand goes on as before. Raise ``Stale`` if
    this is not what is asked now."""
    with write():
        hand, before, claim, seats = _asking(hand_id, seat, kind, asker)
        _store(hand, before, seats, claim.refused())


def go_on(live: LiveRoom, hand: Hand, folded: Folded) -> None:
    """Do what is due while a claim holds the play: end the time to answer, or play the next card. It happens once, even
    if this runs twice or in parallel."""
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
    """End the time to answer: silence counts as no objection to a claim, but not as consent to giving up."""
    with write():
        hand, before = _open_hand(hand_id)
        claim = claim_of(hand)
        if claim is None or claim.stands != Stands.ASKED:
            return
        outcome = claim.refused() if claim.kind == Kind.CONCEDE else replace(claim, stands=Stands.AGREED)
        _store(hand, before, services.seats_of(hand.match.room), outcome)


def _plan(hand_id: int, folded: Folded, claim: Claim) -> None:
    """Find and store how the house plays the rest that a side has given up. This waits for agreement because the time
    it takes depends on all hands; by then nobody plays their own any more."""
    game, options = folded.game, folded.setup.options
    plays = given_up(game, folded.state, game.side(claim.seat, options), options)
    with_plan = replace(claim, leads=tuple(map(game.write_action, plays)), since=folded.seq)
    with write():
        hand, before = _open_hand(hand_id)
        if claim_of(hand) == claim and before.seq == folded.seq:
            _store(hand, before, services.seats_of(hand.match.room), with_plan)


def _next(folded: Folded, claim: Claim) -> Any:
    """Return the next action. If a side gives up, it comes from the plan. In a claim the claimant plays their next
    lead and the others any legal card: the claimant takes every trick, so the order changes no trick or point."""
    if claim.kind == Kind.CONCEDE:
        return folded.read(dict(claim.leads[folded.seq - claim.since]))
    seat = folded.state.to_act[0]
    view = folded.view(seat)
    if seat != claim.seat:
        return next(iter(folded.game.moves(view)))
    cards = Counter(view.hand)
    leads = (folded.read(dict(lead)) for lead in claim.leads)
    return next(lead for lead in leads if not Counter(lead.values()["cards"].numbers) - cards)


def _open_hand(hand_id: int) -> tuple[Hand, Folded]:
    """Return a hand in play, locked, and its state. Raise ``Stale`` if it is over or laid aside."""
    hand = services.locked(hand_id)
    before = fold(hand)
    if before.state.result is not None or hand.match.ended_at is not None or hand.replaced_by_id is not None:
        raise Stale
    return hand, before


def _asking(
    hand_id: int, seat: int, kind: str | None, asker: int | None
) -> tuple[Hand, Folded, Claim, dict[int, Seat]]:
    """Return what is asked of a seat. A request does not move the hand on, so its kind and its seat tell it from others
    of the hand: nobody asks for the same thing twice."""
    hand, before = _open_hand(hand_id)
    claim, seats = claim_of(hand), services.seats_of(hand.match.room)
    if claim is None or claim.stands != Stands.ASKED or (claim.kind, claim.seat) != (kind, asker):
        raise Stale
    if seat not in may_refuse(claim, seats, before):
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
    """Return whether a person plays a seat themselves."""
    return seat.user_id is not None and not seat.autoplay


def _ask(
    hand: Hand, before: Folded, seats: Mapping[int, Seat], kind: Kind, seat: int, leads: Sequence[Action] = ()
) -> None:
    """Store that a seat claims or gives up the rest; a claimant shows their cards and names their leads."""
    earlier = claim_of(hand)
    shown, over = (set(earlier.shown), earlier.over) if earlier is not None else (set[int](), ())
    until = (timezone.now() + OBJECTION_TIME).isoformat()
    hands_shown = tuple(sorted(shown | {seat} if kind == Kind.CLAIM else shown))
    raw_leads = tuple(before.game.write_action(lead) for lead in leads)
    _store(hand, before, seats, Claim(kind, seat, Stands.ASKED, until, raw_leads, shown=hands_shown, over=over))


def _store(hand: Hand, before: Folded, seats: Mapping[int, Seat], claim: Claim) -> None:
    """Store a claim and when the house must act next, and notify everybody. With nobody left to ask it is agreed."""
    now = timezone.now()
    if claim.stands == Stands.ASKED and may_refuse(claim, seats, before) <= set(claim.agreed):
        claim = replace(claim, stands=Stands.AGREED)
    if claim.stands == Stands.AGREED:
        others = any(_plays(seat) for seat in seats.values() if seat.number != claim.seat)
        delay = READING_TIME if claim.kind == Kind.CONCEDE and others and not claim.leads else timedelta()
        claim = replace(claim, until=(now + delay).isoformat())
    hand.claim = claim.written()
    if not claim.goes_on and hand.turn_at is not None:
        hand.turn_at = now  # nobody's clock ran while others were asked
    hand.due_at = clock.due(hand, before, seats, now)
    Hand.objects.filter(pk=hand.pk).update(claim=hand.claim, due_at=hand.due_at, turn_at=hand.turn_at)
    hand.match.room.touch()
    searches = services.searches(before, seats) and not claim.goes_on
    events.moved(hand.match.room, hand.pk, before.seq, hand.due_at, searches=searches)
