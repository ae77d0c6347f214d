"""Drafts that still await the contestmaster's word when their game is over (§21-§24)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from rednov_bot.core.workflow.scheduler import leftovers
from tests.workflow.play import (
    MASTER,
    Table,
    begun,
    code_in,
    everything_public,
    flat,
    only,
    subject_of,
    text_of,
)

OVER = "RN1 is over; it changes nothing and may still be posted"


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """Only Cat has a minute left."""
    table = begun(tmp_path)
    table.arrange(gnomes={"Ann": {"minutes": 0}, "Bob": {"minutes": 0}, "Cat": {"minutes": 1}})
    return table


def last(table: Table) -> str:
    """The draft of the resolution that ends the game."""
    return code_in(table.say("Cat"))


def remark(table: Table, code: str) -> str:
    found = table.draft(code)
    with table.desk.db.transaction() as records:
        return leftovers.remark(records, found)


def stray(table: Table, code: str) -> None:
    """A copy of a draft, which nobody needs."""
    copy = replace(table.draft(code), code="STRAY22")
    with table.desk.db.transaction() as records:
        records.add_draft(copy)


def named_by(table: Table) -> str:
    """The drafts that await a word, as the help lists them."""
    return flat(*table.write(MASTER, "help"))


def test_a_line_of_a_finished_game_is_named_as_one_and_can_still_be_posted(table: Table) -> None:
    assert "is over." not in text_of(only(table.say("Cat"), "draft"))
    (resolution,) = table.open_codes()
    table.reply(resolution, "reject")
    joined = code_in(table.say("Dan", "I join Red November."))
    line = code_in(table.say("Ann"))
    assert remark(table, line) == ""
    named = f"[rednov {line}] Without effect: turn of Ann"
    assert f"{named} (" not in named_by(table)
    shown = only(table.reply(resolution, "again"), "draft")
    told = flat(shown)
    assert "With this resolution RN1 is over." in told
    assert named in told
    assert "change nothing in the game and may be posted or rejected afterwards too" in told
    assert max(map(len, text_of(shown).split("\n"))) <= 72
    assert line not in everything_public(table.reply(code_in((shown,)), "approve"))
    assert (remark(table, line), remark(table, joined)) == (OVER, "")
    assert f"turn of Ann ({OVER})" in named_by(table)
    table.news()
    table.begin()
    assert remark(table, line) == OVER
    before = table.numbered()
    (posted,) = table.reply(line, "approve")
    assert "Ann's turn has no effect" in subject_of(posted)
    assert table.numbered() == before


def test_what_can_never_be_approved_any_more_is_closed(table: Table) -> None:
    code = last(table)
    stray(table, code)
    table.reply(code, "approve")
    assert [table.draft(one).kind for one in table.open_codes()] == ["award", "report", "secret"]
    assert table.verdict("STRAY22") == "superseded"
    before = table.numbered()
    (told,) = table.reply("STRAY22", "approve")
    assert "already closed, for RN1 is over" in subject_of(told)
    assert table.numbered() == before
