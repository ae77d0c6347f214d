"""The luck of a game: drawn, mixed with a beacon, proved, told at the end (docs/luck.md)."""
