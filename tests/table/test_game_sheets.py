"""Wherever a game's table is drawn, the page loads that game's own sheet."""

from __future__ import annotations

import pytest
from django.template import Context, Template
from django.urls import reverse

from games.rules.registry import GAMES
from tests.matches.tables import match_of, person
from tests.replays.hands import PLAYERS, finished

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once")]
OWN = {module: f"{module}/table.css" for module in ("allfours", "winner", "shengji")}


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
        for other in OWN.values():
            assert (other in html) == (other == sheet(game)), page


def test_a_page_that_names_no_game_is_a_fault():
    with pytest.raises(ValueError, match="which game"):
        Template("{% load game_sheets %}{% game_sheets module %}").render(Context({}))
