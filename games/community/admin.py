from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games.accounts.admin import suspend
from games.accounts.models import Report, User
from games.matches.models import Hand
from games.rooms.models import Room


@admin.action(permissions=["handle"], description=_("Mark as handled"))
def handled(model: admin.ModelAdmin, request: HttpRequest, reports: QuerySet[Report]) -> None:
    """Mark reports as handled."""
    reports.filter(handled_at=None).update(handled_at=timezone.now())


@admin.action(permissions=["suspend"], description=_("Suspend the reported player"))
def suspend_reported(model: admin.ModelAdmin, request: HttpRequest, reports: QuerySet[Report]) -> None:
    """Suspend the reported people, and mark the reports as handled."""
    suspend(model, request, User.objects.filter(reported__in=reports).distinct())
    handled(model, request, reports)


@admin.register(Report)
class ReportAdmin(admin.ModelAdmin):
    """Reports, which only players write."""

    list_display = ("at", "reported", "reason", "text", "reporter", "table", "replay", "handled_at")
    fields = ("at", "reported", "reason", "text", "reporter", "table", "replay", "said", "handled_at")
    readonly_fields = fields
    list_filter = (("handled_at", admin.EmptyFieldListFilter), "reason")
    search_fields = ("reported__name", "reported__username", "text")
    list_select_related = ("reported", "reporter")
    actions = (handled, suspend_reported)

    @admin.display(description=_("table"))
    def table(self, report: Report) -> SafeString | str:
        """Link to the room's admin page; its code, or «–», where the room does not exist any more."""
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
    def said(self, report: Report) -> SafeString | str:
        """Show the chat of the table at the time of the report."""
        lines = ((line["at"], line["name"], line["user"], line["said"]) for line in report.talk)
        return format_html_join("", "<div>{} <b>{}</b> ({}): {}</div>", lines) or "–"

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Report | None = None) -> bool:
        return False

    def has_handle_permission(self, request: HttpRequest) -> bool:
        """Let operators who may change reports mark them."""
        return request.user.has_perm("accounts.change_report")

    def has_suspend_permission(self, request: HttpRequest) -> bool:
        """Let operators who may change players suspend them from here."""
        return request.user.has_perm("accounts.change_user")

    def has_view_permission(self, request: HttpRequest, obj: Report | None = None) -> bool:
        """Let operators with the right read them."""
        return super().has_view_permission(request, obj) or super().has_change_permission(request, obj)
