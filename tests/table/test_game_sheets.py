"""Every page that draws a game's table loads that game's own style sheet."""

from __future__ import annotations

import pytest
from django.template import Context, Template
from django.urls import reverse

from games.rules.registry import GAMES
from games.table.templatetags import game_sheets
from tests.matches.tables import match_of, person
from tests.replays.hands import PLAYERS, finished

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]
OWN = {"shengji": "shengji/table.css"}
OWN |= dict.fromkeys(("winner", "big_two", "tien_len", "president"), "climbing/table.css")
OWN |= dict.fromkeys(("allfours", "pitch", "california_jack"), "four_chances/table.css")


def sheet(game):
    return OWN.get(GAMES[game].module, "")


@pytest.mark.parametrize("game", PLAYERS)
def test_table_replay_and_lesson_load_the_games_own_sheet(client, game):
    alice = person("alice")
    client.force_login(alice)
    seats = GAMES[game].seats(GAMES[game].resolve({}))
    room = match_of(game, alice, *["policy"] * (seats - 1)).room
    pages = [
        reverse("table", args=[room.code]),
        reverse("replay-hand", args=[finished(game, alice).pk]),
        reverse("lesson-step", args=[game, 1]),
    ]
    for page in pages:
        html = client.get(page, follow=True).content.decode()
        for other in set(OWN.values()):
            assert (other in html) == (other == sheet(game)), page


def test_a_game_for_many_loads_the_sheet_of_their_seats_and_no_other_does():
    assert "css/seats.css" in game_sheets.game_sheets("pitch")
    assert "css/seats.css" not in game_sheets.game_sheets("allfours")


def test_a_page_that_names_no_game_is_a_fault():
    with pytest.raises(ValueError, match="which game"):
        Template("{% load game_sheets %}{% game_sheets module %}").render(Context({}))
