"""The contestmaster's commands are carried out, and answered line by line."""
