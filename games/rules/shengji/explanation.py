"""Why a hand ended as it did: each trick, each line of the score, in words (/rules/eighty/#8, #10 to #13)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.rules.cards import RANKS
from games.rules.core import N_, Cards, ExplainedTrick, Explanation, Message, Seat
from games.rules.revokes import Claim
from games.rules.shengji.actions import Play
from games.rules.shengji.hands import hand_of, points_of
from games.rules.shengji.playing import power_of
from games.rules.shengji.score import row, row_range
from games.rules.shengji.shapes import shape_of, split
from games.rules.shengji.state import State, trumps_in
from games.rules.shengji.trumps import ABOVE, TRUMP
from games.rules.shengji.view import winners_of

#: what became of the level of a side, where there is no more to it
MOVES = N_("%(seat_owner)s side goes from %(before)s to %(after)s.")
STAYS = N_("%(seat_owner)s side stays at %(after)s.")
#: levels that the winners rise, of few → how that is said
GAINS = (N_("no level gained"), N_("one level up"))


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
    points = sum(points_of(play.cards) for play in plays)
    text = N_("Trick %(number)s: %(seat)s {wins|win} with %(cards)s. %(reason)s")
    places: dict[str, Any] = {"number": trick + 1, "seat": Seat(winner), "cards": Cards(plays[best].cards)}
    if points:
        text = N_("Trick %(number)s, %(points)s points: %(seat)s {wins|win} with %(cards)s. %(reason)s")
        places["points"] = points
    messages = [Message(text, {**places, "reason": _reason(powers, best, suit, shape.throw)})]
    for index, cards in state.notes.failed:
        if index == 4 * trick:
            text = N_("%(seat)s tried to throw %(cards)s, but somebody could beat it: only %(led)s was led.")
            messages.append(Message(text, {"seat": Seat(plays[0].seat), "cards": Cards(cards), "led": Cards(lead)}))
    if len(lead) > 1:
        messages += _in_vain(table.strength[suit], plays, powers, best)
    return ExplainedTrick(winner, tuple(messages), points)


def _reason(powers: Sequence[int], best: int, suit: int, throw: bool) -> Message:
    """Return why a play won: by the strength of the four, in order."""
    power = powers[best]
    if power and power in powers[best + 1 :]:
        if throw:
            return Message(N_("Several trumps fit and tie: the first one played wins."))
        return Message(N_("Of equal cards the first one played wins."))
    if suit != TRUMP and power >= ABOVE:
        if sum(other >= ABOVE for other in powers) > 1:
            if throw:
                return Message(N_("Several trumped the throw; these trumps are the highest."))
            return Message(N_("Several trumped the lead; these trumps are the highest."))
        return Message(N_("The lead was trumped."))
    if best == 0:
        if throw and suit == TRUMP:
            return Message(N_("Nobody can beat a throw of trumps."))
        if throw:
            return Message(N_("Nobody trumped the throw."))
        return Message(N_("Nobody beat the lead."))
    if suit == TRUMP:
        return Message(N_("The highest trump wins."))
    return Message(N_("The highest of the suit led wins."))


def _in_vain(strength: Sequence[int], plays: Sequence[Play], powers: Sequence[int], best: int) -> list[Message]:
    """Return a line for each play that is high enough in its cards but has not the lead's shape."""
    high = max(strength[card] for card in plays[best].cards)
    text = N_("%(seat)s played %(cards)s: high, but not the shape that was led.")
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
    messages = [Message(N_("The challengers caught %(points)s points."), {"points": tricks})]
    seat = Seat(result["last_winner"])
    if times and not bottom:
        text = N_("%(seat)s won the last trick and scooped the bottom: no points lay in it.")
        messages.append(Message(text, {"seat": seat}))
    elif times:
        text = N_("%(seat)s won the last trick and scooped the bottom: %(tricks)s + %(times)s × %(bottom)s = %(sum)s.")
        places = {"seat": seat, "tricks": tricks, "times": times, "bottom": bottom, "sum": points}
        messages.append(Message(text, places))
    else:
        text = N_("%(seat)s won the last trick for the declarers.")
        if bottom:
            text = N_("%(seat)s won the last trick for the declarers: the %(bottom)s points in the bottom don’t count.")
        messages.append(Message(text, {"seat": seat, "bottom": bottom} if bottom else {"seat": seat}))
    return [*messages, _row(deal.eighty, deal.setup.options["score_table"], result)]


def _row(eighty: bool, table: str, result: dict[str, Any]) -> Message:
    """Return what the points bring by the row of the score table: who declares next, and how many levels."""
    points, banker = result["points"], result["banker"]
    low, high = row_range(eighty, table, points)
    if high is None:
        span = Message(N_("%(low)s points or more"), {"low": low})
    elif low == high:
        span = Message(N_("No points at all"))
    else:
        span = Message(N_("%(low)s–%(high)s points"), {"low": low, "high": high})
    up = row(eighty, table, points).up
    gain = Message(N_("%(up)s levels up"), {"up": up}) if up > 1 else Message(GAINS[up])
    if result["stage"] == "taken":
        text, first = N_("%(range)s: %(names)s {becomes|become} declarers; %(gain)s."), banker + 1
    else:
        text, first = N_("%(range)s: %(names)s {stays|stay} declarers; %(gain)s."), banker
    return Message(text, {"range": span, "names": (Seat(first % 4), Seat((first + 2) % 4)), "gain": gain})


def _offence(state: State, result: dict[str, Any]) -> Message:
    """Return the offence that ended the hand; its cost is left to ``_levels``, since not every level can move."""
    offender = Seat(result["offender"])
    if result["end"] == "bad-bury":
        text = N_("%(seat)s buried %(count)s cards instead of %(right)s: the hand is over.")
        deal = state.ground.deal
        return Message(text, {"seat": offender, "count": len(state.ground.buried or ()), "right": len(deal.bottom)})
    claim = state.notes.claims[-1]
    assert isinstance(claim, Claim)
    places = {"seat": Seat(claim.seat), "accused": Seat(claim.against), "trick": claim.trick}
    if result["end"] == "claim-upheld":
        return Message(N_("%(seat)s caught %(accused)s revoking in trick %(trick)s: the hand is over."), places)
    text = N_("%(seat)s claimed a revoke in trick %(trick)s, but %(accused)s followed suit: the hand is over.")
    return Message(text, places)


def _levels(state: State, result: dict[str, Any]) -> list[Message]:
    """Return what became of the levels, who is the next banker, whether the match is won."""
    before, banker = state.ground.deal.setup.context["levels"], result["banker"]
    messages = []
    for team in (0, 1):
        seat = Seat(banker if team == banker % 2 else (banker + 1) % 4)
        levels = before[team].replace("T", "10"), result["levels"][team].replace("T", "10")
        places = {"seat": seat, "before": levels[0], "after": levels[1]}
        if result["change"][team]:
            messages.append(Message(MOVES, places))
        elif team == result["winning_team"] and _owed(state, result):
            messages.append(Message(N_("%(seat_owner)s side stays at %(after)s: that level must be played."), places))
        elif result["offender"] is not None:
            messages.append(Message(STAYS, places))
    if result["match_over"]:
        messages.append(
            Message(N_("%(seat_owner)s side held the stage at A and wins the match."), {"seat": Seat(banker)})
        )
    else:
        messages.append(Message(N_("%(seat)s {is|are} the next banker."), {"seat": Seat(result["next_banker"])}))
    return messages


def _owed(state: State, result: dict[str, Any]) -> bool:
    """Return whether only a level that must be played kept the winners from rising."""
    deal = state.ground.deal
    options, level = deal.setup.options, deal.setup.context["levels"][result["winning_team"]]
    up = 1 if result["offender"] is not None else row(deal.eighty, options["score_table"], result["points"]).up
    return bool(up and options["must_play"] and level in RANKS[:-1] and result["stage"] == "taken")
