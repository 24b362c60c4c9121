"""Who has each point that counts, in all games of the family and all their editions, and the strip that shows it."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from django.utils import translation

from games.ai import arena
from games.rules.registry import GAMES
from games.table import fragments
from games.table.scene import Sitter
from games.table.sentences import AI_NAMES
from games.titles.allfours.table import standing as allfours
from games.titles.four_chances.table import standing
from games.titles.pitch.table import panels as pitch
from tests.table.scenes import clear_drawings, scene_of, state_at
from tests.table.test_fragments import MOST_BYTES

FOUR = ["high", "low", "jack", "game"]
COUNTING = {
    "auction": FOUR,
    "blind": FOUR,
    "commercial": FOUR,
    "pedro-sancho": [*FOUR, "five", "nine"],
    "dom-pedro": [*FOUR, "three", "five", "nine", "snoozer"],
}
TABLES: list[tuple[str, dict[str, Any]]] = [
    *(("pitch", {"edition": edition}) for edition in COUNTING),
    *(("pitch", {"players": players}) for players in (2, 3, 5, 7)),
    ("pitch", {"partners": True, "edition": "pedro-sancho"}),
    ("pitch", {"tie_game": "nondealer"}),
    *(("california-jack", {"edition": edition}) for edition in ("1897", "later", "shasta-sam")),
    *(("all-fours", {"edition": edition}) for edition in ("1807", "1814-printed", "1845")),
    ("all-fours", {"low": "won"}),
    ("all-fours", {"players": 4, "edition": "1814"}),
]


def leaders(view: Any) -> standing.Leaders:
    if view.game == "pitch":
        return pitch.leaders(view)
    if view.game == "all-fours":
        return allfours.leaders(view)
    return standing.leaders(view, low="won", game=standing.most(standing.pips_by_side(view)))


def hand(key: str, chosen: dict[str, Any], seed: int) -> list[Any]:
    """Return the states of a whole hand of random moves."""
    game, rng = GAMES[key], Random(seed)
    deck = tuple(rng.sample(pack := list(game.pack(game.resolve(chosen))), len(pack)))
    states = [game.start(game.setup(chosen, game.following(game.resolve(chosen), (), deck, rng), deck))]
    while states[-1].result is None:
        states.append(game.step(states[-1], rng.choice(list(game.legal(states[-1])))))
    return states


@pytest.mark.parametrize(("key", "chosen"), TABLES)
def test_at_the_end_it_is_what_the_hand_scored(key: str, chosen: dict[str, Any]) -> None:
    counts: Counter[str] = Counter()
    for seed in range(40):
        state = hand(key, chosen, seed)[-1]
        if state.result["end"] != "played":
            continue
        sides = leaders(GAMES[key].view(state, 0))
        for what, side, _points in state.result["items"]:
            if what in sides:
                assert sides[what] == side, (seed, what)
                counts[what] += 1
    assert {"high", "low", "jack", "game"} <= set(counts)


@pytest.mark.parametrize(("key", "chosen"), TABLES)
def test_nobody_is_told_who_has_a_card_that_was_not_seen(key: str, chosen: dict[str, Any]) -> None:
    """Everybody is told the same as an onlooker, from the cards played and the answers to questions."""
    game = GAMES[key]
    for seed in range(6):
        for state in hand(key, chosen, seed):
            views = [game.view(state, seat) for seat in (*range(game.seats(game.resolve(chosen))), None)]
            results = [leaders(view) for view in views]
            assert all(one == results[0] for one in results)
            if not state.tricks and not state.trick and state.result is None:
                assert set(results[0].values()) == {None}


@pytest.mark.parametrize(("edition", "expected"), COUNTING.items())
def test_each_point_that_counts_in_an_edition_has_its_place(edition: str, expected: list[str]) -> None:
    """The places stay the same from the deal to the count, so that nothing moves."""
    for state in hand("pitch", {"edition": edition}, 3):
        assert list(pitch.leaders(GAMES["pitch"].view(state, 0))) == expected


def strip(key: str, is_wanted: Any, seat: int | None = 0, **chosen: Any) -> str:
    """Return the strip of the first state that ``is_wanted``, in the reader's language."""
    html = score(key, is_wanted, seat, **chosen)
    return re.search(r'<div class="strip">.*?</a></div>', html)[0]  # type: ignore[index]


def score(key: str, is_wanted: Any, seat: int | None = 0, **chosen: Any) -> str:
    """Return the score panel of the first state that ``is_wanted``, in the reader's language."""
    game = GAMES[key]
    count = game.seats(game.resolve(chosen))
    sitters = tuple(Sitter(one, "Mei" if one == 0 else AI_NAMES[one], level="policy") for one in range(count))
    state = state_at(game, is_wanted, chosen)
    html: str = fragments.parts(scene_of(key, state, seat, chosen, sitters=sitters))["score"]
    clear_drawings()
    return html


def cells(html: str) -> list[tuple[str, str, str]]:
    matches = re.findall(r"<i(?: class=(ours|theirs))?><b>(.+?)</b>(.*?)</i>", html)
    return [(look, label, who.strip()) for look, label, who in matches]


def later(state: Any) -> bool:
    return state.phase == "play" and len(state.tricks) == 4


@pytest.mark.parametrize("key", ["all-fours", "california-jack", "pitch"])
def test_one_strip_serves_all_three_games(key: str) -> None:
    shown = strip(key, later)
    assert [label for _look, label, _who in cells(shown)] == ["High", "Low", "Jack", "Game"]
    assert 'aria-label="High: ' in shown and "Game: " in shown
    for look, _letter, who in cells(shown):
        assert (look == "ours") == (who == "You") and (look == "") == (who == "")
    assert any(who for _look, _letter, who in cells(shown))


@pytest.mark.parametrize("key", ["all-fours", "california-jack", "pitch"])
def test_the_card_points_are_those_so_far_until_the_hand_is_scored(key: str) -> None:
    assert re.search(r">so far: \w+ \d+", score(key, later))
    shown = score(key, lambda state: state.result is not None and state.result["end"] == "played")
    assert "so far" not in shown and re.search(r">\w+ \d+(, \w+ \d+)+</span></li></ul>", shown)


def test_before_a_card_is_played_every_point_is_open() -> None:
    shown = strip("pitch", lambda state: state.phase == "bid", edition="dom-pedro")
    assert [(look, who) for look, _letter, who in cells(shown)] == [("", "")] * 8
    assert "".join(letter for _look, letter, _who in cells(shown)) == "HLJG359Sn"


def test_of_seven_players_each_is_called_by_name() -> None:
    names = {
        who
        for seed in range(7)
        for _look, _letter, who in cells(strip("pitch", later, seat=seed, players=7, edition="dom-pedro"))
    }
    assert "You" in names and len(names) > 2 and "Theirs" not in names


def test_partners_are_told_what_is_theirs_and_an_onlooker_who_it_is() -> None:
    words = {who for seat in (0, 1) for *_look, who in cells(strip("pitch", later, seat, partners=True))}
    assert {"Yours", "Theirs"} <= words <= {"Yours", "Theirs", ""}
    names = {who for *_look, who in cells(strip("pitch", later, None, partners=True))} - {""}
    assert names and all("and" in who for who in names)


def test_a_name_stays_text() -> None:
    game = GAMES["pitch"]
    scene = scene_of("pitch", state_at(game, later), 0)
    rogue = tuple(sitter._replace(name="<b>x</b>") for sitter in scene.sitters)
    html = fragments.parts(replace(scene, sitters=rogue))["score"]
    clear_drawings()
    assert "<b>x</b>" not in html


@pytest.mark.parametrize(
    ("key", "chosen"), [("pitch", {}), ("pitch", {"edition": "dom-pedro"}), ("california-jack", {}), ("all-fours", {})]
)
def test_a_move_is_pushed_in_few_bytes(key: str, chosen: dict[str, Any]) -> None:
    before: dict[str, str] = {}
    for number, state in enumerate(hand(key, chosen, 5)[:-1]):
        parts = fragments.parts(scene_of(key, state, 0, chosen, picture=148017 + number, seq=number))
        changed = {name: part for name, part in parts.items() if before.get(name) != part}
        assert not before or len(fragments.push(changed).encode()) <= MOST_BYTES
        before = dict(parts)


def test_it_is_said_in_chinese_too() -> None:
    with translation.override("zh-hans"):
        shown = strip("pitch", later, edition="dom-pedro")
    assert "".join(letter for _look, letter, _who in cells(shown)) == "高低J游359王"
    assert not re.search("High|Low|Game|Yours|Theirs|Last", shown)


def test_what_a_bidder_made_is_what_the_hand_has_counted_though_they_were_set_back_and_game_was_tied() -> None:
    game, tied = GAMES["pitch"], 0
    for number, setup in arena.deals(game, {"tie_game": "nondealer"}, 150, seed=5):
        rng, state = Random(number), game.start(setup)
        while state.result is None:
            state = game.step(state, rng.choice(list(game.moves(game.view(state, state.to_act[0])))))
        if contract := state.result["contract"]:
            shown = pitch.lies_open(game.view(state, None))
            assert sum(points for _what, points in shown.sure) == contract["made"], number
            tied += state.result["pips"].count(max(state.result["pips"])) > 1
    assert tied
