"""Reminders of the deal of the day, for people who want them and have not played any of today's deals."""

from __future__ import annotations

from datetime import UTC, datetime, time

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from games.accounts.models import DeliveryChoice, Notification, Topic
from games.accounts.notifications import notify
from games.accounts.services import lock
from games.community.delivery import reminded_by
from games.daily import services
from games.daily.models import Attempt, Streak
from games.foundation.transactions import write

#: Number of people reminded in one run; the next run continues.
BATCH = 2000


def remind() -> None:
    """Remind everybody whose hour has come, once a day."""
    now = timezone.now()
    day = services.today()
    choices = list(due(now).select_related("user").order_by("pk")[:BATCH])
    streaks = Streak.objects.filter(user__in=[choice.user_id for choice in choices])
    days = {row.user_id: row.days for row in streaks if services.goes_on(row.last, day)}
    for choice in choices:
        with write():
            lock(choice.user_id)
            if not due(now).filter(pk=choice.pk).exists():
                continue  # another worker has reminded them, or they have begun to play
            choice.user.notifications.filter(kind=Notification.Kind.DAILY, read_at=None).delete()
            streak = days.get(choice.user_id, 0)
            notify(choice.user, Notification.Kind.DAILY, choice.user, day=day.isoformat(), streak=streak)


def due(now: datetime) -> QuerySet[DeliveryChoice]:
    """Return the choices of people who should be reminded now."""
    day = now.astimezone(UTC).date()
    begins = datetime.combine(day, time.min, UTC)
    reminded = Notification.objects.filter(user=OuterRef("user"), kind=Notification.Kind.DAILY, at__gte=begins)
    played = Attempt.objects.filter(user=OuterRef("user"), deal__day=day)
    return reminded_by(Topic.DAILY, now.astimezone(UTC).hour).exclude(Exists(reminded)).exclude(Exists(played))
