"""The bot's whole day between mail servers: the recorded game again, and a bot that is killed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from rednov_bot.engine import sheet
from tests.games import script
from tests.games.letters import parsed
from tests.games.play import play
from tests.games.script import Script
from tests.games.test_recorded_games import at_the_table, last_position, named
from tests.games.waters import Afloat, BetweenRealServers, InTheHarbour, Waters
from tests.games.world import GNOMES, address_of

GAME = script.load(Path(__file__).parent / "games" / "0001-three-gnomes-come-home")
WATERS: dict[str, Callable[[], Waters]] = {
    "harbour": InTheHarbour,
    "Dovecot and Postfix": BetweenRealServers,
}


@pytest.fixture(scope="module", params=WATERS)
def afloat(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Afloat]:
    """The recorded game, played to its end through sockets."""
    folder = tmp_path_factory.mktemp("afloat")
    with Afloat(WATERS[request.param](), f"sqlite:///{folder / 'rednov.db'}", GAME.seed) as world:
        play(GAME, world)
        yield world


def recorded(game: Script) -> list[bytes]:
    """What the bot sent in the recorded game, in order."""
    return [path.read_bytes() for path in sorted((game.folder / "mails").glob("*-out-*.eml"))]


def test_the_same_mails_are_sent_as_were_recorded(afloat: Afloat) -> None:
    with afloat.desk.ledger.transaction() as records:
        sent = [queued.posting.octets for queued in records.outbox()]
    assert [octets.decode() for octets in sent] == [octets.decode() for octets in recorded(GAME)]


def test_the_game_ends_at_the_same_position(afloat: Afloat) -> None:
    end = sheet.write(last_position(afloat.desk))
    assert end == (GAME.folder / "end.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", GNOMES)
def test_a_gnome_finds_every_posting_and_eir_own_mails_and_nobody_elses(
    name: str, afloat: Afloat
) -> None:
    found = {
        (str(mail["Message-ID"]), mail.get_content())
        for mail in map(parsed, afloat.boxes[address_of(name)].new())
        if mail["From"].addresses[0].display_name.startswith("Red November bot")
    }
    expected = {
        (str(mail["Message-ID"]), mail.get_content())
        for mail in map(parsed, recorded(GAME))
        if address_of(name) in str(mail["To"]) or "agora-business" in str(mail["To"])
    }
    assert found == expected


def test_postgresql_keeps_the_same_game(postgres_url: Callable[[], str]) -> None:
    world = at_the_table(GAME, postgres_url())
    assert named(world.papers) == {
        path.name: path.read_bytes() for path in (GAME.folder / "mails").iterdir()
    }
    world.desk.ledger.close()
