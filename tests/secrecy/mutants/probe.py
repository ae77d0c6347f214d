"""A game at two tables whose hidden tiles differ, watched for whatever tells them.

Whatever was announced and drawn in public is the same at both.  So the drafts of mails to the list,
these mails, heads included, the log, what is told to programs and the words of the drafts' codes
are the same at both tables.  The first leak is printed, and the exit code is 3; 0 of a game that
tells nothing.

    python -m tests.secrecy.mutants.probe
"""

from __future__ import annotations

import logging
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace as replaced
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from rednov_bot.cli import drafted, outbox
from rednov_bot.desk.contest import office
from rednov_bot.desk.due import idling
from rednov_bot.engine import happenings as h
from rednov_bot.engine.gamestate import Gamestate
from rednov_bot.engine.words import CardKind, Item
from rednov_bot.papers import QueuedPosting
from tests.builders import BUSINESS, CountingTokens, a_table
from tests.desk import play
from tests.scenes.laws import tiles_in

LEAKS: Final = 3
"""The exit code of a game that tells something hidden."""

HANDS: Final[tuple[dict[str, tuple[Item, ...]], ...]] = (
    {
        "Ann": ("coffee", "grog"),
        "Bob": ("aqualung", "crowbar", "pump_manual"),
        "Cat": ("grog", "engine_manual", "water_pump"),
    },
    {
        "Ann": ("crowbar", "toolbox"),
        "Bob": ("toolbox", "grog", "fire_extinguisher"),
        "Cat": ("grog", "aqualung", "coffee"),
    },
)
"""Of as many tiles each; that Cat holds a grog, Overheated makes public."""

_TOKENS = CountingTokens()
CODES: Final = frozenset(_TOKENS.code() for _ in range(400))
"""What drafts are called, if by nothing but their tokens."""

_NAMED = re.compile(r"<rednov\.test\.[0-9]{6}@bots\.example>")
_AROUND = 24  # characters that are shown around a difference


class Leak(Exception):
    """Something hidden was told; the words say how, and never what."""


class _Heard(logging.Handler):
    """Every line of every log of the program."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())


class Side:
    """One of the two tables, and what was told there since the last look."""

    def __init__(self, folder: Path, world: int) -> None:
        folder.mkdir()
        self.table, self.world = a_table(folder), world
        self.told: list[str] = []
        self.drafts: set[str] = set()

    def hear(self, postings: tuple[QueuedPosting, ...]) -> None:
        """What was queued: to the list whole, to others that it was."""
        for one in postings:
            if not _NAMED.fullmatch(one.posting.message_id):
                raise Leak("the names: a Message-ID is not made of its token alone")
            if one.posting.to == BUSINESS:
                self.told.append(one.posting.octets.decode("ascii", "replace"))
            facts = dict(outbox._facts(one))
            self.told.append(f"{one.posting.message_id} {one.draft} {facts}")

    def look(self) -> None:
        """The drafts that are new: what the list would read of them, and what programs are told."""
        with self.table.desk.ledger.transaction() as records:
            made = records.open_drafts()
            held = records.dispositions("hold")
        if held:
            raise AssertionError(f"a mail is held: {held[-1].reason}")
        for draft in made:
            if draft.code not in self.drafts:
                self.drafts.add(draft.code)
                if draft.code not in CODES:
                    raise Leak("the names: a draft's code is not its token")
                public = [page for page in draft.pages if page.kind == "public"]
                self.told += [str(replaced(page, picture=None)) for page in public]
                self.told.append(str(drafted.facts(draft)))

    def say(self, who: str, text: str) -> None:
        """An announcement, and the contestmaster's word."""
        self.table.clock.forward(minutes=30)
        self.hear(play.say(self.table, who, text))
        self.decide()

    def tell(self, who: str, text: str) -> None:
        """A mail to the bot alone."""
        self.hear(play.write(self.table, who, text))
        self.decide()

    def decide(self) -> None:
        """Whatever lies before the contestmaster is approved, but for the secrets of the luck."""
        self.look()
        for _ in range(20):
            with self.table.desk.ledger.transaction() as records:
                waiting = [one for one in records.open_drafts() if one.kind != "secret"]
            if not waiting:
                return
            word = f"choose {waiting[0].choice.candidates[0]}" if waiting[0].choice else "approve"
            self.hear(play.reply(self.table, waiting[0].code, word))
            self.look()
        raise AssertionError("the drafts do not end")

    def arrange(self, **how: object) -> None:
        """As tests/desk/play has it; each table has its own hands from the first time on."""
        play.arrange(self.table, **how)  # type: ignore[arg-type]

    def deck(self, *kinds: CardKind, alone: bool = False) -> None:
        """These cards come next; *alone*: no others are left.  Below them the order differs."""
        number, state = play.numbered(self.table)
        cards = self.table.desk.tables("standard").deck
        kept = sorted(state.secrets.deck)
        top: list[int] = []
        for kind in kinds:
            top.append(next(n for n in kept if n not in top and cards[n].kind == kind))
        rest = [n for n in kept if n not in top]
        where, below = state.position, tuple(rest if self.world else reversed(rest))
        if alone:
            where = replace(where, played=(*where.played, *rest), deck_left=len(top))
            below = ()
        secrets = replace(state.secrets, deck=(*top, *below))
        with self.table.desk.ledger.transaction() as records:
            game = records.games()[-1]
            records.advance(
                game.id,
                number + 1,
                (h.PositionCorrected(where.turns, where),),
                Gamestate(where, secrets),
                cause="arranged for the probe",
                at=self.table.clock.at,
            )


def opens(side: Side) -> None:
    """The opening, with dealt hands; then each table has hands of its own."""
    play.start(side.table, event_choice="orders+contestmaster")
    side.decide()
    at = {name: {"at": 8, "minutes": 39} for name in ("Ann", "Bob", "Cat")}
    side.arrange(gnomes=at, hands=HANDS[side.world])
    number, state = play.numbered(side.table)
    pool = tuple(sorted(state.secrets.pool, reverse=bool(side.world)))
    with side.table.desk.ledger.transaction() as records:
        records.advance(
            records.games()[-1].id,
            number + 1,
            (h.PositionCorrected(0, state.position),),
            Gamestate(state.position, replace(state.secrets, pool=pool)),
            cause="arranged for the probe",
            at=side.table.clock.at,
        )
    side.deck("respite", "respite")


def draws(side: Side) -> None:
    """Tiles are drawn."""
    side.say("Ann", "I draw 2 items.")


def gives_by_a_private_list(side: Side) -> None:
    """The list hears that a tile is given, and not which."""
    side.tell("Bob", HANDS[side.world]["Bob"][0].replace("_", " "))
    side.say("Bob", "I give Ann 1 item.")


def is_void(side: Side) -> None:
    """Two announcements without effect: for a reason that is private, and for one that is not."""
    side.say("Cat", "I use my diving gun and take no action.")
    side.say("Cat", "I open 1-2, go in and take no action.")


def overheats(side: Side) -> None:
    """Whoever holds a grog drinks one, and so shows it."""
    held: tuple[tuple[Item, ...], ...] = (("crowbar", "pump_manual"), ("toolbox", "water_pump"))
    side.arrange(hands={"Bob": held[side.world]})  # the same gnomes hold grog at both tables
    hand = [one for one in play.hand(side.table, "Ann") if one not in ("grog", "lucky_charm")]
    side.arrange(gnomes={"Ann": {"minutes": 34}}, hands={"Ann": ([*hand, *["coffee"] * 5])[:5]})
    side.deck("overheated", "respite")
    side.say("Ann", "I open 8-5, go in and take no action.")


def discards(side: Side) -> None:
    """A hand limit, and a discard by a private list."""
    side.arrange(gnomes={"Bob": {"minutes": 34}})
    side.deck("turbulence", "respite")
    side.say("Bob", "I open 8-5, go in and take no action.")
    side.tell("Ann", play.hand(side.table, "Ann")[0].replace("_", " "))
    side.say("Ann", "I discard 1 item.")


def faints(side: Side) -> None:
    """Grogs are drunk, and a card is drawn for each: one gnome faints, another stays awake."""
    side.arrange(hands={"Cat": ("grog", *HANDS[side.world]["Cat"][1:])})
    side.deck("descent", *["reactor_warmup"] * 4)
    side.say("Cat", "I use my grog. I take no action.")
    held = play.hand(side.table, "Ann")[1:]
    side.arrange(gnomes={"Ann": {"minutes": 32}}, hands={"Ann": ("grog", *held)})
    side.deck("respite")
    side.say("Ann", "I use my grog. I take no action.")


def renews_the_deck(side: Side) -> None:
    """The last event card is drawn, and the discards are shuffled."""
    side.arrange(gnomes={"Bob": {"minutes": 36, "at": 1}})
    side.arrange(heat=1, pressure=1, asphyxiation=1)
    side.deck("respite", alone=True)
    side.say("Bob", "I fix the engine for 10 minutes.")


def is_corrected(side: Side) -> None:
    """A turn is played again as the contestmaster reads it."""
    side.arrange(rooms={1: "dry", 2: "dry"}, blocked=frozenset())
    side.say("Bob", "I open 1-2, go in and fix the oxygen pumps for 3 minutes.")
    words = 'rewind to turn {} read as "I open 1-2 and go in. I take no action." because so it is'
    side.tell(play.MASTER, words.format(play.position(side.table).turns))


def is_killed(side: Side) -> None:
    """Nobody takes a turn for four days."""
    gnomes = play.position(side.table).gnomes
    name = next(one.name for one in gnomes if one.minutes and not one.fainted)
    side.table.clock.forward(days=5)
    with side.table.desk.ledger.transaction() as records:
        idling.kill(office.seated(side.table.desk, records), records, name)
    side.decide()


def ends(side: Side) -> None:
    """The sub is rescued; the story, the points, and what the secrets of the luck would tell."""
    for name in ("Bob", "Cat", "Ann"):
        if play.position(side.table).gnome(name).in_play:
            side.arrange(gnomes={name: {"minutes": 0}})
    last = [one for one in play.position(side.table).gnomes if one.in_play][-1].name
    side.arrange(gnomes={last: {"minutes": 1, "fainted": False}})
    side.say(last, "I take no action.")
    side.say(last, "I take no action.")


COURSE: Final[tuple[Callable[[Side], None], ...]] = (
    opens,
    draws,
    gives_by_a_private_list,
    is_void,
    overheats,
    discards,
    faints,
    renews_the_deck,
    is_corrected,
    is_killed,
    ends,
)


def played(folder: Path) -> Iterator[str]:
    """Each part of the game that told nothing.  Raises Leak where something was told."""
    heard = _Heard()
    log = logging.getLogger("rednov")
    log.addHandler(heard)
    log.setLevel(logging.DEBUG)
    sides = [Side(folder / str(world), world) for world in (0, 1)]
    for part in COURSE:
        texts, failed = [], []
        for side in sides:
            try:
                part(side)
            except AssertionError as error:
                failed.append(error)
            texts.append([*side.told, *heard.lines])
            side.told, heard.lines = [], []
        if len(failed) == len(sides):
            raise failed[0]
        if failed:
            raise Leak(f"the twin: {part.__name__} fails at one table alone")
        _same(*texts)
        for text in texts[0]:
            _says_nothing(sides[0], text, part.__name__)
        yield part.__name__


def _same(here: list[str], there: list[str]) -> None:
    if len(here) != len(there):
        raise Leak(f"the twin: {len(here)} things are told here and {len(there)} there")
    for mine, its in zip(here, there, strict=True):
        if mine != its:
            raise Leak(f"the twin: {_where(mine, its)}")


def _where(mine: str, its: str) -> str:
    """A few words around the first difference."""
    pairs = enumerate(zip(mine, its, strict=False))
    at = next((n for n, (one, other) in pairs if one != other), min(len(mine), len(its)))
    begin = max(0, at - _AROUND)
    return (
        f"{mine[begin : at + _AROUND]!r} at one table, {its[begin : at + _AROUND]!r} at the other"
    )


def _says_nothing(side: Side, text: str, part: str) -> None:
    """No text names a tile that nobody has named, or the secret."""
    named = {"diving_gun"} if part == "is_void" else set()
    if told := tiles_in(text) - named:
        raise Leak(f"the words: a text names {len(told)} tiles")
    with side.table.desk.ledger.transaction() as records:
        secret = records.secret(records.games()[-1].id)
    if secret.hex() in text or repr(secret) in text:
        raise Leak("the words: a text tells the secret")


def main() -> int:
    """Play it; what was told, if anything was."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            for part in played(Path(folder)):
                if "-v" in sys.argv:
                    print(part, flush=True)
        except Leak as leak:
            print(leak)
            return LEAKS
    return 0


if __name__ == "__main__":
    sys.exit(main())
