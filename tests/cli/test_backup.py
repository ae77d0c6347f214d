"""A host backs up and restores by command."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.builders import MONDAY
from tests.cli.shell import SETTINGS, Shell


def test_a_backup_is_told_and_noted(shell: Shell) -> None:
    shell.made()
    said = shell("backup", "kept")
    assert (said.code, said.err) == (0, "")
    assert said.out.startswith("kept holds ")
    assert "(games: 0, mails in: 0, mails out: 0), migration 00" in said.out
    with shell.table().desk.db.transaction() as records:
        assert records.last_backup() is not None


def test_a_backup_replaces_nothing(shell: Shell) -> None:
    shell.made()
    assert shell("backup", "kept").code == 0
    again = shell("backup", "kept")
    assert again.code == 1
    assert again.err == "rednov: kept is there already; name another file, nothing was written\n"


def test_without_a_database_there_is_nothing_to_back_up(shell: Shell) -> None:
    said = shell("backup", "kept")
    assert said.code == 1
    assert "nothing to back up" in said.err
    assert not (shell.folder / "kept").exists()


def test_what_is_restored_is_told_with_what_was_kept_aside(shell: Shell) -> None:
    shell.made()
    shell("backup", "kept")
    refused = shell("restore", "kept")
    assert refused.code == 1
    assert "say --replace" in refused.err
    said = shell("restore", "kept", "--replace")
    assert (said.code, said.err) == (0, "")
    assert said.out.startswith("the database is restored: ")
    assert "what was there is kept as" in said.out
    (aside,) = shell.folder.glob("rednov.db.before-*")
    assert str(aside) in said.out
    with shell.table().desk.db.transaction() as records:
        assert records.restoration() is not None


@pytest.mark.parametrize(
    ("name", "other"), [("kept?now.backup", "kept"), ("kept%41", "keptA"), ("kept#1", "kept")]
)
def test_a_backup_may_be_called_anything_and_no_other_one_is_restored(
    shell: Shell, name: str, other: str
) -> None:
    shell.made()
    assert shell("backup", other).code == 0
    with shell.table().desk.db.transaction() as records:
        records.beat(MONDAY)
    assert shell("backup", name).code == 0
    assert shell("restore", name, "--replace").code == 0
    with shell.table().desk.db.transaction() as records:
        assert records.last_beat() == MONDAY


@pytest.mark.parametrize("name", ["why?", "100%41", "50%"])
def test_the_folder_of_a_database_may_be_called_anything(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    folder = tmp_path / name
    folder.mkdir()
    monkeypatch.chdir(folder)
    shell = Shell(folder, capsys)
    shell.made()
    assert shell("backup", "kept").code == 0
    assert shell("restore", "kept", "--replace").code == 0
    assert (folder / "rednov.db").exists()
    assert [one.name for one in tmp_path.iterdir()] == [name]


def test_a_folder_is_not_put_aside_for_a_backup(shell: Shell) -> None:
    shell.made()
    assert shell("backup", "kept").code == 0
    (shell.folder / "games").mkdir()
    before = sorted(shell.folder.iterdir())
    shell.config.write_text(SETTINGS.replace("rednov.db", "games"))
    said = shell("restore", "kept", "--replace")
    folder = shell.folder / "games"
    assert said.code == 1
    assert said.err == (
        f"rednov: bot.database names {folder}, which is a folder; name a file in it\n"
    )
    assert sorted(shell.folder.iterdir()) == before


def test_the_file_of_another_program_is_not_put_aside_for_a_backup(shell: Shell) -> None:
    shell.made()
    assert shell("backup", "kept").code == 0
    with closing(sqlite3.connect(shell.folder / "other.db")) as other, other:
        other.execute("CREATE TABLE accounts (name TEXT)")
    before = (shell.folder / "other.db").read_bytes()
    shell.config.write_text(SETTINGS.replace("rednov.db", "other.db"))
    for command in (("restore", "kept", "--replace"), ("db upgrade",), ("status",)):
        said = shell(*command)
        assert said.code == 1
        assert said.err.endswith(
            "other.db, which holds the tables of another program; name a database of its own\n"
        )
    assert (shell.folder / "other.db").read_bytes() == before
    assert not list(shell.folder.glob("other.db?*"))


def test_a_text_or_a_device_is_not_put_aside_for_a_backup(shell: Shell) -> None:
    shell.made()
    assert shell("backup", "kept").code == 0
    os.mkfifo(shell.folder / "pipe")
    before = sorted(shell.folder.iterdir())
    for name, what in (("rednov.toml", "a text; name a file of its own"), ("pipe", "no file")):
        settings = SETTINGS.replace("rednov.db", name)
        shell.config.write_text(settings)
        said = shell("restore", "kept", "--replace")
        assert said.code == 1
        assert f"bot.database names {shell.folder / name}, which is {what}" in said.err
        assert shell.config.read_text() == settings
    assert sorted(shell.folder.iterdir()) == before


def test_a_backup_is_restored_to_where_a_uri_says(shell: Shell) -> None:
    shell.made()
    assert shell("backup", "kept").code == 0
    uri = f"file:{shell.folder}/other.db?mode=rw&uri=true"
    shell.config.write_text(SETTINGS.replace("rednov.db", uri))
    assert shell("restore", "kept").code == 0
    assert (shell.folder / "other.db").is_file()
    assert shell("restore", "kept", "--replace").code == 0
    assert shell("forget", "30", "--yes").code == 0
    assert shell("status").code == 0


def test_a_backup_is_restored_to_no_folder_that_is_not_there(shell: Shell) -> None:
    shell.made()
    assert shell("backup", "kept").code == 0
    shell.config.write_text(SETTINGS.replace("rednov.db", "nowhere/rednov.db"))
    said = shell("restore", "kept")
    assert said.code == 1
    assert said.err.startswith("rednov: nothing can be written beside the database ")
    assert said.err.endswith(": No such file or directory; mend the path\n")


def test_a_file_that_is_not_there_is_wrong_usage(shell: Shell) -> None:
    said = shell("restore", "nowhere")
    assert said.code == 2
    assert "there is no file nowhere" in said.err
