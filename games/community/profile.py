"""Profiles: one's own with its settings, another person's, the export, and deleting it all."""

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
from games.accounts.sockets import language_asked
from games.accounts.views import somebody, too_often
from games.community import account_deletion, charts, data_export, hand_export, ratings, statistics
from games.community.friend_views import known
from games.community.listings import lines_of
from games.rules.registry import GAMES

#: Hands in one part of «all my games».
PART = 200


@require_safe
@never_cache
@somebody
def me(request: HttpRequest) -> HttpResponse:
    """One's own profile."""
    return render(request, "profile/profile.html", _picture(request.user, request.user))


@require_safe
@never_cache
@somebody
def person(request: HttpRequest, pk: int) -> HttpResponse:
    """Another person's profile, for whoever knows him."""
    if pk == request.user.pk:
        return redirect("me")
    other = known(request.user, pk, "look")
    return render(request, "profile/profile.html", _picture(other, request.user))


@require_http_methods(["GET", "POST"])
@never_cache
@somebody
def settings(request: HttpRequest) -> HttpResponse:
    """Name, language, and how the table looks."""
    user = request.user
    form = Profile(user, request.POST if request.method == "POST" else None, friends=tuple(friends.friends_of(user)))
    if request.method == "POST" and form.is_valid():
        services.settle(user, form.cleaned_data["name"], form.cleaned_data["language"], form.prefs())
        language = form.cleaned_data["language"]
        answer = redirect("settings")
        if language:
            secure = django_settings.LANGUAGE_COOKIE_SECURE
            answer.set_cookie(django_settings.LANGUAGE_COOKIE_NAME, language, secure=secure, samesite="Lax")
        else:  # what was chosen before came first
            answer.delete_cookie(django_settings.LANGUAGE_COOKIE_NAME, samesite="Lax")
            language = language_asked(request.headers.get("accept-language", ""))
        with translation.override(language):
            messages.success(request, _("Saved."))
        return answer
    return render(request, "profile/settings.html", {"form": form}, status=422 if form.errors else 200)


@require_safe
@never_cache
@somebody
def export(request: HttpRequest) -> HttpResponse:
    """Everything that names the viewer, as a file."""
    if wait := limits.EXPORTS.wait(request.user.pk):
        return too_often(request, wait)
    answer = JsonResponse(data_export.export(request.user), json_dumps_params={"ensure_ascii": False, "indent": 2})
    answer["Content-Disposition"] = 'attachment; filename="sifang-export.json"'
    return answer


@require_safe
@never_cache
@somebody
def games_played(request: HttpRequest) -> HttpResponse:
    """All hands that the viewer has played, as JSON Lines. A page with scripts takes them in parts, each after
    the hand it has come to (``after``), and shows how far it is; ``X-Hands`` says how many there are."""
    after = request.GET.get("after", "")
    if after and not (after.isascii() and after.isdigit() and len(after) < 19):
        return HttpResponse(status=400)
    if not int(after or 0) and (wait := limits.EXPORTS.wait(request.user.pk)):
        return too_often(request, wait)
    rows = list(hand_export.lines(request.user, int(after or 0), PART if after else None))
    text = "".join(json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n" for row in rows)
    answer = HttpResponse(text, content_type="application/jsonl; charset=utf-8")
    answer["Content-Disposition"] = 'attachment; filename="sifang-games.jsonl"'
    answer["X-Hands"] = str(hand_export.hands_of(request.user).count())
    if after and len(rows) == PART:
        answer["X-After"] = str(rows[-1]["hand"])
    return answer


@require_http_methods(["GET", "POST"])
@never_cache
@somebody
def delete(request: HttpRequest) -> HttpResponse:
    """Ask whether to delete the account; then do it."""
    user = request.user
    if request.method == "POST":
        if not user.is_guest and (wait := limits.PASSWORDS.wait(user.pk)):
            return too_often(request, wait)
        if not user.is_guest and not user.check_password(request.POST.get("password", "")[:128]):
            return render(request, "profile/delete.html", {"wrong": True}, status=422)
        account_deletion.delete_account(user)
        logout(request)
        with translation.override(translation.get_language_from_request(request)):
            said = _("Your account is closed. Sign in within 30 days, and it is yours again; after that it is erased.")
            messages.success(request, _("Everything has been erased.") if user.is_guest else said)
        return redirect("home")
    return render(request, "profile/delete.html", {"wrong": False})


def _picture(user: User, viewer: User) -> dict[str, Any]:
    if not user.is_active:
        raise Http404
    figures = statistics.figures(user)
    own = {rating.game: ratings.shown(rating) for rating in user.ratings.all()}
    return {
        "person": lines_of(user),
        "own": user == viewer,
        "friends": user != viewer and friends.are_friends(user, viewer),
        "since": user.date_joined,
        "matches": str(sum(one.matches for one in figures)),
        "hands": str(sum(one.hands for one in figures)),
        "won": _percent(sum(one.won for one in figures), sum(one.matches for one in figures)),
        "people": str(statistics.number_met(user)),
        "bars": charts.bars([(_(GAMES[one.game].name), one) for one in figures if one.matches]),
        "games": [_game(one, own.get(one.game)) for one in figures],
        "partners": [
            {"person": lines_of(one.user), "matches": one.matches, "won": _percent(one.won, one.matches)}
            for one in (statistics.partners(user) if user == viewer else ())
        ],
        "losses": [
            {"name": _(GAMES[key].name), "chart": charts.losses(values)}
            for key, values in (statistics.losses(user) if user == viewer else ())
        ],
        "finished": statistics.finished(user),
    }


def _game(one: statistics.Figures, rating: dict[str, Any] | None) -> dict[str, Any]:
    return {
        "name": _(GAMES[one.game].name),
        "matches": one.matches,
        "hands": one.hands,
        "rating": rating,
        "house": [(_(name), str(place)) for name, place in ratings.house_places(one.game)] if rating else [],
        "results": one.results,
        "roles": [
            _(said) % {"won": won, "of": hands} for said, (won, hands) in sorted(one.roles.items(), reverse=True)
        ],
        "line": charts.line(one.points, one.mark) if one.points else None,
    }


def _percent(part: int, whole: int) -> str:
    return f"{round(100 * part / whole)} %" if whole else "–"
