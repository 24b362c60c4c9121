"""Forty Points and Eighty Points: one implementation, two games (/rules/eighty/).

It is made for one deck or two and for four seats in two sides, and more of either would be a second engine. Three or
four decks need a third and fourth place for each name in ``hands``, triples and quadruples with rows of their own in
``shapes``, ``following``, ``moves`` and ``throws``, and all kernels of the AI players again, whose holdings are «once»
and «twice»: some 2,500 lines, for rules that the page does not have. Five or six players need seats, leads and draws
that are not four everywhere; with five the banker calls a partner in the play (找朋友), while ``Game.side`` is fixed
before the deal and scores, levels, claims and ratings are kept by it.
"""

from games.rules.shengji.game import Eighty, Forty

__all__ = ["Eighty", "Forty"]
