"""Who wrote a mail, and what is done where that is not shown (docs/trust.md)."""
