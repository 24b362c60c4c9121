"""Admission to a table: what an invitation link tells its recipient, and asking to be let in."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.accounts import friends
from games.accounts.models import Notification, User
from games.accounts.services import make_guest
from games.community import consumers
from games.community.friend_views import token_of
from games.community.listings import news_of
from games.matches import seating
from games.rooms import join_requests, seats
from games.rooms.models import JoinRequest, Room
from games.rooms.services import RoomSettings, open_room
from tests.matches.tables import match_of, person

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann():
    return person("ann")


@pytest.fixture
def room(ann):
    return open_room(ann, "eighty", {"overcall": True}, RoomSettings(visibility=Room.Visibility.FRIENDS, name="Secret"))


def as_(user=None):
    browser = Client()
    if user is not None:
        browser.force_login(user)
    return browser


def page_of(room, user=None):
    answer = as_(user).get(reverse("table", args=[room.code]))
    return answer.status_code, answer.content.decode()


@pytest.mark.parametrize("who", ["a stranger", "nobody"])
def test_a_friends_tables_link_says_who_invites_to_what_and_who_sits(room, who):
    status, page = page_of(room, person("bob") if who == "a stranger" else None)
    assert status == 200
    for words in ("Ann invites you to Eighty Points", "Ask Ann to let you in", "3 seats are free", "Overcall"):
        assert words in page, words
    assert 'property="og:title" content="Ann invites you to Eighty Points"' in page
    assert re.search(r'og:image" content="http://testserver/\S+\.png"', page)


def test_a_door_names_the_host_as_they_are_called_now_whether_or_not_they_sit(room, ann):
    page_of(room)
    User.objects.filter(pk=ann.pk).update(name="Anna")
    assert "Ask Anna to let you in" in page_of(room)[1]
    room.seats.filter(user=ann).update(user=None)
    assert "Anna invites you to Eighty Points" in page_of(room)[1]
    User.objects.filter(pk=ann.pk).update(name="Annie")
    assert "Annie invites you to Eighty Points" in page_of(room)[1]


def test_who_asks_is_let_in_by_the_host_alone_and_sits_down(room, ann):
    bob, carol = person("bob"), person("carol")
    visitor, table = as_(bob), reverse("table", args=[room.code])
    assert visitor.post(reverse("ask-to-join", args=[room.code]))["Location"] == table
    assert "Ann has been asked" in page_of(room, bob)[1]
    (line,) = news_of(ann)
    assert (line["says"], line["join_request"]) == ("Bob would like to join your table.", f"{room.code} {bob.pk}")
    assert f'name="in" value="{line["join_request"]}"' in consumers.news(ann, "en")  # on whatever page she has open
    assert f'name="in" value="{line["join_request"]}"' in as_(ann).get(reverse("friends")).content.decode()
    assert (
        f'name="in" value="{line["join_request"]}"' in as_(ann).get(reverse("friends")).content.decode()
    )  # read, not answered
    for other in (carol, bob):  # a host answers for their own tables
        as_(other).post(reverse("door"), {"in": line["join_request"]})
        assert JoinRequest.objects.get().granted is None
    as_(ann).post(reverse("door"), {"in": line["join_request"]})
    assert "Sit here" in page_of(room, bob)[1]
    seats.sit(room, bob, 1)
    assert room.seats.get(number=1).user == bob
    assert Notification.objects.get(user=bob).kind == "let-in"
    assert news_of(bob)[0]["url"] == table
    assert page_of(room, carol)[1].count("Ask Ann to let you in") == 1


def test_not_now_is_said_and_stays(room, ann):
    bob = person("bob")
    join_requests.ask_to_join(room, bob)
    as_(ann).post(reverse("door"), {"out": f"{room.code} {bob.pk}"})
    assert "Ann cannot let you in now." in page_of(room, bob)[1]
    as_(bob).post(reverse("ask-to-join", args=[room.code]))
    assert not Notification.objects.filter(user=ann, read_at=None).exists()


def test_a_request_is_answered_once_and_whoever_sent_it_is_notified_once(room, ann):
    """Each notification may be pushed and mailed, too: a host could have sent them without end."""
    bob = person("bob")
    join_requests.ask_to_join(room, bob)
    for _ in range(3):
        join_requests.answer(ann, room.code, bob.pk, True)
        Notification.objects.filter(user=bob).update(read_at=timezone.now())
    assert Notification.objects.filter(user=bob).count() == 1
    assert JoinRequest.objects.get().granted


@pytest.mark.parametrize("first", ["in", "out"])
def test_a_host_who_thinks_better_of_an_answer_is_told_that_it_stays(room, ann, first):
    bob, other = person("bob"), {"in": "out", "out": "in"}[first]
    join_requests.ask_to_join(room, bob)
    browser, request = as_(ann), f"{room.code} {bob.pk}"
    browser.post(reverse("door"), {first: request})
    page = browser.post(reverse("door"), {other: request}, follow=True).content.decode()
    assert "They have been given another answer already." in page
    assert JoinRequest.objects.get().granted is (first == "in")
    page = browser.post(reverse("door"), {first: request}, follow=True).content.decode()
    assert "another answer" not in page


@pytest.mark.parametrize("first", ["in", "out", "gone"])
def test_a_host_is_told_on_the_open_page_that_an_answer_did_nothing(room, ann, first):
    bob, other = person("bob"), {"in": "out", "out": "in", "gone": "in"}[first]
    join_requests.ask_to_join(room, bob)
    browser, request = as_(ann), f"{room.code} {bob.pk}"
    if first == "gone":
        JoinRequest.objects.all().delete()
    else:
        browser.post(reverse("door"), {first: request})
    answer = browser.post(reverse("door"), {other: request}, headers={"HX-Request": "true"})
    said = "They are no longer waiting." if first == "gone" else "They have been given another answer already."
    assert answer.status_code == 409
    page = answer.content.decode()
    assert page.startswith('<hx-partial id="news">') and said in page


def test_asking_twice_is_asking_once_and_many_doors_are_too_many(room, ann):
    bob = as_(person("bob"))
    answers = [
        bob.post(reverse("ask-to-join", args=[room.code])).status_code for _ in range(join_requests.REQUESTS.most + 1)
    ]
    assert answers == [302] * join_requests.REQUESTS.most + [429]
    assert Notification.objects.filter(user=ann).count() == 1


def test_a_door_says_to_whoever_has_no_account_that_they_join_as_a_guest(room):
    said = "You join as a guest."
    assert said in page_of(room)[1] and said in page_of(room, make_guest())[1]
    assert said not in page_of(room, person("bob"))[1]


def test_who_has_no_account_asks_as_a_guest(room, ann):
    browser = as_()
    assert browser.post(reverse("ask-to-join", args=[room.code])).status_code == 302
    guest = User.objects.get(is_guest=True)
    assert JoinRequest.objects.get().user == guest
    join_requests.answer(ann, room.code, guest.pk, granted=True)
    assert "Sit here" in browser.get(reverse("table", args=[room.code])).content.decode()


@pytest.mark.parametrize("why", ["blocked", "closed", "wrong"])
def test_a_door_that_is_shut_and_a_code_of_no_table_say_the_same(room, ann, why):
    bob, code = person("bob"), room.code
    if why == "blocked":
        friends.block(ann, bob)
    elif why == "closed":
        Room.objects.filter(pk=room.pk).update(closed_at="2026-11-01T00:00Z")
    else:
        code = "ZZZZZZ"
    answer = as_(bob).get(reverse("table", args=[code]))
    page = answer.content.decode()
    assert answer.status_code == 404
    assert "No table that is open to you has this code." in page
    assert "Ann" not in page and "Eighty Points" not in page
    assert as_(bob).post(reverse("ask-to-join", args=[code])).status_code == 404
    typed = as_(bob).post(reverse("join"), {"code": code})
    assert (typed.status_code, "No table that is open to you has this code." in typed.content.decode()) == (404, True)


def test_only_whoever_was_sent_away_hears_that_the_table_is_closed_to_them(room, ann):
    bob, address, said = person("bob"), reverse("table", args=[room.code]), "The host has closed this table to you."
    assert said not in as_(bob).get(address).content.decode()
    room.bans.create(user=bob)
    answer = as_(bob).get(address)
    page = answer.content.decode()
    assert (answer.status_code, said in page) == (404, True)
    assert "Ann" not in page and "Eighty Points" not in page
    assert as_(bob).post(reverse("ask-to-join", args=[room.code])).status_code == 404
    assert said not in as_(person("carol")).get(address).content.decode()
    Room.objects.filter(pk=room.pk).update(closed_at="2026-11-01T00:00Z")
    assert said not in as_(bob).get(address).content.decode()


def test_a_table_that_is_full_and_without_onlookers_says_so(ann):
    room = match_of("all-fours", ann, person("bob")).room
    Room.objects.filter(pk=room.pk).update(onlookers=False)
    status, page = page_of(room, person("carol"))
    assert (status, "Every seat is taken" in page) == (200, True)
    assert reverse("ask-to-join", args=[room.code]) not in page


def test_at_a_door_nothing_of_the_table_opens(room):
    browser = as_(person("bob"))
    for name in ("act", "hint", "seat", "say", "seed", "leave", "read"):
        answer = browser.post(reverse(name, args=[room.code]), {"do": "sit 1"})
        assert answer.status_code in {404, 405}, name


def test_a_table_that_is_open_to_all_has_a_preview_for_whoever_does_not_sit(ann):
    room = open_room(ann, "winner", {}, RoomSettings(visibility=Room.Visibility.LINK))
    assert 'og:title" content="Ann invites you to Winner"' in page_of(room)[1]
    assert "og:title" not in page_of(room, ann)[1]


@pytest.mark.parametrize("playing", [False, True])
def test_an_open_table_says_who_invites_and_that_one_may_come_as_a_guest_or_sign_in(ann, playing):
    room = open_room(ann, "winner", {}, RoomSettings(visibility=Room.Visibility.LINK))
    if playing:
        seating.fill_and_start(room, ann)
    table = reverse("table", args=[room.code])
    sign_in = f"{reverse('account_login')}?next={table}"
    for who in (None, make_guest()):
        page = page_of(room, who)[1]
        prompt = page[page.index('id="prompt"') :]
        assert "Ann invites you to Winner" in prompt and "You sit down as a guest." in prompt and sign_in in prompt
    for who in (person("bob"), ann):
        page = page_of(room, who)[1]
        assert "You sit down as a guest." not in page[page.index('id="prompt"') :]


def test_a_friend_link_without_a_session_says_who_asks_and_a_guest_accepts(ann):
    address = reverse("friend-link", args=[token_of(ann)])
    browser = as_()
    page = browser.get(address).content.decode()
    assert "Ann" in page and 'og:title" content="Ann would like to play cards with you"' in page
    assert "_auth_user_id" not in browser.session
    assert browser.post(address)["Location"] == reverse("friends")
    (guest,) = friends.friends_of(ann)
    assert guest.is_guest


# --- inviting ------------------------------------------------------------------------------------


@pytest.fixture
def bob(ann):
    bob = person("bob")
    friends.ask(bob, ann, "ann")
    friends.accept(ann, bob)
    return bob


def test_a_table_leads_to_its_invitations_and_a_friend_is_invited_with_one_press(ann, bob):
    room = open_room(ann, "winner", {}, RoomSettings(visibility=Room.Visibility.LINK))
    open_room(ann, "forty", {}, RoomSettings())  # another of hers, where she sits too
    address = reverse("invite", args=[room.code])
    assert f'href="{address}"' in page_of(room, ann)[1] and address not in page_of(room, bob)[1]
    page = as_(ann).get(address).content.decode()
    assert room.code in page and f'value="{bob.pk}"' in page
    assert as_(ann).post(address, {"friend": bob.pk})["Location"] == address
    assert Notification.objects.get(user=bob, kind="invited").data == {"room": room.code}


def test_nobody_invites_to_a_table_where_they_do_not_sit_or_who_is_no_friend(ann, bob):
    room = open_room(ann, "winner", {}, RoomSettings(visibility=Room.Visibility.LINK))
    address = reverse("invite", args=[room.code])
    assert as_(bob).get(address).status_code == 404
    assert as_(ann).post(address, {"friend": person("eve").pk}).status_code == 404


def test_play_with_a_friend_opens_a_table_and_invites_them(ann, bob):
    address = reverse("play-with", args=[bob.pk, "forty"])
    assert address in as_(ann).get(reverse("friends")).content.decode()
    answer = as_(ann).post(address, follow=True)
    room = Room.objects.get()
    assert answer.redirect_chain == [(reverse("invite", args=[room.code]), 302)]
    assert "Bob has been invited to your table." in answer.content.decode()
    assert (room.game, room.host, room.options) == ("forty", ann, {})
    assert Notification.objects.get(user=bob, kind="invited").data == {"room": room.code}
    assert as_(ann).post(reverse("play-with", args=[person("eve").pk, "forty"])).status_code == 404
    assert as_(ann).post(reverse("play-with", args=[bob.pk, "whist"])).status_code == 404
