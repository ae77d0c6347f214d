"""What the list, or whoever decides in a blind game, must not be told (§6)."""
