"""The contestmaster changes the contest: axes, pot, deputy, whether it is one (§1, §4; S05)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rednov_bot.core.contest import Contest
from rednov_bot.core.errors import CannotChange
from rednov_bot.core.models import Draft
from rednov_bot.core.workflow.contest import changing, office
from tests.workflow.play import MASTER, Table, a_table, begun, everything_public


def contest(table: Table) -> Contest:
    return table.do(office.contest)


def change(table: Table, asked: Callable[..., Draft], what: Any) -> str:
    """The contest is changed; what the list reads."""
    made = table.do(asked, what)
    table.news()
    return everything_public(table.reply(made.code, "approve"))


def refused(table: Table, asked: Callable[..., Draft], what: Any) -> CannotChange:
    before = contest(table)
    with pytest.raises(CannotChange) as caught:
        table.do(asked, what)
    assert table.news() == ()
    assert contest(table) == before
    return caught.value


def test_what_cannot_be_is_said_in_a_sentence_and_changes_nothing(tmp_path: Path) -> None:
    table = a_table(tmp_path)
    cases: tuple[tuple[Callable[..., Draft], Any, str, str], ...] = (
        (changing.add_axis, "x", "AXIS_EXISTS", "has the axis x already"),
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
    )
    for asked, what, code, told in cases:
        fault = refused(table, asked, what)
        assert fault.code == code
        assert told in fault.reason
        assert str(fault).startswith("nothing was changed: ")


def test_a_gnome_of_the_game_is_no_deputy_until_killed(tmp_path: Path) -> None:
    table = begun(tmp_path)
    assert refused(table, changing.name_deputy, "Cat").code == "IS_A_GNOME"
    table.arrange(gnomes={"Cat": {"fate": "killed", "minutes": 0, "at": 0}})
    change(table, changing.name_deputy, "Cat")
    assert contest(table).deputy == "Cat"
    change(table, changing.name_deputy, None)  # who decides nothing is withdrawn
    assert contest(table).deputy is None
