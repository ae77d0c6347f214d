"""What is due, by whom and by when: resolutions, points, notices (§6, §16, §18; rules.md 8.2)."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from rednov_bot.core.contest import Awarded, ContestChange, Duty
from rednov_bot.core.errors import DraftClosed, NoAward, NoSuchDraft
from rednov_bot.core.workflow import awards, duties
from tests import builders
from tests.builders import MONDAY
from tests.workflow.play import (
    Postings,
    Table,
    arrange,
    begun,
    code_in,
    everything_public,
    flat,
    kinds,
    missing,
    opened,
    reply,
    say,
)

TWO_DAYS = timedelta(hours=48)


def repair_drafted(table: builders.Table, who: str = "Ann") -> Postings:
    """What is queued for a repair that cannot fail: its receipt, and the draft."""
    arrange(table, gnomes={who: {"at": 1, "minutes": 39}})
    return say(table, who, "I fix the engine for 10 minutes.")


def repaired(table: builders.Table, who: str = "Ann") -> Postings:
    """A repair that cannot fail is resolved; what was queued for the approval."""
    return reply(table, code_in(repair_drafted(table, who)), "approve")


def awarded(table: Table) -> dict[int, Awarded]:
    return table.read(lambda it: dict(it.awards(it.games()[0].id)))


def fall_due(table: Table) -> Postings:
    table.do(awards.fall_due)
    return table.news()


def test_an_award_that_was_rejected_waits_until_it_is_asked_for(table: Table) -> None:
    made = table.draft(code_in(repaired(table)))
    assert (made.kind, made.about) == ("award", "Points for turn 1 of RN1: Ann")
    assert made.due_by == MONDAY + TWO_DAYS
    assert table.do(awards.award_all) == made  # it waits already
    table.reply(made.code, "reject because I shall do it on Friday")
    assert awarded(table) == {}
    assert fall_due(table) == ()
    again = table.do(awards.award_all)
    assert again is not None
    assert again.code != made.code
    table.news()
    assert kinds(table.reply(again.code, "approve")) == ["public"]
    assert awarded(table) == {0: Awarded(place=0, at=MONDAY, by="Pewterby", draft=again.code)}
    assert table.open_codes() == []


def test_points_of_several_turns_can_be_awarded_together(table: Table) -> None:
    codes = [code_in(repaired(table, name)) for name in ("Ann", "Bob")]
    made = table.do(awards.award_all)
    assert made is not None
    assert [table.verdict(one) for one in codes] == ["superseded", "superseded"]
    text = everything_public(table.reply(made.code, "approve"))
    assert missing(text, "awards Ann 2 X", "awards Bob 2 X") == []
    assert sorted(awarded(table)) == [0, 1]
    assert table.do(awards.award_all) is None


def test_who_has_awarded_themselves_says_so_and_nothing_is_posted(table: Table) -> None:
    code = code_in(repaired(table))
    table.do(awards.awarded_already, code)
    assert table.news() == ()
    assert table.verdict(code) == "settled"
    assert awarded(table)[0].draft is None
    turn = code_in(table.say("Bob"))
    for other, wrong in ((code, DraftClosed), (turn, NoAward), ("ZZZZZZZ", NoSuchDraft)):
        with pytest.raises(wrong):
            table.do(awards.awarded_already, other)


def test_an_unknown_number_of_points_can_have_been_awarded_too(tmp_path: Path) -> None:
    table = begun(tmp_path, y_pot=0)
    table.do(awards.awarded_already, code_in(table.ended()))
    pot = ContestChange(change="pot", value="12", by="Pewterby", at=table.clock.at)
    table.read(lambda it: it.change_contest(pot))
    assert fall_due(table) == ()


def test_along_an_axis_that_is_not_there_nothing_is_awarded_with_a_turn(tmp_path: Path) -> None:
    table = begun(tmp_path, awards="with_resolution", axes=("Y",))
    drafted = repair_drafted(table)
    assert "approve and award" not in flat(drafted[-1])
    news = table.reply(code_in(drafted), "approve")
    assert "POINTS DUE" in everything_public(news)
    assert table.draft(code_in(news)).kind == "award"


def test_awards_of_a_game_stay_due_when_the_next_one_has_begun(table: Table) -> None:
    code = code_in(table.ended())
    table.reply(table.start().code, "approve")
    assert "awards Cat 4 Y" in flat(everything_public(table.reply(code, "approve")))
    assert sorted(awarded(table)) == [0, 1, 2]
    assert fall_due(table) == ()


def test_an_award_in_the_answer_to_a_resolution_waits_until_that_is_accepted(table: Table) -> None:
    none = code_in(table.say("Bob"))
    told = table.reply(none, "approve and award")
    assert "awards no points." in flat(*told)
    assert table.verdict(none) is None
    table.reply(none, "approve")
    drafted = repair_drafted(table)
    code = code_in(drafted)
    sent = table.write("Pewterby", f"approve {code} and award", subject="hello")
    assert kinds(sent) == ["private", "public", "public"]
    _, resolution, award = sent
    assert "POINTS DUE" in flat(resolution)
    assert flat(award) in flat(drafted[-1])
    assert opened(award)["In-Reply-To"] == opened(resolution)["In-Reply-To"]
    name = award.posting.message_id
    due = table.read(lambda it: [one.message_id for one in it.due(table.clock.at, 1000)])
    assert resolution.posting.message_id in due
    assert name not in due
    waits = table.read(lambda it: it.waits_for(name))
    assert [one.posting for one in waits] == [resolution.posting]
    (one,) = awarded(table).values()  # under a code of its own
    assert one.draft not in (None, code)
    assert table.verdict(one.draft or "") == "approved"
    assert table.open_codes() == []


def of_kind(table: Table, kind: str, *, done: bool = False) -> list[Duty]:
    return [one for one in table.do(duties.duties, done=done) if one.kind == kind]


def test_a_turn_is_to_be_resolved_within_two_days_of_its_announcement(table: Table) -> None:
    assert of_kind(table, "resolve") == of_kind(table, "award") == []
    code = code_in(table.say("Ann"))
    (one,) = of_kind(table, "resolve")
    assert (one.clause, one.about, one.of) == ("§16", "Turn 1: Ann", "Pewterby")
    assert (one.started_at, one.due_by) == (MONDAY, MONDAY + TWO_DAYS)
    assert (one.code, one.done_at) == (code, None)
    table.reply(code, "reject because I look at it tomorrow")
    (one,) = of_kind(table, "resolve")
    assert one.code is None
    assert "rejected" in one.note
    code = code_in(table.reply(code, "again"))
    table.clock.forward(hours=5)
    table.reply(code, "approve")
    assert of_kind(table, "resolve") == []
    (one,) = of_kind(table, "resolve", done=True)
    assert one.done_at == MONDAY + timedelta(hours=5)
    assert one.proof.startswith(f"draft {code}, <")
    table.say("Dan", "I join the contest Red November.")
    assert [one.code for one in of_kind(table, "draft")] == table.open_codes()


def test_x_points_are_due_within_two_days_of_the_resolution(table: Table) -> None:
    code = code_in(repair_drafted(table))
    table.clock.forward(hours=7)
    award = code_in(table.reply(code, "approve"))
    (one,) = of_kind(table, "award")
    resolved_at = MONDAY + timedelta(hours=7)
    assert (one.clause, one.started_at, one.due_by) == ("§18", resolved_at, resolved_at + TWO_DAYS)
    assert one.code == award
    table.reply(award, "approve")
    assert of_kind(table, "award") == []
    (one,) = of_kind(table, "award", done=True)
    assert one.about == "RN1: 2 X points for Ann"
    assert award in one.proof


def test_a_notice_that_the_server_refused_leaves_items_to_be_told(table: Table) -> None:
    table.carry()
    table.arrange(gnomes={"Ann": {"at": 8, "minutes": 39}})
    table.resolve("Ann", "I draw 2 items.")
    assert of_kind(table, "tell") == []
    table.clock.forward(days=20)  # it went out weeks late, and in vain
    table.carry("refused")
    (one,) = of_kind(table, "tell")
    assert one.about == "Private notice to Ann (Turn 1: Ann)"
    refused = 'The mail server refused it: "refused by the server".'
    assert one.note == f'{refused} When you have told them, mail "told Ann".'
    assert (one.clause, one.due_by) == ("§6", MONDAY + TWO_DAYS)
