"""Pages for spectators."""
