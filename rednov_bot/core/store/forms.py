"""Records as JSON, and the number of the form in which they are written.

A record once on file is read for ever.  Whoever changes how one is written raises FORM and teaches
`Reader` the older forms; tests/store/old_papers holds every form there ever was.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final, Generic, TypeVar, get_args

import msgspec

from rednov_bot.core.contest import Effect, RulingEffect
from rednov_bot.core.errors import StoreTooNew
from rednov_bot.core.models import Act, Join, Leave, MessageId, Question, TurnAct
from rednov_bot.core.proof import PublishedDraw
from rednov_bot.games.base import Choice, Player
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.deeds import Discard, GiveBack, ItemList
from rednov_bot.games.red_november.rules.gamestate import Secrets
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.position import Position
from rednov_bot.games.red_november.rules.turn import Orders, Turn
from rednov_bot.games.red_november.rules.words import Item

FORM: Final = 1
"""The form in which records are written now."""

Whisper = tuple[int, ev.PrivateEvent | ev.HiddenEvent]
"""What nobody else may know, and its place among all the events of its time."""

T = TypeVar("T")

_BAD: Final = re.compile("[\0\ud800-\udfff]")
_ACTS: Final[dict[str, type]] = {
    kind.__name__: kind for kind in (TurnAct, Discard, GiveBack, Join, Leave, ItemList)
}
_encode = msgspec.json.Encoder(order="deterministic").encode
_SECRET: Final = frozenset((*get_args(ev.PrivateEvent), *get_args(ev.HiddenEvent)))


class Matter(msgspec.Struct, frozen=True):
    """What an unclear announcement is asked about, as it is on file."""

    text: str
    questions: tuple[Question, ...]
    proposal: list[tuple[str, msgspec.Raw]]
    second: list[tuple[str, msgspec.Raw]] = []
    said: tuple[tuple[str, str], ...] = ()


class Reader(Generic[T]):
    """Reads one kind of record in every form it ever had."""

    __slots__ = ("_decode",)

    def __init__(self, kind: Any) -> None:
        self._decode = msgspec.json.Decoder(kind).decode

    def __call__(self, form: int, text: str) -> T:
        """The record.  StoreTooNew when its form is unknown."""
        if form != FORM:
            raise StoreTooNew(
                f"the database holds a paper in form {form}, and this version reads none above "
                f"{FORM}; install the newer version that wrote it"
            )
        record: T = self._decode(text)
        return record


position: Final = Reader[Position](Position)
secrets: Final = Reader[Secrets](Secrets)
turn: Final = Reader[Turn](Turn)
orders: Final = Reader[Orders](Orders)
choice: Final = Reader[Choice](Choice)
options: Final = Reader[Options](Options)
items: Final = Reader[tuple[Item, ...]](tuple[Item, ...])
gnomes: Final = Reader[tuple[Player, ...]](tuple[Player, ...])
references: Final = Reader[tuple[MessageId, ...]](tuple[str, ...])
ruling: Final = Reader[RulingEffect](RulingEffect)
draw: Final = Reader[PublishedDraw](PublishedDraw)
effects: Final = Reader[tuple[Effect, ...]](tuple[Effect, ...])
public: Final = Reader[tuple[ev.PublicEvent, ...]](tuple[ev.PublicEvent, ...])
whispers: Final = Reader[tuple[Whisper, ...]](tuple[Whisper, ...])
matter: Final = Reader[Matter](Matter)
acts: Final = Reader[list[tuple[str, msgspec.Raw]]](list[tuple[str, msgspec.Raw]])


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
    """A turn as an act, with the game's own type."""

    turn: Turn


def _act(kind: str, act: msgspec.Raw) -> Act:
    if kind == "TurnAct":
        return TurnAct(msgspec.json.decode(act, type=_Turned).turn)
    read: Act = msgspec.json.decode(act, type=_ACTS[kind])
    return read


def parted(events: Sequence[ev.Event]) -> tuple[list[ev.Event], list[tuple[int, ev.Event]]]:
    """The public events, and apart from them the secret ones, each with its place among all."""
    told = [event for event in events if type(event) not in _SECRET]
    return told, [pair for pair in enumerate(events) if type(pair[1]) in _SECRET]


def joined(told: Sequence[ev.PublicEvent], kept: Sequence[Whisper]) -> Iterator[ev.Event]:
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
