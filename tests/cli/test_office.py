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


def test_the_members_are_told_with_when_they_joined(shell: Shell) -> None:
    shell.made()
    assert "The contest has 3 contestants." in shell("members").out
    facts = value(shell("members", "--json"))
    assert [one["name"] for one in facts] == ["Ann", "Bob", "Cat"]
    assert all(one["joined"] for one in facts)


def test_the_contest_is_told_as_it_is_now(shell: Shell) -> None:
    shell.made()
    told = shell("contest").out
    assert "contestmaster  Pewterby\n" in told
    assert "deputy         nobody\n" in told
    assert "pot            12 Y points\n" in told
    facts = value(shell("contest", "--json"))
    assert facts["axes"] == ["X", "Y"]
    assert (facts["contest"], facts["y_pot"], facts["deputy"]) == (True, 12, None)


@pytest.mark.parametrize(
    ("change", "key", "then"),
    [
        (("add-axis", "Z"), "axes", ["X", "Y", "Z"]),
        (("pot", "20"), "y_pot", 20),
        (("off",), "contest", False),
        (("deputy", "bob"), "deputy", "Bob"),
    ],
    ids=lambda one: " ".join(one) if isinstance(one, tuple) else None,
)
def test_a_change_of_the_contest_holds_when_its_draft_is_approved(
    shell: Shell, change: tuple[str, ...], key: str, then: object
) -> None:
    shell.made()
    before = value(shell("contest", "--json"))[key]
    code = value(shell("contest " + change[0], *change[1:], "--json"))["draft"]["code"]
    assert value(shell("contest", "--json"))[key] == before
    assert shell("approve", code).code == 0
    assert value(shell("contest", "--json"))[key] == then


def test_what_was_changed_can_be_changed_back(shell: Shell) -> None:
    shell.made()
    approved(shell, "contest add-axis", "Z")
    approved(shell, "contest remove-axis", "z")
    approved(shell, "contest deputy", "Bob")
    approved(shell, "contest deputy", "--none")
    approved(shell, "contest off")
    approved(shell, "contest on")
    facts = value(shell("contest", "--json"))
    assert (facts["axes"], facts["deputy"], facts["contest"]) == (["X", "Y"], None, True)


@pytest.mark.parametrize(
    ("command", "why"),
    [
        (("contest remove-axis", "X"), "so it must stay"),
        (("contest pot", "12"), "the pot is 12 already"),
        (("contest on",), "is a contest already"),
        (("contest deputy", "Nobody"), "people are Ann, Bob, Cat, Pewterby"),
        (("hand-over", "Nobody"), "people are Ann, Bob, Cat, Pewterby"),
        (("hand-over", "Pewterby"), "is the contestmaster already"),
    ],
    ids=lambda one: " ".join(one) if isinstance(one, tuple) else None,
)
def test_what_cannot_be_changed_is_said_in_a_sentence(
    shell: Shell, command: tuple[str, ...], why: str
) -> None:
    shell.made()
    said = shell(command[0], *command[1:])
    assert (said.code, said.out) == (1, "")
    assert why in said.err
    assert said.err.count("\n") == 1
    assert value(shell("drafts", "--json")) == []


def test_the_office_is_handed_over_when_that_is_approved(shell: Shell) -> None:
    shell.made()
    approved(shell, "hand-over", "ann")
    assert value(shell("contest", "--json"))["contestmaster"] == "Ann"


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
    assert "rednov reminders resume" in shell("reminders pause").out
    assert value(shell("reminders resume", "--json")) == {"reminders": True, "paused_until": None}


class AtTheKeyboard(io.StringIO):
    """Somebody who types."""

    def isatty(self) -> bool:
        return True


def test_hands_are_asked_for_before_they_are_shown(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(shell)
    monkeypatch.setattr(sys, "stdin", AtTheKeyboard("y\n"))
    said = shell("hands")
    assert said.code == 0
    assert "Show the hands? They are secret (§6)." in said.err
    assert "  Ann: " in said.out


def test_hands_are_not_shown_to_somebody_who_thinks_better_of_it(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(shell)
    monkeypatch.setattr(sys, "stdin", AtTheKeyboard("n\n"))
    said = shell("hands", "--json")
    assert (said.code, said.out) == (1, "")
    assert "no hand was shown" in said.err


def test_hands_are_refused_where_nobody_can_be_asked(shell: Shell) -> None:
    begun(shell)
    said = shell("hands")
    assert (said.code, said.out) == (1, "")
    assert "say --yes" in said.err


def test_hands_are_told_to_a_program_that_may_have_them(shell: Shell) -> None:
    shell.made()
    assert value(shell("hands", "--yes", "--json")) == {"game": None, "hands": {}}
    begun(shell)
    facts = value(shell("hands", "--yes", "--json"))
    assert facts["game"] == "RN1"
    known = {item.replace("_", " ").title() for item in ITEMS}
    assert all(len(hand) == 2 and set(hand) <= known for hand in facts["hands"].values())


def test_the_whole_desk_is_shown(shell: Shell) -> None:
    code = started(shell)
    assert code in shell("status").out
    facts = value(shell("status", "--json"))
    assert (facts["contestmaster"], facts["decides"], facts["game"]) == (
        "Pewterby",
        *["Pewterby", "RN1"],
    )
    assert [one["code"] for one in facts["drafts"]] == [code]
    assert "You start with" not in json.dumps(facts)


def test_a_crew_is_proposed_where_nobody_is_named(shell: Shell) -> None:
    facts = value(shell("start", "--json"))
    assert facts["gnomes"] == ["Ann", "Bob", "Cat"]
    assert facts["draft"]["about"] == "Opening of RN1"
    shell("reject", facts["draft"]["code"], "--because", "not now")
    assert shell("start").out.endswith("\nproposed by joining order: Ann, Bob, Cat\n")


def test_a_mail_kept_for_a_human_is_read_as_its_author_meant_it(shell: Shell) -> None:
    begun(shell)
    table = shell.table()
    play.arrange(table, gnomes={"Ann": {"at": 5, "minutes": 39}}, deck=["respite"] * 4)
    play.say(table, "Ann", "I do the thing with the stuff in there.")
    number = play.filed(table).mail
    facts = value(
        shell(
            "mails read", str(number), "--text", "I open 5-8 and go in. I take no action.", "--json"
        )
    )
    assert (facts["mail"], facts["draft"]["kind"]) == (number, "reading")
    assert value(shell("rulings", "--json")) == []
    shell("approve", facts["draft"]["code"])
    (ruling,) = value(shell("rulings", "--json"))
    assert ruling["effect"] == "read as"
    assert [one["kind"] for one in value(shell("drafts", "--json"))] == ["resolution"]


def test_a_mail_announces_nothing_if_the_contestmaster_says_so(shell: Shell) -> None:
    begun(shell)
    table = shell.table()
    play.say(table, "Ann", "I do the thing with the stuff in there.")
    number = play.filed(table).mail
    facts = value(shell("mails read", str(number), "--nothing", "--json"))
    assert "approved" in shell("approve", facts["draft"]["code"]).out
    (ruling,) = value(shell("rulings", "--json"))
    assert ruling["text"].endswith("announces nothing")
