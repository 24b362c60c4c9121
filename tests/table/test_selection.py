"""Reading back: the chosen cards in words, from the rules, of the viewer's own cards only."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from django.urls import reverse

from games.accounts.models import User
from games.matches.models import Entry
from games.rooms.services import open_room
from games.rules.cards import NAMES, names
from games.rules.winner.combos import classify
from games.table import fragments
from games.table.game_table import table_of
from games.table.scene_builder import scene as scene_of
from games.table.selection import describes_selection
from games.table.snapshot import load_snapshot
from tests.matches.tables import current, match_of, person, state_of
from tests.table import scenes
from tests.table.test_act import fields, seat_to_act

WINNER, SHENGJI = scenes.winner(), scenes.shengji()


@pytest.mark.parametrize("name", WINNER)
def test_it_reads_winner_only_on_the_viewers_turn_to_play(name):
    scene = WINNER[name]
    assert describes_selection(scene) is (scene.view.phase == "play" and scene.seat in scene.view.to_act)


def test_it_reads_no_game_without_shapes():
    assert not any(describes_selection(scene) for scene in scenes.all_fours().values())
    assert not any(describes_selection(scene) for scene in SHENGJI.values() if scene.game.key == "forty")


def test_every_play_of_winner_has_words():
    for scene in filter(describes_selection, WINNER.values()):
        for move in scene.moves[:50]:
            if move.do == "play":
                text = table_of(scene.game.key).read_selection(scene.view, move.cards)
                assert text.endswith("." if scene.view.to_beat is None else "that beats it.")


def test_plays_of_eighty_are_said_by_their_parts():
    read = [scene for scene in SHENGJI.values() if describes_selection(scene)]
    assert read
    texts = [table_of(scene.game.key).read_selection(scene.view, move.cards) for scene in read for move in scene.moves]
    assert any(text.startswith("pair ") for text in texts)
    assert all(text.endswith((".", "that follows.")) for text in texts)


def test_the_reading_is_the_small_line_of_the_sentence():
    scene = next(filter(describes_selection, WINNER.values()))
    plain, read = fragments.parts(scene)["prompt"], fragments.parts(replace(scene, reading="Pair of 3s."))["prompt"]
    assert "<small>Pair of 3s.</small>" in read
    assert plain.partition("<small>")[0].removesuffix("</div></div>\n") in read


@pytest.mark.django_db
@pytest.mark.usefixtures("at_once")
class TestAsking:
    @pytest.fixture
    def match(self, client):
        alice = person("alice")
        client.force_login(alice)
        match = match_of("winner", alice, person("bob"), person("carol"), person("dora"))
        seat_to_act(match, 0)
        return match

    def read(self, client, match, cards, **more):
        data = fields(match, 0, "play", cards=cards) | more
        return client.post(reverse("read", args=[match.room.code]), data, headers={"HX-Request": "true"})

    def test_a_legal_play_is_said_in_words_and_not_played(self, client, match):
        state = state_of(current(match))
        view = match.room.rules.view(state, 0)
        move = next(move for move in match.room.rules.legal(state) if move.do == "play")
        before = Entry.objects.count()
        answer = self.read(client, match, names(move.cards))
        assert answer.status_code == 200
        assert classify(move.cards, view.options) is not None
        assert table_of("winner").read_selection(view, move.cards) in answer.content.decode()
        assert Entry.objects.count() == before

    def test_it_leaves_the_viewers_last_picture_in_memory(self, client, match):
        """The next push of an unchanged scene is not drawn again."""
        alice, hand = User.objects.get(username="alice"), match.room.rules.view(state_of(current(match)), 0).hand
        shown = scene_of(load_snapshot(match.room.code), alice)
        drawn = fragments.parts(shown)
        answer = self.read(client, match, [NAMES[hand[0]]]).content.decode()
        assert re.findall(r"<hx-partial id=(\w+)>", answer) == ["picture", "prompt"]
        assert fragments.parts(shown) is drawn

    def test_what_may_not_be_played_is_answered_by_the_rules_sentence(self, client, match):
        view = match.room.rules.view(state_of(current(match)), 0)
        low, high = view.hand[-1], next(card for card in view.hand if card // 13 != view.hand[-1] // 13)
        pair = next((other for other in view.hand if other % 13 != low % 13), high)
        text = self.read(client, match, [NAMES[low], NAMES[pair]]).content.decode()
        assert match.room.rules.refusals["not-a-combination"].sentence in text

    def test_nothing_is_said_of_cards_that_are_not_the_viewers(self, client, match):
        hands = match.room.rules.view(state_of(current(match)), 0).hand
        other = next(number for number in range(52) if number not in hands)
        plain = self.read(client, match, []).content.decode()
        assert self.read(client, match, [NAMES[other]]).content.decode() == plain

    def test_nothing_is_said_off_turn_or_of_an_old_picture(self, client, match):
        data = fields(match, 0, "play", cards=[])
        state = state_of(current(match))
        move = next(move for move in match.room.rules.legal(state) if move.do == "play")
        client.post(reverse("act", args=[match.room.code]), data | {"cards": names(move.cards)})
        assert self.read(client, match, [], **{name: data[name] for name in ("seq", "key")}).status_code == 204
        if 0 not in state_of(current(match)).to_act:
            assert self.read(client, match, []).status_code == 204

    def test_another_seats_key_is_refused(self, client, match):
        assert self.read(client, match, [], key=fields(match, 1, "play")["key"]).status_code == 403

    def test_who_sits_down_on_an_open_page_has_their_cards_read_too(self, client):
        """They are sent the table's parts, and stay on the page that they saw as an onlooker."""
        room = open_room(person("alice"), "winner", {})
        client.force_login(person("bob"))
        page = client.get(reverse("table", args=[room.code])).content
        sat = client.post(reverse("seat", args=[room.code]), {"do": "sit 1"}, headers={"HX-Request": "true"})
        assert sat.status_code == 200 and "HX-Redirect" not in sat
        assert b"id=reader" in page
