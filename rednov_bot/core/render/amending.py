"""A public text is worded otherwise, and what changed in it is told: words, or facts of the game.

Nothing in the game changes by words; whoever changes a fact in the text is told so (§16, §25).
"""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from rednov_bot.core.render.environment import WIDTH, fold

LONGEST: Final = 60_000  # characters of a text worded anew
_POSITION: Final = "THE POSITION"
_SIGNATURE: Final = "-- \n"
_HANG: Final = 4  # columns from which on a line goes on with the one above
_LEAD: Final = re.compile(r" *(?:[0-9]{1,2} {2}|[a-z]+(?: [a-z]+)* {2,})?")
"""What an entry of a list may begin with: a minute, or what it is about."""

_DRAWN: Final = re.compile(r"\S {2,}\S|[+|][- ]|^ *[-+|]{3}")
_PLAIN_FACTS: Final = r"[0-9]+(?:-[0-9]+)?|\b(?:dry|high|low|free|sea|over|no|not)\b"
_DENIED: Final = re.compile(r"\b(?:no|not|never|nobody|nothing)\b|n['’]t\b", re.IGNORECASE)
_WORD: Final = re.compile(r"[\w-]+")
_COUNTED: Final = re.compile(
    r"(\S+ )?(\S*[0-9](?:.*[0-9])?\S*(?: (?:[xy]|minutes?|points?|items?)\b)?)( \S+)?"
)
"""From the first number to the last and what it counts, with the words beside them."""

_SENTENCE: Final = re.compile(r"(?<=[.!?])\s+")


@dataclass(frozen=True, slots=True)
class Changed:
    """Lines that changed: as they were, as they are, and whether they state a fact otherwise."""

    before: tuple[str, ...]
    after: tuple[str, ...]
    states: bool


def anew(body: str, text: str) -> str | None:
    """The text as written anew, the signature below it; None where there is nothing to post."""
    lines = [line.rstrip() for line in text.strip("\n").splitlines()]
    if not any(lines) or len(text) > LONGEST:
        return None
    whole = "\n".join(lines) + "\n"
    signature = body[body.rfind(_SIGNATURE) :] if _SIGNATURE in body else ""
    return whole if _SIGNATURE in whole or not signature else f"{whole}\n{signature}"


def replaced(body: str, old: str, new: str) -> str | None:
    """The text with *old* worded as *new*, wherever its lines break; None if not just once there.

    The paragraph is folded anew.
    """
    return with_all(body, old, new) if times(body, old) == 1 else None


def with_all(body: str, old: str, new: str) -> str:
    """The text with *new* wherever *old* stands in it; those paragraphs are folded anew."""
    items, words, flat = list(_items(body)), _wanted(old), " ".join(new.split())
    for at, item in enumerate(items):
        said, drawn = _joined(item), _is_drawn(item[0])
        if words.search(said):
            items[at] = _folded(item, (new if drawn else flat).join(words.split(said)))
    return "".join(f"{line}\n" for item in items for line in item)


def times(body: str, old: str) -> int:
    """How often *old* stands in the text, wherever its lines break."""
    if not old.strip():
        return 0
    words = _wanted(old)
    return sum([len(words.findall(_joined(item))) for item in _items(body)])


def _wanted(old: str) -> re.Pattern[str]:
    return re.compile(r"\s+".join(map(re.escape, old.split())))


def added(body: str, words: str) -> str:
    """The text with a paragraph more, above the position or, where there is none, at its end."""
    paragraph = "\n\n".join(fold(part) for part in re.split(r"\n\s*\n", words.strip()) if part)
    mark = f"\n{_POSITION}\n"
    at = body.find(mark)
    if at < 0:
        at = body.rfind(f"\n{_SIGNATURE}")
    if at < 0:
        return f"{body.rstrip()}\n\n{paragraph}\n"
    return f"{body[:at]}\n{paragraph}\n{body[at:]}"


def difference(
    before: str, after: str, names: Iterable[str] = (), facts: Iterable[str] = ()
) -> tuple[Changed, ...]:
    """What changed, line by line.

    A fact is stated otherwise where the numbers, the *names* of players or the words for *facts* of
    the game (as patterns) are others; in a sentence more, where it has a number or such a word and
    the text above the position says nowhere the same of the same players.
    """
    old, new = before.splitlines(), after.splitlines()
    words = "|".join([_PLAIN_FACTS, *[rf"\b{one}\b" for one in facts]])
    plain, people = re.compile(words, re.IGNORECASE), [rf"\b{re.escape(one)}\b" for one in names]
    stated = re.compile("|".join([words, *people]), re.IGNORECASE)
    above = [_joined(item) for item in _items(before.partition(f"\n{_POSITION}\n")[0])]
    told = [_said(one, plain, people) for one in above]
    found = []
    for tag, a, b, c, d in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        gone = tuple([line for line in old[a:b] if line.strip()])
        come = tuple([line for line in new[c:d] if line.strip()])
        if tag == "equal" or not (gone or come):
            continue
        was, now = (" ".join(" ".join(lines).split()) for lines in (gone, come))
        if not was or (was[-1] in ".!?" and now.startswith(f"{was} ")):
            more = [_said(one, plain, people) for one in _SENTENCE.split(now[len(was) :])]
            states = any(_is_new(one, told) for one in more)
        else:
            states = _facts(was, stated) != _facts(now, stated)
        found.append(Changed(gone, come, states))
    return tuple(found)


def _facts(text: str, stated: re.Pattern[str]) -> Counter[str]:
    return Counter([word.lower() for word in stated.findall(text)])


_LOOSE: Final = frozenset(["dry", "high", "low", "free", "sea", "over", "no", "not"])
"""What says nothing of the game in a sentence of its own."""


_Said = tuple[set[str], set[str], bool, str]
"""What a text says of the game, its names, whether it denies, and its words."""


def _said(text: str, plain: re.Pattern[str], people: Iterable[str]) -> _Said:
    figures = {*_facts(text, plain)} - _LOOSE
    names = {one for one in people if re.search(one, text, re.IGNORECASE)}
    words = " ".join(_WORD.findall(text.lower()))
    return figures, names, _DENIED.search(text) is not None, f" {words} "


def _is_new(said: _Said, told: Iterable[_Said]) -> bool:
    """Whether something is said of the game that is not *told*.

    Numbers are told where they stand in the same words, together with the one before or behind.
    """
    figures, names, denied, words = said
    around = [" "]
    if found := _COUNTED.search(words):
        before, counted, behind = found.groups("")
        around = [f" {one} " for one in (before + counted, counted + behind) if one != counted]
    return bool(figures) and not any(
        figures <= same
        and names <= theirs
        and denied == too
        and any(one in others for one in around)
        for same, theirs, too, others in told
    )


def _items(body: str) -> Iterator[list[str]]:
    """The text in pieces that are folded by themselves: paragraphs, entries of lists, lines."""
    item: list[str] = []
    flush = True
    for line in body.splitlines():
        indent = len(line) - len(line.lstrip())
        goes_on = bool(item) and bool(line.strip()) and bool(item[-1].strip())
        goes_on = goes_on and not _is_drawn(line) and not _is_drawn(item[0])
        if goes_on and flush:
            goes_on = indent == 0 and not item[-1].isupper()
        elif goes_on:
            goes_on = indent >= _HANG
        if goes_on:
            item.append(line)
            continue
        if item:
            yield item
        item, flush = [line], _lead(line) == ""
    if item:
        yield item


def _is_drawn(line: str) -> bool:
    """Whether a line stands in columns: of the map, or of a table."""
    lead = _LEAD.match(line)
    return _DRAWN.search(line, lead.end() if lead is not None else 0) is not None


def _joined(item: list[str]) -> str:
    if _is_drawn(item[0]):
        return item[0]
    lead = _lead(item[0])
    return " ".join(" ".join([item[0][len(lead) :], *item[1:]]).split())


def _lead(line: str) -> str:
    found = _LEAD.match(line)
    return found[0] if found is not None else ""


def _folded(item: list[str], said: str) -> list[str]:
    """*said* in the form of *item*: folded as it was, or a line as it stands."""
    if _is_drawn(item[0]):
        return [said]
    lead = _lead(item[0])
    hang = " " * max(len(lead), 2 + _HANG) if lead else ""
    if len(item) > 1:
        hang = item[1][: len(item[1]) - len(item[1].lstrip())]
    return fold(said, lead, hang, WIDTH).splitlines()
