"""The rules of rating, as the page ``/rules/rating/`` states them.

A match is rated if it has standard length and an end, its cards were new to everybody, and all opponents at its start
are accounts or AI players of measured strength. A loss always counts. A win counts only for players who made at least
half of their own moves in each hand, met nobody in the place of an AI player, and let nobody in during a hand; nor if
they stand far above all opponents (``FAR_ABOVE``).

Whoever gets a seat as a guest is a guest to the end of the match. If their account at the end counted, they could
decide by the score whether a match is rated: sign in, or sign up, when they win, and stay a guest when they lose.
What was rated for a guest before they sign up stays theirs; signing in to another account merges no ratings.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import timedelta
from statistics import fmean

from games.ai import house_ratings
from games.matches.models import Match, Player
from games.rules.core import N_, Game
from games.rules.registry import GAMES

#: A match counts as abandoned this long after a person's last move or, if the clock has played since, after the last
#: turn of a person began.
ABANDONED = timedelta(days=7)
#: The first ``WHOLE`` matches against the same person within ``REPEATS`` count fully, the next counts a half, then a
#: third, and so on.
WHOLE, REPEATS = 3, timedelta(days=30)
#: A win does not count for players who certainly stand this far (``mu``) above all opponents: 300 points as shown.
FAR_ABOVE = 7.5
#: Why a match is not rated: key → sentence for its players.
REASONS = {
    "short": N_("Not rated: it is shorter than the standard match."),
    "endless": N_("Not rated: with no limit of hands and no target it never ends."),
    "guest": N_("Not rated: a guest plays against somebody."),
    "unmeasured": N_("Not rated: an AI player of unknown strength plays here."),
    "practice": N_("Not rated: this is for practice."),
    "taken-back": N_("Not rated: a move was taken back."),
    "alone": N_("Not rated: nobody plays against a person here."),
}

#: Reasons that stay for good. An AI player of unknown strength may be measured.
LASTING = frozenset({"short", "endless", "guest", "practice", "taken-back", "alone"})


def why_unrated(game: Game, options: Mapping[str, object], levels: Mapping[int, str], guests: Collection[int]) -> str:
    """Return why a match would not be rated (a key of ``REASONS``), or "" if it would be.

    ``options``: resolved; ``levels``: seat → level of an AI player, or "" for a person; ``guests``: the seats of people
    who are guests.
    """
    if not game.is_full_length(options):
        return "short"
    if not game.has_end(options):
        return "endless"
    sides = {seat: game.side(seat, options) for seat in levels}
    people = {seat for seat, level in levels.items() if not level}
    if not people:
        return "alone"
    # anybody could play against guests they created themselves
    if any(sides[other] != sides[seat] for seat in people.intersection(guests) for other in people):
        return "guest"
    if any(level and house_ratings.rating(game, options, level) is None for level in levels.values()):
        return "unmeasured"
    return ""


def why_match_unrated(match: Match, players: Sequence[Player]) -> str:
    """Return why a match is not rated, judged by who sat there when it began, or "" if it is rated.

    Somebody who has signed up since, or whose account was erased, counts as before: as a guest, or as an account.
    """
    if match.practice:
        return "practice"
    if match.unrated:
        return "taken-back"
    game = GAMES[match.game]
    levels = {row.seat: level_at_start(row) for row in players}
    return why_unrated(game, game.resolve(match.options), levels, [row.seat for row in players if is_guests(row)])


def level_at_start(player: Player) -> str:
    """Return the level of the AI player who had a seat when its match began, or "" if a person had it."""
    if player.user is not None and began(player):
        return ""
    return player.level or player.replaced_level or "policy"  # a person whose row is gone counts as «policy»


def began(player: Player) -> bool:
    """Return whether a player has had their seat since the first card of the match."""
    return player.from_hand == 1 and not player.replaced_level


def is_guests(player: Player) -> bool:
    """Return whether a seat is that of somebody who got it as a guest, even if they have an account since."""
    # in a match that an earlier release began, nothing is noted of those who are guests
    return player.joined_as_guest or (player.user is not None and player.user.is_guest)


def is_rated(player: Player) -> bool:
    """Return whether a rated match is rated for a player: only for people who played from the first card, as the guest
    or the account that they still are."""
    if player.user is None or not began(player):
        return False
    return player.user.is_guest or not player.joined_as_guest


def win_counts(match: Match, player: Player, opponents: Sequence[Player]) -> bool:
    """Return whether a win counts. It does not if an AI player made most of the moves, if somebody was let in, or if
    somebody, even one who was erased since, took the seat of an opposing AI player: they risk nothing by losing."""
    if match.joined_mid_hand or player.hands_missed:
        return False
    return all(began(opponent) for opponent in opponents)


def is_far_above(mine: Sequence[float], others: Collection[Sequence[float]]) -> bool:
    """Return whether the players of a side certainly stand so far above every other side in the mean that a win says
    nothing of how well they play. ``mine``: what is certain of each (``rating_scale.low``); ``others``: the ``mu`` of
    each player of the other sides."""
    return fmean(mine) - max(map(fmean, others)) > FAR_ABOVE


def weight(earlier: int) -> float:
    """Return the weight of a match (0–1) after ``earlier`` ones against the same person."""
    return 1 / max(1, earlier - WHOLE + 2)
