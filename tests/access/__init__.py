"""Who may ask for what: every address of the site, and each kind of asker.

``world`` makes the people, ``people``, ``tables`` and ``replays`` hold the rows. A row is the
method, then for each of ``ROLES`` the status of the answer; ``in`` is «sign in first». An
address without a row fails ``tests/test_access.py``.
"""
