"""A game on file, played again from any of its turns, is the same game (A95, A96)."""

from __future__ import annotations

from functools import reduce
from pathlib import Path

import pytest
from msgspec.structs import replace

from rednov_bot.contest import Void
from rednov_bot.desk.contest import office
from rednov_bot.desk.corrections import courses, rewound
from rednov_bot.desk.due import idling
from rednov_bot.engine.corrections.rerun import Corrected, correct
from rednov_bot.engine.logbook import after
from rednov_bot.engine.position import Position
from rednov_bot.engine.soundness import problems
from tests.builders import Table
from tests.desk.play import (
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
from tests.desk.test_random_games import played
from tests.games.test_recorded_games import GAMES, at_the_table

NO_TURN = "I take no action."


def is_the_same_from_every_turn(table: Table) -> int:
    """How many turns the newest game can be played again from."""
    with table.desk.ledger.transaction() as records:
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
        (12, {"return_gift_effect": "after_resolution", "event_choice": "orders+random"}),
        (13, {"less_deadly": "on", "crazed": "on", "event_choice": "orders+contestmaster"}),
    ],
    ids=["queued", "returns later", "crazed"],
)
def test_a_random_game_played_again_is_the_same(
    tmp_path: Path, seed: int, options: dict[str, str]
) -> None:
    assert is_the_same_from_every_turn(played(tmp_path, seed, **options)) >= 3


def test_the_recorded_game_played_again_is_the_same(tmp_path: Path) -> None:
    world = at_the_table(GAMES[0], f"sqlite:///{tmp_path / 'rednov.db'}")

    assert is_the_same_from_every_turn(world.table) >= 10


def test_whatever_turn_is_void_the_corrected_game_can_be(tmp_path: Path) -> None:
    table = played(tmp_path, 14, event_choice="orders+random")
    with table.desk.ledger.transaction() as records:
        game = records.games()[-1]
        tables = table.desk.tables(game.data)
        for taken in records.turns(game.id):
            if taken == records.pending_turn(game.id):
                continue
            course = courses.course_of(records, game, taken, tables.board)
            done = rewound.played_again(course, taken.number, Void(), {}, tables)
            if isinstance(done, Corrected):
                assert problems(done.after, tables, game.options) == ()
                assert position_of(done) == done.after.position


def position_of(done: Corrected) -> Position:
    """The position as the corrected happenings tell it; numbers given stay given."""
    told = done.before
    for step in done.steps:
        told = reduce(after, step.happenings, told)
    return replace(told.position, turns=done.after.position.turns)


def overruled(table: Table, who: str, text: str, ruling: str) -> None:
    """A turn is announced, its draft overruled and approved."""
    reply(table, code_in(say(table, who, text)), ruling)
    (code,) = [one for one in open_codes(table) if draft(table, one).kind == "resolution"]
    reply(table, code, "approve")


@pytest.mark.parametrize(
    "ruling",
    [
        "overrule: void because nobody meant it",
        'overrule: read as "I open 5-4 and go in. I take no action." because e said so',
        "overrule: heat 3 because the dial was misread",
        "overrule: because I say so",
    ],
)
def test_what_was_overruled_stays_so(tmp_path: Path, ruling: str) -> None:
    table = begun(tmp_path)
    overruled(table, "Ann", "I open 5-2 and go in. I take no action.", ruling)
    reply(table, code_in(say(table, "Bob", NO_TURN)), "approve")

    assert is_the_same_from_every_turn(table) == 2


def test_a_turn_that_counts_by_ruling_counts_again(tmp_path: Path) -> None:
    table = begun(tmp_path)
    code = code_in(say(table, "Ann", "I open 8-9 and go in. I take no action."))
    reply(table, code, 'overrule: read as "I take no action." because that is what e can do')
    for one in open_codes(table):
        if draft(table, one).kind == "resolution":
            reply(table, one, "approve")
    reply(table, code_in(say(table, "Bob", NO_TURN)), "approve")

    assert is_the_same_from_every_turn(table) == 2


def test_an_idle_gnome_is_killed_again(tmp_path: Path) -> None:
    table = begun(tmp_path)
    reply(table, code_in(say(table, "Ann", NO_TURN)), "approve")
    table.clock.forward(days=5)
    with table.desk.ledger.transaction() as records:
        made = idling.kill(office.seated(table.desk, records), records, "Bob")
    reply(table, made.code, "approve")
    assert position(table).gnome("Bob").fate == "killed"
    reply(table, code_in(say(table, "Cat", NO_TURN)), "approve")

    assert is_the_same_from_every_turn(table) == 2


def test_a_list_by_number_and_standing_orders_are_known_again(tmp_path: Path) -> None:
    table = begun(tmp_path)
    arrange(table, hands={"Ann": ("toolbox", "crowbar")})
    write(table, "Ann", "Standing order: block 5-6 before 5-7.")
    write(table, "Ann", "toolbox")
    reply(table, code_in(say(table, "Ann", "I give Bob 1 item.")), "approve")
    assert hand(table, "Bob") == ["toolbox"]
    say(table, "Bob", "In return I give Ann 0 items.")
    reply(table, code_in(say(table, "Bob", NO_TURN)), "approve")

    assert is_the_same_from_every_turn(table) == 2
