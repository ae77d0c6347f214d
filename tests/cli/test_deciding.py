"""Drafts answered in a shell otherwise than by yes or no: amended, held, released; with --json."""

from __future__ import annotations

import re

from tests.builders import Table
from tests.cli.shell import Shell
from tests.cli.test_desk import begun, made_as, started, value
from tests.workflow import play

TURN = "I open 5-8, go in and draw 2 items."


def announced(shell: Shell) -> tuple[Table, str]:
    """A table at which Ann's turn waits for approval, and the code of its draft."""
    table = shell.table()
    play.begin(table)
    return table, play.code_in(play.say(table, "Ann", TURN))


def test_words_of_a_draft_are_replaced_and_what_changed_is_shown(shell: Shell) -> None:
    _, code = announced(shell)
    said = shell("amend", code.lower(), "--replace", "2 item", "two item")
    new = made_as(said)
    assert "answer it by mail or by `rednov approve" in said.out
    assert re.search(r"^  FACT  - .*2 item", said.out, re.MULTILINE)
    assert re.search(r"^  FACT  \+ .*two item", said.out, re.MULTILINE)
    assert "replaced by draft" in shell("approve", code).err
    assert "approved" in shell("approve", new).out


def test_a_paragraph_is_added_to_a_draft_as_programs_want_it(shell: Shell) -> None:
    _, code = announced(shell)
    facts = value(shell("amend", code, "--json", "--add", "Well drawn!"))
    assert facts["instead_of"] == code
    assert facts["changed"] == [{"before": [], "after": ["Well drawn!"], "states": False}]
    assert "Well drawn!" in facts["draft"]["public"][0]


def test_the_whole_text_of_a_draft_is_taken_from_a_file(shell: Shell) -> None:
    _, code = announced(shell)
    (shell.folder / "text.txt").write_text("Ann draws two items.\n")
    facts = value(shell("amend", code, "--json", "--file", str(shell.folder / "text.txt")))
    assert facts["draft"]["public"][0].startswith("Ann draws two items.\n\nTHE LUCK")


def test_an_amendment_that_fits_nowhere_changes_nothing(shell: Shell) -> None:
    _, code = announced(shell)
    said = shell("amend", code, "--replace", "nowhere at all", "here")
    assert said.code == 1
    assert '"nowhere at all" does not stand in its public text' in said.err
    assert value(shell("drafts", "--json"))[0]["code"] == code


def test_an_amendment_without_words_is_wrong_usage(shell: Shell) -> None:
    code = started(shell)
    assert shell("amend", code).code == 2
    both = shell("amend", code, "--add", "x", "--file", str(shell.config))
    assert both.code == 2
    assert "--file gives the whole text" in both.err


def test_a_draft_is_held_until_a_day_and_listed_so(shell: Shell) -> None:
    _, code = announced(shell)
    said = shell("drafts hold", code, "--until", "2 days", "--because", "Ann has an aqualung")
    assert re.match(r"held until \w", said.out)
    assert re.search(r", due by [^,]*, held until ", shell("drafts").out)
    (facts,) = value(shell("drafts", "--json"))
    assert facts["held"]
    assert facts["held_until"] is not None
    assert "aqualung" not in shell("drafts", "--json").out


def test_a_draft_is_held_until_it_is_released(shell: Shell) -> None:
    _, code = announced(shell)
    assert shell("drafts hold", code).out == "held until it is released\n"
    assert shell("drafts").out.endswith(", held\n")
    assert value(shell("drafts release", code, "--json"))["was_held"]
    assert shell("drafts release", code).out == "it was not held\n"
    assert value(shell("drafts", "--json"))[0]["held"] is False


def test_a_draft_is_held_until_a_certain_moment_or_not_at_all(shell: Shell) -> None:
    _, code = announced(shell)
    said = shell("drafts hold", code, "--until", "the cows come home")
    assert said.code == 1
    assert "no certain moment to come" in said.err
    assert value(shell("drafts", "--json"))[0]["held"] is False


def test_each_answer_is_told_to_programs_with_its_code(shell: Shell) -> None:
    begun(shell)
    table = shell.table()
    first = play.code_in(play.say(table, "Ann"))
    facts = value(shell("reject", first, "--because", "not so", "--json"))
    assert facts == {"code": first, "verdict": "rejected"}
    again = value(shell("drafts again", first, "--json"))["draft"]["code"]
    facts = value(shell("approve", again, "--json"))
    assert facts == {"code": again, "verdict": "approved", "again": None}
    assert value(shell("drafts again", "--json"))["draft"] is None


def test_a_stale_draft_is_told_to_programs_with_the_one_in_its_place(shell: Shell) -> None:
    begun(shell)
    table = shell.table()
    code = play.code_in(play.say(table, "Ann"))
    play.arrange(table)
    facts = value(shell("approve", code, "--json"))
    assert facts["verdict"] == "stale"
    assert facts["again"] == value(shell("drafts", "--json"))[0]["code"]
