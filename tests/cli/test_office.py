"""The contest and its office kept from the shell: members, axes, pot, deputy, succession, hands."""

from __future__ import annotations

import io
import json
import sys

import pytest

from rednov_bot.games.red_november.rules.words import ITEMS
from tests.cli.shell import Shell
from tests.cli.test_desk import begun, made_as, started, value
from tests.workflow import play


def approved(shell: Shell, *command: str) -> None:
    """The draft that a command makes is approved."""
    code = made_as(shell(command[0], *command[1:]))
    assert "approved" in shell("approve", code).out


def test_the_contest_is_told_and_changed_by_drafts_that_are_approved(shell: Shell) -> None:
    shell.made()
    assert "The contest has 3 contestants." in shell("members").out
    members = value(shell("members", "--json"))
    assert [one["name"] for one in members] == ["Ann", "Bob", "Cat"]
    assert all(one["joined"] for one in members)
    told = shell("contest").out
    assert "contestmaster  Pewterby\n" in told
    assert "deputy         nobody\n" in told
    for (command, *args), key, then in (
        (("contest add-axis", "Z"), "axes", ["X", "Y", "Z"]),
        (("contest remove-axis", "z"), "axes", ["X", "Y"]),
        (("contest pot", "20"), "y_pot", 20),
        (("contest off",), "contest", False),
        (("contest on",), "contest", True),
        (("contest deputy", "bob"), "deputy", "Bob"),
        (("contest deputy", "--none"), "deputy", None),
        (("hand-over", "ann"), "contestmaster", "Ann"),
    ):
        before = value(shell("contest", "--json"))[key]
        code = value(shell(command, *args, "--json"))["draft"]["code"]
        assert value(shell("contest", "--json"))[key] == before
        assert shell("approve", code).code == 0
        assert value(shell("contest", "--json"))[key] == then


def test_what_cannot_be_changed_is_said_in_a_sentence(shell: Shell) -> None:
    shell.made()
    for (command, *args), why in (
        (("contest remove-axis", "X"), "so it must stay"),
        (("contest pot", "12"), "the pot is 12 already"),
        (("contest on",), "is a contest already"),
        (("contest deputy", "Nobody"), "people are Ann, Bob, Cat, Pewterby"),
        (("hand-over", "Pewterby"), "is the contestmaster already"),
    ):
        said = shell(command, *args)
        assert (said.code, said.out) == (1, "")
        assert why in said.err
        assert said.err.count("\n") == 1
    assert value(shell("drafts", "--json")) == []


def test_a_host_gives_the_office_of_one_who_vanished_to_another_at_once(shell: Shell) -> None:
    shell.made()
    facts = value(shell("hand-over", "Ann", "--now", "--json"))
    assert facts["passed_on"]
    assert value(shell("contest", "--json"))["contestmaster"] == "Ann"
    assert "no draft is open" not in shell("drafts").out


def test_reminders_are_paused_and_resumed(shell: Shell) -> None:
    shell.made()
    assert shell("reminders").out == "reminders are sent\n"
    assert shell("reminders pause", "--until", "2 days").out.startswith("no reminders until ")
    facts = value(shell("reminders", "--json"))
    assert facts["reminders"] is False
    assert facts["paused_until"] is not None
    assert value(shell("reminders resume", "--json")) == {"reminders": True, "paused_until": None}


class AtTheKeyboard(io.StringIO):
    """Somebody who types."""

    def isatty(self) -> bool:
        return True


def test_hands_are_shown_to_whoever_is_asked_and_says_yes(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    shell.made()
    assert value(shell("hands", "--yes", "--json")) == {"game": None, "hands": {}}
    begun(shell)
    said = shell("hands")  # where nobody can be asked
    assert (said.code, said.out) == (1, "")
    assert "say --yes" in said.err
    monkeypatch.setattr(sys, "stdin", AtTheKeyboard("n\n"))
    said = shell("hands", "--json")
    assert (said.code, said.out) == (1, "")
    assert "no hand was shown" in said.err
    monkeypatch.setattr(sys, "stdin", AtTheKeyboard("y\n"))
    said = shell("hands")
    assert "Show the hands? They are secret (§6)." in said.err
    assert "  Ann: " in said.out
    facts = value(shell("hands", "--yes", "--json"))
    known = {item.replace("_", " ").title() for item in ITEMS}
    assert all(len(hand) == 2 and set(hand) <= known for hand in facts["hands"].values())


def test_the_whole_desk_is_shown_and_a_crew_proposed_where_nobody_is_named(shell: Shell) -> None:
    code = started(shell)
    assert code in shell("status").out
    facts = value(shell("status", "--json"))
    assert [facts[key] for key in ("contestmaster", "decides", "game")] == [
        *("Pewterby", "Pewterby", "RN1")
    ]
    assert [one["code"] for one in facts["drafts"]] == [code]
    assert "You start with" not in json.dumps(facts)
    shell("reject", code, "--because", "not now")
    assert shell("start").out.endswith("\nproposed by joining order: Ann, Bob, Cat\n")


@pytest.mark.parametrize("nothing", [False, True], ids=["as a turn", "as nothing"])
def test_a_mail_kept_for_a_human_is_read_as_the_contestmaster_says(
    shell: Shell, nothing: bool
) -> None:
    begun(shell)
    table = shell.table()
    play.arrange(table, gnomes={"Ann": {"at": 5, "minutes": 39}}, deck=["respite"] * 4)
    play.say(table, "Ann", "I do the thing with the stuff in there.")
    number = play.filed(table).mail
    how = ("--nothing",) if nothing else ("--text", "I open 5-8 and go in. I take no action.")
    facts = value(shell("mails read", str(number), *how, "--json"))
    assert (facts["mail"], facts["draft"]["kind"]) == (number, "reading")
    assert value(shell("rulings", "--json")) == []
    shell("approve", facts["draft"]["code"])
    (ruling,) = value(shell("rulings", "--json"))
    drafts = [one["kind"] for one in value(shell("drafts", "--json"))]
    if nothing:
        assert ruling["text"].endswith("announces nothing")
    else:
        assert (ruling["effect"], drafts) == ("read as", ["resolution"])
