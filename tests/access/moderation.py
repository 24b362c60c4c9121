"""The moderators' pages: shut to everybody except Sam and Alice where they are moderators. Bob has reported Ben;
Sam has reported Alice, who is one: her report is for superusers alone."""

from __future__ import annotations

from django.contrib.auth.models import Permission

from games.accounts.models import Report
from games.community.models import Decision
from tests.access.world import World

#: name            method  owner seat onlooker friend stranger blocked guest anonymous
ROWS = """
moderation                  GET  404 404 404 404 404 404 404 in
moderation:sam              GET  200 404 404 404 200 404 404 in
moderation:sam              POST 405 405 405 405 405 405 405 405
moderation-report           GET  404 404 404 404 404 404 404 in
moderation-report           POST 404 404 404 404 404 404 404 in
moderation-report:sam       GET  200 404 404 404 200 404 404 in
moderation-report:sam       POST 302 404 404 404 302 404 404 in
moderation-report:wrong     POST 400 404 404 404 400 404 404 in
moderation-report:alice     GET  404 404 404 404 404 404 404 in
moderation-report:alice     POST 404 404 404 404 404 404 404 in
moderation-decisions        GET  404 404 404 404 404 404 404 in
moderation-decisions:sam    GET  200 404 404 404 200 404 404 in
moderation-decisions:sam    POST 405 405 405 405 405 405 405 405
moderation-decision         GET  404 404 404 404 404 404 404 in
moderation-decision:sam     GET  200 404 404 404 200 404 404 in
moderation-decision:sam     POST 302 404 404 404 302 404 404 in
moderation-decision:alice   GET  404 404 404 404 404 404 404 in
moderation-decision:alice   POST 404 404 404 404 404 404 404 in
"""
#: What a POST sends, by address.
POSTED = {
    "moderation-report:sam": {"do": "warn", "reason": "words"},
    "moderation-report:alice": {"do": "warn", "reason": "words"},
    "moderation-report": {"do": "warn", "reason": "words"},
    "moderation-report:wrong": {"do": "nonsense"},
    "moderation-decision:sam": {"reason": "appeal"},
    "moderation-decision:alice": {"reason": "appeal"},
}


def arguments(name: str, world: World) -> dict[str, object]:
    """Return the arguments of an address in this table, making the moderators that it names."""
    plain, _colon, variant = name.partition(":")
    people = world.people
    if variant:
        right = Permission.objects.get(content_type__app_label="people", codename="moderate")
        for role in ("owner", "stranger"):
            people[role].user_permissions.add(right)
    about, by = (world.alice, people["stranger"]) if variant == "alice" else (people["blocked"], people["seat"])
    report, _created = Report.objects.get_or_create(reporter=by, reported=about, reason="words")
    if plain == "moderation-report":
        return {"pk": report.pk}
    if plain != "moderation-decision":
        return {}
    number = f"{variant:X<8}".upper()
    Decision.objects.get_or_create(number=number, person=about, defaults={"action": "warn", "reason": "words"})
    return {"number": number}
