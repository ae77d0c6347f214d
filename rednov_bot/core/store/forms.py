"""Records as JSON, and the number of the form in which they are written.

A record once on file is read for ever.  Whoever changes how one is written raises FORM and teaches
`Reader` the older forms; tests/store/old_papers holds every form there ever was.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from types import GenericAlias
from typing import Any, Final, Generic, TypeAlias, TypeVar, get_args

import msgspec
from msgspec.structs import replace

from rednov_bot.core.contest import Effect, ReadAs, RulingEffect
from rednov_bot.core.errors import StoreTooNew
from rednov_bot.core.models import Act, Join, Leave, MessageId, Question, TurnAct
from rednov_bot.core.proof import PublishedDraw
from rednov_bot.games.base import (
    Choice,
    Event,
    Options,
    Orders,
    Player,
    Position,
    Turn,
    Types,
    load,
)

FORM: Final = 1
"""The form in which records are written now."""

Whisper: TypeAlias = tuple[int, Event]
"""What nobody else may know, and its place among all the events of its time."""

T = TypeVar("T")

_BAD: Final = re.compile("[\0\ud800-\udfff]")
_encode = msgspec.json.Encoder(order="deterministic").encode

_TYPES: Final[ContextVar[Types | None]] = ContextVar("types of the game", default=None)


@contextmanager
def of_game(types: Types | None) -> Iterator[None]:
    """What is read within the block is of a game with these types; None: as before the block."""
    token = _TYPES.set(types or _TYPES.get())
    try:
        yield
    finally:
        _TYPES.reset(token)


@cache
def _standard() -> Types:
    return load().types


def types() -> Types:
    """The types of the game whose records are read now."""
    return _TYPES.get() or _standard()


class Matter(msgspec.Struct, frozen=True):
    """What an unclear announcement is asked about, as it is on file."""

    text: str
    questions: tuple[Question, ...]
    proposal: list[tuple[str, msgspec.Raw]]
    second: list[tuple[str, msgspec.Raw]] = []
    said: tuple[tuple[str, str], ...] = ()


class Reader(Generic[T]):
    """Reads one kind of record in every form it ever had."""

    __slots__ = ("_decoders", "_kind", "_mended")

    def __init__(
        self, kind: Callable[[Types], Any], mended: Callable[[Any, Types], T] | None = None
    ) -> None:
        """*kind* is the record's type, of the game whose it is; *mended* what is still to be read
        in it by the game's own types."""
        self._kind, self._mended = kind, mended
        self._decoders: dict[int, Callable[[str], Any]] = {}

    def __call__(self, form: int, text: str) -> T:
        """The record.  StoreTooNew when its form is unknown."""
        if form != FORM:
            raise StoreTooNew(
                f"the database holds a paper in form {form}, and this version reads none above "
                f"{FORM}; install the newer version that wrote it"
            )
        game = types()
        decode = self._decoders.get(id(game))
        if decode is None:
            decode = self._decoders[id(game)] = msgspec.json.Decoder(self._kind(game)).decode
        record: T = decode(text)
        return record if self._mended is None else self._mended(record, game)


def _with_its_turn(effect: RulingEffect, game: Types) -> RulingEffect:
    if isinstance(effect, ReadAs):
        return replace(effect, turn=msgspec.convert(effect.turn, game.turn))
    return effect


position: Final = Reader[Position](lambda game: game.position)
secrets: Final = Reader[Any](lambda game: game.secrets)
turn: Final = Reader[Turn](lambda game: game.turn)
orders: Final = Reader[Orders](lambda game: game.orders)
options: Final = Reader[Options](lambda game: game.options)
public: Final = Reader[tuple[Event, ...]](
    lambda game: GenericAlias(tuple, (game.public_event, ...))
)
whispers: Final = Reader[tuple[Whisper, ...]](
    lambda game: GenericAlias(tuple, (GenericAlias(tuple, (int, game.secret_event)), ...))
)
choice: Final = Reader[Choice](lambda _: Choice)
items: Final = Reader[tuple[str, ...]](lambda _: tuple[str, ...])
gnomes: Final = Reader[tuple[Player, ...]](lambda _: tuple[Player, ...])
references: Final = Reader[tuple[MessageId, ...]](lambda _: tuple[str, ...])
ruling: Final = Reader[RulingEffect](lambda _: RulingEffect, _with_its_turn)
draw: Final = Reader[PublishedDraw](lambda _: PublishedDraw)
effects: Final = Reader[tuple[Effect, ...]](lambda _: tuple[Effect, ...])
matter: Final = Reader[Matter](lambda _: Matter)
acts: Final = Reader[list[tuple[str, msgspec.Raw]]](lambda _: list[tuple[str, msgspec.Raw]])


def plain(value: Any) -> Any:
    """A text without NULs and halves of surrogate pairs; lists and mappings of such texts."""
    if isinstance(value, str):
        return _BAD.sub("\ufffd", value)
    if isinstance(value, list | tuple):
        return [plain(one) for one in value]
    if isinstance(value, dict):
        return {plain(key): plain(one) for key, one in value.items()}
    return value


def written(record: object) -> str:
    """A record as JSON; the same record always gives the same text."""
    try:
        return _encode(record).decode()
    except UnicodeEncodeError:
        return _encode(plain(msgspec.to_builtins(record))).decode()


def tagged(acts: Sequence[Act]) -> list[tuple[str, Act]]:
    """Acts, each behind the name of its kind."""
    return [(type(act).__name__, act) for act in acts]


def untagged(acts: Sequence[tuple[str, msgspec.Raw]]) -> tuple[Act, ...]:
    """The acts again."""
    return tuple(_act(kind, act) for kind, act in acts)


class _Turned(msgspec.Struct, frozen=True):
    """A turn as an act, not yet read."""

    turn: msgspec.Raw


_OF_THE_CONTEST: Final[Mapping[str, type]] = {"Join": Join, "Leave": Leave}


def _act(kind: str, act: msgspec.Raw) -> Act:
    game = types()
    if kind == "TurnAct":
        turned = msgspec.json.decode(act, type=_Turned)
        return TurnAct(msgspec.json.decode(turned.turn, type=game.turn))
    read: Act = msgspec.json.decode(act, type=_OF_THE_CONTEST.get(kind) or game.deeds[kind])
    return read


@cache
def _secret(kinds: Any) -> frozenset[type]:
    """The types in a union, or the only one."""
    return frozenset(get_args(kinds) or (kinds,))


def parted(events: Sequence[Event]) -> tuple[list[Event], list[Whisper]]:
    """The public events, and apart from them the secret ones, each with its place among all."""
    hushed = _secret(types().secret_event)
    told = [event for event in events if type(event) not in hushed]
    return told, [pair for pair in enumerate(events) if type(pair[1]) in hushed]


def joined(told: Sequence[Event], kept: Sequence[Whisper]) -> Iterator[Event]:
    """All events in the order in which they happened."""
    secret = dict(kept)
    place = 0
    for event in told:
        while place in secret:
            yield secret.pop(place)
            place += 1
        yield event
        place += 1
    yield from secret.values()
