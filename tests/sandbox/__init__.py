"""The sandbox, as somebody at the terminal meets it."""
