"""A host backs up and restores by command."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.builders import MONDAY
from tests.cli.shell import SETTINGS, Shell
from tests.cli.test_troubles import in_one_line


@pytest.fixture
def backed_up(shell: Shell) -> Shell:
    """A database, and a backup of it called `kept`."""
    shell.made()
    assert shell("backup", "kept").code == 0
    return shell


def test_a_backup_is_told_and_noted_and_replaces_nothing(shell: Shell) -> None:
    assert "nothing to back up" in in_one_line(shell("backup", "kept"))
    assert not (shell.folder / "kept").exists()
    shell.made()
    said = shell("backup", "kept")
    assert (said.code, said.err) == (0, "")
    assert said.out.startswith("kept holds ")
    assert "(games: 0, mails in: 0, mails out: 0), migration 00" in said.out
    with shell.table().desk.db.transaction() as records:
        assert records.last_backup() is not None
    said = shell("backup", "kept")
    assert in_one_line(said).endswith("is there already; name another file, nothing was written\n")


def test_what_is_restored_is_told_with_what_was_kept_aside(backed_up: Shell) -> None:
    assert "say --replace" in in_one_line(backed_up("restore", "kept"))
    said = backed_up("restore", "kept", "--replace")
    assert (said.code, said.err) == (0, "")
    assert said.out.startswith("the database is restored: ")
    (aside,) = backed_up.folder.glob("rednov.db.before-*")
    assert f"what was there is kept as {aside}" in said.out
    with backed_up.table().desk.db.transaction() as records:
        assert records.restoration() is not None
    said = backed_up("restore", "nowhere")
    assert said.code == 2
    assert "there is no file nowhere" in said.err


@pytest.mark.parametrize(
    ("folder", "name", "other"),
    [("why?", "kept?now", "kept"), ("100%41", "kept%41", "keptA"), ("50%", "kept#1", "kept")],
)
def test_a_backup_and_its_folder_may_be_called_anything_and_no_other_one_is_restored(
    tmp_path: Path, shell: Shell, folder: str, name: str, other: str
) -> None:
    shell.config.unlink()
    shell.move_to(tmp_path / folder)
    shell.made()
    kept, another = tmp_path / folder / name, tmp_path / folder / other
    assert shell("backup", str(another)).code == 0
    with shell.table().desk.db.transaction() as records:
        records.beat(MONDAY)
    assert shell("backup", str(kept)).code == 0
    assert shell("restore", str(kept), "--replace").code == 0
    with shell.table().desk.db.transaction() as records:
        assert records.last_beat() == MONDAY
    assert [one.name for one in tmp_path.iterdir()] == [folder]


def test_nothing_but_a_database_of_ours_is_put_aside_for_a_backup(backed_up: Shell) -> None:
    folder = backed_up.folder
    (folder / "games").mkdir()
    os.mkfifo(folder / "pipe")
    with closing(sqlite3.connect(folder / "other.db")) as other, other:
        other.execute("CREATE TABLE accounts (name TEXT)")
    tables = (folder / "other.db").read_bytes()
    before = sorted(folder.iterdir())
    for name, what in (
        ("games", f"bot.database names {folder / 'games'}, which is a folder; name a file in it\n"),
        ("rednov.toml", "which is a text; name a file of its own"),
        ("pipe", "which is no file"),
        ("other.db", "which holds the tables of another program; name a database of its own\n"),
        ("nowhere/rednov.db", ": No such file or directory; mend the path\n"),
    ):
        backed_up.config.write_text(settings := SETTINGS.replace("rednov.db", name))
        assert what in in_one_line(backed_up("restore", "kept", "--replace"))
        assert backed_up.config.read_text() == settings
    backed_up.config.write_text(SETTINGS.replace("rednov.db", "other.db"))
    for command in ("db upgrade", "status"):
        assert "the tables of another program" in in_one_line(backed_up(command))
    assert (folder / "other.db").read_bytes() == tables
    assert sorted(folder.iterdir()) == before


def test_a_backup_is_restored_to_where_a_uri_says(backed_up: Shell) -> None:
    uri = f"file:{backed_up.folder}/other.db?mode=rw&uri=true"
    backed_up.config.write_text(SETTINGS.replace("rednov.db", uri))
    assert backed_up("restore", "kept").code == 0
    assert (backed_up.folder / "other.db").is_file()
    assert backed_up("restore", "kept", "--replace").code == 0
    assert backed_up("forget", "30", "--yes").code == 0
    assert backed_up("status").code == 0
