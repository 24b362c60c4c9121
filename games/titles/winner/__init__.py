"""Winner (争上游)."""

from __future__ import annotations

from games.plugins import GameModule

MODULES = {
    "winner": GameModule(
        bot="games.titles.winner.bot.player:BOT",
        table="games.titles.winner.table.game_table:TABLE",
        guide="games.titles.winner.guide.game_guide:GUIDE",
        lesson="games.titles.winner.lesson.game_lesson:LESSON",
        cover="games.titles.winner.cover:COVER",
        sheet="climbing/table.css",
    ),
}
