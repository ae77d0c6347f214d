"""The contestmaster words a draft otherwise, and approves what e then sees."""

from __future__ import annotations

from pathlib import Path

import pytest

from rednov_bot.desk import amending
from rednov_bot.desk.amending import Add, Amendment, Anew, Replace
from rednov_bot.errors import CannotAmend, DraftClosed, NoSuchDraft
from rednov_bot.papers import Draft
from tests.builders import Table
from tests.desk.play import (
    begun,
    code_in,
    draft,
    everything_public,
    only,
    position,
    reply,
    say,
    text_of,
    verdict,
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
    assert f"in place of draft {code}" in " ".join(shown.split())
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
    assert made.pages[0].body.startswith("Ann went to the stores.\n\nThat was all.\n\n-- \n")


def test_several_amendments_are_made_one_after_the_other(table: Table) -> None:
    code = code_in(say(table, "Ann", TURN))
    made = amend(table, code, Add("One two."), Replace("One two.", "Three."))
    assert "Three.\n\nTHE POSITION" in made.pages[0].body


@pytest.mark.parametrize(
    ("amendment", "why"),
    [
        (Replace("nowhere to be found", "x"), '"nowhere to be found" does not stand in its'),
        (Replace("Ann", "Bob"), "or more than once"),
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


def test_a_decided_or_unknown_draft_is_not_amended(table: Table) -> None:
    code = code_in(say(table, "Ann", TURN))
    reply(table, code, "approve")
    with pytest.raises(DraftClosed):
        amend(table, code, Add("Too late."))
    with pytest.raises(NoSuchDraft):
        amend(table, "ZZZZZZZ", Add("Nowhere."))
