"""Whom Play now seats a player with, and what the house proposes after three hands: accepted with one tap, or
never again."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.urls import reverse
from django.utils import timezone

from games.accounts.models import User
from games.ai import LEVELS
from games.foundation.process_cache import clear_caches
from games.matches import seating
from games.matches.models import Hand, Match, Player
from games.rooms import seats
from games.rooms.models import Room, Seat
from games.rooms.services import RoomSettings, open_room
from games.rules.core import Standing
from games.rules.registry import GAMES
from games.table import next_level
from games.table.next_level import LADDER, Proposal
from tests.matches.tables import match_of, person
from tests.replays.hands import finished

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]
WON, LOST = [3, 0], [0, 3]


@pytest.fixture
def alice():
    alice = person("alice")
    alice.prefs = {"level all-fours": "beginner"}
    alice.save()
    return alice


def hands(*points, against="beginner", over=True, **more):
    """Have Alice play a match of hands with these points, the latest last, to its end if it is ``over``; return its
    room."""
    alice = User.objects.get(username="alice")
    last = finished("all-fours", alice, level=against, **more)
    Hand.objects.filter(pk=last.pk).update(number=len(points), result=last.result | {"points": points[-1]})
    for number, scored in enumerate(points[:-1], 1):
        Hand.objects.create(
            match=last.match,
            number=number,
            context=last.context,
            deck=last.deck,
            result=last.result | {"points": scored},
            scored_at=timezone.now(),
        )
    if over:
        Match.objects.filter(pk=last.match_id).update(ended_at=timezone.now())
    clear_caches()
    return last.match.room


def proposed():
    return next_level.proposed(User.objects.get(username="alice"))


def page(browser, *address):
    return unescape(browser.get(reverse(*address[:1], args=address[1:])).content.decode())


# --- Play now


def test_a_newcomer_meets_beginners_and_keeps_them(client):
    client.post(reverse("play-now", args=["all-fours"]))
    room = Room.objects.get()
    assert room.level == "beginner"
    assert set(room.seats.filter(user=None).values_list("level", flat=True)) == {"beginner"}
    Match.objects.update(ended_at=timezone.now())
    client.post(reverse("play-now", args=["all-fours"]))
    assert Room.objects.latest("pk").level == "beginner"


def test_whoever_has_played_a_game_before_there_were_six_levels_keeps_the_players_they_know(client):
    bob = person("bob")
    Match.objects.filter(pk=match_of("all-fours", bob, "policy").pk).update(ended_at=timezone.now())
    client.force_login(bob)
    client.post(reverse("play-now", args=["all-fours"]))
    assert Room.objects.latest("pk").level == "policy"


def test_each_game_has_a_level_of_its_own(browser):
    browser.post(reverse("play-now", args=["all-fours"]), {"level": "strong"})
    browser.post(reverse("play-now", args=["winner"]))
    assert [room.level for room in Room.objects.order_by("pk")] == ["strong", "beginner"]


@pytest.mark.parametrize("level", ["random", "grandmaster"])
def test_only_a_level_of_the_ladder_can_be_asked_for(browser, level):
    assert browser.post(reverse("play-now", args=["all-fours"]), {"level": level}).status_code == 400
    assert browser.post(reverse("level-unwanted", args=["all-fours"]), {"level": level}).status_code == 400


def test_saving_the_settings_keeps_the_level(browser, alice):
    browser.post(reverse("settings"), {"name": "Alice", "deck": "four"})
    alice.refresh_from_db()
    assert alice.prefs == {"level all-fours": "beginner", "deck": "four"}


# --- what is proposed


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        ([WON, WON, WON], ("casual", True)),
        ([LOST, WON, WON], ("casual", True)),
        ([WON, WON, LOST], None),  # nobody is praised after a lost hand
        ([WON, LOST, LOST], None),
        ([LOST, LOST, LOST], ("novice", False)),
        ([WON, WON], None),
        ([WON, WON, LOST, LOST, LOST], ("novice", False)),
    ],
)
def test_the_next_level_follows_from_the_last_three_hands(alice, points, expected):
    hands(*points)
    assert proposed() == (Proposal("all-fours", *expected) if expected else None)


def test_hands_of_several_matches_count_together(alice):
    hands(WON, WON)
    assert proposed() is None
    hands(WON)
    assert proposed() == Proposal("all-fours", "casual", True)


@pytest.mark.parametrize(("level", "points"), [("strong", WON), ("novice", LOST)])
def test_there_is_nothing_above_the_strongest_or_below_the_weakest(alice, level, points):
    User.objects.update(prefs={"level all-fours": level})
    hands(points, points, points, against=level)
    assert proposed() is None


def test_hands_against_other_levels_than_that_of_play_now_propose_nothing(alice):
    hands(WON, WON, WON, against="casual")
    assert proposed() is None


def test_hands_against_people_propose_nothing(alice):
    room = hands(WON, WON, WON)
    Player.objects.filter(match__room=room, level="beginner").update(level="", user=person("bob"))
    assert proposed() is None


@pytest.mark.parametrize(
    ("model", "changed"), [(Room, {"sealed": True}), (Room, {"learning": "yes"}), (Match, {"practice": True})]
)
def test_hands_with_help_or_known_cards_propose_nothing(alice, model, changed):
    hands(WON, WON, WON)
    model.objects.update(**changed)
    assert proposed() is None


def test_what_is_proposed_is_for_later_while_a_rated_match_would_be_lost_by_leaving_it(alice):
    now = Proposal("all-fours", "casual", stronger=True)
    hands(WON, WON, WON, over=False)
    assert proposed() == now._replace(later=True)
    Match.objects.update(ended_at=timezone.now())
    assert proposed() == now
    match_of("winner", alice, "policy", "policy", "policy")  # another game's stays where it is
    assert proposed() == now
    match_of("all-fours", alice, "policy")
    assert proposed() == now._replace(later=True)


@pytest.mark.parametrize("short", [False, True])
def test_an_unrated_match_may_be_left(alice, short):
    hands(WON, WON, WON, over=False)
    Match.objects.update(**({"options": {"target": 3}} if short else {"unrated": True}))
    assert proposed() == Proposal("all-fours", "casual", True)


def test_many_unfinished_matches_take_no_more_statements(alice, django_assert_num_queries):
    hands(WON, WON, WON)
    for count in (1, 3):
        for _ in range(count):
            match_of("all-fours", alice, "policy", options={"target": 3})
        with django_assert_num_queries(3):
            next_level.proposed(alice)


def test_hands_from_before_they_came_are_not_theirs(alice):
    hands(WON, WON, WON)
    Player.objects.filter(user=alice).update(from_hand=2)
    assert proposed() is None


@pytest.mark.parametrize("key", GAMES)
def test_every_game_tells_a_hand_that_went_well(key, alice):
    alice.prefs = {f"level {key}": "beginner"}
    for _ in range(3):
        hand = finished(key, alice, level="beginner")
    side = GAMES[key].side(0, hand.match.room.resolved())
    above = next_level.bot(key).above_par(hand.result, side)
    assert isinstance(above, bool)
    proposal = next_level.proposed(alice)
    assert proposal is None or proposal.level == ("casual" if proposal.stronger else "novice")


# --- the front page


def test_a_newcomer_sees_no_proposal(client):
    assert "No, thanks" not in page(client, "home")


def test_the_front_page_proposes_and_one_tap_takes_it(browser):
    room = hands(WON, WON, WON)
    html = page(browser, "home")
    assert "Three hands well played. Try Casual players?" in html
    form = next(text for text in re.findall(r"<form.*?</form>", html, re.DOTALL) if "Yes, please" in text)
    action = re.search(r'action="([^"]*)"', form)[1]
    level = re.search(r'name="level" value="([^"]*)"', form)[1]
    answer = browser.post(action, {"level": level})
    new_room = Room.objects.latest("pk")
    assert answer["Location"] == reverse("table", args=[new_room.code])
    assert (new_room.pk != room.pk, new_room.level) == (True, "casual")
    assert set(new_room.seats.filter(user=None).values_list("level", flat=True)) == {"casual"}
    assert "No, thanks" not in page(browser, "home")
    browser.post(reverse("play-now", args=["all-fours"]))
    assert Room.objects.latest("pk") == new_room  # the table that they have not finished


def test_lost_hands_are_no_reproach(browser):
    hands(LOST, LOST, LOST)
    assert "Three hands went the other way. Try Novice players?" in page(browser, "home")


def test_what_is_declined_is_not_proposed_again_until_another_level_is_taken(browser, alice):
    hands(WON, WON, WON)
    assert browser.post(reverse("level-unwanted", args=["all-fours"]), {"level": "casual"}).status_code == 302
    assert proposed() is None
    assert Room.objects.count() == 1
    hands(LOST, LOST, LOST)
    assert proposed() == Proposal("all-fours", "novice", False)
    alice.refresh_from_db()
    next_level.take(alice, "all-fours", "beginner")
    hands(WON, WON, WON)
    assert proposed() == Proposal("all-fours", "casual", True)


def test_two_levels_can_be_declined(alice):
    for level in ("casual", "novice"):
        alice.refresh_from_db()
        next_level.decline(alice, "all-fours", level)
    hands(WON, WON, WON)
    assert proposed() is None
    hands(LOST, LOST, LOST)
    assert proposed() is None


# --- the table


def test_the_table_proposes_between_two_hands(browser):
    room = hands(WON, WON, WON)
    html = page(browser, "table", room.code)
    assert "Three hands well played. Try Casual players?" in html
    assert f'formaction="{reverse("play-now", args=["all-fours"])}" name=level value=casual' in html


def test_the_table_proposes_once_in_three_hands(browser):
    offered = []
    for number in range(1, 8):
        Match.objects.all().delete()
        room = hands(*[WON] * number, over=False)
        offered.append("Three hands" in page(browser, "table", room.code))
    assert offered == [False, False, True, False, False, True, False]


def test_nothing_weaker_is_proposed_to_whoever_wins_the_match(browser, monkeypatch):
    room = hands(LOST, LOST, LOST)
    assert "Three hands went the other way." in page(browser, "table", room.code)
    clear_caches()
    monkeypatch.setattr(type(GAMES["all-fours"]), "standing", lambda *_: Standing((7, 3), (0,), over=True))
    assert "Three hands" not in page(browser, "table", room.code)


def test_a_rated_match_is_not_left_for_what_the_table_proposes(browser):
    room = hands(WON, WON, WON, over=False)
    html = page(browser, "table", room.code)
    assert "Three hands well played. Try Casual players from the next match on?" in html
    settings = reverse("table-settings", args=[room.code])
    assert f'formaction="{settings}" name=wanted value=casual' in html
    assert reverse("play-now", args=["all-fours"]) not in html
    Match.objects.update(unrated=True)
    room.touch()
    assert "Three hands well played. Try Casual players?" in page(browser, "table", room.code)


@pytest.mark.parametrize("where", ["table", "home"])
def test_whoever_says_yes_during_a_rated_match_meets_the_others_in_the_next(browser, alice, where):
    room = hands(WON, WON, WON, over=False)
    Room.objects.update(findable=True)  # as «Play now» opens it
    if where == "table":
        browser.post(reverse("table-settings", args=[room.code]), {"wanted": "casual"})
    else:
        assert "from the next match on" in page(browser, "home")
        browser.post(reverse("level-wanted", args=["all-fours"]), {"level": "casual"})
    assert Match.objects.get().ended_at is None and Room.objects.count() == 1
    assert set(room.seats.filter(user=None).values_list("level", flat=True)) == {"beginner"}
    for name in ("home", "table"):
        assert "Three hands" not in page(browser, name, *([room.code] if name == "table" else []))
    Match.objects.update(ended_at=timezone.now())
    seating.again(room, alice)
    assert set(room.seats.filter(user=None).values_list("level", flat=True)) == {"casual"}
    assert Player.objects.filter(match=Match.objects.latest("pk"), user=None).get().level == "casual"
    browser.post(reverse("play-now", args=["winner"]))  # other games are as they were
    assert Room.objects.latest("pk").level == "beginner"


def test_a_table_that_was_set_up_keeps_the_level_that_was_chosen_for_it(alice):
    room = open_room(alice, "winner", {}, RoomSettings(level="strong"))
    seats.add_ai(room, alice)
    next_level.take_later(alice, "winner", "casual")
    room.refresh_from_db()
    seating.start(room, alice)
    assert set(room.seats.filter(user=None).values_list("level", flat=True)) == {"strong"}


def test_whoever_says_yes_at_a_table_that_was_set_up_meets_the_others_there_but_at_no_other_such_table(browser, alice):
    asked, other = hands(WON, WON, WON, over=False), open_room(alice, "all-fours", {}, RoomSettings(level="strong"))
    browser.post(reverse("table-settings", args=[asked.code]), {"wanted": "casual"})
    assert dict(Room.objects.values_list("pk", "level")) == {asked.pk: "casual", other.pk: "strong"}


def test_nobody_changes_the_ai_players_of_somebody_elses_table(client, alice):
    room = hands(WON, WON, WON)
    before = room.level
    client.force_login(person("bob"))
    client.post(reverse("table-settings", args=[room.code]), {"wanted": "casual"})
    room.refresh_from_db()
    assert room.level == before


def test_where_others_sit_nobody_changes_the_ai_players_for_them(alice):
    room = match_of("winner", alice, person("bob"), "beginner", "beginner").room
    Room.objects.update(level="beginner", findable=True)
    next_level.take_later(alice, "winner", "casual", room)
    room.refresh_from_db()
    assert room.level == "beginner"


def test_the_table_leads_the_browser_to_the_new_one(browser):
    hands(WON, WON, WON)
    address = reverse("play-now", args=["all-fours"])
    answer = browser.post(address, {"level": "casual"}, headers={"HX-Request": "true"})
    assert answer["HX-Redirect"] == reverse("table", args=[Room.objects.latest("pk").code])


def test_at_the_table_too_no_is_remembered(browser):
    room = hands(WON, WON, WON)
    browser.post(reverse("table-settings", args=[room.code]), {"unwanted": "casual"})
    assert "Three hands" not in page(browser, "table", room.code)
    assert proposed() is None
    assert browser.post(reverse("table-settings", args=[room.code]), {"unwanted": "nobody"}).status_code == 400


def test_nobody_else_is_shown_a_proposal(client, alice):
    room = hands(WON, WON, WON)
    assert "Three hands" not in page(client, "table", room.code)
    client.force_login(person("bob"))
    assert "Three hands" not in page(client, "table", room.code)


@pytest.mark.parametrize("changed", [{"level": "casual"}, {"level": "", "user": "bob"}])
def test_a_table_where_others_sit_proposes_nothing(browser, changed):
    room = hands(WON, WON, WON)
    if "user" in changed:
        changed |= {"user": person("bob")}
    Seat.objects.filter(room=room, number=1).update(**changed)
    assert "Three hands" not in page(browser, "table", room.code)


def test_the_ladder_is_all_levels_but_chance():
    assert ["random", *LADDER] == list(LEVELS)
    assert LADDER[1] == next_level.FIRST
