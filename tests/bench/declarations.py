"""What a search for declarations would gain in Forty and Eighty: the reason why there is none.

Each time a seat gets a card, showing a suit and waiting are weighed in common worlds: the draw goes
on as the policy would have it, the banker buries and the hand is played out. The rest of both
sides' play is the policy's, so that declarations alone decide.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from statistics import fmean
from typing import Any

from games import ai
from games.ai import arena
from games.rules import live_draw
from games.rules.cards import LITTLE_JOKER, RANKS
from games.rules.core import Game
from games.rules.registry import GAMES
from games.rules.shengji.actions import Declare
from games.rules.shengji.declaring import made_by
from games.rules.shengji.hands import POINTS
from games.rules.shengji.trumps import TRUMP, trumps_of
from games.rules.shengji.view import View
from games.titles.shengji.bot import declaring
from games.titles.shengji.bot.core import Table, play_out
from games.titles.shengji.bot.search import worth
from games.titles.shengji.bot.terms import Terms, terms_of
from tests.bench.measure import Section

KINDS: tuple[tuple[str, Mapping[str, Any]], ...] = (
    ("forty", {}),
    ("eighty", {}),
    ("eighty", {"overcall": True, "no_trump": True}),
)
#: deals a repeat, worlds a thought
DEALS, WORLDS = 40, 100
SEED = 777
#: what the policy asks of a suit at least to be looked at, and from where on it shows without a search
FAR, SURE = -3.0, 4.0


def run(repeats: int) -> Section:
    """Play ``DEALS`` duplicate deals a repeat of each game."""
    section = Section(
        "What a search for declarations would gain",
        f"Points a pair of hands by which the policy does better where {WORLDS} worlds a thought say when it declares: "
        "mean with its 95 % interval.",
        ("game", "deals", "gain", "thoughts a seat"),
    )
    for key, options in KINDS:
        margins, thoughts = _margins(GAMES[key], options, DEALS * repeats)
        name = key + "".join(f", {option}" for option in options)
        gain = "{:+.2f} ± {:.2f}".format(*arena.interval(margins))
        section.rows.append((name, str(len(margins)), gain, f"{thoughts / len(margins) / 4:.1f}"))
    return section


def _margins(game: Game, options: Mapping[str, Any], count: int) -> tuple[list[float], int]:
    """Return deal → points by which searching seats do better in both their places, and how often
    they thought."""
    margins, thoughts = [], 0
    for number, setup in arena.deals(game, options, count, SEED):
        found = []
        for side in (0, 1):
            rng = Random(f"{number}/play")
            state = live_draw.start(game, setup)
            for dealt in range(1, live_draw.drawing(game, state) + 1):
                for seat in range(4):
                    if not live_draw.may_still_declare(game, state):
                        continue
                    view: Any = live_draw.view(game, state, seat, dealt)
                    asked = _asked(view) if seat % 2 == side else None
                    thoughts += asked is not None
                    shown = asked.best(rng) if asked else declaring.best_declaration(view)
                    state = state if shown is None else game.step(state, shown)
            state = state if (closing := live_draw.close(game, state)) is None else game.step(state, closing)
            while state.result is None:
                view = game.view(state, state.to_act[0])
                state = game.step(state, ai.choose(view, "policy", Random(rng.getrandbits(64))))
            taken = state.result["points"]
            found.append(taken if state.result["banker"] % 2 != side else -taken)
        margins.append(2 * fmean(found))
    return margins, thoughts


def _asked(view: View) -> _Showing | None:
    """Return what a seat that has just got a card, or may replace what stands, has to weigh."""
    assert view.seat is not None
    if view.dealt < view.to_deal and (view.context["first"] + view.dealt - 1) % 4 != view.seat and not view.standing:
        return None
    offered: list[Declare] = GAMES[view.game].declarations(view)  # type: ignore[attr-defined]
    gains = [(declaring._gain(view, made), made) for made in offered]
    near = [made for gain, made in gains if gain > FAR]
    return _Showing(view, near) if near and max(gain for gain, _ in gains) < SURE else None


class _Showing:
    """Whether to show one of some declarations, or none yet."""

    def __init__(self, view: View, near: list[Declare]) -> None:
        self.view = view
        self.moves: list[Declare | None] = [None, *near]
        self.level, self.first = RANKS.index(view.level), int(view.context["first"])
        self.table: dict[int, Terms] = {}
        known: dict[int, int] = {}
        shown = view.standing if view.standing and view.standing.seat != view.seat else None
        for seat, cards in ((view.seat, view.hand), *([(shown.seat, shown.cards)] if shown else [])):
            places = [place for place in range(view.dealt) if (self.first + place) % 4 == seat]
            known |= dict(zip(places, cards, strict=False))
        self.known = known
        self.unseen = list(GAMES[view.game].pack(view.options))
        for card in known.values():
            self.unseen.remove(card)
        self.open = [place for place in range(len(self.unseen) + len(known)) if place not in known]

    def best(self, rng: Random) -> Declare | None:
        """Return what does best over some decks."""
        totals = [0.0] * len(self.moves)
        for _ in range(WORLDS):
            rng.shuffle(self.unseen)
            at = self.known | dict(zip(self.open, self.unseen, strict=True))
            deck = [at[place] for place in range(len(at))]
            for move, made in enumerate(self.moves):
                totals[move] += self._value(deck, made or self.view.standing)
        return self.moves[max(range(len(totals)), key=lambda move: totals[move])]

    def _value(self, deck: list[int], standing: Declare | None) -> float:
        """Return what a deck comes to for the seat; what is shown now is not replaced."""
        view = self.view
        shown = (standing.seat, made_by(standing.cards)) if standing else self._goes_on(deck)
        suit = shown[1] if shown else self._turned_up(deck[view.to_deal :])
        banker = view.banker if view.banker is not None else shown[0] if shown else self.first
        points = self._played(deck, suit, banker)
        sign = 1.0 if (view.seat or 0) % 2 != banker % 2 else -1.0
        return sign * worth(view.to_deal == 100, view.options["score_table"], points, view.level == "A")

    def _goes_on(self, deck: list[int]) -> tuple[int, int] | None:
        """Return who shows which suit if the seat waits, as the policy has it."""
        view, level = self.view, self.level
        extra = 0.5 if view.banker is None else 0.0
        # seat → cards of each suit, and beside them the trumps of any suit
        counts = [[0] * 5 for _ in range(4)]
        levels: list[set[int]] = [set() for _ in range(4)]
        for place in range(view.to_deal):
            seat, card = (self.first + place) % 4, deck[place]
            always = card >= LITTLE_JOKER or card % 13 == level
            counts[seat][TRUMP if always else card // 13] += 1
            if always and card < LITTLE_JOKER:
                levels[seat].add(card // 13)
            if place < view.dealt:
                continue
            last = place == view.to_deal - 1
            asked = (declaring.LAST if last else declaring.EAGER) - extra
            for who in range(4) if last else (seat,):
                held = counts[who]
                gains = [(held[suit] + held[TRUMP] - sum(held) / 3 - asked, suit) for suit in levels[who]]
                if gains and max(gains)[0] > 0:
                    return who, max(gains)[1]
        return None

    def _turned_up(self, bottom: list[int]) -> int:
        """Return the suit that the bottom makes (/rules/eighty/#4.3)."""
        for card in bottom:
            if card < LITTLE_JOKER and card % 13 == self.level:
                return card // 13
        if self.view.options["no_trump"] and max(bottom) >= LITTLE_JOKER:
            return TRUMP
        return max((card for card in bottom if card < LITTLE_JOKER), key=lambda card: card % 13) // 13

    def _played(self, deck: list[int], suit: int, banker: int) -> int:
        """Return the challengers' points, the policy burying roughly and playing."""
        view, to_deal = self.view, self.view.to_deal
        if suit not in self.table:
            self.table[suit] = terms_of(trumps_of(suit, self.level, view.options.get("tractor") == "strict"))
        terms = self.table[suit]
        hands = [deck[(seat - self.first) % 4 : to_deal : 4] for seat in range(4)]
        pool = sorted(hands[banker] + deck[to_deal:], key=lambda card: _loss(terms, card))
        count = len(deck) - to_deal
        hands[banker] = pool[count:]
        holdings, options = [terms.holding(hand) for hand in hands], view.options
        rules = options.get("follow", "pairs"), options.get("bottom", "double")
        buried = terms.holding(pool[:count])
        return play_out(Table(terms, holdings, buried, banker, 0, [0] * 4, rules, to_deal == 100), banker, [])


def _loss(terms: Terms, card: int) -> float:
    """Return what a banker gives up with a card, roughly."""
    place = terms.table.place[card]
    if terms.table.suits[card] == TRUMP:
        return 9.0 + 0.5 * place + 0.5 * POINTS[card]
    return 0.25 * place + 0.5 * POINTS[card] + (5.0 if place >= 11 else 0.0)
