"""The key that seals what is hidden, from the shell: made, used, changed, shared and recovered."""

from __future__ import annotations

import json
import sqlite3
import stat
from pathlib import Path

import pytest

from rednov_bot import keys
from rednov_bot.store.serving import serving
from tests.cli.shell import SETTINGS, Shell
from tests.cli.test_desk import begun, value


def with_key(shell: Shell, name: str = "key") -> keys.Key:
    """A key is made and named in the settings; a game may be there already."""
    path = shell.folder / name
    assert shell.run("key", "new", "--file", str(path)).code == 0
    named(shell, name)
    read = keys.read(path.read_text())
    assert isinstance(read, keys.Key)
    return read


def named(shell: Shell, name: str | None) -> None:
    """The settings name this file as the key's, or none."""
    section = "" if name is None else f'\n[secrets]\nkey_file = "{name}"\n'
    shell.config.write_text(SETTINGS + section, encoding="utf-8")


def test_a_new_key_stands_in_a_file_for_its_owner_alone(shell: Shell) -> None:
    made = with_key(shell)
    path = shell.folder / "key"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    said = shell.run("key", "new", "--file", str(path))
    assert said.code == 1
    assert "is there already; name another file, nothing was written" in said.err
    assert made.written() in path.read_text()


def test_a_new_key_is_printed_where_no_file_is_named(shell: Shell) -> None:
    read = keys.read(shell.run("key", "new").out)
    assert isinstance(read, keys.Key)


def test_it_is_told_whether_the_database_is_sealed(shell: Shell) -> None:
    shell.made()
    assert shell("key").out == "nothing is sealed; the settings give no key\n"
    made = with_key(shell)
    assert value(shell("key", "--json")) == {"sealed_with": None, "settings_give": made.name}
    shell("key seal")
    assert value(shell("key", "--json")) == {"sealed_with": made.name, "settings_give": made.name}


def test_a_database_is_sealed_and_opened_again(shell: Shell) -> None:
    begun(shell)
    before = value(shell("show", "--secret", "--json"))
    made = with_key(shell)
    said = shell("show")
    assert said.code == 1
    assert "is not sealed, and the settings give key" in said.err
    said = shell("key seal")
    assert (said.code, said.err) == (0, "")
    assert said.out.startswith(f"the database is sealed with key {made.name}; ")
    assert "older backups are as they were" in said.out
    assert value(shell("show", "--secret", "--json")) == before
    assert "already; nothing was changed" in shell("key seal").out
    assert shell("db upgrade").code == 0
    assert "take the key out of the settings" in shell("key unseal").out
    named(shell, None)
    assert value(shell("show", "--secret", "--json")) == before


def test_a_new_database_is_sealed_from_the_beginning(shell: Shell) -> None:
    made = with_key(shell)
    shell.made()
    assert value(shell("key", "--json"))["sealed_with"] == made.name


def test_the_key_is_changed(shell: Shell) -> None:
    made = with_key(shell)
    begun(shell)
    before = value(shell("show", "--secret", "--json"))
    shell.run("key", "new", "--file", str(shell.folder / "other"))
    said = shell("key change", "--to", str(shell.folder / "other"))
    assert (said.code, said.err) == (0, "")
    assert f"keep key {made.name} as long as its backups" in said.out
    said = shell("show")
    assert said.code == 1
    assert f"and the settings give key {made.name}; name the file of" in said.err
    named(shell, "other")
    assert value(shell("show", "--secret", "--json")) == before


@pytest.mark.parametrize("command", ["seal", "unseal", "change --to other"])
def test_without_a_key_nothing_is_sealed_or_opened(shell: Shell, command: str) -> None:
    shell.made()
    said = shell(f"key {command}")
    assert said.code == 1
    assert "the settings give no key; make one with `rednov key new --file FILE`" in said.err


def test_a_database_that_is_not_sealed_is_not_opened(shell: Shell) -> None:
    shell.made()
    with_key(shell)
    said = shell("key unseal")
    assert said.code == 1
    assert "is not sealed" in said.err


def test_a_file_that_holds_no_key_is_no_new_key(shell: Shell) -> None:
    with_key(shell)
    shell.made()
    wrong = shell.folder / "wrong"
    wrong.write_text("open sesame")
    said = shell("key change", "--to", str(wrong))
    assert said.code == 1
    assert "wrong holds no key of rednov's" in said.err
    said = shell("key change", "--to", str(shell.folder / "nowhere"))
    assert (said.code, said.err.count("\n")) == (1, 1)


def test_nothing_is_sealed_under_a_service_that_is_at_work(shell: Shell) -> None:
    shell.made()
    with_key(shell)
    with serving(f"sqlite:///{shell.folder / 'rednov.db'}"):
        said = shell("key seal")
    assert said.code == 1
    assert "another rednov serves" in said.err
    assert value(shell("key", "--json"))["sealed_with"] is None


def test_traces_that_could_not_be_swept_are_told_of_and_swept_later(shell: Shell) -> None:
    begun(shell)
    with_key(shell)
    reader = sqlite3.connect(shell.folder / "rednov.db", isolation_level=None)
    reader.execute("BEGIN")
    reader.execute("SELECT * FROM games").fetchall()
    said = shell("key seal")
    assert said.code == 3
    assert "but its files may still hold what they held" in said.err
    assert "`rednov key sweep`" in said.err
    reader.close()
    assert shell("key sweep").out == "the database's files were written anew\n"
    assert shell("show").code == 0


# -- shares ------------------------------------------------------------------------------------


def shared(shell: Shell) -> tuple[keys.Key, list[Path]]:
    made = with_key(shell)
    said = shell("key share", "2", "3", "--dir", str(shell.folder / "shares"))
    assert (said.code, said.err) == (0, "")
    assert "give each to somebody else, and delete them here; any 2 put the key" in said.out
    return made, sorted((shell.folder / "shares").iterdir())


def test_a_key_is_shared_and_recovered(shell: Shell) -> None:
    made, files = shared(shell)
    assert [path.name for path in files] == [f"share-{n}-of-3.txt" for n in (1, 2, 3)]
    assert {stat.S_IMODE(path.stat().st_mode) for path in files} == {0o600}
    assert "Share 1 of 3 of the key of Red November" in files[0].read_text()
    (shell.folder / "key").unlink()
    again = shell.folder / "again"
    said = shell.run("key", "recover", str(files[2]), str(files[0]), "--file", str(again))
    assert (said.code, said.err) == (0, "")
    assert keys.read(again.read_text()) == made
    assert shell.run("key", "recover", *map(str, files[:2])).out == f"{made.written()}\n"


def test_it_is_said_which_share_is_wrong_or_missing(shell: Shell) -> None:
    _, files = shared(shell)
    said = shell.run("key", "recover", str(files[1]))
    assert said.code == 1
    assert "2 shares are needed and 1 is there: 1 more of 1 and 3" in said.err
    text = files[0].read_text()
    at = text.index("part: ") + 6
    files[0].write_text(text[:at] + ("A" if text[at] != "A" else "B") + text[at + 1 :])
    said = shell.run("key", "recover", str(files[0]), str(files[1]))
    assert said.code == 1
    assert f"{files[0]} holds share 1, which is damaged" in said.err
    files[0].write_text("Dear Ann,\n")
    said = shell.run("key", "recover", str(files[0]), str(files[1]))
    assert f"{files[0]} holds no whole share of a key" in said.err


def test_shares_that_are_there_are_not_overwritten(shell: Shell) -> None:
    _, files = shared(shell)
    before = files[0].read_text()
    said = shell("key share", "2", "3", "--dir", str(shell.folder / "shares"))
    assert said.code == 1
    assert "share-1-of-3.txt is there already" in said.err
    assert files[0].read_text() == before


def test_no_command_prints_the_key_unasked(shell: Shell) -> None:
    made, _ = shared(shell)
    secret = made.written().rpartition(".")[2]
    begun(shell)
    for command in ("key", "key seal", "key sweep", "key unseal", "status", "outbox"):
        said = shell(command)
        assert secret not in said.out + said.err
    assert json.dumps(secret) not in shell("key", "--json").out
