"""End rated matches that nobody has played for a week; the players who left lose."""

from __future__ import annotations

import logging
from collections.abc import Collection
from datetime import datetime, timedelta

from django.db.models import Exists, Max, OuterRef, Prefetch, Q, QuerySet
from django.utils import timezone

from games.community import ratings
from games.community.rating_rules import ABANDONED, LASTING, began, why_match_unrated
from games.foundation.transactions import write
from games.matches import services
from games.matches.fold import fold
from games.matches.models import Entry, Hand, Match, Player
from games.rooms.seats import leave
from games.rules.registry import GAMES

log = logging.getLogger(__name__)
#: How many matches are read at once.
BATCH = 500
#: How long after a match was found unrated, for a reason that may pass, it is judged again.
JUDGED_AGAIN = timedelta(days=1)


def end_abandoned() -> int:
    """End the rated matches that nobody has played for ``ABANDONED`` (``idle``); return their number.

    Unrated matches stay as they are: friends may leave a match for any length of time. A reason that stays is stored,
    so that the match is looked at only once. With any other reason it is looked at again after ``JUDGED_AGAIN``,
    because it is rated as soon as the reason has passed.
    """
    now, number, last = timezone.now(), 0, 0
    while matches := list(idle(now).filter(pk__gt=last)[:BATCH]):
        last = matches[-1].pk
        reasons = {match.pk: _end(match, now) for match in matches}
        ratings.mark_unrated({pk: reason for pk, reason in reasons.items() if reason in LASTING})
        _judge_later([pk for pk, reason in reasons.items() if reason and reason not in LASTING], now)
        number += list(reasons.values()).count("")
    return number


def idle(now: datetime) -> QuerySet[Match]:
    """Return the unfinished matches in which for ``ABANDONED`` no person has moved, no person's turn has begun (it may
    last for days) and no hand was dealt, in order of id, with their players; not those known to be unrated, for good or
    within ``JUDGED_AGAIN``."""
    since = now - ABANDONED
    moves = Entry.objects.filter(hand__match=OuterRef("pk"), by=Entry.By.PERSON, at__gt=since)
    hands = Hand.objects.filter(Q(dealt_at__gt=since) | Q(turn_at__gt=since), match=OuterRef("pk"))
    is_due = Q(judged_at=None) | Q(judged_at__lt=now - JUDGED_AGAIN)
    rows = Match.objects.filter(is_due, ~Exists(moves), ~Exists(hands), to_rate=True, ended_at=None)
    players = Player.objects.select_related("user").order_by("seat")
    rows = rows.filter(started_at__lt=since).prefetch_related(Prefetch("players", players))
    return rows.order_by("pk")


def _judge_later(match_ids: Collection[int], now: datetime) -> None:
    with write():
        Match.objects.filter(pk__in=match_ids).update(judged_at=now)


def _end(match: Match, now: datetime) -> str | None:
    """End a match if it is rated and return "", or return why it is not rated; return ``None`` if it goes on, or cannot
    be read."""
    try:
        players = list(match.players.all())
        reason = why_match_unrated(match, players)
        if not reason and not _end_idle(match, players, now):
            return None
    except Exception as fault:  # only its type: its text may name cards
        log.error("match %s cannot be ended (%s)", match.pk, type(fault).__name__)
        return None
    return reason


def _end_idle(match: Match, players: list[Player], now: datetime) -> bool:
    """End a match unless it has been played to its end or somebody has come back since it was found ``idle``; return
    whether it was ended."""
    with write():
        # what is read below stays as it is
        hand = services.locked(Hand.objects.filter(match=match).latest("number").pk)
        state = fold(hand).state
        if state.result is not None:
            services.score(hand.pk)  # it may have ended the match
        if not idle(now).filter(pk=match.pk).exists():
            return False
        seats = services.seats_of(match.room).values()
        left = {seat.number: seat.user for seat in seats if seat.has_left}
        away = [seat.number for seat in seats if seat.autoplay]
        services.abandon(match.pk, losers(match, players, state.to_act, left), away)
        for user in left.values():  # they are done with the table
            leave(match.room, user)
    return True


def losers(match: Match, players: list[Player], to_act: Collection[int], left: Collection[int]) -> set[int]:
    """Return the seats that have lost an abandoned match: those of every side with people. ``to_act``: the seats that
    were to act; ``left``: those whose owners had left.

    AI players would have played on; a person who took over an AI player's seat later counts as one. If all sides
    have people, only the sides that have been left by all their people, or whose people were to act, have lost; if
    those are all sides, only those that have been left; if that does not decide it either, all but the side of the
    person who moved last.
    """
    game = GAMES[match.game]
    options = game.resolve(match.options)
    sides = {player.seat: game.side(player.seat, options) for player in players}
    people = {player.seat for player in players if player.user_id is not None and began(player)}
    losing_sides = {sides[seat] for seat in people}
    if losing_sides == set(sides.values()):
        deserted = losing_sides - {sides[seat] for seat in people.difference(left)}
        awaited = {sides[seat] for seat in people.intersection(to_act)}
        losing_sides = next(
            (some for some in (deserted | awaited, deserted) if some and some != losing_sides),
            losing_sides - {sides[_last_mover(match, people)]},
        )
    return {seat for seat, side in sides.items() if side in losing_sides}


def _last_mover(match: Match, people: Collection[int]) -> int:
    """Return which of the seats of ``people`` moved last; the lowest if none has moved."""
    moves = Entry.objects.filter(hand__match=match, by=Entry.By.PERSON).values_list("action__seat")
    last = dict(moves.annotate(last=Max("at")).order_by())
    return max(people, key=lambda seat: (last[seat].timestamp() if seat in last else 0.0, -seat))
