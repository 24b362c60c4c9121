"""What the real site is measured against: the bare floor, a lean reference, the stock way.

All take the same press (a POST) and push a table to the four seats of a table, on the same
server with the same flags. None of it knows any rules.
"""
