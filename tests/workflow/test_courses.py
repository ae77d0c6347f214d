"""A game on file, played again from any of its turns, is the same game (A95, A96)."""

from __future__ import annotations

from pathlib import Path

import pytest

from rednov_bot.core.workflow.contest import office
from rednov_bot.core.workflow.corrections import courses
from rednov_bot.core.workflow.scheduler import idling
from rednov_bot.games.red_november.rules.corrections.replay import Corrected, correct
from tests.builders import Table
from tests.workflow.play import (
    arrange,
    begun,
    code_in,
    draft,
    hand,
    open_codes,
    position,
    reply,
    say,
    write,
)
from tests.workflow.test_random_games import played

NO_TURN = "I take no action."


def is_the_same_from_every_turn(table: Table) -> int:
    """How many turns the newest game can be played again from."""
    with table.desk.db.transaction() as records:
        game = records.games()[-1]
        tables = table.desk.tables(game.data)
        found = records.gamestate(game.id)
        assert found is not None
        resolved = [one for one in records.turns(game.id) if one != records.pending_turn(game.id)]
        for taken in resolved:
            course = courses.course_of(records, game, taken, tables.board)
            done = correct(course.before, course.steps, tables)
            assert isinstance(done, Corrected)
            assert [one for one in done.steps if one.otherwise] == []
            assert done.after == found[1]
    return len(resolved)


@pytest.mark.parametrize(
    ("seed", "options"),
    [
        (11, {"queue_early_turns": "on", "auto_verdicts": "on"}),
        (13, {"less_deadly": "on", "crazed": "on", "event_choice": "orders+contestmaster"}),
    ],
    ids=["queued", "crazed"],
)
def test_a_random_game_played_again_is_the_same(
    tmp_path: Path, seed: int, options: dict[str, str]
) -> None:
    assert is_the_same_from_every_turn(played(tmp_path, seed, **options)) >= 3


def overruled(table: Table, who: str, text: str, ruling: str) -> None:
    """A turn is announced, its draft overruled and approved."""
    reply(table, code_in(say(table, who, text)), ruling)
    (code,) = [one for one in open_codes(table) if draft(table, one).kind == "resolution"]
    reply(table, code, "approve")


def test_what_was_ruled_killed_listed_and_ordered_comes_about_again(tmp_path: Path) -> None:
    table = begun(tmp_path)
    arrange(table, hands={"Ann": ("toolbox", "crowbar")})
    write(table, "Ann", "Standing order: block 5-6 before 5-7.")
    write(table, "Ann", "toolbox")
    reply(table, code_in(say(table, "Ann", "I give Bob 1 item.")), "approve")
    assert hand(table, "Bob") == ["toolbox"]
    say(table, "Bob", "In return I give Ann 0 items.")
    for who, ruling in (
        ("Ann", "overrule: void because nobody meant it"),
        ("Bob", 'overrule: read as "I open 5-4 and go in. I take no action." because e said so'),
        ("Cat", "overrule: heat 3 because the dial was misread"),
        ("Ann", "overrule: because I say so"),
    ):
        overruled(table, who, "I open 5-2 and go in. I take no action.", ruling)
    code = code_in(say(table, "Ann", "I open 8-9 and go in. I take no action."))
    reply(table, code, 'overrule: read as "I take no action." because that is what e can do')
    for one in open_codes(table):
        if draft(table, one).kind == "resolution":
            reply(table, one, "approve")
    table.clock.forward(days=5)
    with table.desk.db.transaction() as records:
        made = idling.kill(office.seated(table.desk, records), records, "Bob")
    reply(table, made.code, "approve")
    assert position(table).gnome("Bob").fate == "killed"
    reply(table, code_in(say(table, "Cat", NO_TURN)), "approve")

    assert is_the_same_from_every_turn(table) == 7
