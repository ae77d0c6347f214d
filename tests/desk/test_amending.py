"""The contestmaster words a draft otherwise, and approves what e then sees."""

from __future__ import annotations

from pathlib import Path

import pytest

from rednov_bot.desk.drafts import amending
from rednov_bot.desk.drafts.amending import Add, Amendment, Anew, Replace
from rednov_bot.errors import CannotAmend, DraftClosed, NoSuchDraft
from rednov_bot.papers import Draft
from rednov_bot.prose.luck_text import parted
from tests.builders import Table
from tests.desk.play import (
    MASTER,
    Postings,
    arrange,
    begun,
    code_in,
    draft,
    everything_public,
    only,
    open_codes,
    position,
    reply,
    say,
    text_of,
    verdict,
    write,
)

TURN = "I open 5-8, go in and draw 2 items."


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return begun(tmp_path)


def amend(table: Table, code: str, *amendments: Amendment) -> Draft:
    with table.desk.ledger.transaction() as records:
        return amending.amend(table.desk, records, code, amendments, "Pewterby")


def test_the_amended_draft_takes_the_place_of_the_first_and_shows_what_changed(
    table: Table,
) -> None:
    code = code_in(say(table, "Ann", TURN))
    made = amend(table, code, Replace("Ann draws 2 items", "Ann rummages for 2 items"))
    assert verdict(table, code) == "superseded"
    shown = text_of(only(table.news(), "draft"))
    assert f"and replaces draft {code}" in " ".join(shown.split())
    assert "words -" in shown
    assert "Ann rummages for 2 items" in shown.partition("WHAT YOU CHANGED")[2]
    assert made.for_state == draft(table, code).for_state
    assert made.happenings == draft(table, code).happenings


def test_nothing_is_posted_before_the_amended_draft_is_approved(table: Table) -> None:
    code = code_in(say(table, "Ann", TURN))
    made = amend(table, code, Add("The cook sends his regards."))
    assert everything_public(table.news()) == ""
    posted = reply(table, made.code, "approve")
    assert "The cook sends his regards.\n\nTHE POSITION" in everything_public(posted)
    assert position(table).pending is None


def test_the_private_notices_stay_as_they_were(table: Table) -> None:
    code = code_in(say(table, "Ann", TURN))
    made = amend(table, code, Add("Hear, hear."))
    before, after = draft(table, code).pages, made.pages
    assert before[1:] == after[1:]
    assert before[0].subject == after[0].subject


def test_a_changed_fact_is_marked_and_explained(table: Table) -> None:
    code = code_in(say(table, "Ann", TURN))
    amend(table, code, Replace("39 minutes before it", "38 minutes before it"))
    shown = text_of(only(table.news(), "draft"))
    assert "FACT  -" in shown
    assert 'To decide otherwise, reply "overrule"' in " ".join(shown.split())


def test_the_whole_text_may_be_written_anew(table: Table) -> None:
    code = code_in(say(table, "Ann", TURN))
    made = amend(table, code, Anew("Ann went to the stores.\n\nThat was all.\n"))
    anew, section = parted(made.pages[0].body)
    assert anew.startswith("Ann went to the stores.\n\nThat was all.\n\n-- \n")
    assert "\n  drafts 2\n" in section


def test_several_amendments_are_made_one_after_the_other(table: Table) -> None:
    code = code_in(say(table, "Ann", TURN))
    made = amend(table, code, Add("One two."), Replace("One two.", "Three."))
    assert "Three.\n\nTHE POSITION" in made.pages[0].body


@pytest.mark.parametrize(
    ("amendment", "why"),
    [
        (Replace("nowhere to be found", "x"), '"nowhere to be found" does not stand in its'),
        (Replace("Ann", "Bob"), r'"Ann" stands in its public text [0-9]+ times; quote more'),
        (Add("  "), "nothing is added"),
        (Anew(" \n"), "no text stands below"),
        (Replace("39 minutes before it", "39 minutes before it"), "the same as before"),
    ],
)
def test_what_cannot_be_amended_is_said_in_a_sentence_and_changes_nothing(
    table: Table, amendment: Amendment, why: str
) -> None:
    code = code_in(say(table, "Ann", TURN))
    with pytest.raises(CannotAmend, match=why):
        amend(table, code, amendment)
    assert verdict(table, code) is None
    assert table.news() == ()


def test_every_fact_that_was_ever_changed_is_marked_again(table: Table) -> None:
    first = code_in(say(table, "Ann", TURN))
    news = reply(table, first, 'amend "39 minutes before it" to "38 minutes before it"')
    news = reply(table, code_in(news), 'amend: add "Well done!"')
    shown = " ".join(text_of(only(news, "draft")).split())
    assert "FACT -" in shown
    assert "is resolved: 38" in shown.partition("WHAT YOU CHANGED")[2].partition("----")[0]
    assert f"draft {first} says why it was drafted" in shown


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


def test_a_decided_or_unknown_draft_is_not_amended(table: Table) -> None:
    code = code_in(say(table, "Ann", TURN))
    reply(table, code, "approve")
    with pytest.raises(DraftClosed):
        amend(table, code, Add("Too late."))
    with pytest.raises(NoSuchDraft):
        amend(table, "ZZZZZZZ", Add("Nowhere."))


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


def test_amended_words_are_named_when_the_draft_has_become_stale(table: Table) -> None:
    code = code_in(say(table, "Ann", TURN))
    made = amend(table, code, Add("The cook sends his regards."))
    table.news()
    arrange(table, gnomes={"Bob": {"minutes": 12}})
    news = reply(table, made.code, "approve")
    assert everything_public(news) == ""
    assert 'amend add "The cook sends his regards."' in replaced_by(news)


def test_words_amended_one_after_the_other_are_all_named(table: Table) -> None:
    code = code_in(say(table, "Ann", TURN))
    first = amend(table, code, Add("The cook sends his regards."))
    second = amend(table, first.code, Add("So does the stoker."))
    table.news()
    said = replaced_by(reply(table, second.code, "again"))
    assert 'add "The cook sends his regards."' in said
    assert 'add "So does the stoker."' in said


def test_a_text_written_anew_is_named_without_being_repeated(table: Table) -> None:
    code = code_in(say(table, "Ann", TURN))
    made = amend(table, code, Anew("Ann went to the stores, and stayed. " * 100))
    table.news()
    said = replaced_by(reply(table, made.code, "again"))
    assert f"You had amended draft {made.code}, and this one does not have your words." in said
    assert "They stand in the mail that showed you" in said
    assert "and stayed" not in said


def test_amended_words_are_named_when_a_rejected_draft_is_made_again(table: Table) -> None:
    code = code_in(say(table, "Ann", TURN))
    made = amend(table, code, Add("The cook sends his regards."))
    reply(table, made.code, "reject because of the cook")
    assert "The cook sends his regards." in replaced_by(reply(table, made.code, "again"))


def test_a_draft_nobody_amended_names_no_words(table: Table) -> None:
    code = code_in(say(table, "Ann", TURN))
    assert "amended" not in replaced_by(reply(table, code, "again"))


def test_the_amended_words_of_a_correction_are_named_when_another_way_is_chosen(
    table: Table,
) -> None:
    reply(table, code_in(say(table, "Ann", TURN)), "approve")
    news = write(table, "Pewterby", "rewind turn 1: it is void because Ann was not in the sub")
    made = amend(table, code_in(news), Add("The cook sends his regards."))
    table.news()
    said = " ".join(text_of(only(reply(table, made.code, "choose stand"), "draft")).split())
    assert f"You had amended draft {made.code}" in said
    assert 'add "The cook sends his regards."' in said


def test_the_amended_words_of_an_idle_kill_and_of_a_report_are_named(table: Table) -> None:
    table.clock.forward(days=4, hours=1)
    write(table, "Pewterby", "kill Bob")
    write(table, "Pewterby", "post the report position")
    table.news()
    for code in open_codes(table):
        amend(table, code, Add("The cook sends his regards."))
    table.news()
    news = write(table, "Pewterby", "kill Bob\npost the report position")
    shown = [" ".join(text_of(one).split()) for one in news if one.posting.kind == "draft"]
    assert len(shown) == 2
    assert all('add "The cook sends his regards."' in one for one in shown)
