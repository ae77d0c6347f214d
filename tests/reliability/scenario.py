"""The game that is played again and again: who mails what and when, and how the bot is started."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from rednov_bot.bootstrap import open_desk
from tests.builders import FixedClock, Table
from tests.games.play import AtTheTable, play
from tests.games.script import Script, load
from tests.games.world import MONDAY, settings_for
from tests.reliability.tokens import CausedTokens

SCRIPT = load(Path(__file__).parent / "game")


@dataclass(frozen=True, slots=True)
class Mailed:
    """Somebody's mail, on its way to the bot or to a list."""

    who: str
    to: str
    octets: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Moment:
    """The mails that have come when the bot goes round at this hour; perhaps none."""

    at: datetime
    mails: tuple[Mailed, ...] = ()


@dataclass
class Noted(AtTheTable):
    """A table at which it is noted who sent what."""

    moments: list[Moment] = field(default_factory=list)

    def send(self, who: str, to: str, octets: bytes) -> None:
        self.moments.append(Moment(self.clock.at, (Mailed(who, to, octets),)))
        super().send(who, to, octets)

    def go_round(self) -> None:
        if not self.moments or self.moments[-1].at != self.clock.at:
            self.moments.append(Moment(self.clock.at))
        super().go_round()


def moments(script: Script = SCRIPT) -> tuple[Moment, ...]:
    """The whole game as what reaches the bot: played once, without a network.

    It warms this process up, too: what is forked from it need not read the grammar again.
    """
    with tempfile.TemporaryDirectory() as folder:
        clock = FixedClock(MONDAY)
        settings = settings_for(f"sqlite:///{folder}/rednov.db", script.cast)
        desk = open_desk(settings, clock=clock, tokens=CausedTokens(script.seed))
        world = Noted(Table(desk=desk, clock=clock), script.cast)
        play(script, world)
        desk.db.close()
    return tuple(world.moments)
