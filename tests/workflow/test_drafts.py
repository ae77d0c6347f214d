"""Drafts are made again on the same luck, amended, held, and decided by commands (A95)."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from rednov_bot.core.errors import CannotAmend
from rednov_bot.core.models import Draft
from rednov_bot.core.render.luck_pages import parted
from rednov_bot.core.workflow.commands import Added, Amendment, Anew, Replaced
from rednov_bot.core.workflow.drafts import amending, leftovers, open_drafts
from tests.workflow.play import (
    MASTER,
    Postings,
    Table,
    a_table,
    code_in,
    everything_public,
    flat,
    kinds,
    only,
    subject_of,
    text_of,
    words_of,
)

REPAIR = "I open 5-2, go in and fix the oxygen pumps for 4 minutes."
TURN = "I open 5-8, go in and draw 2 items."


def told(table: Table, code: str) -> str:
    """What the contestmaster is told who asks for this draft again, and gets none."""
    (news,) = table.reply(code, "again")
    assert "was not made again" in flat(news)
    return flat(news)


def test_a_rejected_turn_is_drafted_again_with_the_same_luck(table: Table) -> None:
    first = table.draft(code_in(table.say("Ann", REPAIR)))
    answered = only(table.reply(first.code, "reject because"), "desk")
    assert f'"again {first.code}" gets you a new draft' in flat(answered)
    assert "draft" not in kinds(table.reply(first.code, "again", who="Ann"))
    second = table.draft(code_in(table.reply(first.code, "again")))
    assert second.code != first.code
    assert words_of(second) == words_of(first)
    assert "  drafts 2\n" in second.pages[0].body
    assert second.events == first.events
    assert (second.turn, second.attempt) == (first.turn, 2)
    assert f"draft {second.code} about it is open" in told(table, first.code)
    assert kinds(table.reply(second.code, "approve"))[-1] == "public"
    assert "it was approved" in told(table, second.code)
    table.say("Bob", "I take no action.")
    assert "turn 1 is resolved already" in told(table, first.code)


def test_a_rejected_line_is_drafted_again_in_the_same_words_and_posted_once(table: Table) -> None:
    first = table.draft(code_in(table.say("Cat", "I fix the engine for 3 minutes.")))
    shown = only(table.reply(first.code, "again"), "draft")  # once more, as it stands
    assert subject_of(shown).startswith(f"[rednov {first.code}] ")
    assert table.open_codes() == [first.code]
    table.reply(first.code, "reject because a bonus was missed")
    table.resolve("Cat", "I fix the engine for 3 minutes.")  # the line about another mail
    news = table.reply(first.code, "again")
    assert f"draft {first.code}, which you rejected" in flat(*news)
    second = table.draft(code_in(news))
    assert second.pages == first.pages
    table.reply(second.code, "reject")
    third = code_in(table.reply(first.code, "again"))
    assert f"draft {third} about it is open" in told(table, second.code)
    assert kinds(table.reply(third, "approve")) == ["public"]
    for one in (first, second):
        assert f"its words were posted already, by draft {third}" in told(table, one.code)


def test_a_rejected_opening_is_drafted_again_while_it_can_be_and_its_game_has_not_begun(
    tmp_path: Path,
) -> None:
    """Not after its end either: it would be the opening of another game."""
    table = a_table(tmp_path, contestants=("Ann", "Bob", "Cat", "Dan"))
    first = table.start("Ann", "Bob", "Dan")
    table.reply(first.code, "reject because it is late")
    table.say("Dan", "I leave Red November.")
    assert "Dan: no contestant (§3)" in told(table, first.code)
    first = table.start(auto_verdicts="on")
    table.reply(first.code, "reject because it is late")
    second = table.draft(code_in(table.reply(first.code, "again")))
    assert (second.game, words_of(second)) == (first.game, words_of(first))
    assert second.events == first.events
    table.reply(second.code, "approve")
    assert "RN1 has begun already" in told(table, first.code)
    table.ended()
    assert table.position().ending is not None
    assert "RN1 has begun already" in told(table, first.code)


def test_a_turn_that_waits_for_a_gnome_is_not_drafted_again(table: Table) -> None:
    """The new draft meets a choice, so its gnome is asked."""
    table.arrange(gnomes={"Ann": {"at": 1, "minutes": 40}})
    first = code_in(table.say("Ann", "I fix the engine for 10 minutes."))
    code = code_in(table.reply(first, "again"))  # an open draft gives way
    assert (table.verdict(first), table.open_codes()) == ("superseded", [code])
    table.reply(code, "reject")
    table.arrange(deck=["blocked_hatch"])
    assert "question" in kinds(table.reply(code, "again"))
    assert table.open_codes() == []
    assert "turn 1 waits for a choice of Ann's" in told(table, code)


# -- amended --------------------------------------------------------------------------------------


def amend(table: Table, code: str, *amendments: Amendment) -> Draft:
    return table.do(amending.amend, code, amendments, MASTER)


def test_what_cannot_be_amended_is_said_in_a_sentence_and_changes_nothing(table: Table) -> None:
    code = code_in(table.say("Ann", TURN))
    table.news()
    for amendment, why in (
        (Replaced("nowhere to be found", "x"), '"nowhere to be found" does not stand in its'),
        (Replaced("Ann", "Bob"), r'"Ann" stands in its public text [0-9]+ times; quote more'),
        (Added("  "), "nothing is added"),
        (Anew(" \n"), "no text stands below"),
        (Replaced("39 minutes before it", "39 minutes before it"), "the same as before"),
    ):
        with pytest.raises(CannotAmend, match=why):
            amend(table, code, amendment)
    assert table.verdict(code) is None
    assert table.news() == ()


def test_words_of_a_ruling_are_told_as_they_go_on_file(table: Table) -> None:
    def refused(ruling: Postings, old: str, why: str) -> None:
        with pytest.raises(CannotAmend, match=why):
            amend(table, code_in(ruling), Replaced(old, "something else"))

    news = table.write(MASTER, "ruling: a hatch may be opened twice (§10c)")
    refused(news, "twice", "in the words that go on file; reject it, and rule")
    code = code_in(table.say("Ann", TURN))
    news = table.reply(code, "overrule: heat 3 because the oven was on")
    refused(news, "the oven was on", "the words of ruling 2 are on file")
    table.reply(code_in(table.reply(code_in(news), 'amend: add "Well done!"')), "approve")
    news = table.write(MASTER, "rewind turn 1: void because Ann was asleep")
    refused(news, "Ann was asleep", "the words of ruling 3 are on file")


def test_amended_words_that_a_new_draft_does_not_have_are_named_on_top_of_it(table: Table) -> None:
    code = code_in(table.say("Ann", TURN))
    words = 'amend "Ann draws 2 items" to "Ann rummages for 2 items", add "Well done!"'
    amended = code_in(table.reply(code, words))
    news = table.reply(amended, "overrule: heat 3 because the oven was on")
    said = text_of(only(news, "draft")).partition("\nWHY\n")[0]
    assert f"You had amended draft {amended}, and this one does not have your words." in flat(said)
    assert "They stand in the mail that showed you" in flat(said)


def test_a_text_written_anew_is_named_without_being_repeated(table: Table) -> None:
    code = code_in(table.say("Ann", TURN))
    made = amend(table, code, Anew("Ann went to the stores, and stayed.\n\n" * 100))
    anew, section = parted(made.pages[0].body)
    assert anew.startswith("Ann went to the stores, and stayed.\n\nAnn went")
    assert "\n  drafts 2\n" in section
    assert f"and replaces draft {code}" in flat(only(table.news(), "draft"))
    said = text_of(only(table.reply(made.code, "again"), "draft")).partition("\nWHY\n")[0]
    assert "They stand in the mail that showed you" in flat(said)
    assert "and stayed" not in said


def test_a_draft_is_held_until_its_moment_or_until_it_is_released(table: Table) -> None:
    code = code_in(table.say("Ann"))
    until = table.clock.at + timedelta(hours=5)
    for moment in (until, None):
        assert table.do(open_drafts.held, code) is None
        table.do(open_drafts.hold, code, moment, "I ask Bob first")
        assert table.do(open_drafts.held, code) is not None
        table.clock.forward(hours=5)
        assert (table.do(open_drafts.held, code) is None) == (moment is until)
    assert table.do(open_drafts.release, code)
    assert not table.do(open_drafts.release, code)
    assert table.do(open_drafts.held, code) is None


# -- by commands ----------------------------------------------------------------------------------


def transcript(news: Postings) -> str:
    """What the transcript among these mails says, in one line."""
    text = text_of(only(news, "desk"))
    assert max(map(len, text.splitlines())) <= 72
    return flat(text)


def test_a_command_that_cannot_be_carried_out_changes_nothing_and_the_next_one_is(
    table: Table,
) -> None:
    code = code_in(table.say("Ann", TURN))
    for text, *wanted in (
        (
            'amend "nowhere" to "x"\npause reminders for 2 days',
            f"NOT DONE. Draft {code} is not amended",
            "No reminders until Wed 25 Nov 2026, 10:00 UTC",
        ),
        ('amend: add "Hear!"\nhold for 2 days', 'says both "amend" and "hold" of the same draft'),
        ("hold for 2 days because I ask Bob", f"Draft {code} is held until Wed 25 Nov 2026"),
        ("release", f"Draft {code} is no longer held."),
    ):
        said = transcript(table.reply(code, text))
        assert [one for one in wanted if one not in said] == []
        assert table.verdict(code) is None
    said = transcript(table.write(MASTER, "hold until 3 December"))
    assert f'write the code behind the word: "hold {code} until 3 December" (Turn 1: Ann)' in said
    assert f'"approve {code}" (Turn 1: Ann)' in (which := flat(*table.write(MASTER, "approve")))
    assert "NOT DONE. Which draft do you mean?" in which
    table.arrange(gnomes={"Bob": {"minutes": 12}})
    news = table.reply(code, "approve\nmembers")  # stale, and told with what takes its place
    assert f"Draft {code} is not posted: the position has" in transcript(news)
    assert everything_public(news) == ""


# -- left over when their game is over (§21-§24) --------------------------------------------------

OVER = "RN1 is over; it changes nothing and may still be posted"


def last(table: Table) -> str:
    """The draft of the resolution that ends the game."""
    table.arrange(gnomes={"Ann": {"minutes": 0}, "Bob": {"minutes": 0}, "Cat": {"minutes": 1}})
    return code_in(table.say("Cat"))


def test_a_line_of_a_finished_game_is_named_as_one_and_can_still_be_posted(table: Table) -> None:
    resolution = last(table)
    table.reply(resolution, "reject")
    joined = code_in(table.say("Dan", "I join Red November."))
    line = code_in(table.say("Ann"))
    named = f"[rednov {line}] Without effect: turn of Ann"

    def remarks() -> list[str]:
        drafts = [table.draft(line), table.draft(joined)]
        return table.read(lambda it: [leftovers.remark(it, one) for one in drafts])

    assert remarks() == ["", ""]
    assert f"{named} (" not in flat(*table.write(MASTER, "help"))
    shown = only(table.reply(resolution, "again"), "draft")
    assert "With this resolution RN1 is over." in flat(shown)
    assert named in flat(shown)
    assert "nothing in the game and may be posted or rejected afterwards too" in flat(shown)
    assert line not in everything_public(table.reply(code_in((shown,)), "approve"))
    assert remarks() == [OVER, ""]
    assert f"turn of Ann ({OVER})" in flat(*table.write(MASTER, "help"))
    table.news()
    opening = table.start().code
    assert f"Still open of RN1, which is over: {named}. Lines" in flat(*table.news())
    table.reply(opening, "approve")
    before = table.numbered()
    (posted,) = table.reply(line, "approve")
    assert "Ann's turn has no effect" in subject_of(posted)
    assert table.numbered() == before
    said = transcript(table.write(MASTER, f"approve {line}\nmembers"))
    assert f"NOT DONE. Draft {line} was already approved, so this changed nothing." in said


def test_what_can_never_be_approved_any_more_is_closed(table: Table) -> None:
    code = last(table)
    stray = replace(table.draft(code), code="STRAY22")  # which nobody needs
    table.read(lambda it: it.add_draft(stray))
    table.reply(code, "approve")
    assert [table.draft(one).kind for one in table.open_codes()] == ["award", "report", "secret"]
    assert table.verdict("STRAY22") == "superseded"
    (told,) = table.reply("STRAY22", "approve")
    assert "already closed, for RN1 is over" in flat(told)
