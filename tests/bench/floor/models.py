"""One row per move, as every contender but the site writes it."""

from __future__ import annotations

from django.db import models


class Move(models.Model):
    """A card played at a table."""

    table = models.IntegerField(db_index=True)
    seat = models.SmallIntegerField()
    payload = models.CharField(max_length=200)
    created = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.table}/{self.seat}"
