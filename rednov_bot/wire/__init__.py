"""IMAP and SMTP."""
