"""`rednov guide` prints the pages of docs/ in a terminal."""

from __future__ import annotations

import pytest

from rednov_bot.cli.guide import READERS
from rednov_bot.cli.guide_pages import entries_of
from tests.cli.shell import Shell
from tests.docs.pages import pages

EVERY = [(reader, entry.name) for reader, folder in READERS.items() for entry in entries_of(folder)]


def test_without_a_reader_every_page_is_listed_with_the_command_that_prints_it(
    shell: Shell,
) -> None:
    said = shell.run("guide")
    assert (said.code, said.err) == (0, "")
    assert len(said.out.splitlines()) == len(EVERY) == len(pages()) - 1
    assert "rednov guide gnome turns               Write a turn" in said.out


@pytest.mark.parametrize("reader", READERS)
def test_a_reader_alone_is_shown_eir_first_page(shell: Shell, reader: str) -> None:
    said = shell.run("guide", reader)
    assert (said.code, said.err) == (0, "")
    assert said.out.startswith("# For ")


@pytest.mark.parametrize(("reader", "page"), EVERY, ids=lambda one: str(one))
def test_a_page_is_shown_without_what_only_the_site_and_the_tests_need(
    shell: Shell, reader: str, page: str
) -> None:
    said = shell.run("guide", reader, page)
    assert (said.code, said.err) == (0, "")
    assert said.out.startswith("# ")
    assert not [line for line in said.out.splitlines() if line.lstrip().startswith("```")]
    assert "<!--" not in said.out
    assert "](" not in said.out


def test_what_gnomes_write_and_the_bot_answers_is_set_in(shell: Shell) -> None:
    assert "\n    I draw 2 items.\n" in shell.run("guide", "gnome", "answers").out


def test_a_page_that_is_not_there_is_answered_with_those_that_are(shell: Shell) -> None:
    said = shell.run("guide", "gnome", "treasure")
    assert said.code == 1
    assert "there are turns, counting, answers, asking, between" in said.err


def test_a_reader_that_is_none_is_wrong_usage(shell: Shell) -> None:
    assert shell.run("guide", "admiral").code == 2


def test_no_settings_and_no_database_are_wanted(shell: Shell) -> None:
    shell.config.unlink()
    assert shell.run("guide", "host", "install").code == 0
    assert list(shell.folder.iterdir()) == []
