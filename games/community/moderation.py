"""Moderators' decisions: who may decide on whom, what each decision does, and how it ends.

A decision is a row that is never changed (``models.Decision``). A mute holds while its row is in force, so nothing has
to be done when it expires. Only a suspension is also stored in the person's own row, where session checks read it;
``end_suspensions`` lifts it.
"""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.accounts import notifications, services
from games.accounts.models import Notification, Report, User
from games.accounts.names import skeleton
from games.community import notices
from games.community.models import Decision
from games.foundation.transactions import write
from games.matches.locks import lock_tables
from games.rooms import chat, seats
from games.rooms.models import Room
from games.rooms.seats import RequestRefused
from games.rules.core import N_

Action, Reason = Decision.Action, Decision.Reason
REPORTED = Notification.Kind.REPORTED
#: The permission to decide, as the admin grants it, and the group that has it.
RIGHT, GROUP = "people.moderate", "Moderators"
#: The allowed reasons for each action. Some reasons for a dismissal say more about the report than about a person.
REASONS = {
    Action.DISMISS: (Reason.NOTHING, Reason.TWICE, Reason.FAITH, Reason.OTHER),
    Action.WARN: (Reason.WORDS, Reason.NAME, Reason.CHEATING, Reason.LEAVING, Reason.OTHER),
    Action.MUTE: (Reason.WORDS, Reason.OTHER),
    Action.SUSPEND: (Reason.WORDS, Reason.NAME, Reason.CHEATING, Reason.LEAVING, Reason.OTHER),
    Action.RENAME: (Reason.NAME, Reason.OTHER),
    Action.LIFT: (Reason.APPEAL, Reason.MISTAKE, Reason.OTHER),
}
#: The actions that expire, and the days they may last.
TIMED, DAYS = (Action.MUTE, Action.SUSPEND), (1, 3, 7, 30)
#: The actions that can be lifted.
LIFTED = (Action.WARN, Action.MUTE, Action.SUSPEND, Action.RENAME)


class Decided(Exception):
    """Somebody has already decided. ``decision`` is theirs, or None if the report was closed in another way."""

    def __init__(self, decision: Decision | None) -> None:
        super().__init__()
        self.decision = decision


def may_moderate(user: Any) -> bool:
    """Return whether a person may decide on reports."""
    return isinstance(user, User) and user.has_perm(RIGHT)


def moderators() -> QuerySet[User]:
    """Return everybody who may decide on reports, including superusers and suspended people."""
    return User.objects.with_perm(RIGHT, is_active=None)


def visible_reports(moderator: User) -> QuerySet[Report]:
    """Return the reports that a moderator may read: only superusers may read those about moderators."""
    rows = Report.objects.all()
    return rows if moderator.is_superuser else rows.exclude(reported__in=moderators())


def call_for(report: Report) -> None:
    """Notify those who may decide on a new report."""
    people = moderators().filter(is_active=True).exclude(pk__in=(report.reported_id, report.reporter_id))
    if moderators().filter(pk=report.reported_id).exists():
        people = people.filter(is_superuser=True)
    notices.tell_moderators(people)


def _call_back() -> None:
    """Withdraw unread notifications of reports from people who can read no open report."""
    for person in User.objects.filter(notifications__kind=REPORTED, notifications__read_at=None).distinct():
        if not visible_reports(person).filter(handled_at=None).exists():
            notifications.take_back(REPORTED, person)


def visible_decisions(moderator: User) -> QuerySet[Decision]:
    """Return the decisions that a moderator may read: only superusers may read those about moderators."""
    rows = Decision.objects.all()
    return rows if moderator.is_superuser else rows.exclude(person__in=moderators())


def why_not(moderator: User, person: User, reporter_id: int | None = None) -> str:
    """Return why a moderator may not decide about a person, in English for translation; "" if they may.

    ``reporter_id``: who made the report concerned.
    """
    if moderator.pk == person.pk:
        return N_("This is about yourself: somebody else decides on it.")
    if moderator.pk == reporter_id:
        return N_("You have made this report yourself: somebody else decides on it.")
    if person.is_superuser:
        return N_("This is about somebody who has all rights here. Nobody acts on them before these are taken away.")
    if not moderator.is_superuser and moderators().filter(pk=person.pk).exists():
        return N_("This is about a moderator: only those who have all rights decide on it.")
    return ""


def may_judge(moderator: User, hand: int) -> bool:
    """Return whether a person may see a finished hand because a report they may read is about it."""
    reads = moderator.is_staff and any(map(moderator.has_perm, ("accounts.view_report", "accounts.change_report")))
    return (reads or may_moderate(moderator)) and visible_reports(moderator).filter(hand=hand).exists()


def in_force(action: str) -> QuerySet[Decision]:
    """Return the unexpired decisions of a timed action that nobody has lifted."""
    return Decision.objects.filter(action=action, until__gt=timezone.now(), lifting=None)


def decide(moderator: User, report: Report, action: str, reason: str, words: str = "", days: int = 0) -> Decision:
    """Decide on a report, once, and carry the decision out. ``days``: the duration of actions in ``TIMED``.

    Raises ``Decided`` if it was decided already, ``RequestRefused`` if this moderator may not, and
    ``Report.DoesNotExist`` if the person was erased a moment ago.
    """
    with write():
        services.lock(report.reported_id)
        report = Report.objects.select_for_update().get(pk=report.pk)
        earlier = Decision.objects.filter(report=report).select_related("moderator").first()
        if earlier is not None or report.handled_at is not None:
            raise Decided(earlier)
        if refusal := why_not(moderator, report.reported, report.reporter_id):
            raise RequestRefused(refusal, status=403)
        person, now = report.reported, timezone.now()
        decision = Decision(report=report, person=person, moderator=moderator, action=action, at=now)
        decision.reason, decision.words = reason, words
        if action in TIMED:
            decision.until = now + timedelta(days=days)
        if action == Action.RENAME:
            decision.closed_name = person.name if person.closed_at is None else person.kept_name
            decision.given_name = _given_name(person)
        decision.save()
        Report.objects.filter(pk=report.pk).update(handled_at=now)
        _call_back()
        _carry_out(decision)
        if report.reporter is not None:
            notices.tell_reporter(report.reporter)
        if action != Action.DISMISS:
            notices.tell(decision)
    return decision


def lift(moderator: User, decision: Decision, reason: str, words: str = "") -> Decision:
    """Lift a decision, once; return the decision that does so.

    Raises ``Decided`` if it was lifted already, ``RequestRefused`` if this moderator may not, and
    ``Decision.DoesNotExist`` if the person was erased a moment ago.
    """
    with write():
        services.lock(decision.person_id)
        decision = Decision.objects.select_for_update().get(pk=decision.pk)
        lift_decision = Decision.objects.filter(lifts=decision).select_related("moderator").first()
        if lift_decision is not None:
            raise Decided(lift_decision)
        if decision.action not in LIFTED:
            raise RequestRefused(N_("There is nothing in this decision to be lifted."))
        if refusal := why_not(moderator, decision.person):
            raise RequestRefused(refusal, status=403)
        lifting = Decision(lifts=decision, person=decision.person, moderator=moderator, action=Action.LIFT)
        lifting.reason, lifting.words = reason, words
        lifting.save()
        if decision.action == Action.SUSPEND:
            end_suspensions(User.objects.filter(pk=decision.person_id))
        if decision.action == Action.RENAME:
            lock_tables(_tables_of(decision.person))
            _call(decision.person, decision.closed_name, only=decision.given_name)
        notices.tell(lifting)
    return lifting


def _carry_out(decision: Decision) -> None:
    person = decision.person
    if decision.action == Action.SUSPEND and (person.suspended_at is None or _is_ours(person)):
        services.suspend(person, decision.at, signs_out=False)
    if decision.action in (Action.MUTE, Action.RENAME):
        _take_names(person)
    if decision.action == Action.RENAME:
        _call(person, decision.given_name)


def _tables_of(person: User) -> QuerySet[Room]:
    """Return the open tables that a person hosts or has a seat at."""
    return Room.objects.filter(Q(host=person) | Q(seats__user=person), closed_at=None)


def _take_names(person: User) -> None:
    """Lock a person's tables, and remove the names of what they host, which is then called by its game."""
    named = Room.objects.filter(Q(host=person) | Q(pk__in=chat.take_other_names(person))).exclude(name="")
    lock_tables(_tables_of(person) | named)
    for room in list(named.filter(host=person, closed_at=None)):
        seats.touch(room)
    named.update(name="")


def _given_name(person: User) -> str:
    with translation.override(person.language or translation.get_language()):
        return pgettext("name", "Player %(number)s") % {"number": secrets.randbelow(9000) + 1000}


def _call(person: User, name: str, only: str = "") -> None:
    """Rename a person, and refresh their tables. ``only``: the name they must have now, if any."""
    field = "name" if person.closed_at is None else "kept_name"
    named = {field: only} if only else {}
    if User.objects.filter(pk=person.pk, deleted_at=None, **named).update(**{field: name}):
        for room in Room.objects.filter(seats__user=person, closed_at=None).distinct():
            seats.touch(room)


def _is_ours(person: User) -> bool:
    """Return whether a person was suspended by a decision made here, not in the admin, which sets no end."""
    return person.decisions.filter(action=Action.SUSPEND, at=person.suspended_at).exists()


def end_suspensions(people: QuerySet[User] | None = None) -> int:
    """Restore people (by default all) whose suspension by a decision has ended; return their number."""
    ours = Decision.objects.filter(person=OuterRef("pk"), action=Action.SUSPEND, at=OuterRef("suspended_at"))
    lasting = in_force(Action.SUSPEND).filter(person=OuterRef("pk"))
    people = User.objects.all() if people is None else people
    over = list(people.filter(Exists(ours), ~Exists(lasting), suspended_at__isnull=False))
    for person in over:
        services.restore(person)
    return len(over)


def suspensions() -> dict[int, Decision]:
    """Return, for each person whom a decision has suspended, by id, the decision that lasts longest."""
    ours = Decision.objects.filter(
        person=OuterRef("person"), action=Action.SUSPEND, at=OuterRef("person__suspended_at")
    )
    rows = Decision.objects.filter(Exists(ours), action=Action.SUSPEND, lifting=None).order_by("until")
    return {decision.person_id: decision for decision in rows}


def suspend_again(person: User, number: str, reason: str, at: datetime, until: datetime) -> None:
    """Suspend a person as an earlier decision did, and record that again if it was lost (``cardsite.backups``)."""
    with write():
        values = {"person": person, "action": Action.SUSPEND, "reason": reason, "at": at, "until": until}
        Decision.objects.get_or_create(number=number, defaults=values)
        services.suspend(person, at, signs_out=False)


def before_signing_in(user: User, **_signal: Any) -> None:
    """Restore a person who signs in after their suspension."""
    if user.suspended_at is not None and end_suspensions(User.objects.filter(pk=user.pk)):
        user.refresh_from_db()


def before_speaking(user: User, **_signal: Any) -> None:
    """Refuse chat from a muted person."""
    if in_force(Action.MUTE).filter(person=user).exists():
        raise RequestRefused(
            N_("You may not talk at tables for a time. Your notices say why, and until when."), status=403
        )


def before_naming_table(user: User, **_signal: Any) -> None:
    """Refuse table and club names from a muted person."""
    if in_force(Action.MUTE).filter(person=user).exists():
        raise RequestRefused(
            N_("You may not name tables or clubs for a time. Your notices say why, and until when."), status=403
        )


def before_naming(user: User, name: str, **_signal: Any) -> None:
    """Refuse a muted person another name, in which they could say what they may not say at tables, and anybody one that
    looks like a name taken away from them."""
    if name != user.name and in_force(Action.MUTE).filter(person=user).exists():
        error = _("You may not change your name for a time. Your notices say why, and until when.")
        raise ValidationError(error, "muted")
    taken = user.decisions.filter(action=Action.RENAME, lifting=None).values_list("closed_name", flat=True)
    if skeleton(name) in map(skeleton, taken):
        raise ValidationError(_("That name was taken from you. Choose another one."), "taken-away")


def make_group(**_signal: Any) -> None:
    """Create the moderators' group unless one exists; the admin offers it for every account."""
    from django.contrib.auth.models import Group, Permission

    app, codename = RIGHT.split(".")
    right = Permission.objects.filter(content_type__app_label=app, codename=codename).first()
    if right is not None and not right.group_set.exists():
        Group.objects.get_or_create(name=GROUP)[0].permissions.add(right)
