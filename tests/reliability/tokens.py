"""Tokens that are a function of what they are for: whoever begins again draws the same ones."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime

from rednov_bot.core.mail.composing import new_message_id
from rednov_bot.core.models import Classified, PaperId
from rednov_bot.core.store.unit_of_work import Database, UnitOfWork
from rednov_bot.core.workflow import handling, scheduler
from rednov_bot.core.workflow.desk import CODE_LENGTH, CODE_LETTERS, Desk
from tests.games.world import BOT


@dataclass
class CausedTokens:
    """The n-th token for a mail or for an hour, of those that are not on file yet.

    What was on file before a crash is on file after it, so the rest gets the names that it would
    have got; and a mail that is handled again under another number gets other ones.
    """

    seed: bytes
    cause: bytes = b""
    asked: int = 0
    records: list[UnitOfWork] = field(default_factory=list)  # the last one: of what is open

    def begin(self, cause: str) -> None:
        """What is asked for from now on is for this."""
        self.cause, self.asked = cause.encode("utf-8", "surrogatepass"), 0

    def code(self) -> str:
        """The code of a draft."""
        while True:
            number = int.from_bytes(self._digest("code"), "big")
            letters = []
            for _ in range(CODE_LENGTH):
                number, digit = divmod(number, len(CODE_LETTERS))
                letters.append(CODE_LETTERS[digit])
            if self.records[-1].draft("".join(letters)) is None:
                return "".join(letters)

    def message(self) -> str:
        """The left side of a Message-ID."""
        while True:
            token = self._digest("message").hex()[:20]
            if self.records[-1].posting(new_message_id(BOT, token)) is None:
                return token

    def secret(self) -> bytes:
        """The secret of a game's luck: there is one game."""
        return hashlib.sha256(self.seed + bytes([1])).digest()

    def _digest(self, what: str) -> bytes:
        self.asked += 1
        said = b"%b|%b|%d" % (what.encode(), self.cause, self.asked)
        return hashlib.sha256(self.seed + said).digest()


def note_causes() -> None:
    """From now on the desks of this process tell their tokens what they are for."""
    handle, make_rounds, transaction = handling.handle, scheduler.make_rounds, Database.transaction
    open_records: list[UnitOfWork] = []

    def handled(
        desk: Desk, records: UnitOfWork, mail: PaperId, arrived_at: datetime, screened: Classified
    ) -> None:
        message = screened.message
        said = "nothing" if message is None else f"{message.message_id}|{message.text}"
        _begin(desk, open_records, said)
        handle(desk, records, mail, arrived_at, screened)

    def made_rounds(desk: Desk, **told: bool) -> None:
        _begin(desk, open_records, f"the rounds of {desk.now()}")
        make_rounds(desk, **told)

    @contextmanager
    def opened(self: Database, *, durable: bool = True) -> Iterator[UnitOfWork]:
        with transaction(self, durable=durable) as records:
            open_records[:] = [records]
            yield records

    handling.handle = handled
    scheduler.make_rounds = made_rounds
    Database.transaction = opened  # type: ignore[method-assign]


def _begin(desk: Desk, open_records: list[UnitOfWork], cause: str) -> None:
    tokens = desk.tokens
    if isinstance(tokens, CausedTokens):
        tokens.begin(cause)
        tokens.records = open_records
