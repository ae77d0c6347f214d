"""The mails of the corpus in other clothes: what is read otherwise then."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from rednov_bot.cli.read import reading_of
from rednov_bot.core.mail.message import open_letter
from rednov_bot.core.workflow.screening import screen
from tests.mailfiles import Kept
from tests.mails.clothes import CLOTHES, RETYPED, SPOKEN_BY_NOBODY, bare
from tests.mails.corpus import house, plain


@dataclass(frozen=True)
class Spoken:
    """What somebody on the roster said in a forum for acting."""

    name: str
    address: str
    text: str
    reading: dict[str, Any]  # of the text alone
    live: tuple[str | None, bool, str, str]


@dataclass(frozen=True)
class Otherwise:
    """A text that is read otherwise in these clothes."""

    name: str  # "wrapped lines: traps/009-there-goes-pip"
    before: dict[str, Any]
    found: dict[str, Any]

    @property
    def is_wrong(self) -> bool:
        """Whether an act is taken that was none, or was another."""
        return self.found["verdict"] == "acts" and self.before["verdict"] != "ambiguous"


def read(octets: bytes) -> dict[str, Any]:
    """The reading of a mail."""
    known, roster = house()
    return reading_of("", octets, roster, known)


def same(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether two readings announce the same."""
    return (one["verdict"], plain(one["acts"])) == (other["verdict"], plain(other["acts"]))


def spoken(mails: Iterable[Kept]) -> tuple[Spoken, ...]:
    """The live texts of those of these mails that are read."""
    return tuple([one for one in map(_spoken, mails) if one is not None])


def _spoken(one: Kept) -> Spoken | None:
    known, roster = house()
    screened = screen(one.octets, roster)
    message = screened.message
    assert message is not None
    if screened.disposition != "read" or not message.public or not message.sender or message.doubt:
        return None
    address = known.people[message.sender].addresses[0]
    alone = bare(address, message.text)
    return Spoken(one.name, address, message.text, read(alone), _live(alone))


def otherwise(
    texts: Iterable[Spoken], ways: Collection[str] = (*CLOTHES, *RETYPED)
) -> Iterator[Otherwise]:
    """Every one of the texts that is read otherwise in such clothes or typed in such a way."""
    for one in texts:
        for clothes, dress in CLOTHES.items():
            if clothes in ways:
                yield from _compared(clothes, one, dress(one.address, one.text))
        for typing, retype in RETYPED.items():
            if typing in ways:
                yield from _compared(typing, one, bare(one.address, retype(one.text)))


def _compared(clothes: str, one: Spoken, octets: bytes) -> Iterator[Otherwise]:
    if _live(octets) == one.live:
        return
    found = read(octets)
    if not same(found, one.reading):
        yield Otherwise(f"{clothes}: {one.name}", one.reading, found)


def _live(octets: bytes) -> tuple[str | None, bool, str, str]:
    message = open_letter(octets, house()[1]).message
    return message.sender, message.public, message.text, message.doubt


def overheard(texts: Iterable[Spoken]) -> Iterator[Otherwise]:
    """Every one of the texts that is taken for an announcement where nobody announces it.

    Unmarked words below an attribution may be the sender's: about those they may be asked.
    """
    for one in texts:
        if one.reading["verdict"] == "none":
            continue
        for place, put in SPOKEN_BY_NOBODY.items():
            found = read(put(one.address, one.text))
            asks = place == "below an attribution" and found["verdict"] == "ambiguous"
            if found["verdict"] != "none" and not asks:
                yield Otherwise(f"{place}: {one.name}", one.reading, found)
