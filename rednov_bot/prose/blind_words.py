"""What is said in blind games, to whoever decides and is not shown what is hidden (§6, A83)."""

from __future__ import annotations

from typing import Final

REMEDY: Final = "ask its gnome to announce it again, or end the blindness by a ruling"
"""What can be done about what cannot be decided blindly."""

NO_HANDS: Final = "This game is blind: you are shown no hand."

NO_REASON: Final = ("§6", "The reason was sent to its gnome alone; this game is blind.")
"""Why an announcement has no effect, as a draft gives its reasons."""

CLAIMED_ALONE: Final = (
    "(They wrote to the bot alone, and may speak of their hand. This game is blind, so you are not "
    "shown what: they were asked to say on the list what everybody may know.)"
)
"""In place of the words of a claim of error."""

WRITTEN_ALONE: Final = "(It was written to the bot alone, and this game is blind.)"

UNCHANGED: Final = "It does not change what you hold."
"""To a gnome who is told something alone in a blind game, whatever e holds."""
