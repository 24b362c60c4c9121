"""California Jack: the stock, following, and the four chances (/rules/california-jack/#3 to #5)."""

from __future__ import annotations

from games.lessons.lesson import Lesson, LessonStep, poor, right
from games.rules.core import N_
from games.titles.four_chances.lesson import steps as family
from games.titles.four_chances.lesson.position import Position

LESSON = Lesson(
    game="california-jack",
    about=N_("Winning and losing tricks for the card on the stock."),
    steps=(
        LessonStep(
            key="stock",
            title=N_("The card on the stock"),
            tell=N_("Whoever takes the trick draws the card open on the stock, the other the next one unseen."),
            ask=N_("The king of hearts lies open, and hearts are trump. You lead: be sure to draw it."),
            position=Position(holds={0: "AH 7S 5S 9C 4D 3D"}, stock="KH"),
            cases=(
                right("play AH", N_("Yes: nothing beats the ace of trumps, and the king is yours.")),
                poor("play *", N_("That trick can be lost, and the king of trumps with it.")),
            ),
        ),
        LessonStep(
            key="win-for-it",
            title=N_("Win for what lies there"),
            tell=N_("A trump may be played on another suit, even with the suit in hand."),
            ask=N_("The king of clubs is led, and the jack of hearts lies on the stock. Hearts are trump."),
            position=Position(holds={0: "4C 5H 8S 7S 6D 5D", 1: "KC"}, dealer=0, stock="JH", so_far=("1 play KC",)),
            cases=(
                right("play 5H", N_("Yes: a small trump wins the king, and you draw the jack of trumps.")),
                poor("play 4C", N_("The other draws the jack of trumps, and takes the king.")),
            ),
        ),
        LessonStep(
            key="lose",
            title=N_("Lose on purpose"),
            tell=N_("When the card on the stock is worthless the next one is likely to be better."),
            ask=N_("The nine of clubs is led, and the three of diamonds lies on the stock."),
            position=Position(holds={0: "4C QH 8S 7S 6D 5D", 1: "9C"}, dealer=0, stock="3D", so_far=("1 play 9C",)),
            cases=(
                right("play 4C", N_("Yes: the trick holds nothing, and the other draws the three.")),
                poor("play QH", N_("A high trump, spent on a nine and a three.")),
            ),
        ),
        LessonStep(
            key="chances",
            title=N_("What scores"),
            tell=N_("High, Low and Jack are the ace, the two and the jack of trumps, for whoever takes them."),
            ask=N_("Hearts are trump. Choose the three cards that score a point."),
            position=Position(holds={0: "AH QH JH 2H TC 5S"}, stock="8D"),
            mark="AH JH 2H",
            well=N_("Yes: all three are in play in every hand, for all the cards are played."),
            missed=N_("You have left out %(cards)s: it scores for whoever takes it."),
            extra=N_("These score nothing here: %(cards)s."),
        ),
        family.pips(Position(holds={0: "TC KS QD 9H 8C 5D"}, stock="8D")),
        family.trump_led(
            Position(holds={0: "JH 5H AS KS 9C 3D", 1: "QH"}, dealer=0, stock="8D", so_far=("1 play QH",))
        ),
        family.jack(Position(holds={0: "JH 6S 5S 9C 3D 2C", 1: "KS"}, dealer=0, stock="8D", so_far=("1 play KS",))),
        family.ten(Position(holds={0: "TC 4C 8S 7S 6D 2D", 1: "AC"}, dealer=0, stock="8D", so_far=("1 play AC",))),
        family.catch_ten(
            Position(holds={0: "5H TD QD 7C 4C 3C", 1: "TS"}, dealer=0, stock="8D", so_far=("1 play TS",))
        ),
        LessonStep(
            key="must-trump",
            title=N_("You must trump"),
            tell=N_("At some tables who cannot follow suit must trump. Then a small trump that scores comes home."),
            ask=N_("The nine of spades is led, you have no spade, and hearts are trump."),
            position=Position(
                holds={0: "5H 2H QD 7C 4C 3C", 1: "9S"},
                dealer=0,
                stock="8D",
                options={"follow": "strict"},
                so_far=("1 play 9S",),
            ),
            cases=(
                right("play 2H", N_("Yes: the two wins the trick and is Low, a point for you.")),
                poor("play 5H", N_("It wins too, but the two is a point, and here it is safe.")),
            ),
        ),
    ),
)
