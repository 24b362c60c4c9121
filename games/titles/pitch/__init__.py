"""Pitch, with its five editions."""

from __future__ import annotations

from games.plugins import GameModule

MODULES = {
    "pitch": GameModule(
        bot="games.titles.pitch.bot.player:BOT",
        table="games.titles.pitch.table.game_table:TABLE",
        guide="games.titles.pitch.guide.game_guide:GUIDE",
        lesson="games.titles.pitch.lesson.game_lesson:LESSON",
        cover="games.titles.pitch.cover:COVER",
        sheet="four_chances/table.css",
    ),
}
