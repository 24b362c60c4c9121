"""Merge a guest into the account that they have signed in to, or delete the guest.

Signing up turns the guest's own row into an account (``accounts/adapter.py``). Signing in to an existing account
leaves two rows, which are merged only on request: the browser may be shared.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.contrib import messages
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.accounts import friends, services
from games.accounts.adapter import GUEST_TO_MERGE
from games.accounts.models import Notification, User
from games.accounts.relations import merged_relations
from games.accounts.views import redirect_next, user_required
from games.community import reports
from games.community.account_deletion import delete_account, tables_of
from games.foundation.transactions import write
from games.matches import seating
from games.matches.locks import lock_tables
from games.matches.models import Player
from games.rooms import chat, seats
from games.rooms.models import Mute, Room, Seat


@require_http_methods(["GET", "POST"])
@never_cache
@user_required
def merge_or_delete(request: HttpRequest) -> HttpResponse:
    """Ask whether to merge the guest; then merge or delete them."""
    guest = pending_guest(request)
    if guest is None:
        return _redirect_next(request)
    if request.method == "GET":
        return render(request, "profile/merge_guest.html", _context(guest, request))
    do = request.POST.get("do", "")
    if do not in {"take", "leave"}:
        return render(request, "profile/merge_guest.html", _context(guest, request), status=400)
    request.session.pop(GUEST_TO_MERGE, None)
    if do == "take":
        merge(request.user, guest)
        messages.success(request, _("What you did as a guest is with your account now."))
    else:
        delete_account(guest)
    return _redirect_next(request)


def pending_guest(request: HttpRequest) -> User | None:
    """Return the guest who signed in to this account in this browser, if they can still be merged."""
    if request.user.is_guest or (pk := request.session.get(GUEST_TO_MERGE)) is None:
        return None
    return User.objects.filter(pk=pk, is_guest=True, is_active=True).first()


def merge(user: User, guest: User) -> None:
    """Move the rows of a guest (``merged_relations``) to an account, and delete the guest.

    Where only one row may exist (a friendship, a seat at one table), the account's own is kept; where one of the two
    has a seat, a reservation of the other ends. Blocks set by either stay.
    """
    with write():
        hearers = Mute.objects.filter(muted__in=(user, guest)).values_list("user", flat=True)
        services.lock(user.pk, guest.pk, *friends.blocked_ids(user), *friends.blocked_ids(guest), *hearers)
        reports.lock(guest)
        rooms = lock_tables(tables_of(guest))
        _delete_notifications_between(user, guest)
        chat.note_changed(guest.messages.all())
        own_matches = Player.objects.filter(user=user).values("match")
        for relation in merged_relations():
            model, name = relation.related_model, relation.field.name
            rows = model._default_manager.filter(**{name: guest.pk})
            if model is Player:  # nobody may have two seats in a match
                rows = rows.exclude(match__in=own_matches)
            for pk in list(rows.order_by("pk").values_list("pk", flat=True)):
                _reassign(model, pk, name, user)
        _give_reserved_seats_back(user, rooms)
        friends.tidy_after_merge(user)
        muted_by = Mute.objects.filter(muted=user).values_list("user", flat=True)
        friends.note_hearing({user.pk, *friends.blocked_ids(user), *muted_by})
        for room in rooms:
            seats.touch(room)
        delete_account(guest)


def _delete_notifications_between(user: User, guest: User) -> None:
    """Delete what one has sent to the other; reassigned, it would look like a notification from the house."""
    pairs = Q(user=user, sender=guest) | Q(user=guest, sender=user)
    Notification.objects.filter(pairs).delete()


def _reassign(model: Any, pk: Any, name: str, user: User) -> None:
    try:
        with transaction.atomic():
            model._default_manager.filter(pk=pk).update(**{name: user.pk})
    except IntegrityError:
        pass  # the account already has such a row; the guest's is deleted with the guest


def _give_reserved_seats_back(user: User, rooms: Collection[Room]) -> None:
    """Give back the seats reserved for a person in those of the rooms where they have one."""
    seated = Seat.objects.filter(room__in=rooms, user=user)
    for seat in Seat.objects.filter(room__in=seated.values("room"), reserved_for=user).select_related("room"):
        seating.give_back(seat.room, user)


def _context(guest: User, request: HttpRequest) -> dict[str, Any]:
    return {
        "guest": guest.name,
        "matches": guest.played.count(),
        "tables": guest.seats.filter(room__closed_at=None).count(),
        "next": request.POST.get("next") or request.GET.get("next", ""),
    }


def _redirect_next(request: HttpRequest) -> HttpResponse:
    return redirect_next(request, request.POST.get("next") or request.GET.get("next", ""), "home")
