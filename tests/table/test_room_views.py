"""The set-up page, joining by code, the lobby, and posts about seats."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from html import unescape

import pytest
from django.http import QueryDict
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from games.accounts.names import clean_name
from games.matches import seating, services
from games.matches.models import Match
from games.rooms import seats
from games.rooms.models import Room, RuleSet, Seat
from games.rooms.services import RoomSettings, open_room
from games.rules.registry import GAMES
from games.table import room_form
from games.table.limits import WRONG_CODES
from games.table.room_settings import in_short
from tests.matches.tables import current, house, match_of, move, person, state_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]


def form(game, options=None, **changed):
    """Return what the set-up page posts when its fields keep their defaults."""
    rules = GAMES[game]
    fields = {"basis": json.dumps(options or {}), "name": "", "visibility": "link"}
    for field in room_form.rule_fields(rules, options or {}) + room_form.setting_fields(rules, RoomSettings()):
        fields[field.name] = next((pick.value for pick in field.picks if pick.on), field.value)
    return fields | changed


def query(data):
    fields = QueryDict(mutable=True)
    fields.update(data)
    return fields


@pytest.mark.parametrize("key", GAMES)
def test_choices_stand_in_one_order_whatever_is_standard_and_begin_with_a_capital(key):
    fields = room_form.rule_fields(GAMES[key], {})
    values = {field.name: [json.loads(pick.value) for pick in field.picks] for field in fields}
    counted = {name: all(isinstance(value, int) for value in found) for name, found in values.items()}
    assert any(counted.values())
    assert [name for name, found in values.items() if counted[name] and found != sorted(found)] == []
    picks = [pick.name for field in fields for pick in field.picks]
    assert [name for name in picks if name[0].islower()] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_preset_comes_back_from_its_form_as_it_went_in(game):
    for preset in GAMES[game].presets:
        options = room_form.pruned(GAMES[game], preset.options)
        assert room_form.read_rules(GAMES[game], query(form(game, options))) == options
        assert GAMES[game].resolve(options) == GAMES[game].resolve(dict(preset.options))


@pytest.mark.parametrize("game", GAMES)
def test_the_page_shows_every_option_and_opens_the_standard_table(browser, game):
    page = browser.get(reverse("new-room", args=[game])).content.decode()
    assert all(f'name="o-{option.key}"' in page for option in GAMES[game].options)
    answer = browser.post(reverse("new-room", args=[game]), form(game, do="open"))
    room = Room.objects.get()
    assert answer["Location"] == reverse("table", args=[room.code])
    assert (room.options, room.waiting, room.seats.count()) == ({}, True, GAMES[game].seats(room.resolved()))


def test_an_edition_moves_what_was_left_alone_and_keeps_what_was_chosen():
    rules = GAMES["all-fours"]
    moved = room_form.read_rules(rules, query(form("all-fours", **{"o-edition": '"1845"', "o-ten": "1"})))
    assert moved == {"edition": "1845", "ten": 1}
    assert rules.resolve(moved)["discard"] == "to-six"


def test_the_live_sentence_says_how_the_table_differs(browser):
    answer = browser.post(
        reverse("new-room", args=["winner"]), form("winner", **{"o-bomb": "true"}), headers={"HX-Request": "true"}
    )
    text = answer.content.decode()
    assert answer.status_code == 200
    assert '<hx-partial id="differs">' in text
    assert "Bombs: yes" in text
    assert not Room.objects.exists()


@pytest.mark.parametrize(
    "broken",
    [
        {"o-players": "7"},
        {"o-players": "4.0"},
        {"o-players": "-1"},
        {"o-hands": "1000000000"},
        {"o-hands": "x"},
        {"o-jokers": "1"},
        {"o-bomb": "NaN"},
        {"o-bomb": "[" * 1500},
        {"basis": "{"},
        {"basis": '{"colour": 1}'},
        {"clock": "17"},
        {"level": "god"},
        {"visibility": "all"},
        {"chat": "maybe"},
        {"name": "x" * 41},
        {"name": "a\u202eb"},
    ],
)
def test_what_the_form_does_not_offer_makes_no_table(browser, broken):
    answer = browser.post(reverse("new-room", args=["winner"]), form("winner", do="open", **broken))
    assert answer.status_code == 422
    assert 'role="alert"' in answer.content.decode()
    assert not Room.objects.exists()


def test_a_missing_field_makes_no_table_and_an_unknown_game_is_not_found(browser):
    whole = form("winner", do="open")
    for name in ("o-bomb", "clock", "basis"):
        fields = {key: value for key, value in whole.items() if key != name}
        assert browser.post(reverse("new-room", args=["winner"]), fields).status_code == 422
    assert browser.get(reverse("new-room", args=["poker"])).status_code == 404


def test_a_name_that_cannot_be_loses_nothing_of_what_was_chosen(browser):
    chosen = form("winner", {"jokers": False}, name="Sun\u202eday", clock="15", visibility="public", do="open")
    answer = browser.post(reverse("new-room", args=["winner"]), chosen)
    assert answer.status_code == 422
    shown = unescape(answer.content.decode())
    assert f'name="basis" value="{json.dumps({"jokers": False})}"' in shown
    for value in ("15", "public"):
        assert re.search(rf'value="{value}" (checked|selected)', shown)
    assert not Room.objects.exists()


@pytest.mark.parametrize("typed", ["100", "1000000000", "-4", "ten"])
def test_a_wrong_number_is_marked_and_loses_nothing_else_of_what_was_chosen(browser, typed):
    chosen = form("winner", {"jokers": False}, name="Sunday", clock="15", do="open") | {"o-hands": typed}
    answer = browser.post(reverse("new-room", args=["winner"]), chosen)
    assert answer.status_code == 422
    shown = unescape(answer.content.decode())
    assert re.search(r'role="alert">[^<:]+: a number from 0 to 99\.<', shown)
    assert re.search(rf'name="o-hands" value="{typed}"[^>]* aria-invalid="true"', shown)
    assert f'name="basis" value="{json.dumps({"jokers": False})}"' in shown
    assert 'name="name" value="Sunday"' in shown and re.search(r'value="15" (checked|selected)', shown)
    assert not Room.objects.exists()


def test_a_sign_newer_than_our_unicode_may_stand_in_a_name(browser):
    browser.post(reverse("new-room", args=["winner"]), form("winner", name="Sunday \U0001fae9", do="open"))
    assert Room.objects.get().name == "Sunday \U0001fae9"
    assert clean_name("\U0001fae9") == "\U0001fae9"


@pytest.mark.parametrize(("language", "called"), [("en", "Winner"), ("zh-hans", "争上游")])
def test_a_table_without_a_name_is_called_as_its_game_in_the_readers_language(browser, alice, language, called):
    with translation.override("en"):
        room = open_room(alice, "winner", {}, RoomSettings(visibility="public"))
    page = browser.get(reverse("table", args=[room.code]), headers={"accept-language": language})
    assert f"<title>{called} · Sifang</title>" in page.content.decode()


def test_whoever_comes_back_to_where_play_began_finds_the_games(browser):
    assert browser.get(reverse("play-now", args=["winner"]))["Location"] == reverse("home")


def test_a_code_in_small_letters_and_a_look_at_the_head_are_answered(browser, alice):
    room = open_room(alice, "winner", {})
    assert browser.get(f"/t/{room.code.lower()}/")["Location"] == reverse("table", args=[room.code])
    for page in (reverse("home"), reverse("lobby"), reverse("table", args=[room.code])):
        assert browser.head(page).status_code == 200, page


def test_rules_are_kept_used_shared_and_removed(browser, client, alice):
    address = reverse("new-room", args=["winner"])
    answer = browser.post(address, form("winner", do="keep", rules_name="Chen family", **{"o-bomb": "true"}))
    assert "Chen family" in answer.content.decode()
    rules = RuleSet.objects.get(owner=alice)
    assert rules.options == {"bomb": True}
    client.force_login(person("bob"))
    assert "Bombs: yes" in client.get(address, {"from": rules.code}).content.decode()
    assert client.post(reverse("forget-rules", args=[rules.code])).status_code == 404
    client.force_login(alice)
    client.post(reverse("forget-rules", args=[rules.code]))
    assert not RuleSet.objects.exists()
    assert "Those house rules are gone." in client.get(address, {"from": rules.code}).content.decode()


# --- joining -------------------------------------------------------------------------------------


def test_a_code_leads_to_its_table_however_it_is_typed(client, alice):
    room = open_room(alice, "winner", {})
    typed = f" {room.code[:3].lower()} {room.code[3:]} "
    assert client.post(reverse("join"), {"code": typed})["Location"] == reverse("table", args=[room.code])


def test_wrong_codes_end_in_a_pause(browser, alice, time_machine):
    room = open_room(alice, "winner", {})
    time_machine.move_to(timezone.now(), tick=False)
    for _ in range(WRONG_CODES.most):
        assert browser.post(reverse("join"), {"code": "NOROOM"}).status_code == 404
    answer = browser.post(reverse("join"), {"code": room.code})
    assert (answer.status_code, answer["Retry-After"]) == (429, "600")


def test_the_lobby_and_play_now_bring_people_together(client, alice):
    room = open_room(alice, "winner", {}, RoomSettings(visibility="public", name="At the window"))
    assert "At the window" in client.get(reverse("lobby")).content.decode()
    answer = client.post(reverse("play-now", args=["winner"]))
    assert answer["Location"] == reverse("table", args=[room.code])
    assert Seat.objects.filter(room=room, user__isnull=False).count() == 2


# --- seats ---------------------------------------------------------------------------------------


def press(browser, room, do, htmx=True):
    headers = {"HX-Request": "true"} if htmx else {}
    return browser.post(reverse("seat", args=[room.code]), {"do": do}, headers=headers)


def test_somebody_without_an_account_sits_down_as_a_guest_and_gets_a_new_page(client, alice):
    room = open_room(alice, "winner", {})
    answer = press(client, room, "sit 1")
    assert answer["HX-Redirect"] == reverse("table", args=[room.code])
    assert room.seats.get(number=1).user.is_guest


def test_a_newcomer_who_is_too_late_for_a_seat_gets_a_page_that_tells_them_and_takes_their_next_press(alice):
    room = open_room(alice, "winner", {})
    seats.sit(room, person("bob"), 1)
    browser = Client(enforce_csrf_checks=True)
    address, htmx = reverse("table", args=[room.code]), {"HX-Request": "true"}

    def press(do, page):
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)[1]
        return browser.post(f"{address}seat/", {"do": do, "csrfmiddlewaretoken": token}, headers=htmx)

    late = press("sit 1", browser.get(address).content.decode())
    assert late["HX-Redirect"] == address
    page = browser.get(address).content.decode()
    assert "Somebody else was quicker" in page
    assert press("sit 2", page).status_code == 200
    assert "Somebody else was quicker" not in browser.get(address).content.decode()


def test_a_refused_deed_is_answered_with_the_table_and_the_reason(browser, alice):
    room = open_room(alice, "winner", {})
    answer = press(browser, room, "start")
    assert answer.status_code == 409
    assert "A seat is open." in answer.content.decode()


@pytest.mark.parametrize("htmx", [True, False])
def test_who_is_host_no_more_is_shown_the_table_and_told_so(client, alice, htmx):
    """Their page had the button while the host was away."""
    room, bob = open_room(alice, "winner", {}), person("bob")
    seats.sit(room, bob, 1)
    client.force_login(bob)
    answer = press(client, room, "fill", htmx=htmx)
    assert answer.status_code == 403
    page = answer.content.decode()
    assert "Only the host may do that." in page
    assert 'id="picture"' in page and 'value="fill"' not in page


def test_a_page_without_scripts_is_led_back(browser, alice):
    room = open_room(alice, "winner", {})
    assert press(browser, room, "ai 2", htmx=False).status_code == 302
    assert press(browser, room, "sit 2", htmx=False).status_code == 409


@pytest.mark.parametrize("do", ["", "sit", "sit x", "sit 22", "dance", "start 1", "sit ²", "sit -1"])
def test_what_no_page_of_ours_sends_is_a_bad_request(browser, alice, do):
    assert press(browser, open_room(alice, "winner", {}), do).status_code == 400


def test_without_onlookers_a_newcomer_sees_no_card_but_may_reserve_a_seat(client, alice):
    match = match_of("all-fours", alice, "policy")
    Room.objects.update(onlookers=False)
    client.force_login(person("bob"))
    page = client.get(reverse("table", args=[match.room.code]))
    assert "data-c=" not in page.content.decode()
    assert press(client, match.room, "take 1").status_code == 200
    assert "data-c=" not in client.get(reverse("table", args=[match.room.code])).content.decode()
    assert Seat.objects.get(room=match.room, number=1).reserved_for.username == "bob"


@pytest.mark.parametrize("word", ["stand-in", "mind"], ids=["pressed here", "on a page of an older release"])
def test_the_host_who_waits_for_somebody_away_can_have_the_house_play(browser, alice, word):
    match = match_of("all-fours", alice, person("bob"))
    hand = current(match)
    while 1 not in state_of(hand).to_act:
        raw = match.room.rules.write_action(match.room.rules.legal(state_of(hand))[0])
        move(hand, raw.pop("seat"), raw)
    table = reverse("table", args=[match.room.code])
    here = browser.get(table).content.decode()
    assert "stand-in 1" not in here
    Seat.objects.filter(number=1).update(seen_at=timezone.now() - timedelta(hours=1))
    page = browser.get(table).content.decode()
    assert 'value="stand-in 1">Let AI play<span class="vh">: Bob</span>' in page
    actions = re.compile(r'name="?do"? value="?([a-z-]+)')
    # they can still do what they could before
    assert set(actions.findall(page)) == {*actions.findall(here), "stand-in"}
    assert press(browser, match.room, f"{word} 1").status_code == 200
    page = browser.get(table).content.decode()
    assert "stand-in 1" not in page
    assert "AI plays" in page


def test_who_left_in_a_match_finds_it_at_home_and_comes_back(browser, alice):
    match = match_of("all-fours", alice, person("bob"))
    assert press(browser, match.room, "leave")["HX-Redirect"] == reverse("home")
    assert match.room.name in browser.get(reverse("home")).content.decode()
    page = browser.get(reverse("table", args=[match.room.code])).content.decode()
    assert 'value="back"' in page
    assert 'value="back"' not in press(browser, match.room, "back").content.decode()


def test_who_comes_back_to_a_table_that_all_had_left_is_dealt_the_next_hand(browser, alice):
    match = match_of("all-fours", alice, "policy")
    Seat.objects.filter(user=alice).update(autoplay=True, seen_at=match.started_at.replace(year=2000))
    services.reschedule(services.locked(match.hands.get().pk), services.seats_of(match.room))
    house()
    assert match.hands.count() == 1
    Seat.objects.update(autoplay=False)
    browser.get(reverse("table", args=[match.room.code]))
    house()
    assert match.hands.count() == 2


def test_the_page_knows_what_its_player_has_set(browser, alice):
    alice.prefs = {"tap": "choose", "passes": "off"}
    alice.save()
    match = match_of("all-fours", alice, "policy")
    page = browser.get(reverse("table", args=[match.room.code])).content.decode()
    assert 'data-tap="choose" data-passes="off"' in page


def test_a_seat_that_is_free_after_a_match_is_offered_as_one(browser):
    bob, carol = person("bob"), person("carol")
    match = match_of("all-fours", bob, carol)
    Match.objects.update(ended_at=match.started_at)
    seating.leave(match.room, carol)
    page = browser.get(reverse("table", args=[match.room.code])).content.decode()
    assert 'value="take 1">Sit here<span class="vh">: seat 2</span>' in page
    assert press(browser, match.room, "take 1").status_code == 200


def test_one_seat_to_take_is_a_button_and_several_are_a_menu(browser):
    for game, number in (("all-fours", 1), ("winner", 3)):
        match = match_of(game, person(game), *["policy"] * number)
        page = browser.get(reverse("table", args=[match.room.code])).content.decode()
        assert len(re.findall('name="do" value="take [0-9]"', page)) == number
        assert ("Take a seat with the next hand</summary>" in page) is (number > 1)


def test_what_differs_is_told_in_few_words():
    """Of a rule that says yes the label is enough."""
    assert in_short(GAMES["forty"], {"no_trump": True}) == "No trump allowed"
    assert in_short(GAMES["winner"], {"relead": False}) == "Lead again at once: no"
    assert in_short(GAMES["winner"], {"jokers": False, "bomb": True}) == "Jokers: 52 cards · Bombs"


@pytest.mark.parametrize(("name", "shown"), [("", "<b>Winner</b><span>"), ("Ours", "<b>Ours</b><span>Winner · ")])
def test_a_table_without_a_name_of_its_own_names_its_game_once(browser, alice, name, shown):
    open_room(alice, "winner", {}, RoomSettings(name=name, visibility="public"))
    own, others = browser.get(reverse("home")), Client().get(reverse("lobby"))
    for page in (own, others):
        assert shown in re.sub(r"<span[^>]*>", "<span>", page.content.decode())
