"""The games that are played by mail."""
