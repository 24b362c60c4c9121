from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.accounts import notify, services
from games.accounts.models import Report, User


@admin.action(permissions=["change"], description=_("Suspend: sign out everywhere, no signing in"))
def suspend(model: admin.ModelAdmin, request: HttpRequest, people: QuerySet[User]) -> None:
    """Shut people out; operators are left out, so that nobody locks the house."""
    for user in people.filter(is_staff=False):
        services.suspend(user)


@admin.action(permissions=["change"], description=_("Restore: may sign in again"))
def restore(model: admin.ModelAdmin, request: HttpRequest, people: QuerySet[User]) -> None:
    """Let suspended people in again."""
    for user in people:
        services.restore(user)


@admin.register(User)
class PlayerAdmin(UserAdmin):
    """Players; the names they were born with are not asked for."""

    list_display = ("username", "name", "is_guest", "is_active", "is_staff", "date_joined", "seen_at")
    list_filter = ("is_guest", "is_staff", "is_active")
    search_fields = ("username", "name", "email")
    actions = (suspend, restore)
    readonly_fields = ("seen_at", "closed_at", "deleted_at", "suspended_at", "last_login", "date_joined")
    fieldsets = (
        (None, {"fields": ("username", "password")}),
        (_("Player"), {"fields": ("name", "email", "is_guest", "language", "prefs")}),
        (_("Rights"), {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")}),
        (_("Dates"), {"fields": ("last_login", "date_joined", "seen_at", "closed_at", "deleted_at", "suspended_at")}),
    )

    add_fieldsets = ((None, {"classes": ("wide",), "fields": ("name",)}), *UserAdmin.add_fieldsets)

    def save_model(self, request: HttpRequest, obj: User, form: object, change: bool) -> None:
        """Save, and have the person's open sockets look whether they may stay."""
        super().save_model(request, obj, form, change)
        notify.look_again(obj.pk)

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Forbid it: people delete their accounts themselves, and operators suspend."""
        return False


@admin.action(permissions=["handle"], description=_("Mark as handled"))
def handled(model: admin.ModelAdmin, request: HttpRequest, reports: QuerySet[Report]) -> None:
    """Note that reports have been looked at."""
    reports.filter(handled_at=None).update(handled_at=timezone.now())


@admin.action(permissions=["suspend"], description=_("Suspend the reported player"))
def suspend_reported(model: admin.ModelAdmin, request: HttpRequest, reports: QuerySet[Report]) -> None:
    """Shut out whom the reports are about, and mark them as handled."""
    suspend(model, request, User.objects.filter(reported__in=reports).distinct())
    handled(model, request, reports)


@admin.register(Report)
class ReportAdmin(admin.ModelAdmin):
    """What players say of one another; written by them alone."""

    list_display = ("at", "reported", "reason", "text", "reporter", "room", "handled_at")
    list_filter = (("handled_at", admin.EmptyFieldListFilter), "reason")
    search_fields = ("reported__name", "reported__username", "text")
    list_select_related = ("reported", "reporter")
    actions = (handled, suspend_reported)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Forbid it: players write reports."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Report | None = None) -> bool:
        """Forbid changing one; the list and its actions stay."""
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
