"""A turn that is resolved is corrected from the shell (§25, A96)."""

from __future__ import annotations

import pytest

from tests.builders import Table
from tests.cli.shell import Shell
from tests.cli.test_deciding import announced
from tests.cli.test_desk import made_as, value
from tests.workflow import play

INSTEAD = "I open 5-6 and go in. I take no action."


def resolved(shell: Shell) -> Table:
    """A table at which Ann's first turn, into room 8, is resolved."""
    table, code = announced(shell)
    assert "approved" in shell("approve", code).out
    return table


def test_a_turn_is_read_otherwise_and_the_position_corrected_when_that_is_approved(
    shell: Shell,
) -> None:
    table = resolved(shell)
    code = made_as(shell("rewind", "1", "--read-as", INSTEAD, "--because", "6 was meant"))
    assert play.position(table).gnome("Ann").at == 8
    assert "approved" in shell("approve", code).out
    assert play.position(table).gnome("Ann").at == 6


def test_a_correction_is_told_to_programs_as_a_draft(shell: Shell) -> None:
    resolved(shell)
    args = ("--void", "--alternative", "patch", "--because", "not hers", "--clause", "9")
    facts = value(shell("rewind", "rn1", "1", *args, "--json"))
    assert facts["draft"]["kind"] == "correction"
    assert value(shell("rulings", "--json")) == []
    shell("approve", facts["draft"]["code"])
    (ruling,) = value(shell("rulings", "--json"))
    assert (ruling["effect"], ruling["clause"], ruling["turn"]) == ("void", "§9", 1)


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (("7", "--void"), "there is no turn 7 in RN1"),
        (("RN9", "1", "--void"), "there is no game RN9"),
        (("1", "--as-it-was"), "there is nothing to correct"),
        (("1", "--choose", "5-6"), "no choice of that turn offers it"),
    ],
    ids=lambda one: " ".join(one) if isinstance(one, tuple) else None,
)
def test_what_cannot_be_corrected_is_said_in_a_sentence(
    shell: Shell, args: tuple[str, ...], why: str
) -> None:
    resolved(shell)
    said = shell("rewind", *args)
    assert (said.code, said.out) == (1, "")
    assert why in said.err
    assert value(shell("rulings", "--json")) == []


@pytest.mark.parametrize(
    "args",
    [("1",), ("1", "--void", "--as-it-was"), ("RN1", "RN2", "1", "--void"), ("one", "--void")],
    ids=" ".join,
)
def test_a_correction_that_does_not_say_how_is_wrong_usage(
    shell: Shell, args: tuple[str, ...]
) -> None:
    assert shell("rewind", *args).code == 2
