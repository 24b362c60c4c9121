"""Where people find each other: the pages of tables to join and to watch, wishes, and privacy."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from games.accounts import friends
from games.accounts.models import User
from games.accounts.services import make_guest
from games.matches import seating, services
from games.matches.models import Hand, Match, Player
from games.plugins.cover import options_of
from games.rooms import onlookers, seats, wishes
from games.rooms.models import Ban, Room, Seat, Wish
from games.rooms.services import RoomSettings, open_room
from games.rules.registry import GAMES
from games.table import limits
from games.table.scene_builder import scene
from games.table.snapshot import load_snapshot
from tests.matches.tables import current, match_of, person, play_out
from tests.sessions import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]


def play(browser, game="all-fours", **fields):
    """Press «Play now»; return the table."""
    browser.post(reverse("play-now", args=[game]), fields)
    return Room.objects.latest("pk")


def text(browser, name, *of):
    return browser.get(reverse(name, args=of)).content.decode()


# --- found tables --------------------------------------------------------------------------------


def test_a_table_of_play_now_is_listed_with_game_people_score_and_a_press_to_sit_down(browser):
    room = play(browser, "eighty")
    for page in (text(Client(), "home"), text(Client(), "lobby"), text(Client(), "company-of", "eighty")):
        assert "Eighty Points: Alice" in page
        assert "Alice, Plum: 2 · Bamboo, Orchid: 2" in page and "hand 1 · " in page
        assert "60 seconds for a turn" in page
        assert f'action="{reverse("seat", args=[room.code])}"' in page
        assert 'value="take 1"' in page and "Sit down with the next hand" in page
    assert "Eighty Points: Alice" not in text(Client(), "company-of", "winner")


def test_found_tables_come_before_those_that_wait_for_players(browser):
    play(browser)
    open_room(person("bob"), "winner", {}, RoomSettings(visibility="public", name="Bob waits"))
    page = text(Client(), "lobby")
    assert page.index("All Fours: Alice") < page.index("Bob waits")


def test_whoever_is_nobody_yet_sits_down_from_the_list_with_the_next_hand(browser, alice):
    room, newcomer = play(browser), Client()
    newcomer.get(reverse("home"))
    answer = newcomer.post(reverse("seat", args=[room.code]), {"do": "take 1"})
    assert answer["Location"] == reverse("table", args=[room.code])
    guest = User.objects.get(is_guest=True)
    assert Seat.objects.get(room=room, number=1).reserved_for == guest
    assert not scene(load_snapshot(room.code), guest).view.hand
    assert f"Not {guest.name}" in text(browser, "table", room.code)
    seats_page = reverse("seat", args=[room.code])
    assert browser.post(seats_page, {"do": "turn-away 1"}).status_code == 302
    assert newcomer.get(reverse("table", args=[room.code])).status_code != 200
    assert newcomer.post(seats_page, {"do": "take 1"}).status_code == 404


def test_between_two_hands_a_table_that_others_find_seats_nobody_behind_its_hosts_back(alice):
    match = match_of("all-fours", alice, "policy")
    Room.objects.update(findable=True)
    play_out(match)
    seating.take_over(match.room, bob := person("bob"), 1)
    row = Seat.objects.get(room=match.room, number=1)
    assert (row.user, row.reserved_for) == (None, bob)
    services.deal_next(current(match).pk)
    assert Seat.objects.get(pk=row.pk).user == bob


def test_once_somebody_has_come_turns_have_a_clock(alice):
    match = match_of("all-fours", alice, "policy")
    Room.objects.update(findable=True)
    seating.take_over(match.room, person("bob"), 1)
    assert Room.objects.get().clock == 0
    play_out(match)
    services.deal_next(current(match).pk)
    assert Room.objects.get().clock == 60
    assert Player.objects.get(match=match, seat=1).from_hand == 2


@pytest.mark.parametrize("findable", [None, False])
def test_a_friend_who_comes_by_the_link_brings_no_clock(alice, findable):
    match = match_of("all-fours", alice, "policy")
    Room.objects.update(findable=findable)
    seating.take_over(match.room, person("bob"), 1)
    play_out(match)
    services.deal_next(current(match).pk)
    assert Room.objects.get().clock == 0


@pytest.mark.parametrize("comer", [lambda: person("bob"), make_guest], ids=["account", "guest"])
def test_a_host_is_told_that_a_newcomer_ends_what_their_win_counts(browser, alice, comer):
    room = play(browser)
    warning = "Once a newcomer plays against you, a win here no longer counts for your rating."
    assert warning not in text(browser, "table", room.code)
    seating.take_over(room, newcomer := comer(), 1)
    assert warning in text(browser, "table", room.code)
    assert warning not in text(signed_in(newcomer), "table", room.code)
    seating.give_back(room, newcomer)
    assert warning not in text(browser, "table", room.code)


def test_nobody_takes_one_seat_after_the_other(browser, alice, monkeypatch):
    monkeypatch.setattr(limits, "TAKES", limits.RateLimit("takes", 2, 60))
    room = match_of("all-fours", person("bob"), "policy").room
    do = reverse("seat", args=[room.code])
    for _ in range(2):
        assert browser.post(do, {"do": "take 1"}).status_code == 302
        assert browser.post(do, {"do": "give-back"}).status_code == 302
    for headers in ({}, {"HX-Request": "true"}):
        answer = browser.post(do, {"do": "take 1"}, headers=headers)
        assert answer.status_code == 429 and int(answer["Retry-After"]) > 0
        shown = answer.content.decode()
        assert 'id="picture"' in shown and "You have taken many seats. Try again in 1 minute." in shown


# --- kept to oneself -----------------------------------------------------------------------------


def test_whoever_keeps_their_tables_to_themselves_is_found_by_nobody_from_now_on(browser, alice):
    room = play(browser)
    assert "Keep my tables to myself" in text(browser, "home")
    browser.post(reverse("keep"), {"alone": "on"})
    alice.refresh_from_db()
    room.refresh_from_db()
    assert (alice.prefs["alone"], room.findable) == ("on", False)
    assert play(browser, "winner").findable is False
    assert "Alice" not in text(Client(), "home")
    assert "Let others find my tables" in text(browser, "home")
    browser.post(reverse("keep"), {"alone": ""})
    assert set(Room.objects.values_list("findable", flat=True)) == {True}


def test_a_guest_who_is_none_yet_keeps_tables_to_themselves(client):
    client.post(reverse("keep"), {"alone": "on"})
    assert User.objects.get().is_guest
    assert play(client).findable is False


def test_whoever_keeps_to_themselves_is_not_seated_with_others(browser):
    open_room(bob := person("bob"), "all-fours", {}, RoomSettings(visibility="public"))
    browser.post(reverse("keep"), {"alone": "on"})
    assert play(browser).host != bob


def test_the_menu_of_such_a_table_sets_it(browser, alice):
    room = play(browser)
    assert "Keep this table to myself" in text(browser, "menu", room.code)
    browser.post(reverse("table-settings", args=[room.code]), {"alone": "on"})
    room.refresh_from_db()
    alice.refresh_from_db()
    assert (room.findable, alice.prefs.get("alone")) == (False, "on")
    assert "Those who look for people find this table" not in text(browser, "menu", room.code)
    browser.post(reverse("table-settings", args=[room.code]), {"alone": ""})
    assert "Those who look for people find this table" in text(browser, "menu", room.code)


def test_a_table_that_was_set_up_has_no_such_switch(browser, alice):
    room = match_of("all-fours", alice, "policy").room
    assert "Keep this table to myself" not in text(browser, "menu", room.code)


def test_only_its_host_has_the_switch_of_a_table(browser):
    room = play(browser)
    bob = person("bob")
    Seat.objects.filter(room=room, number=1).update(user=bob, level="")
    assert "Keep this table to myself" not in text(signed_in(bob), "menu", room.code)
    signed_in(bob).post(reverse("table-settings", args=[room.code]), {"alone": "on"})
    room.refresh_from_db()
    assert room.findable


def test_the_page_of_settings_sets_it_too_and_forgets_it_not(browser, alice):
    room = play(browser)
    browser.post(reverse("settings"), {"name": "Alice", "alone": "on"})
    room.refresh_from_db()
    alice.refresh_from_db()
    assert (room.findable, alice.prefs["alone"]) == (False, "on")


@pytest.mark.parametrize("fields", [{"alone": "perhaps"}, {"alone": "\0"}])
def test_what_is_no_choice_keeps_nothing(browser, fields):
    assert browser.post(reverse("keep"), fields).status_code == 400


# --- wishes --------------------------------------------------------------------------------------


def wish(browser, game="all-fours", **fields):
    return browser.post(reverse("company-of", args=[game]), {"do": "wish"} | fields)


def test_a_wish_is_shown_with_its_time_and_taken_back(browser, alice):
    assert "Tell me when somebody wants to play All Fours" in text(browser, "company-of", "all-fours")
    assert wish(browser)["Location"] == reverse("company-of", args=["all-fours"])
    page = text(browser, "company-of", "all-fours")
    assert "You wish to play it, for 30 more minutes." in page and "Take it back" in page
    assert wish(browser, do="back", all="1")["Location"] == reverse("company")
    assert not Wish.objects.exists()


def test_the_second_who_wishes_is_led_to_the_table_and_the_first_is_told(browser, alice):
    wish(browser)
    assert "1 other person waits for it." in text(Client(), "company")
    answer = wish(Client())
    room = Room.objects.get()
    assert answer["Location"] == reverse("table", args=[room.code])
    assert room.host == alice
    page = text(browser, "company")
    assert not Wish.objects.exists() and "You wish to play it" not in page


def test_whoever_wishes_where_people_wait_already_sits_down_with_them(browser, alice):
    room = open_room(person("bob"), "eighty", options_of(GAMES["eighty"]), RoomSettings(visibility="public"))
    assert wish(browser, "eighty")["Location"] == reverse("table", args=[room.code])
    assert Seat.objects.filter(room=room, user=alice).exists()
    assert not Wish.objects.exists()


def test_those_whom_somebody_has_blocked_do_not_wait_for_them(browser, alice):
    bob = person("bob")
    wishes.make(bob, "winner")
    friends.block(bob, alice)
    assert "waits for it" not in text(browser, "company")


def test_a_page_that_is_looked_at_without_scripts_keeps_the_wish(browser, alice):
    wish(browser)
    before = Wish.objects.get().seen_at
    assert '<noscript><meta http-equiv="refresh"' in text(browser, "company")
    assert Wish.objects.get().seen_at > before


@pytest.mark.parametrize("limit", ["WISHES", "WISHES_OF_NETWORK"])
def test_nobody_wishes_too_often(browser, monkeypatch, limit):
    monkeypatch.setattr(f"games.table.company.{limit}", limits.RateLimit(f"few-{limit}", 1, 60))
    assert wish(browser).status_code == 302
    assert wish(browser).status_code == 429


@pytest.mark.parametrize("do", ["", "sit", "wish back"])
def test_what_is_no_wish_is_refused(browser, do):
    assert wish(browser, do=do).status_code == 400
    assert not Wish.objects.exists()


# --- looking on ----------------------------------------------------------------------------------


def test_a_table_to_look_on_at_is_listed_with_players_score_and_onlookers(browser, alice, monkeypatch):
    room = play(browser, "eighty")
    monkeypatch.setattr(onlookers, "_here", {room.code: 3})
    page = text(Client(), "watch")
    assert "Alice, Plum: 2 · Bamboo, Orchid: 2" in page
    assert "3 onlookers" in page
    assert f'href="{reverse("table", args=[room.code])}"' in page


def test_scores_are_told_with_names_and_the_signs_of_the_table_wherever_tables_are_listed(browser, alice, monkeypatch):
    for game in ("president", "all-fours"):
        play(signed_in(person(f"{game}-host")), game)
    match = Match.objects.get(game="president")
    play_out(match)
    points = Hand.objects.get(match=match).result["points"]
    told = [f"+{points[seat]}" if points[seat] > 0 else "0" for seat in range(4)]
    for name in ("watch", "home", "company"):
        page = text(Client(), name)
        assert f": {told[0]} · Bamboo: {told[1]} · Plum: {told[2]} · Orchid: {told[3]}" in page, name
        assert ": 0 · Bamboo: 0" in page and " : 0" not in page


def test_tables_of_friends_come_first(browser, alice):
    bob, carol = person("bob"), person("carol")
    friends.ask(bob, alice, "alice")
    friends.accept(alice, bob)
    for host in (bob, carol):
        play(signed_in(host))
    page = text(browser, "watch")
    assert page.index("Bob") < page.index("Carol") and page.count("a friend plays here") == 1


@pytest.mark.parametrize("game", GAMES)
def test_whoever_looks_on_sees_no_hand_so_that_nothing_need_be_delayed(game, browser, alice):
    room = play(browser, game)
    for viewer in (None, person("eve")):
        shown = scene(load_snapshot(room.code), viewer)
        assert shown.view is not None
        assert not shown.view.hand and shown.open == () and not shown.moves
        assert shown.key == ""


def test_nobody_looks_on_where_hands_lie_open(alice):
    room = match_of("all-fours", alice, "policy").room
    Room.objects.update(learning=Room.Learning.OPEN, findable=True)
    assert scene(load_snapshot(room.code), person("eve")).view is None
    assert scene(load_snapshot(room.code), alice).view is not None
    assert room.code not in text(Client(), "watch")


def test_who_was_put_out_is_shown_no_table(browser):
    room, bob = play(browser), person("bob")
    Ban.objects.create(room=room, user=bob)
    for name in ("home", "company", "watch"):
        assert room.code not in text(signed_in(bob), name)


def test_a_seat_before_a_match_is_still_taken_at_once(browser, alice):
    room = open_room(person("bob"), "all-fours", {}, RoomSettings(visibility="public"))
    seats.sit(room, alice, 1)
    assert Seat.objects.get(room=room, number=1).user == alice
