"""Drafts that still await the contestmaster's word when their game is over (§21-§24)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from rednov_bot.desk.due import leftovers
from rednov_bot.engine.gamestate import Limit
from rednov_bot.engine.position import Gift
from rednov_bot.papers import Draft
from tests.builders import Table
from tests.desk.play import (
    MASTER,
    arrange,
    begin,
    begun,
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
    write,
)


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """Only Cat has a minute left."""
    table = begun(tmp_path)
    arrange(table, gnomes={"Ann": {"minutes": 0}, "Bob": {"minutes": 0}, "Cat": {"minutes": 1}})
    return table


def void(table: Table) -> Draft:
    """The line that a turn of Ann's has no effect, which nobody has looked at yet."""
    return draft(table, code_in(say(table, "Ann")))


def last(table: Table) -> str:
    """The draft of the resolution that ends the game."""
    return code_in(say(table, "Cat"))


def remark(table: Table, code: str) -> str:
    with table.desk.ledger.transaction() as records:
        found = records.draft(code)
        assert found is not None
        return leftovers.remark(records, found[0])


def test_a_line_of_a_finished_game_can_still_be_posted(table: Table) -> None:
    line = void(table)
    reply(table, last(table), "approve")
    assert open_codes(table)[0] == line.code
    before = numbered(table)
    sent = reply(table, line.code, "approve")
    assert kinds(sent) == ["public"]
    assert "Ann's turn has no effect" in subject_of(sent[0])
    assert numbered(table) == before


def posted_after_the_end(table: Table, code: str) -> str:
    """A line as it reads when it is approved after the end of its game."""
    reply(table, last(table), "approve")
    assert position(table).ending is not None
    return " ".join(text_of(only(reply(table, code, "approve"), "public")).split())


def test_a_discard_that_is_posted_after_the_end_speaks_of_no_turn_to_come(table: Table) -> None:
    arrange(table, gnomes={"Ann": {"minutes": 5}}, hands={"Ann": ("grog",) * 5})
    arrange(table, limits={"Ann": Limit(4)})
    line = code_in(say(table, "Ann", "I discard the grog."))
    arrange(table, gnomes={"Ann": {"minutes": 0}})
    told = posted_after_the_end(table, line)
    assert "Ann discards 1 item" in told
    assert "turn" not in told


def test_a_gift_in_return_that_is_posted_after_the_end_opens_nothing(table: Table) -> None:
    arrange(table, hands={"Bob": ("grog",)}, gifts=(Gift("Cat", "Bob"),))
    line = code_in(say(table, "Bob", "In return I give Cat the grog."))
    told = posted_after_the_end(table, line)
    assert "Bob gives Cat 1 item in return" in told
    assert "More may be given in return" in told


def test_the_last_draft_of_a_game_names_the_lines_that_are_still_open(table: Table) -> None:
    line = void(table)
    shown = text_of(only(say(table, "Cat"), "draft"))
    told = " ".join(shown.split())
    assert "With this resolution RN1 is over." in told
    assert f"[rednov {line.code}] Without effect: turn of Ann" in told
    assert "change nothing in the game and may be posted or rejected afterwards too" in told
    assert max(len(row) for row in shown.split("\n")) <= 72


def test_a_last_draft_without_open_lines_and_an_earlier_one_say_nothing_of_it(table: Table) -> None:
    assert "is over." not in text_of(only(say(table, "Cat"), "draft"))
    reply(table, open_codes(table)[0], "reject")
    arrange(table, gnomes={"Bob": {"minutes": 5}})
    void(table)
    again = reply(table, "AAAAAAB", "again")
    assert "is over" not in text_of(only(again, "draft"))


def test_nothing_about_open_lines_is_public(table: Table) -> None:
    line = void(table)
    assert line.code not in everything_public(reply(table, last(table), "approve"))


def test_a_line_is_shown_as_what_it_is_while_its_game_goes_on_and_after(table: Table) -> None:
    line = void(table)
    assert remark(table, line.code) == ""
    reply(table, last(table), "approve")
    assert remark(table, line.code) == "RN1 is over; it changes nothing and may still be posted"
    begin(table)
    assert remark(table, line.code) == "RN1 is over; it changes nothing and may still be posted"
    assert remark(table, void(table).code) == ""


def test_the_list_of_drafts_by_mail_shows_it_too(table: Table) -> None:
    line = void(table)
    told = " ".join(text_of(write(table, MASTER, "help")[0]).split())
    assert f"[rednov {line.code}] Without effect: turn of Ann" in told
    assert "is over" not in told
    reply(table, last(table), "approve")
    told = " ".join(text_of(write(table, MASTER, "help")[0]).split())
    assert "turn of Ann (RN1 is over; it changes nothing and may still be posted)" in told


def test_a_line_that_belongs_to_no_game_has_no_remark(table: Table) -> None:
    joined = code_in(say(table, "Dan", "I join Red November."))
    reply(table, last(table), "approve")
    assert remark(table, joined) == ""


def test_the_next_opening_names_the_lines_of_the_game_before(table: Table) -> None:
    line = void(table)
    reply(table, last(table), "approve")
    table.news()
    start(table)
    told = " ".join(text_of(only(table.news(), "draft")).split())
    assert f"of RN1, which is over: [rednov {line.code}] Without effect: turn of Ann" in told


def put(table: Table, made: Draft) -> None:
    with table.desk.ledger.transaction() as records:
        records.add_draft(made)


def test_a_draft_that_the_end_of_its_game_leaves_without_a_use_is_closed(table: Table) -> None:
    code = last(table)
    put(table, replace(draft(table, code), code="STRAY22"))
    reply(table, code, "approve")
    assert [draft(table, one).kind for one in open_codes(table)] == ["award", "report", "secret"]
    assert verdict(table, "STRAY22") == "superseded"
    before = numbered(table)
    told = reply(table, "STRAY22", "approve")
    assert kinds(told) == ["desk"]
    assert "already closed, for RN1 is over" in subject_of(told[0])
    assert numbered(table) == before


def test_an_opening_beside_the_one_that_is_posted_is_closed(tmp_path: Path) -> None:
    table = begun(tmp_path)
    arrange(table, gnomes={name: {"minutes": 0} for name in ("Ann", "Bob")})
    arrange(table, gnomes={"Cat": {"minutes": 1}})
    reply(table, last(table), "approve")
    made = start(table)
    put(table, replace(made, code="STRAY22"))
    reply(table, made.code, "approve")
    assert verdict(table, "STRAY22") == "superseded"
    assert "closed, for RN2 has begun" in subject_of(reply(table, "STRAY22", "approve")[0])


def test_a_resolution_in_the_middle_of_a_game_closes_nothing(tmp_path: Path) -> None:
    table = begun(tmp_path)
    code = code_in(say(table, "Ann"))
    line = void(table)
    reply(table, code, "approve")
    assert open_codes(table) == [line.code]
