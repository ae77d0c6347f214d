"""A mail is heard twice: as it is, and in another hidden world that agrees with all that is public.

Compared is everything that a list could ever see of it: drafts and postings, their number, texts,
subjects, readers and threads.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, Final

from rednov_bot.desk import intake
from rednov_bot.desk.announcements import resolving
from rednov_bot.desk.desk import Desk, ongoing
from rednov_bot.desk.hidden import gate
from rednov_bot.desk.hidden.tracing import Tracing
from rednov_bot.desk.luck import fortune
from rednov_bot.engine import happenings as h
from rednov_bot.engine.draws import GameLuck
from rednov_bot.engine.gamestate import Gamestate
from rednov_bot.engine.turn import Turn
from rednov_bot.engine.words import GnomeName, Item
from rednov_bot.engine.worlds import Lacks, OtherLuck, World, Worlds
from rednov_bot.papers import PaperId, RawMail
from rednov_bot.ports import Records
from tests.builders import MONDAY
from tests.worlds.counted import Counted

_SEALED: Final = re.compile(r"^  (root|seal) [0-9a-f]{64}$", re.MULTILINE)
"""Commitments: they tell nothing without the secrets, and are others in another world."""


class _Undone(Exception):
    """What was done in a world is not kept."""


@dataclass(frozen=True)
class Seen:
    """Everything that a list could see of what came of a mail, and what a human would call it."""

    kind: str
    public: tuple[object, ...]


@dataclass(frozen=True)
class Known:
    """What the gate was given for the draft of a mail: what everybody knows then."""

    named: bool = True
    lacks: Lacks | None = None
    taken: Turn | None = None  # and not yet resolved


@dataclass
class Listener:
    """Hears the mails of a game in two worlds, and keeps what they do in the real one."""

    desk: Desk
    name: str  # of the game
    counted: Counted
    mails: int = 0

    def hear(self, raw: RawMail, text: str) -> None:
        """A mail, whose text is *text*, is heard in another world, and then as it is."""
        self.mails += 1
        with self.desk.ledger.transaction() as records:
            records.keep([raw])
            ((mail, _),) = records.undisposed(1)
            here, told, known = self._here(records, mail, raw)
            there = self._there(records, mail, raw, told, known)
            intake.handle(self.desk, records, mail, raw.arrived_at, intake.opened(self.desk, raw))
        self.counted.positions[here.kind] += 1
        if here != there:
            where = _first_difference(here.public, there.public)
            said = f"{self.name}, mail {self.mails}: {text!r}: {where}"
            self.counted.differences.append(said)

    def _here(
        self, records: Records, mail: PaperId, raw: RawMail
    ) -> tuple[Seen, tuple[h.Happening, ...], Known]:
        """What comes of it; all that happens by it, and what the list is told of hands."""
        now, told = ongoing(self.desk, records), list[h.Happening]()
        known, taken = list[Known](), list[Turn | None]()

        def after(desk: Desk) -> None:
            if now is not None:
                pending = records.pending_turn(now.game.id)
                taken.append(None if pending is None else pending.turn)
                for chapter in records.chapters(now.game.id, now.number):
                    told.extend(chapter.happenings)
                told.extend(_resolving(desk, records))

        with _listening(known):
            seen = self._heard(records, mail, raw, after)
        return seen, tuple(told), dataclasses.replace((*known, Known())[0], taken=taken[0])

    def _there(
        self,
        records: Records,
        mail: PaperId,
        raw: RawMail,
        told: tuple[h.Happening, ...],
        known: Known,
    ) -> Seen:
        """The same in another world."""
        now = ongoing(self.desk, records)
        assert now is not None
        position, secrets = now.gamestate.position, now.gamestate.secrets
        trails = self.desk.tracing.trails(records, now.game, secrets, now.tables.items.tiles())
        worlds = Worlds(
            trails, secrets, told, named=known.named, lacks=known.lacks, pending=known.taken
        )
        world = worlds.another(f"{now.number} {self.mails}")
        for hand, other in zip(secrets.hands, world.secrets.hands, strict=True):
            self.counted.hands += bool(hand)
            self.counted.others += sorted(hand) != sorted(other)

        def before() -> None:
            state = Gamestate(position, world.secrets)
            cause = "another world"
            number = now.number + 1
            told = (_corrected(world),)
            records.advance(now.game.id, number, told, state, cause=cause, at=MONDAY)
            noted = records.noted_orders(now.game.id)
            for name, orders in world.wishes(noted).items():
                records.note_orders(now.game.id, name, orders, self.desk.now())
            for name, items in _lists(records, world).items():
                records.note_items(name, items, self.desk.now())

        with _luck_of(world):
            return self._heard(records, mail, raw, lambda desk: None, before)

    def _heard(
        self,
        records: Records,
        mail: PaperId,
        raw: RawMail,
        after: Callable[[Desk], None],
        before: Callable[[], None] = lambda: None,
    ) -> Seen:
        """What a list could see of a mail; nothing of it is kept."""
        tokens = dataclasses.replace(self.desk.tokens)  # type: ignore[type-var]
        desk = dataclasses.replace(self.desk, tokens=tokens, tracing=Tracing())
        seen: list[Seen] = []
        with suppress(_Undone), records.undoable():
            drafts = {one.code for one in records.open_drafts()}
            posted = len(records.outbox())
            before()
            intake.handle(desk, records, mail, raw.arrived_at, intake.opened(desk, raw))
            seen.append(_seen(records, drafts, posted))
            after(desk)
            raise _Undone
        return seen[0]


def _seen(records: Records, drafts: set[str], posted: int) -> Seen:
    """The drafts and postings since, as far as a list could see them."""
    made = [one for one in records.open_drafts() if one.code not in drafts]
    shown: list[object] = []
    for one in made:
        shown.append((one.kind, one.about, one.code))
        for page in one.pages:
            if page.kind == "public":
                body = _SEALED.sub(r"  \1", page.body)
                shown.append(dataclasses.replace(page, body=body))
                shown.append(body)
    new = [queued.posting for queued in records.outbox()[posted:]]
    public = [one for one in new if one.kind == "public"]
    shown += [one.octets for one in public]
    kinds = [one.kind for one in made] + ["posted" for _ in public]
    kinds += ["asked" for one in new if one.kind == "question"]
    return Seen("+".join(kinds) or "nothing for the list", tuple(shown))


def _resolving(desk: Desk, records: Records) -> tuple[h.Happening, ...]:
    """What happens by the pending turn, as far as it is resolved."""
    now = ongoing(desk, records)
    pending = None if now is None else records.pending_turn(now.game.id)
    if now is None or pending is None:
        return ()
    return resolving.resolution_of(records, now, pending).happenings


def _corrected(world: World) -> h.SecretsCorrected:
    secrets = world.secrets
    limits = tuple([None if one is None else (one.limit, one.owed) for one in secrets.limits])
    return h.SecretsCorrected(
        secrets.hands, limits, secrets.deck, secrets.pool, secrets.discards, secrets.promised
    )


def _lists(records: Records, world: World) -> dict[GnomeName, tuple[Item, ...]]:
    """The private lists that are used there, where any are."""
    found: dict[GnomeName, tuple[Item, ...]] = {}
    for one in world.told:
        name = one.to if isinstance(one, h.DiscardNamed) else getattr(one, "giver", "")
        if not isinstance(one, h.DiscardNamed | h.GiftReceived | h.ReturnNoted):
            continue
        if records.noted_items(name, MONDAY):
            found.setdefault(name, one.items)
    return found


def _first_difference(here: tuple[object, ...], there: tuple[object, ...]) -> str:
    for mine, its in zip(here, there, strict=False):
        if mine != its:
            if isinstance(mine, str) and isinstance(its, str):
                lines = zip(mine.split("\n"), its.split("\n"), strict=False)
                return next((f"{one!r} | {other!r}" for one, other in lines if one != other), "")
            if isinstance(mine, str | tuple) or isinstance(its, str | tuple):
                return f"{mine!r} | {its!r}"
    return f"{len(here)} | {len(there)} texts and mails"


@contextmanager
def _listening(known: list[Known]) -> Iterator[None]:
    """What the gate is asked is noted."""
    real = gate.leaks

    def leaks(*given: Any, **named: Any) -> Any:
        known.append(Known(named.get("named", True), named.get("lacks")))
        return real(*given, **named)

    gate.leaks = leaks
    try:
        yield
    finally:
        gate.leaks = real


class _There(GameLuck):
    """The luck of a turn in another world; its draws are published like any."""

    __slots__ = ("other",)

    def __init__(self, real: GameLuck, world: World) -> None:
        super().__init__(real._keys, real.scope)
        self.other: OtherLuck = world.luck(real)
        self.drawn = self.other.drawn

    def pick(self, name: str, count: int) -> int:
        return self.other.pick(name, count)

    def shuffle(self, name: str, count: int) -> tuple[int, ...]:
        return self.other.shuffle(name, count)

    def deal(self, name: str, count: int) -> tuple[int, ...]:
        return self.other.deal(name, count)


@contextmanager
def _luck_of(world: World) -> Iterator[None]:
    """Turns are resolved with the luck of that world."""
    real = fortune.of_turn

    def of_turn(*given: Any) -> _There:
        luck = real(*given)
        assert isinstance(luck, GameLuck)
        return _There(luck, world)

    fortune.of_turn = of_turn
    try:
        yield
    finally:
        fortune.of_turn = real
