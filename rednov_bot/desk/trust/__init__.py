"""Whose a mail is, and what is done where that is not certain (docs/trust.md)."""
