from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from games.rooms import chat
from games.rooms.models import Message, Room, Seat, Wish


class SeatInline(admin.TabularInline):
    model = Seat
    extra = 0
    can_delete = False
    max_num = 0
    readonly_fields = ("number", "user", "level", "autoplay", "seen_at")


@admin.register(Room)
class RoomAdmin(admin.ModelAdmin):
    list_display = ("code", "game", "name", "host", "visibility", "waiting", "created_at")
    list_filter = ("game", "visibility", "waiting")
    search_fields = ("code", "name")
    readonly_fields = (
        "code",
        "game",
        "options",
        "version",
        "created_at",
        "waiting",
        "learning",
        "pace",
        "chat_version",
        "sealed",
    )
    inlines = (SeatInline,)


@admin.register(Message)
class MessageAdmin(admin.ModelAdmin):
    """Chat messages, which operators can read and delete."""

    list_display = ("at", "room", "user", "phrase", "text")
    search_fields = ("text", "user__name", "room__code")
    readonly_fields = ("room", "user", "phrase", "text", "at")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def delete_model(self, request: HttpRequest, obj: Message) -> None:
        chat.remove(Message.objects.filter(pk=obj.pk))

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Message]) -> None:
        chat.remove(queryset)


@admin.register(Wish)
class WishAdmin(admin.ModelAdmin):
    """Wishes to play with people, which operators can view and delete but not add."""

    list_display = ("user", "game", "until", "seen_at")
    list_filter = ("game",)
    search_fields = ("user__name",)
    readonly_fields = ("user", "game", "at", "until", "seen_at")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False
