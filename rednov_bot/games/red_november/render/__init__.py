"""What happened becomes sentences, and sentences become pages: the plain mails people read."""
