from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games.accounts.models import Report
from games.community.models import Decision
from games.community.moderation import visible_decisions, visible_reports
from games.matches.models import Hand
from games.rooms.models import Room


@admin.register(Report)
class ReportAdmin(admin.ModelAdmin):
    """Reports, which only players write; moderators decide on them on their own page."""

    list_display = ("at", "reported", "reason", "text", "reporter", "table", "replay", "handled_at", "page")
    fields = ("page", "at", "reported", "reason", "text", "reporter", "table", "replay", "chat", "handled_at")
    readonly_fields = fields
    list_filter = (("handled_at", admin.EmptyFieldListFilter), "reason")
    search_fields = ("reported__name", "reported__username", "text")
    list_select_related = ("reported", "reporter")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        """Hide reports about moderators from everybody but superusers."""
        return super().get_queryset(request).filter(pk__in=visible_reports(request.user).values("pk"))

    @admin.display(description=_("decision"))
    def page(self, report: Report) -> SafeString:
        """Link to the page where moderators decide on it."""
        return format_html('<a href="{}">{}</a>', reverse("moderation-report", args=[report.pk]), _("Moderation"))

    @admin.display(description=_("table"))
    def table(self, report: Report) -> SafeString | str:
        """Link to the room's admin page; if the room no longer exists, show its code, or «–»."""
        pk = Room.objects.filter(code=report.room).values_list("pk", flat=True).first() if report.room else None
        if pk is None:
            return report.room or "–"
        return format_html('<a href="{}">{}</a>', reverse("admin:rooms_room_change", args=[pk]), report.room)

    @admin.display(description=_("hand"))
    def replay(self, report: Report) -> SafeString | str:
        """Link to the replay of the hand once it is over; until then operators may not see its cards."""
        if report.hand is None:
            return "–"
        if not Hand.objects.filter(pk=report.hand, scored_at__isnull=False).exists():
            return _("still in play")
        return format_html('<a href="{}">{}</a>', reverse("replay-hand", args=[report.hand]), report.hand)

    @admin.display(description=_("What was said"))
    def chat(self, report: Report) -> SafeString | str:
        """Show the chat of the table at the time of the report."""
        lines = ((line["at"], line["name"], line["user"], line["said"]) for line in report.talk)
        return format_html_join("", "<div>{} <b>{}</b> ({}): {}</div>", lines) or "–"

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Report | None = None) -> bool:
        return False

    def has_view_permission(self, request: HttpRequest, obj: Report | None = None) -> bool:
        """Let operators with the right view them."""
        return super().has_view_permission(request, obj) or super().has_change_permission(request, obj)


@admin.register(Decision)
class DecisionAdmin(admin.ModelAdmin):
    """The log of decisions, which nobody edits."""

    list_display = ("number", "at", "person", "action", "reason", "until", "moderator")
    list_filter = ("action", "reason")
    search_fields = ("number", "person__name")
    list_select_related = ("person", "moderator")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Decision]:
        """Hide decisions about moderators from everybody but superusers."""
        return super().get_queryset(request).filter(pk__in=visible_decisions(request.user).values("pk"))

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Decision | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Decision | None = None) -> bool:
        return False
