"""A random game in two hidden worlds of which everything public is the same (§6).

The engine alone plays its first turns; then it goes on at a desk, by mail.  Every tile has a number
from the opening on, so that its way is known.  Tiles of which nobody learns what they are change
places with each other, and so do event cards that nobody draws: that is the other world.  The same
is done there, and whatever anybody could see but a gnome alone must be the same, octet for octet.
"""

from __future__ import annotations

import contextlib
import dataclasses
import io
import logging
import re
import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from functools import reduce
from itertools import zip_longest
from pathlib import Path
from random import Random
from typing import Any, Final

from msgspec.structs import replace

from rednov_bot import bootstrap
from rednov_bot.bootstrap import open_desk
from rednov_bot.cli import main
from rednov_bot.core.errors import CannotKill
from rednov_bot.core.luck import Drawn, GameLuck
from rednov_bot.core.models import Page
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import idleness, reports, resolving, scheduler, spectators
from rednov_bot.core.workflow.desk import ongoing
from rednov_bot.core.workflow.luck import fortune
from rednov_bot.games.base import Answer, Held
from rednov_bot.games.red_november import datasets
from rednov_bot.games.red_november.render import site
from rednov_bot.games.red_november.render.audience import public_only
from rednov_bot.games.red_november.render.canonical import announcement
from rednov_bot.games.red_november.render.wording import ITEM_NAMES
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.gamestate import Gamestate
from rednov_bot.games.red_november.rules.hands import exceeds
from rednov_bot.games.red_november.rules.logbook import after
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.resolve import judge, resolve
from rednov_bot.games.red_november.rules.turn import NO_ORDERS, Turn
from rednov_bot.games.red_november.rules.words import ITEMS, GnomeName, Item
from tests.builders import MONDAY, CountingTokens, FixedClock, Table, address_of
from tests.cli.shell import SETTINGS
from tests.rules.pairwise import OTHERWISE
from tests.rules.sailing import CREW, Voyage, random_turn, sail_on
from tests.workflow import play

STANDARD: Final = datasets.load("standard")
OF_THE_DESK: Final = ("uniform_refusals", "queue_early_turns", "auto_verdicts", "blind")
OPTIONS: Final = {**OTHERWISE, **dict.fromkeys(OF_THE_DESK, (True,))}
COMMANDS: Final = ("status", "show", "drafts", "outbox --all", "duties", "games", "rulings")
"""What programs are told: with `--json`, one of them after each game."""
SPARE: Final = 15
"""Event cards behind those drawn that stay where they are where a correction may draw more."""

_LOG: Final = logging.getLogger("rednov")
_TOKENS = CountingTokens()
CODES: Final = frozenset(_TOKENS.code() for _ in range(1000))
_NAMED: Final = re.compile(r"<rednov\.test\.[0-9]{6}@bots\.example>")
_SEALED: Final = re.compile(r"^  (root|seal) [0-9a-f]{64}$", re.MULTILINE)
_MASTER: Final = address_of(play.MASTER)
_PRIVATE: Final = {_MASTER, *map(address_of, CREW)}


class Leak(AssertionError):
    """Something public depends on something hidden."""


@dataclass(frozen=True)
class Deed:
    """Something that is done in both worlds, in the same words.

    LIST in it stands for the tiles in these *places* of the hand of the gnome who writes.
    """

    what: str  # "list" or "bot", to which it is written; "kill"; "days"; or a report
    who: GnomeName = ""
    text: str = ""
    places: tuple[int, ...] = ()


class Tiles:
    """Where each tile of a game lies, by its number, and which of them everybody knows."""

    def __init__(self, state: Gamestate) -> None:
        """From the opening on, whose gamestate this is."""
        self.kinds: list[Item] = []
        self.names = [one.name for one in state.position.gnomes]
        self.hands = [self._new(hand) for hand in state.secrets.hands]
        self.pool, self.discards, self.known = self._new(state.secrets.pool), [], set[int]()

    def _new(self, kinds: Sequence[Item]) -> list[int]:
        self.kinds += kinds
        return list(range(len(self.kinds) - len(kinds), len(self.kinds)))

    def hand(self, name: GnomeName) -> list[int]:
        return self.hands[self.names.index(name)]

    def _take(self, lying: list[int], items: Sequence[Item]) -> list[int]:
        taken = []
        for item in items:
            taken.append(next(one for one in lying if self.kinds[one] == item))
            lying.remove(taken[-1])
        return taken

    def enter(self, told: ev.Event) -> list[int]:
        """What happens next; the tiles that it is about, if it is private."""
        moved: list[int] = []
        match told:
            case ev.ItemUsed(gnome=name, item=item):
                self.discards += (gone := self._take(self.hand(name), [item]))
                self.known.update(gone)
            case ev.ThirstSlaked(gnome=name):
                self.discards += self._take(self.hand(name), ["grog"])
            case ev.GrogGained(gnome=name, count=count):
                self.known.update(grogs := self._new(["grog"] * count))
                self.hand(name).extend(grogs)
            case ev.ItemsReceived(to=name, items=items):
                moved = self._take(self.pool, items)
                self.hand(name).extend(moved)
            case ev.DiscardNamed(to=name, items=items):
                self.discards += (moved := self._take(self.hand(name), items))
            case ev.GiftReceived(to=name, giver=giver, items=items):
                self.hand(name).extend(moved := self._take(self.hand(giver), items))
            case ev.ReturnNoted(giver=name, items=items):
                self.known.update(moved := self._take([*self.hand(name)], items))
            case ev.HandDropped(gnome=name, to_discards=to_discards):
                self.discards += self.hand(name) if to_discards else []
                self.hand(name).clear()
            case ev.ItemPoolShuffled(order=order):
                self.pool, self.discards = (moved := self._take(self.discards, order)).copy(), []
            case ev.HandsRevealed():
                self.known.update(one for hand in self.hands for one in hand)
            case _:
                pass
        return moved


class Other:
    """The other world: the same public past, with other tiles and cards in it."""

    def __init__(
        self, rng: Random, start: Gamestate, steps: Sequence[Sequence[ev.Event]], past: int,
        fixed: set[Item], spare: int,
    ) -> None:  # fmt: skip
        """*steps* lead on from the opening, *past* of them before the desk takes over.

        Tiles of *fixed* kinds stay as they are, and so many *spare* cards behind those drawn.
        """
        tiles, numbered, drawn, decks = Tiles(start), list[list[list[int]]](), spare, 0
        for step in steps:
            if any(isinstance(one, ev.SecretsCorrected) for one in step):
                break  # a correction, which comes last
            numbered.append([tiles.enter(one) for one in step])
            for one in step:
                decks += isinstance(one, ev.EventDeckShuffled)
                drawn += not decks and isinstance(one, ev.CardDrawn | ev.FaintChecked)
            for one, moved in zip(step, numbered[-1], strict=True):
                if len(numbered) > past and isinstance(one, ev.ItemPoolShuffled):
                    tiles.known.update(moved)  # the root over all of them is published
        self.kinds = tiles.kinds.copy()
        loose = [one for one, kind in enumerate(self.kinds) if kind not in fixed]
        free = [one for one in loose if one not in tiles.known]
        for one, other in zip(free, rng.sample(free, len(free)), strict=True):
            self.kinds[one] = tiles.kinds[other]
        numbers, deck = iter(self.kinds), start.secrets.deck
        below = rng.sample(deck[drawn:], len(deck[drawn:]))
        secrets = replace(
            start.secrets,
            hands=tuple([tuple([next(numbers) for _ in hand]) for hand in start.secrets.hands]),
            pool=tuple([next(numbers) for _ in start.secrets.pool]),
            deck=(*deck[:drawn], *below),
        )
        self.start = Gamestate(start.position, secrets)
        self.past = [
            [self._retold(*one) for one in zip(step, moved, strict=True)]
            for step, moved in zip(steps[:past], numbered, strict=False)
        ]

    def _retold(self, told: ev.Event, moved: list[int]) -> ev.Event:
        items = tuple([self.kinds[one] for one in moved])
        if isinstance(told, ev.ItemPoolShuffled):
            return ev.ItemPoolShuffled(items)
        return replace(told, items=items) if moved else told


class Dealt(GameLuck):
    """The luck of an opening that deals as the other world has it."""

    __slots__ = ("_other",)

    def __init__(self, real: GameLuck, other: Other) -> None:
        super().__init__(real._keys, real.scope)
        self._other = other

    def deal(self, name: str, count: int) -> tuple[int, ...]:
        lying: list[Item | None] = [*STANDARD.items.tiles()]
        order = []
        for item in self._other.kinds[:count]:
            order.append(lying.index(item))
            lying[order[-1]] = None
        self.drawn.append(Drawn(name, "tiles", tuple(order), count))
        return tuple(order)

    def shuffle(self, name: str, count: int) -> tuple[int, ...]:
        self.drawn.append(Drawn(name, "cards", self._other.start.secrets.deck, count))
        return self._other.start.secrets.deck


class Side(logging.Handler):
    """A desk in one of the worlds, and all that anybody could see of what is done at it."""

    def __init__(self, folder: Path) -> None:
        """It stands in this folder, which is made."""
        super().__init__(logging.DEBUG)
        folder.mkdir()
        self.config, self.clock = folder / "rednov.toml", FixedClock()
        self._file, self._empty = folder / "rednov.db", folder / "empty.db"
        text = SETTINGS.replace("in_mails = false", "in_mails = true")
        text = text.replace("rednov.db", str(self._file))
        for name in CREW[3:]:
            text += f'\n[people.{name}]\naddresses = ["{address_of(name)}"]\ncontestant = true\n'
        self.config.write_text(text)
        self.table = Table(open_desk(self.config, clock=self.clock), self.clock)
        self._copy(self._file, self._empty)
        self.seen, self.drafts, self.options = list[str](), dict[str, str](), Options()
        self.offered = set[Item]()  # held where a kill that would reveal all hands was offered

    def emit(self, record: logging.LogRecord) -> None:
        self.seen.append(f"log: {record.getMessage()}")

    @staticmethod
    def _copy(whence: Path, to: Path) -> None:
        with closing(sqlite3.connect(whence)) as one, closing(sqlite3.connect(to)) as other:
            one.backup(other)

    def drafted(self, seed: int, other: Other | None = None) -> str:
        """What the list would read of a game's opening, dealt as in the *other* world if given."""
        self._copy(self._empty, self._file)
        self.clock.at, self.seen, self.drafts, self.offered = MONDAY, [], {}, set()
        self.table.uid = self.table.seen = self.mails = 0
        tokens, real = CountingTokens(seed=b"%d" % seed), fortune.of_opening
        self.table.desk = dataclasses.replace(self.table.desk, tokens=tokens)

        def dealt(*given: Any) -> Any:
            return Dealt(real(*given), other) if other else real(*given)  # type: ignore[arg-type]

        fortune.of_opening = dealt
        try:
            draft = play.start(self.table, *CREW[: 3 + seed % 6], **options_of(seed))
        finally:
            fortune.of_opening = real
        return _SEALED.sub(r"  \1", "".join(map(_shown, draft.pages)))

    def begins(self, seed: int) -> Gamestate:
        """The game of this number is opened."""
        self.opening = self.drafted(seed)
        _LOG.addHandler(self)
        _LOG.setLevel(logging.DEBUG)
        self._decides(Random(seed))
        with self.table.desk.db.transaction() as records:
            self.options = records.games()[-1].options
        return play.present(self.table)

    def goes_on(self, state: Gamestate, steps: Sequence[Sequence[ev.Event]]) -> None:
        """The game goes on by these steps, from *state* as it is in this world."""
        s, (number, _) = state.secrets, play.numbered(self.table)
        limits = tuple([None if one is None else (one.limit, one.owed) for one in s.limits])
        begun = ev.SecretsCorrected(s.hands, limits, s.deck, s.pool, s.discards, s.promised)
        with self.table.desk.db.transaction() as records:
            for step in ([begun], *steps):
                self.clock.forward(minutes=40)
                state, number = reduce(after, step, state), number + 1
                game, at = records.games()[-1].id, self.clock.at
                records.advance(game, number, step, state, cause="played", at=at)

    def does(self, deed: Deed, rng: Random) -> None:
        """Something is done, and all that comes of it is decided."""
        table, text = self.table, deed.text
        if deed.places:
            state = play.present(table)
            hand = state.secrets.hands[state.position.seat(deed.who)]
            text = text.replace("LIST", ", ".join(ITEM_NAMES[hand[at]] for at in deed.places))
        self.clock.forward(minutes=rng.randint(5, 200))
        if deed.what in ("list", "bot"):
            (play.say if deed.what == "list" else play.write)(table, deed.who, text)
        elif deed.what == "days":
            self.clock.forward(hours=rng.randint(20, 120))
            scheduler.make_rounds(table.desk)
        else:
            with table.desk.db.transaction() as records, suppress(CannotKill):
                if deed.what == "kill":
                    idleness.kill(table.desk, records, deed.who)
                else:
                    reports.post(table.desk, records, deed.what)  # type: ignore[arg-type]
        self._decides(rng)
        play.served(table, "550 no")

    def _decides(self, rng: Random) -> None:
        """Everything is approved or chosen, and claims are denied; the secrets are not told."""
        for _ in range(60):
            self._looks()
            with self.table.desk.db.transaction() as records:
                waiting = [one for one in records.open_drafts() if one.kind != "secret"]
                if not waiting and not self._chosen(records, rng):
                    return
            if waiting:
                choice, is_claim = waiting[0].choice, waiting[0].kind == "claim"
                word = "deny because so" if is_claim else "approve"
                if choice is not None and choice.key != "opening":
                    word = f"choose {rng.choice(choice.candidates)}"
                play.reply(self.table, waiting[0].code, word)
        raise AssertionError("the drafts do not end")

    def _chosen(self, records: UnitOfWork, rng: Random) -> bool:
        """Whether a gnome was asked for a choice, which they make."""
        now = ongoing(self.table.desk, records)
        pending = None if now is None else records.pending_turn(now.game.id)
        if now is None or pending is None:
            return False
        outcome = resolving.resolution_of(self.table.desk, records, now, pending)
        if isinstance(outcome, Held):
            answer = Answer(rng.choice(outcome.choice.candidates), "gnome")
            resolving.answered(self.table.desk, records, pending.id, outcome.choice.key, answer)
        return isinstance(outcome, Held)

    def _looks(self) -> None:
        """Looks at drafts and mails that are new."""
        with self.table.desk.db.transaction() as records:
            drafts = [one for one in records.open_drafts() if one.code not in self.drafts]
            mails = records.outbox()[self.mails :]
        self.mails += len(mails)
        for draft in drafts:
            self.drafts[draft.code] = draft.kind
            if draft.kind == "idle" and any(isinstance(e, ev.HandsRevealed) for e in draft.events):
                hands = play.present(self.table).secrets.hands
                self.offered.update(item for hand in hands for item in hand)
            self.seen.append(f"draft {draft.code}: {draft.kind}, {draft.about}")
            self.seen += map(_shown, draft.pages)
        for one in mails:
            mail = one.posting
            self.seen.append(f"{mail.message_id}: {mail.kind}, to {mail.to}, of {one.draft}")
            if mail.to not in _PRIVATE or (self.options.blind and mail.to == _MASTER):
                self.seen.append(mail.octets.decode("ascii", "replace"))
        named = all(_NAMED.fullmatch(one.posting.message_id) for one in mails)
        if not named or not {one.code for one in drafts} <= CODES:
            raise Leak("a mail or a draft is not called by its token alone")

    def ends(self, seed: int) -> None:
        """Looks at what spectators and programs are told."""
        with self.table.desk.db.transaction() as records:
            files = site.files(spectators.material_of(self.table.desk, records))
            self.seen += [f"{name}: {octets!r}" for name, octets in files]
        command, real, said = COMMANDS[seed % len(COMMANDS)], bootstrap.SystemClock, io.StringIO()
        bootstrap.SystemClock = lambda: self.clock  # type: ignore[assignment, misc]
        try:
            with contextlib.redirect_stdout(said), suppress(SystemExit):
                main([*command.split(), "--json", "--config", str(self.config)])
        finally:
            bootstrap.SystemClock = real  # type: ignore[misc]
        self.seen.append(f"{command}: {said.getvalue()}")
        _LOG.setLevel(logging.NOTSET)
        _LOG.removeHandler(self)


def _shown(page: Page) -> str:
    """What everybody could read of a page."""
    return f"{page.body}\n{dataclasses.replace(page, picture=None)}" * (page.kind == "public")


def options_of(seed: int) -> dict[str, Any]:
    """The options of a game: each that matters is set with one chance in eight."""
    rng = Random(f"options {seed}")
    return {name: rng.choice(OPTIONS[name]) for name in OPTIONS if rng.random() < 1 / 8}


def deeds(side: Side, rng: Random) -> Iterator[Deed]:
    """What is done next at a desk, a few times, until the game is over; last perhaps a rewind."""
    turns = 0
    for _ in range(rng.randint(3, 6)):
        state = play.present(side.table)
        where, kind = state.position, rng.random()
        if where.ending is not None:
            return
        able = [one.name for one in where.gnomes if one.in_play and one.minutes and not one.fainted]
        name = rng.choice(able or [one.name for one in where.gnomes])
        hand = state.secrets.hands[where.seat(name)]
        places = [at for at, item in enumerate(hand) if hand.index(item) == at]
        over = exceeds(state.secrets.limits[where.seat(name)], hand)
        if 0 < over <= len(places) and kind < 0.8:
            yield Deed("bot", name, "LIST", tuple(rng.sample(places, over)))
            yield Deed("list", name, f"I discard {over} item{'s' * (over > 1)}.")
        elif kind < 0.06 and places:
            yield Deed("bot", name, "LIST", (rng.choice(places),))
            yield Deed("list", name, f"In return I give {rng.choice(CREW[:3])} 1 item.")
        elif kind < 0.13:
            lacking = rng.choice([item for item in ITEMS if item not in hand])
            yield Deed("list", name, f"I use my {ITEM_NAMES[lacking]} and take no action.")
        elif kind < 0.16:
            yield Deed("list", name, "I open 1-2, go in and fix the engine for 99 minutes.")
        elif kind < 0.2:
            yield Deed("list", name, "CoE: I had more minutes left.")
        elif kind < 0.25:
            yield Deed(rng.choice(("position", "contest", "week")))
        elif kind < 0.3:
            yield Deed(rng.choice(("kill", "days")), name)
        else:
            turn = _valid(state, name, side.options, rng)
            given = () if turn.action is None else turn.action.give or ()
            if given and len(set(given)) == len(given):
                yield Deed("bot", name, "LIST", tuple([hand.index(item) for item in given]))
                action = replace(turn.action, give=None, give_count=len(given))
                turn = replace(turn, action=action)
            yield Deed("list", name, announcement(turn))
            turns += 1
    if turns and rng.random() < 0.3:
        how = rng.choice(("void", 'read as "I take no action."'))
        words = f"rewind turn {play.position(side.table).turns}: {how} because it was meant so"
        yield Deed("bot", play.MASTER, words)


def _valid(state: Gamestate, name: GnomeName, options: Options, rng: Random) -> Turn:
    """A turn that counts, if one is found in time."""
    hand = state.secrets.hands[state.position.seat(name)]
    for _ in range(20):
        turn = random_turn(state.position, name, hand, STANDARD, options, rng)
        turn = replace(turn, orders=NO_ORDERS)
        if judge(state, turn, STANDARD, options).valid:
            break
    return turn


@dataclass
class Counted:
    """What was compared."""

    games: int = 0
    drafts: Counter[str] = field(default_factory=Counter)  # by kind
    hands: int = 0
    others: int = 0  # of these hands were others in the other world


def compare(seed: int, here: Side, there: Side, counted: Counted) -> None:
    """The game of this number in two worlds.  Raises Leak where something public differs."""
    rng, start, done = Random(seed), here.begins(seed), list[Deed]()
    voyage = Voyage(STANDARD, here.options, start)
    sail_on(voyage, rng, b"%032d" % seed, most=rng.randint(0, 40), idle=0.01)
    here.goes_on(start, voyage.entered)
    for deed in deeds(here, rng):
        here.does(deed, Random(f"{seed} {len(done)}"))
        done.append(deed)
    here.ends(seed)
    with here.table.desk.db.transaction() as records:
        game = records.games()[-1].id
        told, secret = records.chapters(game), records.secret(game).hex()
    begun = [one.cause for one in told].index("played")
    words = " ".join(one.text for one in done)
    fixed = {item for item in ITEMS if ITEM_NAMES[item] in words}
    fixed |= {"crowbar"} if here.options.crazed else set()
    steps = [one.events for one in told[begun + 1 :]]
    hot = any(isinstance(o, ev.CardDrawn) and o.kind == "overheated" for one in steps for o in one)
    fixed |= {"grog"} if hot or "rewind" in words else set()  # who holds it is told, or may be
    fixed |= here.offered
    other = Other(rng, start, steps, len(voyage.entered), fixed, SPARE * ("rewind" in words))
    _resolves(seed, voyage, other)
    if not here.options.opening_events:
        _same(seed, [here.opening], [there.drafted(seed, other)])
    there.begins(seed)
    there.goes_on(other.start, other.past)
    for number, deed in enumerate(done):
        there.does(deed, Random(f"{seed} {number}"))
    there.ends(seed)
    _same(seed, here.seen, there.seen)
    if any(secret in text for text in here.seen):
        raise Leak(f"game {seed}: a text tells the secret")
    counted.games += 1
    counted.drafts.update(here.drafts.values())
    both = [play.present(one.table).secrets.hands for one in (here, there)]
    for hand, its in zip(*both, strict=True):
        counted.hands += bool(hand)
        counted.others += sorted(hand) != sorted(its)


def _resolves(seed: int, voyage: Voyage, other: Other) -> None:
    """The engine tells the same in public of each turn of the past in the other world."""
    state, legs = other.start, iter(voyage.legs)
    for step, told in zip(voyage.entered, other.past, strict=True):
        if any(isinstance(one, ev.TurnResolved) for one in step):
            leg = next(legs)
            turn, action = leg.turn, leg.turn.action
            for one in told:
                is_gift = isinstance(one, ev.GiftReceived) and one.giver == turn.gnome
                if is_gift and action is not None and action.give:
                    turn = replace(turn, action=replace(action, give=one.items))
            done = resolve(state, turn, leg.circumstances)
            _same(seed, [str(public_only(step))], [str(public_only(done.events))])
        state = reduce(after, told, state)


def _same(seed: int, here: list[str], there: list[str]) -> None:
    """Tells of the first difference a few words of either side."""
    for mine, its in zip_longest(here, there, fillvalue=""):
        if mine != its:
            letters = zip_longest(mine, its)
            at = next(at for at, (one, other) in enumerate(letters) if one != other)
            words = slice(max(0, at - 40), at + 40)
            raise Leak(f"game {seed}: {mine[:40]!r}: {mine[words]!r} | {its[words]!r}")
