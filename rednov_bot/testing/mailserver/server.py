"""Mail servers: IMAP and SMTP on loopback, in a thread of their own."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future
from contextlib import ExitStack
from datetime import UTC, datetime
from typing import Literal, TypeVar

from rednov_bot.testing.mailserver.command import MAX_LINE
from rednov_bot.testing.mailserver.folder import Folder
from rednov_bot.testing.mailserver.imap import ImapSession
from rednov_bot.testing.mailserver.lists import MailingList
from rednov_bot.testing.mailserver.smtp import Delivery, PostOffice, SmtpSession, Stage

Answer = TypeVar("Answer")
_PATIENCE = 10.0  # seconds the loop has for any errand; only a fault of ours takes longer


class MailServer:
    """Mailboxes for *users* (address -> password) and the *lists* that write to them.

    A user logs in with their address or the part before the @.  Ports are free ones unless given.
    *on_delivery* is called in the mail server's thread.
    """

    def __init__(
        self,
        hostname: str = "harbour.example",
        *,
        users: Mapping[str, str],
        lists: Sequence[MailingList] = (),
        imap_port: int = 0,
        smtp_port: int = 0,
        smtp_login: bool = False,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        on_delivery: Callable[[Delivery], object] = lambda _: None,
    ) -> None:
        passwords = {address.lower(): password for address, password in users.items()}
        strangers = {s for each in lists for s in each.subscribers if s.lower() not in passwords}
        if strangers:
            raise ValueError(f"no mailbox here for the subscribers {sorted(strangers)}")
        self._folders = {address: Folder() for address in passwords}
        self._by_login: dict[str, tuple[str, Folder]] = {}
        for address, password in passwords.items():
            for login in (address.partition("@")[0], address):
                self._by_login[login] = (password, self._folders[address])
        self._office = PostOffice(
            hostname=hostname,
            folders=self._folders,
            lists=lists,
            logins={login: password for login, (password, _) in self._by_login.items()},
            must_log_in=smtp_login,
            clock=clock,
            on_delivery=on_delivery,
        )
        self.host = "127.0.0.1"
        self._sockets = _listening(imap_port, smtp_port)
        self.imap_port, self.smtp_port = (each.getsockname()[1] for each in self._sockets)
        self._imap_guests: dict[asyncio.Task[None], ImapSession] = {}
        self._smtp_guests: set[SmtpSession] = set()
        self._closing = asyncio.Event()
        self._open: Future[asyncio.AbstractEventLoop] = Future()
        self._thread = threading.Thread(target=self._work, name="harbour", daemon=True)
        self._thread.start()
        self._loop = self._open.result(_PATIENCE)

    def __enter__(self) -> MailServer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Clients are sent away, and both servers end; a second time does nothing."""
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._closing.set)
            self._thread.join(_PATIENCE)

    # -- mail, from outside

    def deliver(self, address: str, octets: bytes) -> None:
        """A mail is put into a mailbox as it stands."""
        self._ask(lambda: self._office.deliver(address, octets))

    def mailbox(self, address: str) -> tuple[bytes, ...]:
        """The mails of a user, in order of arrival."""
        folder = self._folders[address.lower()]
        return self._ask(lambda: tuple(mail.octets for mail in folder.mails))

    # -- misbehaviour, for tests

    def expunge(self, address: str, uids: Iterable[int]) -> None:
        """Mails vanish from a mailbox."""
        self._ask(lambda: self._folders[address.lower()].expunge(uids))

    def renumber(self, address: str) -> None:
        """A mailbox loses its index: another UIDVALIDITY, new numbers, clients sent away."""
        self._ask(self._folders[address.lower()].renumber)

    def refuse(self, address: str, code: int, stage: Stage = "rcpt") -> None:
        """Mail to an address, known or not, is answered with *code* (4xx or 5xx) from now on."""
        self._ask(lambda: self._office.refusals.update({(address.lower(), stage): code}))

    def drop(self, address: str, when: Literal["before", "after"]) -> None:
        """The connection breaks when an address is named, or with the mail to it delivered."""
        self._ask(lambda: self._office.drops.update({address.lower(): when}))

    def behave(self) -> None:
        """No more refusals and drops."""
        self._ask(self._office.refusals.clear)
        self._ask(self._office.drops.clear)

    # -- the thread

    def _ask(self, errand: Callable[[], Answer]) -> Answer:
        async def run() -> Answer:
            return errand()

        return asyncio.run_coroutine_threadsafe(run(), self._loop).result(_PATIENCE)

    def _work(self) -> None:
        try:
            asyncio.run(self._serve())
        finally:
            for each in self._sockets:
                each.close()

    async def _serve(self) -> None:
        loop = asyncio.get_running_loop()
        imap_socket, smtp_socket = self._sockets
        servers = (
            await asyncio.start_server(self._greet, sock=imap_socket, limit=MAX_LINE),
            await loop.create_server(
                lambda: SmtpSession(self._office, self._smtp_guests), sock=smtp_socket
            ),
        )
        self._open.set_result(loop)
        await self._closing.wait()
        await asyncio.sleep(0)  # who knocked before is let in now, to be told
        for each in self._sockets:
            loop.remove_reader(each)  # a server that closes while it lets somebody in loses them
        await self._send_everyone_away()
        for server in servers:
            server.close()

    async def _send_everyone_away(self) -> None:
        """Every conversation ends, also one that only just began."""
        while others := asyncio.all_tasks() - {asyncio.current_task()}:
            for imap_guest in tuple(self._imap_guests.values()):
                imap_guest.dismiss()
            for smtp_guest in tuple(self._smtp_guests):
                smtp_guest.dismiss()
            done, _ = await asyncio.wait(others, return_when=asyncio.FIRST_COMPLETED)
            await asyncio.gather(*done, return_exceptions=True)

    def _greet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        session = ImapSession(self._by_login, reader, writer)
        task = asyncio.get_running_loop().create_task(session.serve())
        self._imap_guests[task] = session
        task.add_done_callback(self._imap_guests.pop)


def _listening(*ports: int) -> list[socket.socket]:
    """Listening sockets on loopback, all or none.

    The protocol is named because asyncio switches Nagle's delay off only for sockets that say
    they are TCP.
    """
    with ExitStack() as stack:
        made = []
        for port in ports:
            each = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
            made.append(stack.enter_context(each))
            each.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            each.bind(("127.0.0.1", port))
            each.listen(100)
        stack.pop_all()
        return made
