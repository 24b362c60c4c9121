"""Big Two: the order, hands of five, and the duty before a last card (/rules/big-two/#2 to #6)."""

from __future__ import annotations

from games.lessons.lesson import Lesson, LessonStep, poor, right
from games.rules.core import N_
from games.titles.climbing.lesson.position import Position

LESSON = Lesson(
    game="big-two",
    about=N_("The order, poker hands of five, what beats what, and the last card."),
    steps=(
        LessonStep(
            key="high",
            title=N_("The order"),
            tell=N_(
                "The three is the lowest card, and the 2 stands above the ace. Of equal ranks the suit decides: "
                "diamonds, clubs, hearts, spades. So the 2♠ is the highest card of all."
            ),
            ask=N_("Choose your two highest cards, then press."),
            position=Position(holds={0: "2D AS KH 9C 4S"}, size=5),
            mark="2D AS",
            well=N_("Yes: even the 2 of diamonds is above the ace of spades."),
            missed=N_("One of the two is missing: %(cards)s."),
            extra=N_("Not among the two highest: %(cards)s. In this game the 2 is high, above every ace."),
        ),
        LessonStep(
            key="straight",
            title=N_("Five at once"),
            tell=N_(
                "Be the first to get rid of all cards. One, two, three or five cards are played at once; of five there "
                "are the hands of poker."
            ),
            ask=N_("You lead. Get rid of as many cards at once as you can."),
            position=Position(holds={0: "4S 5H 6C 7D 8S KD"}, size=6),
            cases=(
                right("play 4S 5H 6C 7D 8S", N_("Yes: a straight takes five cards off your hand.")),
                poor("play *", N_("You may, but the straight takes five cards off your hand at once.")),
            ),
        ),
        LessonStep(
            key="cheaply",
            title=N_("Beating a card"),
            tell=N_("Whoever follows beats the last play with as many cards, or passes. Spend no more than you must."),
            ask=N_("A 9♠ lies on the table. Beat it as cheaply as you can."),
            position=Position(holds={0: "TC 9D QH 5C 2S", 3: "9S"}, size=5, leader=3, so_far=("3 play 9S",)),
            cases=(
                right("play TC", N_("Yes: the ten is just enough.")),
                poor("play *", N_("That beats it, but the ten was enough: keep the high cards for later.")),
                poor("pass", N_("You may pass, but here you can get rid of a middling card at no cost.")),
            ),
        ),
        LessonStep(
            key="suits",
            title=N_("The suit decides"),
            tell=N_("Pairs are compared by rank, then by their higher suit: spades are the highest."),
            ask=N_("A pair of eights, 8♣ 8♦, is led. Beat it as cheaply as you can."),
            position=Position(holds={0: "8H 8S KD KS 4C", 3: "8D 8C"}, size=5, leader=3, so_far=("3 play 8D 8C",)),
            cases=(
                right("play 8H 8S", N_("Yes: with the spade your eights are higher.")),
                poor("play *", N_("Kings are more than you need: your own eights win by suit.")),
                poor("pass", N_("No need: your eights are higher, for the spade is the highest suit.")),
            ),
        ),
        LessonStep(
            key="full-house",
            title=N_("The full house"),
            tell=N_("Three of a rank and two of another are a full house. Only the three are compared."),
            ask=N_("You lead. Get rid of five cards at once."),
            position=Position(holds={0: "9S 9H 9C 4D 4S KH"}, size=6),
            cases=(
                right("play 9S 9H 9C 4D 4S", N_("Yes: one card is left, and it is a king.")),
                poor("play *", N_("You may, but nines and fours go out together as one play.")),
            ),
        ),
        LessonStep(
            key="flush",
            title=N_("Five climbs over five"),
            tell=N_(
                "Any hand of five answers five cards: straight, flush, full house, quads, straight flush. The higher "
                "type beats, whatever the ranks."
            ),
            ask=N_("A straight up to 10♣ is led. Beat it."),
            position=Position(
                holds={0: "4H 6H 9H JH KH AS", 3: "6C 7H 8S 9D TC"},
                size=6,
                leader=3,
                so_far=("3 play 6C 7H 8S 9D TC",),
            ),
            cases=(
                right("play 4H 6H 9H JH KH", N_("Yes: a flush beats every straight.")),
                poor("pass", N_("You need not: five hearts are a flush, which beats every straight.")),
            ),
        ),
        LessonStep(
            key="quads",
            title=N_("Quads"),
            tell=N_(
                "Four of a rank never go alone: they take any one card along. Only a straight flush is above them."
            ),
            ask=N_("A full house of aces is led. Beat it, and keep your king."),
            position=Position(
                holds={0: "5D 5C 5H 5S 7C KD", 3: "AD AC AH 4D 4S"},
                size=6,
                leader=3,
                so_far=("3 play AD AC AH 4D 4S",),
            ),
            cases=(
                right("play 5D 5C 5H 5S 7C", N_("Yes: quads beat any full house, and the worst card goes with them.")),
                poor("play *", N_("That beats it, but take the seven along: the king is easier to play alone.")),
                poor("pass", N_("You need not: four fives with one card beat any full house.")),
            ),
        ),
        LessonStep(
            key="two-in-row",
            title=N_("Straights with a two"),
            tell=N_("Straights with a two are the highest here. 3 4 5 6 2 beats 10 J Q K A, and A 2 3 4 5 beats both."),
            ask=N_("A straight up to the ace is led. Beat it."),
            position=Position(
                holds={0: "2S 3H 4D 5C 6H KS", 3: "TS JD QC KH AD"},
                size=6,
                leader=3,
                so_far=("3 play TS JD QC KH AD",),
            ),
            cases=(
                right("play 2S 3H 4D 5C 6H", N_("Yes: with the two it is higher, though the cards look low.")),
                poor("pass", N_("You need not: your straight holds a two.")),
            ),
        ),
        LessonStep(
            key="pass",
            title=N_("Passing"),
            tell=N_("A pass costs nothing: whoever has passed may play again later in the same trick."),
            ask=N_("A pair of aces is led. What can you do?"),
            position=Position(holds={0: "KS KH QD QC 2S", 3: "AC AH"}, size=5, leader=3, so_far=("3 play AC AH",)),
            cases=(right("pass", N_("Yes: one two is no pair, so nothing here beats the aces.")),),
        ),
        LessonStep(
            key="last-card",
            title=N_("Before a last card"),
            tell=N_(
                "When the next player has one card left, a single that you play must be your highest, so that nobody "
                "is let out cheaply. You may pass, or play more cards."
            ),
            ask=N_("Bamboo comes after you and has one card. A 7♣ lies on the table. Stop them."),
            position=Position(
                holds={0: "2D KS JS 9C 8D 6H 4S", 1: "8H 3H 4C 5D 6S 7H", 3: "9S TD JC QH KD 7C"},
                size=7,
                leader=1,
                so_far=(
                    "1 play 8H",
                    "2 pass",
                    "3 pass",
                    "0 pass",
                    "1 play 3H 4C 5D 6S 7H",
                    "2 pass",
                    "3 play 9S TD JC QH KD",
                    "0 pass",
                    "1 pass",
                    "2 pass",
                    "3 play 7C",
                ),
            ),
            cases=(
                right("play 2D", N_("Yes: only another two could beat it now.")),
                poor("pass", N_("You may, but then any card above the seven takes them out.")),
            ),
        ),
        LessonStep(
            key="going-out",
            title=N_("Going out"),
            tell=N_("Plan your last plays: a card that nobody can beat gives you the lead once more."),
            ask=N_("You lead and hold three cards. Go out for certain."),
            position=Position(holds={0: "2S 8D 8C"}, size=3),
            cases=(
                right("play 2S", N_("Yes: nobody beats it, so you lead again and the pair takes you out.")),
                poor("play 8D 8C", N_("If somebody has a higher pair they lead now, and your two must wait.")),
                poor("play *", N_("Do not break the pair: first the two, then both eights at once.")),
            ),
        ),
    ),
)
