"""What the real site is measured against: a lean reference and the stock way.

Both take the same press (a POST) and push the picture to a table's four seats, on the same
server with the same flags. Neither knows any rules.
"""
