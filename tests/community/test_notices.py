"""What people are told about decisions: on every page, on their page of notices, by mail, at an open table."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from asgiref.sync import sync_to_async
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from cardsite.asgi import application
from games.accounts.models import Notification, User
from games.accounts.services import make_guest
from games.accounts.sockets import SIGNED_OUT
from games.community.consumers import news
from games.community.models import Decision
from games.community.moderation import Action, decide, lift
from games.community.notices import when
from tests.accounts.signing import sign_in, with_password
from tests.community.moderating import moderator, reported
from tests.matches.tables import match_of, person
from tests.sessions import signed_in
from tests.table.sockets import Socket

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]
NOTICES = "/me/notices/"


@pytest.fixture
def bob():
    return with_password("bob")


def read(browser, address="/", **more):
    return browser.get(address, **more).content.decode()


def test_whoever_is_warned_finds_it_on_every_page_until_they_have_read_it(bob, mona, report, settings):
    settings.CONTACT = "host@cards.example"
    browser = signed_in(bob)
    assert f'href="{NOTICES}"' not in read(browser)
    decision = decide(mona, report, Action.WARN, "words", "Please be <kind>.")
    for page in (reverse("home"), reverse("friends"), reverse("me"), reverse("friends")):
        assert f'href="{NOTICES}"' in read(browser, page)
    page = read(browser, NOTICES)
    assert "You have been warned." in page and "Offensive words" in page and "Please be &lt;kind&gt;." in page
    assert f"mailto:host@cards.example?subject=Appeal%20against%20decision%20{decision.number}" in page
    assert "Mona" not in page
    assert f'href="{NOTICES}"' not in read(browser)
    assert "You have been warned." in read(browser, NOTICES)


def test_a_page_that_nobody_was_shown_leaves_it_unread(bob, mona, report):
    """A browser may request a page in advance, to show it later or never."""
    decide(mona, report, Action.WARN, "words")
    browser = signed_in(bob)
    assert browser.head(NOTICES).status_code == 200
    for purpose in ("prefetch", "prefetch;prerender"):
        assert "You have been warned." in read(browser, NOTICES, headers={"sec-purpose": purpose})
    assert f'href="{NOTICES}"' in read(browser)
    read(browser, NOTICES)
    assert f'href="{NOTICES}"' not in read(browser)


def test_each_reads_it_in_their_language(bob, mona, report):
    decide(mona, report, Action.MUTE, "words", days=3)
    page = read(signed_in(bob), NOTICES, headers={"accept-language": "zh-hans"})
    assert "You may not write" not in page and "Offensive words" not in page
    assert Decision.objects.get().number in page


def test_nobody_reads_what_was_decided_about_others(alice, bob, mona, report):
    decide(mona, report, Action.WARN, "words", "Please be kind.")
    decide(mona, reported(alice, bob), Action.DISMISS, "nothing", "Between moderators.")
    assert "Please be kind." not in read(signed_in(alice), NOTICES)
    assert "Between moderators." not in read(signed_in(bob), NOTICES)


def test_it_comes_to_an_open_page_and_is_not_put_off(bob, mona, report):
    decide(mona, report, Action.WARN, "words")
    html = news(bob, "en")
    assert "have decided something about you" in html and f'href="{NOTICES}"' in html
    assert 'name="news"' not in html  # the press that puts other news off for good
    pk = Notification.objects.get(user=bob).pk
    signed_in(bob).post(reverse("friend-later"), {"news": pk})
    assert Notification.objects.get(pk=pk).read_at is None


def test_whoever_reported_is_told_that_it_was_looked_at_and_no_more(alice, mona, report):
    decide(mona, report, Action.SUSPEND, "words", days=7)
    html = news(alice, "en")
    assert "We have looked at your report." in html
    assert "Bob" not in html and "suspend" not in html.lower()
    assert "We have looked at your report." in read(signed_in(alice), reverse("friends"))


def test_a_mail_goes_to_a_confirmed_address_alone(
    bob, mona, report, mailoutbox, settings, django_capture_on_commit_callbacks
):
    settings.CONTACT = "host@cards.example"
    address = EmailAddress.objects.create(user=bob, email="bob@example.com", primary=True)
    User.objects.filter(pk=bob.pk).update(email="bob@example.com", language="zh-hans")
    with django_capture_on_commit_callbacks(execute=True):
        decision = decide(mona, report, Action.MUTE, "words", "Please be kind.", days=7)
    assert not mailoutbox
    address.verified = True
    address.save()
    with django_capture_on_commit_callbacks(execute=True):
        lift(mona, decision, "appeal")
        decision = decide(mona, reported(person("anna"), bob), Action.WARN, "words", "Please be kind.")
    assert [letter.to for letter in mailoutbox] == [["bob@example.com"]] * 2
    letter = mailoutbox[1]
    assert decision.number in letter.subject and decision.number in letter.body
    assert "Please be kind." in letter.body and "host@cards.example" in letter.body
    assert "You have been warned" not in letter.body and "Mona" not in letter.body


def test_an_address_that_an_operator_has_given_is_written_to(
    bob, mona, report, mailoutbox, django_capture_on_commit_callbacks
):
    User.objects.filter(pk=bob.pk).update(email="bob@example.com")
    with django_capture_on_commit_callbacks(execute=True):
        decide(mona, report, Action.RENAME, "name")
    (letter,) = mailoutbox
    assert "Your name Bob was taken away" in letter.body


def test_a_suspended_person_reads_why_on_whatever_page_they_ask_for(bob, mona, report):
    browser = signed_in(bob)
    decision = decide(mona, report, Action.SUSPEND, "cheating", "Twice now.", days=7)
    for page in (reverse("home"), reverse("friends"), reverse("lobby"), reverse("game-rules", args=["winner"])):
        answer = browser.get(page)
        assert answer.status_code == 403
        for shown in ("You are suspended", "Cheating or playing together", "Twice now.", decision.number):
            assert shown in answer.content.decode()
    assert browser.post(reverse("play-now", args=["winner"])).status_code == 403
    assert browser.get(reverse("privacy")).status_code == 200
    assert browser.post(reverse("set_language"), {"language": "en"}).status_code == 302
    answer = browser.post(reverse("play-now", args=["winner"]), headers={"hx-request": "true"})
    assert (answer.status_code, answer["HX-Redirect"]) == (401, reverse("home"))


def test_a_suspended_guest_is_no_new_guest_in_the_same_browser_and_has_all_back(alice, mona, time_machine):
    guest = make_guest()
    browser = signed_in(guest)
    decide(mona, reported(alice, guest), Action.SUSPEND, "words", days=1)
    people = User.objects.count()
    assert browser.post(reverse("play-now", args=["winner"])).status_code == 403
    assert User.objects.count() == people
    time_machine.move_to(timezone.now() + timedelta(days=1, minutes=1))
    page = read(browser)
    assert guest.name in page and "You are suspended" not in page


def test_a_suspended_person_who_signs_in_reads_why(bob, mona, report, time_machine):
    decide(mona, report, Action.SUSPEND, "words", days=7)
    browser = Client()
    led = sign_in(browser, "bob")
    assert led["Location"] == reverse("account_inactive")
    answer = browser.get(led["Location"])
    assert answer.status_code == 403 and "You are suspended" in answer.content.decode()
    assert browser.get(reverse("home")).status_code == 200  # this browser may be somebody else's
    assert "You are suspended" not in read(Client(), reverse("account_inactive"))
    time_machine.move_to(timezone.now() + timedelta(days=7, minutes=1))
    assert sign_in(browser, "bob")["Location"] == reverse("home")
    assert browser.get(reverse("me")).status_code == 200


def test_with_a_wrong_password_nobody_learns_who_is_suspended(bob, mona, report):
    decide(mona, report, Action.SUSPEND, "words", days=7)
    browser = Client()
    assert sign_in(browser, "bob", "wrong-lantern").status_code == 422
    assert "You are suspended" not in read(browser, reverse("account_inactive"))


def test_where_nobody_is_named_an_appeal_goes_to_whoever_runs_the_site(bob, mona, report):
    decide(mona, report, Action.WARN, "words")
    assert "Tell whoever runs this site" in read(signed_in(bob), NOTICES)


def test_whoever_is_muted_too_reads_from_when_they_may_choose_another_name(alice, bob, mona, report, time_machine):
    decide(mona, report, Action.RENAME, "name")
    browser, at_once = signed_in(bob), "You may choose another one in your settings."
    assert at_once in read(browser, NOTICES)
    short = decide(mona, reported(person("anna"), bob), Action.MUTE, "words", days=1)
    long = decide(mona, reported(person("cora"), bob), Action.MUTE, "words", days=3)
    page = read(browser, NOTICES)
    assert f"From {when(long.until)} you may choose another one in your settings." in page and at_once not in page
    lift(mona, long, "appeal")
    assert f"From {when(short.until)} you may choose" in read(browser, NOTICES)
    time_machine.move_to(short.until + timedelta(minutes=1))
    assert at_once in read(browser, NOTICES)


def test_what_was_lifted_is_told_too(bob, mona, report):
    decision = decide(mona, report, Action.MUTE, "words", days=7)
    lift(mona, decision, "appeal", "You were right.")
    page = read(signed_in(bob), NOTICES)
    assert f"number {decision.number}, has been lifted" in page and "You were right." in page


@pytest.mark.django_db(transaction=True)
async def test_the_open_sockets_of_whoever_is_suspended_close(time_machine):
    def setting():
        bob, alice = person("bob"), person("alice")
        match = match_of("all-fours", alice, bob)
        return reported(alice, bob), match, signed_in(bob), moderator()

    report, match, browser, mona = await sync_to_async(setting)()
    cookie = f"sessionid={browser.cookies['sessionid'].value}".encode()
    lines = [
        Socket(application, path, [(b"origin", b"http://localhost"), (b"cookie", cookie)])
        for path in ("/ws/me/", f"/ws/t/{match.room.code}/")
    ]
    for line in lines:
        assert await line.connect()
        await line.hear()
    await sync_to_async(decide)(mona, report, Action.SUSPEND, "words", days=1)
    for line in lines:
        while (message := await line.wire.receive_output(10))["type"] != "websocket.close":
            pass
        assert message["code"] == SIGNED_OUT
