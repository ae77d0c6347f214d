"""The host and contestmaster vanish in mid-game: with a backup and the settings it goes on.

What docs/hosts/backup.md tells hosts to do is done here beside a machine that never broke: the same
drafts, dice and postings come of both.
"""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from rednov_bot.bootstrap import open_desk
from rednov_bot.core.models import QueuedPosting
from rednov_bot.core.workflow.contest import succession
from tests.builders import CountingTokens, FixedClock, Table
from tests.cli.shell import SETTINGS, Shell
from tests.workflow import play

DAN = '\n[people.Dan]\naddresses = ["dan@post.example"]\n'


def a_table(folder: Path, like: Table | None = None) -> Table:
    """The desk of the machine in this folder; it is as late, and as much has come, as at *like*."""
    tokens, clock, uid = CountingTokens(), FixedClock(), 0
    if like is not None:
        assert isinstance(like.desk.tokens, CountingTokens)
        tokens, clock, uid = replace(like.desk.tokens), replace(like.clock), like.uid
    desk = open_desk(folder / "rednov.toml", clock=clock, tokens=tokens)
    return Table(desk=desk, clock=clock, uid=uid)


def goes_on(table: Table, draft: str) -> tuple[QueuedPosting, ...]:
    """What the bot mails from the day of the succession to the end of another turn."""
    table.news()
    with table.desk.db.transaction() as records:
        notice = succession.take_over(table.desk, records, "Dan")
    play.reply(table, draft, "approve", who="Dan", message_id="<1@dan.example>")
    play.reply(table, notice.code, "approve", who="Dan", message_id="<2@dan.example>")
    said = play.say(
        table, "Bob", "I open 5-8, go in and draw 3 items.", message_id="<3@bob.example>"
    )
    play.reply(table, play.code_in(said), "approve", who="Dan", message_id="<4@dan.example>")
    with table.desk.db.transaction() as records:
        return records.outbox()


def test_a_game_outlives_its_host(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    # Pewterby keeps the bot.  A game is played; a resolution awaits their word, and Bob's turn will
    # follow.
    (tmp_path / "first").mkdir()
    first = Shell(tmp_path / "first", capsys)
    first.config.write_text(SETTINGS + DAN, encoding="utf-8")
    table = a_table(first.folder)
    play.begin(table)
    play.arrange(table, hands={"Ann": ("aqualung",), "Bob": ("crowbar", "lucky_charm")})
    draft = play.code_in(play.say(table, "Ann", "I open 5-8, go in and draw 2 items."))
    table.clock.forward(hours=1)
    table.desk.db.close()
    assert first("backup", str(tmp_path / "backup")).code == 0

    # On a machine that never breaks, the office passes to Dan and the game goes on.
    shutil.copytree(first.folder, tmp_path / "unbroken")
    unbroken = a_table(tmp_path / "unbroken", table)
    expected = goes_on(unbroken, draft)

    # But Pewterby vanishes, and their machine too.  Dan has the backup and the settings.
    shutil.rmtree(first.folder)
    (tmp_path / "second").mkdir()
    second = Shell(tmp_path / "second", capsys)
    second.config.write_text(SETTINGS + DAN, encoding="utf-8")
    shutil.copy(tmp_path / "backup", second.folder / "rednov.db")
    again = a_table(second.folder, table)
    assert play.open_codes(again) == [draft]
    found = goes_on(again, draft)
    assert found == expected
    assert play.numbered(again) == play.numbered(unbroken)
    assert {"public", "private", "draft", "receipt", "desk"} <= {one.posting.kind for one in found}
    again.desk.db.close()
