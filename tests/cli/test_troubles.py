"""What goes wrong is said in one line, with what to do: 1 mend it, 3 the other side is away."""

from __future__ import annotations

import sqlite3

import pytest

from tests.cli.shell import Said, Shell
from tests.store import older


def in_one_line(said: Said, code: int = 1) -> str:
    assert said.code == code, said
    assert said.out == ""
    assert said.err.startswith("rednov: ")
    assert said.err.count("\n") == 1
    assert "Traceback" not in said.err
    assert "a-secret-password" not in said.err
    return said.err


TO_A_DRAFT = (
    *("approve CODE", "reject CODE --because x", "choose CODE 5-6", "amend CODE --add x"),
    *("overrule CODE --void", "award CODE", "award --already CODE", "drafts hold CODE"),
    *("drafts release CODE", "claims accept CODE", "claims deny CODE --because x"),
    *("drafts show CODE", "drafts again CODE", "outbox --there CODE"),
)
LOOKING = (
    *("drafts", "drafts list", "drafts again", "games", "show", "show --json", "mails", "outbox"),
    *("award", "claims", "contest", "contest pot 12", "duties", "hand-over Ann --now"),
    *("hands --yes", "idle", "mails read 12 --nothing", "members", "reminders pause", "standing"),
    *("report position", "rewind 1 --void", "rulings", "rulings add So.", "status"),
)


def test_missing_settings_and_an_unknown_draft_are_named(shell: Shell) -> None:
    shell.made()
    for command in TO_A_DRAFT:
        assert "ZZZZZZ9" in in_one_line(shell.run(*command.replace("CODE", "ZZZZZZ9").split()))
    shell.config.unlink()
    for command in (*TO_A_DRAFT, *LOOKING, "start Ann Bob Cat", "run --once", "db upgrade"):
        assert "rednov.toml" in in_one_line(shell.run(*command.split()))


def test_a_look_at_a_database_that_is_not_there_makes_none(shell: Shell) -> None:
    for command in (*TO_A_DRAFT, *LOOKING):
        told = in_one_line(shell.run(*command.split()))
        assert f"there is no database at {shell.folder / 'rednov.db'} yet" in told
        for maker in ("`rednov run`", "`rednov start`", "`rednov db upgrade`"):
            assert maker in told
    assert not list(shell.folder.glob("rednov.db*"))


@pytest.mark.parametrize("command", ["start Ann Bob Cat", "db upgrade", "run --once"])
def test_the_commands_that_are_said_to_make_the_database_make_it(
    shell: Shell, command: str
) -> None:
    said = shell.run(*command.split())
    away = command == "run --once"  # no mail server answers
    assert (said.code, "127.0.0.1" in said.err) == ((3, True) if away else (0, False))
    assert shell("games").code == 0
    assert shell("db upgrade").code == 0  # as often as one likes


def test_a_database_that_an_earlier_version_sealed_is_refused(shell: Shell) -> None:
    shell.made()
    older.sealed(f"sqlite:///{shell.folder / 'rednov.db'}", "ABCDEFGH")
    before = (shell.folder / "rednov.db").read_bytes()
    for command in (
        *("status", "games", "run --once", "db upgrade", "db copy copy.db", "backup kept"),
        *("export all", "forget 30", "doctor", "hands --yes"),
    ):
        said = shell(command)
        assert said.code == 1
        told = " ".join((said.err + said.out).split())
        assert "rednov.db is sealed with a key, which this version cannot open; unseal" in told
    assert (shell.folder / "rednov.db").read_bytes() == before


def test_words_that_are_not_utf_8_are_refused(shell: Shell) -> None:
    for where, *command in (
        (4, "start", "Ann", "Bob", "C\udcff"),
        (3, "rulings", "add", "So \udcff it is."),
        (2, "verify", "no \udcff file"),
    ):
        told = in_one_line(shell.run(*map(str, command)), 2)
        assert f"word {where} behind rednov is not UTF-8; write it so, or rename the file" in told


def test_what_is_wrong_with_a_command_is_named(shell: Shell) -> None:
    (shell.folder / "file").touch()
    (shell.folder / "demo").mkdir()
    (shell.folder / "demo" / "rednov.db").touch()
    shell.made()
    for command, words in (
        ("show RN7", "RN7"),
        ("start Ann Bob", "§5"),
        ("start Ann Bob Cat --option luck=1", "no option 'luck'"),
        ("read --json nothing.eml", "nothing.eml"),
        ("read .", "cannot be read"),
        ("demo --folder file/demo", "file"),
        ("demo --folder demo", "holds a demo already; name a fresh folder"),
    ):
        assert words in in_one_line(shell.run(*command.split()))


def test_what_is_wrong_with_the_settings_is_named(shell: Shell) -> None:
    away = "postgresql+psycopg://nobody:a-secret-password@127.0.0.1:1/none"
    good = shell.config.read_text()
    for old, new, named in (
        ("[contest]", "[bott]\nx = 1\n[contest]", "bott"),
        ("[contest]", '[game]\ndata = "no-such-folder"\n[contest]', "no-such-folder"),
        ("rednov.db", "nowhere/rednov.db", "nowhere/rednov.db"),
        ("sqlite:///rednov.db", away, ""),
    ):
        shell.config.write_text(good.replace(old, new))
        said = in_one_line(shell("start", "Ann", "Bob", "Cat"), 3 if new == away else 1)
        assert named in said


def test_a_database_that_is_none_or_empty_or_newer_is_left_alone(shell: Shell) -> None:
    path = shell.folder / "rednov.db"
    path.write_bytes(b"this is no database" * 100)
    assert "rednov.db" in in_one_line(shell("drafts"))
    path.write_bytes(b"")
    assert f"the database {path} is empty" in in_one_line(shell("show"))
    assert shell("db upgrade").code == 0
    assert shell("show").code == 0
    with sqlite3.connect(path) as database:
        database.execute("update alembic_version set version_num = '9999'")
    database.close()
    assert "newer" in in_one_line(shell("drafts"))
