"""Tien Len (tiến lên miền Nam)."""

from __future__ import annotations

from games.plugins import GameModule

MODULES = {
    "tien-len": GameModule(
        bot="games.titles.tien_len.bot.player:BOT",
        table="games.titles.tien_len.table.game_table:TABLE",
        guide="games.titles.tien_len.guide.game_guide:GUIDE",
        lesson="games.titles.tien_len.lesson.game_lesson:LESSON",
        cover="games.titles.tien_len.cover:COVER",
        sheet="climbing/table.css",
    ),
}
