"""The bot's whole day between mail servers: the recorded games again, and a bot that is killed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

import pytest

from tests.games.letters import parsed
from tests.games.play import play
from tests.games.script import GAMES, Script
from tests.games.test_recorded_games import at_the_table, named
from tests.games.waters import Afloat, BetweenRealServers, InTheHarbour, Waters
from tests.games.world import Cast, address_of
from tests.rigs.scale import SLOW
from tests.rules import position_text

WATERS: dict[str, Callable[[Cast], Waters]] = {
    "harbour": InTheHarbour,
    "Dovecot and Postfix": BetweenRealServers,
}
Played = tuple[Script, Afloat]
EACH = tuple(product(GAMES, WATERS))
SOME = ((GAMES[-1], "Dovecot and Postfix"),)


@pytest.fixture(
    scope="module", params=EACH if SLOW else SOME, ids=lambda each: f"{each[0]} {each[1]}"
)
def afloat(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Played]:
    """A recorded game, played to its end through sockets."""
    game, waters = request.param
    folder = tmp_path_factory.mktemp("afloat")
    with Afloat(WATERS[waters](game.cast), f"sqlite:///{folder / 'rednov.db'}", game) as world:
        play(game, world)
        yield game, world


def recorded(game: Script) -> list[bytes]:
    """What the bot sent in the recorded game, in order."""
    return [octets for name, octets in game.mails().items() if "-out-" in name]


def test_the_same_mails_are_sent_as_were_recorded(afloat: Played) -> None:
    game, world = afloat
    with world.desk.db.transaction() as records:
        sent = [queued.posting.octets for queued in records.outbox()]
    assert [one.decode() for one in sent] == [one.decode() for one in recorded(game)]


def test_the_games_end_at_the_same_positions(afloat: Played) -> None:
    game, world = afloat
    with world.desk.db.transaction() as records:
        ends = {one.tag: records.gamestate(one.id) for one in records.games()}
    for tag, end in ends.items():
        assert end is not None
        assert position_text.write(end[1].position) == (game.folder / f"{tag}-end.txt").read_text(
            "utf-8"
        )


def test_everybody_finds_every_posting_and_their_own_mails_and_nobody_elses(afloat: Played) -> None:
    game, world = afloat
    gnomes = [name for name in game.cast.people if name not in game.cast.contestmasters]
    found, expected = {}, {}
    for name in gnomes:
        found[name] = {
            (str(mail["Message-ID"]), mail.get_content())
            for mail in map(parsed, world.boxes[address_of(name)].new())
            if mail["From"].addresses[0].display_name.startswith("Red November bot")
        }
        expected[name] = {
            (str(mail["Message-ID"]), mail.get_content())
            for mail in map(parsed, recorded(game))
            if address_of(name) in str(mail["To"]) or "agora-business" in str(mail["To"])
        }
    assert found == expected


@pytest.mark.parametrize("game", GAMES if SLOW else GAMES[-1:], ids=str)
def test_postgresql_keeps_the_same_game(game: Script, postgres_url: Callable[[], str]) -> None:
    world = at_the_table(game, postgres_url())
    assert named(world.papers) == game.mails()
    world.desk.db.close()
