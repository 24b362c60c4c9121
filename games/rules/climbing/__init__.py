"""What the climbing games share: Winner, Big Two, Tien Len and President.

One player leads a combination, the others climb over it with higher ones or pass, and a player who sheds all cards
is out. Each game has its own package for what is specific to it: its options, combinations, what beats what, score.
``order``, ``windows``, ``combos`` and ``listing`` are about cards; ``state`` and ``exchange`` the hand; ``score``
the match; ``view`` and ``explanation`` what people are told; ``game`` puts them together.

The rules pages of the four games have the same sections. Shared code cites that of Winner, ``/rules/winner/``.
"""
