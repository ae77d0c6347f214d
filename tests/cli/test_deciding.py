"""Drafts answered in a shell otherwise than by yes or no: amended, held, released; with --json."""

from __future__ import annotations

import re

from tests.builders import Table
from tests.cli.shell import Shell
from tests.cli.test_desk import made_as, value
from tests.workflow import play

TURN = "I open 5-8, go in and draw 2 items."


def announced(shell: Shell) -> tuple[Table, str]:
    """A table at which Ann's turn waits for approval, and the code of its draft."""

    def announce() -> str:
        table = shell.table()
        play.begin(table)
        code = play.code_in(play.say(table, "Ann", TURN))
        table.desk.db.close()
        return code

    code = shell.prepared("announced", announce)
    return shell.table(), code


def test_a_draft_is_amended_and_what_changed_is_shown(shell: Shell) -> None:
    _, code = announced(shell)
    said = shell("amend", code, "--replace", "nowhere at all", "here")
    assert said.code == 1
    assert '"nowhere at all" does not stand in its public text' in said.err
    assert shell("amend", code, "--add", "x", "--file", str(shell.config)).code == 2
    said = shell("amend", code.lower(), "--replace", "2 item", "two item")
    second = made_as(said)
    assert re.search(r"^  FACT  - .*2 item", said.out, re.MULTILINE)
    assert re.search(r"^  FACT  \+ .*two item", said.out, re.MULTILINE)
    assert "replaced by draft" in shell("approve", code).err
    facts = value(shell("amend", second, "--json", "--add", "Well drawn!"))
    assert facts["instead_of"] == second
    assert facts["changed"][-1] == {"before": [], "after": ["Well drawn!"], "states": False}
    (shell.folder / "text.txt").write_text("Ann draws two items.\n")
    whole = ("--json", "--file", str(shell.folder / "text.txt"))
    facts = value(shell("amend", facts["draft"]["code"], *whole))
    assert facts["draft"]["public"][0].startswith("Ann draws two items.\n\nTHE LUCK")
    assert "approved" in shell("approve", facts["draft"]["code"]).out


def test_a_draft_is_held_until_a_day_or_until_it_is_released(shell: Shell) -> None:
    _, code = announced(shell)
    wrong = shell("drafts hold", code, "--until", "the cows come home")
    assert (wrong.code, "no certain moment to come" in wrong.err) == (1, True)
    assert value(shell("drafts", "--json"))[0]["held"] is False
    said = shell("drafts hold", code, "--until", "2 days", "--because", "Ann has an aqualung")
    assert re.match(r"held until \w", said.out)
    assert re.search(r", due by [^,]*, held until ", shell("drafts").out)
    (facts,) = value(shell("drafts", "--json"))
    assert (facts["held"], facts["held_until"] is None) == (True, False)
    assert "aqualung" not in str(facts)
    assert shell("drafts hold", code).out == "held until it is released\n"
    assert value(shell("drafts release", code, "--json"))["was_held"]
    assert shell("drafts release", code).out == "it was not held\n"
    assert value(shell("drafts", "--json"))[0]["held"] is False
