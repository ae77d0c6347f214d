"""A gnome's text -> a reading: acts, nothing, or questions."""

from __future__ import annotations

from rednov_bot.language.choices import read_choice
from rednov_bot.language.letters import read_letter
from rednov_bot.language.reading import read
from rednov_bot.language.readout import as_json
from rednov_bot.language.standing import Standing, read_standing

__all__ = ["Standing", "as_json", "read", "read_choice", "read_letter", "read_standing"]
