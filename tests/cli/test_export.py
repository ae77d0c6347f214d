"""Everything on file can be taken away in files; the public edition tells nobody's secret."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import stat
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from rednov_bot.core.store import database
from rednov_bot.core.store.tables import metadata
from tests.cli.shell import Shell
from tests.workflow.play import arrange, begin, code_in, reply, say, served, write

SECRET = "nobody but Ann may read this"


@pytest.fixture
def played(shell: Shell) -> Shell:
    """A game in which Ann has drawn, and has written to the bot alone."""
    shell.made()
    table = shell.table()
    begin(table)
    arrange(table, gnomes={"Ann": {"at": 8}}, hands={"Bob": ("lucky_charm",)})
    write(table, "Ann", f"{SECRET}\n\nFrom rednov I have it.")
    reply(table, code_in(say(table, "Ann", "I draw 2 items.")), "approve")
    served(table, "")
    return shell


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def unpacked(mbox: bytes) -> list[bytes]:
    """The mails of an mbox, as its README says."""
    mails = re.split(rb"(?m)^From rednov [^\n]*\n", mbox)[1:]
    return [re.sub(rb"(?m)^>(>*From )", rb"\1", one.removesuffix(b"\n\n")) for one in mails]


def test_every_row_and_every_mail_is_there_for_its_owner_alone(played: Shell) -> None:
    said = played("export", "all")
    assert said.code == 0
    assert "keep it as close as the database" in said.err
    folder = played.folder / "all"
    engine = database.opened(f"sqlite:///{played.folder / 'rednov.db'}")
    with engine.begin() as connection:
        for name in metadata.tables:
            (count,) = connection.execute(text(f'SELECT count(*) FROM "{name}"')).one()
            assert len(lines(folder / "tables" / f"{name}.jsonl")) == count, name
        octets = [row[0] for row in connection.execute(text("SELECT octets FROM raw_mails"))]
    engine.dispose()
    assert unpacked((folder / "mails-in.mbox").read_bytes()) == octets
    digests = [hashlib.sha256(one).hexdigest() for one in octets]
    rows = lines(folder / "tables" / "raw_mails.jsonl")
    assert [row["octets"]["sha256"] for row in rows] == digests
    manifest = json.loads((folder / "manifest.json").read_text())
    assert manifest["edition"] == "complete"
    there = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
    assert there == {*manifest["files"], "manifest.json"}
    for name, facts in manifest["files"].items():
        assert facts["sha256"] == hashlib.sha256((folder / name).read_bytes()).hexdigest()
    for path in folder.rglob("*"):
        assert stat.S_IMODE(path.stat().st_mode) == (0o700 if path.is_dir() else 0o600), path
    assert "is there already; name another folder" in played("export", "all").err


def test_the_public_edition_tells_no_hand_no_private_mail_and_no_address(played: Shell) -> None:
    said = played("export", "--public", "open")
    assert (said.code, said.err) == (0, "")
    folder = played.folder / "open"
    told = "".join(path.read_text(encoding="utf-8") for path in folder.rglob("*.jsonl"))
    assert "Turn 1: Ann" in told
    assert "@" not in told
    assert SECRET not in told
    assert "lucky_charm" not in told
    with played.table().desk.db.transaction() as records:
        (game,) = records.games()
        secret = records.secret(game.id)
    assert base64.b64encode(secret).decode() not in told
    for column in ("secrets", "whispers"):
        assert f'"{column}":' not in told
    assert not (folder / "mails-in.mbox").exists()
