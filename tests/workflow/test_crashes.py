"""Wherever the machine is switched off, the rest of the day ends as if it had not been."""

from __future__ import annotations

import shutil
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from rednov_bot.core.models import Attempt, RawMail
from rednov_bot.core.store.unit_of_work import Database
from rednov_bot.core.workflow.desk import Desk
from rednov_bot.service import make_rounds, work
from tests.builders import MONDAY, CountingTokens, Table, list_mail, private_mail
from tests.workflow.breaking import BreakingLedger, SwitchedOff
from tests.workflow.play import arrange, begun

TURN = list_mail("Ann", "I draw 2 items.", message_id="<turn@post.example>")
EARLY = list_mail("Cat", "I take no action.", message_id="<early@post.example>")
DISCARD = list_mail("Bob", "I discard a grog.", message_id="<discard@post.example>")


def reply(code: str, text: str) -> bytes:
    return private_mail("Pewterby", text, subject=f"Re: [rednov {code}] Turn 1")


Sweeps = tuple[tuple[bytes, ...], ...]
"""The mails of a day, as many at a time as are found in the mailbox together."""


def prepared(folder: Path) -> tuple[Table, CountingTokens]:
    """A game in which Ann can draw; its database closed, the tokens as far as they were drawn."""
    from rednov_bot.games.red_november.rules.gamestate import Limit

    table = begun(folder, options={"queue_early_turns": "on"})
    arrange(
        table,
        gnomes={"Ann": {"at": 8}},
        hands={"Bob": ("grog", "crowbar")},
        limits={"Bob": Limit(1)},
    )
    tokens = table.desk.tokens
    assert isinstance(tokens, CountingTokens)
    table.desk.db.close()
    return table, tokens


def day(desk: Desk, sweeps: Sweeps) -> None:
    """Sweep after sweep is fetched, worked on, and everything due is sent."""
    uids = count(1000)
    for mails in sweeps:
        fetched = [
            RawMail(folder="INBOX", uidvalidity=1, uid=uid, octets=octets, arrived_at=MONDAY)
            for octets, uid in zip(mails, uids, strict=False)
        ]
        with desk.db.transaction() as records:
            records.keep(fetched)
        while work(desk):
            pass
        make_rounds(desk)
        with desk.db.transaction() as records:
            due = records.due(desk.now(), 100)
        for one in due:
            with desk.db.transaction() as records:
                records.attempted(
                    Attempt(
                        message_id=one.message_id, at=desk.now(), outcome="accepted", reply="250"
                    )
                )


def outcome(desk: Desk) -> tuple[Any, ...]:
    """Everything that anybody could ever notice."""
    with desk.db.transaction() as records:
        (game,) = records.games()
        filed = [(one.mail, one.disposition, one.reason) for one in records.dispositions()]
        history = records.history(game.id)
        gamestate = records.gamestate(game.id)
        return gamestate, history, records.outbox(), records.open_drafts(), filed


def at_work(table: Table, tokens: CountingTokens, at: int | None) -> tuple[Desk, BreakingLedger]:
    url = table.desk.settings.bot.database
    db = BreakingLedger(Database(url), tokens, at)
    return replace(table.desk, db=db, tokens=tokens), db


def undisturbed(
    table: Table, tokens: CountingTokens, sweeps: Sweeps
) -> tuple[int, tuple[Any, ...]]:
    desk, db = at_work(table, replace(tokens), None)
    day(desk, sweeps)
    steps = db.steps
    ended = outcome(desk)
    db.close()
    return steps, ended


def disturbed(table: Table, tokens: CountingTokens, sweeps: Sweeps, at: int) -> tuple[Any, ...]:
    desk, db = at_work(table, replace(tokens), at)
    with pytest.raises(SwitchedOff):
        day(desk, sweeps)
    db.close()
    desk, again = at_work(table, db.kept_tokens, None)
    day(desk, sweeps)
    ended = outcome(desk)
    again.close()
    return ended


@pytest.mark.parametrize(
    "sweeps",
    [
        ((TURN,), (reply("AAAAAAB", "approve"),)),
        ((TURN,), (DISCARD,), (reply("AAAAAAB", "approve"),), (reply("AAAAAAD", "approve"),)),
        ((TURN,), (EARLY,), (reply("AAAAAAB", "approve"),)),
        ((TURN, DISCARD, reply("AAAAAAD", "approve")), (reply("AAAAAAB", "reject because no"),)),
    ],
    ids=["a turn and its approval", "a discard in between", "an early turn", "three at once"],
)
def test_a_crash_at_any_step_neither_loses_nor_doubles_anything(
    tmp_path: Path, sweeps: Sweeps
) -> None:
    table, tokens = prepared(tmp_path)
    file, spare = tmp_path / "rednov.db", tmp_path / "spare.db"
    shutil.copy(file, spare)
    steps, expected = undisturbed(table, tokens, sweeps)
    assert steps > 30
    gamestate, _, outbox, _, _ = expected
    assert any(one.posting.kind == "public" for one in outbox[5:])
    for at in range(1, steps + 1):
        for left in tmp_path.glob("rednov.db*"):
            left.unlink()
        shutil.copy(spare, file)
        assert disturbed(table, tokens, sweeps, at) == expected, f"switched off at step {at}"
    assert gamestate is not None
