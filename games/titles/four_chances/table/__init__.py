"""The table of the four chances: trick, hand and prompt, in the same words in every game."""
