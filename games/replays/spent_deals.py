"""Which hands may be shown to strangers: those whose deal nobody has yet to play."""

from __future__ import annotations

from django.db.models import QuerySet

from games.matches.models import Hand


def spent_hands() -> QuerySet[Hand]:
    """Return the finished hands whose deal nobody has yet to play, as far as the site knows.

    Excluded are deals of sealed tables, which others may play another day; deals of challenges by link; and deals
    reused from another hand or an uploaded record.
    """
    hands = Hand.objects.filter(scored_at__isnull=False)
    return hands.filter(match__room__sealed=False, match__practice=False, challenge=None)
