"""Corrections inside one mail that leave one meaning are carried out: "five -- no, sorry, SIX".

A correction gives a new value (a number, a room, a machine, a tile, a gnome) for one told before:
the one it names, the one right before it, or the only one of its kind.  One that fits nothing is
left to be asked about.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import msgspec

from rednov_bot.language.corrigenda import PAIRS
from rednov_bot.language.scanner import plain
from rednov_bot.language.words import Word, kinds

_MARKS: Final = (
    r"no|nope|nay|sorry|oops|whoops|wait|er|erm|um|uh|hm|hmm|argh|damn|ah|oh|well|actually|pardon|"
    r"apologies|hang on|hold on|strike that|scratch that|on second thoughts?|on reflection|"
    r"correction|erratum|corrigendum|typo|i meant?|make that|make it|rather|or rather|instead|"
    r"change (?:that|it) to|amend (?:that|it) to|(?:that|it|this) should (?:be|read|say|have been|"
    r"have read|have said)|(?:that|it) was (?:meant|supposed) to be|i take that back|better|"
    r"i should say|should i say|let's say|let us say|that's|typing too fast|wrong key|and|then"
)
_FILLERS: Final = kinds("hm hmm ah oh well damn argh and then better that's um uh er erm instead")
"""They only stand beside what corrects."""
_FIRM: Final = kinds("make mean meant correction rather typo erratum should")
"""With one of these a name is a correction, no address: "sorry, Bob"."""
_LEFT: Final = re.compile(
    rf"(?:\A|(?<=[.!?;,:()\n\[-]))\s*((?:{_MARKS})(?:[\s,:;.!?*_-]+(?:{_MARKS}))*)"
    r"[\s,:;*_\"'-]*(?:(?:the|an?|my|for|in) )?[\"'*_]*\Z"
)
_PAUSED: Final = re.compile(
    r"\b(?:no|nope|nay|wait|hold on|hang on|oh|ah|well|damn|wrong key)\s+\Z"
)
"""Without a pause behind it this is no correction: "no crowbar", "wait 1 minute"."""
_INLINE: Final = re.compile(
    r"(?<!\bi )\b(or rather|i meant?|make that|make it)[\s,:]+(?:(?:the|an?|my) )?\Z"
)
_RIGHT: Final = re.compile(
    r"\A[\s,\"'*_-]*(?:i meant?|it is|it'll be|even|rather|that is|make that)"
    r"(?=\s*(?:[.!;)\n,-]|\Z))"
)
_STARTS: Final = re.compile(
    r"(?:\A|[.!?;()\n\[:-])\s*(?:(?:the|an?|my) )?[\"'*_]*\Z"
    r"|,\s*(?:sorry|no|pardon|oops),?\s+(?:(?:in)?to |from |for |in )?\Z"
)
_SORRY: Final = re.compile(r"(?:sorry|no|pardon|oops),?\s+(?:(?:in)?to |from |for |in )?\Z")
_LAST: Final = tuple(
    kinds(
        "no nope nay sorry oops whoops wait er erm um uh hm hmm argh damn ah oh well actually "
        "pardon apologies on that thought thoughts reflection correction erratum corrigendum typo "
        "mean meant it rather instead to be read say been said back better that's fast key and then"
    )
)
"""With what the text before a new value ends, if a mark stands there."""
_SIGNS: Final = " \t\n,:;*_\"'-"
_SMALL: Final = kinds("the a an my for in")
_HINT: Final = re.compile(
    r"\b(?:no|nope|sorry|oops|wait|actually|hang on|hold on|scratch|strike|correction|erratum|typo|"
    r"mean|meant|make (?:that|it)|rather|should|read|not|second thoughts?|reflection|it is|even|"
    r"change|amend|replace|er|erm|pardon|apologies|above)\b"
)
_BOUND: Final = kinds("STOP SEP CLOSING PARAGRAPH DASH ASIDE_END")
_ROOMY: Final = kinds("TO ROOMWORD DOOR DASH SLASH IN THROUGH FROM")
_KINDS: Final = {"ROOM": "room", "MACHINE": "machine", "ITEM": "item", "NAME": "name"}


class _Value(msgspec.Struct, frozen=True):
    """A value in the text: the words from *first* to *last*, the one that bears it, its role."""

    first: int
    last: int
    at: int
    role: str  # minutes, room, number, machine, item, name


def correct(words: list[Word], text: str) -> list[tuple[int, int]]:
    """Carries out the corrections of a text among its scanned words; where they stood."""
    lowered = plain(text)
    if _HINT.search(lowered) is None:
        return []
    done = list(_by_pairs(words, lowered))
    values = list(_values(words))
    for value in values:
        start = words[value.first].start
        if any(first <= start < last for first, last in done):
            continue
        span = _marked(words, value, lowered)
        if span is None or any(first < span[1] and span[0] < last for first, last in done):
            continue
        old = _meant(words, value, span[0], values, done)
        if old is not None:
            _replace(words, old, value, span)
            done.append(span)
    return done


def _values(words: list[Word]) -> Iterator[_Value]:
    """Every value among the words, each once."""
    at = 0
    while at < len(words):
        value = _value_at(words, at)
        if value is not None:
            yield value
            at = value.last
        at += 1


def _value_at(words: list[Word], at: int) -> _Value | None:
    word = words[at]
    following = words[at + 1].type if at + 1 < len(words) else ""
    if word.type == "ROOMWORD" and following == "NUM":
        return _Value(at, at + 1, at + 1, "room")
    if word.type == "NUM":
        if following == "MINUTES":
            return _Value(at, at + 1, at, "minutes")
        if following in ("ITEM", "TILEWORD"):
            return _Value(at, at + 1, at, "count")
        before = words[at - 1].type if at else ""
        if before == "FOR":
            return _Value(at, at, at, "minutes")
        room = before in _ROOMY or following in ("DASH", "SLASH", "ARROW")
        return _Value(at, at, at, "room" if room else "number")
    if word.type in _KINDS:
        return _Value(at, at, at, _KINDS[word.type])
    return None


def _marked(words: list[Word], value: _Value, lowered: str) -> tuple[int, int] | None:
    """The span of a correction that gives this value, from its mark on."""
    start, end = words[value.first].start, words[value.last].end
    behind = words[value.last + 1].type if value.last + 1 < len(words) else "STOP"
    before = lowered[max(0, start - 90) : start]
    offset = max(0, start - 90)
    after = lowered[end : end + 20]
    right = _RIGHT.match(after) if after.lstrip(_SIGNS)[:1] in ("i", "e", "r", "t", "m") else None
    if right is not None and _STARTS.search(before):
        sorry = _SORRY.search(before)
        return (offset + sorry.start() if sorry else start), end + right.end()
    if behind not in _BOUND or lowered[end : end + 1] in ("-", "/", ">"):
        return None
    if not _may_be_marked(before):
        return None
    if (left := _LEFT.search(before)) is not None and not _PAUSED.search(before):
        said = re.split(r"[\s,:;.!?*_-]+", left[1])
        named = value.role == "name" and not any(word in _FIRM for word in said)
        if not named and not all(word in _FILLERS for word in said):
            return offset + left.start(1), end
    if (inline := _INLINE.search(before)) is not None:
        return offset + inline.start(1), end
    return None


def _may_be_marked(before: str) -> bool:
    """Whether the last word before a value is one that a mark ends with."""
    said = before.rstrip(_SIGNS)
    rest, _, last = said.rpartition(" ")
    if last.lstrip(_SIGNS) in _SMALL:
        return said.endswith(_LAST) or rest.rstrip(_SIGNS).endswith(_LAST)
    return said.endswith(_LAST)


def _meant(
    words: list[Word], new: _Value, start: int, values: list[_Value], done: list[tuple[int, int]]
) -> _Value | None:
    """The value that is corrected: right before the mark, or the only one of its kind."""
    earlier = [
        value
        for value in values
        if words[value.last].end <= start
        and not any(first <= words[value.at].start < last for first, last in done)
        and _is_like(value, new)
    ]
    if not earlier:
        return None
    nearest = earlier[-1]
    between = [word for word in words[nearest.last + 1 : new.first] if word.end <= start]
    if all(word.type in _BOUND or word.type == "FILL" for word in between):
        return nearest
    if new.role == "number":
        timed = [value for value in earlier if value.role == "minutes"]
        return nearest if timed == [nearest] else None
    same = [value for value in earlier if value.role == new.role] or earlier
    return same[0] if len(same) == 1 else None


def _is_like(old: _Value, new: _Value) -> bool:
    if new.role == "number":
        return old.role in ("minutes", "room", "number", "count")
    if new.role == "room":
        return old.role in ("room", "number")
    if new.role == "minutes":
        return old.role in ("minutes", "number")
    return old.role == new.role


def _replace(words: list[Word], old: _Value, new: _Value, span: tuple[int, int]) -> None:
    """The earlier word bears the new value; the words of the correction mean nothing more."""
    target, source = words[old.at], words[new.at]
    target.name, target.number = source.name, source.number
    if source.type != "NUM" or target.type != "NUM":
        target.type, target.senses, target.plural = source.type, source.senses, source.plural
        target.text, target.det = source.text, source.det or target.det
    elif target.senses:
        target.senses = source.senses
    for word in words:
        if span[0] <= word.start and word.end <= span[1]:
            word.type, word.senses, word.name, word.number, word.form = "FILL", (), "", 0, ""


def _by_pairs(words: list[Word], lowered: str) -> Iterator[tuple[int, int]]:
    """ "For 5 read 6", "not five, six": the old value is named with the new one."""
    for guard, pattern in PAIRS:
        if guard.search(lowered) is None:
            continue
        for match in pattern.finditer(lowered):
            old = _value_in(words, *match.span("old"))
            new = _value_in(words, *match.span("new"))
            if old is None or new is None or old.role == "count":
                continue
            meant = [
                value
                for value in _values(words)
                if not match.start() <= words[value.at].start < match.end()
                and _sign(words[value.at]) == _sign(words[old.at])
            ]
            if len(meant) > 1 and "minutes" in (old.role, new.role):
                meant = [value for value in meant if value.role == "minutes"]
            if len(meant) == 1 and words[meant[0].at].start < match.start():
                _replace(words, meant[0], new, match.span())
                yield match.span()


def _value_in(words: list[Word], start: int, end: int) -> _Value | None:
    """The one value that these letters are."""
    inside = [at for at, word in enumerate(words) if start <= word.start and word.end <= end]
    if not inside:
        return None
    value = next((one for at in inside if (one := _value_at(words, at)) is not None), None)
    if value is None or any(
        words[at].type != "FILL" for at in inside if not value.first <= at <= value.last
    ):
        return None
    return value


def _sign(word: Word) -> tuple[str, int, str]:
    return word.type, word.number, word.name
