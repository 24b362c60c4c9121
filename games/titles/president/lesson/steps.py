"""President: sets, what beats what, twos that clear, and what a president gives back (/rules/president/#2 to #6)."""

from __future__ import annotations

from games.lessons.lesson import Lesson, poor, right, step
from games.rules.core import N_
from games.titles.climbing.lesson import steps as family
from games.titles.climbing.lesson.position import Position, following, leading

LESSON = Lesson(
    game="president",
    about=N_("Sets of one rank, twos that clear the table, and what a president gives back."),
    steps=(
        family.high(
            N_("The three is the lowest rank, and the 2 stands above the ace. Suits do not count."),
            "2D AS KH 9C 4S",
            "2D AS",
            N_("Yes: every 2 is above every ace."),
        ),
        step(
            "sets",
            N_("Sets"),
            N_(
                "Be the first to get rid of all cards. One to four cards of a rank are played at once; there are no "
                "straights."
            ),
            N_("You lead. Get rid of as many cards at once as you can."),
            leading("7S 7H 7D KC 4S"),
            right("play 7S 7H 7D", N_("Yes: few can answer three of a kind.")),
            poor("play *", N_("You may, but your three sevens go out together.")),
        ),
        family.cheaply(
            N_("Whoever follows beats the last play with as many cards of a higher rank, or passes."), "TC 8D QH 5C 2S"
        ),
        step(
            "equal",
            N_("Equal is not enough"),
            N_("At this table the same rank does not answer: it must be higher."),
            N_("A 9♦ lies on the table. Beat it as cheaply as you can."),
            following("9H JC QD 2S 5C", "9D"),
            right("play JC", N_("Yes: your nine is no higher than theirs, the jack is.")),
            poor("play *", N_("That beats it, but the jack was enough.")),
            poor("pass", N_("You may pass, but the jack is easily spared.")),
        ),
        step(
            "pairs",
            N_("As many cards"),
            N_("A pair is answered by a pair, three by three. A single card, however high, does not answer a pair."),
            N_("A pair of eights is led. Beat it as cheaply as you can."),
            following("9S 9H KD KC 2H", "8D 8H"),
            right("play 9S 9H", N_("Yes: the nines are just enough.")),
            poor("play *", N_("That beats it, but the nines were enough: keep the kings for later.")),
            poor("pass", N_("No need: your nines are higher.")),
        ),
        step(
            "pass",
            N_("Passing"),
            N_("A pass costs nothing: whoever has passed may play again later in the same trick."),
            N_("Three kings are led. What can you do?"),
            following("AS AH 2S 4C 4D", "KD KH KC"),
            right("pass", N_("Yes: you have no three of a higher rank.")),
        ),
        step(
            "clears",
            N_("Twos clear the table"),
            N_("A play of twos ends the trick at once: nobody is asked, and its player leads again."),
            N_("An ace lies on the table, and you hold a pair that wants to be led. Win the lead."),
            following("2H 6D 6S KS", "AS"),
            right("play 2H", N_("Yes: the table is cleared, and you lead your sixes.")),
            poor("pass", N_("Your two clears the table. With the lead you can bring out the sixes.")),
        ),
        step(
            "low-first",
            N_("Low cards first"),
            N_("A loose low card hardly ever wins a trick. Lead it while you can still win the lead back."),
            N_("You lead and hold four cards. Which goes first?"),
            leading("4S JD JC 2H"),
            right("play 4S", N_("Yes: the two wins you the lead back, and the jacks take you out.")),
            poor("play 2H", N_("The two wins a trick whenever you like: keep it until you need the lead.")),
            poor("play JD JC", N_("Then you are left with the four, and nobody will let you lead it.")),
            poor("play *", N_("Do not break the pair: it goes out as one play.")),
        ),
        step(
            "going-out",
            N_("Going out"),
            N_("Plan your last plays: whoever is out first is president in the next hand."),
            N_("You lead and hold three cards. Go out for certain."),
            leading("2H 8D 8S"),
            right("play 2H", N_("Yes: the two clears, so you lead again and the pair takes you out.")),
            poor("play 8D 8S", N_("If somebody has a higher pair they lead now, and your two must wait.")),
            poor("play *", N_("Do not break the pair: first the two, then both eights at once.")),
        ),
        step(
            "tribute",
            N_("What a president gives back"),
            N_(
                "From the second hand on the scum pays the president their two best cards. The president gives back "
                "any two; the vices exchange one."
            ),
            N_("You are president. Which two cards do you give back?"),
            Position(
                holds={0: "2H AS KD KC QS QH 9C 8D 8S 6C 6H 6D 4S", 1: "4C"},
                context={"dealer": 2, "order": [0, 1, 3, 2]},
                so_far=("1 give 4C",),
            ),
            right("give 4S 9C", N_("Yes: only pairs and threes are left below the ace, and no loose card.")),
            poor("give with 6C", N_("That breaks your three sixes.")),
            poor("give with 6H", N_("That breaks your three sixes.")),
            poor("give with 6D", N_("That breaks your three sixes.")),
            poor("give *", N_("Give away what stands alone and is low: the four and the nine.")),
        ),
    ),
)
