"""What is read, sent and played again: after a restore, an upgrade, a fault."""
