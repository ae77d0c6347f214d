"""A public text is worded otherwise, and what changed in it is told: words, or facts of the game.

Nothing in the game changes by words; whoever changes a fact in the text is told so (§16, §25).
"""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final

from rednov_bot.core.render.environment import WIDTH, fold
from rednov_bot.games.red_november.rules.words import ITEMS, TOKEN_KINDS, TRACKS

LONGEST: Final = 60_000  # characters of a text worded anew
_POSITION: Final = "THE POSITION"
_SIGNATURE: Final = "-- \n"
_HANG: Final = 4  # columns from which on a line goes on with the one above
_LEAD: Final = re.compile(r" *(?:[0-9]{1,2} {2}|[a-z]+(?: [a-z]+)* {2,})?")
"""What an entry of a list may begin with: a minute, or what it is about."""

_DRAWN: Final = re.compile(r"\S {2,}\S|[+|][- ]|^ *[-+|]{3}")
_FIGURES: Final = re.compile(
    r"[0-9]+(?:-[0-9]+)?|\b(?:"
    + "|".join(
        [
            *(item.replace("_", " ") for item in ITEMS),
            *TOKEN_KINDS,
            *TRACKS,
            "success",
            "succeeds",
            "fails?",
            "failure",
            "killed",
            "dies",
            "faints?",
            "wakes",
            "awake",
            "asleep",
            "fire",
            "burns",
            "dry",
            "high",
            "low",
            "water",
            "blocked",
            "free",
            "wins?",
            "lost",
            "sea",
            "over",
            "no",
            "not",
        ]
    )
    + r")\b",
    re.IGNORECASE,
)
_LOOSE: Final = frozenset(["dry", "high", "low", "water", "free", "sea", "over", "no", "not"])
"""Figures that say nothing of the game in a sentence of their own."""

_DENIED: Final = re.compile(r"\b(?:no|not|never|nobody|nothing)\b|n['’]t\b", re.IGNORECASE)
_SENTENCE: Final = re.compile(r"(?<=[.!?])\s+")
_MEASURED: Final = re.compile(r"[0-9]+ (?:[XY]\b|minutes?\b|points?\b|items?\b)")


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
    if times(body, old) != 1:
        return None
    items, words = list(_items(body)), _wanted(old)
    at = next(at for at, item in enumerate(items) if words.search(_joined(item)))
    instead = new if _is_drawn(items[at][0]) else " ".join(new.split())
    said = words.sub(lambda _: instead, _joined(items[at]))
    items[at] = _folded(items[at], said)
    return "".join(f"{line}\n" for item in items for line in item)


def times(body: str, old: str) -> int:
    """How often *old* stands in the text, wherever its lines break."""
    if not old.strip():
        return 0
    return sum([len(_wanted(old).findall(_joined(item))) for item in _items(body)])


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


def difference(before: str, after: str, names: Iterable[str]) -> tuple[Changed, ...]:
    """What changed, line by line; *names* of gnomes are facts like numbers and tiles.

    A sentence more states a fact otherwise where it speaks of the game and the text above the
    position has no sentence or paragraph that says the same of the same gnomes.
    """
    old, new = before.splitlines(), after.splitlines()
    known = [re.escape(name) for name in names]
    people = re.compile(rf"\b(?:{'|'.join(known)})\b") if known else None
    told = [_joined(item) for item in _items(before.partition(f"\n{_POSITION}\n")[0])]
    found = []
    for tag, a, b, c, d in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        gone = tuple(line for line in old[a:b] if line.strip())
        come = tuple(line for line in new[c:d] if line.strip())
        if gone or come:
            more = _more(gone, come)
            if more is None:
                states = _facts(gone, people) != _facts(come, people)
            else:
                states = any(_is_new(one, told, people) for one in _SENTENCE.split(more))
            found.append(Changed(gone, come, states))
    return tuple(found)


def reworded(before: str, after: str) -> tuple[tuple[str, str], ...]:
    """What changed, each sentence or line by itself: as it was, as it is; "" where it was not."""
    old, new = ([_joined(item) for item in _items(body)] for body in (before, after))
    found: list[tuple[str, str]] = []
    for tag, a, b, c, d in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag != "equal":
            found += zip_longest(old[a:b], new[c:d], fillvalue="")
    return tuple([(was, now) for was, now in found if was or now])


def _more(gone: tuple[str, ...], come: tuple[str, ...]) -> str | None:
    """The sentences that stand there besides; None where others were changed."""
    was, now = " ".join(" ".join(gone).split()), " ".join(" ".join(come).split())
    if not was:
        return now
    if was[-1] in ".!?" and now.startswith(f"{was} "):
        return now[len(was) :]
    return None


def _is_new(sentence: str, told: Iterable[str], people: re.Pattern[str] | None) -> bool:
    """Whether a sentence says something of the game that is not *told*."""
    figures, names, denied = _said(sentence, people)
    if not figures:
        return False
    known = (_said(one, people) for one in told)
    return not any(
        figures <= same and names <= theirs and denied == too for same, theirs, too in known
    )


def _said(text: str, people: re.Pattern[str] | None) -> tuple[set[str], set[str], bool]:
    """The figures of a text that say something of the game, its names, and whether it denies."""
    figures = {*_MEASURED.findall(text), *map(str.lower, _FIGURES.findall(text))} - _LOOSE
    names = set() if people is None else set(people.findall(text))
    return figures, names, _DENIED.search(text) is not None


def _facts(lines: tuple[str, ...], people: re.Pattern[str] | None) -> Counter[str]:
    text = " ".join(" ".join(lines).split())
    facts = Counter(word.lower() for word in _FIGURES.findall(text))
    if people is not None:
        facts.update(people.findall(text))
    return facts


def _items(body: str) -> Iterable[list[str]]:
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
    hang = lead + " " * _HANG if lead else ""
    if len(item) > 1:
        hang = item[1][: len(item[1]) - len(item[1].lstrip())]
    return fold(said, lead, hang, WIDTH).splitlines()
