"""The marks that the lines of a page bear where its mail program has said what they are."""

from __future__ import annotations

ATTRIBUTION = "\ue000"
"""Begins a line that a mail program has marked as an attribution."""

DIVIDER = "\ue001"
"""A line below which a mail program has put the mail that is answered."""
