"""What a release's database holds, and how it is loaded into today's databases."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from random import Random

from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from cardsite.backups import archive, transfer
from games.accounts import friends
from games.accounts.services import make_guest
from games.matches import services
from games.matches.fold import fold, start
from games.matches.models import Entry, Hand, Match
from games.replays.models import Share, Upload
from games.rooms import chat
from games.rooms.models import Room
from games.rules import record
from games.rules.registry import GAMES
from tests.matches.tables import current, match_of, person
from tests.releases import DATA, applied

#: How far into a hand tables are left: fresh, in the draw or the auction, in the middle, late.
DEPTHS = (0, 3, 12, 40)


def fill() -> None:
    """Create every game in every state, and everything else that people leave."""
    ann, bob, guest = person("ann"), person("bob"), make_guest()
    ann.set_password("the cards are dealt")
    ann.save(update_fields=["password"])
    friends.ask(ann, bob, "bob")
    friends.accept(bob, ann)
    friends.block(guest, ann)
    for game, rules in GAMES.items():
        seats = rules.seats(rules.resolve({}))
        for depth in DEPTHS:
            play(match_of(game, *(["random"] * seats)), depth)
        finished = match_of(game, ann, *(["random"] * (seats - 1)))
        play_to_the_end(finished)
        play(match_of(game, guest, bob, *(["random"] * (seats - 2))), 5)
        hand = Hand.objects.filter(match=finished, scored_at__isnull=False).earliest("pk")
        Share.objects.create(hand=hand, made_by=ann)
        Upload.objects.create(user=bob, game=game, digest=f"{hand.pk:064d}", record=written(hand))
    room = Room.objects.filter(seats__user=ann).first()
    assert room is not None
    chat.say(room, ann, text="Good luck!")


def play(match: Match, actions: int) -> None:
    """Play so many actions of a match's first hand, by anybody who may act."""
    chance = Random(match.pk)
    for _ in range(actions):
        hand = current(match)
        if hand.version >= actions or hand.scored_at is not None:
            return
        act(hand, chance)


def play_to_the_end(match: Match) -> None:
    """Play one hand out and have it scored."""
    chance = Random(match.pk)
    hand = current(match)
    while hand.scored_at is None:
        act(hand, chance)
        hand.refresh_from_db()


def act(hand: Hand, chance: Random) -> None:
    """Do the next thing of a hand: what is due, or what somebody may do."""
    hand = Hand.objects.select_related("match__room").get(pk=hand.pk)
    folded = fold(hand)
    if folded.state.result is not None:
        services.score(hand.pk)
        return
    if folded.drawing:
        services.take_action(hand.pk, -1, {"do": "close"}, seq=folded.seq, key=f"house:-1:{folded.seq}", by="house")
        return
    seat = folded.state.to_act[0]
    action = chance.choice(folded.game.moves(folded.game.view(folded.state, seat)))
    raw = {name: what for name, what in folded.game.write_action(action).items() if name not in {"seat", "after"}}
    by = "ai" if services.seats_of(hand.match.room)[seat].level else "person"
    services.take_action(hand.pk, seat, raw, seq=folded.seq, key=f"{by}:{seat}:{folded.seq}", by=by)


def written(hand: Hand) -> dict[str, object]:
    """Return the record of a finished hand."""
    folded = start(Hand.objects.select_related("match").get(pk=hand.pk))
    actions = []
    for raw in Entry.objects.filter(hand=hand).order_by("seq").values_list("action", flat=True):
        actions.append(folded.read(raw))
        folded = folded.after(actions[-1])
    return record.write(folded.game, folded.setup, actions, hand.result)


def keep(folder: str) -> None:
    """Write the database into a release's folder."""
    with tempfile.TemporaryDirectory() as elsewhere:
        shutil.copy(archive.back_up(Path(elsewhere)), Path(folder) / DATA)


def load_into_postgres(database: str) -> None:
    """Bring PostgreSQL to the state of a release's database: its migrations and no later ones, its rows."""
    executor = MigrationExecutor(connection)
    graph = executor.loader.graph
    names = applied(Path(database)) & set(graph.nodes)
    targets = sorted(name for name in names if not names & {child.key for child in graph.node_map[name].children})
    executor.migrate(targets)
    state = MigrationExecutor(connection).loader.project_state(targets)
    models = list(state.apps.get_models(include_auto_created=True))
    with transfer.second_database(Path(database)):
        transfer.copy_all(models, transfer.OLD, transfer.NEW)


def play_everything_on() -> int:
    """Play hands that were in play to their end, those of each game that are farthest and least
    far, and deal the next; return how many there were."""
    chance, waiting = Random(1), []
    for game in GAMES:
        hands = list(Hand.objects.filter(match__game=game, scored_at=None).order_by("version", "pk"))
        if hands:  # a release knows no games that came later
            waiting += [hands[0], hands[-1]]
    for hand in waiting:
        while hand.scored_at is None:
            act(hand, chance)
            hand.refresh_from_db()
        services.deal_next(hand.pk)
    return len(waiting)
