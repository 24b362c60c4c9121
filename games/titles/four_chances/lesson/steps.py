"""Steps that the family's first lessons share: the same words, with each game's position. Hearts are always trump."""

from __future__ import annotations

from games.lessons.lesson import LessonStep, Position, poor, right, step
from games.rules.core import N_


def pips(position: Position) -> LessonStep:
    """Return the step about what counts for Game."""
    return LessonStep(
        key="pips",
        title=N_("Game"),
        tell=N_(
            "Game goes to the most card points in tricks. A ten counts 10, an ace 4, a king 3, a queen 2, a jack 1, "
            "in every suit."
        ),
        ask=N_("Choose all your cards that count for Game."),
        position=position,
        mark="pips",
        well=N_("Yes: 15 card points, and ten of them in the ten. Guard your tens."),
        missed=N_("You have left out %(cards)s: tens and court cards count in every suit."),
        extra=N_("These count nothing: %(cards)s. Nines and lower have no card points, not even trumps."),
    )


def jack(position: Position) -> LessonStep:
    """Return the step about bringing the jack home."""
    return step(
        "jack",
        N_("The jack goes home"),
        N_("The jack of trumps is a point for whoever takes it. The old books say: make your jack as soon as you can."),
        N_("The king of spades is led. What do you play?"),
        position,
        right("play JH", N_("Yes: the jack is in your trick and scores, and it brings the king along.")),
        poor(
            "play *",
            N_("You follow, but a jack kept alone is soon caught by a higher trump. Here it wins for sure."),
        ),
    )


def trump_led(position: Position) -> LessonStep:
    """Return the step about a trump lead."""
    return step(
        "trump-led",
        N_("A trump is led"),
        N_("When a trump is led, whoever has a trump must play one."),
        N_("The queen of hearts is led, and hearts are trump. Save your jack."),
        position,
        right("play 5H", N_("Yes: the small trump follows, and the jack waits for a better trick.")),
        poor("play JH", N_("The queen is higher: you have given the other side the point for the jack.")),
    )


def ten(position: Position) -> LessonStep:
    """Return the step about keeping a ten."""
    return step(
        "ten",
        N_("Keep the ten"),
        N_("Tens decide Game. Do not drop one on a trick that the other side wins."),
        N_("The ace of clubs is led, and you hold no trump. Follow suit."),
        position,
        right("play 4C", N_("Yes: the ace costs you a four and no card points.")),
        poor("play TC", N_("The trick is lost either way, but the ten gives them 10 card points more.")),
    )


def catch_ten(position: Position) -> LessonStep:
    """Return the step about catching a ten."""
    return step(
        "catch-ten",
        N_("Win theirs"),
        N_("Without the suit led you may play anything. You need not trump, but you may."),
        N_("The ten of spades is led, and you have no spade. What do you play?"),
        position,
        right("play 5H", N_("Yes: a small trump wins ten card points. Game is decided by such tricks.")),
        poor("play *", N_("You may throw this away, but the ten goes home, and a small trump would have won it.")),
    )
