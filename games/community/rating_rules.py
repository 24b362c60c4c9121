"""The rules of rating, as the page ``/rules/rating/`` states them.

A match is rated if it has standard length, its cards were new to everybody, and all opponents at its start are accounts
or AI players of measured strength. A loss always counts. A win counts only for players who made at least half of their
own moves in each hand, had no guest join against them later, and let nobody in during a hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta

from games.accounts.models import User
from games.ai import house_ratings
from games.matches.models import Match, Player
from games.rules.core import N_, Game
from games.rules.registry import GAMES

#: A match counts as abandoned this long after a person's last move.
ABANDONED = timedelta(days=7)
#: The first ``WHOLE`` matches against the same person within ``REPEATS`` count fully, the next counts a half, then a
#: third, and so on.
WHOLE, REPEATS = 3, timedelta(days=30)
#: Why a match is not rated: key → sentence for its players.
REASONS = {
    "short": N_("Not rated: it is shorter than the standard match."),
    "guest": N_("Not rated: a guest plays against somebody."),
    "unmeasured": N_("Not rated: an AI player of unknown strength plays here."),
    "practice": N_("Not rated: this is for practice."),
    "taken-back": N_("Not rated: a move was taken back."),
    "alone": N_("Not rated: nobody plays against a person here."),
}

#: Reasons that stay for good. A guest may sign up, and an AI player of unknown strength be measured.
LASTING = frozenset({"short", "practice", "taken-back", "alone"})


def why_unrated(game: Game, options: Mapping[str, object], sitters: Mapping[int, User | str]) -> str:
    """Return why a match would not be rated (a key of ``REASONS``), or "" if it would be.

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
        # anybody could play against guests they created themselves
        if isinstance(sitter, User) and sitter.is_guest and any(sides[other] != sides[seat] for other in people):
            return "guest"
    if any(
        isinstance(sitter, str) and house_ratings.rating(game, options, sitter) is None for sitter in sitters.values()
    ):
        return "unmeasured"
    return ""


def why_match_unrated(match: Match, players: Sequence[Player]) -> str:
    """Return why a match is not rated, judged by who sat there when it began, or "" if it is rated.

    Somebody whose account was erased since counts as before: as a guest, or as an account.
    """
    if match.practice:
        return "practice"
    if match.unrated:
        return "taken-back"
    game = GAMES[match.game]
    return why_unrated(game, game.resolve(match.options), {row.seat: sitter_at_start(row) for row in players})


def sitter_at_start(player: Player) -> User | str:
    """Return who had a seat when its match began: a person, or the level of an AI player."""
    if player.user is not None and began(player):
        return player.user
    return player.level or player.replaced_level or "policy"  # a person whose row is gone counts as «policy»


def began(player: Player) -> bool:
    """Return whether a player has had their seat since the first card of the match."""
    return player.from_hand == 1 and not player.replaced_level


def win_counts(match: Match, player: Player, opponents: Sequence[Player]) -> bool:
    """Return whether a win counts. It does not if an AI player made most of the moves, if somebody was let in, or if a
    guest joined the opponents later, even one who was erased since."""
    if match.joined_mid_hand or player.hands_missed:
        return False
    return not any(opponent.user is not None and opponent.user.is_guest for opponent in opponents)


def weight(earlier: int) -> float:
    """Return the weight of a match (0–1) after ``earlier`` ones against the same person."""
    return 1 / max(1, earlier - WHOLE + 2)
