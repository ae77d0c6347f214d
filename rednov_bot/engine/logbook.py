"""Entering a happening is the only way to change the gamestate.

The position is changed by public happenings alone: whoever reads the list can follow it.
"""

from __future__ import annotations

from rednov_bot.engine import happenings as h
from rednov_bot.engine.gamestate import Gamestate
from rednov_bot.engine.public_changes import position_after
from rednov_bot.engine.secret_changes import TOUCHING, secrets_after

__all__ = ["Logbook", "after", "position_after", "secrets_after"]


class Logbook:
    """A gamestate and what has happened to it, in order."""

    __slots__ = ("happenings", "position", "secrets")

    def __init__(self, gamestate: Gamestate) -> None:
        self.position = gamestate.position
        self.secrets = gamestate.secrets
        self.happenings: list[h.Happening] = []

    @property
    def gamestate(self) -> Gamestate:
        """The gamestate after all that has happened."""
        return Gamestate(self.position, self.secrets)

    def tell(self, happening: h.PublicHappening) -> None:
        """Enter what everybody may know."""
        self.position = position_after(self.position, happening)
        if type(happening) in TOUCHING:
            self.secrets = secrets_after(self.secrets, self.position, happening)
        self.happenings.append(happening)

    def whisper(self, happening: h.PrivateHappening | h.HiddenHappening) -> None:
        """Enter what one gnome, or nobody, may know."""
        self.secrets = secrets_after(self.secrets, self.position, happening)
        self.happenings.append(happening)


def after(gamestate: Gamestate, happening: h.Happening) -> Gamestate:
    """The gamestate after *happening*.  Replaying a game is folding this over its happenings."""
    position, secrets = gamestate.position, gamestate.secrets
    if not isinstance(happening, h.PrivateHappening | h.HiddenHappening):
        position = position_after(position, happening)
        if type(happening) not in TOUCHING:
            return Gamestate(position, secrets)
    return Gamestate(position, secrets_after(secrets, position, happening))
