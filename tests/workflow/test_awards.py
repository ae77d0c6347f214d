"""Points that are due come ready to post, and are awarded by one word (§18, §24, A86-A88)."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from rednov_bot.core.contest import Awarded, Change, ContestChange
from rednov_bot.core.errors import DraftClosed, NoAward, NoSuchDraft
from rednov_bot.core.models import Draft
from rednov_bot.core.workflow.contest import office
from rednov_bot.core.workflow.scheduler import awarding
from tests.builders import MONDAY, Table
from tests.workflow.play import (
    Postings,
    arrange,
    begun,
    code_in,
    draft,
    everything_public,
    kinds,
    open_codes,
    opened,
    reply,
    say,
    start,
    text_of,
    verdict,
    write,
)

REPAIR = "I fix the engine for 10 minutes."


def repaired(table: Table, who: str = "Ann") -> Postings:
    """A repair that cannot fail is resolved; what was queued for the approval."""
    arrange(table, gnomes={who: {"at": 1, "minutes": 39}})
    return reply(table, code_in(say(table, who, REPAIR)), "approve")


def ended(table: Table) -> Postings:
    """The last turn is resolved, and all three win."""
    arrange(table, gnomes={"Ann": {"minutes": 0}, "Bob": {"minutes": 0}, "Cat": {"minutes": 1}})
    return reply(table, code_in(say(table, "Cat")), "approve")


def awarded(table: Table) -> dict[int, Awarded]:
    with table.desk.db.transaction() as records:
        return dict(records.awards(records.games()[0].id))


def change(table: Table, what: Change, value: str) -> None:
    with table.desk.db.transaction() as records:
        at = table.clock.at
        records.change_contest(ContestChange(change=what, value=value, by="Pewterby", at=at))


def fall_due(table: Table) -> Postings:
    with table.desk.db.transaction() as records:
        awarding.fall_due(office.seated(table.desk, records), records)
    return table.news()


def take_all(table: Table) -> Draft | None:
    with table.desk.db.transaction() as records:
        return awarding.award_all(office.seated(table.desk, records), records)


def did_it(table: Table, code: str) -> Draft:
    with table.desk.db.transaction() as records:
        return awarding.awarded_already(office.seated(table.desk, records), records, code)


def words(text: str) -> str:
    return " ".join(text.split())


def test_the_resolution_of_a_repair_brings_the_award_ready_to_post(tmp_path: Path) -> None:
    table = begun(tmp_path)
    news = repaired(table)
    made = draft(table, code_in(news))
    assert (made.kind, made.about) == ("award", "Points for turn 1 of RN1: Ann")
    text = words(made.pages[0].body)
    assert "Pewterby awards Ann 2 X points for resetting a disaster track (§18)." in text
    assert made.due_by == MONDAY + timedelta(hours=48)
    assert take_all(table) == made  # it waits already
    reply(table, made.code, "reject because I shall do it on Friday")
    assert awarded(table) == {}
    assert fall_due(table) == ()
    again = take_all(table)
    assert again is not None
    assert again.code != made.code
    table.news()
    sent = reply(table, again.code, "approve")
    assert kinds(sent) == ["public"]
    assert "Ann 2 X points" in words(everything_public(sent))
    assert awarded(table) == {0: Awarded(place=0, at=MONDAY, by="Pewterby", draft=again.code)}
    assert open_codes(table) == []


def test_points_of_several_turns_can_be_awarded_together(tmp_path: Path) -> None:
    table = begun(tmp_path)
    first = code_in(repaired(table, "Ann"))
    second = code_in(repaired(table, "Bob"))
    made = take_all(table)
    assert made is not None
    assert (verdict(table, first), verdict(table, second)) == ("superseded", "superseded")
    text = words(everything_public(reply(table, made.code, "approve")))
    assert "awards Ann 2 X" in text
    assert "awards Bob 2 X" in text
    assert sorted(awarded(table)) == [0, 1]
    assert take_all(table) is None


def test_who_has_awarded_emself_says_so_and_nothing_is_posted(tmp_path: Path) -> None:
    table = begun(tmp_path)
    code = code_in(repaired(table))
    did_it(table, code)
    assert table.news() == ()
    assert verdict(table, code) == "settled"
    assert awarded(table)[0].draft is None
    turn = code_in(say(table, "Bob"))
    for other, wrong in ((code, DraftClosed), (turn, NoAward), ("ZZZZZZZ", NoSuchDraft)):
        with pytest.raises(wrong):
            did_it(table, other)


def test_an_unknown_number_of_points_can_have_been_awarded_too(tmp_path: Path) -> None:
    table = begun(tmp_path, y_pot=0)
    did_it(table, code_in(ended(table)))
    change(table, "pot", "12")
    assert fall_due(table) == ()


def test_along_an_axis_that_is_not_there_nothing_is_awarded_with_a_turn(tmp_path: Path) -> None:
    table = begun(tmp_path, awards="with_resolution", axes=("Y",))
    drafted = repair_drafted(table)
    assert "approve and award" not in words(text_of(drafted[-1]))
    news = reply(table, code_in(drafted), "approve")
    assert "POINTS DUE" in everything_public(news)
    assert draft(table, code_in(news)).kind == "award"


def test_awards_of_a_game_stay_due_when_the_next_one_has_begun(tmp_path: Path) -> None:
    table = begun(tmp_path)
    code = code_in(ended(table))
    reply(table, start(table).code, "approve")
    assert "awards Cat 4 Y" in words(everything_public(reply(table, code, "approve")))
    assert sorted(awarded(table)) == [0, 1, 2]
    assert fall_due(table) == ()
    assert take_all(table) is None


def repair_drafted(table: Table, who: str = "Ann") -> Postings:
    """What is queued for a repair that cannot fail: its receipt, and the draft."""
    arrange(table, gnomes={who: {"at": 1, "minutes": 39}})
    return say(table, who, REPAIR)


def test_the_answer_to_a_resolution_awards_what_it_makes_due(tmp_path: Path) -> None:
    table = begun(tmp_path)
    none = code_in(say(table, "Bob"))
    (told,) = reply(table, none, "approve and award")
    assert "The problem: this draft shows no award." in words(text_of(told))
    assert verdict(table, none) is None
    reply(table, none, "approve")
    drafted = repair_drafted(table)
    code = code_in(drafted)
    sent = write(table, "Pewterby", f"approve {code} and award", subject="hello")
    assert kinds(sent) == ["private", "public", "public"]
    _, resolution, award = sent
    assert "POINTS DUE" in text_of(resolution)
    assert "Pewterby awards Ann 2 X points" in words(text_of(award))
    assert text_of(award) in text_of(drafted[-1])
    assert opened(award)["In-Reply-To"] == opened(resolution)["In-Reply-To"]
    with table.desk.db.transaction() as records:  # it waits until the resolution is accepted
        due = {one.message_id for one in records.due(table.clock.at, 1000)}
        waits = records.waits_for(award.posting.message_id)
    assert resolution.posting.message_id in due
    assert award.posting.message_id not in due
    assert [one.posting.message_id for one in waits] == [resolution.posting.message_id]
    (one,) = awarded(table).values()  # under a code of its own
    assert one.draft not in (None, code)
    assert draft(table, one.draft or "").about == "Points for turn 2 of RN1: Ann"
    assert verdict(table, one.draft or "") == "approved"
    assert open_codes(table) == []
    assert fall_due(table) == ()
