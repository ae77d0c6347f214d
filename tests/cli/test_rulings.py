"""Rulings and corrections given in a shell: drafts overruled, precedents, claims of error (§25)."""

from __future__ import annotations

import pytest

from tests.cli.shell import Shell
from tests.cli.test_deciding import announced
from tests.cli.test_desk import begun, made_as, value
from tests.workflow import play

INSTEAD = "I open 5-6 and go in. I take no action."


def test_a_draft_is_overruled_by_another_reading_and_made_anew_under_the_ruling(
    shell: Shell,
) -> None:
    table, code = announced(shell)
    play.arrange(table)
    said = shell("overrule", code, "--valid")
    assert said.code == 1
    assert "turn 1 counts already" in said.err
    assert value(shell("rulings", "--json")) == []
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
        ((), "precedent"),
    ],
)
def test_an_overruled_draft_is_told_to_programs_with_its_ruling(
    shell: Shell, way: tuple[str, ...], effect: str
) -> None:
    _, code = announced(shell)
    facts = value(shell("overrule", code, *way, "--because", "so", "--clause", "16b", "--json"))
    given = {"effect": effect, "clause": "§16b", "game": "RN1", "turn": 1}
    assert given.items() <= facts["ruling"].items()
    assert facts["draft"]["code"] == value(shell("drafts", "--json"))[0]["code"]
    assert "Ruling 1 (§16b): so." in facts["draft"]["public"][0]


def test_a_refused_announcement_counts_when_it_is_ruled_valid(shell: Shell) -> None:
    table = shell.table()
    play.begin(table)
    play.arrange(table, gnomes={"Ann": {"fainted": True}})
    code = play.code_in(play.say(table, "Ann"))
    facts = value(shell("overrule", code, "--valid", "--because", "Ann was woken", "--json"))
    assert facts["ruling"]["effect"] == "valid"
    assert facts["draft"]["about"].startswith("Turn 1: Ann")


def test_a_precedent_is_numbered_told_and_withdrawn(shell: Shell) -> None:
    begun(shell)
    said = shell("rulings withdraw", "7")
    assert (said.code, said.out) == (1, "")
    assert "there is no ruling 7" in said.err
    said = shell("rulings add", "A hatch may be opened twice.", "--clause", "10c")
    assert "Ruling 1; answer it by mail" in said.out
    assert value(shell("rulings", "--json")) == []
    (waiting,) = value(shell("drafts", "--json"))
    shell("approve", waiting["code"])
    assert "1. " in shell("rulings").out
    facts = value(shell("rulings withdraw", "1", "--json"))
    assert (facts["ruling"]["number"], facts["ruling"]["effect"]) == (2, "withdrawn")
    assert "What was decided by it stands" in facts["leaves"]
    shell("approve", facts["draft"]["code"])
    first, second = value(shell("rulings", "--json"))
    assert (first["clause"], first["in_force"], second["in_force"]) == ("§10c", False, False)
    facts = value(shell("rulings option", "wake=at_once", "--because", "amended", "--json"))
    assert facts["ruling"]["effect"] == "option"
    shell("approve", facts["draft"]["code"])
    said = shell("rulings option", "wake=at_once")
    assert (said.code, "is at_once already" in said.err) == (1, True)


def test_a_claim_of_error_is_shown_denied_or_accepted_and_its_turn_corrected(shell: Shell) -> None:
    table, code = announced(shell)
    play.reply(table, code, "approve")
    play.claim(table, "Bob", "This resolution is wrong: the hatch was blocked.")
    (facts,) = value(shell("claims", "--json"))
    code = facts["code"]
    told = shell("claims").out
    assert told.startswith(f"{code}  Claim of error: Bob, turn 1\n")
    assert "  > This resolution is wrong: the hatch was blocked.\n" in told
    assert "hatch was blocked" not in str(facts)
    denial = made_as(shell("claims deny", code, "--because", "it was free"))
    (facts,) = [one for one in value(shell("drafts", "--json")) if one["code"] == denial]
    assert "it was free" in facts["public"][0]
    play.claim(table, "Cat", "This resolution is wrong: the hatch was blocked.")
    (code,) = [one["code"] for one in value(shell("claims", "--json")) if "Cat" in one["about"]]
    assert "`rednov rewind RN1 1`" in shell("claims accept", code).out

    for args, why in (
        (("7", "--void"), "there is no turn 7 in RN1"),
        (("RN9", "1", "--void"), "there is no game RN9"),
        (("1", "--as-it-was"), "there is nothing to correct"),
        (("1", "--choose", "5-6"), "no choice of that turn offers it"),
    ):
        said = shell("rewind", *args)
        assert (said.code, said.out) == (1, "")
        assert why in said.err
    for args in (("1",), ("1", "--void", "--as-it-was"), ("RN1", "RN2", "1", "--void")):
        assert shell("rewind", *args).code == 2
    how = ("--read-as", INSTEAD, "--because", "6 was meant", "--clause", "9")
    facts = value(shell("rewind", "rn1", "1", *how, "--json"))
    assert facts["draft"]["kind"] == "correction"
    assert value(shell("rulings", "--json")) == []
    assert play.position(table).gnome("Ann").at == 8
    assert "approved" in shell("approve", facts["draft"]["code"]).out
    assert play.position(table).gnome("Ann").at == 6
    (ruling,) = value(shell("rulings", "--json"))
    assert (ruling["effect"], ruling["clause"], ruling["turn"]) == ("read as", "§9", 1)


def test_a_turn_that_awaits_its_resolution_is_overruled_by_its_number(shell: Shell) -> None:
    announced(shell)
    assert "turn 1 of Ann awaits its resolution" in shell("overrule", "7", "--void").err
    facts = value(shell("overrule", "1", "--void", "--because", "so", "--json"))
    assert (facts["ruling"]["effect"], facts["ruling"]["turn"]) == ("void", 1)
    assert "approved" in shell("approve", facts["draft"]["code"]).out
    assert "rewind turn 1" in shell("overrule", "1", "--void").err
