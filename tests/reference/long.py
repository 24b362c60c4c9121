"""The comparison at length, by hand: ``python -m tests.reference.long winner 0 20000`` (first seed, hands)."""

from __future__ import annotations

import sys
from collections import Counter

from tests.reference import comparing


def main() -> None:
    """Compare hands of many seeds, counting what the answers were."""
    name, first, hands = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    judged: Counter[str] = Counter()
    answered: Counter[str] = Counter()
    for seed in range(first, first + hands):
        comparing.compare(comparing.REFERENCES[name], seed, judged, answered)
    print(judged.total(), "actions judged", dict(judged.most_common()))
    print(answered.total(), "records answered", dict(answered.most_common()))


if __name__ == "__main__":
    main()
