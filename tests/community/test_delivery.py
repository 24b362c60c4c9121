"""Notifications outside the site: pushed only to their reader's browsers, mailed to whoever wants that."""

from __future__ import annotations

import time
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from cryptography.exceptions import InvalidTag
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.accounts import friends, notifications
from games.accounts.models import DeliveryChoice, Notification, PushSubscription, Topic, User
from games.accounts.services import suspend
from games.community import delivery, pairing, tasks, web_push
from games.community.account_deletion import delete_account
from games.community.delivery import Wanted
from games.foundation.background_email import wait_until_sent
from games.rooms import wishes
from games.rooms.models import Wish
from tests.matches.tables import person
from tests.push_service import signed_for
from tests.sessions import signed_in

pytestmark = pytest.mark.django_db
Kind = Notification.Kind


def notified_in(client, browser):
    """Subscribe a signed-in browser to notifications; return the answer."""
    agent = "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0"
    return client.post(
        reverse("push-subscribe"),
        browser.subscription(),
        headers={"user-agent": agent, "accept-language": "zh-CN,zh;q=0.9"},
    )


@pytest.fixture
def phone(client, alice, push_service):
    """A browser in which Alice gets notifications."""
    phone = push_service.browser("phone")
    assert notified_in(client, phone).status_code == 204
    return phone


def friend_request(alice, name="bob"):
    """Have somebody ask Alice to be friends; return the notification, not yet delivered."""
    notifications.notify(alice, Kind.ASKED, person(name))
    return Notification.objects.latest("pk")


def sooner(row, **ago):
    """Make a notification this old."""
    Notification.objects.filter(pk=row.pk).update(at=timezone.now() - timedelta(**ago))


# --- push --------------------------------------------------------------------------------------


def test_a_browser_is_sent_what_the_page_would_say_in_its_language(alice, phone, push_service):
    row = friend_request(alice)
    delivery.deliver(row.pk)
    (message,) = push_service.sent_to(phone)
    assert message == {
        "tag": f"n{row.pk}",
        "lang": "zh-hans",
        "says": "Bob想加你为好友。",
        "url": "/friends/",
        "off": "/me/notifications/#friends",
        "choose": "关闭通知",
        "unread": 1,
    }
    row.refresh_from_db()
    assert row.pushed_at and not row.waits


def test_only_that_browser_can_read_it(alice, phone, push_service):
    delivery.deliver(friend_request(alice).pk)
    (_path, _headers, body) = push_service.taken[0]
    assert b"Bob" not in body
    with pytest.raises(InvalidTag):
        push_service.browser("phone").read(body)


def test_a_push_service_is_told_who_sends_and_how_long_it_matters(alice, phone, push_service, settings):
    settings.CONTACT = "host@example.org"
    row = friend_request(alice)
    delivery.deliver(row.pk)
    _path, headers, _body = push_service.taken[0]
    assert (headers["ttl"], headers["urgency"], headers["topic"]) == ("86400", "normal", f"n{row.pk}")
    assert headers["content-encoding"] == "aes128gcm"
    claims = signed_for(headers["authorization"], web_push.public_key())
    assert (claims["aud"], claims["sub"]) == (push_service.origin, "mailto:host@example.org")
    assert time.time() < claims["exp"] <= time.time() + 86400


def test_the_key_is_the_same_in_every_process_and_another_with_another_secret(settings):
    before = web_push.public_key()
    settings.SECRET_KEY = "another" * 8
    assert web_push.public_key() != before


def test_every_browser_of_a_person_is_told_and_nobody_elses(alice, phone, push_service):
    desk, other = push_service.browser("desk"), push_service.browser("bob")
    assert notified_in(signed_in(alice), desk).status_code == 204
    notified_in(signed_in(person("cat")), other)
    delivery.deliver(friend_request(alice).pk)
    assert [len(push_service.sent_to(browser)) for browser in (phone, desk, other)] == [1, 1, 0]


@pytest.mark.parametrize("status", [404, 410, 403])
def test_a_browser_that_takes_nothing_more_is_forgotten(alice, phone, push_service, status):
    push_service.answers = [status]
    delivery.deliver(friend_request(alice).pk)
    assert not PushSubscription.objects.exists()
    assert not Notification.objects.filter(waits=True).exists()


def test_what_a_push_service_did_not_take_is_sent_by_a_later_look_once(alice, phone, push_service):
    push_service.answers = [503]
    row = friend_request(alice)
    delivery.deliver(row.pk)
    row.refresh_from_db()
    assert row.waits and row.pushed_at is None
    tasks.deliver_waiting()
    tasks.deliver_waiting()
    assert len(push_service.taken) == 2
    assert PushSubscription.objects.exists()


def test_a_service_that_is_away_is_asked_once_a_look(alice, phone, push_service):
    push_service.answers = [503, 503, 503]
    rows = [friend_request(alice, name) for name in ("bob", "cat", "dan")]
    tasks.deliver_waiting()
    assert len(push_service.taken) == 1
    assert Notification.objects.filter(pk__in=[row.pk for row in rows], waits=True).count() == 3


def test_nobody_is_led_to_another_address(alice, phone, push_service):
    push_service.answers = [302]
    delivery.deliver(friend_request(alice).pk)
    assert [path for path, _headers, _body in push_service.taken] == ["/phone"]


def test_a_worker_that_was_killed_sends_the_same_again_and_a_browser_shows_it_once(alice, phone, push_service):
    row = friend_request(alice)
    delivery.deliver(row.pk)
    Notification.objects.filter(pk=row.pk).update(waits=True, pushed_at=None)  # it was killed before it noted the push
    tasks.deliver_waiting()
    assert [message["tag"] for message in push_service.sent_to(phone)] == [f"n{row.pk}"] * 2


def test_what_was_read_on_the_site_is_not_sent(alice, phone, push_service):
    row = friend_request(alice)
    notifications.mark_read(alice)
    delivery.deliver(row.pk)
    assert not push_service.taken


def test_what_could_not_be_sent_for_an_hour_is_given_up(alice, phone, push_service):
    row = friend_request(alice)
    sooner(row, hours=2)
    tasks.deliver_waiting()
    row.refresh_from_db()
    assert not row.waits and not push_service.taken


def test_a_browser_in_which_somebody_signed_out_is_told_nothing_more(client, alice, phone, push_service):
    client.post(reverse("account_logout"))
    delivery.deliver(friend_request(alice).pk)
    assert not push_service.taken
    assert not PushSubscription.objects.exists()


def test_a_browser_that_was_anothers_is_the_new_persons_alone(alice, phone, push_service):
    cat = person("cat")
    notified_in(signed_in(cat), phone)
    delivery.deliver(friend_request(alice).pk)
    assert not push_service.taken
    assert PushSubscription.objects.get().user == cat


def test_whoever_is_suspended_is_told_nothing(alice, phone, push_service):
    row = friend_request(alice)
    suspend(alice)
    delivery.deliver(row.pk)
    assert not push_service.taken


def test_a_topic_that_is_switched_off_is_not_pushed(client, alice, phone, push_service):
    client.post(reverse("delivery"), {"tables-push": "on", "hour": "10"})
    delivery.deliver(friend_request(alice).pk)
    assert not push_service.taken
    assert not Notification.objects.filter(waits=True).exists()


def test_asking_a_name_that_nobody_has_leaves_what_moderators_told(alice):
    notifications.notify(alice, Kind.DECIDED, alice, decision=7)
    friends.ask(alice, None, "nobody-is-called-so")
    assert [row.kind for row in notifications.newest(alice)] == [Kind.DECIDED]


def test_a_decision_waits_for_nobody_for_it_is_mailed_by_itself(alice):
    notifications.notify(alice, Kind.DECIDED, alice, decision=7)
    assert not Notification.objects.get().waits


def test_whoever_wishes_to_play_and_has_gone_is_told_by_push_who_waits_for_them(alice, phone, push_service):
    wishes.make(alice, "all-fours")
    Wish.objects.update(seen_at=timezone.now() - timedelta(minutes=5))
    wishes.make(person("cat"), "all-fours")
    assert pairing.bring_together("all-fours") == []
    tasks.deliver_waiting()
    (message,) = push_service.sent_to(phone)
    assert message["says"] == "Cat现在想和你打四张。"
    assert (message["url"], message["off"]) == ("/with/all-fours/", "/me/notifications/#tables")


# --- browsers ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://127.0.0.1/x",
        "http://fcm.googleapis.com/x",
        "https://fcm.googleapis.com:8443/x",
        "https://fcm.googleapis.com@127.0.0.1/x",
        "https://fcm.googleapis.com.example.org/x",
        "https://evilfcm.googleapis.com/x",
        "https://push.apple.com.example.org/x",
        "https://[::1]/x",
        "https://[broken/x",
        "file:///etc/passwd",
        "",
    ],
)
def test_nothing_is_sent_to_what_is_no_push_service(client, alice, push_service, endpoint):
    keys = push_service.browser("x").subscription() | {"endpoint": endpoint}
    answer = client.post(reverse("push-subscribe"), keys)
    assert answer.status_code == 422
    assert not PushSubscription.objects.exists()


@pytest.mark.parametrize("host", ["fcm.googleapis.com", "web.push.apple.com", "wns2-par02p.notify.windows.com"])
def test_push_services_of_the_browsers_are_known(host):
    assert web_push.is_push_service(f"https://{host}/wp/abc")


@pytest.mark.parametrize("broken", [{"p256dh": "AAAA"}, {"p256dh": "BA" + "é" * 20}, {"auth": "A"}])
def test_keys_that_are_no_keys_are_refused(client, alice, push_service, broken):
    answer = client.post(reverse("push-subscribe"), push_service.browser("x").subscription() | broken)
    assert answer.status_code == 422
    assert not PushSubscription.objects.exists()


def test_of_many_browsers_the_oldest_are_forgotten(client, alice, push_service):
    for number in range(delivery.MOST_DEVICES + 2):
        notified_in(client, push_service.browser(str(number)))
    endpoints = PushSubscription.objects.order_by("pk").values_list("endpoint", flat=True)
    assert len(endpoints) == delivery.MOST_DEVICES
    assert endpoints[0].endswith("/2")


def test_a_browser_is_listed_and_removed_by_its_owner_alone(client, alice, phone):
    page = client.get(reverse("delivery")).content.decode()
    assert "Firefox · Linux" in page and "this browser" in page
    row = PushSubscription.objects.get()
    signed_in(person("cat")).post(reverse("push-remove", args=[row.pk]))
    assert PushSubscription.objects.exists()
    client.post(reverse("push-remove", args=[row.pk]))
    assert not PushSubscription.objects.exists()


def test_an_address_that_has_changed_is_taken_from_the_browser_that_had_it(client, alice, phone, push_service):
    after = push_service.browser("after")
    moved = after.subscription() | {"before": phone.endpoint}
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(person("cat"))
    assert strict.post(reverse("push-renew"), moved).status_code == 404
    assert client.post(reverse("push-renew"), moved, headers={"Sec-Fetch-Site": "same-site"}).status_code == 422
    strict.cookies = client.cookies  # a service worker has the session, but no token
    assert strict.post(reverse("push-renew"), moved).status_code == 204
    delivery.deliver(friend_request(alice).pk)
    assert len(push_service.sent_to(after)) == 1


# --- mail ----------------------------------------------------------------------------------------


@pytest.fixture
def reader(alice):
    """Alice, who has a confirmed address and wants mail about friends, but no pushes."""
    EmailAddress.objects.create(user=alice, email="alice@example.org", verified=True, primary=True)
    delivery.choose(alice, Topic.FRIENDS, Wanted(False, True))
    return alice


def look_later(row):
    sooner(row, minutes=11)
    tasks.deliver_waiting()
    wait_until_sent()


def test_what_nobody_has_read_for_ten_minutes_is_mailed_once(reader):
    row = friend_request(reader)
    delivery.deliver(row.pk)
    assert not mail.outbox
    look_later(row)
    tasks.deliver_waiting()
    (letter,) = mail.outbox
    assert letter.to == ["alice@example.org"]
    assert letter.subject == "[Sifang 四方] Bob wants to be your friend."
    assert "http://localhost:8000/friends/" in letter.body


def test_what_was_read_meanwhile_is_not_mailed(reader):
    row = friend_request(reader)
    notifications.mark_read(reader)
    look_later(row)
    assert not mail.outbox


def test_nothing_is_said_of_somebody_who_has_closed_their_account(reader, phone, push_service):
    delivery.choose(reader, Topic.FRIENDS, Wanted(True, True))
    sooner(friend_request(reader), minutes=11)
    delete_account(User.objects.get(username="bob"))
    tasks.deliver_waiting()
    wait_until_sent()
    assert not mail.outbox and not push_service.taken
    assert not Notification.objects.filter(waits=True).exists()


def test_nothing_is_mailed_to_an_address_that_was_never_confirmed(reader):
    EmailAddress.objects.update(verified=False)
    look_later(friend_request(reader))
    assert not mail.outbox


def test_mail_names_the_press_that_ends_it_which_needs_no_session(reader, client):
    look_later(friend_request(reader))
    (letter,) = mail.outbox
    link = letter.extra_headers["List-Unsubscribe"].strip("<>")
    path = link.removeprefix("http://localhost:8000")
    assert link in letter.body
    stranger = Client(enforce_csrf_checks=True)
    assert stranger.get(path).status_code == 200
    assert delivery.wanted(reader)[Topic.FRIENDS].mail, "looking changes nothing"
    assert stranger.post(path, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert not delivery.wanted(reader)[Topic.FRIENDS].mail


def test_a_token_that_was_changed_ends_nothing(reader):
    token = delivery.token_of(reader, Topic.FRIENDS)
    assert Client().post(reverse("delivery-off", args=[token[:-1]])).status_code == 404
    assert delivery.wanted(reader)[Topic.FRIENDS].mail


# --- choosing ------------------------------------------------------------------------------------


def test_choices_are_kept_and_shown(client, reader):
    client.post(reverse("delivery"), {"daily-push": "on", "daily-mail": "on", "hour": "18"})
    assert delivery.wanted(reader) == delivery.STANDARD | {
        Topic.TURNS: Wanted(False),
        Topic.TABLES: Wanted(False),
        Topic.FRIENDS: Wanted(False),
        Topic.DAILY: Wanted(True, True, 18),
        Topic.CLUBS: Wanted(False),
    }
    page = client.get(reverse("delivery")).content.decode()
    assert '<option value="18" selected>' in page


def test_without_an_address_nothing_is_to_be_mailed(client, alice):
    client.post(reverse("delivery"), {"daily-mail": "on", "hour": "18"})
    assert not DeliveryChoice.objects.get(topic=Topic.DAILY).mail


def test_an_hour_that_is_none_is_refused_and_nothing_is_changed(client, alice):
    assert client.post(reverse("delivery"), {"hour": "24"}).status_code == 422
    assert not DeliveryChoice.objects.exists()
