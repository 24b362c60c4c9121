"""Eighty Points: levels, pairs, tractors, burying, counting (/rules/eighty/#2 to #11)."""

from __future__ import annotations

from games.lessons.lesson import Lesson, LessonStep, poor, right
from games.rules.core import N_
from games.titles.shengji.lesson.position import Position

FIRST = {"banker": None, "first": 0}

LESSON = Lesson(
    game="eighty",
    about=N_("Trumps and levels, pairs and tractors, following them, burying, and counting points."),
    steps=(
        LessonStep(
            key="trumps",
            title=N_("Trumps and levels"),
            tell=N_(
                "You climb from level 2 to the ace. Now you play level 5 with hearts as trumps: all "
                "hearts, all 5s and the jokers are trump."
            ),
            ask=N_("Choose all your trumps, then press."),
            position=Position(holds={0: "BJ 5H 5C QH 3H AS KD 4C"}, size=8, trump="H", level="5"),
            mark="trumps",
            well=N_("Yes: joker, 5♥, then 5♣, then the other hearts, from high to low."),
            missed=N_("You have left out %(cards)s: hearts, all 5s and the jokers are trump."),
            extra=N_("Not trumps: %(cards)s. Neither hearts nor 5s nor jokers."),
        ),
        LessonStep(
            key="points",
            title=N_("Two hundred points"),
            tell=N_(
                "A 5 is worth 5, a 10 and a king 10 each. Two decks hold 200 points, and with 80 the "
                "challengers take the stage."
            ),
            ask=N_("Choose all your cards that are worth points. A level 5 counts too."),
            position=Position(holds={0: "5H KS KS TD AC QC JD 8S"}, size=8, trump="H", level="5"),
            mark="points",
            well=N_("Yes: 35 points in four cards."),
            missed=N_("You have left out %(cards)s: each 5, 10 and king counts, both copies and trumps too."),
            extra=N_("No points in %(cards)s: only 5s, 10s and kings count."),
        ),
        LessonStep(
            key="show",
            title=N_("Making trumps"),
            tell=N_(
                "While the cards are drawn anybody may show a card of the level, here a 2. "
                "Its suit is trump, and in the first hand it makes you the banker."
            ),
            ask=N_("You have eight cards, five of them spades. Make spades trumps."),
            position=Position(holds={0: "2S KS QS TS 8S 4H 6D JC"}, trump="S", context=FIRST, dealt=32),
            cases=(right("declare 2S", N_("Yes: with many spades you want them as trumps, and you are the banker.")),),
        ),
        LessonStep(
            key="bury",
            title=N_("Burying eight"),
            tell=N_(
                "The banker takes up eight cards and buries eight. Bury short side suits without points, "
                "and keep trumps, aces and pairs that run together."
            ),
            ask=N_(
                "Hearts are trump. Bury eight cards. The bottom counts double for the challengers if "
                "they win the last trick."
            ),
            position=Position(
                holds={0: "BJ LJ 2H 2S AH AH KH QH JH TH 9H 8H 6H AS AS KS KS QS AC TC KD JD JD 8D 3C"},
                bottom="9S 9C 7C 6C 4C 7D 4D 3D",
                trump="H",
                begun=False,
            ),
            cases=(
                poor(
                    "bury any points",
                    N_("These points count double if the challengers win the last trick. Bury cards without points."),
                ),
                poor("bury any trumps", N_("Trumps hold the last trick: do not bury them.")),
                poor("bury with AS AC", N_("Aces win tricks early on: keep them.")),
                poor("bury with JD", N_("A pair is stronger than two cards: bury single ones first.")),
                right(
                    "bury *",
                    N_(
                        "Yes: single low cards without points. The fewer clubs and diamonds you keep, the "
                        "sooner you can trump."
                    ),
                ),
            ),
        ),
        LessonStep(
            key="follow-pair",
            title=N_("Following a pair"),
            tell=N_(
                "Two identical cards are a pair. When a pair is led, follow with a pair of that suit if you have one."
            ),
            ask=N_("K♣ K♣ is led by the declarers, worth 20. Win it."),
            position=Position(
                holds={0: "AC AC 7C 9D 9D 4S", 3: "KC KC"},
                size=6,
                trump="H",
                banker=1,
                leader=3,
                so_far=("3 play KC KC",),
            ),
            cases=(right("play AC AC", N_("Yes: a pair beats a pair, and 20 points are yours.")),),
        ),
        LessonStep(
            key="short",
            title=N_("Too few of the suit"),
            tell=N_(
                "Whoever has fewer cards of the suit than were led plays all of them, and any others beside. "
                "No pair of another suit is asked for."
            ),
            ask=N_("9♣ 9♣ is led and the declarers will win it. Give as little as you can."),
            position=Position(
                holds={0: "JC TD TD 4D KS 7H", 3: "9C 9C"},
                size=6,
                trump="H",
                banker=1,
                leader=3,
                so_far=("3 play 9C 9C",),
            ),
            cases=(
                right("play JC 4D", N_("Yes: your only club, and a card that costs nothing.")),
                poor("play any points", N_("You must add a card, but not one that is worth 10 points to them.")),
                poor(
                    "play *", N_("With a club beside it this trump wins nothing: two cards of two suits are no pair.")
                ),
            ),
        ),
        LessonStep(
            key="no-pair",
            title=N_("Same rank, no pair"),
            tell=N_("A pair is two identical cards. 2♠ and 2♣ are both trumps here, and still no pair."),
            ask=N_("A pair of trumps, 4♥ 4♥, is led. Follow as you must."),
            position=Position(
                holds={0: "2S 2C 6H 6H 9D KD", 3: "4H 4H"},
                size=6,
                trump="H",
                banker=1,
                leader=3,
                so_far=("3 play 4H 4H",),
            ),
            cases=(right("play 6H 6H", N_("Yes: your only pair of trumps, and it wins so far.")),),
        ),
        LessonStep(
            key="lead-tractor",
            title=N_("The tractor"),
            tell=N_(
                "Pairs of one suit that follow each other are a tractor and are led together: four cards "
                "or more at once."
            ),
            ask=N_("You lead. Play your tractor."),
            position=Position(holds={0: "TC TC JC JC 4D KS"}, size=6, trump="H"),
            cases=(
                right("play TC TC JC JC", N_("Yes: four cards, and only a higher tractor or one of trumps beats it.")),
                poor("play *", N_("You may lead that. But 10♣ 10♣ J♣ J♣ go together: play all four.")),
            ),
        ),
        LessonStep(
            key="over-level",
            title=N_("Over the level"),
            tell=N_("At level 5 the 5s have left their suits: 4 and 6 are neighbours now."),
            ask=N_("Level 5, hearts are trump. Lead a tractor of spades."),
            position=Position(holds={0: "4S 4S 6S 6S 9D AC"}, size=6, trump="H", level="5"),
            cases=(
                right("play 4S 4S 6S 6S", N_("Yes: with the 5s gone nothing stands between 4 and 6.")),
                poor("play *", N_("You may lead that, but at level 5 your spade pairs are a tractor.")),
            ),
        ),
        LessonStep(
            key="follow-tractor",
            title=N_("Following a tractor"),
            tell=N_(
                "When a tractor is led, follow with a tractor of the suit if you have one; else with "
                "pairs; else with single cards of the suit."
            ),
            ask=N_("8♣ 8♣ 9♣ 9♣ is led. Follow."),
            position=Position(
                holds={0: "TC TC JC JC KC KC 3D", 3: "8C 8C 9C 9C"},
                size=7,
                trump="H",
                banker=1,
                leader=3,
                so_far=("3 play 8C 8C 9C 9C",),
            ),
            cases=(right("play TC TC JC JC", N_("Yes: your tractor follows, and it wins so far.")),),
        ),
        LessonStep(
            key="pairs-for-tractor",
            title=N_("Pairs for a tractor"),
            tell=N_(
                "Without a tractor every pair you have must go, up to the number led. The rest are cards "
                "of the suit, as you like."
            ),
            ask=N_("8♦ 8♦ 9♦ 9♦ is led by the declarers and will win. Follow, and give no points."),
            position=Position(
                holds={0: "JD JD KD 4D 3D AS QS", 3: "8D 8D 9D 9D"},
                size=7,
                trump="H",
                banker=1,
                leader=3,
                so_far=("3 play 8D 8D 9D 9D",),
            ),
            cases=(
                right(
                    "play JD JD 4D 3D",
                    N_("Yes: the pair is owed, the rest is small. High as it is, a lone pair does not beat a tractor."),
                ),
                poor(
                    "play *",
                    N_("Lawful, but the king hands them 10 points. You are free to choose the small diamonds."),
                ),
            ),
        ),
        LessonStep(
            key="kill",
            title=N_("Trumping a pair"),
            tell=N_(
                "Whoever has none of the suit may trump. Only a pair of trumps kills a pair: two different "
                "trumps win nothing."
            ),
            ask=N_("A♣ A♣ is led by the declarers and your partner may add points. You have no club. Take the trick."),
            position=Position(
                holds={0: "7H 7H 9H 3D 4D KS", 3: "AC AC"},
                size=6,
                trump="H",
                banker=1,
                leader=3,
                so_far=("3 play AC AC",),
            ),
            cases=(
                right("play 7H 7H", N_("Yes: a small pair of trumps kills a pair of aces.")),
                poor("play 7H 9H", N_("Two different trumps are no pair: they are gone and win nothing.")),
                poor("play *", N_("You may throw these away, but your pair of trumps would have won.")),
            ),
        ),
        LessonStep(
            key="count",
            title=N_("Counting"),
            tell=N_(
                "You are a declarer. The challengers have 70 points, and with 80 the stage is theirs. "
                "What you win counts for nobody."
            ),
            ask=N_("K♣ is winning for a challenger, with 5♣ beside it. You play last: hold the stage."),
            position=Position(
                holds={0: "AC 3C 8D 9S", 1: "KC", 2: "4C", 3: "5C"},
                size=4,
                trump="H",
                leader=1,
                points=70,
                so_far=("1 play KC", "2 play 4C", "3 play 5C"),
            ),
            cases=(
                right("play AC", N_("Yes: 15 points kept away, and they stay at 70.")),
                poor("play *", N_("Then this trick gives them 15, and 85 takes the stage.")),
            ),
        ),
    ),
)
