"""The oracle of every fault test: compare journals of acknowledged presses with the database."""

from __future__ import annotations

import json

from tests.faults.bot import AGAIN

#: Run inside the site: every hand as a record, with its entries and what is stored about it.
DUMP = """
import json
from django.db import connection, transaction
from games.matches.models import Entry, Hand, Match
from games.matches.fold import CLOSE

def dump(hand):
    entries = list(Entry.objects.filter(hand=hand).order_by("seq").values_list("seq", "key", "action"))
    record = {
        "format": "cardsite-hand/1", "game": hand.match.game, "options": hand.match.options,
        "context": hand.context, "deck": hand.deck,
        "actions": [action for _, _, action in entries if action != CLOSE],
    }
    if hand.result is not None:
        record["result"] = hand.result
    return {
        "id": hand.pk, "room": hand.match.room_id, "match": hand.match_id, "number": hand.number,
        "version": hand.version,
        "entries": [[seq, key] for seq, key, _ in entries], "record": record,
        "scored": hand.scored_at is not None, "ended": hand.match.ended_at is not None,
    }

# all at one moment, since the house may play on meanwhile
with transaction.atomic():
    if connection.vendor == "postgresql":
        connection.cursor().execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
    print(json.dumps([dump(hand) for hand in Hand.objects.select_related("match").order_by("match_id", "number")]))
"""


def check(site, journals) -> list[dict]:
    """Assert that nothing acknowledged was lost or doubled in any match, that every record verifies and
    that a table plays one match at a time; return the hands."""
    from games.rules.record import verify

    hands = json.loads(site.run(DUMP))
    stored = {hand["id"]: dict(hand["entries"]) for hand in hands}
    presses = [entry for journal in journals for entry in journal]
    for hand_id, seq, key in (entry for entry in presses if entry[2] != AGAIN):
        assert list(stored[hand_id].values()).count(key) == 1, f"{key} of hand {hand_id} is not there once"
        assert stored[hand_id][seq] == key
    for hand in hands:
        seqs = [seq for seq, _ in hand["entries"]]
        assert seqs == list(range(hand["version"]))
        answer = verify(hand["record"])
        assert answer["ok"], (hand["id"], answer)
        assert not hand["scored"] or answer["finished"]
    by_match: dict[int, list[dict]] = {}
    for hand in hands:
        by_match.setdefault(hand["match"], []).append(hand)
    for match in by_match.values():
        assert [hand["number"] for hand in match] == list(range(1, len(match) + 1))
        assert all(hand["scored"] for hand in match[:-1])
        assert match[-1]["scored"] or not match[-1]["ended"]
    newest = {hand["room"]: hand["match"] for hand in hands}
    assert all(hand["ended"] for hand in hands if hand["match"] != newest[hand["room"]]), "two matches at one table"
    begun = {hand["id"]: (hand["room"], hand["match"]) for hand in hands}
    for room, match in (begun[hand_id] for hand_id, _, key in presses if key == AGAIN):
        assert newest[room] > match, f"the match after {match} is not there"
    return hands
