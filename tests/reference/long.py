"""The comparison at length, by hand: ``python -m tests.reference.long winner 0 20000`` (first seed, hands)."""

from __future__ import annotations

import sys
from collections import Counter

from tests.reference import comparing


def main() -> None:
    """Compare hands of many seeds, counting the answers."""
    name, first, hands = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    codes: Counter[str] = Counter()
    answers: Counter[str] = Counter()
    for seed in range(first, first + hands):
        comparing.compare(comparing.REFERENCES[name], seed, codes, answers)
    print(codes.total(), "actions judged", dict(codes.most_common()))
    print(answers.total(), "records answered", dict(answers.most_common()))


if __name__ == "__main__":
    main()
