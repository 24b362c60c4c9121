"""The parts that a game supplies are read from its package, whoever asks and whenever."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from types import SimpleNamespace

import games.titles
from games import plugins
from games.rules.registry import GAMES
from games.table.home import families

#: A package whose import pauses half-way: «begun» and «go on» are events of the test.
SLOW = """
from games.plugins import GameModule
from games.titles import slow_import
slow_import.begun.set()
assert slow_import.go_on.wait(30)
MODULES = {"slow": GameModule(sheet="slow.css")}
"""


def test_a_game_that_another_thread_has_begun_to_import_is_waited_for(tmp_path, monkeypatch):
    events = SimpleNamespace(begun=Event(), go_on=Event())
    (tmp_path / "slow_title.py").write_text(SLOW)
    monkeypatch.setattr(games.titles, "slow_import", events, raising=False)
    monkeypatch.setattr(games.titles, "__path__", [*games.titles.__path__, str(tmp_path)])
    game = SimpleNamespace(key="slow", module="slow_title")
    try:
        with ThreadPoolExecutor(2) as threads:
            first = threads.submit(plugins.module_of, game)
            assert events.begun.wait(30)
            second = threads.submit(plugins.module_of, game)
            events.go_on.set()
            assert [one.result(30).sheet for one in (first, second)] == ["slow.css"] * 2
    finally:
        events.go_on.set()
        sys.modules.pop("games.titles.slow_title", None)


def test_every_list_has_the_games_of_a_family_together():
    assert list(GAMES) == [cover["key"] for family in families() for cover in (family, *family["kin"])]
