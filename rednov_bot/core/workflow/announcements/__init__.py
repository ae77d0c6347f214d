"""What gnomes announce on a list, and what comes of it (§9)."""
