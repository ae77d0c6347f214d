"""A game is backed up while it is played, wiped, restored, and goes on as if nothing had been."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from sqlalchemy import text

from rednov_bot.bootstrap import open_desk
from rednov_bot.core.settings import Settings
from rednov_bot.core.store import backups, database
from rednov_bot.core.workflow import scheduler
from rednov_bot.games.red_november.rules.events import Event
from rednov_bot.games.red_november.rules.gamestate import Gamestate
from tests.builders import CountingTokens, FixedClock, Table
from tests.games.play import AtTheTable, play
from tests.games.script import GAMES, Script
from tests.games.test_recorded_games import named
from tests.games.world import MONDAY, settings_for
from tests.workflow.play import served

GAME = GAMES[0]
LUCKY = GAMES[-1]


class OtherTokens(CountingTokens):
    """For the one mail that tells of a restore, which a game without one does not have."""

    def message(self) -> str:
        return f"restored.{super().message()}"


@dataclass
class Wiped:
    """The table of a game whose database is lost again and again."""

    script: Script
    settings: Settings
    folder: Path

    def __post_init__(self) -> None:
        self.tokens = CountingTokens(seed=self.script.seed)
        self.others = OtherTokens()
        clock = FixedClock(MONDAY)
        self.world = AtTheTable(Table(desk=self._desk(clock), clock=clock), self.script.cast)
        cues = len(self.script.cues)
        self.at = {cues // 4, cues // 2, 3 * cues // 4, cues - 1}
        self.restored: list[str] = []

    def _desk(self, clock: FixedClock) -> object:
        desk = open_desk(self.settings, clock=clock, tokens=self.tokens)
        return replace(desk, luck=self.script.luck)

    def before(self, cue: int) -> None:
        """The database is lost before some of the cues."""
        if cue in self.at:
            self.lose(self.folder / f"{cue}.backup")

    def lose(self, file: Path) -> None:
        table, url = self.world.table, self.settings.bot.database
        backups.back_up(url, file)  # the database has its connections, as in a running service
        table.desk.db.close()
        wipe(url)
        done = backups.restore(
            url,
            file,
            replace=False,
            at=table.clock.at,
        )
        table.desk = self._desk(table.clock)  # type: ignore[assignment]
        scheduler.make_rounds(replace(table.desk, tokens=self.others))
        served(table, "")
        self.restored += [one.posting.kind for one in table.news()]
        assert done.doubted == 0


def wipe(url: str) -> None:
    engine = database.opened(url)
    if database.kind(engine.url) == "sqlite":
        for path in Path(str(engine.url.database)).parent.glob("rednov.db*"):
            path.unlink()
    else:
        with engine.begin() as connection:
            connection.execute(text("DROP SCHEMA public CASCADE"))
            connection.execute(text("CREATE SCHEMA public"))
    engine.dispose()


def on_file(world: AtTheTable) -> list[tuple[bytes, tuple[Event, ...], Gamestate, str]]:
    """Of each game its luck, its history, where it stands, and the seal over its draws."""
    with world.desk.db.transaction() as records:
        return [
            (records.secret(one.id), records.history(one.id), found[1], str(records.chain(one.id)))
            for one in records.games()
            if (found := records.gamestate(one.id)) is not None
        ]


def test_a_game_that_is_restored_goes_on_byte_for_byte_and_with_the_same_luck(
    tmp_path: Path, finished: Callable[[Script], AtTheTable]
) -> None:
    wiped = Wiped(LUCKY, settings_for(f"sqlite:///{tmp_path / 'rednov.db'}", LUCKY.cast), tmp_path)
    play(LUCKY, wiped.world, wiped.before)
    assert wiped.restored == ["desk"] * 4  # one mail tells of each restore
    assert sorted(named(wiped.world.papers)) == sorted(LUCKY.mails())
    assert differing(wiped) == []
    assert on_file(wiped.world) == on_file(finished(LUCKY))
    assert wiped.world.positions.keys() == {"RN1"}


def test_half_a_game_on_postgresql_goes_on_byte_for_byte(
    tmp_path: Path, postgres_url: Callable[[], str]
) -> None:
    half = replace(GAME, cues=GAME.cues[: len(GAME.cues) // 2])
    wiped = Wiped(half, settings_for(postgres_url(), GAME.cast), tmp_path)
    wiped.at = {len(half.cues) // 2, len(half.cues) - 1}
    play(half, wiped.world, wiped.before)
    assert wiped.restored == ["desk"] * 2
    assert len(wiped.world.papers) > 50
    assert differing(wiped) == []


def differing(wiped: Wiped) -> list[str]:
    """The mails that are not as they were recorded."""
    recorded = wiped.script.mails()
    said = named(wiped.world.papers)
    return [name for name, octets in said.items() if octets != recorded[name]]
