"""Whoever has still to play a deal sees no card of it, whatever others do, and nothing of how they did."""

from __future__ import annotations

import re

import pytest
from django.contrib import admin
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.accounts import friends
from games.duplicate import counting, rounds, seal, services, standings
from games.duplicate.models import Event
from games.matches import boards
from games.matches.models import Board, Hand, RoomBoard
from games.replays import services as replays
from games.replays.models import Upload
from tests.duplicate.events import a_set, a_tournament, begin, play_deal, play_set, play_table, tables
from tests.matches.tables import person
from tests.sessions import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.any_database, pytest.mark.usefixtures("at_once")]
#: What differs from one drawing of a page to the next, whoever plays: the token of its forms.
TOKEN = re.compile(rb'csrfmiddlewaretoken" value="\w+"')


def browser(user=None):
    return Client() if user is None else signed_in(user)


def replay(hand, user):
    return browser(user).get(reverse("replay-step", args=[hand.pk, 3])).status_code


def test_what_a_browser_gets_before_it_has_played_does_not_depend_on_others():
    event, ann, bob = a_set("all-fours"), person("ann"), person("bob")
    services.enter(event, ann)
    services.enter(event, bob)
    table = reverse("table", args=[services.sit_down(event, bob).code])
    addresses = {
        None: [reverse("duplicate"), reverse("duplicate-event", args=[event.slug])],
        ann: [reverse("home"), reverse("duplicate"), reverse("duplicate-event", args=[event.slug])],
        bob: [reverse("duplicate-event", args=[event.slug]), table, f"{table}menu/"],
    }
    clients = {user: browser(user) for user in addresses}

    def pages():
        return [
            TOKEN.sub(b"", clients[user].get(address).content) for user, every in addresses.items() for address in every
        ]

    pages()  # whoever comes first notes their presence
    before = pages()
    for number in range(2):
        other = person(f"other{number}")
        services.enter(event, other)
        play_set(event, other, seed=number)
    counting.play_for_the_house()
    standings.rank(event)
    assert pages() == before


def drawn(pages):
    """Return what browsers are given at their addresses, as ``pages`` pairs them, without the token of forms."""
    return [TOKEN.sub(b"", client.get(address).content) for client, every in pages for address in every]


def test_what_those_at_one_table_of_a_round_get_does_not_depend_on_the_others(time_machine):
    event = a_tournament()
    for name in ("ann", "bob", "carol", "dora"):
        services.enter(event, person(name))
    begin(event)
    time_machine.move_to(timezone.now(), tick=False)  # their clocks stand still
    mine, other = (sitting.room for sitting in tables(event))
    event_page, table = reverse("duplicate-event", args=[event.slug]), reverse("table", args=[mine.code])
    seated = [browser(seat.user) for seat in mine.seats.select_related("user")]
    pages = [(one, [reverse("home"), reverse("duplicate"), event_page, table, f"{table}menu/"]) for one in seated]
    pages.append((browser(), [reverse("duplicate"), event_page]))
    drawn(pages)  # whoever comes first notes their presence
    before = drawn(pages)
    play_table(other)
    counting.play_for_the_house()
    rounds.end_early()
    assert drawn(pages) == before


@pytest.mark.parametrize("begun", [False, True])
def test_what_one_half_of_a_team_gets_does_not_depend_on_the_other(begun):
    event, ann, bob = a_set("all-fours", "team", "imps"), person("ann"), person("bob")
    services.join(services.enter(event, ann), bob)
    addresses = [reverse("home"), reverse("duplicate"), reverse("duplicate-event", args=[event.slug])]
    if begun:
        table = reverse("table", args=[services.sit_down(event, ann).code])
        addresses += [table, f"{table}menu/"]
    theirs, pages = services.sit_down(event, bob), [(browser(ann), addresses)]
    drawn(pages)
    before = drawn(pages)
    play_table(theirs)
    counting.play_for_the_house()
    standings.rank(event)
    assert drawn(pages) == before


def test_a_hand_of_a_set_opens_to_those_who_have_played_all_of_it():
    event, ann, bob = a_set("all-fours"), person("ann"), person("bob")
    for user in (ann, bob):
        services.enter(event, user)
    play_set(event, bob)
    hand = Hand.objects.filter(match__players__user=bob).first()
    share = replays.share(hand, bob).token
    assert replay(hand, bob) == 200
    linked = reverse("replay-step", args=[hand.pk, 3]) + f"?key={share}"
    play_table(services.sit_down(event, ann))
    assert replay(hand, ann) == 404
    assert browser(ann).get(linked).status_code == 404
    assert browser(ann).get(reverse("duplicate-deal", args=[event.slug, 1])).status_code == 404
    play_set(event, ann)
    assert replay(hand, ann) == 200
    assert browser(ann).get(reverse("duplicate-deal", args=[event.slug, 1])).status_code == 200
    assert replay(hand, person("carol")) == 404
    assert browser().get(linked).status_code == 404
    begin(event)
    assert browser().get(linked).status_code == 200


def test_whoever_has_not_played_all_of_a_set_has_finished_it_once_it_is_over(alice):
    event = a_set()
    services.enter(event, alice)
    match = play_deal(services.sit_down(event, alice))
    assert not seal.has_finished(match.pk, alice.pk)
    Event.objects.update(phase=Event.Phase.OVER)
    assert seal.has_finished(match.pk, alice.pk)
    assert not seal.has_finished(match.pk, person("eve").pk)


def test_a_hand_of_a_round_opens_when_the_round_is_over():
    event = a_tournament()
    people = [person(name) for name in ("ann", "bob", "carol", "dora")]
    for user in people:
        services.enter(event, user)
    begin(event)
    room = tables(event)[0].room
    match = play_deal(room)
    counting.count()
    hand = match.hands.get()
    others = [user for user in people if not room.seats.filter(user=user).exists()]
    page = reverse("duplicate-event", args=[event.slug])
    assert [replay(hand, user) for user in others] == [404, 404]
    assert b"+" not in re.sub(
        rb"<head>.*?</head>|<script.*?</script>|<time.*?>", b"", browser(others[0]).get(page).content, flags=re.S
    )
    begin(event)
    assert [replay(hand, user) for user in others] == [200, 200]
    assert replay(hand, person("eve")) == 404


def test_a_hand_of_a_round_is_neither_opened_to_nor_linked_for_whoever_is_blocked_by_a_player():
    event = a_tournament()
    people = [person(name) for name in ("ann", "bob", "carol", "dora")]
    for user in people:
        services.enter(event, user)
    begin(event)
    own, room = (sitting.room for sitting in tables(event))
    match, hand = play_deal(room), play_deal(own).hands.get()
    begin(event)
    ann, blocker = own.seats.get(number=0).user, room.seats.get(number=0).user
    page, theirs = reverse("duplicate-deal", args=[event.slug, 1]), reverse("replay-hand", args=[match.hands.get().pk])
    assert theirs in browser(ann).get(page).content.decode()
    friends.block(blocker, ann)
    assert replay(match.hands.get(), ann) == 404
    assert theirs not in browser(ann).get(page).content.decode()
    # with their own opponent's block they still see their own hand
    friends.block(own.seats.get(number=1).user, ann)
    assert replay(hand, ann) == 200
    assert reverse("replay-hand", args=[hand.pk]) in browser(ann).get(page).content.decode()


@pytest.mark.parametrize("form", ["set", "swiss"])
def test_the_record_of_a_deal_uploaded_is_not_played_on_from_until_the_deal_is_over(form):
    event = a_set("all-fours") if form == "set" else a_tournament()
    ann, eve = person("ann"), person("eve")
    for user in (ann, person("bob")):
        services.enter(event, user)
    if form == "swiss":
        begin(event)
    room = services.sit_down(event, ann) if form == "set" else tables(event)[0].room
    hand = play_deal(room).hands.get()
    record, client = browser(ann).get(reverse("replay-record", args=[hand.pk])).content, browser(eve)
    client.post(reverse("upload"), {"file": SimpleUploadedFile("hand.jsonl", record)})
    again, press = reverse("upload-again", args=[Upload.objects.get().pk]), {"step": "3", "seat": "0"}
    assert client.post(again, press).status_code == 404
    begin(event)
    assert client.post(again, press).status_code == 302


def test_the_house_s_results_are_no_sooner_seen_than_others():
    event, ann = a_set("all-fours"), person("ann")
    services.enter(event, ann)
    services.sit_down(event, ann)
    assert counting.play_for_the_house()
    client = browser(ann)
    for number in range(1, event.boards + 1):
        assert client.get(reverse("duplicate-deal", args=[event.slug, number])).status_code == 404


def test_operators_have_no_page_of_decks():
    assert Board not in admin.site._registry
    assert RoomBoard not in admin.site._registry


@pytest.mark.parametrize("game", ["all-fours", "winner", "forty", "eighty", "pitch"])
def test_ai_players_answer_the_same_plays_alike_at_every_table(game):
    scale = "matchpoints" if game in ("forty", "eighty") else "difference"
    event, played = a_set(game, scale=scale), []
    for name in ("ann", "bob"):
        user = person(name)
        services.enter(event, user)
        room = services.sit_down(event, user)
        hand = play_deal(room, seed=5).hands.get()
        played.append([entry.action for entry in hand.entries.order_by("seq")])
    assert played[0] == played[1]


def test_a_table_of_a_duplicate_deals_nothing_but_its_boards():
    event, ann = a_set("all-fours"), person("ann")
    services.enter(event, ann)
    room = services.sit_down(event, ann)
    play_table(room)
    assert boards.deal_next(room) is None
    dealt = [tuple(hand.deck) for hand in Hand.objects.filter(match__room=room).order_by("pk")]
    settled = list(Event.objects.get().deals.filter(round=1).select_related("board"))
    assert dealt == [tuple(deal.board.deck) for deal in settled]
