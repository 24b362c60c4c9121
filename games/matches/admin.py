from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from games.matches.models import Hand, Match


class ReadOnly(admin.ModelAdmin):
    """Only play writes matches and hands; nobody edits them here."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Match)
class MatchAdmin(ReadOnly):
    list_display = ("id", "game", "room", "started_at", "ended_at")
    list_filter = ("game",)
    fields = ("room", "game", "options", "started_at", "ended_at", "winners")


@admin.register(Hand)
class HandAdmin(ReadOnly):
    """Deck, salt and entries are left out: nobody sees the cards of a live hand, not even staff."""

    list_display = ("id", "match", "number", "version", "due_at", "scored_at")
    fields = ("match", "number", "context", "version", "due_at", "result", "dealt_at", "scored_at")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Hand]:
        """Leave out hands of sealed tables: operators play their deals too."""
        return super().get_queryset(request).filter(match__room__sealed=False)
