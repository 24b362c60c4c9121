"""Nobody reads their own name in the third person on the pages about what they have played."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from games.accounts.models import User
from games.matches.models import Hand
from games.replays import services
from games.replays.timeline import course_of_hand
from games.rooms import chat
from games.rules.registry import GAMES
from games.table import bidding
from tests.daily.play import played
from tests.matches.tables import match_of, person
from tests.replays.hands import finish, finished, replay_for

pytestmark = [pytest.mark.django_db, pytest.mark.any_database, pytest.mark.usefixtures("at_once")]
NAME = "Zzyq"
#: The one place where the name belongs: the bar's link to one's profile.
BAR = re.compile(r'<a href="/me/"[^>]*>.*?</a>', re.DOTALL)


@pytest.fixture
def zzyq(client):
    user = person("zzyq")
    User.objects.filter(pk=user.pk).update(name=NAME)
    user.refresh_from_db()
    client.force_login(user)
    return user


@pytest.fixture(params=["en", "zh-hans"])
def mentions(client, request):
    """Return a function that finds where a page mentions its reader by name."""

    def read(address):
        answer = client.get(address, follow=True, headers={"accept-language": request.param})
        assert answer.status_code == 200
        page = BAR.sub("", answer.content.decode())
        return [page[max(0, at.start() - 60) : at.end() + 20] for at in re.finditer(NAME, page)]

    return read


@pytest.mark.parametrize("game", GAMES)
def test_in_the_replay_of_their_hand(zzyq, mentions, game):
    hand = finished(game, zzyq)
    last = replay_for(hand, zzyq).course.last
    for step, view in ((0, ""), (1, "?seat=0"), (last // 2, ""), (last - 1, "?seat=0"), (last, ""), (last, "?seat=0")):
        assert mentions(reverse("replay-step", args=[hand.pk, step]) + view) == []


def test_whoever_looks_through_anothers_eyes_may_take_their_cards(client, zzyq):
    hand = finished("all-fours", zzyq)
    button = "Play on from here"
    for view, names in (("", button), ("?seat=0", button), ("?seat=1", f"{button} as Bamboo")):
        page = client.get(reverse("replay-step", args=[hand.pk, 2]) + view).content.decode()
        assert f">{names}</button>" in page


def test_whoever_looks_through_anothers_eyes_is_told_who_is_you(client, zzyq):
    hand = finished("all-fours", zzyq)
    told = "As Bamboo saw it; “you” is Bamboo."
    for view, is_told in (("", False), ("?seat=0", False), ("?seat=1", True)):
        page = client.get(reverse("replay-step", args=[hand.pk, 2]) + view).content.decode()
        assert (told in page) is is_told


def test_on_the_page_about_it(client, zzyq, mentions):
    hand = finished("forty", zzyq)
    Hand.objects.filter(pk=hand.pk).update(secret=b"s" * 32, seeds=["ab" * 32, None, None, None])
    assert mentions(reverse("replay-about", args=[hand.pk])) == []
    page = client.get(reverse("replay-about", args=[hand.pk])).content.decode()
    assert "Added by your browser" in page and "You, Bamboo · Monkey, Plum" in page


def test_the_players_are_told_from_ones_own_seat_on(client, zzyq):
    hand = finished("all-fours", person("alice"), zzyq)
    page = client.get(reverse("replay-about", args=[hand.pk])).content.decode()
    assert "You, Alice" in page


@pytest.mark.parametrize("page", ["replay-about", "challenge"])
def test_where_a_deal_is_played_again(client, zzyq, mentions, page):
    hand = finished("all-fours", zzyq)
    token = services.challenge(hand, zzyq).token
    again = services.take_over(replay_for(hand, zzyq), 0, 0, zzyq)
    finish(Hand.objects.select_related("match__room").get(match=again, number=1))
    assert mentions(reverse("challenge", args=[token]) if page == "challenge" else reverse(page, args=[hand.pk])) == []


def test_while_trumps_are_made_anew_whoever_plays_is_you(client, zzyq, monkeypatch):
    hand, readers = finished("eighty", person("alice")), []
    described = bidding.described
    monkeypatch.setattr(bidding, "described", lambda *args: readers.append(args[2]) or described(*args))
    course = course_of_hand(hand)
    seat = next(seat for seat in range(4) if bidding.bid(course.game, course.setup, seat, []).choices)
    client.post(reverse("challenge", args=[services.challenge(hand, zzyq).token]), {"seat": str(seat)})
    assert [who.you for who in readers] == [seat]


@pytest.mark.parametrize("game", ["all-fours", "winner"])
def test_among_all_who_played_the_deal_of_the_day(client, zzyq, mentions, game):
    played(zzyq, game)
    assert [mentions(reverse("daily-game", args=[game])), mentions(reverse("daily"))] == [[], []]
    page = client.get(reverse("daily-game", args=[game])).content.decode()
    assert '<li class="own"><span class="grow">You</span>' in page


def test_at_the_table_and_in_its_menu(zzyq, mentions):
    match = match_of("winner", zzyq, person("alice"), "policy", "policy")
    chat.say(match.room, zzyq, "Good evening")
    for page in ("table", "menu"):
        assert mentions(reverse(page, args=[match.room.code])) == [], page


def test_on_the_pages_that_lead_there(zzyq, mentions):
    finished("all-fours", zzyq)
    match_of("winner", zzyq, person("alice"), "policy", "policy")
    for page in ("home", "history", "lobby", "friends", "players", "lessons"):
        assert mentions(reverse(page)) == [], page


def test_on_anothers_profile(zzyq, mentions):
    alice = person("alice")
    finished("forty", zzyq, person("bob"), alice)
    assert mentions(reverse("person", args=[alice.pk])) == []
