"""The contestmaster changes the contest: axes, pot, deputy, whether it is one (§1, §4; S05)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rednov_bot.contest import Contest
from rednov_bot.desk.contest import changing, office
from rednov_bot.errors import CannotChange, CannotStart
from rednov_bot.papers import Draft
from tests.builders import BUSINESS, Table, a_table
from tests.desk.play import (
    MASTER,
    arrange,
    begin,
    begun,
    code_in,
    everything_public,
    kinds,
    reply,
    say,
    start,
    text_of,
)


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return a_table(tmp_path)


def wish(table: Table, asked: Callable[..., Draft], *what: Any) -> Draft:
    """The contestmaster wants the contest changed."""
    with table.desk.ledger.transaction() as records:
        made = asked(table.desk, records, *what)
    return made


def change(table: Table, asked: Callable[..., Draft], *what: Any) -> str:
    """The contest is changed; what the list reads."""
    made = wish(table, asked, *what)
    table.news()
    return everything_public(reply(table, made.code, "approve"))


def refused(table: Table, asked: Callable[..., Draft], *what: Any) -> CannotChange:
    before = contest(table)
    with pytest.raises(CannotChange) as caught:
        wish(table, asked, *what)
    assert table.news() == ()
    assert contest(table) == before
    return caught.value


def contest(table: Table) -> Contest:
    with table.desk.ledger.transaction() as records:
        return office.contest(table.desk, records)


def test_s05_axis_z_is_removed_and_axis_x_is_not(tmp_path: Path) -> None:
    table = a_table(tmp_path, axes=("X", "Y", "Z"))
    assert "removes the axis Z" in change(table, changing.remove_axis, "Z")
    assert contest(table).axes == ("X", "Y")
    fault = refused(table, changing.remove_axis, "X")
    assert fault.code == "AXIS_IN_USE"
    assert "the contest awards points along the axis X" in fault.reason
    assert contest(table).axes == ("X", "Y")


def test_an_axis_is_there_when_its_draft_is_approved_and_not_before(table: Table) -> None:
    made = wish(table, changing.add_axis, "Z")
    assert kinds(table.news()) == ["draft"]
    assert contest(table).axes == ("X", "Y")
    news = reply(table, made.code, "approve")
    assert [one.posting.to for one in news] == [BUSINESS]
    assert "Pewterby adds the axis Z to the contest (§1)" in everything_public(news)
    assert contest(table).axes == ("X", "Y", "Z")


def test_a_rejected_change_changes_nothing(table: Table) -> None:
    made = wish(table, changing.add_axis, "Z")
    reply(table, made.code, "reject because of second thoughts")
    assert contest(table).axes == ("X", "Y")


def test_x_and_y_can_be_added_where_they_are_missing(tmp_path: Path) -> None:
    table = a_table(tmp_path, axes=())
    change(table, changing.add_axis, "X")
    change(table, changing.add_axis, "Y")
    start(table)
    assert "does not exist" not in text_of(table.news()[0])


@pytest.mark.parametrize(
    ("asked", "what", "code", "told"),
    [
        (changing.add_axis, "X", "AXIS_EXISTS", "has the axis X already"),
        (changing.add_axis, "x", "AXIS_EXISTS", "already"),
        (changing.add_axis, " \n ", "NO_NAME", "say which"),
        (changing.add_axis, "Z" * 80, "NO_NAME", "say which"),
        (changing.remove_axis, "Q", "NO_SUCH_AXIS", "the axes are X and Y"),
        (changing.remove_axis, "y", "AXIS_IN_USE", "awards points along the axis Y"),
        (changing.set_contest, True, "AS_IT_IS", "is a contest already"),
        (changing.set_pot, -1, "POT", "whole number"),
        (changing.set_pot, 12, "AS_IT_IS", "12 already"),
        (changing.name_deputy, None, "AS_IT_IS", "no deputy"),
        (changing.name_deputy, MASTER, "IS_CONTESTMASTER", "name somebody else"),
        (changing.name_deputy, "Zed", "NO_SUCH_PERSON", "rednov.toml"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence_and_changes_nothing(
    table: Table, asked: Callable[..., Draft], what: Any, code: str, told: str
) -> None:
    fault = refused(table, asked, what)
    assert fault.code == code
    assert told in fault.reason
    assert str(fault).startswith("nothing was changed: ")


def test_of_two_drafts_of_one_removal_the_second_takes_the_place_of_the_first(
    tmp_path: Path,
) -> None:
    table = a_table(tmp_path, axes=("X", "Y", "Z"))
    first = wish(table, changing.remove_axis, "Z")
    second = wish(table, changing.remove_axis, "z")
    table.news()
    assert kinds(reply(table, first.code, "approve")) == ["desk"]
    assert kinds(reply(table, second.code, "approve")) == ["public"]


def test_a107_where_the_contract_is_no_contest_a_game_goes_on_and_none_begins(
    tmp_path: Path,
) -> None:
    table = begun(tmp_path)
    assert "is no longer a contest" in change(table, changing.set_contest, False)
    news = say(table, "Ann")
    assert kinds(news) == ["receipt", "draft"]
    assert "public" in kinds(reply(table, code_in(news), "approve"))


def test_no_game_begins_while_the_contract_is_no_contest(table: Table) -> None:
    change(table, changing.set_contest, False)
    with pytest.raises(CannotStart, match="not a contest"):
        start(table)
    change(table, changing.set_contest, True)
    assert start(table).kind == "opening"


def test_an_opening_is_overtaken_where_the_contest_ends_meanwhile(table: Table) -> None:
    opening = start(table)
    change(table, changing.set_contest, False)
    told = reply(table, opening.code, "approve")
    assert kinds(told) == ["desk"]
    assert "not a contest" in " ".join(text_of(told[0]).split())


def test_the_pot_of_a_game_is_that_of_its_opening(tmp_path: Path) -> None:
    table = begun(tmp_path)
    wish(table, changing.set_pot, 30)
    (shown,) = table.news()
    assert "began with a pot of 12" in " ".join(text_of(shown).split())


def test_a_game_begins_with_the_pot_that_was_announced_last(table: Table) -> None:
    assert "at most 30 Y points" in change(table, changing.set_pot, 30)
    opening = start(table)
    assert opening.happenings[0].y_pot == 30  # type: ignore[union-attr]


def test_a_deputy_is_named_and_the_contestmaster_can_play(tmp_path: Path) -> None:
    table = a_table(tmp_path, contestants=("Ann", "Bob", MASTER))
    assert "Dan is the deputy" in change(table, changing.name_deputy, "Dan")
    start(table, "Ann", "Bob", MASTER, contestmaster_plays="on")
    assert [one.posting.to for one in table.news()] == ["dan@post.example"]


def test_a_gnome_of_the_game_is_no_deputy_until_killed(tmp_path: Path) -> None:
    table = begun(tmp_path)
    assert refused(table, changing.name_deputy, "Cat").code == "IS_A_GNOME"
    arrange(table, gnomes={"Cat": {"fate": "killed", "minutes": 0, "at": 0}})
    change(table, changing.name_deputy, "Cat")
    assert contest(table).deputy == "Cat"


def test_a_deputy_who_decides_a_game_is_only_replaced(tmp_path: Path) -> None:
    table = a_table(tmp_path, contestants=("Ann", "Bob", MASTER), deputy="Dan")
    opening = start(table, "Ann", "Bob", MASTER, contestmaster_plays="on")
    table.news()
    reply(table, opening.code, "approve", who="Dan")
    table.news()
    assert refused(table, changing.name_deputy, None).code == "DEPUTY_DECIDES"
    made = wish(table, changing.name_deputy, "Eve")
    reply(table, made.code, "approve", who="Dan")
    assert contest(table).deputy == "Eve"


def test_a_deputy_who_decides_nothing_is_withdrawn(tmp_path: Path) -> None:
    table = a_table(tmp_path, deputy="Dan")
    assert "no deputy any more" in change(table, changing.name_deputy, None)
    assert contest(table).deputy is None


def test_a_contest_that_was_changed_begins_its_games_so(table: Table) -> None:
    change(table, changing.add_axis, "Z")
    begin(table)
    assert contest(table).axes == ("X", "Y", "Z")
