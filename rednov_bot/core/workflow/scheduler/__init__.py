"""What falls due by the clock: duties, reminders, idleness, awards."""
