"""Tien Len: the order, straights, passing for good, and chops (/rules/tien-len/#2 to #6)."""

from __future__ import annotations

from games.lessons.lesson import Lesson, poor, right, step
from games.rules.core import N_
from games.titles.climbing.lesson import steps as family
from games.titles.climbing.lesson.position import following, leading

THREE_PAIRS = "5S 5D 6C 6H 7S 7D"

LESSON = Lesson(
    game="tien-len",
    about=N_("The order of the suits, straights, a pass that is final, and how twos are chopped."),
    steps=(
        family.high(
            N_(
                "The three is the lowest card, and the 2, which Vietnamese players call heo, stands above the ace. Of "
                "equal ranks the suit decides: spades, clubs, diamonds, hearts."
            ),
            "2S AH KD 9C 4S",
            "2S AH",
            N_("Yes: even the 2 of spades is above the ace of hearts."),
        ),
        step(
            "suits",
            N_("Hearts are the highest"),
            N_("Whoever follows beats the last play with the same kind and number of higher cards, or passes."),
            N_("A 9♦ lies on the table. Beat it as cheaply as you can."),
            following("9H TC QS 5C 2D", "9D"),
            right("play 9H", N_("Yes: the heart is the highest suit.")),
            poor("play *", N_("That beats it, but your nine was enough: the heart is the highest suit.")),
            poor("pass", N_("No need, and a pass is final in this trick: your nine of hearts is higher.")),
        ),
        step(
            "straight",
            N_("The straight"),
            N_("Three or more ranks in a row are a straight, of any suits. The longer, the more cards are gone."),
            N_("You lead. Get rid of as many cards at once as you can."),
            leading("4S 5H 6C 7D KS"),
            right("play 4S 5H 6C 7D", N_("Yes: four cards gone, and only a higher straight of four beats it.")),
            poor("play *", N_("You may, but one long straight takes four cards off your hand at once.")),
        ),
        step(
            "no-two",
            N_("No two in a straight"),
            N_("The ace ends the row: no straight goes on to the 2, and none begins with A 2 3."),
            N_("10♠ J♣ Q♦ is led. Beat it."),
            following("QS KH AC 2D 6C", "TS JC QD"),
            right("play QS KH AC", N_("Yes: with the ace on top it is the highest straight of three.")),
            poor("pass", N_("You need not: a straight with the ace on top is in your hand.")),
        ),
        step(
            "same-length",
            N_("Straight against straight"),
            N_("A straight is beaten by a straight of the same length: the top card decides, then its suit."),
            N_("5♠ 6♦ 7♣ lies on the table. Beat it, and keep the higher cards together."),
            following("6H 7S 8D 9C 2S", "5S 6D 7C"),
            right("play 6H 7S 8D", N_("Yes: top eight against top seven, and the lone six is gone too.")),
            poor("play *", N_("That beats it too, but it leaves you the six, which is hard to get rid of.")),
            poor("pass", N_("You have a straight of three with a higher top card: use it.")),
        ),
        step(
            "pass",
            N_("A pass is final"),
            N_("Whoever passes is out of the trick, until somebody has won it."),
            N_("A pair of kings is led. What can you do?"),
            following("QS QH AS 4C 4D", "KD KH"),
            right("pass", N_("Yes: one ace is no pair, so nothing here beats the kings.")),
        ),
        step(
            "chop",
            N_("Chopping a two"),
            N_(
                "Nothing in its own kind beats the 2♥. But three pairs in a row, đôi thông, or four of a kind, tứ quý, "
                "chop any single two."
            ),
            N_("The 2♥ is played. Chop it."),
            following(f"{THREE_PAIRS} KC", "2H"),
            right(f"play {THREE_PAIRS}", N_("Yes: six low cards are gone, and you most likely lead next.")),
            poor("pass", N_("You need not: your three pairs are neighbours, and chop it.")),
        ),
        step(
            "four",
            N_("Four of a kind"),
            N_("A four of a kind is no good to follow with, but it chops a two."),
            N_("The 2♠ is played. Chop it."),
            following("8S 8C 8D 8H JC", "2S"),
            right("play 8S 8C 8D 8H", N_("Yes: one card is left, and you most likely lead it.")),
            poor("pass", N_("You need not: four of a kind chops any single two.")),
        ),
        step(
            "pair-of-twos",
            N_("Two twos"),
            N_("A pair of twos takes more to chop: four pairs in a row. Three pairs do not."),
            N_("A pair of twos is played. What can you do?"),
            following(f"{THREE_PAIRS} KC", "2S 2D"),
            right("pass", N_("Yes: three pairs chop one two only. Keep them.")),
        ),
        step(
            "ladder",
            N_("Chopping a chopper"),
            N_("Choppers climb over one another: a four of a kind beats three pairs in a row, four pairs beat a four."),
            N_("Three pairs in a row are led. Chop them."),
            following("6S 6C 6D 6H 9C KD 2S", "TS TC JS JD QC QD"),
            right("play 6S 6C 6D 6H", N_("Yes: the four is stronger, though its rank is lower.")),
            poor("pass", N_("You need not: a four of a kind beats three pairs in a row.")),
        ),
        step(
            "going-out",
            N_("Going out"),
            N_("Plan your last plays: a card that nobody can beat gives you the lead once more."),
            N_("You lead and hold three cards. Go out as surely as you can."),
            leading("2H 8D 8C"),
            right("play 2H", N_("Yes: with three cards nobody has a chopper, so you lead again and are out.")),
            poor("play 8D 8C", N_("If somebody has a higher pair they lead now, and your two must wait.")),
            poor("play *", N_("Do not break the pair: first the two, then both eights at once.")),
        ),
    ),
)
