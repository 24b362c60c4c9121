"""The proof of a deal: what opens a commitment, and what does not."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from pathlib import Path

import pytest

from games.rules import proof, record
from games.rules.cards import NAMES, NUMBERS
from games.rules.registry import GAMES

SALT = bytes(range(32))
CASES = Path(__file__).resolve().parents[1] / "cases/all-fours.cases.jsonl"
RECORDS = [case["record"] for case in map(json.loads, CASES.read_text().splitlines()) if case["kind"] == "record"]
FINISHED = next(one for one in RECORDS if record.verify(one).get("finished"))


def test_a_commitment_is_sha256_over_salt_and_names():
    assert proof.commitment(SALT, ["3D", "LJ"]) == hashlib.sha256(SALT + b"3D LJ").hexdigest()


def test_it_opens_its_own_deck_and_no_other():
    deck = ["3D", "KS", "LJ"]
    opened = proof.opened(SALT, deck)
    assert proof.holds(opened, deck)
    assert not proof.holds(opened, ["KS", "3D", "LJ"])
    assert not proof.holds(opened, ["3D", "KS"])
    assert not proof.holds(opened, None)


def test_what_is_no_proof_holds_nothing():
    deck = ["3D"]
    opened = proof.opened(SALT, deck)
    wrong = ({}, {"salt": 5}, {"salt": "zz"}, {"salt": "00"}, {"commitment": 7}, {"commitment": "é"}, {"format": "x"})
    assert not any(proof.holds(opened | one, deck) for one in wrong[1:])
    assert not any(proof.holds(one, deck) for one in (None, [], "", {}, opened | {"more": 1}))


# --- the shuffle -------------------------------------------------------------------------------

SECRET = bytes(range(32, 64))
SEEDS = ["ab" * 32, None, "09" * 32, None]


def test_a_shuffle_can_be_made_again_by_hand():
    """A second implementation of what ``rules/proof.py`` describes, using none of its code."""
    lines = ["sifang-shuffle/1", SECRET.hex(), "ab" * 32, "-", "09" * 32, "-"]
    key = hashlib.sha256(("\n".join(lines) + "\n").encode()).digest()
    assert proof.mixed(SECRET, SEEDS) == key
    deck, counter = [*NAMES, *NAMES], 0
    deck.sort(key=NAMES.index)
    for last in reversed(range(1, len(deck))):
        while True:
            drawn = int.from_bytes(hashlib.sha256(key + counter.to_bytes(8, "big")).digest()[:8], "big")
            counter += 1
            if drawn < 2**64 // (last + 1) * (last + 1):
                break
        deck[last], deck[drawn % (last + 1)] = deck[drawn % (last + 1)], deck[last]
    assert proof.shuffled([*NAMES, *NAMES], key) == deck


def test_a_draw_beyond_the_last_whole_round_is_passed_over():
    assert proof._below(3, iter([2**64 - 1, 5])) == 2
    assert proof._below(2, iter([2**64 - 1])) == 1


def test_every_card_comes_to_every_place_alike():
    """A χ² over card × place: with 400 degrees of freedom it exceeds 490 only once in a thousand times."""
    cards, many = NAMES[:21], 4200
    counts = Counter()
    for number in range(many):
        counts.update(enumerate(proof.shuffled(cards, proof.mixed(SECRET, [f"{number:064x}"]))))
    expected = many / len(cards)
    assert len(counts) == 441
    assert sum((count - expected) ** 2 / expected for count in counts.values()) < 490


def test_each_part_of_the_key_changes_the_deck():
    keys = {
        proof.mixed(secret, seeds)
        for secret in (SECRET, SALT)
        for seeds in (SEEDS, SEEDS[::-1], [None] * 4, [None] * 2, SEEDS[:3])
    }
    assert len(keys) == 10
    assert len({tuple(proof.shuffled(NAMES, key)) for key in keys}) == 10


def test_lots_can_be_drawn_again_by_hand_from_the_key_of_the_deck():
    """A second implementation of what ``proof.Lots`` describes, using none of its code."""
    key = proof.mixed(SECRET, SEEDS)
    own = hashlib.sha256(b"sifang-lots/1\n" + key.hex().encode() + b"\n").digest()
    numbers = [int.from_bytes(hashlib.sha256(own + at.to_bytes(8, "big")).digest()[:8], "big") for at in range(40)]
    lots = proof.Lots(key)
    assert [lots.getrandbits(3) for _ in range(40)] == [number >> 61 for number in numbers]
    assert proof.Lots(key).getrandbits(100) == (numbers[0] << 64 | numbers[1]) >> 28
    assert proof.Lots(key).random() == (numbers[0] >> 11) / 2**53
    assert proof.Lots(key).randrange(6) == next(number >> 61 for number in numbers if number >> 61 < 6)
    other = proof.Lots(proof.mixed(SECRET, [None] * 4))
    other.seed(0)
    assert other.getrandbits(64) != numbers[0]


def test_lots_fall_on_everybody_alike():
    fallen = Counter(proof.Lots(number.to_bytes(32, "big")).randrange(3) for number in range(3000))
    assert all(850 < fallen[one] < 1150 for one in range(3)), fallen


def test_a_proof_of_the_shuffle_holds_for_its_deck_and_no_other():
    deck = proof.shuffled(NAMES, proof.mixed(SECRET, SEEDS))
    opened = proof.opened(SALT, deck, SECRET, SEEDS)
    assert opened["format"] == "sifang-deal/2" and proof.holds(opened, deck)
    assert proof.holds(json.loads(json.dumps(opened)), deck)
    other = [deck[1], deck[0], *deck[2:]]
    assert not proof.holds(opened, other)
    # a deck that is committed to but not the result of its shuffle
    assert not proof.holds(proof.opened(SALT, other, SECRET, SEEDS), other)


@pytest.mark.parametrize(
    "wrong",
    [
        {"secret": SALT.hex()},
        {"secret": "zz"},
        {"promise": "00" * 32},
        {"promise": None},
        {"seeds": ["ab" * 32, None, None, None]},
        {"seeds": [*SEEDS, None]},
        {"seeds": ["AB" * 32, *SEEDS[1:]]},
        {"seeds": "-"},
        {"seeds": [7, None, None, None]},
        {"salt": "00" * 32},
        {"format": "sifang-deal/1"},
        {"more": 1},
    ],
)
def test_a_proof_of_the_shuffle_with_anything_changed_holds_nothing(wrong):
    deck = proof.shuffled(NAMES, proof.mixed(SECRET, SEEDS))
    assert not proof.holds(proof.opened(SALT, deck, SECRET, SEEDS) | wrong, deck)


def test_the_verifier_checks_the_shuffle_of_a_record():
    game = GAMES["all-fours"]
    deck = proof.shuffled([NAMES[number] for number in game.pack(game.resolve({}))], proof.mixed(SECRET, SEEDS))
    numbers = tuple(NUMBERS[name] for name in deck)
    begun = record.write(game, game.setup({}, {"dealer": 1, "scores": [0, 0]}, numbers), (), None)
    line, opening = json.dumps(begun), proof.opened(SALT, deck, SECRET, SEEDS)
    answers = record.answers([line, line], [json.dumps(opening), json.dumps(opening | {"seeds": [None] * 4})])
    assert [answer["ok"] for answer in answers] == [True, False]


def test_the_verifier_checks_proofs_beside_records_line_by_line():
    line = json.dumps(FINISHED)
    right = json.dumps(proof.opened(SALT, FINISHED["deck"]))
    other = json.dumps(proof.opened(SALT, list(reversed(FINISHED["deck"]))))
    answers = list(record.answers([line, "", line, line], [right, " ", other]))
    assert [answer["ok"] for answer in answers] == [True, False, False]
    assert answers[1]["error"] == answers[2]["error"] == "wrong-deal"


def test_without_proofs_the_verifier_answers_as_ever():
    assert next(record.answers([json.dumps(FINISHED)])) == record.verify(FINISHED)
    assert record.verify(FINISHED | {"commitment": "0"})["error"] == "malformed"
