"""A database that an earlier version sealed is refused by every command; any other plays on."""

from __future__ import annotations

import pytest

from rednov_bot.core.store.upgrading import HEAD
from tests.cli.shell import SETTINGS, Shell
from tests.cli.test_copying import own, played, still_serves
from tests.store import older


def of_before(shell: Shell, *seals: str) -> None:
    """A game is under way in the database of the version before."""
    played(shell)
    older.sealed(own(shell), *seals)


@pytest.mark.parametrize(
    "command",
    [
        *("status", "games", "run --once", "db upgrade", "db copy copy.db", "backup kept"),
        *("export all", "forget 30", "doctor", "hands --yes"),
    ],
)
def test_a_sealed_database_is_refused(shell: Shell, command: str) -> None:
    of_before(shell, "ABCDEFGH")
    before = (shell.folder / "rednov.db").read_bytes()
    said = shell(command)
    assert said.code == 1
    told = " ".join((said.err + said.out).split())
    assert "rednov.db is sealed with a key, which this version cannot open; unseal it with" in told
    assert (shell.folder / "rednov.db").read_bytes() == before


def test_a_sealing_key_in_the_settings_is_refused_and_an_empty_section_passed_over(
    shell: Shell,
) -> None:
    shell.config.write_text(f"{SETTINGS}\n[secrets]\n", encoding="utf-8")
    assert shell("db upgrade").code == 0
    shell.config.write_text(f'{SETTINGS}\n[secrets]\nkey_file = "key"\n', encoding="utf-8")
    said = shell("games")
    assert said.code == 1
    assert "[secrets] is no longer known" in said.err
    assert "(`rednov key unseal`), and remove the section" in said.err


def test_a_database_that_is_not_sealed_is_upgraded_and_its_game_goes_on(shell: Shell) -> None:
    of_before(shell)
    said = shell("db upgrade")
    assert (said.code, said.err) == (0, "")
    assert said.out == f"the database is at version {HEAD}\n"
    still_serves(shell)
