"""Making and drawing moves: the processor time of a move and of its picture for all seats, game by game.

The policy plays whole hands; after each move the room is drawn for everybody in it, as the hub does. No repeat
sees a hand twice, so that nothing is cached that would not be cached at a table. A report only.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from random import Random
from statistics import fmean
from time import thread_time
from typing import Any

from django.utils import translation

from games.ai.bot import bot
from games.matches import fold, live_moves, live_room
from games.matches.models import Entry, Hand
from games.rules.registry import GAMES
from games.table.drawing import draw
from games.table.scene_builder import scene
from games.table.snapshot import snapshot_of
from games.table.watchers import Watcher
from tests.bench.report import Section, middle, spread
from tests.matches.tables import house, match_of, person

HEADINGS = (
    "game",
    "ms to draw a move",
    "of it the scenes",
    "ms a move with its pictures, first third",
    "last third",
    "parts sent to one",
    "bytes to one",
)


def run(repeats: int) -> Section:
    """Play a hand of each game in each repeat."""
    rows = []
    for game in GAMES:
        _hand(game, -1)  # makes what is made once
        hands = [_hand(game, repeat) for repeat in range(repeats)]
        draw_, scenes, early, late, parts, sent = map(list, zip(*hands, strict=True))
        figures = (spread(draw_), spread(scenes), spread(early), spread(late))
        rows.append((game, *figures, f"{middle(parts):.1f}", f"{middle(sent):,.0f}"))
    return Section(
        "Making and drawing a move",
        "Milliseconds of processor time, for all seats, four or as many as the game has; the median hand. Late "
        "pictures hold fewer cards.",
        HEADINGS,
        rows,
    )


def _hand(game: str, repeat: int) -> tuple[float, ...]:
    """Play a hand; return the means of a move, in the order of ``HEADINGS``."""
    rules, options = GAMES[game], {"players": 4} if game == "all-fours" else {}
    people = [person(f"{game}-{repeat}-{seat}") for seat in range(rules.seats(rules.resolve(options)))]
    room = match_of(game, *people, options=options).room
    watchers = [Watcher(room.code, one, "en", None) for one in people]
    draw(room.code, watchers)
    means: dict[str, list[float]] = defaultdict(list)
    for live, made in _moves(room.code, Random(f"{game}-{repeat}")):
        drawn, spent = _timed(draw, room.code, watchers, live.room.version)
        means["draw"].append(spent)
        means["move"].append(made + spent)
        means["parts"].append(sum(text.count("<hx-partial") for _, text in drawn.messages) / len(people))
        means["bytes"].append(sum(len(text.encode()) for _, text in drawn.messages) / len(people))
        means["scenes"].append(_timed(_scenes, room.code, live.room.version, people)[1])
    third = -(-len(means["move"]) // 3)
    early, late = means["move"][:third], means["move"][-third:]
    return tuple(map(fmean, (means["draw"], means["scenes"], early, late, means["parts"], means["bytes"])))


def _timed(do: Callable[..., Any], *given: Any) -> tuple[Any, float]:
    """Return a call's result and its milliseconds of processor time."""
    start = thread_time()
    result = do(*given)
    return result, 1000 * (thread_time() - start)


def _scenes(code: str, version: int, people: list[Any]) -> None:
    with translation.override("en"):
        snapshot = snapshot_of(live_room.at_least(code, version))
        for one in people:
            scene(snapshot, one)


def _moves(code: str, rng: Random) -> Iterator[tuple[Any, float]]:
    """Play a room's hand by the policy; yield the live room after each move that people make, and what it cost."""
    Hand.objects.filter(match__room__code=code).update(drawn_at=None)  # no live draw: all cards are dealt
    live_room.forget()
    fold.forget()
    while (live := live_room.load(code)).folded is not None and live.folded.state.result is None:
        folded, hand = live.folded, live.hand
        assert hand is not None
        if not folded.state.to_act:
            house(1)
            continue
        seat, seq = folded.state.to_act[0], folded.seq
        raw = folded.game.write_action(bot(folded.game.key).choose(folded.view(seat), rng))
        stored, spent = _timed(_store, live, hand.pk, seat, raw, seq)
        assert stored, (folded.state, raw)
        yield live_room.load(code), spent


def _store(live: Any, hand: int, seat: int, raw: dict[str, Any], seq: int) -> bool:
    move = live_moves.judge(live, hand, seat, raw, seq=seq, key=f"{hand}:{seat}:{seq}", by=Entry.By.PERSON)
    return move is not None and bool(live_moves.store(move))
