"""Which hands may be shown to strangers: those whose deal nobody has still to play."""

from __future__ import annotations

from django.db.models import QuerySet

from games.matches.models import Hand


def spent_hands() -> QuerySet[Hand]:
    """Return the finished hands whose deal nobody plays any more, as far as the site knows.

    Left out: deals of sealed tables, which others may play another day; those that somebody is challenged to by a
    link; those that were given, for they are another hand's or come from an uploaded record; and those that were taken
    up again where a move was taken back.
    """
    hands = Hand.objects.filter(scored_at__isnull=False, replaced_by=None)
    return hands.filter(match__room__sealed=False, match__practice=False, challenge=None)
