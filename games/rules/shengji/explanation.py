"""Why a hand ended as it did: each trick, each line of the score, in words (/rules/eighty/#8, #10 to #13)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.rules.cards import RANKS
from games.rules.core import N_, Cards, ExplainedTrick, Explanation, Message, Seat
from games.rules.shengji.actions import Claim, Play
from games.rules.shengji.hands import hand_of, points_of
from games.rules.shengji.options import SCORE_TABLES
from games.rules.shengji.playing import power_of
from games.rules.shengji.score import row, row_range
from games.rules.shengji.shapes import shape_of, split
from games.rules.shengji.state import State, trumps_in
from games.rules.shengji.trumps import ABOVE, TRUMP
from games.rules.shengji.view import winners_of


def explain(state: State) -> Explanation:
    """Return who won each trick and why, then the score line by line."""
    result = state.result
    assert result is not None, "a hand that is not over"
    tricks = tuple(explain_trick(state, trick, winner) for trick, winner in enumerate(winners_of(state)))
    lines = _points(state, result) if result["offender"] is None else [_offence(state, result)]
    return Explanation((), tricks, (*lines, *_levels(state, result)))


# --- tricks -----------------------------------------------------------------------------------


def explain_trick(state: State, trick: int, winner: int) -> ExplainedTrick:
    """Return what decided a finished trick (from 0): its winner and why, plays that could not win."""
    plays = state.plays[4 * trick : 4 * trick + 4]
    table = trumps_in(state)
    lead = plays[0].cards
    suit, shape = table.suits[lead[0]], shape_of(split(table, hand_of(lead)))
    powers = [power_of(table, shape, suit, hand_of(action.cards)) for action in plays]
    best = (winner - plays[0].seat) % 4
    points = sum(points_of(action.cards) for action in plays)
    messages = [
        Message(
            N_("Trick %(number)s: %(seat)s {wins|win} with %(cards)s; points in it: %(points)s. %(reason)s"),
            {
                "number": trick + 1,
                "seat": Seat(winner),
                "cards": Cards(plays[best].cards),
                "points": points,
                "reason": _reason(powers, best, suit, shape.throw),
            },
        )
    ]
    for index, tried in state.notes.failed:
        if index == 4 * trick:
            text = N_("%(seat)s tried to throw %(cards)s; that could be beaten, so only %(led)s was led.")
            messages.append(Message(text, {"seat": Seat(plays[0].seat), "cards": Cards(tried), "led": Cards(lead)}))
    if len(lead) > 1:
        messages += _in_vain(table.strength[suit], plays, powers, best)
    return ExplainedTrick(winner, tuple(messages), points)


def _reason(powers: Sequence[int], best: int, suit: int, throw: bool) -> Message:
    """Return why a play won: by the strength of the four, in order."""
    power = powers[best]
    if power and power in powers[best + 1 :]:
        if throw:
            return Message(N_("Several trumps fit, and their largest parts are equal: the first one played wins."))
        return Message(N_("Of equal cards the first one played wins."))
    if suit != TRUMP and power >= ABOVE:
        if sum(other >= ABOVE for other in powers) > 1:
            if throw:
                return Message(N_("The lead was trumped, and the largest part of these trumps is the highest."))
            return Message(N_("The lead was trumped, and these are the highest trumps."))
        return Message(N_("The lead was trumped."))
    if best == 0:
        if throw and suit == TRUMP:
            return Message(N_("A throw of trumps that stands is not beaten."))
        if throw:
            return Message(N_("A throw that stands is beaten only by trumps that fit it."))
        return Message(N_("Nobody beat the lead."))
    if suit == TRUMP:
        return Message(N_("It is the highest trump."))
    return Message(N_("It is the highest of the suit led."))


def _in_vain(strength: Sequence[int], plays: Sequence[Play], powers: Sequence[int], best: int) -> list[Message]:
    """Return a line for each play that is high enough in its cards but has not the lead's shape."""
    high = max(strength[card] for card in plays[best].cards)
    text = N_("%(seat)s played %(cards)s, which cannot win: it does not have the shape that was led.")
    return [
        Message(text, {"seat": Seat(action.seat), "cards": Cards(action.cards)})
        for action, power in zip(plays, powers, strict=True)
        if not power and max(strength[card] for card in action.cards) > high
    ]


# --- the score --------------------------------------------------------------------------------


def _points(state: State, result: dict[str, Any]) -> list[Message]:
    deal = state.ground.deal
    tricks, bottom = result["trick_points"], result["bottom_points"]
    times, points = result["multiplier"], result["points"]
    messages = [Message(N_("Points in the challengers' tricks: %(points)s."), {"points": tricks})]
    seat = Seat(result["last_winner"])
    if times:
        text = N_(
            "%(seat)s won the last trick and {scoops|scoop} the bottom: %(tricks)s + %(times)s × %(bottom)s = %(sum)s."
        )
        places = {"seat": seat, "tricks": tricks, "times": times, "bottom": bottom, "sum": points}
        messages.append(Message(text, places))
    else:
        text = N_("%(seat)s won the last trick for the declarers, so the points buried, %(bottom)s, count for nobody.")
        messages.append(Message(text, {"seat": seat, "bottom": bottom}))
    table = deal.setup.options["score_table"]
    low, high = row_range(deal.eighty, table, points)
    places = {"table": SCORE_TABLES[table], "low": low, "high": high, "up": row(deal.eighty, table, points).up}
    if high is None and result["stage"] == "taken":
        text = N_("%(table)s, %(low)s points or more: the challengers take the stage; levels up: %(up)s.")
    elif result["stage"] == "taken":
        text = N_("%(table)s, %(low)s to %(high)s points: the challengers take the stage; levels up: %(up)s.")
    elif low == high:
        text = N_("%(table)s, no points at all: the declarers hold the stage; levels up: %(up)s.")
    else:
        text = N_("%(table)s, %(low)s to %(high)s points: the declarers hold the stage; levels up: %(up)s.")
    return [*messages, Message(text, places)]


def _offence(state: State, result: dict[str, Any]) -> Message:
    """Return what ended the hand; what it costs is told of the levels, for some can neither fall nor rise."""
    offender = Seat(result["offender"])
    if result["end"] == "bad-bury":
        text = N_("%(seat)s buried %(count)s cards and not %(right)s, which ends the hand.")
        deal = state.ground.deal
        return Message(text, {"seat": offender, "count": len(state.ground.buried or ()), "right": len(deal.bottom)})
    claim = state.notes.claims[-1]
    assert isinstance(claim, Claim)
    places = {"seat": Seat(claim.seat), "accused": Seat(claim.against), "trick": claim.trick}
    if result["end"] == "claim-upheld":
        return Message(N_("%(accused)s revoked in trick %(trick)s: %(seat)s claimed it, which ends the hand."), places)
    text = N_("%(accused)s did not revoke in trick %(trick)s: %(seat)s claimed it wrongly, which ends the hand.")
    return Message(text, places)


def _levels(state: State, result: dict[str, Any]) -> list[Message]:
    """Return what became of the levels, who is the next banker, whether the match is won."""
    before, banker = state.ground.deal.setup.context["levels"], result["banker"]
    messages = []
    for team in (0, 1):
        seat = Seat(banker if team == banker % 2 else (banker + 1) % 4)
        places = {"seat": seat, "before": before[team], "after": result["levels"][team]}
        if result["change"][team]:
            text = N_("%(seat_owner)s side goes from level %(before)s to level %(after)s.")
            messages.append(Message(text, places))
        elif team == result["winning_team"] and _owed(state, result):
            messages.append(Message(N_("%(seat_owner)s side stays at level %(after)s and must play it first."), places))
        elif result["offender"] is not None:
            messages.append(Message(N_("%(seat_owner)s side stays at level %(after)s."), places))
    if result["match_over"]:
        messages.append(
            Message(N_("%(seat_owner)s side held the stage at level A and wins the match."), {"seat": Seat(banker)})
        )
    else:
        messages.append(Message(N_("%(seat)s {is|are} the next banker."), {"seat": Seat(result["next_banker"])}))
    return messages


def _owed(state: State, result: dict[str, Any]) -> bool:
    """Say whether the winners should have risen but for a level that must be played."""
    deal = state.ground.deal
    options, level = deal.setup.options, deal.setup.context["levels"][result["winning_team"]]
    up = 1 if result["offender"] is not None else row(deal.eighty, options["score_table"], result["points"]).up
    return bool(up and options["must_play"] and level in RANKS[:-1] and result["stage"] == "taken")
