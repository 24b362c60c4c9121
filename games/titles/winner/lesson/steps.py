"""Winner: combinations, what beats what, passing, and the tribute (/rules/winner/#2 to #6)."""

from __future__ import annotations

from games.lessons.lesson import Lesson, poor, right, step
from games.rules.core import N_
from games.titles.climbing.lesson import steps as family
from games.titles.climbing.lesson.position import Position, following, leading

LESSON = Lesson(
    game="winner",
    about=N_("Combinations, what beats what, when to pass, and the tribute."),
    steps=(
        family.high(
            N_(
                "The three is the lowest card. Above the ace stands the 2, and above it the two jokers. "
                "Of equal ranks the suit decides: diamonds, clubs, hearts, spades."
            ),
            "2D AS KH 9C 4S",
            "2D AS",
            N_("Yes: even the 2 of diamonds is above the ace of spades."),
        ),
        step(
            "straight",
            N_("The straight"),
            N_(
                "Be the first to get rid of all cards. Whoever leads plays a single card, a pair, a triple, a"
                " straight … A straight has three or more ranks in a row, of any suits."
            ),
            N_("You lead. Get rid of as many cards at once as you can."),
            leading("4S 5H 6C 7D KS"),
            right(
                "play 4S 5H 6C 7D",
                N_("Yes: four cards gone, and only a higher straight or a straight flush beats it."),
            ),
            poor("play *", N_("You may, but one long straight takes four cards off your hand at once.")),
        ),
        family.cheaply(
            N_(
                "Whoever follows beats the last play with the same kind and number of cards, or passes. Spend"
                " no more than you must."
            ),
            "TC 9D QH 5C 2S",
        ),
        step(
            "suits",
            N_("The suit decides"),
            N_(
                "Pairs are compared by rank, then by their higher suit: spades above hearts, hearts above"
                " clubs, clubs above diamonds."
            ),
            N_("A pair of eights, 8♣ 8♦, is led. Beat it as cheaply as you can."),
            following("8H 8S KD KS 4C", "8D 8C"),
            right("play 8H 8S", N_("Yes: with the spade your eights are higher.")),
            poor("play *", N_("Kings are more than you need: your own eights win by suit.")),
            poor("pass", N_("No need: your eights are higher, for the spade is the highest suit.")),
        ),
        step(
            "pass",
            N_("Passing"),
            N_("A pass costs nothing: whoever has passed may play again later in the same trick."),
            N_("A pair of kings is led. What can you do?"),
            following("QS QH AS 4C 4D", "KD KH"),
            right("pass", N_("Yes: one ace is no pair, so nothing here beats the kings.")),
        ),
        step(
            "same-length",
            N_("Straight against straight"),
            N_("A straight is beaten by a straight of the same length with a higher top card."),
            N_("5♠ 6♦ 7♣ lies on the table. Beat it, and keep the higher cards together."),
            following("6H 7S 8D 9C 2S", "5S 6D 7C"),
            right("play 6H 7S 8D", N_("Yes: top eight against top seven, and the lone six is gone too.")),
            poor("play *", N_("That beats it too, but it leaves you the six, which is hard to get rid of.")),
            poor("pass", N_("You have a straight of three with a higher top card: use it.")),
        ),
        step(
            "triple-one",
            N_("A triple takes one along"),
            N_("A triple may take any one other card along. That is how lonely low cards go."),
            N_("You lead. Get rid of the triple and of your worst card."),
            leading("7S 7H 7D 4C KS AH"),
            right("play 7S 7H 7D 4C", N_("Yes: on its own the four would hardly have left your hand.")),
            poor("play with 7S", N_("Lawful, but take the lowest card along: the four is the hardest to get rid of.")),
            poor("play *", N_("The triple can carry your worst card with it. Lead it.")),
        ),
        step(
            "full-house",
            N_("Three and two"),
            N_("A triple with a pair is a full house. Its rank is the triple’s; only a higher full house beats it."),
            N_("You lead. Get rid of five cards at once."),
            leading("9S 9H 9C 4D 4S KH"),
            right("play 9S 9H 9C 4D 4S", N_("Yes: one card is left, and it is a king.")),
            poor("play *", N_("You may, but nines and fours go out together as one play.")),
        ),
        step(
            "pair-straight",
            N_("Pairs in a row"),
            N_(
                "Three to six pairs of neighbouring ranks are one play, a straight of pairs. Long runs of "
                "pairs are worth more and are harder to get."
            ),
            N_("You lead. How do six cards go at once?"),
            leading("4S 4H 5C 5D 6S 6D QH"),
            right("play 4S 4H 5C 5D 6S 6D", N_("Yes: hardly anybody holds three higher pairs in a row.")),
            poor("play *", N_("You may, but your three pairs are neighbours: play them all together.")),
        ),
        step(
            "low-two",
            N_("Aces in straights"),
            N_(
                "In straights the 2 is low: A 2 3 is the lowest, Q K A the highest, and K A 2 is not one. "
                "Jokers are in no straight."
            ),
            N_("10♠ J♦ Q♣ is led. Beat it."),
            following("AS 2H 3C KD QS", "TS JD QC"),
            right("play QS KD AS", N_("Yes: with the ace on top it is the highest straight of three.")),
            poor("pass", N_("You need not: a straight with the ace on top is in your hand.")),
        ),
        step(
            "joker",
            N_("The jokers"),
            N_(
                "A single 2♠ is beaten by the jokers alone, and nothing beats the big joker. Whoever wins the "
                "trick leads the next."
            ),
            N_("2♠ is played, and you hold a pair that wants to be led. Win the lead."),
            Position(holds={0: "LJ 5D 5H 8C", 1: "BJ", 3: "2S"}, size=4, leader=3, so_far=("3 play 2S",)),
            right("play LJ", N_("Yes: only the big joker could beat it now.")),
            poor("pass", N_("Your little joker beats the 2♠. With the lead you can bring out the fives.")),
        ),
        step(
            "going-out",
            N_("Going out"),
            N_("Plan your last plays: a card that nobody can beat gives you the lead once more."),
            N_("You lead and hold three cards. Go out for certain."),
            leading("BJ 8D 8C"),
            right("play BJ", N_("Yes: nobody beats the big joker, so you lead again and the pair takes you out.")),
            poor(
                "play 8D 8C",
                N_("If somebody has a higher pair they lead now, and your joker waits for a single card to be led."),
            ),
            poor("play *", N_("Do not break the pair: first the joker, then both eights at once.")),
        ),
        step(
            "tribute",
            N_("The tribute"),
            N_(
                "From the second hand on the loser of the last one gives the winner their "
                "highest card. The winner gives back any card."
            ),
            N_("You won the last hand. Which card do you give back?"),
            Position(
                holds={0: "2H AS KD KC JS TH 9C 8D 7S 6C 6H 6D 3S", 2: "BJ"},
                context={"dealer": 2, "winner": 0, "loser": 2},
            ),
            right("give 3S", N_("Yes: it is the lowest you have, and only the lowest straight could use it.")),
            poor("give with 6C 6H 6D", N_("That breaks your triple of sixes.")),
            poor("give with 7S 8D 9C TH JS", N_("That breaks your long straight.")),
            poor("give with KD KC", N_("That breaks your pair of kings.")),
            poor("give *", N_("High cards win the lead back for you: keep them.")),
        ),
    ),
)
