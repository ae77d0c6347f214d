"""After a rejection the contestmaster has the draft made again by mail, on the same luck (A95)."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from rednov_bot.core.contest import Hold
from rednov_bot.core.errors import CannotAmend
from rednov_bot.core.models import Draft
from rednov_bot.core.workflow.drafts import amending, open_drafts
from rednov_bot.core.workflow.drafts.amending import Add, Amendment, Anew, Replace
from rednov_bot.games.red_november.render.luck_pages import parted
from tests.builders import Table, a_table
from tests.workflow.play import (
    MASTER,
    Postings,
    arrange,
    code_in,
    draft,
    everything_public,
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


def rejected(table: Table, code: str) -> str:
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
    first = draft(table, code_in(say(table, "Ann", REPAIR)))
    answered = only(reply(table, first.code, "reject because"), "desk")
    assert 'Reply "again"' in " ".join(text_of(answered).split())
    assert "draft" not in kinds(reply(table, first.code, "again", who="Ann"))
    news = write(table, MASTER, "again", subject=f"Re: {subject_of(answered)}")
    assert kinds(news) == ["draft"]
    second = draft(table, code_in(news))
    assert second.code != first.code
    assert words_of(second) == words_of(first)
    assert "  drafts 2\n" in second.pages[0].body
    assert second.events == first.events
    assert (second.turn, second.attempt) == (first.turn, 2)
    assert f"draft {second.code} about it is open" in told(table, first.code)
    assert kinds(reply(table, second.code, "approve"))[-1] == "public"
    assert "turn 1 is resolved already" in told(table, first.code)
    assert "it was approved" in told(table, second.code)
    say(table, "Bob", "I take no action.")
    assert "turn 1 is resolved already" in told(table, first.code)


def test_a_rejected_line_is_drafted_again_in_the_same_words_and_posted_once(table: Table) -> None:
    first = draft(table, code_in(say(table, "Cat", "I fix the engine for 3 minutes.")))
    assert first.kind == "line"
    shown = only(reply(table, first.code, "again"), "draft")  # once more, as it stands
    assert subject_of(shown).startswith(f"[rednov {first.code}] ")
    assert open_codes(table) == [first.code]
    rejected(table, first.code)
    other = code_in(say(table, "Cat", "I fix the engine for 3 minutes."))
    reply(table, other, "approve")  # the line about another mail
    news = reply(table, first.code, "again")
    assert f"draft {first.code}, which you rejected" in " ".join(text_of(news[0]).split())
    second = draft(table, code_in(news))
    assert second.pages == first.pages
    rejected(table, second.code)
    third = code_in(reply(table, first.code, "again"))
    assert f"draft {third} about it is open" in told(table, second.code)
    assert kinds(reply(table, third, "approve")) == ["public"]
    for one in (first, second):
        assert f"its words were posted already, by draft {third}" in told(table, one.code)


def test_a_rejected_opening_is_drafted_again_until_its_game_has_begun(tmp_path: Path) -> None:
    """Not after its end either: it would be the opening of another game."""
    table = a_table(tmp_path)
    first = start(table, auto_verdicts="on")
    table.news()
    assert kinds(reply(table, first.code, "reject because it is late")) == ["desk"]
    second = draft(table, code_in(reply(table, first.code, "again")))
    assert (second.game, words_of(second)) == (first.game, words_of(first))
    assert "  drafts 2\n" in second.pages[0].body
    assert second.events == first.events
    reply(table, second.code, "approve")
    assert position(table).gnome("Ann").minutes == 60
    assert "RN1 has begun already" in told(table, first.code)
    arrange(table, gnomes={name: {"minutes": 0} for name in ("Ann", "Bob")})
    arrange(table, gnomes={"Cat": {"at": 5, "minutes": 1}}, rooms={5: "dry"})
    reply(table, code_in(say(table, "Cat")), "approve")
    assert position(table).ending is not None
    assert "RN1 has begun already" in told(table, first.code)


def test_a_turn_that_waits_for_a_gnome_is_not_drafted_again(table: Table) -> None:
    """The new draft meets a choice, so its gnome is asked."""
    arrange(table, gnomes={"Ann": {"at": 1, "minutes": 40}})
    first = code_in(say(table, "Ann", "I fix the engine for 10 minutes."))
    code = code_in(reply(table, first, "again"))  # an open draft gives way
    assert (verdict(table, first), open_codes(table)) == ("superseded", [code])
    reply(table, code, "reject")
    arrange(table, deck=["blocked_hatch"])
    assert "question" in kinds(reply(table, code, "again"))
    assert open_codes(table) == []
    assert "turn 1 waits for a choice of Ann's" in told(table, code)


TURN = "I open 5-8, go in and draw 2 items."


def amend(table: Table, code: str, *amendments: Amendment) -> Draft:
    with table.desk.db.transaction() as records:
        return amending.amend(table.desk, records, code, amendments, "Pewterby")


def test_the_amended_draft_shows_what_changed_and_is_posted_when_approved(table: Table) -> None:
    code = code_in(say(table, "Ann", TURN))
    made = amend(table, code, Replace("Ann draws 2 items", "Ann rummages for 2 items"), Add("Ho."))
    assert verdict(table, code) == "superseded"
    news = table.news()
    shown = text_of(only(news, "draft"))
    assert f"and replaces draft {code}" in " ".join(shown.split())
    assert "words -" in shown
    assert "Ann rummages for 2 items" in shown.partition("WHAT YOU CHANGED")[2]
    before = draft(table, code)
    assert (made.for_state, made.events) == (before.for_state, before.events)
    assert made.pages[1:] == before.pages[1:]  # the private notices
    assert made.pages[0].subject == before.pages[0].subject
    assert everything_public(news) == ""
    assert "Ho.\n\nTHE POSITION" in everything_public(reply(table, made.code, "approve"))
    assert position(table).pending is None


def test_what_cannot_be_amended_is_said_in_a_sentence_and_changes_nothing(table: Table) -> None:
    code = code_in(say(table, "Ann", TURN))
    table.news()
    for amendment, why in (
        (Replace("nowhere to be found", "x"), '"nowhere to be found" does not stand in its'),
        (Replace("Ann", "Bob"), r'"Ann" stands in its public text [0-9]+ times; quote more'),
        (Add("  "), "nothing is added"),
        (Anew(" \n"), "no text stands below"),
        (Replace("39 minutes before it", "39 minutes before it"), "the same as before"),
    ):
        with pytest.raises(CannotAmend, match=why):
            amend(table, code, amendment)
        assert verdict(table, code) is None
        assert table.news() == ()


def test_words_of_a_ruling_are_told_as_they_go_on_file(table: Table) -> None:
    told = code_in(write(table, MASTER, "ruling: a hatch may be opened twice (§10c)"))
    with pytest.raises(CannotAmend, match="in the words that go on file; reject it, and rule"):
        amend(table, told, Replace("twice", "thrice"))
    reply(table, code_in(say(table, "Ann", TURN)), "overrule: heat 3 because the oven was on")
    with pytest.raises(CannotAmend, match="the words of ruling 2 are on file"):
        amend(table, open_codes(table)[-1], Replace("the oven was on", "somebody cooked"))
    reply(table, open_codes(table)[-1], 'amend: add "Well done!"')
    reply(table, open_codes(table)[-1], "approve")
    write(table, MASTER, "rewind turn 1: void because Ann was asleep")
    with pytest.raises(CannotAmend, match="the words of ruling 3 are on file"):
        amend(table, open_codes(table)[-1], Replace("Ann was asleep", "Ann was away"))


def replaced_by(news: Postings) -> str:
    """What the mail of a draft that was made anew says on top, in one line."""
    return " ".join(text_of(only(news, "draft")).partition("\nWHY\n")[0].split())


def test_amended_words_that_a_new_draft_does_not_have_are_named_on_top_of_it(
    table: Table,
) -> None:
    code = code_in(say(table, "Ann", TURN))
    reply(table, code, 'amend "Ann draws 2 items" to "Ann rummages for 2 items", add "Well done!"')
    (amended,) = open_codes(table)
    news = reply(table, amended, "overrule because two items are drawn at once (§11i)")
    said = replaced_by(news)
    assert f"You had amended draft {amended}, and this one does not have your words." in said
    (newest,) = open_codes(table)
    said = said.partition("You had amended")[2]
    line = 'amend "' + said.partition('amend "')[2].partition(' add "Well done!"')[0]
    again = reply(table, newest, line + ' add "Well done!"')
    shown = text_of(only(again, "draft")).partition("WHAT YOU CHANGED")[2]
    assert "Ann rummages for 2 items" in shown
    assert "Well done!\n\nTHE POSITION" in shown


def test_a_text_written_anew_is_named_without_being_repeated(table: Table) -> None:
    code = code_in(say(table, "Ann", TURN))
    made = amend(table, code, Anew("Ann went to the stores, and stayed.\n\n" * 100))
    anew, section = parted(made.pages[0].body)
    assert anew.startswith("Ann went to the stores, and stayed.\n\nAnn went")
    assert "\n  drafts 2\n" in section
    table.news()
    said = replaced_by(reply(table, made.code, "again"))
    assert f"You had amended draft {made.code}, and this one does not have your words." in said
    assert "They stand in the mail that showed you" in said
    assert "and stayed" not in said


def hold(table: Table, code: str, hours: float | None = None) -> None:
    until = None if hours is None else table.clock.at + timedelta(hours=hours)
    with table.desk.db.transaction() as records:
        open_drafts.hold(table.desk, records, code, until, "I ask Bob first")


def held(table: Table, code: str) -> Hold | None:
    with table.desk.db.transaction() as records:
        return open_drafts.held(table.desk, records, code)


def test_a_draft_is_held_until_its_moment_or_until_it_is_released(table: Table) -> None:
    code = code_in(say(table, "Ann"))
    assert held(table, code) is None
    hold(table, code, hours=5)
    assert held(table, code) is not None
    table.clock.forward(hours=5)
    assert held(table, code) is None
    hold(table, code)
    table.clock.forward(days=9)
    assert held(table, code) is not None
    with table.desk.db.transaction() as records:
        assert open_drafts.release(table.desk, records, code)
        assert not open_drafts.release(table.desk, records, code)
    assert held(table, code) is None


def test_an_opening_that_cannot_be_any_more_is_not_drafted_again(tmp_path: Path) -> None:
    table = a_table(tmp_path, contestants=("Ann", "Bob", "Cat", "Dan"))
    first = start(table)
    reply(table, first.code, "reject")
    say(table, "Cat", "I leave Red November.")
    news = reply(table, first.code, "again")
    assert kinds(news) == ["desk"]
    assert "Cat: no contestant (§3)" in " ".join(text_of(news[0]).split())
