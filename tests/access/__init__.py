"""Who may request what: every address of the site, for each kind of visitor.

``world`` makes the people, ``people``, ``tables`` and ``replays`` hold the rows. A row is the
method, then the status of the answer for each of ``ROLES``; ``in`` is «sign in first». An
address without a row fails ``tests/test_access.py``.
"""
