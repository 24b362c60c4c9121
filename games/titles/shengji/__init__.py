"""Forty (四十分) and Eighty (八十分, 升级), which share their rules."""

from __future__ import annotations

from games.plugins import GameModule

MODULES = {
    "forty": GameModule(
        bot="games.titles.shengji.bot.player:FORTY",
        table="games.titles.shengji.table.game_table:FORTY",
        guide="games.titles.shengji.guide.game_guide:FORTY",
        lesson="games.titles.shengji.lesson.game_lesson:FORTY",
        cover="games.titles.shengji.cover:FORTY",
    ),
    "eighty": GameModule(
        bot="games.titles.shengji.bot.player:EIGHTY",
        table="games.titles.shengji.table.game_table:EIGHTY",
        guide="games.titles.shengji.guide.game_guide:EIGHTY",
        lesson="games.titles.shengji.lesson.game_lesson:EIGHTY",
        cover="games.titles.shengji.cover:EIGHTY",
    ),
}
