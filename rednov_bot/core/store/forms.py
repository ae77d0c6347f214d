"""Records as JSON, and the number of the form in which they are written.

A record once on file is read for ever.  Whoever changes how one is written raises FORM and teaches
`Reader` the older forms; tests/store/old_papers holds every form there ever was.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, Generic, TypeVar, get_args

import msgspec

from rednov_bot.core.contest import Effect, RulingEffect
from rednov_bot.core.errors import StoreTooNew
from rednov_bot.core.models import MessageId
from rednov_bot.core.proof import PublishedDraw
from rednov_bot.core.store.database import plain_throughout
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.choices import Choice
from rednov_bot.games.red_november.rules.gamestate import Secrets
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.position import Position
from rednov_bot.games.red_november.rules.turn import Orders, Turn
from rednov_bot.games.red_november.rules.words import GnomeName, Item

FORM: Final = 1
"""The form in which records are written now."""

Whisper = tuple[int, ev.PrivateEvent | ev.HiddenEvent]
"""What nobody else may know, and its place among all the events of its time."""

T = TypeVar("T")

_encode = msgspec.json.Encoder(order="deterministic").encode
_SECRET: Final = frozenset((*get_args(ev.PrivateEvent), *get_args(ev.HiddenEvent)))


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
gnomes: Final = Reader[tuple[GnomeName, ...]](tuple[GnomeName, ...])
references: Final = Reader[tuple[MessageId, ...]](tuple[str, ...])
ruling: Final = Reader[RulingEffect](RulingEffect)
draw: Final = Reader[PublishedDraw](PublishedDraw)
effects: Final = Reader[tuple[Effect, ...]](tuple[Effect, ...])
public: Final = Reader[tuple[ev.PublicEvent, ...]](tuple[ev.PublicEvent, ...])
whispers: Final = Reader[tuple[Whisper, ...]](tuple[Whisper, ...])


def written(record: object) -> str:
    """A record as JSON; the same record always gives the same text."""
    try:
        return _encode(record).decode()
    except UnicodeEncodeError:
        return _encode(plain_throughout(msgspec.to_builtins(record))).decode()


def parted(happenings: Sequence[ev.Event]) -> tuple[str, str]:
    """Events as JSON: the public ones, and apart from them the secret ones."""
    told = [happening for happening in happenings if type(happening) not in _SECRET]
    if len(told) == len(happenings):
        return written(told), "[]"
    kept = [pair for pair in enumerate(happenings) if type(pair[1]) in _SECRET]
    return written(told), written(kept)


def joined(form: int, told: str, kept: str) -> Iterator[ev.Event]:
    """All events in the order in which they happened."""
    secret = dict(whispers(form, kept))
    place = 0
    for happening in public(form, told):
        while place in secret:
            yield secret.pop(place)
            place += 1
        yield happening
        place += 1
    yield from secret.values()
