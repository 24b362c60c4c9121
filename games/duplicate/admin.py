from django.contrib import admin

from games.duplicate.models import Event


@admin.register(Event)
class EventAdmin(admin.ModelAdmin):
    """Events, so that operators can remove an offensive name or unlist an event; no deal is shown."""

    list_display = ("slug", "name", "game", "form", "kind", "starts_at", "phase")
    list_filter = ("game", "form", "phase")
    search_fields = ("slug", "name")
    fields = ("slug", "name", "game", "form", "kind", "scale", "listed", "weekly", "starts_at", "ends_at", "phase")
    readonly_fields = ("slug", "game", "form", "kind", "scale", "starts_at", "ends_at", "phase")

    def has_add_permission(self, request: object) -> bool:
        return False
