"""The contestmaster commands by mail: several things in one mail, each with what came of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.builders import Table
from tests.desk.play import (
    Postings,
    arrange,
    begun,
    code_in,
    everything_public,
    filed,
    kinds,
    only,
    open_codes,
    position,
    reply,
    say,
    subject_of,
    text_of,
    verdict,
    write,
)

TURN = "I open 5-8, go in and draw 2 items."
MASTER = "Pewterby"


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return begun(tmp_path)


def told(news: Postings) -> str:
    """What the transcript among these mails says, in one line."""
    text = text_of(only(news, "desk"))
    assert max(map(len, text.splitlines())) <= 72
    return " ".join(text.split())


def command(table: Table, text: str) -> Postings:
    return write(table, MASTER, text)


def test_two_commands_in_one_mail_are_carried_out_and_told_line_by_line(table: Table) -> None:
    code = code_in(say(table, "Ann", TURN))
    news = reply(table, code, 'amend: add "Well drawn!"\nmembers')
    assert subject_of(only(news, "desk")) == f"[rednov {code}] 2 of 2 commands done"
    said = told(news)
    assert '> amend: add "Well drawn!" Draft' in said
    assert "> members The contest has 3 contestants. Ann, since" in said
    assert verdict(table, code) == "superseded"


def test_a_long_command_is_repeated_in_full(table: Table) -> None:
    words = "ruling: a hatch that is opened twice in one turn costs its minute twice, as is custom"

    news = write(table, MASTER, f"{words} indeed\nmembers")

    assert f"> {words[:60]}" in text_of(only(news, "desk"))
    assert told(news).replace("> ", "").count(f"{words} indeed") == 1


def test_a_command_alone_is_answered_by_the_draft_that_it_brings_about(table: Table) -> None:
    for words in ("add axis Z", "ruling: sleepers trade", "post the report week"):
        assert kinds(command(table, words)) == ["draft"]
        assert filed(table).reason == (
            "1 command of the contestmaster's, 1 carried out; the draft answers it"
        )
    assert kinds(command(table, "pause reminders for 2 days")) == ["desk"]
    assert kinds(command(table, "add axis X")) == ["desk"]


def test_an_approval_beside_another_command_posts_the_draft(table: Table) -> None:
    code = code_in(say(table, "Ann", TURN))
    news = reply(table, code, "approve\nduties")
    assert kinds(news).count("public") == 1
    assert f"Draft {code} is approved: 1 public text and 1 private notice on the way." in told(news)
    assert position(table).pending is None


def test_codes_behind_the_words_answer_other_drafts(table: Table) -> None:
    say(table, "Fay", "I join Red November.")
    say(table, "Eve", "I join Red November.")
    first, second = open_codes(table)
    news = command(table, f"approve {first}\nreject {second} because Eve asked for it")
    assert (verdict(table, first), verdict(table, second)) == ("approved", "rejected")
    assert "2 of 2 commands done" in subject_of(only(news, "desk"))


def test_a_command_that_cannot_be_carried_out_changes_nothing_and_the_next_one_is(
    table: Table,
) -> None:
    code = code_in(say(table, "Ann", TURN))
    news = reply(table, code, 'amend "nowhere" to "x"\npause reminders for 2 days')
    said = told(news)
    assert f"NOT DONE. Draft {code} is not amended" in said
    assert "No reminders until Wed 25 Nov 2026, 10:00 UTC" in said
    assert "1 of 2 commands done" in subject_of(only(news, "desk"))
    assert verdict(table, code) is None


def test_a_draft_is_held_by_a_word_and_its_duty_goes_on(table: Table) -> None:
    code = code_in(say(table, "Ann", TURN))
    said = told(reply(table, code, "hold for 2 days because I ask Bob first"))
    assert f"Draft {code} is held until Wed 25 Nov 2026, 10:00 UTC" in said
    assert "It is due by Wed 25 Nov 2026, 10:00 UTC all the same, and you are reminded" in said
    assert f"Draft {code} is no longer held." in told(reply(table, code, "release"))


def test_what_contradicts_itself_about_a_draft_does_nothing(table: Table) -> None:
    code = code_in(say(table, "Ann", TURN))
    said = told(reply(table, code, 'amend: add "Hear!"\nhold for 2 days'))
    assert 'the mail says both "amend" and "hold" of the same draft' in said
    assert verdict(table, code) is None


def test_a_command_without_a_code_is_asked_for_it(table: Table) -> None:
    code = code_in(say(table, "Ann", TURN))
    said = told(command(table, "hold until 3 December"))
    assert "NOT DONE. Write the code of the draft behind the word" in said
    assert f"{code} (Turn 1: Ann)" in said


def test_an_approval_above_a_line_that_is_not_understood_is_asked_about(table: Table) -> None:
    code = code_in(say(table, "Ann", TURN))
    news = reply(table, code, "approve\nstatus\nNo, wait, that is wrong")
    assert everything_public(news) == ""
    assert verdict(table, code) is None
    said = told(news)
    assert 'NOT DONE. The line "No, wait, that is wrong" below it is not understood' in said
    assert f"send it again: approve {code}" in said
    assert "1 of 3 commands done" in subject_of(only(news, "desk"))


def test_five_lines_that_are_not_understood_end_the_reading(table: Table) -> None:
    code = code_in(say(table, "Ann", TURN))
    nonsense = "\n".join(f"frobnicate the {n}th sprocket" for n in range(1, 7))
    said = told(reply(table, code, f"members\n{nonsense}\napprove"))
    assert said.count("It is not understood") >= 5
    assert "6th sprocket" not in said.partition("5th sprocket")[0]
    assert verdict(table, code) is None


def test_a_late_or_doubled_command_does_nothing_and_says_so(table: Table) -> None:
    code = code_in(say(table, "Ann", TURN))
    reply(table, code, "approve\nmembers")
    news = reply(table, code, "approve\nmembers")
    assert kinds(news) == ["desk"]
    assert f"NOT DONE. Draft {code} was already approved, so this changed nothing." in told(news)


def test_a_stale_approval_among_others_is_told_with_the_draft_that_takes_its_place(
    table: Table,
) -> None:
    arrange(table, hands={"Bob": ("grog",) * 5}, limits={"Bob": None})
    code = code_in(say(table, "Ann", TURN))
    arrange(table, gnomes={"Bob": {"minutes": 12}})
    news = reply(table, code, "approve\nmembers")
    assert "NOT DONE" in told(news)
    assert f"Draft {code} is not posted: the position has" in told(news)
    assert everything_public(news) == ""


def test_hands_are_shown_to_whoever_decides_alone(table: Table) -> None:
    arrange(table, hands={"Ann": ("lucky_charm",)})
    news = command(table, "hands")
    (mail,) = news
    assert mail.posting.to == "pewterby@post.example"
    assert "Ann: a lucky charm Bob: nothing" in told(news)
    assert "charm" not in subject_of(mail)
    for who in ("Ann", "Dan"):
        assert "lucky charm Bob" not in "".join(text_of(one) for one in write(table, who, "hands"))


def test_reminders_are_paused_and_resumed(table: Table) -> None:
    said = told(command(table, "pause reminders for 2 days\nresume reminders"))
    assert "No reminders until Wed 25 Nov 2026, 10:00 UTC." in said
    assert "You are reminded again." in said


def test_a_game_is_started_by_mail(tmp_path: Path) -> None:
    from tests.builders import a_table

    table = a_table(tmp_path)
    news = command(table, "start Ann, Bob, Cat with event_choice = orders+contestmaster")
    code = code_in(news)
    assert kinds(news) == ["draft"]
    assert kinds(reply(table, code, "approve"))[-1] == "public"
    refused = told(command(table, "start Ann, Bob, Cat"))
    assert "NOT DONE. No game was started: a game is ongoing (§4)." in refused


def test_an_axis_is_added_by_a_draft(table: Table) -> None:
    news = command(table, "add axis Z\nmembers")
    assert "Nothing happens before you approve it." in told(news)
    reply(table, code_in(news), "approve")
    assert "already" in told(command(table, "add axis Z"))


def test_a_ruling_is_numbered_and_listed(table: Table) -> None:
    news = command(table, "ruling: a hatch may be opened twice (§10c)\nrulings")
    assert "Nothing happens before you approve it." in told(news)
    assert "1. Mon" not in told(news)
    reply(table, code_in(news), "approve")
    said = told(command(table, "members\nrulings"))
    assert "1. Mon 23 Nov 2026, Pewterby (§10c): a hatch may be opened twice" in said


def test_what_stands_below_quit_is_not_read(table: Table) -> None:
    code = code_in(say(table, "Ann", TURN))
    said = told(reply(table, code, "members\nquit\napprove"))
    assert "What stands below it was not read." in said
    assert verdict(table, code) is None


def test_commands_of_others_are_none(table: Table) -> None:
    code = code_in(say(table, "Ann", TURN))
    for who in ("Ann", "Dan"):
        reply(table, code, "approve\nmembers", who=who)
        assert verdict(table, code) is None


def test_the_file_says_how_many_were_carried_out_and_nothing_else(table: Table) -> None:
    command(table, "hands\nmembers\nkill Zed")
    assert filed(table).reason == "3 commands of the contestmaster's, 2 carried out"


def test_reports_are_shown_or_put_before_em_as_drafts_for_the_list(table: Table) -> None:
    said = told(command(table, "report position\nstanding"))
    assert "> report position" in said
    assert "captain's grog" in said
    news = command(table, "members\npost the report week")
    assert "Nothing happens before you approve it." in told(news)
    assert everything_public(news) == ""
    assert everything_public(reply(table, code_in(news), "approve")) != ""


def test_idle_gnomes_are_shown_with_both_counts_and_killed_by_a_draft(table: Table) -> None:
    table.clock.forward(days=4, hours=1)
    said = told(command(table, "idle"))
    assert "4 days and 1 hour" in said
    news = command(table, "kill Bob\nkill Dan")
    assert "NOT DONE" in told(news)
    assert verdict(table, code_in(news)) is None
    reply(table, code_in(news), "approve")
    assert position(table).gnome("Bob").fate == "killed"


def test_a_right_that_ripens_is_no_duty_that_is_overdue(table: Table) -> None:
    table.clock.forward(days=3, hours=12)
    assert "may be killed for idleness (§19), from Fri 27 Nov" in told(command(table, "duties"))
    table.clock.forward(days=1)
    assert "may be killed for idleness (§19), since Fri 27 Nov" in told(command(table, "duties"))


def test_duties_are_shown_with_the_time_left(table: Table) -> None:
    say(table, "Ann", TURN)
    table.clock.forward(hours=40)
    assert "8 hours left" in told(command(table, "duties"))
    table.clock.forward(hours=10)
    assert "overdue by 2 hours" in told(command(table, "duties"))


def test_the_status_shows_drafts_duties_and_mails_that_are_kept(table: Table) -> None:
    code = code_in(say(table, "Ann", TURN))
    (news,) = command(table, "status")
    said = " ".join(text_of(news).split())
    assert f"AWAITING YOUR WORD [rednov {code}] Turn 1: Ann" in said
    assert "DUE AND AWAITED" in said
    assert "47 hours left" in said or "1 day and 23 hours left" in said or "2 days left" in said


def test_an_approval_with_the_code_behind_it_needs_none_in_the_subject(table: Table) -> None:
    code = code_in(say(table, "Ann", TURN))
    news = write(table, MASTER, f"approve {code}", subject="hello")
    assert kinds(news).count("public") == 1
    assert verdict(table, code) == "approved"
