"""Whose a mail is, and what is done where that is not shown (docs/trust.md)."""
