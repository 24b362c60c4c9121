"""California Jack: the stock, following, and the four chances (/rules/california-jack/#3 to #5)."""

from __future__ import annotations

from games.lessons.lesson import Lesson, LessonStep, poor, right, step
from games.rules.core import N_
from games.titles.four_chances.lesson import steps as family
from games.titles.four_chances.lesson.position import Position, following

LESSON = Lesson(
    game="california-jack",
    about=N_("Winning and losing tricks for the card on the stock."),
    steps=(
        step(
            "stock",
            N_("The card on the stock"),
            N_("Whoever takes the trick draws the card open on the stock, the other the next one unseen."),
            N_("The king of hearts lies open, and hearts are trump. You lead: be sure to draw it."),
            Position(holds={0: "AH 7S 5S 9C 4D 3D"}, stock="KH"),
            right("play AH", N_("Yes: nothing beats the ace of trumps, and the king is yours.")),
            poor("play *", N_("That trick can be lost, and the king of trumps with it.")),
        ),
        step(
            "win-for-it",
            N_("Win for what lies there"),
            N_("A trump may be played on another suit, even with the suit in hand."),
            N_("The king of clubs is led, and the jack of hearts lies on the stock. Hearts are trump."),
            following("4C 5H 8S 7S 6D 5D", "KC", stock="JH"),
            right("play 5H", N_("Yes: a small trump wins the king, and you draw the jack of trumps.")),
            poor("play 4C", N_("The other draws the jack of trumps, and takes the king.")),
        ),
        step(
            "lose",
            N_("Lose on purpose"),
            N_("When the card on the stock is worthless the next one is likely to be better."),
            N_("The nine of clubs is led, and the three of diamonds lies on the stock."),
            following("4C QH 8S 7S 6D 5D", "9C", stock="3D"),
            right("play 4C", N_("Yes: the trick holds nothing, and the other draws the three.")),
            poor("play QH", N_("A high trump, spent on a nine and a three.")),
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
        family.trump_led(following("JH 5H AS KS 9C 3D", "QH", stock="8D")),
        family.jack(following("JH 6S 5S 9C 3D 2C", "KS", stock="8D")),
        family.ten(following("TC 4C 8S 7S 6D 2D", "AC", stock="8D")),
        family.catch_ten(following("5H TD QD 7C 4C 3C", "TS", stock="8D")),
        step(
            "must-trump",
            N_("You must trump"),
            N_("At some tables who cannot follow suit must trump. Then a small trump that scores comes home."),
            N_("The nine of spades is led, you have no spade, and hearts are trump."),
            following("5H 2H QD 7C 4C 3C", "9S", stock="8D", options={"follow": "strict"}),
            right("play 2H", N_("Yes: the two wins the trick and is Low, a point for you.")),
            poor("play 5H", N_("It wins too, but the two is a point, and here it is safe.")),
        ),
    ),
)
