"""«Who plays here», and the file of measurements it shows."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles.finders import find
from django.core.management import CommandError, call_command
from django.urls import reverse

from games.ai import LEVELS, bot, measures
from games.ai.measures import all_measures
from games.matches.management.commands import ai_strength
from games.rooms.services import RoomSettings
from games.rules.registry import GAMES
from games.table import fragments, kept, room_form
from games.table.sentences import CALLED, with_level
from tests.table import scenes


@pytest.fixture
def measured(tmp_path, monkeypatch):
    """A file of results, and a folder of notes, of this test alone."""
    monkeypatch.setattr(settings, "VAR", tmp_path)
    # It stands back behind all else; the tests that come after would too.
    monkeypatch.setattr(ai_strength.os, "nice", lambda by: None)
    return tmp_path / "strength.json"


def measure(file: Path, *more: str) -> str:
    out = StringIO()
    call_command("ai_strength", "--game=forty", "--level=policy", "--deals=3", f"--file={file}", *more, stdout=out)
    return out.getvalue()


def test_it_is_the_same_stopped_or_not(measured, tmp_path) -> None:
    measure(measured)
    whole = measures.results(measured)
    assert [one["key"] for one in whole] == ["forty-policy-casual", "forty-policy-random"]
    assert {one["deals"] for one in whole} == {3}
    for notes in (tmp_path / "strength").iterdir():
        lines = notes.read_text().splitlines()
        # Killed in the middle of its last line.
        notes.write_text("\n".join([*lines[:-1], lines[-1][: len(lines[-1]) // 2]]))
    told = measure(tmp_path / "again.json")
    assert "forty-policy-random" in told
    for one, other in zip(whole, measures.results(tmp_path / "again.json"), strict=True):
        for name in ("margin", "wins", "deals", "key", "code"):
            assert one[name] == other[name]


def test_what_is_measured_of_these_players_is_not_measured_again(measured, monkeypatch) -> None:
    assert measure(measured)
    assert measure(measured) == ""
    monkeypatch.setattr(measures, "code", lambda game, *levels: "others")
    assert "forty-policy-random" in measure(measured)


def test_a_quicker_python_plays_and_this_one_takes_the_times(measured, tmp_path, monkeypatch) -> None:
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr(ai_strength, "IS_TIMED", False)
        assert measure(measured).count("CPython takes the times") == 2
    assert measures.results(measured) == []
    measure(measured)
    there = measures.results(measured)
    assert all(one["A"]["moves"] > 0 and one["deals"] == 3 for one in there)
    measure(tmp_path / "here.json", "--again")
    measured_here = measures.results(tmp_path / "here.json")
    assert [one["margin"] for one in there] == [one["margin"] for one in measured_here]


def test_what_comes_out_otherwise_elsewhere_is_not_believed(measured, tmp_path, monkeypatch) -> None:
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr(ai_strength, "IS_TIMED", False)
        measure(measured)
    notes = next((tmp_path / "strength").glob("forty-policy-casual*"))
    first, *others = notes.read_text().splitlines()
    notes.write_text("\n".join([json.dumps(json.loads(first) | {"margin": 999.0}), *others, ""]))
    with pytest.raises(CommandError, match="deal 0 comes out otherwise"):
        measure(measured)


def test_it_begins_no_deal_when_its_time_is_over(measured) -> None:
    assert "goes on in the next run" in measure(measured, "--minutes=0")
    assert measures.results(measured) == []


def test_it_says_what_falls_short(measured) -> None:
    assert "not measured" in measure(measured, "--list")
    measure(measured)
    results = json.loads(measured.read_text())
    for one in results["results"]:
        one["wins"] = {"mean": 0.3, "plus_minus": 0.1}
    measured.write_text(json.dumps(results))
    assert measure(measured, "--list").count("FALLS SHORT") == 2


@pytest.mark.parametrize(("asked", "said"), [("--level=nobody", "'casual', 'policy'"), ("--game=nothing", "'eighty'")])
def test_who_asks_for_a_player_or_a_game_that_is_not_measured_is_told_which_are(measured, asked, said) -> None:
    with pytest.raises(CommandError, match=said):
        measure(measured, asked)


@pytest.mark.parametrize("deals", ["-1", "0", "1"])
def test_too_few_deals_for_an_interval_are_not_measured(measured, deals) -> None:
    with pytest.raises(CommandError, match="two deals at least"):
        measure(measured, f"--deals={deals}")
    assert not measured.exists()


def test_the_results_of_the_house_are_of_its_measures() -> None:
    known = {one.key: one for one in all_measures()}
    assert len(known) == len(all_measures())
    for one in measures.results():
        measure = known[one["key"]]
        assert (one["game"], one["a"], one["b"]) == (measure.game, measure.a, measure.b)
        assert one["A"]["illegal"] == one["B"]["illegal"] == 0
        assert one["date"] and one["commit"] and one["code"]


@pytest.mark.django_db
def test_the_page_shows_every_player_and_every_measure(client, measured, monkeypatch) -> None:
    monkeypatch.setattr(measures, "written", lambda: "")
    page = client.get(reverse("players")).content.decode()
    assert page.count("not measured yet") == len(all_measures())
    for level in LEVELS:
        assert f"faces/{level}.svg" in page
        assert find(f"faces/{level}.svg")
    for game in GAMES.values():
        assert game.name in page


@pytest.mark.django_db
def test_the_page_shows_numbers_as_they_were_measured(client, measured, monkeypatch) -> None:
    measure(measured)
    found = measures.results(measured)
    monkeypatch.setattr(measures, "written", lambda file=measured: file.read_text())
    page = client.get(reverse("players")).content.decode()
    for one in found:
        mean = f"{one['margin']['mean']:+.1f}".replace("-", "−")
        assert f"{mean} ± {one['margin']['plus_minus']:.1f} points a pair of hands" in page
        assert one["commit"] in page
    assert page.count("not measured yet") == len(all_measures()) - len(found)
    assert "have changed since" not in page
    # what is measured while the site runs is shown at once
    found[0]["commit"] = "abcdef0"
    measures.keep(found[0], measured)
    assert "abcdef0" in client.get(reverse("players")).content.decode()
    monkeypatch.setattr(measures, "code", lambda game, *levels: "others")
    kept.forget()
    assert "have changed since" in client.get(reverse("players")).content.decode()


@pytest.mark.django_db
def test_the_page_says_what_the_bids_of_a_player_bring(client, monkeypatch) -> None:
    row = next(one for one in measures.results() if one["key"] == "pitch-policy-casual")
    told = {**row, "bids": {"mean": -0.126, "plus_minus": 0.2, "kept": 0.714}}
    monkeypatch.setattr(measures, "written", lambda: json.dumps({"format": measures.FORMAT, "results": [told]}))
    page = client.get(reverse("players")).content.decode()
    assert "makes 71% of its bids, −0.13 points a bid" in page


def test_a_change_of_one_game_s_players_leaves_what_is_known_of_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    before = {game: measures.code(game, "policy", "random") for game in ("forty", "winner")}
    monkeypatch.setattr(bot("winner"), "version", bot("winner").version + 1)
    after = {game: measures.code(game, "policy", "random") for game in ("forty", "winner")}
    assert after["forty"] == before["forty"]
    assert after["winner"] != before["winner"]


def test_a_change_of_one_level_leaves_what_is_known_of_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    pairs = (("novice", "random"), ("beginner", "novice"), ("policy", "random"), ("strong", "policy"))
    before = [measures.code("winner", *pair) for pair in pairs]
    monkeypatch.setattr(bot("winner"), "versions", {**bot("winner").versions, "novice": 99})
    after = [measures.code("winner", *pair) for pair in pairs]
    assert [one != other for one, other in zip(before, after, strict=True)] == [True, True, False, False]


def test_an_ai_player_shows_its_level_at_the_table() -> None:
    scene = scenes.shengji()["shengji-lead"]
    level = next(sitter.level for sitter in scene.sitters if sitter.is_ai)
    board = fragments.parts(scene)["board"]
    assert board.count(f'<span class=tag data-l={level} role=img title="AI · Ox · Steady">Ox</span>') == 2
    style = Path(find("css/table.css")).read_text()
    for key in LEVELS:
        assert f'.tag[data-l={key}]::before {{ background-image: url("../faces/{key}.svg"); }}' in style
    assert set(CALLED) == set(LEVELS)
    assert with_level(scene.sitters[1]) == "Bamboo · Ox"
    assert with_level(scene.sitters[2]) == "Grandpa"


def test_the_set_up_calls_the_levels_as_the_table_does() -> None:
    (level,) = [field for field in room_form.setting_fields(GAMES["winner"], RoomSettings()) if field.name == "level"]
    names = [pick.name for pick in level.picks]
    assert names == [
        "Random · Monkey",
        "Novice · Rabbit",
        "Beginner · Duckling",
        "Casual · Panda",
        "Steady · Ox",
        "Intermediate · Fox",
        "Strong · Tiger",
    ]
