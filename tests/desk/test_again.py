"""After a rejection the contestmaster has the draft made again by mail, on the same luck (A95)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.builders import Table, a_table
from tests.desk.play import (
    MASTER,
    arrange,
    begun,
    code_in,
    draft,
    kinds,
    numbered,
    only,
    open_codes,
    position,
    reply,
    say,
    start,
    subject_of,
    text_of,
    verdict,
    words_of,
    write,
)

REPAIR = "I open 5-2, go in and fix the oxygen pumps for 4 minutes."


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return begun(tmp_path)


def rejected(table: Table) -> str:
    code = code_in(say(table, "Ann", REPAIR))
    reply(table, code, "reject because a bonus was missed")
    return code


def told(table: Table, code: str) -> str:
    """What the contestmaster is told who asks for this draft again, and gets none."""
    before, open_before = numbered(table), open_codes(table)
    news = reply(table, code, "again")
    assert kinds(news) == ["desk"]
    assert (numbered(table), open_codes(table)) == (before, open_before)
    assert "not drafted again" in subject_of(news[0])
    return " ".join(text_of(news[0]).split())


def test_a_rejected_turn_is_drafted_again_with_the_same_luck(table: Table) -> None:
    first = draft(table, rejected(table))
    news = reply(table, first.code, "again")
    assert kinds(news) == ["draft"]
    second = draft(table, code_in(news))
    assert second.code != first.code
    assert words_of(second) == words_of(first)
    assert "  drafts 2\n" in second.pages[0].body
    assert second.happenings == first.happenings
    assert (second.turn, second.attempt) == (first.turn, 2)
    assert kinds(reply(table, second.code, "approve"))[-1] == "public"


def test_the_answer_to_a_rejection_carries_the_code_and_names_the_way_on(table: Table) -> None:
    code = code_in(say(table, "Ann", REPAIR))
    answered = only(reply(table, code, "reject because"), "desk")
    assert 'Reply "again"' in " ".join(text_of(answered).split())
    news = write(table, MASTER, "again", subject=f"Re: {subject_of(answered)}")
    assert kinds(news) == ["draft"]


def test_the_draft_mail_names_the_way_too(table: Table) -> None:
    shown = text_of(only(say(table, "Ann", REPAIR), "draft"))
    assert "  help                     shows more, such as overrule, hold and again\n" in shown
    assert max(len(line) for line in shown.split("\n")) <= 72


def test_an_open_draft_of_a_turn_gives_way_to_the_new_one(table: Table) -> None:
    first = code_in(say(table, "Ann", REPAIR))
    second = code_in(reply(table, first, "again"))
    assert open_codes(table) == [second]
    assert verdict(table, first) == "superseded"
    assert words_of(draft(table, second)) == words_of(draft(table, first))


def test_of_a_draft_that_was_replaced_the_newer_one_is_named(table: Table) -> None:
    first = rejected(table)
    second = code_in(reply(table, first, "again"))
    assert f"draft {second} about it is open" in told(table, first)


def test_of_an_approved_draft_nothing_is_made_again(table: Table) -> None:
    code = code_in(say(table, "Ann", REPAIR))
    reply(table, code, "approve")
    assert "it was approved" in told(table, code)


def test_a_rejected_draft_whose_turn_is_resolved_by_now_stays_what_it_is(table: Table) -> None:
    first = rejected(table)
    reply(table, code_in(reply(table, first, "again")), "approve")
    assert "turn 1 is resolved already" in told(table, first)
    say(table, "Bob", "I take no action.")
    assert "turn 1 is resolved already" in told(table, first)


def test_nobody_but_the_contestmaster_has_a_draft_made_again(table: Table) -> None:
    code = rejected(table)
    assert "draft" not in kinds(reply(table, code, "again", who="Ann"))
    assert open_codes(table) == []


def test_an_unknown_code_is_answered(table: Table) -> None:
    assert "no such draft" in subject_of(reply(table, "ZZZZZZ9", "again")[0])


def test_again_without_a_code_is_asked_about(table: Table) -> None:
    rejected(table)
    news = write(table, MASTER, "again", subject="Re: rejected")
    assert kinds(news) == ["desk"]
    assert "write the code of the draft behind the word" in text_of(news[0]).lower()


def test_a_rejected_line_is_drafted_again_in_the_same_words(table: Table) -> None:
    first = draft(table, code_in(say(table, "Cat", "I fix the engine for 3 minutes.")))
    assert first.kind == "line"
    shown = only(reply(table, first.code, "again"), "draft")  # once more, as it stands
    assert subject_of(shown).startswith(f"[rednov {first.code}] ")
    assert open_codes(table) == [first.code]
    reply(table, first.code, "reject")
    news = reply(table, first.code, "again")
    assert kinds(news) == ["draft"]
    assert f"draft {first.code}, which you rejected" in " ".join(text_of(news[0]).split())
    second = draft(table, code_in(news))
    assert second.pages == first.pages
    assert f"draft {second.code} about it is open" in told(table, first.code)
    assert kinds(reply(table, second.code, "approve")) == ["public"]


def rejected_line(table: Table) -> str:
    code = code_in(say(table, "Cat", "I fix the engine for 3 minutes."))
    assert draft(table, code).kind == "line"
    reply(table, code, "reject")
    return code


def test_a_line_that_was_posted_from_a_later_draft_is_not_drafted_again(table: Table) -> None:
    first = rejected_line(table)
    second = code_in(reply(table, first, "again"))
    assert kinds(reply(table, second, "approve")) == ["public"]
    assert f"its words were posted already, by draft {second}" in told(table, first)


def test_of_a_line_drafted_twice_only_one_draft_can_be_posted(table: Table) -> None:
    first = rejected_line(table)
    second = code_in(reply(table, first, "again"))
    reply(table, second, "reject")
    third = code_in(reply(table, first, "again"))
    assert f"draft {third} about it is open" in told(table, second)
    assert kinds(reply(table, third, "approve")) == ["public"]
    for code in (first, second):
        assert f"its words were posted already, by draft {third}" in told(table, code)


def test_a_line_in_other_words_does_not_keep_one_from_being_drafted_again(table: Table) -> None:
    first = rejected_line(table)
    other = code_in(say(table, "Cat", "I fix the engine for 3 minutes."))
    reply(table, other, "approve")
    assert kinds(reply(table, first, "again")) == ["draft"]


def test_the_opening_of_a_game_that_has_begun_is_not_drafted_again(tmp_path: Path) -> None:
    """Not after its end either: it would be the opening of another game."""
    table = a_table(tmp_path)
    first = start(table)
    reply(table, first.code, "reject")
    reply(table, code_in(reply(table, first.code, "again")), "approve")
    assert "RN1 has begun already" in told(table, first.code)
    arrange(table, gnomes={name: {"minutes": 0} for name in ("Ann", "Bob")})
    arrange(table, gnomes={"Cat": {"at": 5, "minutes": 1}}, rooms={5: "dry"})
    reply(table, code_in(say(table, "Cat")), "approve")
    assert position(table).ending is not None
    assert "RN1 has begun already" in told(table, first.code)


def test_a_rejected_opening_is_drafted_again_with_the_same_luck(tmp_path: Path) -> None:
    table = a_table(tmp_path)
    first = start(table, auto_verdicts="on")
    table.news()
    told_of = reply(table, first.code, "reject because it is late")
    assert kinds(told_of) == ["desk"]
    second = draft(table, code_in(reply(table, first.code, "again")))
    assert (second.game, words_of(second)) == (first.game, words_of(first))
    assert "  drafts 2\n" in second.pages[0].body
    assert second.happenings == first.happenings
    reply(table, second.code, "approve")
    assert position(table).gnome("Ann").minutes == 60
    assert "RN1 has begun already" in told(table, first.code)


def test_an_opening_that_cannot_be_any_more_is_not_drafted_again(tmp_path: Path) -> None:
    table = a_table(tmp_path, contestants=("Ann", "Bob", "Cat", "Dan"))
    first = start(table)
    reply(table, first.code, "reject")
    say(table, "Cat", "I leave Red November.")
    news = reply(table, first.code, "again")
    assert kinds(news) == ["desk"]
    assert "Cat: no contestant (§3)" in " ".join(text_of(news[0]).split())


def test_a_turn_that_waits_for_a_gnome_is_not_drafted_again(table: Table) -> None:
    """The new draft meets a choice, so its gnome is asked."""
    arrange(table, gnomes={"Ann": {"at": 1, "minutes": 40}})
    code = code_in(say(table, "Ann", "I fix the engine for 10 minutes."))
    reply(table, code, "reject")
    arrange(table, deck=["blocked_hatch"])
    news = reply(table, code, "again")
    assert "question" in kinds(news)
    assert open_codes(table) == []
    assert "turn 1 waits for a choice of Ann's" in told(table, code)
