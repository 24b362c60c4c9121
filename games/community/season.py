"""Seasons of the ladders: the quarters of a year, in UTC."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.utils import timezone
from django.utils.dates import MONTHS
from django.utils.translation import gettext as _

#: Delay before an ended season is settled, so that its last matches are rated and moderators can review it.
GRACE = timedelta(days=1)


@dataclass(frozen=True, slots=True, order=True)
class Season:
    """A quarter of a year."""

    year: int
    quarter: int

    @classmethod
    def at(cls, moment: datetime) -> Season:
        """Return the season that contains a moment."""
        day = moment.astimezone(UTC)
        return cls(day.year, (day.month + 2) // 3)

    @classmethod
    def now(cls) -> Season:
        """Return the current season."""
        return cls.at(timezone.now())

    @classmethod
    def of_key(cls, key: str) -> Season:
        """Return the season with this ``key``."""
        year, quarter = key.split("-")
        return cls(int(year), int(quarter))

    @property
    def key(self) -> str:
        """The form used in rows and URLs, such as ``2026-4``; later seasons sort after earlier ones."""
        return f"{self.year}-{self.quarter}"

    @property
    def begins(self) -> datetime:
        """Its first moment."""
        return datetime(self.year, 3 * self.quarter - 2, 1, tzinfo=UTC)

    @property
    def ends(self) -> datetime:
        """The first moment after it."""
        return (Season(self.year + 1, 1) if self.quarter == 4 else Season(self.year, self.quarter + 1)).begins

    @property
    def name(self) -> str:
        """Its months and year, in the active language."""
        first, last = MONTHS[3 * self.quarter - 2], MONTHS[3 * self.quarter]
        return _("%(first)s to %(last)s %(year)s") % {"first": first, "last": last, "year": self.year}

    def is_to_be_settled(self, now: datetime) -> bool:
        """Return whether it ended at least ``GRACE`` ago."""
        return now >= self.ends + GRACE


class SeasonConverter:
    """A season in a URL, such as ``2026-4``."""

    regex = "2[0-9]{3}-[1-4]"

    def to_python(self, value: str) -> Season:
        """Return the season."""
        return Season.of_key(value)

    def to_url(self, value: Season) -> str:
        """Return the season as it is written in a URL."""
        return value.key
