"""What is said in blind games, to whoever decides and is not shown what is hidden (§6, A83)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from rednov_bot.papers import Page

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

_LEAKS: Final = "(Not shown: it would tell something hidden, and this game is blind.)"

LEAKS: Final = "it depends on something hidden, and this game is blind"
"""Of a draft that can never be approved, in place of what it would tell."""

BLOCKED: Final = (
    "BLOCKED: the text would tell the list something hidden (§6), so neither is it shown to you, "
    "for this game is blind. That is a fault of the program: reject this, and report the fault. "
    f"To post by hand what the contract asks for, {REMEDY}."
)


def leaking(page: Page) -> Page:
    """A text that is not to be sent, without its words."""
    return replace(page, body=_LEAKS)
