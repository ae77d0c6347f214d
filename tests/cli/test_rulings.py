"""Rulings given in a shell: drafts overruled, precedents, claims of error answered (§25)."""

from __future__ import annotations

import pytest

from tests.cli.shell import Shell
from tests.cli.test_deciding import announced
from tests.cli.test_desk import begun, made_as, value
from tests.workflow import play
from tests.workflow.test_claims import claim

INSTEAD = "I open 5-6 and go in. I take no action."


def test_a_draft_is_overruled_by_another_reading_and_made_anew_under_the_ruling(
    shell: Shell,
) -> None:
    table, code = announced(shell)
    play.arrange(table)
    said = shell("overrule", code, "--read-as", INSTEAD, "--because", "6 was meant")
    assert said.out.startswith("ruling 1: 6 was meant\ndrafted as ")
    (draft,) = value(shell("drafts", "--json"))
    assert "6 was meant" in draft["public"][0]
    assert "approved" in shell("approve", draft["code"]).out
    assert play.position(table).gnome("Ann").at == 6


@pytest.mark.parametrize(
    ("way", "effect"),
    [
        (("--void",), "void"),
        (("--set", "heat 3"), "position"),
        (("--option", "wake=at_once"), "option"),
        (("--read-as", INSTEAD), "read as"),
    ],
    ids=lambda one: one[0] if isinstance(one, tuple) else one,
)
def test_an_overruled_draft_is_told_to_programs_with_its_ruling(
    shell: Shell, way: tuple[str, ...], effect: str
) -> None:
    _, code = announced(shell)
    facts = value(shell("overrule", code, *way, "--because", "so", "--clause", "16b", "--json"))
    assert facts["ruling"]["effect"] == effect
    assert facts["ruling"]["clause"] == "§16b"
    assert (facts["ruling"]["game"], facts["ruling"]["turn"]) == ("RN1", 1)
    assert facts["draft"]["code"] == value(shell("drafts", "--json"))[0]["code"]


def test_a_ruling_without_effect_is_cited_in_a_draft_that_is_the_same_otherwise(
    shell: Shell,
) -> None:
    _, code = announced(shell)
    facts = value(shell("overrule", code, "--because", "a hatch may be opened twice", "--json"))
    assert facts["ruling"]["effect"] == "precedent"
    assert "Ruling 1: a hatch may be opened twice." in facts["draft"]["public"][0]


def test_a_refused_announcement_counts_when_it_is_ruled_valid(shell: Shell) -> None:
    table = shell.table()
    play.begin(table)
    play.arrange(table, gnomes={"Ann": {"fainted": True}})
    code = play.code_in(play.say(table, "Ann"))
    facts = value(shell("overrule", code, "--valid", "--because", "Ann was woken", "--json"))
    assert facts["ruling"]["effect"] == "valid"
    assert facts["draft"]["about"].startswith("Turn 1: Ann")


def test_what_cannot_be_ruled_changes_nothing(shell: Shell) -> None:
    _, code = announced(shell)
    said = shell("overrule", code, "--valid")
    assert said.code == 1
    assert "turn 1 counts already" in said.err
    assert value(shell("rulings", "--json")) == []


def test_a_precedent_is_numbered_told_and_withdrawn(shell: Shell) -> None:
    shell.made()
    said = shell("rulings add", "A hatch may be opened twice.", "--clause", "10c")
    assert "Ruling 1; answer it by mail" in said.out
    assert value(shell("rulings", "--json")) == []
    (waiting,) = value(shell("drafts", "--json"))
    shell("approve", waiting["code"])
    assert "1. " in shell("rulings").out
    facts = value(shell("rulings withdraw", "1", "--json"))
    assert (facts["ruling"]["number"], facts["ruling"]["effect"]) == (2, "withdrawn")
    assert "What was decided by it stands" in facts["leaves"]
    assert [one["in_force"] for one in value(shell("rulings", "--json"))] == [True]
    shell("approve", facts["draft"]["code"])
    first, second = value(shell("rulings", "--json"))
    assert (first["clause"], first["in_force"], second["in_force"]) == ("§10c", False, False)
    assert value(shell("drafts", "--json")) == []


def test_a_ruling_that_is_not_there_cannot_be_withdrawn(shell: Shell) -> None:
    shell.made()
    said = shell("rulings withdraw", "7")
    assert (said.code, said.out) == (1, "")
    assert "there is no ruling 7" in said.err


def test_an_option_of_the_running_game_is_set_from_now_on(shell: Shell) -> None:
    begun(shell)
    facts = value(shell("rulings option", "wake=at_once", "--because", "amended", "--json"))
    assert facts["ruling"]["effect"] == "option"
    shell("approve", facts["draft"]["code"])
    said = shell("rulings option", "wake=at_once")
    assert (said.code, "is at_once already" in said.err) == (1, True)


def claimed(shell: Shell) -> str:
    """Bob says that the resolution of turn 1 is wrong; the code of eir claim."""
    table, code = announced(shell)
    play.reply(table, code, "approve")
    claim(table, "Bob", "This resolution is wrong: the hatch was blocked.")
    (facts,) = value(shell("claims", "--json"))
    assert facts["kind"] == "claim"
    return str(facts["code"])


def test_a_claim_of_error_is_shown_in_the_claimants_own_words(shell: Shell) -> None:
    code = claimed(shell)
    told = shell("claims").out
    assert told.startswith(f"{code}  Claim of error: Bob, turn 1\n")
    assert "  > This resolution is wrong: the hatch was blocked.\n" in told
    assert "hatch was blocked" not in shell("claims", "--json").out


def test_a_claim_is_accepted_and_the_turn_to_be_corrected_named(shell: Shell) -> None:
    code = claimed(shell)
    assert "`rednov rewind RN1 1`" in shell("claims accept", code).out
    assert shell("claims").out.startswith(f"{code}  Claim of error: Bob, turn 1, accepted")


def test_a_claim_is_denied_with_a_reason_that_is_drafted(shell: Shell) -> None:
    code = claimed(shell)
    said = shell("claims deny", code, "--because", "it was free")
    made_as(said)
    (facts,) = value(shell("drafts", "--json"))
    assert "it was free" in facts["public"][0]
