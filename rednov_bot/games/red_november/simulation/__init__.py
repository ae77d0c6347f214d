"""Whole games between computer gnomes, and what they tell of options and data."""
