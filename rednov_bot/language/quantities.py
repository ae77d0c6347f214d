"""Numbers, and what they count: minutes, tiles."""

from __future__ import annotations

from typing import Final

from rednov_bot.language.chains import chain
from rednov_bot.language.doors import place_word
from rednov_bot.language.neighbours import (
    COUNTED,
    LINKS,
    keep,
    kind_at,
    merged,
    past_fill,
    previous,
)
from rednov_bot.language.words import Sense, Word

_COUNTS_AFTER: Final = frozenset(("OPENING", "TIMES", "NUM", "BOTH", "TWICE"))
_CITED: Final = frozenset(
    (
        "paragraph",
        "section",
        "clause",
        "rule",
        "article",
        "para",
        "sec",
        "appendix",
        "ruling",
        "cfj",
    )
)
_PLACES: Final = frozenset(("ROOM", "MACHINE", "NUM"))
_THEIRS: Final = frozenset(("eir", "his", "her", "their"))
_JOINS: Final = frozenset(("and", "&", "+", "plus", "and also", "as well as"))
_POINTING: Final = frozenset(("this", "that", "which", "last", "other", "first", "good", "nice"))


def _cites(words: list[Word], at: int, joined: list[Word]) -> int:
    """How many words cite a clause: "11(e)" behind "paragraph", "11m"; 0 where none does."""
    named = bool(joined) and joined[-1].text in _CITED
    letter = words[at + 1] if at + 1 < len(words) else words[at]
    beside = letter is not words[at] and letter.start == words[at].end and len(letter.text) == 1
    if beside and letter.text.isalpha() and (words[at].number == 11 or letter.text not in "mx"):
        return 2
    if not named:
        return 0
    bracketed = [w.type for w in words[at + 1 : at + 4]]
    closed = bracketed[:1] == ["OPENING"] and bracketed[2:] == ["CLOSING"]
    return 4 if closed and len(words[at + 2].text) <= 2 else 1


def _stands_for_a_noun(words: list[Word], at: int, joined: list[Word]) -> bool:
    """ "a hot one", "this one": no number."""
    if not joined or kind_at(words, at + 1) in ("MINUTES", "ROOMWORD", *COUNTED, *LINKS):
        return False
    before = joined[-1]
    if before.text == "next":
        return True
    if before.type not in ("OTHER", "FILL") or before.name == "verb":
        return False
    return before.det in ("a", "an", "the", "my") or before.text in _POINTING


def _ends(words: list[Word], at: int) -> bool:
    return kind_at(words, at) in ("", "STOP", "SEP", "SEPWORD", "CLOSING", "QUERY", "COND", "WHO")


def number(words: list[Word], at: int, joined: list[Word]) -> int:
    """A number is part of a hatch, a duration, a count of tiles, or stands alone."""
    if (
        kind_at(words, at + 1) == "OPENING"
        and kind_at(words, at + 2) == "NUM"
        and kind_at(words, at + 3) == "CLOSING"
        and words[at + 2].number == words[at].number
    ):
        del words[at + 1 : at + 4]  # "five (5)"
    if kind_at(words, at + 1) == "FILL" and words[at + 1].text == "of":
        if kind_at(words, at + 2) == "NUM" and kind_at(words, at + 3) in COUNTED:
            del words[at + 1 : at + 3]  # "one of my two grogs"
        elif kind_at(words, at + 2) in COUNTED:
            del words[at + 1]  # "one of my toolboxes"
        elif kind_at(words, at + 3) in COUNTED and words[at + 2].text in _THEIRS:
            del words[at + 1 : at + 3]  # "one of eir grogs"
        elif previous(joined) in ("IN", "TO", "THROUGH") and kind_at(words, at + 2) == "WHO":
            words[at].type, words[at].senses = "VAGUE", ()  # "in one of them"
            return keep(words, at, joined)
    if words[at].det in ("a", "an") and words[at].text.isdigit() and _ends(words, at + 1):
        words[at].type, words[at].senses = "OTHER", ()  # "anything but a 9": a throw
        return keep(words, at, joined)
    if length := _cites(words, at, joined):
        words[at].type, words[at].senses = "FILL", ()
        del words[at + 1 : at + length]
        return keep(words, at, joined)
    if words[at].text == "one" and _stands_for_a_noun(words, at, joined):
        words[at].type, words[at].senses = "FILL", ()
        return keep(words, at, joined)
    if previous(joined) in ("HEADING", "FILL") and joined[-1].text in ("turn", "on turn"):
        words[at].type = "FILL"  # "turn 14"
        return keep(words, at, joined)
    for reading in (chain, _duration, _count):
        if after := reading(words, at, joined):
            return after
    if (
        kind_at(words, at + 1) == "FILL"
        and kind_at(words, at + 2) == "OTHER"
        and words[at + 1].text == "'"
        and words[at + 2].text == "s"
    ):
        del words[at + 1 : at + 3]
    if (
        kind_at(words, at + 1) == "FILL"
        and words[at + 1].text == "'"
        and words[at + 1].start == words[at].end
    ):
        joined.append(merged(words[at], words[at + 1], "DUR"))
        return at + 2
    return place_word(words, at, joined)


def _duration(words: list[Word], at: int, joined: list[Word]) -> int:
    """ "5 minutes", "1+2 minutes"."""
    ahead, surcharge = at + 1, False
    if kind_at(words, ahead) == "OPENING" and kind_at(words, ahead + 1) == "PLUS":
        if kind_at(words, ahead + 2) == "NUM" and kind_at(words, ahead + 3) == "CLOSING":
            ahead, surcharge = ahead + 4, True
    elif kind_at(words, ahead) == "PLUS" and kind_at(words, ahead + 1) == "NUM":
        ahead, surcharge = ahead + 2, True
    unit = past_fill(words, ahead)
    if kind_at(words, unit) == "OTHER" and kind_at(words, unit + 1) == "MINUTES":
        unit += 1  # "nine long minutes"
    if kind_at(words, unit) != "MINUTES":
        if not surcharge:
            return 0
        unit = ahead - 1
    duration = merged(words[at], words[unit], "DUR")
    duration.surcharge = surcharge
    return _put_duration(words, unit + 1, joined, duration)


def _put_duration(words: list[Word], at: int, joined: list[Word], duration: Word) -> int:
    """A duration swallows the `for` before it; after `about` it is no number."""
    if previous(joined) in ("HEDGE", "TILDE"):
        duration.type, duration.start = "VAGUE", joined.pop().start
    elif previous(joined) == "FOR" or (
        previous(joined) == "FILL" and joined[-1].text in ("of", "at", "another")
    ):
        joined.pop()
    if kind_at(words, at) in ("LEFT", "HEDGE") and words[at].text != "nearly":
        duration.type = "REMARK" if words[at].type == "LEFT" else "VAGUE"
        at += 1
    joined.append(duration)
    return at


def _count(words: list[Word], at: int, joined: list[Word]) -> int:
    """ "two grogs", "2x grog", "both my charms": the number goes to the counted."""
    ahead = at + 1
    if kind_at(words, ahead) == "TIMES":
        ahead += 1
    skipped = 0
    while kind_at(words, ahead) in ("FILL", "MORE", "TIMES") or (
        kind_at(words, ahead) == "OTHER" and skipped < 2
    ):
        skipped += kind_at(words, ahead) == "OTHER"
        ahead += 1
    if kind_at(words, ahead) not in COUNTED and not (
        kind_at(words, ahead) and words[ahead].can_be("ITEM") and words[at].number < 11
    ):
        if kind_at(words, at + 1) == "TIMES" and words[at + 1].text == "times":
            words[at].type = "VAGUE"
        return 0
    counted = words[ahead]
    if (sense := counted.can_be("ITEM")) is not None:
        counted.become(sense)
    counted.number = words[at].number
    counted.start, counted.det = words[at].start, words[at].det or counted.det
    if words[at].type == "NUM" and words[at].number == 0:
        counted.type = "NOTHING"
    if previous(joined) in ("HEDGE", "TILDE"):
        counted.type, counted.start = "VAGUE", joined.pop().start
    del words[at:ahead]
    return tiles(words, at, joined)


def both(words: list[Word], at: int, joined: list[Word]) -> int:
    """ "both", "a pair of", "a couple of" are two."""
    if _names_two(words, at):
        words[at].type, words[at].senses = "FILL", ()
        return keep(words, at, joined)
    words[at].number = 2
    if after := _count(words, at, joined):
        return after
    return (
        keep(words, at, joined)
        if kind_at(words, at + 1) != "MINUTES"
        else _duration(words, at, joined)
    )


def _names_two(words: list[Word], at: int) -> bool:
    """ "Both a toolbox and a crowbar", "both my toolbox and engine manual"."""
    first = past_fill(words, at + 1)
    link = past_fill(words, first + 1)
    second = past_fill(words, link + 1)
    if (kind_at(words, first), kind_at(words, second)) != ("ITEM", "ITEM"):
        return False
    joins = kind_at(words, link) in ("SEPWORD", "SEP", "PLUS") and words[link].text in _JOINS
    return joins and not words[first].plural


def tiles(words: list[Word], at: int, joined: list[Word]) -> int:
    """ "pump manual x2", "deactivation codes (both)", "grog twice"."""
    tiles, ahead = words[at], at + 1
    if kind_at(words, ahead) not in _COUNTS_AFTER:
        return keep(words, at, joined)
    bracket = kind_at(words, ahead) == "OPENING"
    ahead += bracket
    times = 0
    for pattern in (("TIMES", "NUM"), ("NUM", "TIMES"), ("BOTH",), ("NUM", "CLOSING"), ("TWICE",)):
        if all(kind_at(words, ahead + n) == kind for n, kind in enumerate(pattern)):
            if pattern == ("NUM", "CLOSING") and not bracket:
                continue
            if pattern == ("NUM", "CLOSING") and tiles.det in ("a", "an"):
                words[ahead].type = "FILL"  # "a grog (1) and a coffee (2)"
                return keep(words, at, joined)
            if pattern == ("BOTH",) and _ends_list(joined):
                break  # "toolbox and grog both used"
            number = [words[ahead + n].number for n, k in enumerate(pattern) if k == "NUM"]
            times = number[0] if number else 2
            ahead += len(pattern) - (pattern[-1] == "CLOSING")
            break
    if times and not tiles.number and tiles.type in COUNTED:
        tiles.number = times
        ahead += bracket and kind_at(words, ahead) == "CLOSING"
        tiles.end = words[ahead - 1].end
        joined.append(tiles)
        return ahead
    return keep(words, at, joined)


def _ends_list(joined: list[Word]) -> bool:
    """Whether another tile stands before, and only "and" between."""
    return previous(joined) in ("SEP", "SEPWORD", "PLUS") and previous(joined[:-1]) == "ITEM"


def minutes(words: list[Word], at: int, joined: list[Word]) -> int:
    """ "a minute", "minutes: 5"."""
    word = words[at]
    if word.det in ("a", "an"):
        word.type, word.number = "DUR", 1
        return _put_duration(words, at + 1, joined, word)
    if (
        kind_at(words, at + 1) in ("COLON", "SEP")
        and kind_at(words, at + 2) == "NUM"
        and kind_at(words, at + 1) == "COLON"
        and kind_at(words, at + 3) != "MINUTES"
    ):
        joined.append(merged(words[at + 2], words[at + 2], "DUR"))
        return at + 3
    word.type = "OTHER"
    return keep(words, at, joined)


def for_(words: list[Word], at: int, joined: list[Word]) -> int:
    """ "for 8" is a duration, "head for 8" is a way, "for Pip" is a recipient."""
    ahead = past_fill(words, at + 1)
    kind = kind_at(words, ahead)
    goes = bool(joined) and (joined[-1].can_be("GO") is not None or _leaves(joined))
    if (
        goes
        and kind in ("NUM", "ROOM", "ROOMWORD", "SEA", "MACHINE", "DOOR", "EXTERIOR")
        and kind_at(words, ahead + 1) != "MINUTES"
        and words[at].text == "for"
    ):
        words[at].become(Sense("TO"))
        return keep(words, at, joined)
    if kind == "NAME" and words[at].text == "for":
        words[at].become(Sense("TO"))
    elif kind == "NUM" and words[at].text in ("for", "for full", "taking", "lasting"):
        after = kind_at(words, past_fill(words, ahead + 1))
        if after not in (*COUNTED, *LINKS, "MINUTES", "PLUS", "OPENING", "PERCENT", "TIMES"):
            words[ahead].type = "DUR"
            return _put_duration(words, ahead + 1, joined, words[ahead])
    return keep(words, at, joined)


def _leaves(joined: list[Word]) -> bool:
    """ "I leave the reactor for 8"."""
    verb = joined[-2] if len(joined) > 1 else joined[-1]
    return verb.text.startswith(("leave", "leaving", "quit")) and previous(joined) in _PLACES


def hedge(words: list[Word], at: int, joined: list[Word]) -> int:
    """ "about" before a number makes it vague; elsewhere it means nothing."""
    ahead = past_fill(words, at + 1)
    if kind_at(words, ahead) == "NUM":
        return keep(words, at, joined)
    told = previous(joined) in ("NUM", "ROOM", "MACHINE", "HATCH", *COUNTED)
    words[at].type = "VAGUE" if told and words[at].text in ("or so", "ish") else "FILL"
    return keep(words, at, joined)
