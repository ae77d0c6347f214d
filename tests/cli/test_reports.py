"""Reports and awards from the shell."""

from __future__ import annotations

from tests.cli.shell import Shell
from tests.cli.test_desk import begun, made_as, value
from tests.workflow import play
from tests.workflow.test_awards import repair_drafted, repaired


def test_the_position_is_reported_for_people_and_for_programs(shell: Shell) -> None:
    begun(shell)
    assert "RN1" in shell("report", "position").out
    facts = value(shell("report", "position", "rn1", "--json"))
    assert (facts["game"], facts["turn"]) == ("RN1", 0)


def test_the_standing_is_the_report_of_the_contest(shell: Shell) -> None:
    begun(shell)
    assert shell("standing").out == shell("report", "contest").out
    facts = value(shell("standing", "--json"))
    assert [one["game"] for one in facts["games"]] == ["RN1"]


def test_no_report_tells_what_a_gnome_holds(shell: Shell) -> None:
    begun(shell)
    play.arrange(shell.table(), hands={"Ann": ("aqualung",), "Bob": ("crowbar",)})
    for which in ("position", "contest", "week"):
        for form in ((), ("--json",)):
            told = shell("report", which, *form).out
            assert "aqualung" not in told
            assert "crowbar" not in told


def test_a_report_for_the_list_is_a_draft(shell: Shell) -> None:
    begun(shell)
    code = made_as(shell("report", "week", "--post"))
    assert "approved: 1 mail" in shell("approve", code).out


def test_the_story_of_a_game_that_goes_on_is_not_told(shell: Shell) -> None:
    begun(shell)
    said = shell("report", "story")
    assert (said.code, said.out) == (1, "")
    assert "RN1 goes on" in said.err


def test_points_that_are_due_are_awarded_by_the_code_of_their_draft(shell: Shell) -> None:
    table = shell.table()
    play.begin(table)
    code = play.code_in(repaired(table))
    assert shell("award", code).out == "approved: 1 mail in the outbox\n"
    assert shell("award").out == "no points are due\n"


def test_points_are_awarded_together_with_the_resolution_that_makes_them_due(shell: Shell) -> None:
    table = shell.table()
    play.begin(table)
    code = play.code_in(repair_drafted(table))
    assert 'WITH "approve and award" TO THE LIST' in shell("drafts", "show", code).out
    assert shell("approve", code, "--award").out == "approved: 3 mails in the outbox\n"
    assert shell("award").out == "no points are due\n"


def test_a_draft_that_shows_no_award_is_not_approved_with_one(shell: Shell) -> None:
    begun(shell)
    code = play.code_in(play.say(shell.table(), "Ann"))
    said = shell("approve", code, "--award")
    assert (said.code, said.out) == (1, "")
    assert "awards no points" in said.err
    assert code in shell("drafts").out


def test_all_that_is_due_is_put_into_one_draft(shell: Shell) -> None:
    table = shell.table()
    play.begin(table)
    repaired(table)
    facts = value(shell("award", "--json"))
    assert facts["draft"]["kind"] == "award"


def test_what_the_contestmaster_has_awarded_emself_is_noted(shell: Shell) -> None:
    table = shell.table()
    play.begin(table)
    code = play.code_in(repaired(table))
    assert shell("award", "--already", code).out.startswith("noted: ")
    assert value(shell("award", "--json")) == {"draft": None}


def test_only_an_award_is_awarded(shell: Shell) -> None:
    begun(shell)
    code = play.code_in(play.say(shell.table(), "Ann"))
    said = shell("award", code)
    assert said.code == 1
    assert "awards no points" in said.err
    assert shell("award", code, "--already", code).code == 2
