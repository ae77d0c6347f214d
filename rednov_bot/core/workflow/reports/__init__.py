"""Reports of games and of the contest."""
