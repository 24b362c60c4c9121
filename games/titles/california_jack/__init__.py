"""California Jack, with Shasta Sam."""

from __future__ import annotations

from games.plugins import GameModule

MODULES = {
    "california-jack": GameModule(
        bot="games.titles.california_jack.bot.player:BOT",
        table="games.titles.california_jack.table.game_table:TABLE",
        guide="games.titles.california_jack.guide.game_guide:GUIDE",
        lesson="games.titles.california_jack.lesson.game_lesson:LESSON",
        cover="games.titles.california_jack.cover:COVER",
        sheet="four_chances/table.css",
    ),
}
