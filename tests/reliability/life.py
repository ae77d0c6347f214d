"""One life of the bot: the real service in a forked process, which goes round when it is told."""

from __future__ import annotations

import gc
import logging
import os
import sys
import time
import traceback
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from rednov_bot import service
from rednov_bot.bootstrap import open_desk
from rednov_bot.core.errors import Mendable
from rednov_bot.core.settings import Settings
from rednov_bot.core.store.serving import serving
from rednov_bot.service import Stop
from tests.builders import FixedClock
from tests.reliability.points import Blow, Points, watch
from tests.reliability.tokens import CausedTokens

ROUNDS = 2  # in the second one the lists have sent the bot its own mail
A_MOMENT = 0.005  # seconds, longer each time: a server may need some to come back
RESTLESS = 40  # lost connections in one life that are too many
PATIENCE = 120.0  # seconds; only a broken promise uses them up


@dataclass(frozen=True, slots=True)
class Berth:
    """What a bot is started with."""

    settings: Settings
    file: Path
    seed: bytes
    spare: Path | None = None  # where the file is kept as a loss of power would leave it


class Led(Stop):
    """A wish to stop that is asked before each round, and so leads the service by the hand."""

    def __init__(self, link: Connection, clock: FixedClock, points: Points) -> None:
        super().__init__()
        self._link, self._clock, self._points = link, clock, points
        self._outside, self._began = True, False
        self._rounds = self._lost = 0
        self._ring: Callable[[], None] = lambda: None

    def watch(self, ring: Callable[[], None]) -> None:
        self._ring = ring

    def wait(self, seconds: float) -> None:
        """A server was lost: no time passes for the bot, but the round is gone."""
        self._outside, self._rounds = True, 0
        self._lost += 1
        time.sleep(self._lost * A_MOMENT)
        if self._lost > RESTLESS:
            self._link.send(("restless", "a server is lost again and again"))
            os._exit(1)

    def is_set(self) -> bool:
        if self._outside:  # asked once before the mailbox is opened
            self._outside, self._began = False, True
        elif self._began:
            self._began = False
            if not self._rounds:
                self._heed()
        else:
            self._rounds += 1
            if self._rounds >= ROUNDS:
                self._rounds = 0
                self._told = False
                self._heed()
        self._ring()
        return False

    _told = False

    def _heed(self) -> None:
        """What was told is done; the next word is waited for."""
        if self._told:
            return  # reconnecting in mid-round: the word still holds
        self._link.send(("quiet", self._points.count, self._points.names))
        self._points.names = []
        try:
            self._clock.at = self._link.recv()
        except EOFError:
            os._exit(0)
        self._told = True


class Life:
    """A bot in a process of its own."""

    def __init__(
        self,
        berth: Berth,
        at: datetime,
        blows: Mapping[int, Blow],
        leave: Callable[[], None],
        spoil: Callable[[], None] | None = None,
    ) -> None:
        """*leave* lets go of what the child must not hold; *spoil* breaks the product in it."""
        self._link, far = Pipe()
        self.pid = os.fork()
        if not self.pid:
            try:
                self._link.close()
                leave()
                _live(berth, at, blows, far, spoil)
            finally:
                os._exit(1)
        far.close()
        self.struck: list[tuple[int, str, Blow]] = []
        self.passed: list[str] = []  # names of the points
        self.points = 0
        self.words: tuple[str, str] | None = None  # of a life that could not begin or go on
        self.ended = False

    def go(self, at: datetime) -> None:
        """It goes round, at this hour; to be awaited next."""
        with suppress(OSError):  # dead: that is seen when it is awaited
            self._link.send(at)

    def awaited(self) -> bool:
        """Until it has done what it was told (True) or is dead (False)."""
        while True:
            if not self._link.poll(PATIENCE):
                self.words = ("hangs", f"nothing was heard of it for {PATIENCE:g} seconds")
                self.kill()
                return False
            try:
                said = self._link.recv()
            except (EOFError, OSError):
                self._bury()
                return False
            match said:
                case ("quiet", count, names):
                    self.points = count
                    self.passed += names
                    return True
                case ("blow", count, name, blow):
                    self.struck.append((count, name, blow))
                case (kind, words):
                    self.words = (kind, words)

    def kill(self) -> None:
        if not self.ended:
            os.kill(self.pid, 9)
            self._bury()

    def _bury(self) -> None:
        os.waitpid(self.pid, 0)
        self._link.close()
        self.ended = True


def _live(
    berth: Berth,
    at: datetime,
    blows: Mapping[int, Blow],
    link: Connection,
    spoil: Callable[[], None] | None,
) -> None:
    gc.disable()  # lives are short, and a collection would copy every page of the parent's
    logging.disable(logging.CRITICAL)

    def strike(count: int, name: str, blow: Blow) -> None:
        link.send(("blow", count, name, blow))

    points = Points(blows, strike, berth.file, berth.spare)
    watch(points)
    if spoil is not None:
        spoil()
    clock = FixedClock(at)
    try:
        with serving(berth.settings.bot.database):
            desk = open_desk(berth.settings, clock=clock, tokens=CausedTokens(berth.seed))
            service.serve(desk, Led(link, clock, points))
    except Mendable as error:
        link.send(("refused", str(error)))
    except BaseException as error:
        told: Any = "".join(traceback.format_exception(error))
        link.send(("broken", told))
    sys.stdout.flush()
    os._exit(0)
