"""Games are on file with their secrets, their gamestates and all that happened."""

from __future__ import annotations

import pytest

from rednov_bot.core.errors import AlreadyOnFile
from rednov_bot.core.models import Game, PaperId
from rednov_bot.core.store.unit_of_work import Database
from rednov_bot.games.red_november import datasets
from rednov_bot.games.red_november.rules.choices import Circumstances
from rednov_bot.games.red_november.rules.luck import SecretLuck
from rednov_bot.games.red_november.rules.opening import open_game
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.resolve import Resolution
from tests.store.conftest import KINDS
from tests.store.samples import BEFORE, NOON, SECRET, STORY, a_game


def test_a_game_is_put_on_file_as_given(db: Database) -> None:
    with db.transaction() as records:
        game = a_game(records)
    assert game == Game(
        id=game.id,
        tag="RN1",
        gnomes=("Ann", "Bob", "Cat"),
        options=Options(crazed=True, wake="at_once"),
        data="standard",
        data_digest="0123",
        rules_version="1",
    )
    with db.transaction() as records:
        assert records.game(game.id) == game
        assert records.secret(game.id) == SECRET
        assert records.gamestate(game.id) is None
        assert records.history(game.id) == ()


def test_games_are_numbered_in_the_order_of_beginning(db: Database) -> None:
    with db.transaction() as records:
        made = [a_game(records), a_game(records)]
    with db.transaction() as records:
        made.append(a_game(records))
        assert records.games() == tuple(made)
    assert [game.tag for game in made] == ["RN1", "RN2", "RN3"]


def test_a_game_that_is_not_there_is_a_key_error(db: Database) -> None:
    for ask in ("game", "secret"):
        with pytest.raises(KeyError), db.transaction() as records:
            getattr(records, ask)(PaperId(5))


def test_the_gamestate_moves_on(db: Database, game: Game) -> None:
    with db.transaction() as records:
        records.advance(game.id, 1, STORY, BEFORE, cause="opening", at=NOON)
        records.advance(game.id, 2, (), BEFORE, cause="nothing", at=NOON)
    with db.transaction() as records:
        assert records.gamestate(game.id) == (2, BEFORE)
        records.advance(game.id, 3, STORY[:3], BEFORE, cause="turn", at=NOON)
        assert records.history(game.id) == STORY + STORY[:3]


def test_a_number_is_given_to_one_gamestate(db: Database, game: Game) -> None:
    with db.transaction() as records:
        records.advance(game.id, 1, (), BEFORE, cause="opening", at=NOON)
    with pytest.raises(AlreadyOnFile, match="holds this paper already"):  # noqa: SIM117
        with db.transaction() as records:
            records.advance(game.id, 1, STORY, BEFORE, cause="again", at=NOON)
    with db.transaction() as records:
        assert records.history(game.id) == ()


def test_two_games_do_not_mix(db: Database) -> None:
    with db.transaction() as records:
        one, two = a_game(records), a_game(records)
        records.advance(one.id, 1, STORY[:1], BEFORE, cause="opening", at=NOON)
        assert records.gamestate(two.id) is None
        records.advance(two.id, 1, STORY[1:], BEFORE, cause="opening", at=NOON)
        assert records.history(one.id) == STORY[:1]
        assert records.history(two.id) == STORY[1:]


def test_a_real_opening_comes_back_as_it_was(db: Database, game: Game) -> None:
    options = Options(opening_events=True, event_choice="orders+random")
    luck = SecretLuck(SECRET, "opening")
    circumstances = Circumstances(datasets.load("standard"), options, luck)
    opened = open_game(("Ann", "Bob", "Cat"), circumstances)
    assert isinstance(opened, Resolution)
    with db.transaction() as records:
        records.advance(game.id, 1, opened.events, opened.after, cause="opening", at=NOON)
    with db.transaction() as records:
        assert records.history(game.id) == opened.events
        assert records.gamestate(game.id) == (1, opened.after)


@pytest.mark.parametrize("url", KINDS, indirect=True)
def test_no_hand_and_no_deck_lies_in_a_public_column(db: Database, game: Game) -> None:
    with db.transaction() as records:
        records.advance(game.id, 1, STORY, BEFORE, cause="opening", at=NOON)
    with db.transaction() as records:
        cursor = records._cursor  # type: ignore[attr-defined]
        cursor.execute("SELECT position, happenings, secrets, whispers FROM gamestates")
        position, events, secrets, whispers = cursor.fetchall()[0]
    assert "grog" not in position + events
    assert "grog" in secrets
    assert "grog" in whispers
    assert "ItemsAwarded" in events
    assert "ItemsAwarded" not in whispers
