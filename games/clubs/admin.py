from django.contrib import admin

from games.clubs.models import Club


@admin.register(Club)
class ClubAdmin(admin.ModelAdmin):
    """Clubs, so that operators can remove an offensive name, or the club."""

    list_display = ("name", "slug", "made_at")
    search_fields = ("name", "slug")
    readonly_fields = ("slug", "made_at")

    def has_add_permission(self, request: object) -> bool:
        return False
