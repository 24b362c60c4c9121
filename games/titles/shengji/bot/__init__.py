"""An AI player of Forty and Eighty: a policy of plain knowledge, quick and whole, and a search that
plays on from it.

The policy sees a ``View`` and remembers every card played. Each play is weighed by the points it may
win or lose, the chance of the trick, and what its cards would still be good for.
"""
