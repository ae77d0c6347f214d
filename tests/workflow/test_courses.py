"""A game on file, played again from any of its turns, is the same game (A95, A96)."""

from __future__ import annotations

from rednov_bot.core.workflow import idleness, in_force
from rednov_bot.core.workflow.corrections.replay import replay, step_of, turns_of
from rednov_bot.games.base import Step
from tests.builders import Table as SomeTable
from tests.workflow.play import Table, code_in


def is_the_same_from_every_turn(table: SomeTable) -> int:
    """How many turns the newest game can be played again from."""
    with table.desk.db.transaction() as records:
        game = records.games()[-1]
        tables = table.desk.tables(game.data)
        found = records.gamestate(game.id)
        assert found is not None
        resolved = [one for one in records.turns(game.id) if one != records.pending_turn(game.id)]
        turns, rulings = turns_of(records, game.id), records.rulings(game.id)
        for taken in resolved:
            first = in_force.taken_in(records, taken) - 1
            steps = []
            for chapter in records.chapters(game.id, first):
                step = step_of(table.desk.game, records, game, turns, chapter, rulings)
                assert isinstance(step, Step)
                steps.append(step)
            done = replay(table.desk.game, records.gamestate_at(game.id, first), steps, tables)
            assert done.waits is None
            assert [one for one in done.steps if one.otherwise] == []
            assert done.after == found[1]
    return len(resolved)


def test_what_was_ruled_killed_listed_and_ordered_comes_about_again(table: Table) -> None:
    table.arrange(hands={"Ann": ("toolbox", "crowbar")})
    table.write("Ann", "Standing order: block 5-6 before 5-7.")
    table.write("Ann", "toolbox")
    table.resolve("Ann", "I give Bob 1 item.")
    assert table.hand("Bob") == ["toolbox"]
    table.say("Bob", "In return I give Ann 0 items.")
    walk = "I open 5-2 and go in. I take no action."
    for who, text, ruling in (
        ("Ann", walk, "overrule: void because nobody meant it"),
        ("Bob", walk, 'overrule: read as "I open 5-4 and go in. I take no action." because so'),
        ("Cat", walk, "overrule: heat 3 because the dial was misread"),
        ("Ann", walk, "overrule: because I say so"),
        ("Ann", walk.replace("5-2", "8-9"), 'overrule: read as "I take no action." because so'),
    ):
        table.reply(code_in(table.say(who, text)), ruling)
        table.reply(table.code_of(), "approve")
    table.clock.forward(days=5)
    made = table.do(idleness.kill, "Bob")
    table.reply(made.code, "approve")
    assert table.position().gnome("Bob").fate == "killed"
    table.resolve("Cat")
    assert is_the_same_from_every_turn(table) == 7
