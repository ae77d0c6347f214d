"""Reports and awards from the shell."""

from __future__ import annotations

import pytest

from tests.cli.shell import Shell
from tests.cli.test_desk import begun, made_as, value
from tests.workflow import play
from tests.workflow.test_awards import repair_drafted, repaired


def test_reports_are_told_posted_by_draft_and_name_no_hand(shell: Shell) -> None:
    begun(shell)
    play.arrange(shell.table(), hands={"Ann": ("aqualung",), "Bob": ("crowbar",)})
    assert "RN1" in shell("report", "position").out
    facts = value(shell("report", "position", "rn1", "--json"))
    assert (facts["game"], facts["turn"]) == ("RN1", 0)
    assert shell("standing").out == shell("report", "contest").out
    assert [one["game"] for one in value(shell("standing", "--json"))["games"]] == ["RN1"]
    for which in ("position", "contest", "week"):
        for form in ((), ("--json",)):
            told = shell("report", which, *form).out
            assert "aqualung" not in told
            assert "crowbar" not in told
    code = made_as(shell("report", "week", "--post"))
    assert "approved: 1 mail" in shell("approve", code).out
    said = shell("report", "story")
    assert (said.code, said.out) == (1, "")
    assert "RN1 goes on" in said.err


@pytest.mark.parametrize("noted", [False, True], ids=["posted", "noted"])
def test_points_that_are_due_are_awarded_by_the_code_of_their_draft_or_noted(
    shell: Shell, noted: bool
) -> None:
    table = shell.table()
    play.begin(table)
    code = play.code_in(repaired(table))
    if noted:
        assert shell("award", "--already", code).out.startswith("noted: ")
        assert value(shell("award", "--json")) == {"draft": None}
        return
    assert value(shell("award", "--json"))["draft"]["kind"] == "award"
    code = value(shell("drafts", "--json"))[-1]["code"]
    assert shell("award", code).out == "approved: 1 mail in the outbox\n"
    assert shell("award").out == "no points are due\n"


def test_points_are_awarded_together_with_the_resolution_that_makes_them_due(shell: Shell) -> None:
    table = shell.table()
    play.begin(table)
    code = play.code_in(repair_drafted(table))
    assert 'WITH "approve and award" TO THE LIST' in shell("drafts", "show", code).out
    assert shell("approve", code, "--award").out == "approved: 3 mails in the outbox\n"
    assert shell("award").out == "no points are due\n"
    code = play.code_in(play.say(table, "Bob"))
    for command in (("approve", code, "--award"), ("award", code)):  # it awards nothing
        said = shell(*command)
        assert (said.code, said.out) == (1, "")
        assert "awards no points" in said.err
    assert code in shell("drafts").out
