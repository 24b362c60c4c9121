"""What the site says about itself is true: licences, what it keeps and for how long, and pages for machines."""

from __future__ import annotations

import re
import sys
from datetime import timedelta
from pathlib import Path

import pytest
from allauth.account import app_settings
from allauth.core.internal.ratelimit import parse_rates
from django.conf import settings
from django.test import Client
from django.urls import get_resolver, reverse
from django.utils import translation
from django.utils.html import escape
from django.utils.translation import gettext

from games.accounts.limits import ADDRESSES, RESETS
from games.accounts.relations import all_relations, relations_except
from games.community import account_deletion, retention
from games.daily.picture import CHINESE
from games.foundation.rate_limit import RateLimit
from games.guide import about, data_retention
from games.guide.packages import LOCKED, packages

pytestmark = pytest.mark.django_db


def test_the_page_names_every_package_of_the_lock_file_with_its_licence(client):
    locked = dict(LOCKED.findall((Path(settings.BASE_DIR) / "requirements.txt").read_text()))
    assert {"celery", "django", "uvicorn"} <= {row["name"] for row in packages()}
    page = client.get(reverse("about")).content.decode()
    for row in (*packages(), *about.vendored(".js"), *about.vendored(".otf")):
        name, licence = (f'<td lang="en">{row[field]}</td>' for field in ("name", "licence"))
        assert f"{name}<td>{row['version']}</td>{licence}" in page
        assert row["licence"], row["name"]
        assert not re.search(r"(?<!L)GPL", row["licence"]), row["name"]
    for row in packages():
        assert locked[row["name"]] == row["version"]


def test_the_page_says_what_browsers_are_sent_and_with_which_font_the_server_draws(client):
    lines = (Path(settings.BASE_DIR) / "static" / "vendor" / "VERSIONS").read_text().splitlines()
    browser, server = about.vendored(".js"), about.vendored(".otf")
    assert [row["name"] for row in (*browser, *server)] == [line.split()[0] for line in lines]
    page = client.get(reverse("about")).content.decode()
    in_the_browser, drawn = page.index('id="in-the-browser"'), page.index('id="drawn"')
    assert all(in_the_browser < page.index(row["name"]) < drawn for row in browser)
    # no sheet or script of ours names it: the daily picture alone is drawn with it
    assert [row["name"] for row in server] == [CHINESE.name] and page.index(CHINESE.name) > drawn


def test_what_is_said_to_be_kept_is_what_the_tidying_tasks_keep(client):
    """A new task or time span must be mentioned."""
    spans = {name: span for name, span in vars(retention).items() if isinstance(span, timedelta) and name.isupper()}
    spans["UNTIL_ERASED"] = account_deletion.UNTIL_ERASED
    days = data_retention.spans()
    assert {span.days for span in spans.values()} <= set(days.values())
    assert set(settings.CELERY_BEAT_SCHEDULE) == {
        *(
            "sweep",
            "erase",
            "abandoned",
            "tidy",
            "look-back",
            "daily",
            "duplicate",
            "duplicate-sets",
            "duplicate-house",
            "duplicate-places",
            "bring-together",
            "deliver",
            "remind",
            "call",
        ),
        *("seasons", "clubs", "club-tables", "puzzles"),
    }
    page = re.sub(r"<[^>]+>", " ", client.get(reverse("privacy")).content.decode())
    for name, number in days.items():
        assert re.search(rf"\b{number}\b", page), name


#: Models about people: those with a key to ``User``, and ``User``.
OF_PEOPLE = {"accounts.User", *(relation.related_model._meta.label for relation in all_relations())}


@pytest.mark.parametrize("lines", [data_retention.KEPT, data_retention.SPANS], ids=["what", "how long"])
def test_whatever_is_kept_of_people_is_said(lines):
    """A new model must be mentioned: that it is kept, and for how long."""
    assert {model for line in lines for model in line.models} == OF_PEOPLE


def test_what_is_said_to_go_with_an_account_goes():
    erased = relations_except(account_deletion.STAYS)
    assert set(data_retention.ERASED.models) == {relation.related_model._meta.label for relation in erased}


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_the_page_says_every_line(client, language):
    page = client.get(reverse("privacy"), headers={"accept-language": language}).content.decode()
    with translation.override(language):
        for line in (*data_retention.KEPT, *data_retention.SPANS):
            sentence = escape(gettext(line.text) % data_retention.spans())
            assert f"<li>{sentence}</li>" in page
            assert language == "en" or gettext(line.text) != line.text


def test_no_network_is_remembered_for_longer_than_is_said():
    """Every limit, whatever it counts by except two people, and allauth's own."""
    limits = [
        limit
        for module in list(sys.modules.values())
        if module.__name__.startswith("games.")
        for limit in vars(module).values()
        if isinstance(limit, RateLimit)
    ]
    assert set(data_retention.OF_NETWORKS) <= set(limits)
    assert {limit for limit in limits if limit.name.endswith("of-network")} <= set(data_retention.OF_NETWORKS)
    rates = [rate for line in app_settings.RATE_LIMITS.values() for rate in parse_rates(line)]
    of_mails = {ADDRESSES, RESETS}
    assert of_mails.isdisjoint(data_retention.OF_NETWORKS)
    spans = [limit.seconds for limit in limits if limit not in {*of_mails, *data_retention.OF_ONE}]
    spans += [rate.duration for rate in rates if rate.per == "ip"]
    assert max(spans) <= data_retention.spans()["limit_minutes"] * 60
    spans = [limit.seconds for limit in limits] + [rate.duration for rate in rates]
    assert max(spans) <= data_retention.spans()["mail_hours"] * 60 * 60


def test_the_servers_log_notes_what_is_said_of_it():
    """Who asks, when, and for what kind of page; not the address of a page, which may open something."""
    common = (Path(settings.BASE_DIR) / "cardsite/deploy/nginx/common.conf").read_text()
    variables = set(re.findall(r"\$(\w+)", common.split("log_format", 1)[1]))
    assert {"remote_addr", "time_iso8601", "kind"} <= variables
    assert not variables & {"request", "request_uri", "uri", "args", "http_referer", "http_user_agent", "http_cookie"}


def test_cookies_are_those_that_are_named():
    browser = Client()
    browser.get(reverse("home"))
    browser.post(reverse("play-now", args=["winner"]))
    browser.get(reverse("home"))
    assert set(browser.cookies) <= {
        settings.SESSION_COOKIE_NAME,
        settings.CSRF_COOKIE_NAME,
        settings.LANGUAGE_COOKIE_NAME,
    }


@pytest.mark.parametrize(
    ("contact", "link"),
    [("host@cards.example", "mailto:host@cards.example"), ("https://cards.example/c", "https://cards.example/c")],
)
def test_who_runs_the_site_is_named_where_it_is_set(client, settings, contact, link):
    settings.CONTACT = contact
    for name in ("about", "privacy"):
        assert f'<a href="{link}">{contact}</a>' in client.get(reverse(name)).content.decode()
    text = client.get("/.well-known/security.txt").content.decode()
    assert f"Contact: {link}\n" in text
    assert re.search(r"^Expires: 20\d\d-\d\d-\d\dT00:00:00Z$", text, re.MULTILINE)


def test_where_nobody_is_named_there_is_no_security_txt(client):
    assert client.get("/.well-known/security.txt").status_code == 404


#: The first parts of addresses that search engines may list, because they show neither people nor tables.
LISTED = {
    *("", "about", "daily", "keys", "lessons", "players", "privacy", "puzzles", "rules"),
    *(".well-known", "favicon.ico", "language", "manifest.webmanifest", "offline", "robots.txt", "service-worker.js"),
    *("healthz", "metrics", "readyz"),
}


def addresses(patterns, before=""):
    """Yield every address of the site as its pattern."""
    for pattern in patterns:
        address = before + str(pattern.pattern)
        if hasattr(pattern, "url_patterns"):
            yield from addresses(pattern.url_patterns, address)
        else:
            yield address


def test_search_engines_may_list_rules_and_no_table(client):
    """A new address must be listed here or be private."""
    text = client.get("/robots.txt").content.decode()
    private = set(re.findall("^Disallow: /([^/]+)/$", text, re.MULTILINE))
    first = {address.partition("/")[0] for address in addresses(get_resolver().url_patterns)}
    assert first == LISTED | private - {"ws"} and not LISTED & private


def test_the_mark_is_found_by_its_old_name(client):
    answer = client.get("/favicon.ico")
    assert answer["Location"].endswith(".ico")
    assert (Path(settings.BASE_DIR) / "static" / "favicon.ico").read_bytes()[:4] == b"\0\0\1\0"


def test_every_page_but_the_tables_leads_there(client):
    for name in ("home", "rules", "lessons"):
        page = client.get(reverse(name)).content.decode()
        assert f'href="{reverse("about")}"' in page and f'href="{reverse("privacy")}"' in page
