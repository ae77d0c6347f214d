"""What goes wrong is said in one line, with what to do: 1 mend it, 3 the other side is away."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from tests.cli.shell import Said, Shell


def in_one_line(said: Said, code: int) -> str:
    assert said.code == code, said
    assert said.out == ""
    assert said.err.startswith("rednov: ")
    assert said.err.count("\n") == 1
    assert "Traceback" not in said.err
    assert "a-secret-password" not in said.err
    return said.err


@pytest.mark.parametrize(
    "command",
    [
        ["drafts"],
        ["drafts", "again"],
        ["games"],
        ["show"],
        ["mails"],
        ["start", "Ann", "Bob", "Cat"],
        ["run", "--once"],
        ["approve", "AAAAAAA"],
        ["reject", "AAAAAAA", "--because", "x"],
        ["choose", "AAAAAAA", "5-6"],
        ["db", "upgrade"],
    ],
    ids=" ".join,
)
def test_missing_settings_are_named(shell: Shell, command: list[str]) -> None:
    shell.config.unlink()
    assert "rednov.toml" in in_one_line(shell.run(*command), 1)


def test_a_wrong_key_is_named(shell: Shell) -> None:
    shell.config.write_text(shell.config.read_text() + "\n[bott]\nx = 1\n")
    assert "bott" in in_one_line(shell("drafts"), 1)


@pytest.mark.parametrize(
    "command",
    [
        ["approve", "ZZZZZZ9"],
        ["reject", "ZZZZZZ9", "--because", "x"],
        ["choose", "ZZZZZZ9", "5-6"],
        ["amend", "ZZZZZZ9", "--add", "x"],
        ["overrule", "ZZZZZZ9", "--void"],
        ["award", "ZZZZZZ9"],
        ["award", "--already", "ZZZZZZ9"],
        ["drafts", "hold", "ZZZZZZ9"],
        ["drafts", "release", "ZZZZZZ9"],
        ["claims", "accept", "ZZZZZZ9"],
        ["claims", "deny", "ZZZZZZ9", "--because", "x"],
    ],
    ids=" ".join,
)
def test_an_unknown_draft_is_named(shell: Shell, command: list[str]) -> None:
    shell.made()
    assert "ZZZZZZ9" in in_one_line(shell.run(*command), 1)


def test_an_unknown_draft_cannot_be_shown(shell: Shell) -> None:
    shell.made()
    said = shell.run("drafts", "--config", str(shell.config), "show", "ZZZZZZ9")
    assert "ZZZZZZ9" in in_one_line(said, 1)


@pytest.mark.parametrize(
    "command",
    [
        ["start", "Ann", "Bob", "C\udcff"],
        ["start", "Ann", "Bob", "Cat", "--option", "wake=\udcff"],
        ["rulings", "add", "So \udcff it is."],
        ["verify", "no \udcff file"],
    ],
    ids=" ".join(["start", "option", "rulings", "verify"]).split(),
)
def test_words_that_are_not_utf_8_are_refused(shell: Shell, command: list[str]) -> None:
    shell.made()
    told = in_one_line(shell.run(*command), 2)
    where = 1 + next(at for at, word in enumerate(command) if "\udcff" in word)
    assert f"word {where} behind rednov is not UTF-8; write it so, or rename the file" in told


def test_an_unknown_game_is_named(shell: Shell) -> None:
    shell.made()
    assert "RN7" in in_one_line(shell("show", "RN7"), 1)


def test_a_game_that_may_not_start_says_which_clause(shell: Shell) -> None:
    assert "§5" in in_one_line(shell("start", "Ann", "Bob"), 1)
    said = shell("start", "Ann", "Bob", "Cat", "--option", "luck=1")
    assert "no option 'luck'" in in_one_line(said, 1)


def test_a_mailbox_that_does_not_answer_ends_with_3(shell: Shell) -> None:
    assert "127.0.0.1" in in_one_line(shell("run", "--once"), 3)


def test_a_file_that_is_no_database_is_named(shell: Shell) -> None:
    (shell.folder / "rednov.db").write_bytes(b"this is no database" * 100)
    assert "rednov.db" in in_one_line(shell("drafts"), 1)


@pytest.mark.parametrize("command", ["drafts", "db upgrade"])
def test_a_folder_that_is_not_there_is_named(shell: Shell, command: str) -> None:
    text = shell.config.read_text().replace("sqlite:///rednov.db", "sqlite:///nowhere/rednov.db")
    shell.config.write_text(text)
    assert "nowhere/rednov.db" in in_one_line(shell(command), 1)


LOOKING = [
    ["drafts"],
    ["drafts", "list"],
    ["drafts", "show", "AAAAAAA"],
    ["drafts", "again"],
    ["games"],
    ["show"],
    ["show", "--json"],
    ["mails"],
    ["outbox"],
    ["approve", "AAAAAAA"],
    ["reject", "AAAAAAA", "--because", "x"],
    ["choose", "AAAAAAA", "5-6"],
    ["amend", "AAAAAAA", "--add", "x"],
    ["overrule", "AAAAAAA", "--void"],
    ["award"],
    ["claims"],
    ["contest"],
    ["contest", "pot", "12"],
    ["drafts", "hold", "AAAAAAA"],
    ["duties"],
    ["hand-over", "Ann", "--now"],
    ["hands", "--yes"],
    ["idle"],
    ["mails", "read", "12", "--nothing"],
    ["members"],
    ["reminders", "pause"],
    ["report", "position"],
    ["rewind", "1", "--void"],
    ["rulings"],
    ["rulings", "add", "So it is."],
    ["standing"],
    ["status"],
]


@pytest.mark.parametrize("command", LOOKING, ids=" ".join)
def test_a_look_at_a_database_that_is_not_there_makes_none(
    shell: Shell, command: list[str]
) -> None:
    told = in_one_line(shell.run(*command), 1)
    assert f"there is no database at {shell.folder / 'rednov.db'} yet" in told
    for maker in ("`rednov run`", "`rednov start`", "`rednov db upgrade`"):
        assert maker in told
    assert not list(shell.folder.glob("rednov.db*"))


@pytest.mark.parametrize("command", [["start", "Ann", "Bob", "Cat"], ["db", "upgrade"]])
def test_the_commands_that_are_said_to_make_the_database_make_it(
    shell: Shell, command: list[str]
) -> None:
    assert shell.run(*command).code == 0
    assert shell("games").code == 0


def test_a_run_makes_the_database_though_no_server_answers(shell: Shell) -> None:
    assert shell("run", "--once").code == 3
    assert shell("games").code == 0


def test_a_look_at_an_empty_file_puts_nothing_into_it(shell: Shell) -> None:
    (shell.folder / "rednov.db").touch()
    told = in_one_line(shell("show"), 1)
    assert f"the database {shell.folder / 'rednov.db'} is empty" in told
    shell.made()
    assert shell("show").code == 0


def test_a_database_of_a_newer_version_is_left_alone(shell: Shell) -> None:
    shell.made()
    with sqlite3.connect(shell.folder / "rednov.db") as database:
        database.execute("update alembic_version set version_num = '9999'")
    database.close()
    assert "newer" in in_one_line(shell("drafts"), 1)


def test_a_mail_that_cannot_be_read_is_named(shell: Shell) -> None:
    said = shell("read", "--json", str(shell.folder / "nothing.eml"))
    assert "nothing.eml" in in_one_line(said, 1)
    assert in_one_line(shell("read", str(shell.folder)), 1)


def test_an_empty_mail_is_read_all_the_same(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "empty.eml").write_bytes(b"")
    assert shell("read", "--json", str(tmp_path / "empty.eml")).code == 0


def test_a_wrong_data_set_is_named(shell: Shell) -> None:
    shell.config.write_text(shell.config.read_text() + '\n[game]\ndata = "no-such-folder"\n')
    assert "no-such-folder" in in_one_line(shell("start", "Ann", "Bob", "Cat"), 1)


def test_a_folder_that_cannot_be_made_is_named(shell: Shell) -> None:
    in_the_way = shell.folder / "file"
    in_the_way.write_text("")
    said = shell.run("demo", "--folder", str(in_the_way / "demo"))
    assert str(in_the_way) in in_one_line(said, 1)


def test_a_folder_with_a_demo_already_is_named(shell: Shell) -> None:
    used = shell.folder / "demo"
    used.mkdir()
    (used / "rednov.db").write_bytes(b"")
    said = in_one_line(shell.run("demo", "--folder", str(used)), 1)
    assert f"{used} holds a demo already; name a fresh folder" in said


def test_a_database_server_that_does_not_answer_ends_with_3_and_keeps_its_password(
    shell: Shell,
) -> None:
    url = "postgresql+psycopg://nobody:a-secret-password@127.0.0.1:1/none"
    shell.config.write_text(shell.config.read_text().replace("sqlite:///rednov.db", url))
    in_one_line(shell("drafts"), 3)
