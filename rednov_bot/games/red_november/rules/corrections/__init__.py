"""Correcting a game that went wrong: played again, patched, or left to stand (§25, A95-A97)."""
