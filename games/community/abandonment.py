"""Matches that nobody plays any more: after a week they are over, and lost for who left."""

from __future__ import annotations

import logging
from datetime import datetime

from django.db.models import Exists, Max, OuterRef, Q
from django.utils import timezone

from games.community.rating_rules import ABANDONED, why_match_unrated
from games.matches import services
from games.matches.models import Entry, Match, Player
from games.rules.registry import GAMES

log = logging.getLogger(__name__)


def end_abandoned() -> int:
    """End the rated matches in which no person has moved for ``ABANDONED``; return how many did.

    What is not rated stays as it is: a match among friends may rest as long as they like.
    """
    return sum(_ended(match) for match in _idle(timezone.now()))


def _idle(now: datetime) -> list[Match]:
    lately = Entry.objects.filter(hand__match=OuterRef("pk"), by=Entry.By.PERSON, at__gt=now - ABANDONED)
    dealt = Q(hands__dealt_at__gt=now - ABANDONED)
    rows = Match.objects.filter(~Exists(lately), ended_at=None, practice=False, unrated=False)
    rows = rows.filter(started_at__lt=now - ABANDONED, players__user__isnull=False).exclude(dealt)
    return list(rows.distinct().order_by("pk"))


def _ended(match: Match) -> bool:
    try:
        players = list(Player.objects.filter(match=match).select_related("user").order_by("seat"))
        if why_match_unrated(match, players):
            return False
        services.abandon(match.pk, losers(match, players))
    except Exception as fault:  # its kind alone: what it says may name cards
        log.error("match %s cannot be ended (%s)", match.pk, type(fault).__name__)
        return False
    return True


def losers(match: Match, players: list[Player]) -> set[int]:
    """Return the seats that have lost an abandoned match: those of every side with people, for AI
    players would have played on. Where all sides have people, whoever moved last has waited for the
    others longest, and has not lost."""
    game = GAMES[match.game]
    options = game.resolve(match.options)
    moved = dict(
        Entry.objects.filter(hand__match=match, by=Entry.By.PERSON)
        .values_list("action__seat")
        .annotate(last=Max("at"))
        .order_by()
    )
    people = {player.seat for player in players if player.user_id is not None}
    deserted = {game.side(seat, options) for seat in people}
    if deserted == {game.side(player.seat, options) for player in players}:
        stayed = max(people, key=lambda seat: (moved[seat].timestamp() if seat in moved else 0.0, -seat))
        deserted.remove(game.side(stayed, options))
    return {player.seat for player in players if game.side(player.seat, options) in deserted}
