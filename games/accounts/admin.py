from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.accounts import notifications, services
from games.accounts.models import User


@admin.action(permissions=["change"], description=_("Suspend: sign out everywhere, no signing in"))
def suspend(model: admin.ModelAdmin, request: HttpRequest, people: QuerySet[User]) -> None:
    """Suspend people except operators, so that nobody can lock all operators out."""
    for user in people.filter(is_staff=False):
        services.suspend(user)


@admin.action(permissions=["change"], description=_("Restore: may sign in again"))
def restore(model: admin.ModelAdmin, request: HttpRequest, people: QuerySet[User]) -> None:
    """Lift suspensions."""
    for user in people:
        services.restore(user)


@admin.register(User)
class PlayerAdmin(UserAdmin):
    """Players, without first and last names."""

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
        """Save, then have the person's sockets recheck their sessions."""
        super().save_model(request, obj, form, change)
        notifications.recheck_sessions(obj.pk)

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Deny deletion: people delete their own accounts, and operators suspend."""
        return False
