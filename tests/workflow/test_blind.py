"""In a blind game nothing that goes to whoever decides changes with what is hidden (§6, A83).

The same fortnight is played in two worlds that nobody could tell apart: other tiles in every hand
but theirs, another pool, a hand limit that is exceeded in one alone, another private reason why a
turn is void, other words to the bot alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
import pytest

from rednov_bot.core.models import QueuedPosting
from rednov_bot.core.workflow.scheduler import batches
from rednov_bot.games.red_november.rules.gamestate import Limit
from rednov_bot.games.red_november.rules.words import Item
from tests.builders import (
    Table,
    address_of,
    private_mail,
)
from tests.cli.shell import Said, Shell
from tests.scenes.laws import tiles_in
from tests.workflow.play import (
    MASTER,
    arrange,
    begin,
    begun,
    code_in,
    opened,
    position,
    reply,
    say,
    served,
    text_of,
    write,
)


@dataclass(frozen=True)
class World:
    """What is hidden: who holds what, and what is said to the bot alone."""

    hands: dict[str, tuple[Item, ...]]
    pool: tuple[Item, ...]
    limits: dict[str, Limit]
    listed: str  # what Bob discards
    given: str  # what Ann gives
    claimed: str  # what Bob writes of a resolution
    ordered: str  # what Cat wishes
    quoted: str  # what a mail server says of a notice


HERE = World(
    hands={
        "Ann": ("lucky_charm", "diving_gun"),
        "Bob": ("aqualung", "crowbar", "pump_manual", "coffee"),
        "Cat": ("toolbox", "engine_manual", "water_pump"),
    },
    pool=("coffee", "reactor_manual", "fire_extinguisher", "toolbox", "grog", "crowbar"),
    limits={"Bob": Limit(2), "Cat": Limit(1)},
    listed="aqualung, crowbar",
    given="diving gun",
    claimed="for I hold a coffee",
    ordered="For a hand limit drop engine manual, keep the toolbox.",
    quoted="550 your mail speaks of a coffee",
)
THERE = World(
    hands={
        "Ann": ("pump_manual", "coffee"),
        "Bob": ("toolbox", "grog", "water_pump", "crowbar"),
        "Cat": ("aqualung", "aqualung", "fire_extinguisher"),
    },
    pool=("engine_manual", "lucky_charm", "reactor_manual", "diving_gun", "crowbar", "toolbox"),
    limits={"Bob": Limit(2)},
    listed="toolbox, water pump",
    given="coffee",
    claimed="for I hold a crowbar and a grog",
    ordered="For a hand limit keep the aqualung.",
    quoted="554 spam: you hold 3 items",
)
"""Cat has no toolbox there, and no hand limit: here they have both."""

WORLDS = (HERE, THERE)


@dataclass
class Fortnight:
    """The same things are said and decided, whatever is hidden."""

    table: Table
    world: World
    got: list[str] = field(default_factory=list)  # what goes to whoever decides, in order

    def note(self, news: Iterable[QueuedPosting]) -> tuple[QueuedPosting, ...]:
        """What was mailed to them; without the names of mails, which are random."""
        every = tuple(news)
        for one in every:
            if one.posting.to == address_of(MASTER):
                mail = opened(one)
                kept = [f"{name}: {value}" for name, value in mail.items() if name != "Message-ID"]
                self.got.append("\n".join([*kept, text_of(one)]))
        return every

    def says(self, who: str, text: str) -> tuple[QueuedPosting, ...]:
        return self.note(say(self.table, who, text))

    def writes(self, who: str, text: str) -> tuple[QueuedPosting, ...]:
        return self.note(write(self.table, who, text))

    def answers(self, code: str, text: str) -> tuple[QueuedPosting, ...]:
        return self.note(reply(self.table, code, text))

    def waits(self, **span: float) -> None:
        """Time goes by; private notices are refused, by a server that quotes them."""
        self.table.clock.forward(**span)
        batches.make_rounds(self.table.desk)
        served(self.table, self.world.quoted)
        batches.make_rounds(self.table.desk)
        self.note(self.table.news())

    def begin(self) -> None:
        """Everybody stands in room 8; the contestmaster, if they play, with the same tiles ever."""
        where = position(self.table)
        own: dict[str, tuple[Item, ...]] = {}
        if any(gnome.name == MASTER for gnome in where.gnomes):
            own = {MASTER: ("grog", "coffee")}
        arrange(
            self.table,
            gnomes={gnome.name: {"at": 8, "minutes": 39} for gnome in where.gnomes},
            hands={**self.world.hands, **own},
            limits=self.world.limits,
        )
        self._pool()

    def _pool(self) -> None:
        """The tiles on top of the pool are those of the world."""
        with self.table.desk.db.transaction() as records:
            game = records.games()[-1]
            found = records.gamestate(game.id)
            assert found is not None
            number, state = found
            pool = (*self.world.pool, *state.secrets.pool[len(self.world.pool) :])
            state = msgspec.structs.replace(
                state, secrets=msgspec.structs.replace(state.secrets, pool=pool)
            )
            records.advance(game.id, number + 1, (), state, cause="set", at=self.table.clock.at)

    def goes_by(self) -> None:
        """Every way in which something hidden could reach the one who decides."""
        self.begin()
        self.writes("Cat", self.world.ordered)
        self.writes(MASTER, "hands\nstatus\nduties\nidle\nrulings")
        self.writes("Bob", self.world.listed)
        discard = code_in(self.says("Bob", "I discard 2 items."))
        self.answers(discard, "approve")
        void = code_in(self.says("Cat", "I use my toolbox and take no action."))
        self.answers(void, "overrule: valid because e has one")
        self.answers(void, 'overrule: read as "I take no action." because it was meant')
        self.answers(void, "approve")
        drawn = code_in(self.says("Ann", "I draw 2 items."))
        for tile in ("crowbar", "aqualung", "lucky charm"):
            self.answers(drawn, f'overrule: read as "I use my {tile} and draw 2 items." because so')
        self.answers(drawn, "overrule: option public_hand_sizes = on because I am curious")
        self.answers(drawn, "approve")
        self.writes("Bob", f"The resolution of turn 1 is wrong, {self.world.claimed}.")
        self.waits(hours=2)
        self.writes("Ann", self.world.given)
        given = code_in(self.says("Ann", "I give Bob 1 item."))
        self.answers(given, "approve")
        self.writes("Bob", "hand")
        self.waits(hours=25)
        self.waits(hours=49)
        self.writes(MASTER, "rewind turn 1: void")
        self.writes(MASTER, 'rewind turn 1: read as "I use a crowbar and draw 2 items." because so')
        self.writes(MASTER, "status\nidle\nhands\nrulings\ndrafts")
        self.waits(days=3)
        self.writes(MASTER, "kill Cat")
        self.writes(MASTER, "status\nduties\nidle")
        self.writes(MASTER, "hand over to Dan")


def fortnight(folder: Path, world: World, *names: str, **options: str) -> Fortnight:
    """The fortnight, in a world of its own."""
    folder.mkdir()
    contestants = names or ("Ann", "Bob", "Cat")
    table = begun(folder, *names, options={"blind": "on", **options}, contestants=contestants)
    made = Fortnight(table, world)
    made.goes_by()
    return made


def test_what_goes_to_the_one_who_decides_is_the_same_in_both_worlds(tmp_path: Path) -> None:
    here, there = [fortnight(tmp_path / str(number), world) for number, world in enumerate(WORLDS)]
    assert len(here.got) > 20
    for one, other in zip(here.got, there.got, strict=True):
        assert one == other
    told = "\n".join(here.got)
    flat = " ".join(told.split())
    for said in (
        "you are shown no hand",
        "Cat's turn of Mon 23 Nov 2026, 10:00 UTC has no effect; the reason was sent to Cat",
        "for Cat alone to know",
        "Ann has not said in public that they use or give the crowbar",
        "1 further private notice",
        "to Ann and Bob",
        "Claim of error: Bob, turn 1",
        "Private notice to Ann (Turn 1: Ann)",
        "Correction of turn 1",
        "Cat is idle and may be killed",
    ):
        assert said in flat
    assert tiles_in(told) <= {"toolbox", "crowbar", "aqualung", "lucky_charm"}  # those e named
    shown = fortnight(tmp_path / "not blind", HERE, blind="off").got
    assert "diving gun" in "\n".join(shown)


def test_so_it_is_where_the_one_who_decides_is_a_gnome(tmp_path: Path) -> None:
    names, options = ("Ann", "Bob", "Cat", MASTER), {"contestmaster_plays": "on"}
    here, there = [
        fortnight(tmp_path / str(number), world, *names, **options)
        for number, world in enumerate(WORLDS)
    ]
    assert len(here.got) > 20
    assert here.got == there.got


# -- the shell ------------------------------------------------------------------------------------

COMMANDS = (
    ("status",),
    ("status", "--json"),
    ("drafts",),
    ("drafts", "show", "CODE"),
    ("duties",),
    ("duties", "--done"),
    ("claims",),
    ("idle",),
    ("hands", "--yes"),
    ("hands", "--yes", "--json"),
    ("show",),
    ("show", "--secret"),
    ("show", "--secret", "--json"),
    ("rehearse", "Cat", "I use my toolbox and take no action."),
    ("rehearse", "Cat", "I use my toolbox and take no action.", "--secret"),
    ("rulings",),
    ("outbox", "--all"),
    ("mails",),
    ("rewind", "1", "--read-as", "I use a crowbar and draw 2 items."),
    ("overrule", "CODE", "--read-as", "I use a crowbar and draw 2 items."),
    ("overrule", "LINE", "--valid"),
)


def in_a_shell(shell: Shell, world: World, at: datetime) -> list[Said]:
    """What each command says in a game in which much is hidden, and two drafts wait."""
    since = f"[contest]\nsince = {at - timedelta(days=1):%Y-%m-%dT%H:%M:%SZ}"
    shell.config.write_text(shell.config.read_text().replace("[contest]", since))
    table = shell.table()
    table.clock.at = at
    begin(table, blind="on")
    lately = Fortnight(table, world)
    lately.begin()
    write(table, "Bob", world.listed)
    say(table, "Bob", "I discard 2 items.")
    drawn = code_in(say(table, "Ann", "I draw 2 items."))
    reply(table, drawn, "approve")
    line = code_in(say(table, "Cat", "I use my toolbox and take no action."))
    write(table, "Bob", f"The resolution of turn 1 is wrong, {world.claimed}.")
    table.receive(private_mail("Bob", f"{world.claimed}!", subject=world.given))
    code = code_in(say(table, "Ann", "I draw 1 item."))
    names = {"CODE": code, "LINE": line}
    return [shell.run(*[names.get(word, word) for word in command]) for command in COMMANDS]


def test_what_a_shell_tells_is_the_same_in_both_worlds(
    tmp_path: Path, shell_in: Callable[[Path], Shell]
) -> None:
    now = datetime.now(UTC)
    told = [
        in_a_shell(shell_in(tmp_path / str(number)), world, now)
        for number, world in enumerate(WORLDS)
    ]
    for command, here, there in zip(COMMANDS, *told, strict=True):
        assert (command, without_moments(here)) == (command, without_moments(there))
    said = zip(COMMANDS, told[0], strict=True)
    refused = {" ".join(command) for command, one in said if one.code and one.err}
    assert refused == {
        "hands --yes --json",
        "show --secret",
        "show --secret --json",
        "rehearse Cat I use my toolbox and take no action. --secret",
        "rewind 1 --read-as I use a crowbar and draw 2 items.",
        "overrule CODE --read-as I use a crowbar and draw 2 items.",
        "overrule LINE --valid",
    }


def without_moments(said: Said) -> Said:
    """Without what hangs on the machine's own clock."""
    spans = r"\d+ (minutes?|hours?|days?)( old| left)?|less than a minute old"
    out = re.sub(spans, "SPAN", said.out)
    return Said(said.code, out, said.err)


@pytest.fixture
def shell_in(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Callable[[Path], Shell]:
    """A shell in a folder."""

    def made(folder: Path) -> Shell:
        folder.mkdir()
        monkeypatch.chdir(folder)
        monkeypatch.delenv("REDNOV_CONFIG", raising=False)
        return Shell(folder, capsys)

    return made
