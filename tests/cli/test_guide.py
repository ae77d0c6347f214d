"""`rednov guide` prints the pages of docs/ in a terminal."""

from __future__ import annotations

import re
from pathlib import Path

from rednov_bot.cli.guide import READERS
from rednov_bot.core.render import guide
from rednov_bot.core.render.guide import entries_of
from tests.cli.shell import Shell
from tests.docs.pages import pages

EVERY = [(reader, entry.name) for reader, folder in READERS.items() for entry in entries_of(folder)]


def test_the_pages_are_listed_with_the_command_that_prints_each_and_need_no_settings(
    shell: Shell,
) -> None:
    shell.config.unlink()
    said = shell.run("guide")
    assert (said.code, said.err) == (0, "")
    assert len(said.out.splitlines()) == len(EVERY) == len(pages()) - 1
    assert "rednov guide gnome turns               Write a turn" in said.out
    said = shell.run("guide", "gnome", "treasure")
    assert said.code == 1
    assert "there are game, turns, counting, answers, asking, between" in said.err
    assert list(shell.folder.iterdir()) == []


def test_a_page_fits_a_terminal_without_what_only_the_site_and_the_tests_need(
    shell: Shell,
) -> None:
    for reader, page in EVERY:
        said = shell.run("guide", reader, page)
        assert (said.code, said.err, said.out[:2]) == (0, "", "# ")
        lines = said.out.splitlines()
        marks = [line for line in lines if re.search(r"<!--|\]\(|^\s*```", line)]
        assert marks == [], (reader, page)
        prose = [line for line in lines if not line.startswith("    ") and " " in line.strip()]
        one_word = max(len(word) for line in prose for word in line.split())
        assert [line for line in prose if len(line) > max(80, one_word + 4)] == [], (reader, page)


def test_a_table_that_fits_stays_one_and_one_that_does_not_becomes_a_list(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    wide = "| `key` | " + "many words " * 8 + "| none |"
    page.write_text(
        f"# Page\n\n| a | b |\n| --- | --- |\n| one | two \\| three |\n\n"
        f"| key | meaning | default |\n| --- | --- | --- |\n{wide}\n",
        encoding="utf-8",
    )
    assert guide.told(page).splitlines()[2:9] == [
        "a    b",
        "---  -----------",
        "one  two | three",
        "",
        "`key`",
        "    meaning: many words many words many words many words many words many words",
        "      many words many words",
    ]
