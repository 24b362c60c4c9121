"""All Fours: begging, following, and the four chances (/rules/all-fours/#3 to #6)."""

from __future__ import annotations

from games.lessons.lesson import Lesson, LessonStep, poor, right, step
from games.rules.core import N_
from games.titles.allfours.lesson.position import Position
from games.titles.four_chances.lesson import steps as family

LESSON = Lesson(
    game="all-fours",
    about=N_("Trumps, begging, following, and the four chances of a hand."),
    steps=(
        LessonStep(
            key="trumps",
            title=N_("The card turned up"),
            tell=N_(
                "Each of you holds six cards. One more card is turned up, and its suit is trumps: any "
                "trump beats any card of another suit."
            ),
            ask=N_("The 8♥ is turned up. Choose all your trumps, then press."),
            position=Position(holds={0: "AH 4H JS TS 7C 2D"}, turned="8H"),
            mark="trumps",
            well=N_("Yes: every heart is a trump, high or low."),
            missed=N_("You have left out %(cards)s: every heart is a trump, low ones too."),
            extra=N_("Not trumps: %(cards)s. Only cards of the suit turned up are trump."),
        ),
        LessonStep(
            key="sure-points",
            title=N_("High and Low"),
            tell=N_(
                "Four points are played for in every hand. High is for whoever holds the highest trump in play, Low"
                " for whoever was dealt the lowest. Nobody can take these two from you."
            ),
            ask=N_("Hearts are trump. Choose the two cards that are sure to score."),
            position=Position(holds={0: "AH JH 2H KC 9C 5S"}, turned="8H"),
            mark="AH 2H",
            well=N_("Yes: no trump is above the ace and none below the 2."),
            missed=N_("One is missing: %(cards)s. Look for the highest trump there is and the lowest there is."),
            extra=N_(
                "Not sure to score: %(cards)s. The jack of trumps scores for whoever wins it in a trick, "
                "and cards of other suits are neither High nor Low."
            ),
        ),
        family.pips(Position(holds={0: "TC KS QD 9H 8C 5D"}, turned="8H")),
        step(
            "beg",
            N_("A poor hand"),
            N_(
                "Before the first card the eldest, who leads, may beg. The dealer then gives "
                "them a point, or runs the cards: three more each and a new trump."
            ),
            N_("You are the eldest and hearts are trump. Beg or stand?"),
            Position(holds={0: "KS QS 9C 7C 6D 3D"}, turned="8H"),
            right("beg", N_("Yes: without a trump you have nothing to lose. A point, or a better trump.")),
            poor(
                "stand",
                N_("With no trump at all High, Low and Jack are out of your reach: ask for something else."),
            ),
        ),
        step(
            "stand",
            N_("A good hand"),
            N_("A beg may cost you your trumps: if the cards are run, another suit is turned up."),
            N_("Hearts are trump. Beg or stand?"),
            Position(holds={0: "AH KH JH 7S 5C 2D"}, turned="8H"),
            right("stand", N_("Yes: High is yours, and with ace and king you will bring the jack home.")),
            poor("beg", N_("These trumps are as good as they come. If the cards are run they are worth nothing.")),
        ),
        step(
            "give",
            N_("The other one begs"),
            N_("Now you deal, and the eldest begs. Give one point and keep these trumps, or run the cards."),
            N_("Your trumps are hearts. Give one, or run the cards?"),
            Position(holds={0: "AH JH TH 9H 4C 3C"}, dealer=0, turned="8H", so_far=("1 beg",)),
            right("give", N_("Yes: one point is a small price for a hand that may take three.")),
            poor(
                "run",
                N_("Three new cards and another trump: you throw away four trumps with the ace and the jack."),
            ),
        ),
        step(
            "follow",
            N_("Following"),
            N_(
                "When a side suit is led, follow suit or play a trump, even if you could follow. Without the "
                "suit, play anything."
            ),
            N_("The king of spades is led and hearts are trump. Win the king as cheaply as you can."),
            Position(holds={0: "AS 6S 9H 5H 9C 3D", 1: "KS"}, dealer=0, turned="8H", so_far=("1 stand", "1 play KS")),
            right("play AS", N_("Yes: the ace takes the king and costs you no trump.")),
            poor("play 6S", N_("Lawful, but the king goes home with 3 card points. You can win it.")),
            poor(
                "play *",
                N_("You may trump, even with spades in hand. But your ace wins too, and the trump is kept for later."),
            ),
        ),
        family.jack(
            Position(holds={0: "JH 6S 5S 9C 3D 2C", 1: "KS"}, dealer=0, turned="8H", so_far=("1 stand", "1 play KS"))
        ),
        family.trump_led(
            Position(holds={0: "JH 5H AS KS 9C 3D", 1: "QH"}, dealer=0, turned="8H", so_far=("1 stand", "1 play QH"))
        ),
        step(
            "catch",
            N_("The commanding card"),
            N_(
                "Whoever leads may play any card. The old books say: lead low to throw the lead to the other,"
                " unless you hold the commanding card."
            ),
            N_("You lead, hearts are trump. The jack is perhaps in the other hand. How do you go after it?"),
            Position(holds={0: "AH KH QH 6C 5S 3D"}, turned="8H", so_far=("0 stand",)),
            right("play any trumps", N_("Yes: a trump must follow, and your three are above the jack.")),
            poor(
                "play *",
                N_(
                    "A low plain card gives the lead away, and the jack can win. You "
                    "hold the commanding trumps: lead one."
                ),
            ),
        ),
        family.ten(
            Position(holds={0: "TC 4C 8S 7S 6D 2D", 1: "AC"}, dealer=0, turned="8H", so_far=("1 stand", "1 play AC"))
        ),
        family.catch_ten(
            Position(holds={0: "5H TD QD 7C 4C 3C", 1: "TS"}, dealer=0, turned="8H", so_far=("1 stand", "1 play TS"))
        ),
    ),
)
