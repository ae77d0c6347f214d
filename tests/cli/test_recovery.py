"""The host and contestmaster vanish in mid-game: with a backup and friends the game goes on.

What docs/keys.md tells hosts to do is done here, step by step, beside a machine that never broke:
the same drafts, dice and postings come of both.
"""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from rednov_bot.bootstrap import open_desk
from rednov_bot.desk.contest import succession
from rednov_bot.papers import QueuedPosting
from tests.builders import CountingTokens, FixedClock, Table
from tests.cli.shell import SETTINGS, Shell
from tests.cli.test_desk import value
from tests.desk import play

DAN = '\n[people.Dan]\naddresses = ["dan@post.example"]\n'
KEY = '\n[secrets]\nkey_file = "key"\n'
FRIENDS = ("Otto", "Pia", "Quirin", "Rosa", "Selma")


def a_table(folder: Path, like: Table | None = None) -> Table:
    """The desk of the machine in this folder; it is as late, and as much has come, as at *like*."""
    tokens, clock, uid = CountingTokens(), FixedClock(), 0
    if like is not None:
        assert isinstance(like.desk.tokens, CountingTokens)
        tokens, clock, uid = replace(like.desk.tokens), replace(like.clock), like.uid
    desk = open_desk(folder / "rednov.toml", clock=clock, tokens=tokens)
    return Table(desk=desk, clock=clock, uid=uid)


def backed_up(path: Path, copy: Path) -> None:
    with closing(sqlite3.connect(path)) as own, closing(sqlite3.connect(copy)) as other:
        own.backup(other)


def goes_on(table: Table, draft: str) -> tuple[QueuedPosting, ...]:
    """What the bot mails from the day of the succession to the end of another turn."""
    table.news()
    with table.desk.ledger.transaction() as records:
        notice = succession.take_over(table.desk, records, "Dan")
    play.reply(table, draft, "approve", who="Dan", message_id="<1@dan.example>")
    play.reply(table, notice.code, "approve", who="Dan", message_id="<2@dan.example>")
    said = play.say(
        table, "Bob", "I open 5-8, go in and draw 3 items.", message_id="<3@bob.example>"
    )
    play.reply(table, play.code_in(said), "approve", who="Dan", message_id="<4@dan.example>")
    with table.desk.ledger.transaction() as records:
        return records.outbox()


def test_a_game_outlives_its_host(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    # Pewterby keeps the bot, and shares its key among friends.
    (tmp_path / "first").mkdir()
    first = Shell(tmp_path / "first", capsys)
    assert first.run("key", "new", "--file", str(first.folder / "key")).code == 0
    first.config.write_text(SETTINGS + DAN + KEY, encoding="utf-8")
    said = first("key share", "3", "5", "--dir", str(tmp_path / "envelopes"))
    assert said.code == 0
    envelopes = sorted((tmp_path / "envelopes").iterdir())
    chests = {name: envelope.read_text() for name, envelope in zip(FRIENDS, envelopes, strict=True)}

    # A game is played; a resolution awaits eir word, and Bob's turn will follow.
    table = a_table(first.folder)
    play.begin(table)
    play.arrange(table, hands={"Ann": ("aqualung",), "Bob": ("crowbar", "lucky_charm")})
    draft = play.code_in(play.say(table, "Ann", "I open 5-8, go in and draw 2 items."))
    table.clock.forward(hours=1)
    table.desk.ledger.close()
    backed_up(first.folder / "rednov.db", tmp_path / "backup.db")

    # On a machine that never breaks, the office passes to Dan and the game goes on.
    shutil.copytree(first.folder, tmp_path / "unbroken")
    unbroken = a_table(tmp_path / "unbroken", table)
    expected = goes_on(unbroken, draft)

    # But Pewterby vanishes, and eir machine with em.  Dan has the backup and the settings.
    shutil.rmtree(first.folder)
    shutil.rmtree(tmp_path / "envelopes")
    (tmp_path / "second").mkdir()
    second = Shell(tmp_path / "second", capsys)
    second.config.write_text(SETTINGS + DAN, encoding="utf-8")
    shutil.copy(tmp_path / "backup.db", second.folder / "rednov.db")
    said = second("games")
    assert said.code == 1
    assert "is sealed with key" in said.err
    assert "and the settings give none" in said.err

    # Two friends are too few; the third quotes eir share in a mail, the fourth made a blot on it.
    files = {name: second.folder / name for name in FRIENDS}
    files["Pia"].write_text(chests["Pia"])
    files["Selma"].write_text("".join(f"> {line}\r\n" for line in chests["Selma"].splitlines()))
    blotted = chests["Otto"].replace("part: ", "part: 7", 1)
    files["Otto"].write_text(blotted)
    files["Rosa"].write_text(chests["Rosa"])
    keyed = ("--file", str(second.folder / "key"))
    said = second.run("key", "recover", str(files["Pia"]), str(files["Selma"]), *keyed)
    assert "3 shares are needed and 2 are there: 1 more of 1, 3 and 4" in said.err
    said = second.run("key", "recover", *(str(files[one]) for one in ("Pia", "Selma", "Otto")))
    assert "Otto holds share 1, which is damaged" in said.err
    assert not (second.folder / "key").exists()
    said = second.run(
        "key", "recover", *(str(files[one]) for one in ("Pia", "Selma", "Rosa")), *keyed
    )
    assert (said.code, said.err) == (0, "")

    # The key opens the backup, and everything is as it was.
    second.config.write_text(SETTINGS + DAN + KEY, encoding="utf-8")
    state = value(second("key", "--json"))
    assert state["sealed_with"] == state["settings_give"]
    assert second("games").code == 0
    again = a_table(second.folder, table)
    assert play.open_codes(again) == [draft]
    found = goes_on(again, draft)
    assert found == expected
    assert play.numbered(again) == play.numbered(unbroken)
    assert {"public", "private", "draft", "receipt", "desk"} <= {one.posting.kind for one in found}
    again.desk.ledger.close()

    # Dan gives the bot a key of eir own; the old shares open old backups alone.
    assert second.run("key", "new", "--file", str(second.folder / "new")).code == 0
    assert second("key change", "--to", str(second.folder / "new")).code == 0
    assert second("games").code == 1
    second.config.write_text(SETTINGS + DAN + KEY.replace('"key"', '"new"'), encoding="utf-8")
    assert second("games").code == 0
