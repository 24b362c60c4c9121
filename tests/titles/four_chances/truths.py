"""When each reason for a card or call of All Fours and its kin is true: the rules are asked, not the text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from games.rules.allfours.actions import GIVE
from games.rules.allfours.score import pips_of
from games.rules.four_chances.actions import PLAY
from games.rules.four_chances.following import JOKER, SUITS_UNDER, winning_place
from games.rules.four_chances.score import takings, trump_chances
from games.rules.four_chances.state import NO_TRUMP
from games.rules.pitch.actions import KEEP
from games.rules.pitch.score import TEN, counters
from games.rules.registry import GAMES

#: how many deals that agree with what a seat knows are looked at
WORLDS = 8


def game_of(state: Any) -> Any:
    """Return the game of a state."""
    options = state.table.setup.options
    return GAMES["pitch" if "auction" in options else "california-jack" if "follow" in options else "all-fours"]


def after(state: Any, action: Any) -> Any:
    return game_of(state).step(state, action)


def trump(state: Any, action: Any) -> int:
    if state.trump != NO_TRUMP:
        return int(state.trump)
    return 0 if action.card == JOKER else int(action.card // 13)


def side(state: Any, seat: int) -> int:
    return int(state.table.sides[seat])


def holder(state: Any) -> int:
    """Return the seat that is winning the trick, or has just won it."""
    if not state.trick:
        return int(state.tricks[-1].winner)
    return int((state.lead + winning_place(state.trick, state.trump)) % state.table.players)


def trick(state: Any) -> tuple[int, ...]:
    """Return the cards of the trick in progress or just ended."""
    return state.trick or state.tricks[-1].cards


def worlds(state: Any, seat: int, rng: Random) -> Iterator[Any]:
    """Yield the hand as it is, and as it may be for all that a seat knows, often with the good cards in one hand."""
    yield state
    view = game_of(state).view(state, seat)
    played = {card for one in state.tricks for card in one.cards} | set(state.trick)
    pool = [card for card in game_of(state).pack(view.options) if card not in played and card not in view.hand]
    others = [other for other in range(state.table.players) if other != seat]
    void = lacking(state)
    suits = SUITS_UNDER[max(state.trump, 0)]
    for _ in range(WORLDS):
        rng.shuffle(pool)
        rng.shuffle(others)
        high, ranks = lambda card: (suits[card] != state.trump, -card), lambda card: -(card % 13)
        left, hands = sorted(pool, key=rng.choice([lambda card: 0, high, ranks])), list(state.hands)
        for other in others:
            held = [card for card in left if suits[card] not in void[other]][: len(hands[other])]
            if len(held) < len(hands[other]):
                break
            hands[other] = tuple(held)
            left = [card for card in left if card not in held]
        else:
            yield state._replace(hands=tuple(hands))


def lacking(state: Any) -> list[set[int]]:
    """Return for each seat the suits that it did not follow; in California Jack a suit may come back."""
    void: list[set[int]] = [set() for _ in range(state.table.players)]
    options = state.table.setup.options
    if "follow" in options or options.get("discipline") == "honour" or state.trump == NO_TRUMP:
        return void
    suits = SUITS_UNDER[state.trump]
    for lead, played in [(one.lead, one.cards) for one in state.tricks] + [(state.lead, state.trick)]:
        for place, card in enumerate(played):
            led = suits[played[0]]
            if suits[card] != led and (suits[card] != state.trump or led == state.trump):
                void[(lead + place) % state.table.players].add(led)
    return void


def answers(state: Any, action: Any, rng: Random) -> Iterator[tuple[Any, Any]]:
    """Yield every answer by each later seat with the state after it, in all worlds; others answer at random."""
    for world in worlds(state, action.seat, rng):
        first = after(world, action)
        for before in range(state.table.players - len(state.trick) - 1):
            now = first
            for _ in range(before):
                answer = rng.choice(plays(now))
                now = after(now, answer)
                yield answer, now
            yield from ((answer, after(now, answer)) for answer in plays(now))


def plays(state: Any) -> list[Any]:
    return [one for one in game_of(state).legal(state) if one.do == "play"]


def never(state: Any, action: Any, rng: Random, own: bool = True) -> bool:
    """Return whether the seat, or its side if ``own`` is false, has the trick whatever the answers."""

    def good(now: Any) -> bool:
        return holder(now) == action.seat if own else side(now, holder(now)) == mine(state, action)

    return good(after(state, action)) and all(good(now) for _, now in answers(state, action, rng))


def mine(state: Any, action: Any) -> int:
    return side(state, action.seat)


def counting(state: Any, action: Any) -> set[int]:
    """Return the cards that count for their taker, by the game's own count."""
    options, suit = state.table.setup.options, trump(state, action)
    jack, two = suit * 13 + 9, suit * 13
    if game_of(state).key == "california-jack":
        return {jack, two, *(card for card in range(52) if card % 13 >= 8)}
    low = {two} if options["low"] == "won" else set()
    if game_of(state).key == "pitch" and options["game_by"] == "ten":
        return {jack, suit * 13 + TEN, *low, *counters(suit, options)}
    if game_of(state).key == "pitch":
        return {jack, *low, *counters(suit, options), *(card for card in range(52) if card % 13 >= 8)}
    return {jack, *low, *(card for card in range(52) if pips_of([card], suit, options))}


def counts(state: Any, action: Any) -> bool:
    return action.card in counting(state, action)


def theirs(state: Any, action: Any) -> bool:
    return side(state, holder(state)) != mine(state, action)


def takers(state: Any) -> list[Any]:
    return [one for one in plays(state) if holder(after(state, one)) == one.seat]


def is_last(state: Any) -> bool:
    return len(state.trick) == state.table.players - 1


def is_lower(state: Any, one: Any, other: Any) -> bool:
    """Return whether a card of a trick is beaten by another played after it."""
    return winning_place([*state.trick, one.card, other.card], state.trump) == len(state.trick) + 1


def suit_of(state: Any, card: int) -> int:
    return SUITS_UNDER[state.trump][card]


def jack_taken(state: Any, action: Any, rng: Random) -> bool:
    jack = state.trump * 13 + 9
    owner = (state.lead + state.trick.index(jack)) % state.table.players
    return side(state, owner) != mine(state, action) and never(state, action, rng)


def draws_last(state: Any, action: Any, rng: Random) -> bool:
    now = after(state, action)
    while now.trick:
        now = after(now, rng.choice(plays(now)))
    others = [card for seat, hand in enumerate(now.hands) if seat != action.seat for card in hand]
    drawn = [card for card in trick(now) if suit_of(now, card) == now.trump and card != action.card]
    return bool(drawn) and not any(suit_of(now, card) == now.trump for card in others)


def may_catch(state: Any, action: Any, rng: Random) -> bool:
    """Return whether an opponent may hold the jack of trumps, for all that is known, and the card led takes it."""
    suit = trump(state, action)
    jack, played = suit * 13 + 9, [card for one in state.tricks for card in one.cards]
    void = lacking(state)
    opponents = [seat for seat in range(state.table.players) if side(state, seat) != mine(state, action)]
    hidden = jack not in (*state.hands[action.seat], *played) and any(suit not in void[seat] for seat in opponents)
    return hidden and winning_place([action.card, jack], suit) == 0 and SUITS_UNDER[suit][action.card] == suit


def longest(state: Any, action: Any, rng: Random) -> bool:
    suits = [card // 13 for card in state.hands[action.seat] if card != JOKER]
    suit = after(state, action).trump
    return state.trump == NO_TRUMP and suits.count(suit) == max(map(suits.count, suits))


def scored(state: Any, action: Any, suit: int, rng: Random) -> Iterator[Any]:
    """Yield the sides that score High and Low with a suit as trumps, in all worlds, if cards are played at random."""
    lead = action.seat if state.trump == NO_TRUMP else state.table.eldest
    for world in worlds(state, action.seat, rng):
        now = world._replace(phase="play", to_act=(lead,), lead=lead, trump=suit)
        while now.phase == "play":
            now = after(now, rng.choice(plays(now)))
        brought = takings(now.tricks, suit, state.table.sides)
        yield trump_chances(brought, suit, state.table.setup.options["low"])


def is_sure(state: Any, action: Any, rng: Random, *chances: str) -> bool:
    """Return whether the side scores these whatever the others hold, with the trump or the best suit as trumps."""
    ours, suits = mine(state, action), range(4) if state.trump == NO_TRUMP else [state.trump]
    return any(
        all(owners.get(chance) == ours for owners in scored(state, action, suit, rng) for chance in chances)
        for suit in suits
    )


def trumps(state: Any, action: Any) -> list[int]:
    return [card for card in state.hands[action.seat] if suit_of(state, card) == state.trump]


def is_low(cards: list[int]) -> bool:
    return all(card % 13 < 8 for card in cards)


def no_high_trump(state: Any, action: Any, rng: Random) -> bool:
    return all(card % 13 < 10 for card in trumps(state, action))


def gift_wins(state: Any, action: Any, rng: Random) -> bool:
    result = after(state, GIVE[action.seat]).result
    return result is not None and result["winner"] == side(state, state.table.eldest)


def wins_by_sale(state: Any, action: Any, rng: Random) -> bool:
    now, ours = after(state, action), mine(state, action)
    return bool(now.scores[ours] - state.scores[ours] == state.course.highest.points > 0)


def to_make(state: Any, action: Any) -> int:
    """Return the fewest points to which the seat would be bound if it did not pass or offer the pitch."""
    if action.do == "offer":
        return int(after(state, KEEP[action.seat]).course.bound.points)
    return min(one.points for one in game_of(state).legal(state) if one.do == "bid")


def long_suit(state: Any, action: Any, rng: Random) -> bool:
    suits = [card // 13 for card in state.hands[action.seat]]
    return max(map(suits.count, range(4))) > len(suits) / 2


#: reason → whether it is true of a state, an action and worlds drawn with a random generator
TRUTHS: dict[str, Callable[[Any, Any, Random], bool]] = {
    "jack-comes-home": lambda s, a, r: a.card == trump(s, a) * 13 + 9 and never(s, a, r, own=False),
    "catches-jack": jack_taken,
    "last-trump": draws_last,
    "takes-counting": lambda s, a, r: (
        never(s, a, r) and bool(counting(s, a) & set(s.trick)) and (theirs(s, a) or not is_last(s))
    ),
    "gives-surely": lambda s, a, r: counts(s, a) and not theirs(s, a) and never(s, a, r, own=False),
    "adds-surely": lambda s, a, r: counts(s, a) and not theirs(s, a) and never(s, a, r),
    "may-catch-jack": may_catch,
    "unbeatable": lambda s, a, r: never(s, a, r),
    "only-trump": lambda s, a, r: all(
        suit_of(now, answer.card) == now.trump for answer, now in answers(s, a, r) if holder(now) == answer.seat
    ),
    "gives": lambda s, a, r: counts(s, a) and not theirs(s, a) and holder(after(s, a)) == holder(s),
    "ruffs": lambda s, a, r: (
        not any(suit_of(s, card) == suit_of(s, s.trick[0]) for card in s.hands[a.seat])
        and holder(after(s, a)) == a.seat
        and (theirs(s, a) or not is_last(s))
    ),
    "lowest": lambda s, a, r: a in takers(s) and not any(is_lower(s, one, a) for one in takers(s) if one != a),
    "beats": lambda s, a, r: theirs(s, a) and holder(after(s, a)) == a.seat,
    "leaves-partner": lambda s, a, r: not theirs(s, a) and holder(after(s, a)) == holder(s),
    "gives-nothing": lambda s, a, r: not counts(s, a) and theirs(s, a) and holder(after(s, a)) == holder(s),
    "cannot-beat": lambda s, a, r: not takers(s) and a.card == min(one.card for one in plays(s)),
    "longest": longest,
    "risks-nothing": lambda s, a, r: not counts(s, a),
    "saves-trumps": lambda s, a, r: (
        suit_of(s, a.card) != s.trump and any(suit_of(s, card) == s.trump for card in s.hands[a.seat])
    ),
    "holds-high": lambda s, a, r: is_sure(s, a, r, "high") and s.trump * 13 + 12 in s.hands[a.seat],
    "holds-low": lambda s, a, r: is_sure(s, a, r, "low") and s.trump * 13 in s.hands[a.seat],
    "many-trumps": lambda s, a, r: len(trumps(s, a)) >= len(s.hands[a.seat]) / 2,
    "gift-wins": gift_wins,
    "no-trump": lambda s, a, r: not trumps(s, a),
    "one-low-trump": lambda s, a, r: len(trumps(s, a)) == 1 and is_low(trumps(s, a)),
    "low-trumps": lambda s, a, r: len(trumps(s, a)) > 1 and is_low(trumps(s, a)),
    "no-high-trump": no_high_trump,
    "keeps-trumps": lambda s, a, r: not any(suit_of(s, card) == s.trump for card in a.cards),
    "keeps-counting": lambda s, a, r: not {*a.cards} & counting(s, PLAY[a.seat][a.cards[0]]),
    "open-card": lambda s, a, r: never(s, a, r) and wins_open(s, a),
    "both-sure": lambda s, a, r: is_sure(s, a, r, "high", "low"),
    "high-sure": lambda s, a, r: is_sure(s, a, r, "high"),
    "low-sure": lambda s, a, r: is_sure(s, a, r, "low"),
    "long-suit": long_suit,
    "bids-last": lambda s, a, r: after(s, a).phase != "bid",
    "sells-surely": wins_by_sale,
    "much-to-bid": lambda s, a, r: a.do == "pass" and to_make(s, a) > 2,
    "much-to-make": lambda s, a, r: a.do == "offer" and to_make(s, a) > 2,
    "no-ace": lambda s, a, r: not any(card % 13 == 12 for card in s.hands[a.seat] if card != JOKER),
}


def wins_open(state: Any, action: Any) -> bool:
    """Return whether the top card of the stock, seen by all, is drawn by the seat and is a trump or counts."""
    top = game_of(state).view(state, action.seat).top
    now = after(state, action)
    while now.trick:
        now = after(now, plays(now)[0])
    return top in now.hands[action.seat] and (suit_of(state, top) == state.trump or top in counting(state, action))
