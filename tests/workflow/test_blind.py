"""In a blind game nothing that goes to whoever decides changes with what is hidden (§6, A83).

The same fortnight is played in two worlds that nobody could tell apart: other tiles in every hand
but theirs, another pool, a hand limit that is exceeded in one alone, another private reason why a
turn is void, other words to the bot alone.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

from rednov_bot.core.models import QueuedPosting
from rednov_bot.core.workflow import scheduler
from rednov_bot.games.red_november.rules.gamestate import Limit
from rednov_bot.games.red_november.rules.words import Item
from tests.builders import address_of
from tests.cli.shell import Said, Shell
from tests.scenes.laws import tiles_in
from tests.workflow.play import MASTER, Postings, Table, begun, code_in, missing, opened, text_of


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


class Fortnight:
    """The same things are said and decided, whatever is hidden; *got* goes to whoever decides."""

    def __init__(self, table: Table, world: World) -> None:
        self.table, self.world, self.got = table, world, list[str]()

    def note(self, news: Iterable[QueuedPosting]) -> Postings:
        """What was mailed to them; without the names of mails, which are random."""
        every = tuple(news)
        for one in every:
            if one.posting.to == address_of(MASTER):
                kept = [f"{it}: {value}" for it, value in opened(one).items() if it != "Message-ID"]
                self.got.append("\n".join([*kept, text_of(one)]))
        return every

    def says(self, who: str, text: str) -> str:
        """On the list; the code of the draft that comes of it."""
        return code_in(self.note(self.table.say(who, text)))

    def writes(self, who: str, text: str) -> None:
        self.note(self.table.write(who, text))

    def answers(self, code: str, *texts: str) -> None:
        for text in texts:
            self.note(self.table.reply(code, text))

    def waits(self, **span: float) -> None:
        """Time goes by; private notices are refused, by a server that quotes them."""
        self.table.clock.forward(**span)
        for _ in range(2):
            scheduler.make_rounds(self.table.desk)
            self.table.served(self.world.quoted)
        self.note(self.table.news())

    def begin(self) -> None:
        """Everybody stands in room 8; the contestmaster, if they play, with the same tiles ever."""
        hands = {**self.world.hands, MASTER: ("grog", "coffee")}
        names = [gnome.name for gnome in self.table.position().gnomes]
        self.table.arrange(
            gnomes={name: {"at": 8, "minutes": 39} for name in names},
            hands={name: hands[name] for name in names},
            limits=self.world.limits,
        )
        number, state = self.table.numbered()
        on_top = (*self.world.pool, *state.secrets.pool[len(self.world.pool) :])
        state = replace(state, secrets=replace(state.secrets, pool=on_top))
        with self.table.desk.db.transaction() as records:
            game, at = records.games()[-1].id, self.table.clock.at
            records.advance(game, number + 1, (), state, cause="set", at=at)

    def goes_by(self) -> None:
        """Every way in which something hidden could reach the one who decides."""
        self.begin()
        self.writes("Cat", self.world.ordered)
        self.writes(MASTER, "hands\nstatus\nduties\nidle\nrulings")
        self.writes("Bob", self.world.listed)
        self.answers(self.says("Bob", "I discard 2 items."), "approve")
        self.answers(
            self.says("Cat", "I use my toolbox and take no action."),
            "overrule: valid because e has one",
            'overrule: read as "I take no action." because it was meant',
            "approve",
        )
        read_as = 'overrule: read as "I use my {} and draw 2 items." because so'
        self.answers(
            self.says("Ann", "I draw 2 items."),
            *[read_as.format(tile) for tile in ("crowbar", "aqualung", "lucky charm")],
            "overrule: option public_hand_sizes = on because I am curious",
            "approve",
        )
        self.writes("Bob", f"The resolution of turn 1 is wrong, {self.world.claimed}.")
        self.waits(hours=2)
        self.writes("Ann", self.world.given)
        self.answers(self.says("Ann", "I give Bob 1 item."), "approve")
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


def fortnight(folder: Path, world: World, *more: str, **options: str) -> list[str]:
    """What goes to the one who decides in a fortnight of a world."""
    folder.mkdir()
    names = ("Ann", "Bob", "Cat", *more)
    table = begun(folder, *names, options={"blind": "on", **options}, contestants=names)
    made = Fortnight(table, world)
    made.goes_by()
    return made.got


def test_what_goes_to_the_one_who_decides_is_the_same_in_both_worlds(tmp_path: Path) -> None:
    here, there = [fortnight(tmp_path / str(number), world) for number, world in enumerate(WORLDS)]
    assert len(here) > 20
    assert here == there
    told = "\n".join(here)
    for said in (
        "you are shown no hand",
        "Cat's turn of Mon 23 Nov 2026, 10:00 UTC has no effect; the reason was sent to Cat",
        "for Cat alone to know",
        "Ann has not said in public that they use or give the crowbar",
        "1 further private notice",
        "Claim of error: Bob, turn 1",
        "Private notice to Ann (Turn 1: Ann)",
        "Correction of turn 1",
        "Cat is idle and may be killed",
    ):
        assert missing(told, said) == []
    assert tiles_in(told) <= {"toolbox", "crowbar", "aqualung", "lucky_charm"}  # those e named
    assert "diving gun" in "\n".join(fortnight(tmp_path / "not blind", HERE, blind="off"))


def test_so_it_is_where_the_one_who_decides_is_a_gnome(tmp_path: Path) -> None:
    here, there = [
        fortnight(tmp_path / str(number), world, MASTER, contestmaster_plays="on")
        for number, world in enumerate(WORLDS)
    ]
    assert len(here) > 20
    assert here == there


# -- the shell ------------------------------------------------------------------------------------

INSTEAD = "--read-as 'I use a crowbar and draw 2 items.'"
VOID = "'I use my toolbox and take no action.'"
COMMANDS = (
    *("status", "status --json", "drafts", "drafts show CODE", "duties", "duties --done"),
    *("claims", "idle", "hands --yes", "hands --yes --json", "rulings", "outbox --all", "mails"),
    *("show", "show --secret", "show --secret --json"),
    *(f"rehearse Cat {VOID}", f"rehearse Cat {VOID} --secret"),
    *(f"rewind 1 {INSTEAD}", f"overrule CODE {INSTEAD}", "overrule LINE --valid"),
)
REFUSED = {
    *("hands --yes --json", "show --secret", "show --secret --json"),
    *(f"rehearse Cat {VOID} --secret", f"rewind 1 {INSTEAD}", f"overrule CODE {INSTEAD}"),
    "overrule LINE --valid",
}


def in_a_shell(shell: Shell, world: World, at: datetime) -> list[Said]:
    """What each command says in a game in which much is hidden, and two drafts wait."""
    since = f"[contest]\nsince = {at - timedelta(days=1):%Y-%m-%dT%H:%M:%SZ}"
    shell.config.write_text(shell.config.read_text().replace("[contest]", since))
    made = shell.table()
    made.clock.at = at
    table = Table(made.desk, made.clock, made.uid, made.seen)
    table.begin(blind="on")
    Fortnight(table, world).begin()
    table.write("Bob", world.listed)
    table.say("Bob", "I discard 2 items.")
    table.resolve("Ann", "I draw 2 items.")
    line = code_in(table.say("Cat", "I use my toolbox and take no action."))
    table.write("Bob", f"The resolution of turn 1 is wrong, {world.claimed}.")
    table.write("Bob", f"{world.claimed}!", subject=world.given)
    names = {"CODE": code_in(table.say("Ann", "I draw 1 item.")), "LINE": line}
    return [shell.run(*[names.get(it, it) for it in shlex.split(one)]) for one in COMMANDS]


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
    assert {command for command, one in said if one.code and one.err} == REFUSED


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
