"""What somebody did as a guest before he signed in: he takes it along, or lets it go.

Signing up makes the guest's own row an account (``accounts/adapter.py``). Signing in to an
account that there is leaves two rows; nothing is put together unasked, for a browser may have
been lent.
"""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.accounts import friends
from games.accounts.adapter import ALONG
from games.accounts.models import Notification, User
from games.accounts.relations import carried
from games.accounts.views import somebody
from games.community.account_deletion import delete_account
from games.foundation.transactions import write
from games.matches.models import Player
from games.rooms import seats
from games.rooms.models import Room


@require_http_methods(["GET", "POST"])
@never_cache
@somebody
def along(request: HttpRequest) -> HttpResponse:
    """Ask whether what was done as a guest comes along; then do as told."""
    guest = offered(request)
    if guest is None:
        return _onward(request)
    if request.method == "GET":
        return render(request, "profile/along.html", _picture(guest, request))
    do = request.POST.get("do", "")
    if do not in {"take", "leave"}:
        return render(request, "profile/along.html", _picture(guest, request), status=400)
    request.session.pop(ALONG, None)
    if do == "take":
        take(request.user, guest)
        messages.success(request, _("What you did as a guest is with your account now."))
    else:
        delete_account(guest)
    return _onward(request)


def offered(request: HttpRequest) -> User | None:
    """Return the guest who signed in to this account in this browser, if he may still be joined."""
    if request.user.is_guest:
        return None
    return User.objects.filter(pk=request.session.get(ALONG), is_guest=True, is_active=True).first()


def take(user: User, guest: User) -> None:
    """Make everything that names a guest name an account, and let the guest's row go.

    What both have once alone, a friend, a rating, a seat at one table, stays as the account has it;
    a block that either has set holds.
    """
    with write():
        rooms = list(Room.objects.filter(seats__user=guest).distinct().order_by("pk"))
        for room in rooms:
            seats.locked(room)
        there = Player.objects.filter(user=user).values("match")
        for relation in carried():
            model, name = relation.related_model, relation.field.name
            rows = model._default_manager.filter(**{name: guest.pk})
            if model is Player:  # nobody sits in one match twice
                rows = rows.exclude(match__in=there)
            for pk in list(rows.order_by("pk").values_list("pk", flat=True)):
                _rename(model, pk, name, user)
        Notification.objects.filter(user=user, sender=user).delete()  # what one told the other
        friends.put_in_order(user)
        for room in rooms:
            seats.touch(room)
        delete_account(guest)


def _rename(model: Any, pk: Any, name: str, user: User) -> None:
    try:
        with transaction.atomic():
            model._default_manager.filter(pk=pk).update(**{name: user.pk})
    except IntegrityError:
        pass  # the account has one of these already: the guest's goes with him


def _picture(guest: User, request: HttpRequest) -> dict[str, Any]:
    return {
        "guest": guest.name,
        "matches": guest.played.count(),
        "tables": guest.seats.filter(room__closed_at=None).count(),
        "next": request.POST.get("next") or request.GET.get("next", ""),
    }


def _onward(request: HttpRequest) -> HttpResponse:
    to = request.POST.get("next") or request.GET.get("next", "")
    if url_has_allowed_host_and_scheme(to, {request.get_host()}, request.is_secure()):
        return redirect(to)
    return redirect("home")
