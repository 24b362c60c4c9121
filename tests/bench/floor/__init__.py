"""What the real site is measured against: a lean reference and the stock way.

Both take the same press (a POST) and push a table to the four seats of a table, on the same
server with the same flags. None of it knows any rules.
"""
