"""Pitch: the first card, the bid and the sale, what counts (/rules/pitch/#4 to #6)."""

from __future__ import annotations

from typing import Any

from games.lessons.lesson import Lesson, LessonStep, poor, right, step
from games.rules.core import N_
from games.titles.four_chances.lesson import steps as family
from games.titles.four_chances.lesson.position import Position, following

#: two players; the reader leads, or where they deal the other does
PLAIN: dict[str, Any] = {"edition": "blind"}
SALE: dict[str, Any] = {"edition": "commercial", "players": 2}
JOKER: dict[str, Any] = {"edition": "dom-pedro", "players": 2, "auction": "none"}
PEDRO: dict[str, Any] = {"edition": "pedro-sancho", "players": 2, "auction": "none"}

LESSON = Lesson(
    game="pitch",
    about=N_("The first card makes trumps; what you bid you must make."),
    steps=(
        step(
            "pitch",
            N_("The first card"),
            N_("Nothing is turned up. The first card led is the pitch, and its suit is trump for the hand."),
            N_("You lead. Make your best suit trump, with a card that nobody can beat."),
            Position(holds={0: "AH KH JH 2H 7C 5S"}, options=PLAIN),
            right("play AH", N_("Yes: hearts are trump, the ace is High, and it draws the others’ trumps.")),
            poor("play with KH JH 2H", N_("Hearts are right, but lead the highest: it cannot be beaten.")),
            poor("play *", N_("That makes a suit trump in which you hold one card.")),
        ),
        LessonStep(
            key="sure-points",
            title=N_("High and Low"),
            tell=N_("High is for whoever holds the highest trump in play, Low for whoever was dealt the lowest."),
            ask=N_("You will pitch hearts. Choose the two cards that are sure to score."),
            position=Position(holds={0: "AH JH 2H KC 9C 5S"}, options=PLAIN),
            mark="AH 2H",
            well=N_("Yes: no trump is above the ace and none below the 2."),
            missed=N_("One is missing: %(cards)s. Look for the highest trump there is and the lowest there is."),
            extra=N_(
                "Not sure to score: %(cards)s. The jack of trumps scores for whoever wins it in a trick, "
                "and cards of other suits are neither High nor Low."
            ),
        ),
        family.pips(Position(holds={0: "TC KS QD 9H 8C 5D"}, options=PLAIN)),
        step(
            "sell",
            N_("An offer for a poor hand"),
            N_(
                "In Commercial Pitch the eldest sells the first lead. Sell, and you score what was bid at once; keep, "
                "and you must make as much yourself."
            ),
            N_("You are bid 2 points. Sell, or keep?"),
            Position(holds={0: "KS QS 9C 7C 6D 3D"}, options=SALE, so_far=("0 offer", "1 bid 2")),
            right("sell", N_("Yes: two sure points, and the other must still make theirs.")),
            poor("keep", N_("You would have to make two points with no ace, no two and no jack.")),
        ),
        step(
            "keep",
            N_("An offer for a good hand"),
            N_("Whoever falls short of what they must make scores nothing and is set back by as much."),
            N_("You are bid 1 point. Sell, or keep?"),
            Position(holds={0: "AH KH JH TH 2H 5S"}, options=SALE, so_far=("0 offer", "1 bid 1")),
            right("keep", N_("Yes: High and Low are yours, and the jack comes home behind ace and king.")),
            poor("sell", N_("One point for a hand that makes three or four, and the other leads.")),
        ),
        family.trump_led(following("JH 5H AS KS 9C 3D", "QH", options=PLAIN)),
        step(
            "joker",
            N_("The joker follows"),
            N_(
                "Dom Pedro adds a joker: whatever suit is trump it is the lowest trump, and worth fifteen to whoever "
                "takes it."
            ),
            N_("The nine of hearts is pitched. What must you play?"),
            following("LJ KS 9C 8S 4D 3D", "9H", options=JOKER),
            right("play LJ", N_("Yes: the joker is your only trump, and a trump led must be followed.")),
        ),
        family.ten(
            Position(
                # the sixth card, the eight of diamonds, has been thrown on the ace of hearts
                holds={0: "TC 4C 8S 7S 6D", 1: "AH AC"},
                dealer=0,
                options=PLAIN,
                so_far=("1 play AH", "0 play 8D", "1 play AC"),
            )
        ),
        LessonStep(
            key="counters",
            title=N_("Pedro and Sancho"),
            tell=N_(
                "In Pedro Sancho the nine of trumps counts nine and the five counts five, for whoever takes them. "
                "Game is the ten of trumps."
            ),
            ask=N_("Hearts will be trump. Choose the four cards that score."),
            position=Position(holds={0: "AH TH 9H 5H 3H 7C"}, options=PEDRO),
            mark="AH TH 9H 5H",
            well=N_("Yes: High, Game, nine and five, sixteen points in all."),
            missed=N_("You have left out %(cards)s: it scores for whoever takes it."),
            extra=N_("These score nothing here: %(cards)s."),
        ),
        step(
            "catch-pedro",
            N_("Catch the five"),
            N_("A counter is worth its points to whoever takes it, not to whoever was dealt it."),
            N_("The five of hearts is pitched. Take it as cheaply as you can."),
            following("AH 6H 9C 8S 4D 3D", "5H", options=PEDRO),
            right("play 6H", N_("Yes: five points for a six, and the ace is kept.")),
            poor("play AH", N_("It takes the five, but the six does so too.")),
        ),
    ),
)
