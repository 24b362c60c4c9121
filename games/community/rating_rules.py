"""What is rated, and what leaving costs: the page ``/rules/rating/`` in code.

A match is rated where it is of standard length, its cards were new to everybody and nobody is played
against but accounts and measured AI players. A loss then always counts; a win counts only for whoever
has made at least half of their own moves in each hand, and met no guest who came later.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta

from games.accounts.models import User
from games.ai import house_ratings
from games.matches.models import Match, Player
from games.rules.core import N_, Game
from games.rules.registry import GAMES

#: A match in which no person has moved for so long is abandoned.
ABANDONED = timedelta(days=7)
#: So many matches against the same person within ``REPEATS`` count whole: the next counts a half, then
#: a third, and so on.
WHOLE, REPEATS = 3, timedelta(days=30)
#: Why a match is not rated: key → sentence for the people of its table.
REASONS = {
    "short": N_("Not rated: it is shorter than the standard match."),
    "guest": N_("Not rated: a guest plays against somebody."),
    "unmeasured": N_("Not rated: an AI player of unknown strength plays here."),
    "practice": N_("Not rated: this is for practice."),
    "let-in": N_("Not rated: somebody was let into the middle of a hand."),
    "alone": N_("Not rated: nobody plays against a person here."),
}


def why_unrated(game: Game, options: Mapping[str, object], sitters: Mapping[int, User | str]) -> str:
    """Return why a match would not be rated, a key of ``REASONS``, or nothing where it would be.

    ``options``: resolved; ``sitters``: seat → person, or level of an AI player.
    """
    if not game.is_full_length(options):
        return "short"
    sides = {seat: game.side(seat, options) for seat in sitters}
    people = {seat for seat, sitter in sitters.items() if isinstance(sitter, User)}
    if not people:
        return "alone"
    for seat in people:
        sitter = sitters[seat]
        # a guest is no opponent: anybody can be as many guests as they like
        if isinstance(sitter, User) and sitter.is_guest and any(sides[other] != sides[seat] for other in people):
            return "guest"
    if any(isinstance(one, str) and house_ratings.rating(game, options, one) is None for one in sitters.values()):
        return "unmeasured"
    return ""


def why_match_unrated(match: Match, players: Sequence[Player]) -> str:
    """Return why a match is not rated, from who sat there when it began; nothing where it is."""
    if match.practice:
        return "practice"
    if match.unrated:
        return "let-in"
    game = GAMES[match.game]
    return why_unrated(game, game.resolve(match.options), {row.seat: sitter_at_start(row) for row in players})


def sitter_at_start(player: Player) -> User | str:
    """Return who had a seat when its match began: a person, or the level of an AI player."""
    if player.user is not None and player.from_hand == 1:
        return player.user
    return player.level or player.before or "policy"  # one whose account is erased counts as the stand-in


def win_counts(player: Player, opponents: Sequence[Player]) -> bool:
    """Say whether a rated match counts for somebody who has won it: not where the house has won it for
    them, nor where a guest came to play against them."""
    return not player.hands_missed and not any(one.user is not None and one.user.is_guest for one in opponents)


def weight(earlier: int) -> float:
    """Return how much a match counts, after so many ``earlier`` ones against the same person."""
    return 1 / max(1, earlier - WHOLE + 2)
