"""What the climbing games share: Winner, Big Two, Tien Len and President.

One player leads a combination, the others climb over it with higher ones or pass, and whoever sheds all cards is
out. Each game has a package of its own for what it alone has: its options, combinations, what beats what, its score.
``order``, ``windows``, ``combos`` and ``plays`` are about cards; ``state`` and ``exchange`` are the hand; ``score``
the match; ``view`` and ``explanation`` what people are told; ``game`` puts them together.

The rules pages of the four games have the same sections. What holds for all cites that of Winner, ``/rules/winner/``.
"""
