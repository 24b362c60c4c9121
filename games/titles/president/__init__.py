"""President (大富豪)."""

from __future__ import annotations

from games.plugins import GameModule

MODULES = {
    "president": GameModule(
        bot="games.titles.president.bot.player:BOT",
        table="games.titles.president.table.game_table:TABLE",
        guide="games.titles.president.guide.game_guide:GUIDE",
        lesson="games.titles.president.lesson.game_lesson:LESSON",
        cover="games.titles.president.cover:COVER",
        sheet="climbing/table.css",
    ),
}
