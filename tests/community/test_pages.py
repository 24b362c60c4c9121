"""The pages of friends and profiles: their answers, and that text stays text."""

from __future__ import annotations

import re
import time
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.accounts import friends, limits, notifications
from games.accounts.models import Report, User
from games.accounts.views import rate_limited
from games.community import friend_views, invitations, presence, ratings, statistics
from games.community.friend_views import token_of
from games.community.listings import news_of
from games.matches.models import Match
from games.rooms import seats
from games.rooms.models import Seat
from games.rooms.services import latest_room, open_room
from tests.community.test_ratings import ended
from tests.matches.tables import match_of, person

pytestmark = pytest.mark.django_db
COMPLAINT = {"reason": "words", "text": "He swore."}
NO_LONGER = "This link is no longer valid."
STRANGE = [
    '<img src=x hx-get="/logout" hx-trigger="load">',
    'x" hx-on:load="alert(1)',
    '</div><div hx-swap-oob="true" id="hand-0">',
    "{{ 7*7 }}",
    "javascript:alert(1)",
    "<script>alert(1)</script>",
    "%(name)s %s {0}",
]


def visible(answer):
    """Return the page without what differs from request to request."""
    return re.sub(r'value="\w{64}"|/friends/link/[\w:-]+/', "", answer.content.decode())


def test_asking_for_a_name_that_is_there_and_one_that_is_not_looks_the_same(client, alice):
    person("bob")
    pages = []
    for name in ("bob", "nob"):
        answer = client.post(reverse("friend-ask"), {"name": name}, follow=True)
        page = re.sub(r"withdraw/\d+/", "", visible(answer)).replace(name, "NAME")
        pages.append((answer.redirect_chain, page))
        client.post(reverse("friend-withdraw", args=[friends.outgoing_requests(alice)[0].pk]))
    assert pages[0] == pages[1]


@pytest.mark.parametrize(("wait", "words"), [(60, "60 seconds"), (149, "3 minutes"), (3600, "60 minutes")])
def test_whoever_waits_as_they_are_told_gets_through(rf, wait, words):
    assert f"Try again in {words}." in rate_limited(rf.get("/"), wait).content.decode()


def test_requests_are_limited_and_the_answer_says_until_when(client, alice):
    for number in range(10):
        assert client.post(reverse("friend-ask"), {"name": f"nobody {number}"}).status_code == 302
    answer = client.post(reverse("friend-ask"), {"name": "one more"})
    assert answer.status_code == 429
    assert 0 < int(answer["Retry-After"]) <= 3600
    assert "Try again in 60 minutes" in answer.content.decode()
    assert len(friends.outgoing_requests(alice)) == 10


@pytest.mark.parametrize("name", ["", "   ", "x" * 151, "a\u202eb"])
def test_a_name_that_is_none_is_refused(client, alice, name):
    assert client.post(reverse("friend-ask"), {"name": name}).status_code == 422
    assert friends.outgoing_requests(alice) == []


def test_a_name_that_was_refused_stands_in_the_field_and_its_page_can_be_asked_for_again(client, alice):
    page = client.post(reverse("friend-ask"), {"name": "x" * 151}).content.decode()
    assert f'value="{"x" * 151}"' in page
    assert "Type the name of the person you are looking for." in page
    assert client.get(reverse("friend-ask"))["Location"] == reverse("friends")


def test_a_report_too_many_is_not_lost(client, alice):
    bob = person("bob")
    match_of("all-fours", alice, bob)
    for _ in range(limits.REPORTS.most):
        assert client.post(reverse("report", args=[bob.pk]), COMPLAINT).status_code == 302
    answer = client.post(reverse("report", args=[bob.pk]), COMPLAINT)
    assert answer.status_code == 429
    page = answer.content.decode()
    assert "Try again in 60 minutes" in page
    assert COMPLAINT["text"] in page
    assert Report.objects.count() == limits.REPORTS.most


@pytest.mark.parametrize("earlier_request", ["", "by bob", "by alice"])
def test_whoever_presses_on_a_link_is_a_friend_at_once(client, alice, earlier_request):
    bob = person("bob")
    if earlier_request:
        friends.ask(*((bob, alice, "alice") if earlier_request == "by bob" else (alice, bob, "bob")))
    address = reverse("friend-link", args=[token_of(bob)])
    assert "You and Bob are friends now." in client.post(address, follow=True).content.decode()
    assert friends.friends_of(alice) == [bob] and friends.friends_of(bob) == [alice]
    assert not [*friends.incoming_requests(bob), *friends.incoming_requests(alice)]
    for method in (client.get, client.post):
        assert "You and Bob are friends already." in method(address, follow=True).content.decode()


def test_a_link_is_nobodys_when_it_is_old_and_makes_nobody_a_friend_against_a_block(client, alice, monkeypatch):
    bob = person("bob")
    address = reverse("friend-link", args=[token_of(bob)])
    with monkeypatch.context() as later:
        now = time.time()
        later.setattr("django.core.signing.time.time", lambda: now + friend_views.LINK_LASTS.total_seconds() + 1)
        for answer in (client.get(address), client.post(address)):
            assert answer.status_code == 404 and NO_LONGER in answer.content.decode()
    friends.block(bob, alice)
    assert client.post(address).status_code == 404
    assert not friends.befriend(alice, bob)
    assert friends.friends_of(alice) == []


def test_a_block_ends_the_links_that_there_were_so_that_no_new_guest_comes_by_one(client, alice):
    bob = person("bob")
    address = reverse("friend-link", args=[token_of(bob)])
    friends.block(bob, alice)
    newcomer = Client()
    for method in (newcomer.get, newcomer.post, client.get, client.post):
        answer = method(address)
        assert answer.status_code == 404 and NO_LONGER in answer.content.decode()
    assert friends.friends_of(bob) == []
    address = reverse("friend-link", args=[token_of(bob)])
    assert newcomer.post(address).status_code == 302
    assert len(friends.friends_of(bob)) == 1
    # to somebody who is blocked, a link that is valid looks like one that is not
    assert NO_LONGER in client.get(address).content.decode()


def test_a_new_link_ends_those_that_there_were(client, alice):
    address = reverse("friend-link", args=[token_of(alice)])
    assert Client().get(address).status_code == 200
    page = client.post(reverse("friend-new-link"), follow=True).content.decode()
    assert address not in page
    assert Client().get(address).status_code == 404
    link = re.search(r'data-copy="([^"]+)"', page)[1]
    assert Client().post(link).status_code == 302
    assert len(friends.friends_of(alice)) == 1


def test_what_is_wrong_is_tied_to_its_field(client, alice):
    bob = person("bob")
    match_of("all-fours", alice, bob)
    refused = [
        client.post(reverse("settings"), {"name": ""}),
        client.post(reverse("report", args=[bob.pk]), {"text": "x" * 501}),
        client.post(reverse("friend-ask"), {"name": ""}),
        client.post(reverse("delete-account"), {"password": "wrong"}),
        Client().post(reverse("account_signup"), {"name": "", "username": "x"}),
    ]
    for answer in refused:
        page = answer.content.decode()
        tied = {one for ids in re.findall(r'aria-describedby="([^"]+)"', page) for one in ids.split()}
        assert answer.status_code == 422
        assert any(one.endswith("_error") for one in tied)
        assert tied <= set(re.findall(r'\bid="([^"]+)"', page))


@pytest.mark.parametrize("text", STRANGE)
def test_text_stays_text_on_every_page(client, alice, text):
    bob = person("bob")
    User.objects.filter(pk=bob.pk).update(name=text[:20])
    match_of("all-fours", alice, bob)
    friends.ask(bob, alice, "alice")
    friends.ask(alice, None, text)
    for address in (reverse("friends"), reverse("person", args=[bob.pk]), reverse("report", args=[bob.pk])):
        page = client.get(address).content.decode()
        assert text not in page or not re.search(r'[<>"]', text)
        assert "<img src=x" not in page
        assert not re.search(r"<script>alert|hx-on:load=\"alert|<div hx-swap-oob", page)


def test_a_press_leads_back_but_never_abroad(client, alice):
    bob = person("bob")
    friends.ask(bob, alice, "alice")
    address = reverse("friend-act", args=[bob.pk, "accept"])
    assert client.post(address, {"next": "//evil.example"})["Location"] == reverse("friends")
    assert client.post(address, {"next": "/me/"})["Location"] == "/me/"


@pytest.mark.parametrize(
    ("do", "said"), [("block", "You have blocked Bob."), ("remove", "You and Bob are no longer friends.")]
)
def test_ending_a_friendship_and_blocking_ask_first_and_say_when_they_are_done(client, alice, do, said):
    bob = person("bob")
    friends.ask(bob, alice, "alice")
    friends.accept(alice, bob)
    act, sure = (reverse(name, args=[bob.pk, do]) for name in ("friend-act", "friend-sure"))
    shown = client.get(reverse("friends")).content.decode()
    assert f'href="{sure}"' in shown and f'"{act}"' not in shown
    assert f'action="{act}"' in client.get(sure).content.decode()
    assert friends.are_friends(alice, bob)
    assert said in client.post(act, follow=True).content.decode()
    assert not friends.are_friends(alice, bob)


def test_a_forged_link_is_nobodys(client, alice):
    assert client.get(reverse("friend-link", args=["1:forged"])).status_code == 404


def test_inviting_needs_a_table_and_tells_the_friend(client, alice):
    bob = person("bob")
    friends.ask(alice, bob, "bob")
    friends.accept(bob, alice)
    assert invitations.invite(alice, bob) is None
    match = match_of("winner", alice, "policy", "policy", "policy")
    client.post(reverse("friend-act", args=[bob.pk, "invite"]))
    line = news_of(bob)[0]
    assert line["url"] == reverse("table", args=[match.room.code])
    assert "Alice invites you to a table of Winner." in line["says"]


def test_one_invites_to_the_table_where_one_is_and_not_to_one_that_has_ended(alice):
    bob, carol = person("bob"), person("carol")
    friends.ask(alice, carol, "carol")
    friends.accept(carol, alice)
    waiting = open_room(bob, "winner", {})
    match_of("winner", alice, "policy", "policy", "policy")
    Match.objects.update(ended_at=timezone.now())
    seats.sit(waiting, alice, 1)
    assert invitations.invite(alice, carol) == waiting


def test_of_two_tables_one_invites_to_that_where_one_was_last_whenever_others_were_there(alice):
    older, newer = open_room(alice, "winner", {}), open_room(person("bob"), "winner", {})
    seats.sit(newer, alice, 1)
    for room, user, minutes in ((older, alice, 1), (newer, alice, 2), (newer, newer.host, 0)):
        Seat.objects.filter(room=room, user=user).update(seen_at=timezone.now() - timedelta(minutes=minutes))
    assert latest_room(alice) == older


def test_an_invitation_said_twice_is_one(alice):
    bob = person("bob")
    for _ in range(3):
        notifications.notify(bob, "invited", alice, room="ABCDEF")
    assert notifications.unread(bob) == 1
    notifications.mark_read(bob)
    assert notifications.unread(bob) == 0


def test_a_blocked_person_is_seen_nowhere(client, alice):
    bob = person("bob")
    match_of("all-fours", alice, bob)
    friends.block(bob, alice)
    page = client.get(reverse("friends")).content.decode()
    assert "Bob" not in page
    theirs, nobodys = client.get(f"/people/{bob.pk}/"), client.get("/people/999999/")
    assert theirs.status_code == nobodys.status_code == 404
    assert visible(theirs).replace(f"/{bob.pk}/", "/999999/") == visible(nobodys)


def test_friends_at_a_table_are_shown_there_if_one_may_look_in(alice):
    bob = person("bob")
    match = match_of("winner", bob, "policy", "policy", "policy")
    where = presence.whereabouts([bob])[0]
    assert (where.here, where.room) == (True, match.room)
    match.room.onlookers = match.room.take_over = match.room.waiting = False
    match.room.save()
    assert not invitations.may_visit(alice, match.room)


@pytest.mark.parametrize("do", ["", "report/", "ask/", "accept/", "block/", "unblock/", "invite/"])
def test_a_number_that_nobody_can_have_is_nobodys(client, alice, do):
    address = f"/people/{10**25}/{do}"
    assert client.get(address).status_code in {404, 405}
    assert client.post(address).status_code in {404, 405}


def test_a_request_that_is_gone_is_withdrawn_without_a_word(client, alice):
    assert client.post(f"/friends/withdraw/{2**62}/").status_code == 302


def test_a_name_like_a_friends_is_refused(client, alice):
    bob = person("bob")
    friends.ask(alice, bob, "bob")
    friends.accept(bob, alice)
    assert client.post(reverse("settings"), {"name": "Воb"}).status_code == 422
    assert client.post(reverse("settings"), {"name": "Bobby", "deck": "four"}).status_code == 302
    alice.refresh_from_db()
    assert (alice.name, alice.prefs) == ("Bobby", {"deck": "four"})


def test_looks_that_are_none_are_refused(client, alice):
    assert client.post(reverse("settings"), {"name": "Alice", "theme": "pink"}).status_code == 422


def test_a_profile_says_that_hands_count_when_their_match_is_finished(client, alice):
    table = match_of("forty", alice, person("bob"), person("carol"), person("dora"))
    table.hands.update(scored_at=timezone.now(), result={"banker": 1, "winning_team": 0, "points": 45})
    client.force_login(alice)
    page = client.get(reverse("me")).content.decode()
    assert ">0</span><small>hands in finished matches<" in page and "once it is finished" in page
    ended(table, 0, 2)
    page = client.get(reverse("me")).content.decode()
    assert ">1</span><small>hands in finished matches<" in page and "once it is finished" not in page


def test_figures_count_matches_hands_sides_and_partners(alice):
    bob, carol, dora = person("bob"), person("carol"), person("dora")
    won = ended(match_of("forty", alice, bob, carol, dora), 0, 2)
    hand = won.hands.get()
    hand.result = {"banker": 1, "winning_team": 0, "points": 45}
    hand.scored_at = won.ended_at
    hand.save()
    ended(match_of("forty", alice, bob, carol, dora), 1, 3)
    figures = statistics.figures(alice)[0]
    assert (figures.matches, figures.won, figures.chance, figures.hands) == (2, 1, 1.0, 1)
    assert (list(figures.roles.values()), figures.points) == ([[1, 1]], [45])
    assert figures.results == [True, False]
    assert [(row.user, row.matches, row.won) for row in statistics.partners(alice)] == [(carol, 2, 1)]
    assert statistics.have_played(alice, dora)


def test_practice_counts_in_nobodys_figures(alice):
    match = ended(match_of("all-fours", alice, person("bob")), 0)
    assert statistics.figures(alice)[0].matches == 1
    Match.objects.filter(pk=match.pk).update(practice=True)
    assert statistics.figures(alice) == []
    assert statistics.partners(alice) == []


@pytest.mark.parametrize(("language", "sentence"), [("en", "Here since March 2026"), ("zh-Hans", "2026年3月加入")])
def test_the_month_somebody_came_is_said_as_people_write_it(client, alice, language, sentence):
    User.objects.filter(pk=alice.pk).update(date_joined=datetime(2026, 3, 9, tzinfo=UTC))
    page = client.get(reverse("me"), headers={"accept-language": language})
    assert sentence in page.content.decode()


def test_a_profile_is_drawn_in_a_bounded_number_of_queries(client, alice, django_assert_max_num_queries):
    bob = person("bob")
    for _ in range(12):
        ended(match_of("all-fours", alice, bob), 0)
    with django_assert_max_num_queries(20):
        assert client.get(reverse("me")).status_code == 200


def test_a_favourite_partner_is_named_to_those_who_may_know_of_them(client, alice):
    bob, carol, dora = person("bob"), person("carol"), person("dora")
    for _ in range(statistics.FAVOURITE):
        ended(match_of("forty", bob, alice, carol, dora), 0, 2)
    profile = reverse("person", args=[bob.pk])
    assert "Favourite partner:" not in client.get(profile).content.decode()
    assert "Carol" not in client.get(profile).content.decode()
    friends.ask(alice, carol, "Carol")  # a request reveals nothing before it is accepted
    assert "Carol" not in client.get(profile).content.decode()
    friends.accept(carol, alice)
    assert "Favourite partner: <b>Carol</b>, 3 matches together, 100\u00a0% won" in client.get(profile).content.decode()
    client.force_login(carol)
    assert "Favourite partner: <b>you</b>" in client.get(profile).content.decode()
    client.force_login(bob)
    assert "Favourite partner: <b>Carol</b>" in client.get(reverse("me")).content.decode()


def test_nobody_is_a_favourite_for_one_evening(alice):
    carol = person("carol")
    for _ in range(statistics.FAVOURITE - 1):
        ended(match_of("forty", alice, "policy", carol, "policy"), 0, 2)
    partners = statistics.partners(alice)
    assert (len(partners), statistics.favourite(partners)) == (1, None)


def test_form_is_the_latest_ten_rated_matches(client, alice):
    bob = person("bob")
    for number in range(12):
        ratings.rate(ended(match_of("all-fours", alice, bob), number % 3 and 1).pk)
    short = {"target": 1}
    ratings.rate(ended(match_of("all-fours", alice, bob, options=short), 0).pk)
    figures = statistics.figures(alice)[0]
    assert (figures.matches, len(figures.form)) == (13, statistics.FORM)
    assert figures.form == [number % 3 == 0 for number in range(2, 12)]
    page = client.get(reverse("me")).content.decode()
    assert page.index("Form, the latest rated match last:") < page.index(
        "12 of 12 rated matches played to the end: 100\u00a0%"
    )
