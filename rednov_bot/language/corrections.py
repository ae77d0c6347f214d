"""Corrections inside one mail that leave one meaning are carried out: "five -- no, sorry, SIX".

A correction gives a new value (a number, a room, a machine, a tile, a gnome) for one told before:
the one it names, the one right before it, or the only one of its kind.  One that fits nothing is
left to be asked about.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from rednov_bot.language.corrigenda import (
    FILLERS,
    FIRM,
    HINT,
    INLINE,
    LAST,
    LEFT,
    PAIRS,
    PAUSED,
    RIGHT,
    SAID_AGAIN,
    SIGNS,
    SMALL,
    SORRY,
    STARTS,
)
from rednov_bot.language.scanner import plain
from rednov_bot.language.values import Value, denied_behind, value_at, values_of
from rednov_bot.language.words import Word, kinds

_BOUND: Final = kinds("STOP SEP CLOSING PARAGRAPH DASH ASIDE_END")
_BESIDE: Final = kinds("FILL ASIDE OPENING IN")
_ECHOES: Final = frozenset("iertmws")
_ENTERED: Final = kinds("ENTER SEPWORD AND GO")
_PAUSES: Final = ":;-\u2013\u2014"
_REACH: Final = 90  # characters, more than an old value and its article have
_COUNTED: Final = ("line", "step", "point", "item", "part")
_ALONE: Final = re.compile(r"[.!?\n]\s*(?:hm+|er+m?|argh|oh|ah|damn)[.,! ]+\Z")
""" "Hmm. 9." """


def correct(words: list[Word], text: str) -> list[tuple[int, int]]:
    """Carries out the corrections of a text among its scanned words; where they stood."""
    lowered = plain(text)
    if HINT.search(lowered) is None:
        return []
    done = list(_by_pairs(words, lowered))
    values = list(values_of(words))
    standing = _standing(words, values, done)
    for value in values:
        start = words[value.first].start
        if any(first <= start < last for first, last in done):
            continue
        span = _marked(words, value, lowered)
        if span is not None and any(first < span[1] and span[0] < last for first, last in done):
            continue
        denied = denied_behind(words, values, value, lowered)
        meant = standing if denied is None else [one for one in denied if one in standing]
        old = _meant(words, value, span[0], meant) if span is not None else None
        if old is None and denied is None:
            span, old = _with_its_word(words, value, values, lowered)
        if old is not None and span is not None:
            if denied is not None:
                span = span[0], words[values[values.index(value) + 1].last].end
            _replace(words, old, value, span)
            done.append(span)
            standing = _standing(words, standing, [span])
            _pass_over_echo(words, value, words[old.at], lowered)
    return done


def _with_its_word(
    words: list[Word], new: Value, values: list[Value], lowered: str
) -> tuple[tuple[int, int] | None, Value | None]:
    """ "Reactor 5. Oops: reactor 6": the word before a value is said again."""
    before = lowered[max(0, words[new.first].start - 90) : words[new.first].start]
    told = SAID_AGAIN.search(before)
    if told is None:
        return None, None
    start = words[new.first].start - len(before) + told.start("mark")
    tail = " " + told["tail"].strip()
    if tail in (" or", " and", " not", " but", " than"):
        return None, None
    old = [
        value
        for value in values
        if words[value.last].end <= start
        and _is_like(value, new)
        and f" {lowered[: words[value.first].start].rstrip()}".endswith(tail)
    ]
    return ((start, words[new.last].end), old[-1]) if old else (None, None)


def _pass_over_echo(words: list[Word], new: Value, source: Word, lowered: str) -> None:
    """ "(no, 2! room 2; ...)": the new value said again right behind it."""
    end = words[new.last].end
    told = lowered[:end]
    inside = told.count("(") > told.count(")")
    for at in range(new.last + 1, len(words)):
        word = words[at]
        if inside and word.start > lowered.find(")", end):
            return
        if inside and word.type == "STOP":
            word.type = "SEP"
        if word.type in ("SEP", "FILL", "ROOMWORD"):
            continue
        if word.type in ("NUM", "ROOM", "MACHINE", "ITEM") and (
            word.number == source.number and word.name == source.name
        ):
            for echo in words[new.last + 1 : at + 1]:
                if echo.type == "SEP" and not inside:
                    echo.type = "FILL"
                if echo.type in ("NUM", "ROOM", "MACHINE", "ITEM", "ROOMWORD"):
                    echo.type, echo.senses = "FILL", ()
        elif not inside:
            return


def _marked(words: list[Word], value: Value, lowered: str) -> tuple[int, int] | None:
    """The span of a correction that gives this value, from its mark on."""
    start, end = words[value.first].start, words[value.last].end
    behind = words[value.last + 1].type if value.last + 1 < len(words) else "STOP"
    before = lowered[max(0, start - 90) : start]
    offset = max(0, start - 90)
    after = lowered[end : end + 20]
    right = RIGHT.match(after) if after.lstrip(SIGNS)[:1] in _ECHOES else None
    if right is not None and STARTS.search(before):
        sorry = SORRY.search(before)
        return (offset + sorry.start() if sorry else start), end + right.end()
    if behind not in _BOUND or lowered[end : end + 1] in ("-", "/", ">"):
        return None
    if value.role in ("number", "minutes") and (alone := _ALONE.search(before)):
        return offset + alone.start() + 1, end
    if not _may_be_marked(before):
        return None
    if (left := LEFT.search(before)) is not None and not PAUSED.search(before):
        said = re.split(r"[\s,:;.!?*_-]+", left[1])
        named = value.role == "name" and not any(word in FIRM for word in said)
        explained = [offset + at for at in left.span("why")] if left["why"] else None
        if explained and any(
            explained[0] <= word.start < explained[1] and value_at(words, at)
            for at, word in enumerate(words)
        ):
            return None
        if not named and not all(word in FILLERS for word in said):
            return offset + left.start(1), end
    if (inline := INLINE.search(before)) is not None:
        return offset + inline.start(1), end
    return None


def _may_be_marked(before: str) -> bool:
    """Whether the last word before a value is one that a mark ends with."""
    said = before.rstrip()
    while said and (last := said.rstrip(SIGNS).rpartition(" ")[2].lstrip(SIGNS + "([")) in SMALL:
        said = said.rstrip(SIGNS)[: -len(last)].rstrip()
    if said[-1:] in _PAUSES and said[-1:]:
        return True
    rest, _, last = said.rstrip(SIGNS).rpartition(" ")
    number = last.isdigit() and rest.endswith(_COUNTED)
    return number or said.rstrip(SIGNS).endswith(LAST)


def _standing(words: list[Word], values: list[Value], done: list[tuple[int, int]]) -> list[Value]:
    """The values outside all that is corrected."""
    starts = ((value, words[value.at].start) for value in values)
    return [value for value, at in starts if not any(start <= at < end for start, end in done)]


def _meant(words: list[Word], new: Value, start: int, values: list[Value]) -> Value | None:
    """The value that is corrected: right before the mark, or the only one of its kind."""
    earlier = [value for value in values if words[value.last].end <= start and _is_like(value, new)]
    if not earlier:
        return None
    nearest = earlier[-1]
    between = [word for word in words[nearest.last + 1 : new.first] if word.end <= start]
    beside = _BESIDE | _ENTERED if new.role == "room" else _BESIDE
    if all(word.type in _BOUND or word.type in beside or word.text == "no" for word in between):
        return nearest
    if new.role == "minutes":
        earlier = [value for value in earlier if words[value.first - 1].type not in _LEADS_TO]
    if new.role == "number":
        timed = [value for value in earlier if value.role == "minutes"]
        return nearest if timed == [nearest] else None
    same = [value for value in earlier if value.role == new.role] or earlier
    return same[0] if len(same) == 1 else None


_LEADS_TO: Final = kinds("TO DOOR ROOMWORD THROUGH FROM IN OPEN ENTER GO HATCH")
"""A number behind one of these is a room, whatever minutes are corrected."""


def _is_like(old: Value, new: Value) -> bool:
    if new.role == "number":
        return old.role in ("minutes", "room", "number", "count")
    if new.role == "room":
        return old.role in ("room", "number")
    if new.role == "minutes":
        return old.role in ("minutes", "number")
    return old.role == new.role


def _replace(words: list[Word], old: Value, new: Value, span: tuple[int, int]) -> None:
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
    for hints, guard, pattern in PAIRS:
        found = any(hint in lowered for hint in hints) and guard.search(lowered)
        if not found:
            continue
        for match in pattern.finditer(lowered, _from(lowered, found)):
            old = _value_in(words, *match.span("old"))
            new = _value_in(words, *match.span("new"))
            if old is None or new is None or old.role == "count":
                continue
            meant = [
                value
                for value in values_of(words)
                if not match.start() <= words[value.at].start < match.end()
                and _sign(words[value.at]) == _sign(words[old.at])
            ]
            if len(meant) > 1 and "minutes" in (old.role, new.role):
                meant = [value for value in meant if value.role == "minutes"]
            if len(meant) == 1 and words[meant[0].at].start < match.start():
                _replace(words, meant[0], new, match.span())
                yield match.span()


def _from(lowered: str, found: re.Match[str]) -> int:
    """From where on a pair may stand whose guard was found first there."""
    if not found[0]:
        return 0
    start = max(0, found.start() - _REACH)
    return lowered.find(" ", start, found.start()) + 1 if start else 0


def _value_in(words: list[Word], start: int, end: int) -> Value | None:
    """The one value that these letters are."""
    inside = [at for at, word in enumerate(words) if start <= word.start and word.end <= end]
    if not inside:
        return None
    value = next((one for at in inside if (one := value_at(words, at)) is not None), None)
    if value is None or any(
        words[at].type != "FILL" for at in inside if not value.first <= at <= value.last
    ):
        return None
    return value


def _sign(word: Word) -> tuple[str, int, str]:
    return word.type, word.number, word.name
