"""The rules of one table: its options with what differs marked, its own trumps and level."""

from __future__ import annotations

import pytest
from django.urls import reverse

from games.rooms.models import Room
from games.rules.cards import NAMES
from games.rules.registry import GAMES
from games.table.scene_builder import press_key
from tests.guide.paper import read
from tests.matches.tables import current, house, match_of, move, person, state_of
from tests.table.test_act import fields, seat_to_act

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]
CHOSEN = {"throw": True, "follow": "longest"}


@pytest.fixture
def alice(client):
    alice = person("alice")
    client.force_login(alice)
    return alice


def rules_of(client, match, lang="en", **query):
    address = reverse("room-rules", args=[match.room.code])
    answer = client.get(address, query, headers={"accept-language": lang})
    assert answer.status_code == 200
    return read(answer.content.decode())


def trumps_shown(shown):
    """Return the trumps and level that the page shows."""
    chosen = [one.attributes["value"] for one in shown.one("form", class_="ask").all("option", selected=True)]
    return [value for value in chosen if value]


def test_it_marks_what_differs_and_has_no_form_for_options(client, alice):
    match = match_of("eighty", alice, "policy", "policy", "policy", options=CHOSEN)
    shown = rules_of(client, match)
    differing = {one.attributes["data-option"] for one in shown.all(class_="differs", data_option=True)}
    assert differing == set(CHOSEN)
    assert len(shown.one("ul", class_="diffs").all("li")) == len(CHOSEN)
    assert not shown.all("form", class_="options")
    assert shown.all("p", class_="differs")
    here = [one.text for one in shown.all("li", class_="on")]
    assert len(here) == len(GAMES["eighty"].options)


def test_a_table_by_the_standard_says_so(client, alice):
    shown = rules_of(client, match_of("winner", alice, "policy", "policy", "policy"))
    assert "This table plays the standard rules." in shown.text
    assert not shown.all(class_="differs")


def test_it_draws_the_order_for_the_trumps_on_the_table(client, alice):
    match = match_of("all-fours", alice, "policy")
    trump = "SHCD"[state_of(current(match)).trump]
    assert trumps_shown(rules_of(client, match)) == [trump]
    assert trumps_shown(rules_of(client, match, trump="D")) == ["D"]


def test_while_cards_are_drawn_the_level_is_that_of_the_hand(client, alice):
    match = match_of("eighty", alice, "policy", "policy", "policy")
    assert trumps_shown(rules_of(client, match)) == ["H", "2"]


@pytest.mark.parametrize("game", GAMES)
def test_a_table_where_nobody_has_named_trumps_yet_has_its_rules(client, alice, game):
    rules = GAMES[game]
    seats = rules.seats(rules.resolve({}))
    assert rules_of(client, match_of(game, alice, *["policy"] * (seats - 1))).all("section", class_="rule")


def test_trumps_of_a_hand_that_one_may_not_see_are_not_told(client, alice):
    """Strangers may come because a seat is free, but may not watch the play."""
    match = match_of("all-fours", alice, "policy")
    Room.objects.filter(pk=match.room_id).update(onlookers=False, take_over=True)
    sam = person("sam")
    trumps = set()
    for _deal in range(6):
        client.force_login(sam)
        trumps.update(trumps_shown(rules_of(client, match)))
        match = match_of("all-fours", alice, "policy")
        Room.objects.filter(pk=match.room_id).update(onlookers=False, take_over=True)
    assert trumps == {"H"}


def test_a_refusal_at_the_table_leads_to_its_section_here(client, alice):
    """Without a script, an illegal card is posted and the answer's link is followed."""
    match, hand, state = bound_hand(alice)
    illegal = next(card for card in state.hands[0] if card not in lawful(state))
    press = {"hand": hand.pk, "seq": hand.version, "key": press_key(hand.pk, 0, hand.version), "do": "play"}
    answer = client.post(reverse("act", args=[match.room.code]), press | {"cards": NAMES[illegal]})
    assert answer.status_code == 422
    link = read(answer.content.decode()).one(id="toast").one("a").attributes["href"]
    page, _hash, section = link.partition("#")
    assert page == reverse("room-rules", args=[match.room.code])
    assert read(client.get(page).content.decode()).one("section", id=section).text.startswith(f"{section} The play")


def bound_hand(alice):
    """Play first legal cards until Alice holds one that she may not play."""
    rules = GAMES["all-fours"]
    for _deal in range(40):
        match = match_of("all-fours", alice, "policy")
        house()
        hand, state = current(match), state_of(current(match))
        while state.result is None and hand.number == 1:
            if state.phase == "play" and state.to_act == (0,) and state.trick and set(state.hands[0]) != lawful(state):
                return match, hand, state
            move(hand, 0, {"seat": 0, **rules.write_action(rules.legal(state)[0])})
            house()
            hand, state = current(match), state_of(current(match))
    raise LookupError("no such hand")


def lawful(state):
    return {action.card for action in GAMES["all-fours"].legal(state)}


def test_chosen_cards_that_are_no_play_are_read_with_the_way_to_the_rule(client, alice):
    match = match_of("winner", alice, person("bob"), person("carol"), person("dora"))
    seat_to_act(match, 0)
    hand = match.room.rules.view(state_of(current(match)), 0).hand
    odd = next(card for card in hand if card % 13 != hand[-1] % 13)
    data = fields(match, 0, "play", cards=[NAMES[hand[-1]], NAMES[odd]])
    answer = client.post(reverse("read", args=[match.room.code]), data, headers={"HX-Request": "true"})
    section = match.room.rules.refusals["not-a-combination"].section
    link = read(answer.content.decode()).one(id="prompt", role="status").one("small").one("a")
    assert link.attributes["href"] == f"{reverse('room-rules', args=[match.room.code])}#{section}"
    assert link.text == match.room.rules.refusals["not-a-combination"].sentence


def test_the_tables_name_leads_to_its_rules(client, alice):
    match = match_of("eighty", alice, "policy", "policy", "policy", options=CHOSEN)
    bar = read(client.get(reverse("table", args=[match.room.code])).content.decode()).one("header", id="bar")
    links = [one.attributes["href"] for one in bar.all("a", data_sheet=True)]
    assert links == [reverse("room-rules", args=[match.room.code])] * 2 + [reverse("menu", args=[match.room.code])]
