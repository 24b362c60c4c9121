"""The menu of a table: what it says, and what is set in it."""

from __future__ import annotations

import itertools
import re

import pytest
from django.urls import reverse

from games.accounts.models import User
from games.rooms.models import Room
from games.rules.registry import GAMES
from tests.matches.tables import current, match_of, person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]


def menu(browser, match):
    return browser.get(reverse("menu", args=[match.room.code])).content.decode()


def change(browser, match, fetched=True, **fields):
    headers = {"Sec-Fetch-Dest": "empty"} if fetched else {}
    return browser.post(reverse("table-settings", args=[match.room.code]), fields, headers=headers)


def test_it_says_how_the_table_differs_how_the_match_stands_and_what_the_deal_was_promised_by(browser, alice):
    match = match_of("all-fours", alice, "policy", options={"edition": "1845"})
    page = menu(browser, match)
    assert "1845" in page and "You" in page and "Bamboo" in page
    assert current(match).promised in page


@pytest.mark.parametrize(
    ("game", "edition", "differs"),
    [
        (
            "all-fours",
            "1845",
            ["Cards that count for Game: trumps only", "Standard: all suits", "each discards down to six"],
        ),
        ("pitch", "pedro-sancho", ["Trumps that count: the nine and the five: Sancho and Pedro"]),
        ("california-jack", "later", ["Trumps: are turned up on the stock"]),
    ],
)
def test_it_says_what_an_edition_brings(browser, alice, game, edition, differs):
    rules = GAMES[game]
    options = {"edition": edition}
    match = match_of(game, alice, *["policy"] * (rules.seats(rules.resolve(options)) - 1), options=options)
    page = menu(browser, match).lower()
    number = page.count("standard: ")
    assert number > 1
    assert f"{number} house rules" in browser.get(reverse("table", args=[match.room.code])).content.decode()
    for words in differs:
        assert words.lower() in page


def test_whoever_sits_there_may_invite_while_a_hand_is_played(browser, alice):
    match = match_of("winner", alice, "policy", "policy", "policy")
    address = reverse("invite", args=[match.room.code])
    assert f'href="{address}"' in menu(browser, match)
    assert browser.get(address).status_code == 200
    browser.force_login(person("bob"))
    assert address not in menu(browser, match)


def test_it_never_holds_a_card(browser, alice):
    match = match_of("eighty", alice, "policy", "policy", "policy")
    assert "data-c=" not in menu(browser, match)


def test_a_setting_is_stored_and_one_that_is_none_is_refused(browser, alice):
    match = match_of("winner", alice, "policy", "policy", "policy")
    assert change(browser, match, tap="choose").status_code == 204
    assert User.objects.get(pk=alice.pk).prefs == {"tap": "choose"}
    assert change(browser, match, tap="").status_code == 204
    assert User.objects.get(pk=alice.pk).prefs == {}
    assert change(browser, match, tap="nonsense").status_code == 400
    assert change(browser, match, pace="nonsense").status_code == 400


def test_without_scripts_all_is_sent_at_once_and_leads_back_to_the_table(browser, alice):
    match = match_of("winner", alice, "policy", "policy", "policy")
    answer = change(browser, match, fetched=False, cards="large", passes="off", language="zh-hans", pace="quick")
    assert answer.url == reverse("table", args=[match.room.code])
    alice.refresh_from_db()
    assert (alice.prefs, alice.language) == ({"cards": "large", "passes": "off"}, "zh-hans")
    assert Room.objects.get().pace == "quick"


def test_only_the_host_sets_the_pace_of_all(client, alice):
    bob = person("bob")
    match = match_of("all-fours", alice, bob)
    client.force_login(bob)
    assert 'name="pace"' not in menu(client, match)
    assert change(client, match, pace="slow").status_code == 400
    assert Room.objects.get().pace == "usual"


ALONE = {"en": "Nobody can give up a hand here", "zh-hans": "本桌不能认输"}


@pytest.mark.parametrize("language", ALONE)
@pytest.mark.parametrize(
    ("game", "options", "alone"),
    [
        ("pitch", {}, True),
        ("pitch", {"players": 7}, True),
        ("pitch", {"players": 2}, False),
        ("pitch", {"partners": True}, False),
        ("all-fours", {}, False),
        ("winner", {}, False),
    ],
)
def test_it_says_where_nobody_can_give_up_a_hand(browser, alice, game, options, alone, language):
    rules = GAMES[game]
    match = match_of(game, alice, *["policy"] * (rules.seats(rules.resolve(options)) - 1), options=options)
    alice.language = language
    alice.save()
    browser.cookies["django_language"] = language
    assert (ALONE[language] in menu(browser, match)) == alone


def test_an_onlooker_is_told_nothing_of_giving_up(client, alice):
    match = match_of("pitch", alice, "policy", "policy", "policy")
    client.force_login(person("carol"))
    assert ALONE["en"] not in menu(client, match)


def test_only_where_an_ai_player_plays_on_it_says_so(browser, alice):
    match = match_of("pitch", alice, "policy", "policy", "policy")
    assert "an AI player plays on for you" in menu(browser, match)
    Room.objects.filter(pk=match.room_id).update(sealed=True, version=match.room.version + 9)
    page = menu(browser, match)
    assert ALONE["en"] in page and "an AI player plays on for you" not in page


def test_it_lays_the_hand_the_other_way_and_keeps_that(browser, alice):
    match = match_of("winner", alice, person("bob"), person("carol"), person("dora"))
    browser.post(reverse("sort", args=[match.room.code]), {"do": "sort"})
    alice.refresh_from_db()
    assert alice.prefs == {"sort": "suit"}
    page = browser.get(reverse("table", args=[match.room.code])).content.decode()
    codes = re.findall(r"value=(\w\w) id=c", page)
    suits = [card[1] for card in codes if card not in {"LJ", "BJ"}]
    assert sum(one != two for one, two in itertools.pairwise(suits)) == len(set(suits)) - 1
    browser.post(reverse("sort", args=[match.room.code]), {"do": "sort"})
    alice.refresh_from_db()
    assert alice.prefs == {}
