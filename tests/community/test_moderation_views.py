"""The moderators' pages: who may see them, what a report shows, and what a press does."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.urls import reverse

from games.accounts import limits
from games.accounts.models import Report, User
from games.accounts.services import make_guest
from games.community import moderation_views, reports
from games.community.models import Decision
from games.foundation.rate_limit import RateLimit
from games.rooms import chat
from games.rooms.models import Room
from games.rules.cards import NAMES
from tests.accounts.signing import authenticator_code
from tests.community.moderating import decision_on, moderator, page_of, press, reported
from tests.matches.tables import current, match_of, person, state_of
from tests.replays.hands import finish
from tests.sessions import signed_in
from tests.statements import statements_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]


@pytest.fixture
def browser(mona):
    return signed_in(mona)


def read(browser, address, status=200):
    answer = browser.get(address)
    assert answer.status_code == status
    return answer.content.decode()


def test_nobody_else_finds_the_pages(client, alice, bob):
    report = reported(alice, bob)
    staff = User.objects.create_user("helper", password="x", name="Helper", is_staff=True)
    for visitor in (client, signed_in(bob), signed_in(make_guest()), signed_in(staff)):
        for address in (reverse("moderation"), page_of(report), reverse("moderation-decisions")):
            assert visitor.get(address).status_code == 404
        assert visitor.post(page_of(report), {"do": "dismiss", "reason": "nothing"}).status_code == 404
    assert not Decision.objects.exists()


def test_a_moderator_with_a_second_factor_shows_it_before_anything_opens(browser, mona, alice, bob, monkeypatch):
    report, secret = reported(alice, bob), generate_totp_secret()
    assert reverse("mfa_index") in read(browser, reverse("moderation"))
    TOTP.activate(mona, secret)
    answer = browser.get(page_of(report))
    assert answer["Location"] == f"{reverse('mfa_reauthenticate')}?next={quote(page_of(report), safe='')}"
    assert browser.post(page_of(report), {"do": "warn", "reason": "words"}).status_code == 302
    assert not Decision.objects.exists()
    code = authenticator_code(monkeypatch, secret)
    assert browser.post(answer["Location"], {"code": code})["Location"] == page_of(report)
    assert "Report about Bob" in read(browser, page_of(report))
    assert reverse("mfa_index") not in read(browser, reverse("moderation"))


def test_open_reports_are_listed_the_newest_first_and_paged(browser, alice, bob, monkeypatch):
    monkeypatch.setattr(moderation_views, "PAGE", 2)
    *_others, third = [reported(alice, bob, text=f"number {number}") for number in range(3)]
    page = read(browser, reverse("moderation"))
    assert page.index("number 2") < page.index("number 1")
    assert "number 0" not in page and "3 reports about them" in page
    assert 'href="?page=2"' in page
    assert "number 0" in read(browser, reverse("moderation") + "?page=2")
    press(browser, third, "dismiss", reason="nothing")
    assert "number 2" not in read(browser, reverse("moderation"))
    page = read(browser, reverse("moderation") + "?done")
    assert "number 2" in page and "dismissed · Mona" in page


def test_a_report_shows_who_and_where_and_what_was_said(browser, alice, bob):
    match = match_of("all-fours", alice, bob)
    Room.objects.filter(pk=match.room_id).update(visibility=Room.Visibility.LINK)
    chat.say(match.room, bob, "<i>you cheat</i>")
    chat.say(match.room, alice, phrase="thanks")
    report = reports.report(alice, bob, "words", "He swore <b>.</b>", match.room.code)
    chat.say(match.room, bob, "said afterwards")
    page = read(browser, page_of(report))
    for shown in ("Report about Bob", "Alice", "Offensive words", "He swore &lt;b&gt;", "Test table", "All Fours"):
        assert shown in page
    assert "&lt;i&gt;you cheat&lt;/i&gt;" in page and "Thank you!" in page
    assert "said afterwards" not in page


def test_a_hand_and_the_code_of_its_table_stay_shut_until_it_is_over(browser, alice, bob):
    match = match_of("all-fours", alice, bob)
    Room.objects.filter(pk=match.room_id).update(visibility=Room.Visibility.LINK)
    hand = current(match)
    report = reports.report(alice, bob, "cheating", "")
    replay = reverse("replay-hand", args=[hand.pk])
    page = read(browser, page_of(report))
    held = [NAMES[number] for cards in state_of(hand).hands for number in cards]
    assert replay not in page and match.room.code not in page
    assert not any(f'data-c="{name}"' in page for name in held)
    assert browser.get(replay).status_code == 404
    finish(hand)
    assert f'href="{replay}"' in read(browser, page_of(report))
    assert browser.get(replay, follow=True).status_code == 200
    other = match_of("all-fours", alice, bob)
    Room.objects.filter(pk=other.room_id).update(visibility=Room.Visibility.LINK)
    unreported = current(other)
    finish(unreported)
    assert browser.get(reverse("replay-hand", args=[unreported.pk])).status_code == 404


def test_the_code_is_said_when_nobody_plays_there_any_more(browser, alice, bob):
    report = reported(alice, bob)
    Room.objects.get().matches.update(ended_at=report.at)
    assert Room.objects.get().code in read(browser, page_of(report))


def test_a_deal_that_others_play_too_is_not_opened_by_a_report(browser, alice, bob):
    report = reported(alice, bob)
    finish(current(Room.objects.get().matches.get()))
    Room.objects.update(sealed=True)
    page = read(browser, page_of(report))
    assert reverse("replay-hand", args=[report.hand]) not in page
    assert "Its deal is played at other tables, too" in page and "deal of the day" not in page


def test_a_report_shows_the_history_of_both(browser, alice, bob):
    guest = make_guest()
    press(browser, reported(alice, bob), "dismiss", reason="faith")
    press(browser, reported(guest, bob), "warn")
    reported(bob, alice)
    page = read(browser, page_of(reported(alice, bob)))
    about, by = page.split("<aside", 1)[1].split("Who reported", 1)
    assert "Reports about them <" in about and ">2</span>" in about and "warned" in about and "dismissed" in about
    assert "1 was not made in good faith" in by and ">1</span>" in by
    assert "Guest" in read(browser, page_of(reported(guest, bob))).split("Who reported", 1)[1]


def test_an_action_needs_a_reason_and_something_else_needs_words(browser, alice, bob):
    report = reported(alice, bob)
    for wrong in ({"reason": ""}, {"reason": "nothing"}, {"reason": "other"}, {"reason": "words", "words": "x" * 501}):
        answer = press(browser, report, "warn", **wrong)
        assert answer.status_code == 422
        assert answer.content.decode().count("<details") == 5
    assert press(browser, report, "mute", days="400").status_code == 422
    assert press(browser, report, "lift").status_code == 400
    assert press(browser, report, "nonsense").status_code == 400
    assert not Decision.objects.exists()
    assert press(browser, report, "warn", reason="other", words="It is enough.").status_code == 200
    assert decision_on(report).words == "It is enough."


def test_what_each_action_does_is_said_before_the_press(browser, alice, bob):
    page = read(browser, page_of(reported(alice, bob)))
    for does in ("Nothing happens to whom it is about", "They are told what was wrong", "They can neither write"):
        assert does in page
    assert "They leave all their tables at once" in page and "They are called Player" in page


def test_the_second_of_two_moderators_is_told_who_decided(browser, alice, bob):
    report = reported(alice, bob)
    page = press(browser, report, "warn").content.decode()
    assert f"written down as decision {decision_on(report).number}" in page
    second = press(signed_in(moderator("otto")), report, "suspend").content.decode()
    assert "Mona has decided on it already: warned." in second
    assert "Mona has decided on it already" in press(browser, report, "warn", reason="").content.decode()
    assert Decision.objects.count() == 1
    assert User.objects.get(pk=bob.pk).is_active


def test_nobody_is_offered_what_they_may_not_decide_and_is_told_why(browser, mona, alice, bob):
    own = reported(mona, bob)
    page = read(browser, page_of(own))
    assert "You have made this report yourself" in page and 'name="do"' not in page
    assert "You have made this report yourself" in press(browser, own, "warn").content.decode()
    boss = User.objects.create_superuser("boss", password="x", name="Boss")
    chief = signed_in(User.objects.create_superuser("chief", password="x", name="Chief"))
    assert "has all rights here" in read(chief, page_of(reported(alice, boss)))
    assert "about yourself" in read(signed_in(boss), page_of(Report.objects.get(reported=boss)))
    assert not Decision.objects.exists()


def test_a_moderator_does_not_learn_of_reports_about_moderators(browser, mona, alice):
    about = [reported(alice, mona), reported(alice, moderator("otto"))]
    assert "No open reports" in read(browser, reverse("moderation"))
    for report in about:
        assert browser.get(page_of(report)).status_code == 404
        assert browser.post(page_of(report), {"do": "dismiss", "reason": "nothing"}).status_code == 404


def test_an_appeal_finds_its_decision_by_the_number_and_lifts_it(browser, alice, bob):
    report = reported(alice, bob)
    press(browser, report, "mute")
    number = decision_on(report).number
    address = reverse("moderation-decision", args=[number])
    for query in (number, f" {number[:4].lower()}-{number[4:].lower()} "):
        assert browser.get(reverse("moderation"), {"q": query})["Location"] == address
    otto = signed_in(moderator("otto"))
    page = read(otto, address)
    assert page_of(report) in page and "Mona" in page and "Lift the decision" in page
    assert otto.post(address, {"reason": ""}).status_code == 422
    page = otto.post(address, {"reason": "appeal", "words": "You were right."}, follow=True).content.decode()
    assert "The decision is lifted." in page and "It was lifted" in page and 'name="reason"' not in page
    page = browser.post(address, {"reason": "appeal"}, follow=True).content.decode()
    assert "Otto has decided on it already: lifted." in page
    log = read(browser, reverse("moderation-decisions"))
    assert log.count("Bob") == 2 and "Otto" in log


def test_a_search_finds_reports_by_the_name_of_either_side(browser, alice, bob):
    User.objects.filter(pk=alice.pk).update(name="Alice \U0001fae9")
    reported(alice, bob, text="swore")
    reported(person("carol"), person("dora"), text="left")
    for query in ("ali", "\U0001fae9"):  # an emoji newer than Python's Unicode database
        page = read(browser, reverse("moderation") + f"?q={query}")
        assert "swore" in page and "<q>left" not in page
    assert "No decision has this number" in read(browser, reverse("moderation") + "?q=K7Q4AB%E2%80%8B")


@pytest.mark.any_database
def test_a_page_asks_no_more_where_there_is_more(browser, alice, bob):
    def query_counts(*addresses):
        return [len(statements_of(read, browser, address)) for address in addresses]

    report = reported(alice, bob)
    press(browser, reported(alice, bob), "warn")
    number = Decision.objects.get().number
    pages = [
        reverse("moderation"),
        reverse("moderation") + "?done",
        page_of(report),
        reverse("moderation-decisions"),
        reverse("moderation-decision", args=[number]),
    ]
    query_counts(*pages)
    few = query_counts(*pages)
    for _ in range(4):
        reported(alice, bob)
        press(browser, reported(bob, alice), "warn")
        press(browser, reported(person(f"eve{_}"), bob), "dismiss", reason="faith")
    query_counts(*pages)  # marks the news of fresh reports as read
    many = query_counts(*pages)
    assert all(more <= less for more, less in zip(many, few, strict=True)), (few, many)
    assert max(few) <= 25, few


def test_whoever_runs_the_site_is_told_that_nobody_can_appeal(browser, settings):
    assert "Nobody can appeal" in read(browser, reverse("moderation"))
    settings.CONTACT = "host@cards.example"
    assert "Nobody can appeal" not in read(browser, reverse("moderation"))


def test_a_network_of_guests_reports_no_more_than_it_may(bob, monkeypatch):
    monkeypatch.setattr(limits, "REPORTS_OF_NETWORK", RateLimit("few", 2, 3600))
    statuses = []
    for _ in range(3):
        guest = make_guest()
        match_of("all-fours", guest, bob)
        statuses.append(signed_in(guest).post(reverse("report", args=[bob.pk]), {"reason": "words"}).status_code)
    assert statuses == [302, 302, 429]
    account = person("anna")
    match_of("all-fours", account, bob)
    assert signed_in(account).post(reverse("report", args=[bob.pk]), {"reason": "words"}).status_code == 302
