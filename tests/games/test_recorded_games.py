"""Whole games by mail, byte for byte as they were recorded.  RETELL=1 records them anew."""

from __future__ import annotations

import os
import shutil
from functools import reduce
from pathlib import Path

import pytest

from rednov_bot import datasets
from rednov_bot.bootstrap import open_desk
from rednov_bot.desk.desk import Desk
from rednov_bot.engine import happenings as h
from rednov_bot.engine import sheet
from rednov_bot.engine.logbook import position_after
from rednov_bot.engine.position import Position
from rednov_bot.prose.audience import public_only
from rednov_bot.prose.report_facts import GameFacts
from tests.builders import CountingTokens, FixedClock, Table
from tests.games import script
from tests.games.play import AtTheTable, play
from tests.games.script import Script
from tests.games.world import GNOMES, MONDAY, settings_for
from tests.prose.reports import course, story

GAMES = tuple(script.load(path.parent) for path in sorted(Path(__file__).parent.glob("*/*.yaml")))


def at_the_table(game: Script, database: str) -> AtTheTable:
    """The game is played without a network; the table at its end."""
    clock = FixedClock(MONDAY)
    desk = open_desk(settings_for(database), clock=clock, tokens=CountingTokens(seed=game.seed))
    world = AtTheTable(Table(desk=desk, clock=clock))
    play(game, world)
    return world


@pytest.fixture(scope="module", params=GAMES, ids=str)
def played(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Script, AtTheTable]:
    game: Script = request.param
    folder = tmp_path_factory.mktemp("game")
    return game, at_the_table(game, f"sqlite:///{folder / 'rednov.db'}")


def last_position(desk: Desk) -> Position:
    """The position at which the newest game stands."""
    with desk.ledger.transaction() as records:
        found = records.gamestate(records.games()[-1].id)
    assert found is not None
    return found[1].position


def named(papers: list[tuple[str, bytes]]) -> dict[str, bytes]:
    """File names that tell the order: `017-out-draft-Pewterby.eml`."""
    return {f"{n:03d}-{name}.eml": octets for n, (name, octets) in enumerate(papers, 1)}


def test_every_mail_in_and_out_is_as_recorded(played: tuple[Script, AtTheTable]) -> None:
    game, world = played
    folder = game.folder / "mails"
    said = named(world.papers)
    if os.environ.get("RETELL"):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        for name, octets in said.items():
            (folder / name).write_bytes(octets)
    recorded = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert sorted(said) == sorted(recorded)
    for name, octets in said.items():
        assert octets.decode() == recorded[name].decode(), name


def test_the_story_is_as_recorded(played: tuple[Script, AtTheTable]) -> None:
    game, world = played
    path = game.folder / "story.txt"
    with world.desk.ledger.transaction() as records:
        newest = records.games()[-1]
        told = public_only(records.history(newest.id))
    tale = story(
        GameFacts(
            tag=newest.tag,
            tables=datasets.load("standard"),
            options=newest.options,
            course=course(told, MONDAY),
        )
    ).body
    if os.environ.get("RETELL"):
        path.write_text(tale, encoding="utf-8")
    assert tale == path.read_text(encoding="utf-8")


def test_the_last_position_is_as_recorded(played: tuple[Script, AtTheTable]) -> None:
    game, world = played
    path = game.folder / "end.txt"
    end = sheet.write(last_position(world.desk))
    if os.environ.get("RETELL"):
        path.write_text(end, encoding="utf-8")
    assert end == path.read_text(encoding="utf-8")


def test_whoever_follows_the_list_knows_the_position_after_every_turn(
    played: tuple[Script, AtTheTable],
) -> None:
    _, world = played
    assert world.positions
    for happenings, position in world.positions:
        followed = reduce(position_after, public_only(happenings), Position())
        assert sheet.write(followed) == sheet.write(position)
        assert followed == position


def test_the_sub_is_saved_and_the_points_are_due(played: tuple[Script, AtTheTable]) -> None:
    _, world = played
    ending = last_position(world.desk).ending
    assert ending is not None
    assert ending.winners == GNOMES
    assert not ending.sub_lost


def test_no_draft_is_left_open_and_no_mail_is_held(played: tuple[Script, AtTheTable]) -> None:
    _, world = played
    with world.desk.ledger.transaction() as records:
        assert records.open_drafts() == ()
        assert records.dispositions("hold") == ()


WONDERS = {
    "a faint check": h.FaintChecked,
    "a fire that is put out": h.FirePutOut,
    "an escape from a fire": h.EscapeMade,
    "a reset track": h.TrackReset,
    "a destruction prevented": h.TokensPrevented,
    "a discard": h.ItemsDiscarded,
    "a gift": h.GiftMade,
    "a jammed hatch": h.HatchJammed,
    "a charm": h.CharmHeld,
}


@pytest.mark.parametrize("wonder", WONDERS)
def test_the_recorded_games_show(wonder: str, played: tuple[Script, AtTheTable]) -> None:
    _, world = played
    assert any(isinstance(one, WONDERS[wonder]) for one in world.positions[-1][0])
