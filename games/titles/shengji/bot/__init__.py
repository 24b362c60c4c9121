"""An AI player of Forty and Eighty: a fast rule-of-thumb policy that can play a whole hand alone, and a search
built on it.

The policy sees a ``View`` and remembers every card played. It weighs each play by the points it may win or lose,
the chance of winning the trick, and the later use of its cards.
"""
