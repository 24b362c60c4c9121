"""The table of the four chances: trick, hand, and what is asked, in the same words in every game."""
