"""Mails that attack the bot, what each attacks, and what must become of it (README.md)."""
