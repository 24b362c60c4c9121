"""A game is one plug-in: the platform names no game, and every page answers with any part of a game missing."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from games import plugins
from games.ai import thinking
from games.ai.levels import LEVELS
from games.matches.models import Hand, Match
from games.plugins.cover import cover_of
from games.rooms.models import Room
from games.rules.cards import names
from games.rules.registry import GAMES
from tests import toy_parts
from tests.faults.sizes import SOAK
from tests.matches.tables import current, person, state_of
from tests.replays.hands import play_out
from tests.table.test_act import fields
from tests.table.test_room_views import form

ROOT = Path(__file__).parent.parent
#: Where a game may be named besides its own folders: its lines in the registry, words for people, and data that
#: commands write, the measurements of AI players and the puzzles that come with the site.
MAY_NAME = ("games/rules/registry.py", "cardsite/locale", "games/ai/strength.json", "games/puzzles/data/")
#: with no part, with all but one, with all: of any two parts, each is there without the other
STAGES = [
    (),
    *(tuple(name for name in toy_parts.PARTS if name != part) for part in toy_parts.PARTS),
    tuple(toy_parts.PARTS),
]


def own_folders():
    """Return the folders that belong to games: those registered, their families, and those not registered yet."""
    packages = {path.name for path in (ROOT / "games/rules").iterdir() if path.is_dir()}
    places = ("games/rules", "games/titles", "templates", "static")
    return tuple(f"{place}/{package}/" for place in places for package in packages)


def names_of(game):
    """Return a pattern for a game's key, module and name; a key that is a common word counts only in quotes."""
    term = cover_of(game).term
    names = [rf"(?<!\[)[\"'/]{game.key}[\"'/]", rf"\b{re.escape(str(game.name))}\b"]
    names.append(rf"games\.(rules|titles)\.{game.module}\b" if game.module == game.key else rf"\b{game.module}\b")
    if term:
        names.append(term)
    return "|".join(names)


def platform_files():
    """Yield each file of the platform: its name, and its name with its text."""
    command = ["git", "ls-files", "games", "cardsite", "templates", "static"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    skipped = (*own_folders(), *MAY_NAME, "static/vendor/")
    for name in listed:
        if not name.startswith(skipped):
            # of a picture, its name alone is read
            yield name, f"/{Path(name).stem}/\n{(ROOT / name).read_text(encoding='utf-8', errors='ignore')}"


def test_the_platform_names_no_game():
    pattern = re.compile("|".join(f"(?:{names_of(game)})" for game in GAMES.values()))
    faults = [(name, found.group()) for name, text in platform_files() for found in pattern.finditer(text)]
    assert faults == []


#: Every AI player at a table of a game with all parts and with none; at each other stage the strongest and one of the
#: others in turn, or all of them in ``make soak``.
PLAYED = [
    (parts, level)
    for number, parts in enumerate(STAGES)
    for place, level in enumerate(LEVELS)
    if SOAK or len(parts) in (0, len(toy_parts.PARTS)) or level == "strong" or place == number % len(LEVELS)
]


def row_id(row):
    return "+".join(row) or "rules alone" if isinstance(row, tuple) else row


@pytest.fixture(params=STAGES, ids=row_id)
def parts(request, toy, monkeypatch):
    """The toy game with some of its parts; all other games unchanged."""
    module_of = plugins.module_of
    module = toy_parts.module(*request.param)
    monkeypatch.setattr(plugins, "module_of", lambda game: module if game is toy else module_of(game))
    # a separate process would not know the toy game
    monkeypatch.setattr(thinking._child, "answer", lambda cap, thought, *arguments, **_how: thought(*arguments))
    return request.param


@pytest.fixture
def visit(client, db):
    """Return a function that gets or posts to an address, follows redirects to its page and requires 200."""
    client.force_login(person("alice"))

    def visit(name, *arguments, post=None, **query):
        address = reverse(name, args=arguments)
        answer = client.get(address, query, follow=True) if post is None else client.post(address, post, follow=True)
        assert answer.status_code == 200, (address, answer.status_code)
        return answer

    return visit


def open_table(visit, level, **more):
    visit("new-room", "toy")
    visit("new-room", "toy", post=form("toy", level=level, do="open", **more))
    room = Room.objects.latest("pk")
    visit("table", room.code)
    visit("seat", room.code, post={"do": "fill"})
    return room


@pytest.mark.parametrize(("parts", "level"), PLAYED, indirect=["parts"], ids=row_id)
def test_a_table_with_every_ai_player_is_played_to_its_end_and_looked_at_again(parts, visit, level, at_once):
    room = open_table(visit, level)
    visit("table", room.code)
    visit("room-rules", room.code)
    hand = play_out(Hand.objects.select_related("match__room").get(match__room=room))
    visit("table", room.code)
    for step in (0, 1, 6):
        visit("replay-step", hand.pk, step)
    for page in ("replay-hand", "replay-about", "replay-deal", "replay-look"):
        visit(page, hand.pk)
    record = visit("replay-record", hand.pk).content
    visit("replay-text", hand.pk)
    assert json.loads(record)["game"] == "toy"
    visit("upload", post={"file": SimpleUploadedFile("hand.jsonl", record)})


def test_a_learning_table_gives_hints_and_takes_moves_back(parts, visit, at_once):
    room = open_table(visit, "policy", learning="yes")
    match = Match.objects.get(room=room)
    assert "Learning table" in visit("table", room.code).content.decode()
    visit("hint", room.code, post=fields(match, 0, "hint"))
    visit("act", room.code, post=fields(match, 0, "play", cards=names(state_of(current(match)).hands[0][:1])))
    assert len(state_of(current(match)).log) == 1
    visit("take-back", room.code, post=fields(match, 0, "take-back"))
    assert len(state_of(current(match)).log) == 0


def test_every_page_about_games_answers(parts, visit):
    home = visit("home").content.decode()
    assert reverse("game-rules", args=["toy"]) in home or reverse("play-now", args=["toy"]) in home
    visit("play-now", "toy", post={})
    for page in ("lobby", "players", "history", "rules", "me", "games-played", "lessons", "keys", "about"):
        visit(page)
    visit("game-rules", "toy")
    visit("game-rules", "toy", polite="false")
    lessons = visit("lessons").content.decode()
    assert (reverse("lesson", args=["toy"]) in lessons) == ("lesson" in parts)
    if "lesson" in parts:
        visit("lesson-step", "toy", 1)
        visit("lesson-step", "toy", 1, post={"do": "play", "cards": ["3S"]})
        visit("lesson-end", "toy")
