"""The contestmaster commands by mail: several things in one mail, each with what came of it."""

from __future__ import annotations

from tests.builders import Table
from tests.workflow.play import (
    Postings,
    arrange,
    code_in,
    everything_public,
    filed,
    kinds,
    only,
    open_codes,
    reply,
    say,
    subject_of,
    text_of,
    verdict,
    write,
)

TURN = "I open 5-8, go in and draw 2 items."
MASTER = "Pewterby"


def told(news: Postings) -> str:
    """What the transcript among these mails says, in one line."""
    text = text_of(only(news, "desk"))
    assert max(map(len, text.splitlines())) <= 72
    return " ".join(text.split())


def command(table: Table, text: str) -> Postings:
    return write(table, MASTER, text)


def test_several_commands_in_one_mail_are_carried_out_and_told_line_by_line(table: Table) -> None:
    code = code_in(say(table, "Ann", TURN))
    for who in ("Ann", "Dan"):
        reply(table, code, "approve\nmembers", who=who)
        assert verdict(table, code) is None
    news = reply(table, code, 'amend: add "Well drawn!"\nmembers\nadd axis Z\nrulings\nkill Dan')
    assert subject_of(only(news, "desk")) == f"[rednov {code}] 4 of 5 commands done"
    said = told(news)
    assert '> amend: add "Well drawn!" Draft' in said
    assert "> members The contest has 3 contestants. Ann, since" in said
    assert "Nothing happens before you approve it." in said
    assert filed(table).reason == "5 commands of the contestmaster's, 4 carried out"
    assert verdict(table, code) == "superseded"
    first, second = open_codes(table)
    news = command(table, f"approve {first}\nreject {second} because Eve asked for it\nduties")
    assert (verdict(table, first), verdict(table, second)) == ("approved", "rejected")
    assert kinds(news).count("public") == 1
    assert f"Draft {first} is approved: 1 public text and 1 private notice on the way" in told(news)
    news = reply(table, first, "approve\nmembers")
    assert kinds(news) == ["desk"]
    assert f"NOT DONE. Draft {first} was already approved, so this changed nothing." in told(news)


def test_a_command_that_cannot_be_carried_out_changes_nothing_and_the_next_one_is(
    table: Table,
) -> None:
    code = code_in(say(table, "Ann", TURN))
    news = reply(table, code, 'amend "nowhere" to "x"\npause reminders for 2 days')
    said = told(news)
    assert f"NOT DONE. Draft {code} is not amended" in said
    assert "No reminders until Wed 25 Nov 2026, 10:00 UTC" in said
    assert "1 of 2 commands done" in subject_of(only(news, "desk"))
    said = told(reply(table, code, 'amend: add "Hear!"\nhold for 2 days'))
    assert 'the mail says both "amend" and "hold" of the same draft' in said
    said = told(command(table, "hold until 3 December"))
    assert "NOT DONE. Write the code of the draft behind the word" in said
    assert f"{code} (Turn 1: Ann)" in said
    said = told(reply(table, code, "approve\nstatus\nNo, wait, that is wrong"))
    assert 'NOT DONE. The line "No, wait, that is wrong" below it is not understood' in said
    assert f"send it again: approve {code}" in said
    nonsense = "\n".join(f"frobnicate the {n}th sprocket" for n in range(1, 7))
    said = told(reply(table, code, f"members\n{nonsense}\napprove"))
    assert said.count("It is not understood") >= 5
    assert "6th sprocket" not in said.partition("5th sprocket")[0]
    assert "below it was not read" in told(reply(table, code, "members\nquit\napprove"))
    assert verdict(table, code) is None
    said = told(reply(table, code, "hold for 2 days because I ask Bob first"))
    assert f"Draft {code} is held until Wed 25 Nov 2026, 10:00 UTC" in said
    assert "It is due by Wed 25 Nov 2026, 10:00 UTC all the same, and you are reminded" in said
    assert f"Draft {code} is no longer held." in told(reply(table, code, "release"))
    arrange(table, gnomes={"Bob": {"minutes": 12}})
    news = reply(table, code, "approve\nmembers")  # stale, and told with what takes its place
    assert f"Draft {code} is not posted: the position has" in told(news)
    assert everything_public(news) == ""
