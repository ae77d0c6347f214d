"""Reads what a gnome writes: words -> roles -> acts that walk on the board -> how sure that is."""
