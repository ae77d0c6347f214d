"""A draft is approved only for the position it was written for (A44, A95)."""

from __future__ import annotations

from pathlib import Path

import pytest

from rednov_bot.engine.gamestate import Limit
from rednov_bot.engine.position import Gift
from tests.builders import Table
from tests.desk.play import (
    arrange,
    begun,
    code_in,
    draft,
    kinds,
    numbered,
    open_codes,
    position,
    reply,
    say,
    subject_of,
    verdict,
    words_of,
)


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """Ann's turn is drafted; Bob must discard one of three, and owes nobody anything."""
    table = begun(tmp_path)
    arrange(
        table,
        hands={"Bob": ("grog", "crowbar", "coffee")},
        limits={"Bob": Limit(2)},
        gifts=(Gift("Cat", "Bob"),),
        gnomes={"Ann": {"at": 8}},
    )
    return table


@pytest.mark.parametrize("text", ["I discard a grog.", "In return I give Cat the coffee."])
def test_a_hand_that_changes_makes_the_draft_again_with_the_same_luck(
    table: Table, text: str
) -> None:
    first = draft(table, code_in(say(table, "Ann", "I draw 2 items.")))
    news = say(table, "Bob", text)
    assert kinds(news).count("draft") == 2
    assert verdict(table, first.code) == "superseded"
    second = draft(table, open_codes(table)[-1])
    assert second.turn == first.turn
    assert second.happenings == first.happenings
    assert words_of(second) == words_of(first)
    assert (second.attempt, second.for_state) == (2, numbered(table)[0])


def test_the_code_of_a_replaced_draft_posts_nothing(table: Table) -> None:
    first = code_in(say(table, "Ann", "I draw 2 items."))
    say(table, "Bob", "I discard a grog.")
    before = numbered(table)
    told = reply(table, first, "approve")
    assert kinds(told) == ["desk"]
    assert f"replaced by draft {open_codes(table)[-1]}" in subject_of(told[0])
    assert numbered(table) == before
    assert position(table).pending == "Ann"


def test_the_new_draft_resolves_the_turn(table: Table) -> None:
    say(table, "Ann", "I draw 2 items.")
    say(table, "Bob", "I discard a grog.")
    sent = reply(table, open_codes(table)[-1], "approve")
    assert kinds(sent) == ["private", "public"]
    assert position(table).pending is None


def test_a_draft_whose_position_moved_unseen_is_made_again_on_approval(table: Table) -> None:
    first = draft(table, code_in(say(table, "Ann", "I draw 2 items.")))
    arrange(table)
    news = reply(table, first.code, "approve")
    assert kinds(news) == ["draft", "desk"]
    assert "the position has changed" in subject_of(news[1])
    assert verdict(table, first.code) == "superseded"
    second = draft(table, code_in(news))
    assert words_of(second) == words_of(first)
    assert kinds(reply(table, second.code, "approve")) == ["private", "public"]


def test_with_a_rejected_draft_a_change_makes_a_new_one(table: Table) -> None:
    code = code_in(say(table, "Ann", "I draw 2 items."))
    reply(table, code, "reject")
    say(table, "Bob", "I discard a grog.")
    turns = [one for one in open_codes(table) if draft(table, one).kind == "resolution"]
    assert len(turns) == 1


def test_lines_of_other_announcements_never_grow_stale(table: Table) -> None:
    line = code_in(say(table, "Cat", "I fix the engine for 3 minutes."))
    say(table, "Ann", "I draw 2 items.")
    say(table, "Bob", "I discard a grog.")
    assert kinds(reply(table, line, "approve")) == ["public"]
