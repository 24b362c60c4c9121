"""Shared by the tests of moderation: a moderator with a browser, a report, and a press on its page."""

from __future__ import annotations

from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from games.accounts.models import Report, User
from games.community import reports
from games.community.models import Decision
from tests.matches.tables import match_of, person


def moderator(name: str = "mona") -> User:
    """Return an account that may decide on reports, and nothing else."""
    user = person(name)
    user.user_permissions.add(Permission.objects.get(content_type__app_label="people", codename="moderate"))
    return User.objects.get(pk=user.pk)


def reported(by: User, about: User, reason: str = "words", text: str = "") -> Report:
    """Return a report by somebody who has sat at a table with the other."""
    match_of("all-fours", by, about)
    return reports.report(by, about, reason, text)


def page_of(report: Report) -> str:
    """Return the address of a report's page."""
    return reverse("moderation-report", args=[report.pk])


def press(browser: Client, report: Report, do: str, **fields: object) -> object:
    """Post a decision on a report's page; return the page that follows."""
    usual = {"do": do, "reason": "words", "days": "7", "words": ""}
    return browser.post(page_of(report), usual | fields, follow=True)


def decision_on(report: Report) -> Decision:
    """Return the one decision on a report."""
    return Decision.objects.get(report=report)
