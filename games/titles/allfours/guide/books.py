"""The books that All Fours comes from, and what old books advise.

The source text is a Chinese collection of the printed rules. An English page says in our words what
it says; the translation for Chinese pages gives its own words, with a remark here and there.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.rules.core import N_


@dataclass(frozen=True, slots=True)
class Words:
    """What books say about an option: its ``key`` (a name of its own where it stands behind none),
    the ``years`` of the books, and the words."""

    key: str
    years: str
    text: str


BEHIND = (
    Words(
        "players",
        "1814",
        N_("Mostly two play, sometimes four."),
    ),
    Words(
        "players",
        "1845",
        N_("Four may play, in two partnerships."),
    ),
    Words("target", "1807, 1823", N_("Ten points make the game.")),
    Words("target", "1814", N_("Seven points commonly make the game.")),
    Words(
        "target",
        "1876",
        N_("It goes mostly by the name of Seven-up, from the points to win; some play nine, eleven, or a thousand."),
    ),
    Words(
        "deal",
        "1807, 1823",
        N_("Three cards at a time, or one at a time."),
    ),
    Words(
        "deal",
        "1845",
        N_("Cards are dealt in turn until each has six."),
    ),
    Words(
        "deal",
        "1876",
        N_("The cards are dealt by threes, not singly."),
    ),
    Words(
        "deal",
        "1807",
        N_(
            "If the dealer shows a card of the other side, a new deal may be asked for; one of their own must stand. "
            "Too many cards mean a new deal, or are drawn out again where both agree and none has been played."
        ),
    ),
    Words("cut", "1845", N_("Whoever cuts the lowest card deals.")),
    Words("ten", "1807, 1823, 1845", N_("A ten counts ten.")),
    Words(
        "ten",
        "1814",
        N_("A ten is printed as counting one: a slip, as we read it, for every other book has ten."),
    ),
    Words(
        "game_cards",
        "1845",
        N_("Ace, king, queen, jack and ten of trumps only; odd, and kept as that book has it."),
    ),
    Words(
        "low",
        "1807, 1823",
        N_("Low always scores for the player to whom it was dealt."),
    ),
    Words(
        "low",
        "1814",
        N_("Low is printed as the dealer’s; played so only in the edition “word for word”."),
    ),
    Words(
        "discard",
        "1845",
        N_("Three cards are commonly discarded for the three new ones."),
    ),
    Words(
        "beg_limit",
        "1807, 1823, 1845",
        N_("Nobody begs more than once in a hand, unless both agree."),
    ),
    Words(
        "beg_limit",
        "1845",
        N_("Whoever does not deal begs, and each is dealt three more cards; of a new turn-up nothing is said."),
    ),
    Words(
        "play",
        "1807, 1814, 1823, 1845",
        N_("You must follow suit or trump."),
    ),
    Words(
        "play",
        "1876",
        N_("You may trump instead of following; but when trump is led you must follow, if you can."),
    ),
    Words(
        "discipline",
        "1807, 1823",
        N_("Whoever does not follow gives the other side a point."),
    ),
    Words(
        "announce",
        "1814, 1845",
        N_("Each player counts their own score without looking at the tricks."),
    ),
)


@dataclass(frozen=True, slots=True)
class Reprint:
    """A later printing: its ``year``, «about» one that does not stand in what could be looked into, its ``title``, and
    what it ``changed`` of the game."""

    year: str
    title: str
    changed: str


#: Those that could be looked into, in full or by their title pages and contents.
REPRINTS = (
    Reprint(
        "1830",
        N_("W. C. Borradaile, Hoyle’s Improved Edition, New York"),
        N_("All Fours among its games, by its title “from the last London edition, with several additions”."),
    ),
    Reprint(
        N_("about 1850"),
        N_("J. H. Green, An Exposition of Games and Tricks with Cards, New York"),
        N_("Hoyle’s All Fours, which it also calls Old Sledge, with the ways in which people were cheated at it."),
    ),
    Reprint(
        N_("about 1858"),
        N_("Inquire Within, or Facts Worth Knowing, New York"),
        N_(
            "Two play, not seldom four; three cards at a time; the highest cut deals. Too many cards: before a card "
            "is played those too many may be drawn out again, if both like."
        ),
    ),
    Reprint(
        "1863",
        N_("G. F. Pardon, Hoyle’s Games Modernized"),
        N_("Blind All Fours and All Fives have headings of their own beside it."),
    ),
    Reprint(
        N_("about 1866"),
        N_("Dick & Fitzgerald, The American Card Player, New York"),
        N_("Pitch, Commercial Pitch, French Fours and All Fives stand beside it."),
    ),
    Reprint(
        N_("about 1881"),
        N_("Cassell’s Book of In-door Amusements, London"),
        N_("At equal counts the eldest scores Game. While the suit turned up stays the same, three more cards each."),
    ),
)

#: books and years of an advice → the advice
ADVICE = (
    ("1807, 1814, 1823", N_("Secure your own ten and court cards, and win those of the other side.")),
    (
        "1807, 1814, 1823",
        N_("Lead low, unless you hold the commanding card: the lead then falls to the other side."),
    ),
    ("1807, 1823", N_("Make your jack as soon as you can.")),
    ("1845", N_("Bring the jack and ten of trumps home: they score for whoever takes them.")),
    ("1807, 1823, 1845", N_("Win the other side’s best cards, with a trump or with a higher card of the suit.")),
)
