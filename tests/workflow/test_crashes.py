"""Wherever the machine is switched off, the rest of the day ends as if it had not been."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from rednov_bot.core.models import RawMail
from rednov_bot.core.store.unit_of_work import Database, UnitOfWork
from rednov_bot.games.red_november.rules.gamestate import Limit
from rednov_bot.service import make_rounds, work
from tests.builders import MONDAY, CountingTokens, list_mail, private_mail
from tests.workflow.play import NO_TURN, begun


class SwitchedOff(BaseException):
    """No power: nothing catches this."""


class BreakingDatabase(Database):
    """Breaks before or after the commit at which it is told to, by their number.

    What is put on file before a commit is lost with it, wherever in the transaction that was.  It
    also remembers how far the tokens were drawn at the last commit, so that whoever begins again
    draws the same ones and every mail can be compared byte for byte.
    """

    def __init__(self, url: str, tokens: CountingTokens, at: int = 0) -> None:
        super().__init__(url)
        self.tokens, self.kept_tokens = tokens, copy(tokens)
        self._at, self.steps = at, 0

    @contextmanager
    def transaction(self, *, durable: bool = True) -> Iterator[UnitOfWork]:
        with super().transaction(durable=durable) as records:
            yield records
            self._step()
        self.kept_tokens = copy(self.tokens)
        self._step()

    def _step(self) -> None:
        self.steps += 1
        if self.steps == self._at:
            raise SwitchedOff


class Day:
    """A day in parts, in each of which some mails are found in the mailbox together."""

    def __init__(self, folder: Path) -> None:
        """A game in which Ann can draw and Bob has to discard."""
        table = begun(folder, options={"queue_early_turns": "on"})
        hands = {"Bob": ("grog", "crowbar")}
        table.arrange(gnomes={"Ann": {"at": 8}}, hands=hands, limits={"Bob": Limit(1)})
        assert isinstance(table.desk.tokens, CountingTokens)
        table.desk.db.close()
        self.table, self.tokens = table, table.desk.tokens
        self.file, self.spare = folder / "rednov.db", folder / "spare.db"
        self.keep()

    def keep(self) -> None:
        shutil.copy(self.file, self.spare)

    def put_back(self) -> None:
        for left in self.file.parent.glob("rednov.db*"):
            left.unlink()
        shutil.copy(self.spare, self.file)

    def part(self, uid: int, mails: tuple[bytes, ...], tokens: CountingTokens, at: int = 0) -> Any:
        """The mails are fetched, worked on, and everything due is sent; how it all stands then."""
        db = BreakingDatabase(self.table.desk.settings.bot.database, tokens, at)
        self.table.desk = replace(self.table.desk, db=db, tokens=tokens)
        fetched = [
            RawMail(folder="INBOX", uidvalidity=1, uid=one, octets=octets, arrived_at=MONDAY)
            for octets, one in zip(mails, count(uid), strict=False)
        ]
        try:
            self.table.read(lambda it: it.keep(fetched))
            while work(self.table.desk):
                pass
            make_rounds(self.table.desk)
            while self.table.carry():
                pass
        finally:
            db.close()
        steps = db.steps
        return steps, self.table.read(outcome)


def outcome(records: UnitOfWork) -> tuple[Any, ...]:
    """Everything that anybody could ever notice."""
    (game,) = records.games()
    filed = [(one.mail, one.disposition, one.reason) for one in records.dispositions()]
    history, gamestate = records.history(game.id), records.gamestate(game.id)
    return gamestate, history, records.outbox(), records.open_drafts(), filed


def reply(code: str, text: str) -> bytes:
    return private_mail("Pewterby", text, subject=f"Re: [rednov {code}] Turn 1")


TURN = list_mail("Ann", "I draw 2 items.", message_id="<turn@post.example>")
EARLY = list_mail("Cat", NO_TURN, message_id="<early@post.example>")
DISCARD = list_mail("Bob", "I discard a grog.", message_id="<discard@post.example>")
PARTS = (
    (TURN,),
    (DISCARD, EARLY),
    (reply("AAAAAAC", "approve"), reply("AAAAAAD", "approve")),
    (reply("AAAAAAE", "reject because no"), reply("AAAAAAE", "again")),
)


def test_a_crash_at_any_step_neither_loses_nor_doubles_anything(tmp_path: Path) -> None:
    day, steps = Day(tmp_path), 0
    for uid, mails in zip(count(1000, 100), PARTS, strict=False):
        tokens = day.tokens
        here, expected = day.part(uid, mails, copy(tokens))
        after = day.table.desk.tokens
        for at in range(1, here + 1):
            day.put_back()
            with pytest.raises(SwitchedOff):
                day.part(uid, mails, copy(tokens), at)
            db = day.table.desk.db
            assert isinstance(db, BreakingDatabase)
            _, ended = day.part(uid, mails, db.kept_tokens)
            assert ended == expected, f"switched off at step {at} of {mails[0]!r}"
        assert isinstance(after, CountingTokens)
        day.tokens, steps = after, steps + here
        day.keep()
    assert steps >= 50
    assert [one.kind for one in expected[3]] == ["resolution"]
