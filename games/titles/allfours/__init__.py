"""All Fours, with its editions."""

from __future__ import annotations

from games.plugins import GameModule

MODULES = {
    "all-fours": GameModule(
        bot="games.titles.allfours.bot.player:BOT",
        table="games.titles.allfours.table.game_table:TABLE",
        guide="games.titles.allfours.guide.game_guide:GUIDE",
        lesson="games.titles.allfours.lesson.game_lesson:LESSON",
        cover="games.titles.allfours.cover:COVER",
        sheet="four_chances/table.css",
    ),
}
