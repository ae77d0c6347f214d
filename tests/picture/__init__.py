"""The board as a picture."""
