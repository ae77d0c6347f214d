"""A program takes a database over only where it would have played every game in it as it was."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace as replaced
from pathlib import Path

import pytest
from msgspec.structs import replace
from sqlalchemy import text

from rednov_bot import bootstrap
from rednov_bot.core.errors import DataError, RulesDiffer
from rednov_bot.core.store import database
from rednov_bot.core.store.upgrading import Program, this_program
from rednov_bot.core.workflow.desk import Desk
from rednov_bot.core.workflow.restoring import played_anew
from rednov_bot.games.red_november import datasets
from tests.games.play import AtTheTable
from tests.games.script import GAMES, Script
from tests.games.test_recorded_games import at_the_table
from tests.games.world import settings_for

GAME = GAMES[0]


@pytest.fixture
def url(finished: Callable[[Script], AtTheTable], tmp_path: Path) -> str:
    """A copy of the database of a recorded game, played to its end."""
    played = finished(GAME).desk.settings.bot.database.removeprefix("sqlite:///")
    with closing(sqlite3.connect(played)) as one, closing(sqlite3.connect(tmp_path / "x.db")) as to:
        one.backup(to)
    return f"sqlite:///{tmp_path / 'x.db'}"


def changed(url: str, statement: str, **values: object) -> None:
    engine = database.opened(url)
    with engine.begin() as connection:
        assert connection.execute(text(statement), values).rowcount
    engine.dispose()


def asked(url: str, question: str) -> list[tuple[object, ...]]:
    engine = database.opened(url)
    with engine.begin() as connection:
        found = [tuple(row) for row in connection.execute(text(question))]
    engine.dispose()
    return found


def another_program(url: str) -> None:
    """The last program that served it was of another version."""
    changed(url, "UPDATE programs SET version = '0.0.1'")


def open_desk(url: str, **how: bool) -> Desk:
    return bootstrap.open_desk(settings_for(url, GAME.cast), **how)


def found_in(desk: Desk) -> list[str]:
    with desk.db.transaction() as records:
        return [str(one) for one in played_anew.differences(desk, records)]


def test_a_program_that_served_last_plays_nothing_again(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_desk(url)

    def fault(*_: object) -> None:
        raise AssertionError("nothing is played again")

    monkeypatch.setattr(played_anew, "differences", fault)
    open_desk(url)
    another_program(url)
    with pytest.raises(AssertionError, match="nothing is played again"):
        open_desk(url)


def test_a_changed_program_of_the_same_version_is_noticed_by_its_files() -> None:
    now = this_program(thoroughly=True)
    assert len(now.rules) == 64
    assert now == this_program(thoroughly=True)
    assert not now.is_like(now.version, "0" * 64)
    assert this_program(thoroughly=False).is_like(now.version, "0" * 64)
    assert not Program("0.0.1").is_like(now.version, now.rules)


def test_a_turn_that_comes_out_otherwise_is_named_and_nothing_is_written(url: str) -> None:
    another_program(url)
    secret = bytes(32)
    changed(url, "UPDATE game_secrets SET secret = :secret", secret=secret)
    before = asked(url, "SELECT version FROM programs")
    with pytest.raises(RulesDiffer) as caught:
        open_desk(url)
    said = str(caught.value)
    assert "RN1, opening: it comes out otherwise" in said
    assert "RN1, turn " in said
    assert "nothing was changed: install the version before, or" in said
    assert "--despite-differences" in said
    assert asked(url, "SELECT version FROM programs") == before
    for tile in ("toolbox", "coffee", "crowbar", "grog"):
        assert tile not in said


def test_who_takes_over_on_purpose_is_not_asked_again(url: str) -> None:
    another_program(url)
    changed(url, "UPDATE game_secrets SET secret = :secret", secret=bytes(32))
    open_desk(url, despite=True)
    open_desk(url)
    (last,) = asked(url, "SELECT differing FROM programs ORDER BY id DESC LIMIT 1")
    assert int(str(last[0])) > 1


def test_a_position_that_does_not_follow_is_named_with_its_turn(url: str) -> None:
    desk = open_desk(url)
    (row,) = asked(url, "SELECT position FROM gamestates WHERE number = 9")
    position = json.loads(str(row[0]))
    position["heat"] = position.get("heat", 1) + 1
    changed(url, "UPDATE gamestates SET position = :to WHERE number = 9", to=json.dumps(position))
    found = found_in(desk)
    assert any("leads to another position" in one for one in found), found


def test_another_order_of_the_deck_is_found_too(url: str) -> None:
    desk = open_desk(url)
    (row,) = asked(url, "SELECT secrets FROM gamestates WHERE number = 9")
    secrets = json.loads(str(row[0]))
    secrets["deck"] = secrets["deck"][::-1]
    changed(url, "UPDATE gamestates SET secrets = :to WHERE number = 9", to=json.dumps(secrets))
    assert any("other hands or decks" in one for one in found_in(desk))


def test_no_mail_is_read_again(url: str) -> None:
    desk = open_desk(url)
    changed(url, "UPDATE raw_mails SET octets = :octets", octets=b"\r\n\r\nI take no action.\r\n")
    assert found_in(desk) == []


def test_a_data_set_that_is_gone_is_named(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = open_desk(url)

    def gone(*_: object) -> None:
        raise DataError("it is another one")

    monkeypatch.setattr(played_anew, "tables_of", gone)
    assert found_in(desk) == ["RN1: the data set that it began with is not there"]


def test_a_game_goes_on_with_the_data_that_it_began_with(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    another_program(url)
    other = replace(datasets.load("standard"), digest="0" * 64)
    monkeypatch.setattr(bootstrap, "tables", lambda *_: other)
    desk = open_desk(url)
    assert found_in(desk) == []
    changed(url, "DELETE FROM data_sets")
    assert found_in(open_desk(url)) == ["RN1: the data set that it began with is not there"]


def test_data_of_games_from_before_are_kept_while_they_are_there(url: str) -> None:
    changed(url, "DELETE FROM data_sets")
    another_program(url)
    open_desk(url)
    (found,) = asked(url, "SELECT count(*) FROM data_sets")
    assert found == (5,)


def test_a_database_on_postgresql_is_looked_at_in_the_transaction_that_migrates_it(
    postgres_url: Callable[[], str],
) -> None:
    url = postgres_url()
    world = at_the_table(replaced(GAME, cues=GAME.cues[:6]), url)
    world.desk.db.close()
    another_program(url)
    changed(url, "UPDATE game_secrets SET secret = :secret", secret=bytes(32))
    with pytest.raises(RulesDiffer):
        open_desk(url)
    assert asked(url, "SELECT count(*) FROM programs") == [(1,)]
