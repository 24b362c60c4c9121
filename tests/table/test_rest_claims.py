"""Claiming the rest of a hand, as pages show it: to nobody before the press, and then to all."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from games.foundation.process_cache import clear_caches
from games.matches import turns
from games.matches.claim_state import Kind, Stands, claim_of
from games.matches.models import Hand
from games.table import fragments
from games.table.scene_builder import press_key, scene
from games.table.snapshot import load_snapshot
from tests.matches.claimed import NOT_SURE, staged, sure_hand
from tests.matches.tables import house, move, person, state_of
from tests.table.scenes import clear_drawings

pytestmark = [pytest.mark.django_db, pytest.mark.any_database, pytest.mark.usefixtures("at_once")]
OFFER = "do-claim-rest"
LONG_AGO = "2020-01-01T00:00:00+00:00"


@pytest.fixture
def browser(client):
    def signed_in(user):
        client.force_login(user)
        return client

    return signed_in


def press(browser, hand, seat, do, **changed):
    hand.refresh_from_db()
    data = {"hand": hand.pk, "seq": hand.version, "key": press_key(hand.pk, seat, hand.version), "do": do} | changed
    return browser.post(reverse("rest", args=[hand.match.room.code]), data, headers={"HX-Request": "true"})


def parts(hand, user):
    return fragments.parts(scene(load_snapshot(hand.match.room.code), user))


def answer_of(hand, user, do):
    """Return the value of a button that somebody is shown."""
    return re.search(f'value="({do}[^"]*)"', parts(hand, user)["actions"])[1]


def test_whoever_is_sure_is_offered_the_claim_in_place_of_a_hint(alice, bob):
    shown = parts(sure_hand(alice, bob), alice)["actions"]
    assert OFFER in shown
    assert "do-hint" not in shown


def test_whoever_is_not_sure_is_offered_none(alice, bob):
    shown = parts(sure_hand(alice, bob, deal=NOT_SURE), alice)["actions"]
    assert OFFER not in shown and "do-play" in shown


@pytest.mark.parametrize("looks_on", [False, True])
def test_before_the_press_others_see_byte_for_byte_what_they_would_see(alice, bob, looks_on):
    viewer = None if looks_on else bob
    hand = sure_hand(alice, bob)
    sure = parts(hand, viewer)
    code = hand.match.room.code
    hand = Hand.objects.get(pk=hand.pk)
    # the same hand with one hidden card of Alice's changed: nothing is sure, and nobody else can tell
    deck = hand.deck.copy()
    at, to = deck.index("AS"), deck.index("8S")
    deck[at], deck[to] = deck[to], deck[at]
    Hand.objects.filter(pk=hand.pk).update(deck=deck)
    clear_drawings()
    clear_caches()
    assert OFFER not in fragments.parts(scene(load_snapshot(code), alice))["actions"]
    assert fragments.parts(scene(load_snapshot(code), viewer)) == sure


def test_the_press_shows_the_cards_to_all_others_and_asks_them(browser, alice, bob):
    hand = sure_hand(alice, bob)
    assert press(browser(alice), hand, 0, "claim-rest").status_code == 200
    mine, theirs, outside = (parts(hand, viewer) for viewer in (alice, bob, None))
    for shown in (theirs, outside):
        assert all(f"data-c={card}" in shown["scorecard"] for card in ("AS", "KS", "9S"))
    assert "do-object" in theirs["actions"]
    assert "do-object" not in mine["actions"] + outside["actions"]
    assert OFFER not in mine["actions"]
    assert "data-next" in mine["prompt"]
    assert "data-c" not in mine["scorecard"]


def test_an_objection_takes_it_away_and_the_cards_stay_open_as_they_are_played(browser, alice, bob):
    hand = sure_hand(alice, bob)
    press(browser(alice), hand, 0, "claim-rest")
    assert press(browser(bob), hand, 1, answer_of(hand, bob, "object")).status_code == 200
    move(hand, 0, {"do": "play", "card": "AS"})
    mine, theirs, outside = (parts(hand, viewer) for viewer in (alice, bob, None))
    for shown in (theirs, outside):
        assert shown["scorecard"] == '<div id="scorecard"></div>'
        assert "data-c=KS" in shown["side"]
        assert "data-c=AS" not in shown["side"]
    assert "lie open" not in mine["side"]
    assert OFFER not in mine["actions"]


def test_what_others_hold_is_never_shown_with_it(browser, alice, bob):
    hand = sure_hand(alice, bob)
    press(browser(alice), hand, 0, "claim-rest")
    outside = "".join(parts(hand, None).values())
    assert not any(f"data-c={card}" in outside for card in ("2H", "3H", "4H", "5H", "6H", "7H"))


def test_who_agrees_has_it_played(browser, alice, bob):
    hand = sure_hand(alice, bob)
    press(browser(alice), hand, 0, "claim-rest")
    press(browser(bob), hand, 1, answer_of(hand, bob, "agree"))
    house()
    assert state_of(hand).result is not None


@pytest.mark.parametrize("do", ["agree", "object"])
def test_an_answer_that_comes_late_is_none_to_what_is_asked_by_then(browser, alice, bob, do):
    """Requests do not move the hand on: the press of a page that shows an earlier one names it."""
    carol, dan = person("carol"), person("dan")
    hand = staged("forty", alice, bob, carol, dan)
    press(browser(alice), hand, 0, "claim-rest")
    late = answer_of(hand, bob, do)
    press(browser(dan), hand, 3, answer_of(hand, dan, "object"))
    press(browser(dan), hand, 3, "concede")
    before = claim_of(Hand.objects.get(pk=hand.pk))
    assert (before.kind, before.seat, before.stands) == (Kind.CONCEDE, 3, Stands.ASKED)
    answer = press(browser(bob), hand, 1, late)
    assert answer.status_code == 409 and "moved on" in answer.content.decode()
    assert claim_of(Hand.objects.get(pk=hand.pk)) == before
    assert press(browser(bob), hand, 1, answer_of(hand, bob, do)).status_code == 200
    assert claim_of(Hand.objects.get(pk=hand.pk)).stands == (Stands.AGREED if do == "agree" else Stands.REFUSED)


@pytest.mark.parametrize("do", ["agree", "object", "agree kind=claim", "agree by=0", "agree kind=x by=0"])
def test_an_answer_that_does_not_say_to_what_is_none(browser, alice, bob, do):
    """A page from before a release sends a button's old value."""
    hand = sure_hand(alice, bob)
    press(browser(alice), hand, 0, "claim-rest")
    assert press(browser(bob), hand, 1, do).status_code == 409
    assert claim_of(Hand.objects.get(pk=hand.pk)).stands == Stands.ASKED


def test_what_is_not_sure_is_refused_in_words(browser, alice, bob):
    hand = sure_hand(alice, bob, deal=NOT_SURE)
    answer = press(browser(alice), hand, 0, "claim-rest")
    assert answer.status_code == 422
    assert "You cannot be sure" in answer.content.decode()


def test_an_answer_to_nothing_is_late(browser, alice, bob):
    hand = sure_hand(alice, bob)
    assert press(browser(bob), hand, 1, "object kind=claim by=0").status_code == 409
    assert press(browser(bob), hand, 1, "whatever").status_code == 400
    assert press(browser(bob), hand, 1, "object kind=claim by=0", key="0" * 32).status_code == 403


def test_whoever_claims_is_not_asked(browser, alice, bob):
    hand = sure_hand(alice, bob)
    press(browser(alice), hand, 0, "claim-rest")
    assert press(browser(alice), hand, 0, "agree kind=claim by=0").status_code == 409
    assert claim_of(Hand.objects.get(pk=hand.pk)).stands == Stands.ASKED


def test_without_scripts_a_press_leads_back_to_the_table(client, alice):
    hand = sure_hand(alice, "policy")
    client.force_login(alice)
    data = {"hand": hand.pk, "seq": hand.version, "key": press_key(hand.pk, 0, hand.version), "do": "claim-rest"}
    answer = client.post(reverse("rest", args=[hand.match.room.code]), data)
    assert answer.status_code == 302


def test_giving_up_stands_in_the_menu_while_cards_are_played(browser, alice, bob):
    hand = sure_hand(alice, bob)
    menu = reverse("menu", args=[hand.match.room.code])
    assert 'value="concede"' in browser(bob).get(menu).content.decode()
    assert 'value="concede"' not in browser(person("carol")).get(menu).content.decode()
    assert press(browser(bob), hand, 1, "concede").status_code == 200
    assert 'value="concede"' not in browser(bob).get(menu).content.decode()


def test_the_others_are_told_who_gives_up_and_again_when_it_is_played(browser, alice, bob):
    hand = sure_hand(alice, bob)
    press(browser(bob), hand, 1, "concede")
    for viewer in (alice, None):
        shown = parts(hand, viewer)
        assert "Bob gives up the rest." in shown["prompt"]
        assert "Bob gives up the rest." in shown["scorecard"]
    assert "You give up the rest." in parts(hand, bob)["prompt"]
    Hand.objects.filter(pk=hand.pk).update(claim=claim_of(Hand.objects.get(pk=hand.pk)).written() | {"until": LONG_AGO})
    clear_caches()
    Hand.objects.filter(pk=hand.pk).update(due_at=LONG_AGO)
    while state_of(hand).result is None:
        hand.refresh_from_db()
        turns.advance(hand.pk, hand.version)
    clear_caches()
    assert "Bob gave up the rest." in parts(hand, alice)["prompt"]


def test_whoever_gives_up_need_not_have_seen_the_last_card(browser, alice, bob):
    hand = sure_hand(alice, bob)
    picture = {"seq": hand.version, "key": press_key(hand.pk, 1, hand.version)}
    move(hand, 0, {"do": "play", "card": "AS"})
    assert press(browser(bob), hand, 1, "concede", **picture).status_code == 200
    assert claim_of(Hand.objects.get(pk=hand.pk)).stands == Stands.AGREED
