"""Whose numbers make the deck: the house commits first, the browsers answer, the deal uses both."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from pathlib import Path

import pytest
from django.urls import resolve, reverse
from django.utils import timezone

from games.community import retention
from games.lessons.game_lesson import lessons
from games.matches import services, shuffling
from games.matches.models import Hand, Match, Offer, Shuffle
from games.replays.details import opening
from games.rooms import seats
from games.rooms.models import Room, Seat
from games.rules import proof, record
from games.rules.cards import NUMBERS
from games.rules.registry import GAMES
from tests.matches.tables import current, match_of, person
from tests.replays.hands import play_out

pytestmark = [pytest.mark.django_db, pytest.mark.any_database, pytest.mark.usefixtures("at_once")]
ROOT = Path(__file__).resolve().parents[2]
SEED, OTHER = "ab" * 32, "cd" * 32


@pytest.fixture
def room(alice):
    """A room where Alice and Bob sit and wait."""
    room = Room.objects.create(game="all-fours", host=alice, name="Test table")
    for number, user in enumerate((alice, person("bob"))):
        Seat.objects.create(room=room, number=number, user=user)
    return room


def give(client, room, seed=SEED, promise=None):
    promised = shuffling.prepare(room) if promise is None else promise
    return client.post(reverse("seed", args=[room.code]), {"seed": seed, "promise": promised}).status_code


def deck_holds(hand):
    """Return whether a hand's deck is the one that its parts make."""
    return proof.holds(proof.opened(bytes(hand.salt), hand.deck, bytes(hand.secret), hand.seeds), hand.deck)


def test_what_a_browser_adds_is_in_the_deck(client, alice, room):
    client.force_login(alice)
    page = client.get(reverse("table", args=[room.code])).content.decode()
    promised = shuffling.promised(room)
    assert promised and promised in page and reverse("seed", args=[room.code]) in page
    assert give(client, room, SEED, promised) == 204
    hand = current(services.start_match(room))
    assert hand.seeds == [SEED, None]
    assert proof.promise(bytes(hand.secret)) == promised
    assert deck_holds(hand)
    without = proof.shuffled(hand.deck, proof.mixed(bytes(hand.secret), [None, None]))
    assert without != hand.deck


def test_what_a_browser_adds_is_in_one_deal_alone(client, alice, room):
    client.force_login(alice)
    give(client, room)
    first = current(services.start_match(room))
    services.deal_next(play_out(first).pk)
    assert (first.seeds, current(first.match).seeds) == ([SEED, None], [None, None])


def test_what_a_browser_adds_goes_with_its_player_to_another_seat(client, alice, room):
    Seat.objects.filter(room=room, number=1).update(user=None)
    client.force_login(alice)
    assert give(client, room) == 204
    seats.sit(room, alice, 1)
    Seat.objects.filter(room=room, number=0).update(user=person("carol"))
    hand = current(services.start_match(room))
    assert hand.seeds == [None, SEED]
    assert deck_holds(hand)


def test_the_promise_of_the_next_deal_stands_while_a_hand_is_played(client, alice):
    match = match_of("all-fours", alice, "random")
    first = current(match)
    client.force_login(alice)
    page = client.get(reverse("table", args=[match.room.code])).content.decode()
    assert first.promised in page and bytes(first.secret).hex() not in page
    assert give(client, match.room, SEED, first.promised) == 204
    assert give(client, match.room, OTHER, first.promised) == 204  # their latest answer counts
    services.deal_next(play_out(first).pk)
    second = Hand.objects.get(match=match, number=2)
    assert proof.promise(bytes(second.secret)) == first.promised
    assert second.seeds == [OTHER, None] and deck_holds(second)
    assert second.promised not in (first.promised, "")


def test_a_promise_that_is_kept_takes_no_more_seeds(client, alice, room):
    promised = shuffling.prepare(room)
    hand = current(services.start_match(room))
    client.force_login(alice)
    assert give(client, room, SEED, promised) == 409
    hand.refresh_from_db()
    assert hand.seeds == [None, None]
    assert Shuffle.objects.get(room=room).seeds == {}


def test_whose_seat_it_was_adds_nothing_for_who_sits_there_now(client, alice, room):
    client.force_login(alice)
    assert give(client, room) == 204
    Seat.objects.filter(room=room, number=0).update(user=person("carol"))
    assert current(services.start_match(room)).seeds == [None, None]


@pytest.mark.parametrize(
    ("seed", "promise"), [("", None), ("AB" * 32, None), ("ab" * 31, None), (SEED, "x"), (SEED, "")]
)
def test_what_is_no_seed_is_refused(client, alice, room, seed, promise):
    client.force_login(alice)
    assert give(client, room, seed, promise) == 400
    assert give(client, room, SEED, "00" * 32) == 409


def test_onlookers_add_nothing(client, room):
    client.force_login(person("olga"))
    assert give(client, room) == 403
    page = client.get(reverse("table", args=[room.code])).content.decode()
    assert reverse("seed", args=[room.code]) not in page


def test_the_secret_is_shown_when_the_hand_is_over_and_not_before(client, alice, room):
    client.force_login(alice)
    give(client, room)
    hand = current(services.start_match(room))
    secret = bytes(hand.secret).hex()
    about = reverse("replay-about", args=[hand.pk])
    assert client.get(about).status_code == 404
    play_out(hand)
    page = client.get(about).content.decode()
    for shown in (secret, SEED, proof.promise(bytes(hand.secret)), "So nobody could choose."):
        assert shown in page
    deal = client.get(reverse("replay-deal", args=[hand.pk])).json()
    assert deal["format"] == "sifang-deal/2" and proof.holds(deal, hand.deck)


@pytest.mark.parametrize("game", GAMES)
def test_who_deals_first_is_cut_for_by_the_key_that_made_the_deck(alice, game):
    """Whoever has the opened proof of a first hand can draw its lots again, and those of the hands that follow."""
    rules = GAMES[game]
    match = match_of(game, alice, *["random"] * (rules.seats(rules.resolve({})) - 1))
    hand, options = current(match), rules.resolve({})
    deck = tuple(NUMBERS[name] for name in hand.deck)
    lots = [proof.Lots(proof.mixed(bytes(hand.secret), hand.seeds)) for _ in "12"]
    assert rules.following(options, [], deck, lots[0]) == hand.context
    cut = rules.cut(options, lots[1])
    match.refresh_from_db()
    assert match.cut == cut.written()
    assert match.cut["deals"] == hand.context.get("dealer", hand.context.get("first"))


@pytest.mark.parametrize("game", GAMES)
def test_the_verifier_draws_the_cut_again(alice, game):
    rules = GAMES[game]
    seats = rules.seats(rules.resolve({}))
    match = match_of(game, alice, *["random"] * (seats - 1))
    hand = current(match)
    deal, name = opening(hand), "dealer" if "dealer" in hand.context else "first"
    deck = tuple(NUMBERS[card] for card in hand.deck)
    begun = record.write(rules, rules.setup({}, hand.context, deck), (), None)
    elsewhere = begun | {"context": hand.context | {name: (hand.context[name] + 1) % seats}}
    other = deal["cut"] | {"rounds": [{"0": "AS"}]}
    assert record.verify(elsewhere)["ok"]
    answers = record.answers(
        map(json.dumps, (begun, begun, elsewhere)), map(json.dumps, (deal, deal | {"cut": other}, deal))
    )
    assert [answer.get("error") for answer in answers] == [None, "wrong-deal", "wrong-deal"]


def test_the_cut_is_told_in_the_menu_with_the_finished_hand_and_in_its_text(client, alice):
    match = match_of("california-jack", alice, "random")
    cut = {"deals": 1, "rounds": [{"0": "4S", "1": "4H"}, {"0": "9C", "1": "KD"}]}
    Match.objects.filter(pk=match.pk).update(cut=cut)
    client.force_login(alice)
    lines = ["You drew 4♠.", "Bamboo drew 4♥.", "You drew 9♣.", "Bamboo drew K♦.", "Bamboo deals first."]
    menu = client.get(reverse("menu", args=[match.room.code])).content.decode()
    assert re.findall(r"<li>([^<]* (?:drew|deals) [^<]*)</li>", menu) == lines
    hand = play_out(current(match))
    about = client.get(reverse("replay-about", args=[hand.pk])).content.decode()
    assert all(f"<li>{line}</li>" in about for line in lines)
    assert "sifang-lots/1" in about and "Nor that lots" not in about
    text = client.get(reverse("replay-text", args=[hand.pk])).content.decode()
    assert "alice drew 4♠." in text.lower().replace("bamboo", "Bamboo") and "Bamboo deals first." in text


def test_of_a_match_begun_before_cuts_were_kept_nothing_is_said(client, alice):
    match = match_of("all-fours", alice, "random")
    Match.objects.filter(pk=match.pk).update(cut=None)
    client.force_login(alice)
    assert "drew" not in client.get(reverse("menu", args=[match.room.code])).content.decode()
    hand = play_out(current(match))
    Hand.objects.filter(pk=hand.pk).update(seeds=[SEED, None])
    about = client.get(reverse("replay-about", args=[hand.pk])).content.decode()
    assert "sifang-lots/1" not in about and "Nor that lots, such as who deals first, were drawn fairly." in about


def test_where_no_browser_took_part_the_page_says_so(client, alice):
    hand = play_out(current(match_of("all-fours", alice, "random")))
    client.force_login(alice)
    page = client.get(reverse("replay-about", args=[hand.pk])).content.decode()
    assert "none did so in time" in page


def test_a_deal_that_was_given_proves_its_deck_alone(client, alice):
    hand = play_out(current(match_of("all-fours", alice, "random")))
    Hand.objects.filter(pk=hand.pk).update(secret=None, seeds=None)
    client.force_login(alice)
    page = client.get(reverse("replay-about", args=[hand.pk])).content.decode()
    assert "No player added a number to this shuffle" in page and "Promised before" not in page
    assert client.get(reverse("replay-deal", args=[hand.pk])).json()["format"] == "sifang-deal/1"


# --- the first hand of «Play now» ---------------------------------------------------------------


def offered(client):
    return client.post(reverse("offer")).json()["promise"]


@pytest.mark.parametrize(
    ("way", "game"),
    [
        *(("play-now", game) for game in ("all-fours", "winner", "forty", "eighty")),
        *(("lesson-practice", game) for game in lessons()),
    ],
)
def test_the_first_hand_has_the_browsers_seed_in_its_shuffle(client, way, game):
    promise, seed = offered(client), "5e" * 32
    assert client.post(reverse(way, args=[game]), {"promise": promise, "seed": seed}).status_code == 302
    hand = Hand.objects.get()
    assert seed in hand.seeds
    assert proof.promise(bytes(hand.secret)) == promise


#: Presses that open a table and deal at once, with no page between that could add to the shuffle.
DEALING = ("play-now", "lesson-practice")


PAGES = [("home", []), ("lessons", []), *(("lesson-end", [game]) for game in lessons())]


@pytest.mark.parametrize(("page", "args"), PAGES)
def test_every_form_that_deals_at_once_asks_for_an_offer(client, page, args):
    html = client.get(reverse(page, args=args)).content.decode()
    forms = [form for form in re.findall(r"<form[^>]*>", html) if deals(re.search(r'action="([^"]*)"', form)[1])]
    assert forms
    assert all(f'data-offer="{reverse("offer")}"' in form for form in forms)
    assert re.search(r'<script src="[^"]*js/seed[^"]*\.js"', html)


def deals(address):
    return resolve(address).url_name in DEALING


def test_no_other_template_has_such_a_form():
    """The previous test covers every such template."""
    files = [file for file in (ROOT / "templates").rglob("*.html") if names_it(file.read_text())]
    names = {str(file.relative_to(ROOT / "templates")) for file in files}
    assert names == {"home/home.html", "lessons/end.html", "lessons/lessons.html"}


def names_it(template):
    return any(f"url '{name}'" in template for name in DEALING) or 'action="{{ game.play }}"' in template


def test_an_offer_is_taken_once_for_its_secret_is_known_later(client):
    promise = offered(client)
    for number, game in enumerate(("all-fours", "winner")):
        client.post(reverse("play-now", args=[game]), {"promise": promise, "seed": f"{number}a" * 32})
    first, second = Hand.objects.order_by("pk")
    assert proof.promise(bytes(first.secret)) == promise
    assert proof.promise(bytes(second.secret)) != promise
    assert not any(second.seeds)


@pytest.mark.parametrize(
    "sent", [{}, {"seed": "00" * 32}, {"promise": "00" * 32, "seed": "11" * 32}, {"promise": "x", "seed": "y"}]
)
def test_without_a_promise_of_ours_the_first_hand_is_dealt_all_the_same(client, sent):
    assert client.post(reverse("play-now", args=["winner"]), sent).status_code == 302
    assert not any(Hand.objects.get().seeds)


def test_offers_that_nobody_takes_are_tidied(client):
    offered(client)
    retention.sweep()
    assert Offer.objects.count() == 1
    Offer.objects.update(at=timezone.now() - timedelta(days=2))
    retention.sweep()
    assert not Offer.objects.exists()
