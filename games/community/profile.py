"""Views of profiles, settings, exports and the deletion of accounts."""

from __future__ import annotations

import json
from typing import Any

from django.conf import settings as django_settings
from django.contrib import messages
from django.contrib.auth import logout
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.accounts import friends, limits, services
from games.accounts.forms import Profile
from games.accounts.models import User
from games.accounts.sockets import accepted_language
from games.accounts.views import rate_limited, user_required
from games.community import account_deletion, charts, data_export, hand_export, ratings, standings, statistics
from games.community.friend_views import known
from games.community.listings import lines_of
from games.community.models import Rating
from games.foundation.compiled_queries import CompiledQuery
from games.foundation.transactions import write
from games.rooms.services import ALONE, keep_to_oneself
from games.rules.registry import GAMES

_ratings: CompiledQuery[Rating] = CompiledQuery(lambda pk: Rating.objects.filter(user=pk), -1)
#: Hands in one response of ``games_played``.
BATCH = 200


@require_safe
@never_cache
@user_required
def me(request: HttpRequest) -> HttpResponse:
    """Show the viewer's own profile."""
    return render(request, "profile/profile.html", _context(request.user, request.user))


@require_safe
@never_cache
@user_required
def person(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the profile of a person whom the viewer may know of."""
    if pk == request.user.pk:
        return redirect("me")
    other = known(request.user, pk, "look")
    return render(request, "profile/profile.html", _context(other, request.user))


@require_http_methods(["GET", "POST"])
@never_cache
@user_required
def settings(request: HttpRequest) -> HttpResponse:
    """Show and change name, language and the table's appearance."""
    user = request.user
    form = Profile(user, request.POST if request.method == "POST" else None, friends=tuple(friends.friends_of(user)))
    if request.method == "POST" and form.is_valid():
        prefs = form.prefs()
        with write():  # the form is saved and the ladders are left together, or neither
            services.update_profile(user, form.cleaned_data["name"], form.cleaned_data["language"], prefs)
            keep_to_oneself(user, form.cleaned_data[ALONE] == "on")
            standings.set_ranked(user, prefs.get(standings.LADDER) == standings.ON)
        language = form.cleaned_data["language"]
        response = redirect("settings")
        if language:
            secure = django_settings.LANGUAGE_COOKIE_SECURE
            response.set_cookie(django_settings.LANGUAGE_COOKIE_NAME, language, secure=secure, samesite="Lax")
        else:  # an old cookie would take precedence over the browser's language
            response.delete_cookie(django_settings.LANGUAGE_COOKIE_NAME, samesite="Lax")
            language = accepted_language(request.headers.get("accept-language", ""))
        with translation.override(language):
            messages.success(request, _("Saved."))
        return response
    return render(request, "profile/settings.html", {"form": form}, status=422 if form.errors else 200)


@require_safe
@never_cache
@user_required
def export(request: HttpRequest) -> HttpResponse:
    """Download all data about the viewer as JSON."""
    if wait := limits.EXPORTS.wait(request.user.pk):
        return rate_limited(request, wait)
    response = JsonResponse(data_export.export(request.user), json_dumps_params={"ensure_ascii": False, "indent": 2})
    response["Content-Disposition"] = 'attachment; filename="sifang-export.json"'
    return response


@require_safe
@never_cache
@user_required
def games_played(request: HttpRequest) -> HttpResponse:
    """Download all hands that the viewer has played as JSON Lines.

    A script downloads them in batches to show its progress: each starts after hand ``after``, ``X-After`` gives the
    next value, and ``X-Hands`` the total number of hands.
    """
    after = request.GET.get("after", "")
    if after and not (after.isascii() and after.isdigit() and len(after) < 19):
        return HttpResponse(status=400)
    if not int(after or 0) and (wait := limits.EXPORTS.wait(request.user.pk)):
        return rate_limited(request, wait)
    rows = list(hand_export.lines(request.user, int(after or 0), BATCH if after else None))
    text = "".join(json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n" for row in rows)
    response = HttpResponse(text, content_type="application/jsonl; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="sifang-games.jsonl"'
    response["X-Hands"] = str(hand_export.hands_of(request.user).count())
    if after and len(rows) == BATCH:
        response["X-After"] = str(rows[-1]["hand"])
    return response


@require_http_methods(["GET", "POST"])
@never_cache
@user_required
def delete(request: HttpRequest) -> HttpResponse:
    """Ask for confirmation, then delete the viewer's account."""
    user = request.user
    if request.method == "POST":
        if not user.is_guest and (wait := limits.PASSWORDS.wait(user.pk)):
            return rate_limited(request, wait)
        if not user.is_guest and not user.check_password(request.POST.get("password", "")[:128]):
            return render(request, "profile/delete.html", {"wrong": True}, status=422)
        account_deletion.delete_account(user)
        logout(request)
        with translation.override(translation.get_language_from_request(request)):
            text = _("Your account is closed. Sign in within 30 days, and it is yours again; after that it is erased.")
            messages.success(request, _("Everything has been erased.") if user.is_guest else text)
        return redirect("home")
    return render(request, "profile/delete.html", {"wrong": False})


def _context(user: User, viewer: User) -> dict[str, Any]:
    if not user.is_active:
        raise Http404
    matches = statistics.played(user)
    figures = statistics.figures(user, matches)
    own = {rating.game: ratings.shown(rating) for rating in _ratings(user.pk)}
    partners = statistics.partners(user, matches=matches)
    ended, begun = statistics.finished(user)
    return {
        "person": lines_of(user),
        "own": user == viewer,
        "friends": user != viewer and friends.are_friends(user, viewer),
        "since": user.date_joined,
        "matches": str(sum(game.matches for game in figures)),
        "hands": str(sum(game.hands for game in figures)),
        "won": _percent(sum(game.won for game in figures), sum(game.matches for game in figures)),
        "people": str(statistics.number_met(user)),
        "bars": charts.bars([(_(GAMES[game.game].name), game) for game in figures if game.matches]),
        "games": [_game(game, own.get(game.game)) for game in figures],
        "favourite": _favourite(statistics.favourite(partners), user, viewer),
        "partners": [_partner(row) for row in partners] if user == viewer else [],
        "losses": [
            {"name": _(GAMES[key].name), "chart": charts.losses(values)}
            for key, values in (statistics.losses(user) if user == viewer else ())
        ],
        "finished": {"ended": ended, "begun": begun, "share": _percent(ended, begun)},
    }


def _favourite(partner: statistics.Partner | None, user: User, viewer: User) -> dict[str, Any] | None:
    """Return a person's favourite partner, if the viewer may know of them."""
    if partner is None:
        return None
    known_to = viewer in (user, partner.user) or friends.may_know_of(viewer, partner.user)
    return _partner(partner) | {"you": partner.user == viewer} if known_to else None


def _partner(row: statistics.Partner) -> dict[str, Any]:
    return {"person": lines_of(row.user), "matches": row.matches, "won": _percent(row.won, row.matches)}


def _game(figures: statistics.Figures, rating: dict[str, Any] | None) -> dict[str, Any]:
    return {
        "key": figures.game,
        "name": _(GAMES[figures.game].name),
        "matches": figures.matches,
        "hands": figures.hands,
        "rating": rating,
        "house": [(_(name), str(value)) for name, value in ratings.ai_ratings(figures.game)] if rating else [],
        "results": figures.results,
        "form": figures.form,
        "roles": [
            _(text) % {"won": won, "of": hands} for text, (won, hands) in sorted(figures.roles.items(), reverse=True)
        ],
        "line": charts.line(figures.points, figures.mark) if figures.points else None,
    }


def _percent(part: int, whole: int) -> str:
    return f"{round(100 * part / whole)}\u00a0%" if whole else "–"
