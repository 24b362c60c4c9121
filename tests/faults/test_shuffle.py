"""Shuffles use the system's generator, spread cards evenly, and open every commitment. Goal S4."""

from __future__ import annotations

import ast
import math
import secrets
from collections import Counter

import pytest

from games.matches.models import Hand, new_salt
from games.rules import proof
from games.rules.cards import names
from games.rules.registry import GAMES
from tests.faults.sizes import reached, size
from tests.matches.tables import current, match_of, person
from tests.sites import ROOT


def tail(chi, degrees):
    """Return the chance of a χ² this large or larger (Wilson and Hilferty)."""
    z = ((chi / degrees) ** (1 / 3) - (1 - 2 / (9 * degrees))) / math.sqrt(2 / (9 * degrees))
    return 0.5 * math.erfc(z / math.sqrt(2))


def test_the_tail_is_that_of_the_tables():
    for chi, degrees, chance in ((124.34, 100, 0.05), (149.45, 100, 0.001), (2601.0, 2601, 0.5)):
        assert abs(tail(chi, degrees) - chance) < 0.01


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_card_is_everywhere_alike(game):
    rules = GAMES[game]
    pack = names(rules.pack(rules.resolve({})))
    places, copies, many = len(pack), Counter(pack), size(2000, 200_000)
    counts = {card: [0] * places for card in copies}
    for _ in range(many):
        key = proof.mixed(secrets.token_bytes(32), [None, None])
        for place, card in enumerate(proof.shuffled(pack, key)):
            counts[card][place] += 1
    chi = 0.0
    for card, of in copies.items():
        expected = many * of / places
        chi += sum((count - expected) ** 2 / expected for count in counts[card])
    likely = tail(chi * (places - 1) / places, (len(copies) - 1) * (places - 1))
    reached("S4", f"{many} shuffles of {places} cards: p = {likely:.3f}")
    assert likely > 1e-6  # a fair shuffle falls below once in a million runs


def test_no_deal_is_made_by_a_weak_generator():
    """Dealing code names no generator but the system's."""
    for path in [*(ROOT / "games" / "matches").glob("*.py"), *(ROOT / "games" / "rooms").glob("*.py")]:
        tree = ast.parse(path.read_text())
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                assert "random" not in {one.name for one in node.names}, path
            if isinstance(node, ast.ImportFrom) and node.module == "random":
                assert path.name == "turns.py", path  # chooses moves, deals no cards
                assert {one.name for one in node.names} == {"Random"}
    models = (ROOT / "games" / "matches" / "models.py").read_text()
    assert "return secrets.token_bytes(32)" in models


@pytest.mark.django_db
@pytest.mark.usefixtures("at_once")
def test_every_commitment_opens():
    alice = person("alice")
    match_of("all-fours", alice, person("bob"))
    hand = current(alice.played.get().match)
    assert proof.commitment(bytes(hand.salt), hand.deck) != proof.commitment(new_salt(), hand.deck)
    pack, commitments = list(range(52)), set()
    many = size(200, 10_000)
    for _ in range(many):
        secrets.SystemRandom().shuffle(pack)
        salt, deck = new_salt(), names(tuple(pack))
        committed = proof.commitment(salt, deck)
        assert committed == proof.commitment(salt, list(deck))
        assert proof.commitment(salt, [deck[1], deck[0], *deck[2:]]) != committed
        commitments.add(committed)
    assert len(commitments) == many
    assert Hand.objects.count() == 1
    reached("S4", f"{many} commitments opened")
