"""Forty Points: trumps, points, making trumps, burying, following (/rules/eighty/#2 to #11)."""

from __future__ import annotations

from games.lessons.lesson import Lesson, LessonStep, poor, right
from games.rules.core import N_
from games.titles.shengji.lesson.position import Position

FIRST = {"banker": None, "first": 0}

LESSON = Lesson(
    game="forty",
    about=N_("Trumps and levels, making trumps, burying, following, and who gets the points."),
    steps=(
        LessonStep(
            key="trumps",
            title=N_("What is trump"),
            tell=N_(
                "You play level 2 and hearts are trump. Trumps are all hearts, all four 2s and both "
                "jokers. A 2 is a trump whatever its suit."
            ),
            ask=N_("Choose all your trumps, then press."),
            position=Position(holds={0: "LJ 2S 2H KH 6H AS TC 9D"}, size=8, trump="H"),
            mark="trumps",
            well=N_("Yes: hearts, 2s and jokers make one suit."),
            missed=N_("You have left out %(cards)s: hearts, all 2s and the jokers are trump."),
            extra=N_("Not trumps: %(cards)s. They stay in their own side suits."),
        ),
        LessonStep(
            key="points",
            title=N_("Point cards"),
            tell=N_(
                "A 5 is worth 5, a 10 and a king 10 each: 100 points in the deck. The challengers take "
                "the stage with 40."
            ),
            ask=N_("Choose all your cards that are worth points."),
            position=Position(holds={0: "KS TC 5D AH QH JC 5H 9D"}, size=8, trump="H"),
            mark="points",
            well=N_("Yes: 30 points in these four."),
            missed=N_("You have left out %(cards)s: 5s, 10s and kings of every suit count."),
            extra=N_("No points in %(cards)s: only 5s, 10s and kings count."),
        ),
        LessonStep(
            key="show",
            title=N_("Showing a card"),
            tell=N_(
                "While the cards are drawn, whoever has a card of the level may show it: its "
                "suit is trump, and in the first hand it makes the banker."
            ),
            ask=N_("Six of your cards have come, mostly hearts. Level 2 is played. Make hearts trumps."),
            position=Position(holds={0: "2H KH QH 9H 4C 3D"}, trump="H", context=FIRST, dealt=24),
            cases=(right("declare 2H", N_("Yes: the 2♥ makes hearts trumps, and you take up the bottom.")),),
        ),
        LessonStep(
            key="bury",
            title=N_("Burying"),
            tell=N_(
                "The banker takes up the bottom, six cards, and buries any six. If the "
                "challengers win the last trick, the points buried count double for them."
            ),
            ask=N_("Hearts are trump. Bury six cards that you will not miss."),
            position=Position(
                holds={0: "BJ 2H AH KH JH 9H 8H AS KS 9C QD 8D"},
                bottom="5S 7C 6C 3C 6D 4D",
                trump="H",
                begun=False,
            ),
            cases=(
                poor(
                    "bury any points",
                    N_(
                        "Points in the bottom count double for the challengers if they win the last trick: "
                        "bury cards without points."
                    ),
                ),
                poor("bury any trumps", N_("Trumps win tricks, and the last one above all: keep them.")),
                poor("bury with AS", N_("An ace is the highest card of its suit and wins a trick: keep it.")),
                right(
                    "bury *",
                    N_("Yes: low cards without points. Best of all if a whole suit is gone: then you can trump it."),
                ),
            ),
        ),
        LessonStep(
            key="follow",
            title=N_("Following suit"),
            tell=N_(
                "Whoever has a card of the suit led must play one. The highest card of the suit wins, or the "
                "highest trump."
            ),
            ask=N_("You are a challenger. The declarers lead K♣, worth 10. Win it."),
            position=Position(
                holds={0: "AC 6C KH 9D TS", 3: "KC"}, size=5, trump="H", banker=1, leader=3, so_far=("3 play KC",)
            ),
            cases=(
                right("play AC", N_("Yes: the ace is above the king, and the 10 points are for your side.")),
                poor("play *", N_("You follow suit, but your ace would have won 10 points.")),
            ),
        ),
        LessonStep(
            key="level-card",
            title=N_("A level card is no club"),
            tell=N_(
                "The 2♣ has left its suit: it is a trump, above all hearts but the 2♥. Whoever has no club "
                "may play anything, trumps too."
            ),
            ask=N_("K♣ is led by the declarers. Take its 10 points, as safely as you can."),
            position=Position(
                holds={0: "2C KH 9D 7D TS", 3: "KC"}, size=5, trump="H", banker=1, leader=3, so_far=("3 play KC",)
            ),
            cases=(
                right("play 2C", N_("Yes: you hold no club, for the 2♣ is a trump, and few trumps are above it.")),
                poor(
                    "play KH",
                    N_("That trumps it, but the banker plays after you: a higher trump would win 20 points back."),
                ),
                poor("play *", N_("You may play anything, for the 2♣ is no club. But this lets 10 points go.")),
            ),
        ),
        LessonStep(
            key="give",
            title=N_("Points for the partner"),
            tell=N_(
                "Points in a trick that you or your partner win are yours. If your partner is sure to win, play points."
            ),
            ask=N_("Your partner’s A♠ wins this trick, and you play last. What do you give?"),
            position=Position(
                holds={0: "KS 7S JD 8D", 1: "4S", 2: "AS", 3: "9S"},
                size=4,
                trump="H",
                banker=1,
                leader=1,
                so_far=("1 play 4S", "2 play AS", "3 play 9S"),
            ),
            cases=(
                right("play KS", N_("Yes: 10 points for your side.")),
                poor("play 7S", N_("Your partner wins anyway: the king would have brought 10 points home.")),
            ),
        ),
        LessonStep(
            key="keep",
            title=N_("No points for the others"),
            tell=N_("In a trick that the other side wins, play your cheapest card."),
            ask=N_("The banker’s A♠ wins this trick. You are a challenger and play last."),
            position=Position(
                holds={0: "KS 6S TS JD", 1: "AS", 2: "4S", 3: "8S"},
                size=4,
                trump="H",
                banker=1,
                leader=1,
                so_far=("1 play AS", "2 play 4S", "3 play 8S"),
            ),
            cases=(
                right("play 6S", N_("Yes: no points for them, and king and ten may still win.")),
                poor("play *", N_("What declarers win counts for nobody: those 10 points are lost to you.")),
            ),
        ),
        LessonStep(
            key="trump-led",
            title=N_("Trumps are led"),
            tell=N_("A trump is led: whoever has a trump must play one. Jokers and 2s are trump too."),
            ask=N_("9♥ is led, without points so far. Follow and keep what is good."),
            position=Position(
                holds={0: "LJ 7H AS KS 4C", 3: "9H"}, size=5, trump="H", banker=1, leader=3, so_far=("3 play 9H",)
            ),
            cases=(
                right("play 7H", N_("Yes: the small trump follows, and the joker waits for a trick with points.")),
                poor(
                    "play LJ",
                    N_(
                        "The joker wins here, but there is nothing in the trick. Keep it for points, or for "
                        "the last trick."
                    ),
                ),
            ),
        ),
        LessonStep(
            key="ace",
            title=N_("Leading an ace"),
            tell=N_("You are the banker and lead. In one deck the ace is alone at the top of its suit."),
            ask=N_("Win a trick and keep your big joker."),
            position=Position(holds={0: "AS 6S 9C BJ"}, size=4, trump="H"),
            cases=(
                right(
                    "play AS",
                    N_("Yes: it wins unless somebody has no spade and trumps, which is less likely early on."),
                ),
                poor("play BJ", N_("It wins, but the big joker is your hold on the last trick and the bottom.")),
                poor("play *", N_("That gives the lead away. Your ace would have won.")),
            ),
        ),
        LessonStep(
            key="last-trick",
            title=N_("The last trick"),
            tell=N_(
                "If a challenger wins the last trick, the bottom is scooped: its points count double. So "
                "a sure winner is kept to the end."
            ),
            ask=N_("You are a challenger and lead, with two cards left. Make sure of the bottom."),
            position=Position(holds={0: "BJ 4D"}, size=2, trump="H", banker=1, leader=0),
            cases=(
                right("play 4D", N_("Yes: whoever wins this trick, the big joker wins the last one.")),
                poor("play BJ", N_("Then 4♦ is your last card, and it will not win the last trick.")),
            ),
        ),
        LessonStep(
            key="stage",
            title=N_("Taking the stage"),
            tell=N_("The challengers have 30 points. With 40 the stage is theirs: one of them is the next banker."),
            ask=N_("10♠ lies on the table and you play last. Take the stage."),
            position=Position(
                holds={0: "AS 3S 8D 7C", 1: "TS", 2: "4S", 3: "QS"},
                size=4,
                trump="H",
                banker=1,
                leader=1,
                points=30,
                so_far=("1 play TS", "2 play 4S", "3 play QS"),
            ),
            cases=(
                right("play AS", N_("Yes: 30 and 10 make 40, and the stage is yours.")),
                poor("play *", N_("That leaves the trick to Q♠ and the 10 points with it. The ace takes the stage.")),
            ),
        ),
    ),
)
