"""Words that belong together become one: durations, rooms, hatches, counts of tiles."""

from __future__ import annotations

from typing import Final

from rednov_bot.language import chains, doors, quantities
from rednov_bot.language.neighbours import keep, kind_at, past_fill
from rednov_bot.language.words import Word


def join(words: list[Word]) -> list[Word]:
    """The words with all that is one thing joined into one word."""
    joined: list[Word] = []
    at = 0
    while at < len(words):
        word = words[at]
        if word.type in _FOLLOW:
            at = _FOLLOW[word.type](words, at, joined)
        else:
            joined.append(word)
            at += 1
    return joined


def _correction(words: list[Word], at: int, joined: list[Word]) -> int:
    """ "5 minutes, make that 6": the later value takes the place of the earlier one."""
    ahead = past_fill(words, at + 1)
    if kind_at(words, ahead) in ("COLON", "SEP"):
        ahead = past_fill(words, ahead + 1)
    value: list[Word] = []
    kind = kind_at(words, ahead)
    follow = keep if kind == "CORRECTION" else _FOLLOW.get(kind, keep)
    after = follow(words, ahead, value) if ahead < len(words) else 0
    denies = kind_at(words, after) == "SEP" and kind_at(words, after + 1) == "NEG"  # "7, not 6"
    if (
        len(value) == 1
        and not denies
        and kind_at(words, after) in ("", "SEP", "SEPWORD", "STOP", "CLOSING")
    ):
        for earlier in reversed(joined[-8:]):
            if earlier.type == "PARAGRAPH":
                break
            if earlier.type == value[0].type or (earlier.type, value[0].type) == ("DUR", "NUM"):
                earlier.number, earlier.places = value[0].number, value[0].places
                earlier.name = value[0].name
                return after
    return keep(words, at, joined)


_FOLLOW: Final = {
    "NUM": quantities.number,
    "SEA": chains.sea,
    "BOTH": quantities.both,
    "ITEM": quantities.tiles,
    "TILEWORD": quantities.tiles,
    "ROOMWORD": doors.room,
    "ROOM": doors.place_word,
    "MACHINE": doors.place_word,
    "DOOR": doors.door,
    "BETWEEN": doors.between,
    "MINUTES": quantities.minutes,
    "FOR": quantities.for_,
    "CORRECTION": _correction,
    "HEDGE": quantities.hedge,
    "TILDE": quantities.hedge,
}
