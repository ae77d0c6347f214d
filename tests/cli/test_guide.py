"""`rednov guide` prints the pages of docs/ in a terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from rednov_bot.cli.guide import READERS
from rednov_bot.core.render import guide
from rednov_bot.core.render.guide import entries_of
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
    assert "there are game, turns, counting, answers, asking, between" in said.err


def test_a_reader_that_is_none_is_wrong_usage(shell: Shell) -> None:
    assert shell.run("guide", "admiral").code == 2


def test_no_settings_and_no_database_are_wanted(shell: Shell) -> None:
    shell.config.unlink()
    assert shell.run("guide", "host", "install").code == 0
    assert list(shell.folder.iterdir()) == []


@pytest.mark.parametrize(("reader", "page"), EVERY, ids=lambda one: str(one))
def test_what_is_no_block_fits_a_terminal(shell: Shell, reader: str, page: str) -> None:
    lines = shell.run("guide", reader, page).out.splitlines()
    prose = [line for line in lines if not line.startswith("    ") and " " in line.strip()]
    one_word = max(len(word) for line in prose for word in line.split())
    assert [line for line in prose if len(line) > max(80, one_word + 4)] == []


def test_a_table_that_fits_stays_one_and_one_that_does_not_becomes_a_list(
    tmp_path: Path,
) -> None:
    page = tmp_path / "page.md"
    wide = "| `key` | " + "many words " * 8 + "| none |"
    page.write_text(
        f"# Page\n\n| a | b |\n| --- | --- |\n| one | two \\| three |\n\n"
        f"| key | meaning | default |\n| --- | --- | --- |\n{wide}\n",
        encoding="utf-8",
    )
    assert guide.told(page).splitlines()[2:] == [
        "a    b",
        "---  -----------",
        "one  two | three",
        "",
        "`key`",
        "    meaning: many words many words many words many words many words many words",
        "      many words many words",
        "    default: none",
        "",
        "`rednov guide` lists the other pages.",
    ]


def test_the_items_of_a_list_stand_below_each_other(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "# Page\n\n1. See **[this](that.md)**,\n   first.\n2. Then\n   go on.\n", "utf-8"
    )
    assert guide.told(page).splitlines()[2:4] == ["1. See this, first.", "2. Then go on."]
