"""What is owed, and who is idle, from the shell."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from rednov_bot.games.red_november.rules.gamestate import Limit
from tests.cli.shell import SETTINGS, Shell
from tests.cli.test_desk import begun, made_as, value
from tests.workflow import play


def test_a_turn_is_owed_its_resolution_until_that_is_posted(shell: Shell) -> None:
    begun(shell)
    code = play.code_in(play.say(shell.table(), "Ann"))
    (facts,) = [one for one in value(shell("duties", "--json")) if one["kind"] == "resolve"]
    assert (facts["clause"], facts["about"], facts["draft"]) == ("§16", "Turn 1: Ann", code)
    assert facts["due_by"] > facts["since"]
    assert "Turn 1: Ann" in shell("duties").out
    assert "resolve" in [one["kind"] for one in value(shell("status", "--json"))["duties"]]
    assert shell("approve", code).code == 0
    assert not [one for one in value(shell("duties", "--json")) if one["kind"] == "resolve"]
    (facts,) = [one for one in value(shell("duties", "--done", "--json")) if one["done_at"]]
    assert code in facts["proof"]
    assert "Turn 1: Ann (§16): done " in shell("duties", "--done").out


def test_programs_are_told_of_idleness_what_everybody_can_see(shell: Shell) -> None:
    shell.config.write_text(SETTINGS.replace("[contest]", "[contest]\nsince = 2000-01-01"))
    table = shell.table()
    table.clock.at = datetime.now(UTC) - timedelta(hours=30)
    play.begin(table)
    hands = {"Ann": ("grog", "grog", "coffee"), "Bob": ("aqualung",)}
    play.arrange(table, hands=hands, limits={"Ann": Limit(1)}, gnomes={"Bob": {"minutes": 5}})
    play.write(table, "Bob", "I am away until Friday.")
    told = value(shell("idle", "--json"))
    assert [one["name"] for one in told] == ["Ann", "Bob", "Cat"]
    assert [one["able_hours"] for one in told] == [30.0, 30.0, 30.0]
    assert [one["absences"] for one in told] == [[], [], []]
    said = shell("idle kill", "ann")
    assert (said.code, said.out) == (1, "")
    assert "§19" in said.err


def test_a_gnome_who_has_been_idle_for_four_days_is_killed_by_draft(shell: Shell) -> None:
    shell.config.write_text(SETTINGS.replace("[contest]", "[contest]\nsince = 2000-01-01"))
    table = shell.table()
    table.clock.at = datetime.now(UTC) - timedelta(days=5)
    play.begin(table)
    code = made_as(shell("idle kill", "ann"))
    assert "approved" in shell("approve", code).out
    assert play.position(table).gnome("Ann").fate == "killed"
