"""The letters on the boat's plates: our own font, and how wide a text is in it."""

from __future__ import annotations

from rednov_bot.lettering.measure import FAMILY, covers, font_files, width

__all__ = ["FAMILY", "covers", "font_files", "width"]
