"""The contestmaster sees every hand, and eir own words go to the list (§6).

Tiles that they name are minded.  Nothing of it forbids: the words are eirs.
"""

from __future__ import annotations

from collections.abc import Iterable

from rednov_bot.desk.announcements import moments
from rednov_bot.desk.desk import Desk
from rednov_bot.engine.happenings import Happening, ItemUsed
from rednov_bot.games.red_november.reader.reading import tiles_in
from rednov_bot.papers import PaperId
from rednov_bot.ports import Records
from rednov_bot.prose.ruling_words import unheard


def mind(desk: Desk, words: str, heard: Iterable[str] = (), how: str = "") -> tuple[str, ...]:
    """A sentence on the tiles in public *words* that are in nothing that was *heard*; else none.

    *how* is the way to say it otherwise, where an amendment would not do.
    """
    people = tuple(desk.settings.people)
    named = tiles_in(words, people)
    if named:
        named -= tiles_in("\n".join(heard), people)
    return (unheard(named, how),) if named else ()


def used(happenings: Iterable[Happening]) -> tuple[str, ...]:
    """The tiles that are used in public."""
    return tuple([one.item.replace("_", " ") for one in happenings if isinstance(one, ItemUsed)])


def announced(records: Records, turn: PaperId | None) -> tuple[str, ...]:
    """The words in which a gnome announced a turn, which the list has heard; none of no turn."""
    return () if turn is None else (moments.moment_of(records, records.turn(turn)).text,)
