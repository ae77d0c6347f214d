"""The mail server in a process of its own: it outlives killed bots, and is told its moods.

Time is what it is told, too.  What it did with the bot's mail it remembers in order.
"""

from __future__ import annotations

import gc
import logging
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from typing import Any, Literal, Self

from rednov_bot.testing.mailserver import MailServer
from rednov_bot.testing.mailserver.folder import StoredMail
from rednov_bot.testing.mailserver.smtp import PostOffice, _hang_up
from tests.games.waters import PASSWORD
from tests.games.world import BOT, Cast

Mood = Literal["451 rcpt", "451 data", "lost before", "lost after", "swallowed"]
"""How the server treats one mail of the bot's.

It puts it off at one stage or the other; it hangs up before the text; after the final dot, with the
mail taken; after the final dot, with the mail gone.
"""


@dataclass(frozen=True, slots=True)
class Reached:
    """A mail of the bot's that the server took for somebody, as it was handed over."""

    to: str
    octets: bytes = field(repr=False)


class MoodyOffice(PostOffice):
    """A post office that treats the n-th mail offered by the bot as it was told."""

    def begin_anew(self) -> None:
        """Nothing was offered or taken yet, and nothing is planned."""
        self.offered = 0
        self.moods: dict[int, Mood] = {}
        self.shown: list[str] = []
        self.taken: list[Reached] = []
        self._mood: dict[int, Mood | None] = {}

    async def handle_RCPT(
        self, server: Any, session: Any, envelope: Any, address: str, options: list[str]
    ) -> str:
        if envelope.mail_from == BOT:
            self.offered += 1
            mood = self._mood[id(envelope)] = self.moods.pop(self.offered, None)
            if mood is not None:
                self.shown.append(mood)
            if mood == "451 rcpt":
                return "451 not now"
            if mood == "lost before":
                await _hang_up(server)
        return await super().handle_RCPT(server, session, envelope, address, options)

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        mood = self._mood.pop(id(envelope), None) if envelope.mail_from == BOT else None
        if mood == "451 data":
            return "451 not now"
        if mood == "swallowed":
            await _hang_up(server)
        said = await super().handle_DATA(server, session, envelope)
        if envelope.mail_from == BOT and said.startswith("2"):
            octets = envelope.original_content or b""
            self.taken += [Reached(address, octets) for address in envelope.rcpt_tos]
        if mood == "lost after":
            await _hang_up(server)
        return said


class Sea(MailServer):
    """A mail server whose bot's mailbox can be put back to how it was."""

    def __init__(self, cast: Cast) -> None:
        self.at = datetime.min
        super().__init__(
            "game.test",
            users=dict.fromkeys(cast.readers, PASSWORD),
            lists=cast.lists,
            clock=lambda: self.at,
        )
        self._office: MoodyOffice = MoodyOffice(
            hostname="game.test",
            folders=self._folders,
            lists=cast.lists,
            logins={},
            must_log_in=False,
            clock=lambda: self.at,
            on_delivery=lambda _: None,
        )
        self._office.begin_anew()
        self._cast = cast
        self._kept: dict[str, tuple[int, int, tuple[StoredMail, ...]]] = {}

    def time(self, at: datetime) -> None:
        """It is so late now."""
        self.at = at

    def arrive(self, who: str, to: str, octets: bytes) -> None:
        """Somebody's mail is delivered, or goes round a list."""
        self._ask(lambda: self._office._take(who, to, octets, "player.test"))

    def again(self, number: int) -> None:
        """A mail in the bot's mailbox, counted from the last as 1, comes once more as it stands."""

        def put() -> None:
            mails = self._folders[BOT].mails
            if number <= len(mails):
                self._folders[BOT].append(mails[-number].octets, arrived_at=self.at)

        self._ask(put)

    def renumbered(self) -> None:
        """The bot's mailbox loses its index: everything in it comes again."""
        self.renumber(BOT)

    def keep(self, name: str) -> None:
        """How the bot's mailbox looks now is remembered under a name."""
        folder = self._folders[BOT]
        self._ask(
            lambda: self._kept.update(
                {name: (folder.uidvalidity, folder.next_uid, tuple(folder.mails))}
            )
        )

    def put_back(self, name: str, moods: dict[int, Mood]) -> None:
        """The bot's mailbox is as it was then; nobody else has any mail, and moods are planned."""

        def put() -> None:
            self._office.begin_anew()
            self._office.moods = dict(moods)
            for folder in self._folders.values():
                folder.mails, folder.next_uid = [], 1
            folder = self._folders[BOT]
            folder.uidvalidity, folder.next_uid = self._kept[name][:2]
            folder.mails = list(self._kept[name][2])

        self._ask(put)

    def taken(self) -> tuple[list[Reached], list[str], int]:
        """What was taken of the bot's mail, the moods shown, how often a mail was offered."""
        office = self._office
        return self._ask(lambda: (list(office.taken), list(office.shown), office.offered))

    def settled(self) -> None:
        """Until what clients that are gone had said is dealt with."""
        for _ in range(3):
            self._ask(lambda: None)

    def where(self) -> tuple[int, int]:
        """The ports of IMAP and SMTP."""
        return self.imap_port, self.smtp_port


class Anchorage:
    """A sea in a process of its own; what it can be told is what a Sea can do."""

    def __init__(self, cast: Cast) -> None:
        self._link, far = Pipe()
        self.pid = os.fork()
        if not self.pid:
            self._link.close()
            _serve(cast, far)
        far.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._link.close()
        os.waitpid(self.pid, 0)

    def __getattr__(self, name: str) -> Callable[..., Any]:
        def ask(*given: object) -> Any:
            self._link.send((name, given))
            return self._link.recv()

        return ask

    def let_go(self) -> None:
        """A child of ours that must not hold this end."""
        self._link.close()


def _serve(cast: Cast, link: Connection) -> None:
    gc.freeze()
    logging.disable(logging.CRITICAL)  # that clients are gone is nothing new
    try:
        with Sea(cast) as sea:
            while True:
                name, given = link.recv()
                link.send(getattr(sea, name)(*given))
    except (EOFError, OSError):
        pass
    finally:
        os._exit(0)
