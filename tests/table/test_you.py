"""Everything said to a seated player calls them «you», never by their own name."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from random import Random

import pytest
from django.utils import translation

from games.rules.core import Seat
from games.rules.registry import GAMES
from games.table import fragments
from games.table.scene import Sitter
from games.table.sentences import PART, People, fill
from tests.faults.sizes import SOAK
from tests.table.scenes import scene_of

ROOT = Path(__file__).resolve().parents[2] / "games"
#: Placeholders of sentences that are filled with seats.
PERSONS = frozenset(
    {"accused", "against", "dealer", "eldest", "loser", "name", "names", "seat", "side", "winner"}
    | {"name_owner", "seat_owner"}
)
#: Sentences with a name that is never the reader's, for they are about somebody else's seat, words or table.
OF_OTHERS = re.compile(
    r"^(Take|You take|Give the|Let|Not|Mute|Report|Kept as|Practice:|%\(name\)s plays from the next hand|"
    r"%\(game\)s: %\(name\)s|%\(name\)s, hand|%\(card\)s: %\(name\)s|"
    r"%\(name\)s’s$|%\(name\)s (cannot join|has been invited))"
)
#: Verbs in the third person.
WRONG = re.compile(r"\b[Yy]ou (?!(pass|this)\b)(is|was|has|does|\w+s)\b|\b[Yy]our? (You|you)\b")
NAMES = ("Aaa", "Bbb", "Ccc", "Ddd", "Eee", "Fff", "Ggg")
#: Where sentences to a viewer stand, but for a title's guide: the rules' figures speak of seats of an example.
PARTS = ("rules", "titles", "matches", "table", "daily", "replays")


def sentences() -> list[str]:
    """Return every sentence of ``PARTS`` that names a seat."""
    texts = set()
    files = [file for part in PARTS for file in (ROOT / part).rglob("*.py") if "guide" not in file.parts]
    for text in filter(lambda text: "%(" in text, (file.read_text() for file in files)):  # reading a file takes long
        for node in ast.walk(ast.parse(text)):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id in {"_", "N_", "ngettext"}
            ):
                texts |= {
                    arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)
                }
    return sorted(text for text in texts if places(text) and not OF_OTHERS.match(text))


def places(text: str) -> set[str]:
    """Return the placeholders of a sentence that hold seats."""
    return {match["place"] for match in PART.finditer(text) if match["place"] in PERSONS}


def sentence_for(text: str, you: str, language: str) -> str:
    """Return a sentence with the reader in one of its placeholders."""
    seats = {place.removesuffix("_owner"): Seat(at) for at, place in enumerate(sorted(places(text)))}
    others = {match["place"]: "" for match in PART.finditer(text) if match["place"]}
    with translation.override(language):
        return fill(translation.gettext(text), others | seats, People(NAMES, seats[you.removesuffix("_owner")].number))


@pytest.mark.parametrize("text", sentences())
def test_every_sentence_speaks_to_whom_it_is_about(text):
    for you in places(text):
        english, chinese = sentence_for(text, you, "en"), sentence_for(text, you, "zh-hans")
        own = NAMES[sorted(places(text)).index(you)]
        assert own not in english + chinese
        assert re.search(r"\b[Yy]ou\b|\b[Yy]our\b", english) and "你" in chinese
        assert not WRONG.search(english), english
        assert "{" not in english + chinese


LANGUAGES = ["en", "zh-hans"]
#: Hands that are walked: game and house rules.
HANDS = [
    ("all-fours", {}),
    ("all-fours", {"edition": "1845"}),
    ("all-fours", {"players": 4, "discipline": "honour", "announce": "self"}),
    ("winner", {"bomb": True}),
    ("winner", {"players": 3}),
    ("big-two", {"bomb": True, "players": 3}),
    ("tien-len", {"chop_points": True, "twos_left": True, "chop_after_pass": "any", "instant": True}),
    ("president", {"equal": "skip", "revolution": True, "finish_on_two": False}),
    ("pitch", {}),
    ("pitch", {"edition": "commercial"}),
    ("pitch", {"edition": "dom-pedro"}),
    ("pitch", {"players": 7}),
    ("california-jack", {}),
    ("forty", {"discipline": "honour"}),
    ("eighty", {"throw": True, "overcall": True, "no_trump": True}),
]


def test_hands_of_every_game_are_walked():
    assert {key for key, _options in HANDS} == set(GAMES)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("key", "options"), HANDS)
def test_nobody_reads_their_own_name_in_a_whole_hand(key, options, language):
    game = GAMES[key]
    resolved = game.resolve(options)
    sitters = tuple(Sitter(seat, NAMES[seat]) for seat in range(game.seats(resolved)))
    # with every run each language reads a hand of its own, in the soak three
    for number in range(3) if SOAK else [LANGUAGES.index(language)]:
        rng = Random(f"{key} {options} {number}")
        state = first_state(game, options, resolved, rng)
        while True:
            for seat in range(len(sitters)):
                check_parts(key, state, seat, options, sitters, language)
            if state.result is not None:
                break
            state = game.step(state, rng.choice(game.legal(state)[:400]))


def first_state(game, options, resolved, rng):
    """Return a hand dealt at random; for Winner and President one with an exchange."""
    pack = list(game.pack(resolved))
    rng.shuffle(pack)
    context = game.following(resolved, (), tuple(pack), rng)
    if game.key == "winner":
        context = {"dealer": 1, "winner": 0, "loser": 1}
    if game.key == "president":
        context = {"dealer": 1, "order": [0, 2, 3, 1]}
    return game.start(game.setup(options, context, tuple(pack)))


def check_parts(key, state, seat, options, sitters, language):
    scene = scene_of(key, state, seat, options, sitters=sitters)
    with translation.override(language):
        parts = fragments.some(scene, fragments.PARTS)
    for name, html in parts.items():
        assert NAMES[seat] not in html, (name, html)
        text = re.sub(r"<[^>]+>", " ", html)
        assert not WRONG.search(text), (name, text)
