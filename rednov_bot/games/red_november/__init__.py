"""Red November: its rules, its reader, its mails and its computer gnomes."""
