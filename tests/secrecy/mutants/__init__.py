"""Deliberate leaks, each put into a copy of the program, to see that something catches it."""
