"""The moderators' pages: reports, their evidence, the decisions on them, and the decision log."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import wraps
from typing import Any

from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.accounts import notifications
from games.accounts.admin_site import ask_again, lacks_second_factor
from games.accounts.models import Notification, Report, User
from games.accounts.names import is_printable, readable
from games.accounts.views import user_required
from games.community import moderation
from games.community.listings import lines_of
from games.community.models import Decision
from games.community.moderation import Action, Decided, why_not
from games.community.moderation_forms import DecisionForm
from games.community.notices import when
from games.foundation.prefetch import is_shown
from games.matches.models import Hand
from games.rooms.models import Room
from games.rooms.seats import RequestRefused, is_running
from games.rules.registry import GAMES

#: Reports or decisions per page, and entries of a person's history on a report's page.
PAGE, HISTORY = 20, 10
#: The actions available on a report, in the order of the page.
ACTIONS = (Action.DISMISS, Action.WARN, Action.MUTE, Action.SUSPEND, Action.RENAME)


def moderators_only(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Let moderators in, with their second factor if they have one, like the admin; answer 404 to others."""

    @wraps(view)
    @user_required
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not moderation.may_moderate(request.user):
            raise Http404
        if lacks_second_factor(request):
            return redirect(f"{ask_again(request)}?{urlencode({'next': request.get_full_path()})}")
        return view(request, *args, **kwargs)

    return never_cache(wrapped)


@require_safe
@moderators_only
def reports(request: HttpRequest) -> HttpResponse:
    """List open or handled reports, newest first, or search: a decision's number redirects to it, and a name
    finds reports by either side."""
    if is_shown(request):
        notifications.mark_read(request.user, kind=Notification.Kind.REPORTED)
    query = "".join(filter(is_printable, " ".join(request.GET.get("q", "").split())))[:40]
    number = query.replace(" ", "").replace("-", "").upper()
    if decided := moderation.visible_decisions(request.user).filter(number=number).first():
        return redirect("moderation-decision", decided.number)
    rows, handled = moderation.visible_reports(request.user), "done" in request.GET
    if query:
        rows = rows.filter(Q(reported__name__icontains=query) | Q(reporter__name__icontains=query))
    else:
        rows = rows.filter(handled_at__isnull=not handled)
    about = Report.objects.filter(reported=OuterRef("reported")).order_by().values("reported")
    count = Coalesce(Subquery(about.annotate(number=Count("pk")).values("number")), 0)
    rows = rows.annotate(about=count).select_related("reporter", "reported", "decision__moderator").order_by("-pk")
    context = _paged(request, rows, line) | {"search": query, "done": handled, "no_contact": not settings.CONTACT}
    context |= {"no_factor": not is_mfa_enabled(request.user)}
    return render(request, "moderation/reports.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@moderators_only
def report(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a report with its evidence, and accept a decision on it."""
    rows = moderation.visible_reports(request.user).select_related("reporter", "reported", "decision__moderator")
    shown = get_object_or_404(rows, pk=pk)
    refusal = why_not(request.user, shown.reported, shown.reporter_id)
    open_to = shown.handled_at is None and not refusal
    forms = [DecisionForm(action) for action in ACTIONS] if open_to else []
    status = 200
    if request.method == "POST":
        action = request.POST.get("do", "")
        if action not in ACTIONS:
            return HttpResponse(status=400)
        form = DecisionForm(action, request.POST)
        if form.is_valid() or not open_to:
            return _carry_out(request, shown, form, refusal)
        forms, status = [form if one.action == action else one for one in forms], 422
    context = {"report": line(shown), "talk": _talk(shown), "forms": forms, "refusal": _(refusal) if refusal else ""}
    context |= {"sides": _sides(request.user, shown)} | _place(shown)
    return render(request, "moderation/report.html", context, status=status)


def _carry_out(request: HttpRequest, shown: Report, form: DecisionForm, refusal: str) -> HttpResponse:
    """Carry out a decision, or say why not: somebody was quicker, or this moderator may not decide."""
    data = form.cleaned_data
    try:
        if refusal and shown.handled_at is None:
            raise RequestRefused(refusal, status=403)
        decided = moderation.decide(
            request.user, shown, form.action, data.get("reason", ""), data.get("words", ""), data.get("days") or 0
        )
    except Report.DoesNotExist:
        raise Http404 from None
    except Decided as already:
        messages.error(request, _already(already.decision))
    except RequestRefused as refused:
        messages.error(request, _(refused.sentence))
    else:
        messages.success(
            request, _("It is done, and written down as decision %(number)s.") % {"number": decided.number}
        )
    return redirect("moderation-report", shown.pk)


def _already(earlier: Decision | None) -> str:
    if earlier is None:
        return _("This report was closed already.")
    values = {"name": _name(earlier.moderator), "what": earlier.get_action_display()}
    return _("%(name)s has decided on it already: %(what)s. Nothing more was done.") % values


@require_safe
@moderators_only
def decisions(request: HttpRequest) -> HttpResponse:
    """List the decision log, newest first."""
    rows = moderation.visible_decisions(request.user).select_related("person", "moderator", "lifting").order_by("-pk")
    return render(request, "moderation/decisions.html", _paged(request, rows, decision_line))


@require_http_methods(["GET", "HEAD", "POST"])
@moderators_only
def decision(request: HttpRequest, number: str) -> HttpResponse:
    """Show a decision by the number an appeal quotes, and lift it."""
    related = ("person", "moderator", "report", "lifts", "lifting__moderator")
    row = get_object_or_404(moderation.visible_decisions(request.user).select_related(*related), number=number)
    refusal = why_not(request.user, row.person)
    lifting = getattr(row, "lifting", None)
    open_to = row.action in moderation.LIFTED and lifting is None and not refusal
    form = DecisionForm(Action.LIFT, request.POST if request.method == "POST" else None)
    if request.method == "POST" and (form.is_valid() or not open_to):
        try:
            moderation.lift(request.user, row, form.cleaned_data.get("reason", ""), form.cleaned_data.get("words", ""))
        except Decision.DoesNotExist:
            raise Http404 from None
        except Decided as already:
            messages.error(request, _already(already.decision))
        except RequestRefused as refused:
            messages.error(request, _(refused.sentence))
        else:
            messages.success(request, _("The decision is lifted."))
        return redirect("moderation-decision", number)
    context = {"decision": decision_line(row), "lifting": decision_line(lifting) if lifting else None}
    context |= {"form": form if open_to else None, "report": row.report_id}
    context |= {"refusal": _(refusal) if refusal and row.action in moderation.LIFTED else ""}
    return render(request, "moderation/decision.html", context, status=422 if form.errors else 200)


def line(row: Report) -> dict[str, Any]:
    """Return a report as a line of a list, with the decision on it."""
    decided = getattr(row, "decision", None)
    return {
        "pk": row.pk,
        "at": when(row.at),
        "reason": row.get_reason_display(),
        "text": row.text,
        "reported": lines_of(row.reported),
        "reporter": lines_of(row.reporter) if row.reporter else None,
        "about": getattr(row, "about", 0),
        "closed": row.handled_at and when(row.handled_at),
        "decision": decision_line(decided) if decided else None,
    }


def decision_line(row: Decision) -> dict[str, Any]:
    """Return a decision as a line of a list."""
    # only related rows that are already loaded, so that no query is made
    loaded = row._state.fields_cache
    lifting = loaded.get("lifting")
    return {
        "number": row.number,
        "at": when(row.at),
        "what": row.get_action_display(),
        "why": row.get_reason_display(),
        "words": row.words,
        "until": row.until and when(row.until),
        "over": row.until is not None and row.until <= timezone.now(),
        "name": row.closed_name,
        "person": lines_of(loaded["person"]) if "person" in loaded else None,
        "by": _name(loaded["moderator"]) if "moderator" in loaded else "",
        "lifting": lifting and lifting.number,
        "lifts": loaded["lifts"].number if loaded.get("lifts") else "",
    }


def _talk(row: Report) -> list[dict[str, Any]]:
    """Return a report's chat, marking the words of the reported person."""
    return [
        {
            "at": when(datetime.fromisoformat(message["at"])),
            "name": message["name"],
            "text": message["said"],
            "theirs": message["user"] == row.reported_id,
        }
        for message in row.talk
    ]


def _paged(request: HttpRequest, rows: QuerySet[Any], line_of: Callable[[Any], dict[str, Any]]) -> dict[str, Any]:
    """Return the requested page of rows, formatted by ``line_of``, and the URLs of its neighbours."""
    page = Paginator(rows, PAGE).get_page(request.GET.get("page"))
    query = {key: value for key, value in request.GET.items() if key != "page"}

    def to(number: int) -> str:
        return f"?{urlencode(query | {'page': number})}"

    return {
        "lines": [line_of(row) for row in page],
        "number": page.paginator.count,
        "newer": to(page.previous_page_number()) if page.has_previous() else "",
        "older": to(page.next_page_number()) if page.has_next() else "",
    }


def _place(shown: Report) -> dict[str, Any]:
    """Return the table and hand of a report. The table's code gives access while people play there, so it is shown
    only afterwards; the hand gets a link once its replay is open."""
    room = Room.objects.filter(code=shown.room).first() if shown.room else None
    hand = Hand.objects.filter(pk=shown.hand).first() if shown.hand else None
    sealed = room is not None and room.sealed
    is_over = room is not None and (room.closed_at is not None or not (room.waiting or is_running(room)))
    return {
        "room": room,
        "game": _(GAMES[room.game].name) if room is not None else "",
        "code": room.code if room is not None and is_over else "",
        "hand": hand,
        "opens": hand is not None and hand.scored_at is not None and not sealed,
        "sealed": sealed,
    }


def _sides(moderator: User, shown: Report) -> list[dict[str, Any]]:
    """Return both sides of a report with their history, the reported person first."""
    sides = [_side(moderator, shown, shown.reported, _("Whom it is about"))]
    return sides + ([_side(moderator, shown, shown.reporter, _("Who reported"))] if shown.reporter else [])


def _side(moderator: User, shown: Report, person: User, title: str) -> dict[str, Any]:
    related = ("reporter", "reported", "decision")
    rows = moderation.visible_reports(moderator).exclude(pk=shown.pk).select_related(*related).order_by("-pk")
    about, by = rows.filter(reported=person), rows.filter(reporter=person)
    decided = Decision.objects.filter(person=person).exclude(action=Action.DISMISS).select_related("lifting")
    numbers = rows.aggregate(
        about=Count("pk", Q(reported=person)),
        by=Count("pk", Q(reporter=person)),
        dismissed=Count("pk", Q(reporter=person, decision__action=Action.DISMISS)),
        unfair=Count("pk", Q(reporter=person, decision__reason=Decision.Reason.FAITH)),
    )
    return numbers | {
        "title": title,
        "person": lines_of(person),
        "since": when(person.date_joined),
        "suspended": person.suspended_at is not None,
        "closed": person.closed_at is not None,
        "lines": [
            {
                "title": _("Reports about them"),
                "number": numbers["about"],
                "rows": [line(row) for row in about[:HISTORY]],
            },
            {"title": _("Reports by them"), "number": numbers["by"], "rows": [line(row) for row in by[:HISTORY]]},
        ],
        "decisions": [decision_line(row) for row in decided[:HISTORY]],
    }


def _name(person: User | None) -> str:
    return readable(person.name) if person is not None else "–"
