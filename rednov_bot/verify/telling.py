"""The words of a posting, to look things up in that only the list's own text tells."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from functools import cached_property
from typing import Final, cast

from rednov_bot.engine.words import GnomeName, Item
from rednov_bot.prose.wording import ITEM_NAMES

_ANNOUNCED: Final = re.compile(r", announced (\w{3} \d{1,2} \w{3} \d{4}, \d{2}:\d{2} UTC),")
_AXES: Final = re.compile(r"\b\d+ ([XY]) points? for ")
_TILE: Final = re.compile(
    rf"\b(an?|\d+) ({'|'.join(re.escape(name) for name in ITEM_NAMES.values())})(?:e?s)?\b"
)
_ITEMS: Final = {name: item for item, name in ITEM_NAMES.items()}
_BOT: Final = re.compile(r"try one out first, mail it to (\S+(?: at \S+)?) alone")


def tiles_of(words: str) -> tuple[Item, ...]:
    """The tiles that are named in `2 grogs, a coffee and a crowbar`."""
    found: list[Item] = []
    for count, name in _TILE.findall(words):
        found += [cast("Item", _ITEMS[name])] * (int(count) if count.isdigit() else 1)
    return tuple(found)


class Told:
    """The text of a posting, blanks in one, however its lines are folded."""

    def __init__(self, body: str) -> None:
        """*body* without THE LUCK."""
        self.body = body
        self.words = " ".join(body.split())

    def says(self, sentence: str) -> bool:
        """Whether it has this sentence."""
        return " ".join(sentence.split()) in self.words

    def behind(self, sentence: str, begin: int) -> int | None:
        """Where this sentence ends, searched from a place on; None where it does not stand."""
        wanted = " ".join(sentence.split())
        at = self.words.find(wanted, begin)
        return None if at < 0 else at + len(wanted)

    def drinks(self, names: Iterable[GnomeName]) -> Counter[GnomeName]:
        """How many grogs each gnome drinks because it is overheated (A77)."""
        if "drinks a grog" not in self.words:
            return Counter()
        return Counter(
            {name: count for name in names if (count := self._times(name, "drinks a grog"))}
        )

    def defends(self, name: GnomeName) -> bool:
        """Whether somebody who is attacked uses a crowbar (option crazed)."""
        return bool(self._times(name, "uses a crowbar"))

    def revealed(
        self, names: Sequence[GnomeName]
    ) -> tuple[tuple[GnomeName, tuple[Item, ...]], ...]:
        """What each gnome held at the end, where it says so (option reveal_at_end)."""
        _, heading, below = self.words.partition("Held at the end: ")
        said = below.partition(". ")[0].rstrip(".")
        found = []
        for name, part in zip(names, said.split("; "), strict=False):
            found.append((name, tiles_of(part.removeprefix(name))))
        return tuple(found) if heading else ()

    def _times(self, name: GnomeName, does: str) -> int:
        return len(re.findall(rf"(?<!\w){re.escape(name)} {does}\b", self.words))

    @cached_property
    def said_at(self) -> datetime | None:
        """When the turn was announced, to the minute."""
        found = _ANNOUNCED.search(self.words)
        if found is None:
            return None
        try:
            return datetime.strptime(found[1], "%a %d %b %Y, %H:%M UTC").replace(tzinfo=UTC)
        except ValueError:
            return None

    @cached_property
    def awards(self) -> tuple[str, ...]:
        """Along which axes it awards points itself (§18, §24)."""
        _, heading, below = self.body.partition("\nPOINTS AWARDED\n")
        if not heading:
            return ()
        return tuple(sorted(set(_AXES.findall(" ".join(below.partition("\n\n")[0].split())))))

    @cached_property
    def bot(self) -> str:
        """The bot's address, "" where it does not say."""
        found = _BOT.search(self.words)
        return found[1] if found else ""
