"""Big Two (大老二)."""

from __future__ import annotations

from games.plugins import GameModule

MODULES = {
    "big-two": GameModule(
        bot="games.titles.big_two.bot.player:BOT",
        table="games.titles.big_two.table.game_table:TABLE",
        guide="games.titles.big_two.guide.game_guide:GUIDE",
        lesson="games.titles.big_two.lesson.game_lesson:LESSON",
        cover="games.titles.big_two.cover:COVER",
        sheet="climbing/table.css",
    ),
}
