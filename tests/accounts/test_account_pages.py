"""Pages for those who have or want an account: their markup, their language, a disk that is full."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db import OperationalError, connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.accounts.forms import LOOKS
from games.accounts.models import Notification, User
from tests.accounts.signing import sign_in
from tests.sessions import signed_in

pytestmark = pytest.mark.django_db


def test_the_language_is_kept_with_the_account_and_the_browser(client, alice):
    client.force_login(alice)
    answer = client.post(reverse("set_language"), {"language": "zh-hans", "next": "/friends/"})
    assert answer["Location"] == "/friends/"
    assert client.cookies["django_language"].value == "zh-hans"
    alice.refresh_from_db()
    assert alice.language == "zh-hans"
    assert client.post(reverse("set_language"), {"language": "xx", "next": "//evil"})["Location"] == "/"
    alice.refresh_from_db()
    assert alice.language == "zh-hans"


@pytest.mark.parametrize(
    "name",
    [
        "account_login",
        "account_signup",
        "account_reset_password",
        "account_reset_password_done",
        "account_inactive",
        "account_email_verification_sent",
    ],
)
def test_pages_for_everybody_are_drawn_without_inline_script_or_style(client, name):
    _is_clean(client.get(reverse(name)))


@pytest.mark.parametrize(
    "name",
    [
        "account_logout",
        "account_email",
        "account_change_password",
        "mfa_index",
        "usersessions_list",
        "account_reauthenticate",
    ],
)
def test_pages_of_an_account_are_drawn_without_inline_script_or_style(client, alice, name):
    sign_in(client)
    _is_clean(client.get(reverse(name)))


@pytest.mark.parametrize("name", ["mfa_activate_totp", "mfa_add_webauthn", "mfa_list_webauthn"])
def test_pages_of_two_factor_are_drawn_without_inline_script_or_style(client, alice, name):
    sign_in(client)
    _is_clean(client.get(reverse(name), follow=True))


def _is_clean(answer):
    page = answer.content.decode()
    assert answer.status_code == 200
    assert 'class="bar"' in page
    assert not re.search(r"\sstyle=|<style|\son[a-z]+=", page)
    for tag in re.findall(r"<script[^>]*>", page):
        assert "src=" in tag or 'type="application/json"' in tag


def test_a_short_password_is_refused_in_the_readers_language(client):
    form = {"username": "alice", "password1": "kurz", "password2": "kurz"}
    page = client.post(reverse("account_signup"), form, headers={"accept-language": "zh-Hans"})
    assert "密码太短，至少要" in page.content.decode()


def test_the_language_of_the_browser_can_be_had_again(alice):
    browser = Client(headers={"accept-language": "en"})
    browser.force_login(alice)
    pages = []
    for language in ("zh-hans", ""):
        browser.post(reverse("settings"), {"name": "Alice", "language": language})
        pages.append(browser.get(reverse("settings")).content.decode())
    assert ['lang="zh-Hans"' in page[:100] for page in pages] == [True, False]
    assert "Saved." in pages[1]


@pytest.mark.parametrize("page", ["home", "me", "friends", "settings"])
def test_where_nothing_can_be_written_pages_are_shown(alice, page, caplog):
    """The disk is full: the visit is noted another time."""
    browser = signed_in(alice)
    User.objects.filter(pk=alice.pk).update(seen_at=timezone.now() - timedelta(hours=1))

    def refuse(execute, sql, params, many, context):
        if sql.startswith(("INSERT", "UPDATE", "DELETE")) and Notification._meta.db_table not in sql:
            raise OperationalError("database or disk is full")
        return execute(sql, params, many, context)

    with connection.execute_wrapper(refuse):
        assert browser.get(reverse(page)).status_code == 200
    assert "games.accounts.middleware" in {record.name for record in caplog.records}
    assert browser.get(reverse(page)).status_code == 200
    alice.refresh_from_db()
    assert alice.seen_at > timezone.now() - timedelta(minutes=1)


def test_a_public_site_marks_the_cookie_of_the_language_too(alice, settings):
    """Secure cookies are promised, and this one too would otherwise travel unencrypted."""
    settings.LANGUAGE_COOKIE_SECURE = True
    for address, form in (("set_language", {}), ("settings", {"name": "Alice"})):
        browser = signed_in(alice)
        browser.post(reverse(address), {"language": "zh-hans", **form})
        cookie = browser.cookies["django_language"]
        assert (cookie["secure"], cookie["samesite"]) == (True, "Lax"), address


def test_what_is_said_of_signing_in_and_out_is_in_the_language_of_the_page(alice):
    User.objects.filter(pk=alice.pk).update(language="zh-hans")
    browser = Client(headers={"accept-language": "en"})
    sign_in(browser)
    page = browser.get(reverse("home")).content.decode()
    assert 'lang="zh-Hans"' in page[:100]
    assert re.search(r'<p class="note success" role="status">[^<A-Za-z]*Alice', page)
    browser.post(reverse("account_logout"))
    page = browser.get(reverse("home")).content.decode()
    assert 'lang="en"' in page[:100]
    assert re.search(r'<p class="note success" role="status">\w+ ', page)


def test_settings_are_chosen_in_one_order():
    """What is off, or no, comes before what is on; sizes grow."""
    orders = {key: [str(word) for _value, word in choices] for key, _label, _help, choices in LOOKS}
    assert orders["cards"] == ["Small", "Normal", "Large"]
    for before, after in (("Off", "On"), ("No", "Yes")):
        found = [words for words in orders.values() if before in words and after in words]
        assert len(found) > 1
        assert [words for words in found if words.index(before) > words.index(after)] == []
