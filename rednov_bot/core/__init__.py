"""A game by mail, whatever the game."""
