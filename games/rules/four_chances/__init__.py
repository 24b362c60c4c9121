"""The family of the four chances, High, Low, Jack and Game: All Fours, Pitch, California Jack.

What the games share, each thing once. ``/rules/all-fours/`` is the page of the whole family; a module
cites it, or the page of the one game that needs more.

    deal following playing asking   cards dealt, played, taken and asked about
    score ending match              points counted, a hand ended, hands chained to a match
    actions options refusals        what a record may hold, what a table may choose, what is refused
    state view order moves rest     a hand at one moment, what a seat sees, may do and surely takes
    game explanation                the contract of ``core.Game``, why a hand came out as it did
"""
