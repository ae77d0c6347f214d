"""Points that are due come ready to post, and are awarded by one word (§18, §24, A86-A88)."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from rednov_bot.contest import Awarded, Change, ContestChange
from rednov_bot.desk.contest import office
from rednov_bot.desk.drafts import approval
from rednov_bot.desk.due import awarding
from rednov_bot.errors import DraftClosed, DraftNeedsPot, NoAward, NoSuchDraft
from rednov_bot.papers import Draft
from tests.builders import MONDAY, Table
from tests.desk.play import (
    Postings,
    arrange,
    begin,
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
    subject_of,
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
    with table.desk.ledger.transaction() as records:
        return dict(records.awards(records.games()[0].id))


def change(table: Table, what: Change, value: str) -> None:
    with table.desk.ledger.transaction() as records:
        at = table.clock.at
        records.change_contest(ContestChange(change=what, value=value, by="Pewterby", at=at))


def fall_due(table: Table) -> Postings:
    with table.desk.ledger.transaction() as records:
        awarding.fall_due(office.seated(table.desk, records), records)
    return table.news()


def take_all(table: Table) -> Draft | None:
    with table.desk.ledger.transaction() as records:
        return awarding.award_all(office.seated(table.desk, records), records)


def did_it(table: Table, code: str) -> Draft:
    with table.desk.ledger.transaction() as records:
        return awarding.awarded_already(office.seated(table.desk, records), records, code)


def words(text: str) -> str:
    return " ".join(text.split())


def test_the_resolution_of_a_repair_brings_the_award_ready_to_post(tmp_path: Path) -> None:
    table = begun(tmp_path)
    news = repaired(table)
    made = draft(table, code_in(news))
    assert (made.kind, made.about) == ("award", "Points for turn 1 of RN1: Ann")
    (page,) = made.pages
    text = words(page.body)
    assert "Pewterby awards Ann 2 X points for resetting a disaster track (§18)." in text
    assert made.due_by == MONDAY + timedelta(hours=48)
    assert awarded(table) == {}


def test_the_approval_of_an_award_posts_it_and_puts_it_on_file(tmp_path: Path) -> None:
    table = begun(tmp_path)
    code = code_in(repaired(table))
    sent = reply(table, code, "approve")
    assert kinds(sent) == ["public"]
    assert "Ann 2 X points" in words(everything_public(sent))
    assert awarded(table) == {0: Awarded(place=0, at=MONDAY, by="Pewterby", draft=code)}
    assert open_codes(table) == []


def test_a_turn_that_earns_nothing_brings_no_award(tmp_path: Path) -> None:
    table = begun(tmp_path)
    assert "draft" not in kinds(reply(table, code_in(say(table, "Ann")), "approve"))


def test_the_pot_is_split_evenly_and_rounded_down(tmp_path: Path) -> None:
    table = begun(tmp_path, y_pot=11)
    (page,) = draft(table, code_in(ended(table))).pages
    for name in ("Ann", "Bob", "Cat"):
        assert f"Pewterby awards {name} 3 Y points for winning the game (§24)." in words(page.body)


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


def test_one_award_that_waits_already_is_not_made_again(tmp_path: Path) -> None:
    table = begun(tmp_path)
    code = code_in(repaired(table))
    made = take_all(table)
    assert made is not None
    assert made.code == code


def test_who_has_awarded_emself_says_so_and_nothing_is_posted(tmp_path: Path) -> None:
    table = begun(tmp_path)
    code = code_in(repaired(table))
    did_it(table, code)
    assert table.news() == ()
    assert verdict(table, code) == "settled"
    assert awarded(table)[0].draft is None
    with pytest.raises(DraftClosed):
        did_it(table, code)


def test_what_awards_nothing_cannot_have_been_awarded(tmp_path: Path) -> None:
    table = begun(tmp_path)
    with pytest.raises(NoAward):
        did_it(table, code_in(say(table, "Ann")))
    with pytest.raises(NoSuchDraft):
        did_it(table, "ZZZZZZZ")


def test_a_rejected_award_is_not_offered_again_by_itself_and_stays_due(tmp_path: Path) -> None:
    table = begun(tmp_path)
    code = code_in(repaired(table))
    reply(table, code, "reject because I shall do it on Friday")
    assert fall_due(table) == ()
    made = take_all(table)
    assert made is not None
    assert made.code != code


def test_an_unknown_pot_is_asked_for_and_the_text_follows(tmp_path: Path) -> None:
    table = begun(tmp_path, y_pot=0)
    asked = ended(table)
    question, story, _ = asked[-3:]
    assert "How many Y points" in subject_of(question)
    assert 'for example "pot 12"' in words(text_of(question))
    assert "The story of RN1" in subject_of(story)
    code = code_in(asked)
    with table.desk.ledger.transaction() as records, pytest.raises(DraftNeedsPot):
        approval.approve(table.desk, records, code, "Pewterby")
    assert "how many Y points" in words(text_of(reply(table, code, "approve")[0]))
    assert fall_due(table) == ()
    change(table, "pot", "12")
    (page,) = draft(table, code_in(fall_due(table))).pages
    assert "awards Bob 4 Y points" in words(page.body)
    assert verdict(table, code) == "superseded"
    reply(table, open_codes(table)[-1], "approve")
    assert sorted(awarded(table)) == [0, 1, 2]
    assert fall_due(table) == ()


def test_an_unknown_number_of_points_can_have_been_awarded_too(tmp_path: Path) -> None:
    table = begun(tmp_path, y_pot=0)
    did_it(table, code_in(ended(table)))
    change(table, "pot", "12")
    assert fall_due(table) == ()


def test_a_missing_axis_is_warned_of_and_forbids_nothing(tmp_path: Path) -> None:
    table = begun(tmp_path)
    change(table, "axis removed", "X")
    news = repaired(table)
    assert "There is no axis X: add it first" in words(text_of(news[-1]))
    reply(table, code_in(news), "approve")
    assert sorted(awarded(table)) == [0]


def with_resolution(tmp_path: Path, **more: Any) -> Table:
    return begun(tmp_path, awards="with_resolution", **more)


def test_a_resolution_may_award_by_itself(tmp_path: Path) -> None:
    table = with_resolution(tmp_path)
    news = repaired(table)
    assert "draft" not in kinds(news)
    text = words(everything_public(news))
    assert "POINTS AWARDED Pewterby awards Ann 2 X points" in text
    assert "POINTS DUE" not in text
    assert sorted(awarded(table)) == [0]


def test_the_last_resolution_may_award_the_pot(tmp_path: Path) -> None:
    table = with_resolution(tmp_path)
    assert "awards Ann 4 Y points" in words(everything_public(ended(table)))
    assert sorted(awarded(table)) == [0, 1, 2]


def test_along_an_axis_that_is_not_there_nothing_is_awarded_by_itself(tmp_path: Path) -> None:
    table = with_resolution(tmp_path, axes=("Y",))
    news = repaired(table)
    assert "POINTS DUE" in everything_public(news)
    assert draft(table, code_in(news)).kind == "award"


def test_awards_of_a_game_stay_due_when_the_next_one_has_begun(tmp_path: Path) -> None:
    table = begun(tmp_path)
    code = code_in(ended(table))
    reply(table, start(table).code, "approve")
    assert "awards Cat 4 Y" in words(everything_public(reply(table, code, "approve")))
    assert sorted(awarded(table)) == [0, 1, 2]


def test_a_game_that_owes_nothing_any_more_is_not_asked_again(tmp_path: Path) -> None:
    table = begun(tmp_path)
    reply(table, code_in(ended(table)), "approve")
    begin(table)
    assert fall_due(table) == ()
    assert take_all(table) is None


def repair_drafted(table: Table, who: str = "Ann") -> Postings:
    """What is queued for a repair that cannot fail: its receipt, and the draft."""
    arrange(table, gnomes={who: {"at": 1, "minutes": 39}})
    return say(table, who, REPAIR)


@pytest.mark.parametrize(
    "said",
    [
        "approve and award",
        "Approve, award",
        "approve & award",
        "approve + award, thanks",
        "approve and then award the points, please",
        "award and approve",
        "approve\naward",
    ],
)
def test_the_answer_to_a_resolution_awards_what_it_makes_due(tmp_path: Path, said: str) -> None:
    table = begun(tmp_path)
    drafted = repair_drafted(table)
    sent = reply(table, code_in(drafted), said)
    assert kinds(sent) == ["private", "public", "public"]
    _, resolution, award = sent
    assert "POINTS DUE" in text_of(resolution)
    assert "Pewterby awards Ann 2 X points" in words(text_of(award))
    assert text_of(award) in text_of(drafted[-1])
    assert opened(award)["In-Reply-To"] == opened(resolution)["In-Reply-To"]
    assert sorted(awarded(table)) == [0]
    assert open_codes(table) == []
    assert fall_due(table) == ()


def test_an_award_waits_until_the_resolution_is_accepted(tmp_path: Path) -> None:
    table = begun(tmp_path)
    _, resolution, award = reply(table, code_in(repair_drafted(table)), "approve and award")
    with table.desk.ledger.transaction() as records:
        due = {one.message_id for one in records.due(table.clock.at, 1000)}
        waits = records.waits_for(award.posting.message_id)
    assert resolution.posting.message_id in due
    assert award.posting.message_id not in due
    assert [one.posting.message_id for one in waits] == [resolution.posting.message_id]


def test_the_award_is_on_file_under_a_code_of_its_own(tmp_path: Path) -> None:
    table = begun(tmp_path)
    code = code_in(repair_drafted(table))
    reply(table, code, "approve and award")
    (one,) = awarded(table).values()
    assert one.draft is not None
    assert one.draft != code
    assert draft(table, one.draft).about == "Points for turn 1 of RN1: Ann"
    assert verdict(table, one.draft) == "approved"


def test_plain_approval_of_the_resolution_leaves_the_award_for_a_draft(tmp_path: Path) -> None:
    table = begun(tmp_path)
    sent = reply(table, code_in(repair_drafted(table)), "approve")
    assert kinds(sent) == ["private", "public", "draft"]
    assert awarded(table) == {}


def test_where_no_award_is_shown_none_can_be_asked_for(tmp_path: Path) -> None:
    table = begun(tmp_path)
    code = code_in(say(table, "Ann"))
    (told,) = reply(table, code, "approve and award")
    assert "The problem: this draft shows no award." in words(text_of(told))
    assert verdict(table, code) is None


def test_the_draft_of_an_award_may_be_approved_so_too(tmp_path: Path) -> None:
    table = begun(tmp_path)
    assert kinds(reply(table, code_in(repaired(table)), "approve and award")) == ["public"]
    assert sorted(awarded(table)) == [0]


def test_the_pot_can_be_awarded_with_the_last_resolution(tmp_path: Path) -> None:
    table = begun(tmp_path)
    arrange(table, gnomes={"Ann": {"minutes": 0}, "Bob": {"minutes": 0}, "Cat": {"minutes": 1}})
    sent = reply(table, code_in(say(table, "Cat")), "approve and award")
    assert "awards Ann 4 Y points" in words(everything_public(sent))
    assert sorted(awarded(table)) == [0, 1, 2]


def test_along_an_axis_that_is_not_there_no_award_is_offered(tmp_path: Path) -> None:
    table = begun(tmp_path, axes=("Y",))
    assert "approve and award" not in words(text_of(repair_drafted(table)[-1]))


def test_an_amended_draft_offers_the_award_as_well(tmp_path: Path) -> None:
    table = begun(tmp_path)
    code = code_in(repair_drafted(table))
    amended = code_in(reply(table, code, 'amend: add "Well done!"'))
    sent = reply(table, amended, "approve and award")
    assert "Well done!" in everything_public(sent)
    assert sorted(awarded(table)) == [0]


def test_an_approval_that_has_become_stale_awards_nothing(tmp_path: Path) -> None:
    table = begun(tmp_path)
    code = code_in(repair_drafted(table))
    arrange(table, hands={"Bob": ("grog",)})
    sent = reply(table, code, "approve and award")
    assert "public" not in kinds(sent)
    assert awarded(table) == {}


def test_the_code_may_stand_behind_the_word(tmp_path: Path) -> None:
    table = begun(tmp_path)
    code = code_in(repair_drafted(table))
    sent = write(table, "Pewterby", f"approve {code} and award", subject="hello")
    assert kinds(sent) == ["private", "public", "public"]
