"""Big Two: the order, hands of five, and the duty before a last card (/rules/big-two/#2 to #6)."""

from __future__ import annotations

from games.lessons.lesson import Lesson, poor, right, step
from games.rules.core import N_
from games.titles.climbing.lesson import steps as family
from games.titles.climbing.lesson.position import Position, following, leading

LESSON = Lesson(
    game="big-two",
    about=N_("The order, poker hands of five, what beats what, and the last card."),
    steps=(
        family.high(
            N_(
                "The three is the lowest card, and the 2 stands above the ace. Of equal ranks the suit decides: "
                "diamonds, clubs, hearts, spades. So the 2♠ is the highest card of all."
            ),
            "2D AS KH 9C 4S",
            "2D AS",
            N_("Yes: even the 2 of diamonds is above the ace of spades."),
        ),
        step(
            "straight",
            N_("Five at once"),
            N_(
                "Be the first to get rid of all cards. One, two, three or five cards are played at once; of five there "
                "are the hands of poker."
            ),
            N_("You lead. Get rid of as many cards at once as you can."),
            leading("4S 5H 6C 7D 8S KD"),
            right("play 4S 5H 6C 7D 8S", N_("Yes: a straight takes five cards off your hand.")),
            poor("play *", N_("You may, but the straight takes five cards off your hand at once.")),
        ),
        family.cheaply(
            N_("Whoever follows beats the last play with as many cards, or passes. Spend no more than you must."),
            "TC 9D QH 5C 2S",
        ),
        step(
            "suits",
            N_("The suit decides"),
            N_("Pairs are compared by rank, then by their higher suit: spades are the highest."),
            N_("A pair of eights, 8♣ 8♦, is led. Beat it as cheaply as you can."),
            following("8H 8S KD KS 4C", "8D 8C"),
            right("play 8H 8S", N_("Yes: with the spade your eights are higher.")),
            poor("play *", N_("Kings are more than you need: your own eights win by suit.")),
            poor("pass", N_("No need: your eights are higher, for the spade is the highest suit.")),
        ),
        step(
            "full-house",
            N_("The full house"),
            N_("Three of a rank and two of another are a full house. Only the three are compared."),
            N_("You lead. Get rid of five cards at once."),
            leading("9S 9H 9C 4D 4S KH"),
            right("play 9S 9H 9C 4D 4S", N_("Yes: one card is left, and it is a king.")),
            poor("play *", N_("You may, but nines and fours go out together as one play.")),
        ),
        step(
            "flush",
            N_("Five climbs over five"),
            N_(
                "Any hand of five answers five cards: straight, flush, full house, quads, straight flush. The higher "
                "type beats, whatever the ranks."
            ),
            N_("A straight up to 10♣ is led. Beat it."),
            following("4H 6H 9H JH KH AS", "6C 7H 8S 9D TC"),
            right("play 4H 6H 9H JH KH", N_("Yes: a flush beats every straight.")),
            poor("pass", N_("You need not: five hearts are a flush, which beats every straight.")),
        ),
        step(
            "quads",
            N_("Quads"),
            N_("Four of a rank never go alone: they take any one card along. Only a straight flush is above them."),
            N_("A full house of aces is led. Beat it, and keep your king."),
            following("5D 5C 5H 5S 7C KD", "AD AC AH 4D 4S"),
            right("play 5D 5C 5H 5S 7C", N_("Yes: quads beat any full house, and the worst card goes with them.")),
            poor("play *", N_("That beats it, but take the seven along: the king is easier to play alone.")),
            poor("pass", N_("You need not: four fives with one card beat any full house.")),
        ),
        step(
            "two-in-row",
            N_("Straights with a two"),
            N_("Straights with a two are the highest here. 3 4 5 6 2 beats 10 J Q K A, and A 2 3 4 5 beats both."),
            N_("A straight up to the ace is led. Beat it."),
            following("2S 3H 4D 5C 6H KS", "TS JD QC KH AD"),
            right("play 2S 3H 4D 5C 6H", N_("Yes: with the two it is higher, though the cards look low.")),
            poor("pass", N_("You need not: your straight holds a two.")),
        ),
        step(
            "pass",
            N_("Passing"),
            N_("A pass costs nothing: whoever has passed may play again later in the same trick."),
            N_("A pair of aces is led. What can you do?"),
            following("KS KH QD QC 2S", "AC AH"),
            right("pass", N_("Yes: one two is no pair, so nothing here beats the aces.")),
        ),
        step(
            "last-card",
            N_("Before a last card"),
            N_(
                "When the next player has one card left, a single that you play must be your highest, so that nobody "
                "is let out cheaply. You may pass, or play more cards."
            ),
            N_("Bamboo comes after you and has one card. A 7♣ lies on the table. Stop them."),
            Position(
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
            right("play 2D", N_("Yes: only another two could beat it now.")),
            poor("pass", N_("You may, but then any card above the seven takes them out.")),
        ),
        step(
            "going-out",
            N_("Going out"),
            N_("Plan your last plays: a card that nobody can beat gives you the lead once more."),
            N_("You lead and hold three cards. Go out for certain."),
            leading("2S 8D 8C"),
            right("play 2S", N_("Yes: nobody beats it, so you lead again and the pair takes you out.")),
            poor("play 8D 8C", N_("If somebody has a higher pair they lead now, and your two must wait.")),
            poor("play *", N_("Do not break the pair: first the two, then both eights at once.")),
        ),
    ),
)
