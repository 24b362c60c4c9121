"""What is specific to a game, besides its rules: one package a game, and one for what the games of a family share.

Nothing imports these packages but ``games.plugins``, which finds them by the game's module.
"""
