"""What changes matches, hands and entries.

Moves by people, AI players and clocks all go through ``take_action``; a press on the short way is judged and stored by
the same two functions (``live_moves``). Each service is one transaction; sockets and workers are notified on commit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db import connection
from django.db.models import F
from django.utils import timezone

from games.foundation.compiled_queries import CompiledQuery
from games.foundation.observability import metrics
from games.foundation.observability.logs import log_context
from games.foundation.transactions import write
from games.matches import clock, events, live_moves, reservations
from games.matches.claim_state import holds_play
from games.matches.fold import Folded, fold, keep
from games.matches.judging import HOUSE_FOR, Stale, entry_of, judged, plays_for, same_press, searches
from games.matches.live_room import LiveRoom
from games.matches.models import Entry, Hand, Match, Player
from games.matches.played_hands import played
from games.matches.shuffling import shuffle
from games.rooms.models import Room, Seat
from games.rules import live_draw
from games.rules.cards import NUMBERS, names
from games.rules.core import Played, Standing
from games.rules.registry import GAMES

#: Consecutive missed turns after which the house keeps an absent person's seat.
MOST_MISSED = 3


_lock = CompiledQuery(
    lambda pk: Hand.objects.select_for_update(no_key=True).filter(pk=pk).order_by().values_list("pk"), -1
)
_hand = CompiledQuery(lambda pk: Hand.objects.select_related("match__room").filter(pk=pk).order_by(), -1).one
_seats = CompiledQuery(lambda room: Seat.objects.filter(room=room), -1)
_hand_of_number = CompiledQuery(
    lambda match, number: Hand.objects.filter(match=match, number=number).values_list("pk"), -1, 32_001
)
#: Who made each action of a hand that was a person's to make.
_actions_of_people = CompiledQuery(
    lambda hand: Entry.objects.filter(hand=hand, by__in=(Entry.By.PERSON, Entry.By.CLOCK)).values_list("by", "action"),
    -1,
)


class SeatsOpen(Exception):
    """A seat is open: a match needs all of them."""


class KeyUsed(Exception):
    """Another action was sent with the same key: nothing is stored."""


def take_action(
    hand_id: int,
    seat: int,
    raw: Mapping[str, Any],
    *,
    seq: int,
    key: str,
    by: str = Entry.By.PERSON,
    live: LiveRoom | None = None,
) -> Folded:
    """Carry out one action and return the hand after it.

    ``raw`` is the action as a record writes it, without its seat. ``seq`` is the picture it was
    chosen on. ``key`` identifies the press: a repeated press changes nothing and returns the
    current hand. ``live``: the room if it was just read. Raises ``Stale``, ``KeyUsed``, and the
    rules' ``Illegal`` and ``Malformed``, having stored nothing.
    """
    with log_context(hand=hand_id):
        move = live_moves.judge(live, hand_id, seat, raw, seq=seq, key=key, by=by) if live is not None else None
        if move is not None and live_moves.store(move):
            return move.after
        # Check anything the live room refuses against the rows before reporting it.
        return _take(hand_id, seat, raw, seq, key, by)


def _take(hand_id: int, seat: int, raw: Mapping[str, Any], seq: int, key: str, by: str) -> Folded:
    """Carry out one action on the rows, with the hand locked."""
    with write():
        hand = locked(hand_id)
        before = fold(hand)
        if hand.replaced_by_id is not None:
            raise Stale  # it was taken back: what is due now is due on the hand in its place
        if hand.match.ended_at is not None:
            raise Stale  # the match was abandoned in the middle of this hand
        if by != Entry.By.HOUSE and holds_play(hand, before):
            raise Stale  # the house plays the rest, or somebody is asked whether it may
        now = timezone.now()
        action = entry_of(before, hand, seat, raw, by, now)
        # A key belongs to one picture: while that is current, the key cannot have been used.
        if seq != before.seq and (earlier := Entry.objects.filter(hand=hand, key=key).first()):
            if same_press(earlier.action, action):
                return before
            raise KeyUsed
        try:
            after = before.after(judged(before, action, seq))
        except Stale:
            metrics.STALE.labels(by).inc()
            raise
        seats = seats_of(hand.match.room)
        if by in HOUSE_FOR and not plays_for(seat, seats, before, hand, now):
            raise Stale  # its owner sat down or came back while the house was choosing
        Entry.objects.create(hand=hand, seq=before.seq, action=action, by=by, key=key)
        people = clock.people_to_act(before, seats)
        _count_turn(seats, seat, by, now)
        hand.turn_at = clock.turn_began(hand, people, clock.people_to_act(after, seats), seat, now)
        due_at = clock.due(hand, after, seats, now)
        Hand.objects.filter(pk=hand.pk).update(version=after.seq, due_at=due_at, turn_at=hand.turn_at)
        hand.match.room.touch()

        def remember() -> None:
            # On commit only: a cached fold of a rolled-back transaction would be wrong.
            keep(hand.pk, after)
            metrics.MOVES.labels(hand.match.game, by).inc()

        events.moved(hand.match.room, hand.pk, after.seq, due_at, remember, searches=searches(after, seats))
    return after


def start_match(room: Room) -> Match:
    """Start a match in a room whose seats are all taken, and deal its first hand.

    A second call during a match returns that match. Raises ``SeatsOpen`` if a seat is open.
    """
    with write():
        room = Room.objects.select_for_update(no_key=True).get(pk=room.pk)
        if running := Match.objects.filter(room=room, ended_at=None).first():
            return running
        seats = list(room.seats.select_related("user"))
        if len(seats) != room.rules.seats(room.resolved()) or not all(seat.user_id or seat.level for seat in seats):
            raise SeatsOpen
        Room.objects.filter(pk=room.pk).update(waiting=False)
        if len({seat.user_id for seat in seats} - {None}) > 1:
            reservations.set_clock(room)
        match = Match.objects.create(room=room, game=room.game, options=room.options, practice=room.is_learning)
        guests = {seat.number for seat in seats if seat.user is not None and seat.user.is_guest}
        Player.objects.bulk_create(
            Player(match=match, seat=row.number, user=row.user, level=row.level, joined_as_guest=row.number in guests)
            for row in seats
        )
        _deal(match, 1, [])
    return match


def deal_next(hand_id: int) -> None:
    """Deal the hand after a scored one, unless it has been dealt or the match is over."""
    with write():
        hand = locked(hand_id)
        if hand.scored_at is None:
            return
        Hand.objects.filter(pk=hand.pk).update(due_at=None)
        if hand.match.ended_at is not None or _is_followed(hand):
            return
        hand.match.room.touch()  # seats may change hands, though nothing is dealt
        reservations.seat_for_deal(hand.match, hand.number + 1, timezone.now())
        if clock.is_deserted(seats_of(hand.match.room).values(), timezone.now()):
            return  # a person who comes back asks for the next hand
        _deal(hand.match, hand.number + 1, played(hand.match_id))


def score(hand_id: int) -> None:
    """Store the result of a finished hand and, if it ends the match, that too; do so only once."""
    with write():
        hand = locked(hand_id)
        state = fold(hand).state
        if state.result is None or hand.scored_at is not None:
            return
        now = timezone.now()
        hand.result = state.result
        hand.scored_at = now
        _count_missed(hand)
        seats = seats_of(hand.match.room).values()
        hand.due_at = now if _all_ready(hand, seats, now) else clock.next_deal(seats, now)
        game, options = GAMES[hand.match.game], GAMES[hand.match.game].resolve(hand.match.options)
        result = game.standing(options, [*played(hand.match_id), Played(hand.context, state.result)])
        if hand.match.room.sealed:  # one hand, which nobody has won or lost
            hand.due_at = None
            Match.objects.filter(pk=hand.match_id).update(ended_at=now)
            events.sealed_over(of_duplicate=hand.match.room.boards > 0)
        elif result.over:
            hand.due_at = None
            Match.objects.filter(pk=hand.match_id).update(ended_at=now, winners=list(result.winners))
            reservations.seat_after_match(hand.match.room, now)
            events.match_over()
        hand.save(update_fields=["result", "scored_at", "due_at"])
        hand.match.room.touch()
        events.moved(hand.match.room, hand.pk, hand.version, hand.due_at)


def abandon(match_id: int, losers: Collection[int] | None, away: Collection[int] = ()) -> None:
    """End an abandoned match: the seats of ``losers`` have lost it to all others; None: nobody has won or lost. All its
    people count as having missed a hand, so that nobody gains rating by it; those ``away`` another, because they have
    not finished it. The table waits for another match, into which nobody who has lost is put unless they come back. Do
    nothing if the match is over."""
    with write():
        hand = locked(Hand.objects.filter(match=match_id).latest("number").pk)
        match, now = hand.match, timezone.now()
        if match.ended_at is not None:
            return
        seats = Player.objects.filter(match=match).values_list("seat", flat=True)
        match.ended_at, match.abandoned = now, True
        match.winners = None if losers is None else [seat for seat in seats if seat not in losers]
        match.save(update_fields=["ended_at", "abandoned", "winners"])
        people = Player.objects.filter(match=match, user__isnull=False)
        people.update(hands_missed=F("hands_missed") + 1)
        people.filter(seat__in=away).update(hands_missed=F("hands_missed") + 1)
        Hand.objects.filter(pk=hand.pk).update(due_at=None)
        theirs = Seat.objects.filter(room=match.room_id, number__in=losers or (), user__isnull=False)
        theirs.update(autoplay=True, autoplay_asked=False, left_at=now)
        Room.objects.filter(pk=match.room_id).update(waiting=True)
        reservations.seat_after_match(match.room, now)
        events.match_over()
        match.room.touch()
        events.moved(match.room, hand.pk, hand.version, None)


def ready(hand_id: int, seat: int) -> None:
    """Note that a seat wants the next hand; when all people do, it is due at once.

    If the hand is not scored yet, the request is kept until it is.
    """
    with write():
        hand = locked(hand_id)
        if fold(hand).state.result is None or hand.match.ended_at is not None or _is_followed(hand):
            raise Stale
        Seat.objects.filter(room=hand.match.room_id, number=seat, user__isnull=False).update(
            seen_at=timezone.now(), missed=0, autoplay=False
        )
        if seat in hand.ready and hand.due_at is not None:
            return
        hand.ready = sorted({*hand.ready, seat})
        now = timezone.now()
        if _all_ready(hand, seats_of(hand.match.room).values(), now):
            hand.due_at = now
        hand.save(update_fields=["ready", "due_at"])
        hand.match.room.touch()
        events.moved(hand.match.room, hand.pk, hand.version, hand.due_at)


def deal_rest(hand_id: int, seat: int, ends_call: bool = False) -> None:
    """Note that a seat wants the rest of a draw at once; it is dealt when all people present do. Once all cards are
    dealt they can end the last call the same way (``ends_call``), having nothing to show.

    Raises ``Stale`` if no draw is running, or if the cards were dealt before the request came.
    """
    with write():
        hand, now = locked(hand_id), timezone.now()
        folded = fold(hand)
        if not folded.drawing or hand.drawn_at is None or hand.match.ended_at is not None:
            raise Stale
        plan, total = dict(hand.draw_plan or {}), folded.drawing
        all_dealt = clock.dealt(hand, folded, now) == total
        if all_dealt and not ends_call:
            raise Stale
        skip = clock.skip_key(all_dealt)
        wants = {*plan.get(skip, ()), seat}
        present = {row.number for row in clock.present(seats_of(hand.match.room).values(), now)}
        plan[skip] = sorted(wants)
        if present <= wants:
            passed = clock.draw_plan(hand).time_of(total)
            if all_dealt:
                passed = (clock.draw_ends(hand, folded) - hand.drawn_at).total_seconds()
            hand.drawn_at, hand.due_at, plan[skip] = now - timedelta(seconds=passed), now, []
        hand.draw_plan = plan
        hand.save(update_fields=["draw_plan", "drawn_at", "due_at"])
        hand.match.room.touch()
        events.moved(hand.match.room, hand.pk, hand.version, hand.due_at)


def reschedule(hand: Hand, seats: Mapping[int, Seat]) -> None:
    """Recompute when the house must act, now that other people play. A turn that it was to play already is not put off,
    or anybody seated could put it off for ever. Call inside a transaction that has locked the hand, after the seats are
    written."""
    now, folded = timezone.now(), fold(hand)
    if hand.scored_at is not None:
        if hand.due_at is None and hand.match.ended_at is None and not clock.is_deserted(seats.values(), now):
            hand.due_at = clock.next_deal(seats.values(), now)
    else:
        if hand.turn_at is None and clock.people_to_act(folded, seats):
            hand.turn_at = now  # a running clock continues: leaving and coming back gains no time
        hand.due_at = clock.due(hand, folded, seats, now, hand.due_at)
    Hand.objects.filter(pk=hand.pk).update(due_at=hand.due_at, turn_at=hand.turn_at)
    think = searches(folded, seats)
    hand.match.room.touch()
    events.moved(hand.match.room, hand.pk, hand.version, hand.due_at, searches=think)


def set_due(hand_id: int, seq: int, due_at: Any) -> None:
    """Schedule another look by the house at a hand, unless it has moved on."""
    with write():
        Hand.objects.filter(pk=hand_id, version=seq, replaced_by=None).update(due_at=due_at)
        events.due(hand_id, seq, due_at)


def standing(match: Match, hands: Iterable[Played]) -> Standing:
    """Return the standing of a match after these hands."""
    game = GAMES[match.game]
    return game.standing(game.resolve(match.options), list(hands))


def _deal(match: Match, number: int, hands: list[Played]) -> None:
    game = GAMES[match.game]
    options = game.resolve(match.options)
    seats = seats_of(match.room)
    shuffled = shuffle(match.room, game.pack(options), seats)
    context = game.following(options, hands, shuffled.deck, shuffled.lots)
    if number == 1 and (cut := game.cut(options, shuffled.lots)) is not None:
        match.cut = cut.written()
        match.save(update_fields=["cut"])
    hand = Hand(match=match, number=number, context=context, deck=names(shuffled.deck))
    hand.secret, hand.seeds, hand.promised = shuffled.secret, list(shuffled.seeds), shuffled.promised
    begin_hand(hand, seats)


def begin_hand(hand: Hand, seats: Mapping[int, Seat]) -> None:
    """Store a newly dealt hand and have it played; call inside a transaction."""
    match, now = hand.match, timezone.now()
    game = GAMES[match.game]
    setup = game.setup(match.options, hand.context, tuple(NUMBERS[name] for name in hand.deck))
    first = live_draw.start(game, setup)
    hand.drawn_at = now if live_draw.drawing(game, first) else None
    folded = Folded(game, setup, first, 0)
    hand.draw_plan = clock.plan_draw(match.room, folded, seats)
    hand.turn_at = now if clock.people_to_act(folded, seats) else None
    hand.due_at = clock.due(hand, folded, seats, now)
    hand.save()
    match.room.touch()
    events.moved(match.room, hand.pk, 0, hand.due_at, searches=searches(folded, seats))


def locked(hand_id: int) -> Hand:
    """Return a hand, locked until the end of the transaction, with its match and room. The hand is locked before seats
    and room are written, so that no two services wait for one another.

    It is read only once it is locked: a statement that had to wait for a lock gets the locked row as it is by then, but
    the rows joined to it as they were before. On SQLite, the transaction itself has waited.
    """
    if connection.features.has_select_for_update:
        _lock(hand_id)
    hand = _hand(hand_id)
    if hand is None:
        raise Hand.DoesNotExist
    return hand


def seats_of(room: Room) -> dict[int, Seat]:
    """Return a room's current seats by number, each with its room set."""
    seats = {seat.number: seat for seat in _seats(room.pk)}
    for seat in seats.values():
        seat.room = room  # otherwise each would query it
    return seats


def _is_followed(hand: Hand) -> bool:
    """Return whether the next hand of the match has been dealt."""
    return bool(_hand_of_number(hand.match_id, hand.number + 1))


def _all_ready(hand: Hand, seats: Collection[Seat], now: datetime) -> bool:
    """Return whether all people present want the next hand."""
    present = {seat.number for seat in clock.present(seats, now)}
    return bool(present) and present <= set(hand.ready)


def _count_turn(seats: dict[int, Seat], number: int, by: str, now: Any) -> None:
    """Count the consecutive turns that the clock has played for a person: after three the house keeps their seat. Their
    own press resets the count and takes the seat back."""
    seat = seats.get(number)
    if seat is None or seat.user_id is None:
        return
    if by == Entry.By.PERSON and (seat.missed or seat.autoplay or seat.left_at):
        seat.missed, seat.autoplay, seat.seen_at, seat.left_at = 0, False, now, None
        seat.save(update_fields=["missed", "autoplay", "seen_at", "left_at"])
    elif by == Entry.By.CLOCK and not seat.autoplay:
        seat.missed += 1
        seat.autoplay, seat.autoplay_asked = seat.missed >= MOST_MISSED, False
        seat.save(update_fields=["missed", "autoplay", "autoplay_asked"])


def _count_missed(hand: Hand) -> None:
    """Note the people for whom the house made more than half of the moves in a finished hand."""
    own: Counter[int] = Counter()
    for by, action in _actions_of_people(hand.pk):
        own[action["seat"]] += 1 if by == Entry.By.PERSON else -1
    missed = [seat for seat, more in own.items() if more < 0]
    if not missed:
        return
    people = Player.objects.filter(match=hand.match_id, user__isnull=False, from_hand__lte=hand.number)
    people.filter(seat__in=missed).update(hands_missed=F("hands_missed") + 1)
