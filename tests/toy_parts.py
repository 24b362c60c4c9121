"""The parts that a game may have besides its rules, for the toy game: each as small as possible."""

from __future__ import annotations

from games.ai.bot import Bot
from games.guide.blocks import Figure, Rule, Section
from games.guide.game_guide import GameGuide
from games.lessons.game_lesson import GameLesson
from games.lessons.lesson import Lesson, LessonStep, Position, poor, right
from games.lessons.positions import fill, held_cards, rest_of
from games.plugins import GameModule
from games.plugins.cover import Cover
from games.table.game_table import GameTable


class ToyBot(Bot):
    """Plays its highest card."""

    playouts = {"intermediate": 4, "strong": 8}

    def weighed(self, view, rng):
        return sorted(((float(action.card), action) for action in self.rules.moves(view)), reverse=True)


class ToyTable(GameTable):
    """Describes cards by how many there are."""

    def describe(self, options, cards):
        return f"{len(cards)} of them"


class ToyGuide(GameGuide):
    """One section with two sentences."""

    sections = (Section("1", "The play", "", (Rule("The higher last card wins."), Figure("options"))),)
    short = (Rule("The higher last card wins."),)
    about = {"polite": "1"}


class ToyLesson(GameLesson):
    """One step."""

    def lay_out(self, position):
        game = self.rules
        held = held_cards(position, 2)
        rest = rest_of(game.pack({}), *held)
        fill(held, [3, 3], rest)
        return game.setup({}, {"number": 1}, (*held[0], *held[1], *rest)), []


BOT, TABLE, GUIDE = ToyBot("toy"), ToyTable("toy"), ToyGuide("toy")
STEP = LessonStep(
    key="high",
    title="The higher card",
    tell="The higher last card wins.",
    ask="Play a card.",
    position=Position(holds={0: "AS 3S 2S"}),
    cases=(right("play 3S", "Yes."), poor("", "Keep the ace.")),
)
LESSON = ToyLesson(Lesson("toy", "How to play a card.", (STEP,)))
COVER = Cover(term="玩具", blurb="A toy.", shown="AS KS", players="2 players", minutes=1)

PARTS = {name: f"tests.toy_parts:{name.upper()}" for name in ("bot", "table", "guide", "lesson", "cover")}


def module(*parts: str) -> GameModule:
    """Return the toy game's module with only these parts."""
    return GameModule(**{name: PARTS[name] for name in parts})
