"""A gnome's text -> a reading: acts, nothing, or questions."""

from __future__ import annotations

from rednov_bot.language.reading import read

__all__ = ["read"]
