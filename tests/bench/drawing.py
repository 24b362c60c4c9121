"""Making and drawing moves: the processor time of a move and of its picture for all seats, game by game.

The policy plays whole hands; after each move the room is drawn for everybody in it, as the hub does. No repeat
sees a hand twice, so that nothing is cached that would not be cached at a table. A report only.
"""

from __future__ import annotations

from random import Random
from statistics import fmean
from time import thread_time

from games.ai.bot import bot
from games.foundation.process_cache import clear_caches
from games.matches import live_moves, live_room
from games.matches.models import Entry, Hand
from games.rules.registry import GAMES
from games.table.drawing import draw
from games.table.watchers import Watcher
from tests.bench.report import Section, spread
from tests.matches.tables import house, match_of, person


def run(repeats: int) -> Section:
    """Play a hand of each game in each repeat."""
    section = Section(
        "Making and drawing a move",
        "Milliseconds of processor time, for all seats, four or as many as the game has; the median hand. Late "
        "pictures hold fewer cards.",
        ("game", "ms to draw a move", "ms a move with its pictures, first third", "last third", "bytes to one"),
    )
    for game in GAMES:
        _hand(game, -1)  # fills the caches
        figures = zip(*(_hand(game, repeat) for repeat in range(repeats)), strict=True)
        section.rows.append((game, *map(spread, figures)))
    return section


def _hand(game: str, repeat: int) -> tuple[float, ...]:
    """Play a hand by the policy; return the means of a move, in the order of the headings."""
    rules, options, rng = GAMES[game], {"players": 4} if game == "all-fours" else {}, Random(f"{game}-{repeat}")
    people = [person(f"{game}-{repeat}-{seat}") for seat in range(rules.seats(rules.resolve(options)))]
    code = match_of(game, *people, options=options).room.code
    watchers = [Watcher(code, one, "en", None) for one in people]
    Hand.objects.filter(match__room__code=code).update(drawn_at=None)  # no live draw: all cards are dealt
    clear_caches()
    draw(code, watchers)
    drawings, moves, sent = [], [], []
    while (live := live_room.load(code)).folded is not None and live.folded.state.result is None:
        if not live.folded.state.to_act:
            house(1)
            continue
        seat = live.folded.state.to_act[0]
        raw = rules.write_action(bot(game).choose(live.folded.view(seat), rng))
        press = {"seq": live.folded.seq, "key": f"{live.hand.pk}:{seat}:{live.folded.seq}", "by": Entry.By.PERSON}
        start = thread_time()
        move = live_moves.judge(live, live.hand.pk, seat, raw, **press)
        assert move is not None and live_moves.store(move), raw
        stored, version = thread_time(), live_room.load(code).room.version
        drawn = draw(code, watchers, version)
        drawings.append(1000 * (thread_time() - stored))
        moves.append(1000 * (thread_time() - start))
        sent.append(sum(len(text.encode()) for _, text in drawn.messages) / len(people))
    third = -(-len(moves) // 3)
    return fmean(drawings), fmean(moves[:third]), fmean(moves[-third:]), fmean(sent)
