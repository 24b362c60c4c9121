"""Why a play, pass or gift is advised in a climbing game, and the habits that a review points out."""

from __future__ import annotations

from functools import partial
from typing import Any

from games.rules.climbing.actions import Play
from games.rules.core import N_
from games.table.reasons import Habit, Reason, Reasons
from games.titles.climbing.table.hooks import FEW, Hooks
from games.titles.climbing.table.position import Position

#: this many cards at once are many
MANY = 3

# --- plays --------------------------------------------------------------------------------------


def _goes_out(position: Position, action: Any) -> bool:
    return action.do == "play" and not position.left(action)


def _then_out(position: Position, action: Any) -> bool:
    """Nobody can beat it, and all cards left may then be led at once."""
    if action.do != "play" or not position.is_unbeatable(action):
        return False
    rest = position.left(action)
    return bool(rest) and position.hooks.classify(rest, position.view.options) is not None


def _unbeatable(position: Position, action: Any) -> bool:
    return action.do == "play" and position.is_unbeatable(action)


def _too_many(position: Position, action: Any) -> bool:
    """Somebody is almost out, but nobody who is holds as many cards; bombs have four or more."""
    if action.do != "play" or not position.leads:
        return False
    low = [count for seat in position.others if (count := position.view.counts[seat]) <= FEW]
    return bool(low) and len(action.cards) > max(low)


def _highest_single(position: Position, action: Any) -> bool:
    """Somebody could go out on a single card: the highest is the hardest to beat."""
    if action.do != "play" or len(action.cards) > 1:
        return False
    if not any(position.view.counts[seat] == 1 for seat in position.others):
        return False
    return position.single(action.cards[0]) == max(map(position.single, position.view.hand))


def _breaks_nothing(position: Position, action: Any) -> bool:
    """Every lower play of the kind would split cards of one rank, and this one breaks up nothing."""
    if action.do != "play" or position.leads or position.breaks(action):
        return False
    mine = position.height(action)
    lower = [move for move in position.alike(action) if position.height(move) < mine]
    return bool(lower) and all(map(position.splits, lower))


def _lowest(position: Position, action: Any) -> bool:
    """It is the lowest of all plays that beat the trick, and not the only one: a bomb never is."""
    if action.do != "play" or position.leads or position.is_bomb(action):
        return False
    heights = [position.height(move) for move in position.alike(action)]
    return position.height(action) == min(heights) < max(heights)


def _parts_nothing(position: Position, action: Any) -> bool:
    return action.do == "play" and not position.leads and not position.breaks(action)


def _overpays(position: Position, action: Any) -> bool:
    if action.do != "play" or position.leads:
        return False
    return any(position.height(move) < position.height(action) for move in position.alike(action))


def _wins_back(position: Position, action: Any) -> bool:
    """The lead may be beaten, but another play of its kind that nobody can beat is kept."""
    if action.do != "play" or not position.leads or len(action.cards) > 2 or position.is_unbeatable(action):
        return False
    size, left = len(action.cards), position.left(action)
    plays = [Play(action.seat, tuple(left[at : at + size])) for at in range(len(left) - size + 1)]
    kinds = (position.hooks.classify(play.cards, position.view.options) for play in plays)
    alike = [play for play, kind in zip(plays, kinds, strict=True) if kind and kind.type == position.combo(action).type]
    return any(map(position.is_unbeatable, alike))


def _sheds_most(position: Position, action: Any) -> bool:
    if action.do != "play" or not position.leads or len(action.cards) < MANY:
        return False
    return len(action.cards) == max(len(move.cards) for move in position.moves)


def _rids_lowest(position: Position, action: Any) -> bool:
    if action.do != "play" or not position.leads:
        return False
    return min(map(position.rank, position.view.hand)) in map(position.rank, action.cards)


# --- passes -------------------------------------------------------------------------------------


def _pass_keeps_best(position: Position, action: Any) -> bool:
    """Every play that beats the trick uses a card of the highest rank held."""
    if action.do != "pass" or not position.answers:
        return False
    best = max(map(position.rank, position.view.hand))
    return all(best in map(position.rank, move.cards) for move in position.answers)


def _pass_keeps_together(position: Position, action: Any) -> bool:
    return action.do == "pass" and bool(position.answers) and all(map(position.splits, position.answers))


# --- gifts --------------------------------------------------------------------------------------


def _gives_lowest(position: Position, action: Any) -> bool:
    if action.do != "give":
        return False
    ranks, gift = sorted(map(position.rank, position.view.hand)), sorted(map(position.rank, action.gift))
    return gift == ranks[: len(gift)]


def _gives_lone(position: Position, action: Any) -> bool:
    """No card kept has the rank of a card given."""
    if action.do != "give":
        return False
    kept_cards = [card for card in position.view.hand if card not in action.gift]
    return not any(position.same_rank(card, other) for card in action.gift for other in kept_cards)


def _gives_lowest_lone(position: Position, action: Any) -> bool:
    return _gives_lowest(position, action) and _gives_lone(position, action)


# --- habits -------------------------------------------------------------------------------------


def _splits(position: Position, action: Any) -> bool:
    return action.do == "play" and position.splits(action)


def _passes(position: Position, action: Any) -> bool:
    return action.do == "pass" and bool(position.answers)


def _leads_few(position: Position, action: Any) -> bool:
    """A single card is led while somebody has just one left."""
    if action.do != "play" or not position.leads or len(action.cards) > 1:
        return False
    return any(position.view.counts[seat] == 1 for seat in position.others)


#: most important first
REASONS = (
    Reason("goes-out", N_("With it you are out."), _goes_out),
    Reason("then-out", N_("Unbeatable, and you go out next."), _then_out),
    Reason("unbeatable", N_("Nobody at the table can beat it."), _unbeatable),
    Reason("highest-single", N_("Somebody has one card left: play your highest."), _highest_single),
    Reason("too-many", N_("Too long for those almost out."), _too_many),
    Reason("breaks-nothing", N_("A lower one breaks up a set."), _breaks_nothing),
    Reason("lowest", N_("The lowest you have that beats it."), _lowest),
    Reason("parts-nothing", N_("Beats theirs, breaks nothing."), _parts_nothing),
    Reason("wins-back", N_("You keep one of its kind that nobody can beat."), _wins_back),
    Reason("sheds-most", N_("It sheds the most cards at once."), _sheds_most),
    Reason("rids-lowest", N_("It rids you of your lowest card."), _rids_lowest),
    Reason("pass-keeps-best", N_("Only your best cards would beat it: keep them."), _pass_keeps_best),
    Reason("pass-keeps-together", N_("To beat it you would break up a pair or more."), _pass_keeps_together),
    Reason("gives-lone", N_("Your lowest, breaking no pair."), _gives_lowest_lone),
    Reason("gives-lowest", N_("The lowest you have."), _gives_lowest),
    Reason("gives-lone-card", N_("It breaks up no pair."), _gives_lone),
)
HABITS = (
    Habit("leads-few", N_("you led a single card to somebody with one card left"), _leads_few),
    Habit("splits", N_("you broke up a pair or more"), _splits),
    Habit("overpays", N_("you beat a play higher than you had to"), _overpays),
    Habit("passes", N_("you passed where it was better to beat"), _passes),
)


def reasons_of(hooks: Hooks) -> Reasons:
    """Return the reasons of a game, whose hooks say what beats what."""
    return Reasons(partial(Position, hooks=hooks), REASONS, HABITS)
