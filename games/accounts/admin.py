from allauth.account.admin import EmailAddressAdmin
from allauth.account.models import EmailAddress
from allauth.mfa.admin import AuthenticatorAdmin
from allauth.mfa.models import Authenticator
from allauth.usersessions.admin import UserSessionAdmin
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.accounts import notifications, services
from games.accounts.adapter import SessionsAdapter
from games.accounts.models import User

# registered by the imports above, to be registered below with less
admin.site.unregister((Authenticator, EmailAddress, UserSession))


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


class ViewAndDelete(admin.ModelAdmin):
    """Rows that operators can view and delete but neither add nor change."""

    actions = ()

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


@admin.register(Authenticator)
class SecondFactorAdmin(ViewAndDelete, AuthenticatorAdmin):
    """Second factors, without their secrets. Deleting them lets in a person who is locked out."""

    exclude = ("data",)


@admin.register(EmailAddress)
class AddressAdmin(ViewAndDelete, EmailAddressAdmin):
    """E-mail addresses, which only their owners confirm."""

    def delete_model(self, request: HttpRequest, obj: EmailAddress) -> None:
        obj.remove()

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[EmailAddress]) -> None:
        for address in queryset:
            address.remove()


@admin.register(UserSession)
class SessionAdmin(ViewAndDelete, UserSessionAdmin):
    """Sessions, without their keys, which are as good as a password. Deleting one signs its browser out."""

    fields = ("user", "ip", "user_agent", "created_at", "last_seen_at")

    def delete_model(self, request: HttpRequest, obj: UserSession) -> None:
        SessionsAdapter().end_sessions([obj])

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[UserSession]) -> None:
        SessionsAdapter().end_sessions(list(queryset))
