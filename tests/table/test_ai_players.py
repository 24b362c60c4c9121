"""«Who plays here», and the file of measurements it shows."""

from __future__ import annotations

import json
import re
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
from games.table import fragments, piece_cache, room_form
from games.table.sentences import CALLED, with_level
from tests.table import scenes


@pytest.fixture
def results_file(tmp_path, monkeypatch):
    """A file of results, and a folder of notes, of this test alone."""
    monkeypatch.setattr(settings, "VAR", tmp_path)
    # The command lowers its own priority; the tests that come after would run at it too.
    monkeypatch.setattr(ai_strength.os, "nice", lambda by: None)
    return tmp_path / "strength.json"


def measure(file: Path, *more: str) -> str:
    out = StringIO()
    call_command("ai_strength", "--game=forty", "--level=policy", "--deals=3", f"--file={file}", *more, stdout=out)
    return out.getvalue()


def test_it_is_the_same_stopped_or_not(results_file, tmp_path) -> None:
    measure(results_file)
    whole = measures.results(results_file)
    assert [one["key"] for one in whole] == ["forty-policy-casual", "forty-policy-random"]
    assert {one["deals"] for one in whole} == {3}
    for notes in (tmp_path / "strength").iterdir():
        lines = notes.read_text().splitlines()
        # Killed in the middle of its last line.
        notes.write_text("\n".join([*lines[:-1], lines[-1][: len(lines[-1]) // 2]]))
    output = measure(tmp_path / "again.json")
    assert "forty-policy-random" in output
    for row, other in zip(whole, measures.results(tmp_path / "again.json"), strict=True):
        for name in ("margin", "wins", "deals", "key", "code"):
            assert row[name] == other[name]


def test_what_is_measured_of_these_players_is_not_measured_again(results_file, monkeypatch) -> None:
    assert measure(results_file)
    assert measure(results_file) == ""
    monkeypatch.setattr(measures, "code", lambda game, *levels: "others")
    assert "forty-policy-random" in measure(results_file)


def test_a_quicker_python_plays_and_this_one_takes_the_times(results_file, tmp_path, monkeypatch) -> None:
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr(ai_strength, "IS_TIMED", False)
        assert measure(results_file).count("CPython takes the times") == 2
    assert measures.results(results_file) == []
    measure(results_file)
    there = measures.results(results_file)
    assert all(one["A"]["moves"] > 0 and one["deals"] == 3 for one in there)
    measure(tmp_path / "here.json", "--again")
    here = measures.results(tmp_path / "here.json")
    assert [one["margin"] for one in there] == [one["margin"] for one in here]


def test_what_comes_out_otherwise_elsewhere_is_not_believed(results_file, tmp_path, monkeypatch) -> None:
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr(ai_strength, "IS_TIMED", False)
        measure(results_file)
    notes = next((tmp_path / "strength").glob("forty-policy-casual*"))
    first, *others = notes.read_text().splitlines()
    notes.write_text("\n".join([json.dumps(json.loads(first) | {"margin": 999.0}), *others, ""]))
    with pytest.raises(CommandError, match="deal 0 comes out otherwise"):
        measure(results_file)


def test_it_begins_no_deal_when_its_time_is_over(results_file) -> None:
    assert "goes on in the next run" in measure(results_file, "--minutes=0")
    assert measures.results(results_file) == []


def test_it_says_what_falls_short(results_file) -> None:
    assert "not measured" in measure(results_file, "--list")
    measure(results_file)
    results = json.loads(results_file.read_text())
    for row in results["results"]:
        row["wins"] = {"mean": 0.3, "plus_minus": 0.1}
    results_file.write_text(json.dumps(results))
    assert measure(results_file, "--list").count("FALLS SHORT") == 2


@pytest.mark.parametrize(("flag", "words"), [("--level=nobody", "'casual', 'policy'"), ("--game=nothing", "'eighty'")])
def test_who_asks_for_a_player_or_a_game_that_is_not_measured_is_told_which_are(results_file, flag, words) -> None:
    with pytest.raises(CommandError, match=words):
        measure(results_file, flag)


@pytest.mark.parametrize("deals", ["-1", "0", "1"])
def test_too_few_deals_for_an_interval_are_not_measured(results_file, deals) -> None:
    with pytest.raises(CommandError, match="two deals at least"):
        measure(results_file, f"--deals={deals}")
    assert not results_file.exists()


def test_the_results_of_the_house_are_of_its_measures() -> None:
    known = {one.key: one for one in all_measures()}
    assert len(known) == len(all_measures())
    for row in measures.results():
        measure = known[row["key"]]
        assert (row["game"], row["a"], row["b"]) == (measure.game, measure.a, measure.b)
        assert row["A"]["illegal"] == row["B"]["illegal"] == 0
        assert row["date"] and row["commit"] and row["code"]


def folded(page: str) -> str:
    """Return the page as it is shown first: of what is folded up, the summaries alone."""
    return re.sub(r"</summary>.*?</details>", "", page, flags=re.S)


@pytest.mark.django_db
def test_the_page_shows_every_player_and_every_measure(client, results_file, monkeypatch) -> None:
    monkeypatch.setattr(measures, "written", lambda: "")
    page = client.get(reverse("players")).content.decode()
    assert page.count("not measured yet") == len(all_measures())
    for level in LEVELS:
        assert f"faces/{level}.svg" in page
        assert find(f"faces/{level}.svg")
    for game in GAMES.values():
        assert game.name in page


@pytest.mark.django_db
def test_the_page_shows_numbers_as_they_were_measured(client, results_file, monkeypatch) -> None:
    measure(results_file)
    rows = measures.results(results_file)
    monkeypatch.setattr(measures, "written", lambda file=results_file: file.read_text())
    page = client.get(reverse("players")).content.decode()
    for row in rows:
        mean = f"{row['margin']['mean']:+.1f}".replace("-", "−")
        assert f"{mean} ± {row['margin']['plus_minus']:.1f} points a pair of hands" in page
        assert row["commit"] in page
        assert row["commit"] not in folded(page)
    assert page.count("not measured yet") == len(all_measures()) - len(rows)
    assert "have changed since" not in page
    # what is measured while the site runs is shown at once
    rows[0]["commit"] = "abcdef0"
    measures.keep(rows[0], results_file)
    assert "abcdef0" in client.get(reverse("players")).content.decode()
    monkeypatch.setattr(measures, "code", lambda game, *levels: "others")
    piece_cache.clear_pieces()
    assert "have changed since" in client.get(reverse("players")).content.decode()


@pytest.mark.django_db
def test_the_line_of_a_game_is_about_its_usual_table(client) -> None:
    rows = {row["key"]: row for row in measures.results()}
    page = folded(client.get(reverse("players")).content.decode())
    shares = {key: f"first in {100 * rows[key]['wins']['mean']:.0f} ±" for key in rows if "winner-" in key}
    assert shares["winner-strong-policy"] in page
    assert shares["winner-players-3-strong-policy"] not in page


@pytest.mark.django_db
def test_the_page_says_what_the_bids_of_a_player_bring(client, monkeypatch) -> None:
    row = next(one for one in measures.results() if one["key"] == "pitch-policy-casual")
    with_bids = {**row, "bids": {"mean": -0.126, "plus_minus": 0.2, "kept": 0.714}}
    monkeypatch.setattr(measures, "written", lambda: json.dumps({"format": measures.FORMAT, "results": [with_bids]}))
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
