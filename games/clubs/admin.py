from django.contrib import admin

from games.clubs.models import Club


@admin.register(Club)
class ClubAdmin(admin.ModelAdmin):
    """Clubs, so that operators can remove an offensive name, or a club that has held no event."""

    list_display = ("name", "slug", "made_at")
    search_fields = ("name", "slug")
    readonly_fields = ("slug", "made_at")

    def has_add_permission(self, request: object) -> bool:
        return False
