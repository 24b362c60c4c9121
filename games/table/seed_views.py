"""Seeds that a player's browser adds to the first or next shuffle (``matches/shuffling.py``)."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from games.matches import shuffling
from games.rules.proof import is_seed
from games.table.admission import room_or_404, viewer
from games.table.limits import OFFERS, network


@require_POST
@never_cache
def offer(request: HttpRequest) -> HttpResponse:
    """Promise the shuffle of a first hand before its room exists: {"promise": 64 hexadecimal digits}."""
    OFFERS.check(network(request))
    return JsonResponse({"promise": shuffling.offer()})


@require_POST
@never_cache
def seed(request: HttpRequest, code: str) -> HttpResponse:
    """Accept 32 bytes from a seated player's browser for the promise that its page shows (204), or
    answer 409 if the deal has already used that promise."""
    snapshot = room_or_404(request, code)
    user = viewer(request)
    if user is None or snapshot.seat_of(user) is None:
        return HttpResponse(status=403)
    value, promise = request.POST.get("seed", ""), request.POST.get("promise", "")
    if not is_seed(value) or not is_seed(promise):
        return HttpResponse(status=400)
    return HttpResponse(status=204 if shuffling.give(snapshot.room, user, promise, value) else 409)
