"""A letter is read; one whose two alternatives announce different things is asked about."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final, Literal

from rednov_bot.engine.words import GnomeName
from rednov_bot.language.accounts import Account
from rednov_bot.language.reading import read
from rednov_bot.language.sizes import too_long
from rednov_bot.papers import Letter, Question, Reading

LONGEST: Final = 12_000
MOST_LINES: Final = 300
"""Characters and lines of one's own words; what is longer is no announcement, but may hold one."""

_WORD: Final = re.compile(r"[^\W_]+")
_LONGEST: Final = 160
"""Characters that are quoted of either alternative."""
_SHORT: Final = 400  # characters of a mail that only says who joins or leaves
_THE_CONTEST: Final = re.compile(
    r"\b(I (?:hereby )?(?:leave|quit|join|enter|cease to be a contestant of|withdraw from"
    r"|resign from)) (?:the|this|your) contest(?=\s*(?:[.!]|$|\n))",
    re.IGNORECASE,
)
_HIDDEN: Final = Question(
    "",
    "The HTML of the mail may hide some of its words from those who read it (by colour, size, "
    "place or a style sheet). Please send it again as plain text alone.",
)


_MARKED: Final = Question(
    "",
    "A line of your mail begins with “>From”, as mail servers change “From” and as quotes begin. "
    "Are all of these words your own?",
)


def read_letter(
    letter: Letter,
    *,
    people: Sequence[str],
    contest: str,
    master: GnomeName = "",
    accounts: list[Account] | None = None,
) -> Reading:
    """What a letter announces, or to the bot alone tries out.

    Readers see its plain text or its HTML; where the two do not announce the same, it is not
    clear to everybody what is announced, and nothing is (Rule 478).  Words that may be those of a
    mail which it quotes are asked about, where nothing else is announced.  *accounts* is filled
    with what became of each stretch of its text.
    """
    told: list[tuple[str, list[Account] | None]] = [(letter.text, accounts)]
    if letter.doubt:
        told.append((letter.other, None))

    def reader(text: str, into: list[Account] | None) -> Reading:
        return _read(
            text,
            reader=_reader(letter),
            author=letter.sender or "",
            people=people,
            contest=contest,
            master=master,
            accounts=into,
            longest=LONGEST // 2 if letter.doubt else LONGEST,
        )

    reading, *others = (reader(text, into) for text, into in told)
    if all(_announced(reading) == _announced(other) for other in others):
        reading = _by_subject(letter, reading, people=people, contest=contest)
        return reading if reading.verdict != "none" or not letter.aside else _aside(letter, reader)
    if letter.doubt == "marked From":
        return Reading("ambiguous", questions=(_MARKED,), proposal=reading.acts)
    asked = _HIDDEN if letter.doubt == "hidden" else _question(letter.text, letter.other)
    return Reading("ambiguous", questions=(asked,))


def _aside(letter: Letter, reader: Callable[..., Reading]) -> Reading:
    """What would be announced by words that may be their author's: they are asked."""
    found = reader(letter.aside, None)
    if found.verdict == "none":
        return found
    words = " ".join(letter.aside.split())
    words = words if len(words) <= _LONGEST else f"{words[:_LONGEST].rstrip()} ..."
    ask = (
        f"“{words}” stands in your mail below where it seems to quote another, or in an "
        "attachment. Are these words your own, and do you announce them?"
    )
    return Reading(
        "ambiguous",
        questions=(Question("", ask),),
        announces=found.announces or bool(found.acts),
        proposal=found.acts or found.proposal,
    )


def _reader(letter: Letter) -> Literal["public", "private"]:
    """Who reads it: everybody on a list, or the bot alone."""
    return "private" if letter.forum == "private" else "public"


def _by_subject(
    letter: Letter, reading: Reading, *, people: Sequence[str], contest: str
) -> Reading:
    """ "I leave the contest." below a subject that names ours: that one."""
    if reading.verdict != "ambiguous" or letter.doubt or len(letter.text) > _SHORT:
        return reading
    if contest.casefold() not in letter.subject.casefold():
        return reading
    text, times = _THE_CONTEST.subn(lambda said: f"{said[1]} {contest}", letter.text)
    named = read(
        text, reader=_reader(letter), author=letter.sender or "", people=people, contest=contest
    )
    return named if times == 1 and named.verdict == "acts" else reading


def _read(
    text: str,
    *,
    author: GnomeName,
    people: Sequence[str],
    reader: Literal["public", "private"],
    contest: str,
    master: GnomeName,
    accounts: list[Account] | None,
    longest: int,
) -> Reading:
    """What a text announces; a long one is asked about, where it is of the game at all."""
    if len(text) <= longest and text.count("\n") < MOST_LINES:
        return read(
            text,
            reader=reader,
            author=author,
            people=people,
            contest=contest,
            master=master,
            accounts=accounts,
        )
    return too_long(text, contest, reader)


def _announced(reading: Reading) -> tuple[object, ...]:
    return reading.verdict, reading.acts, reading.orders


def _question(text: str, other: str) -> Question:
    """The first words that differ, as each alternative has them."""
    here, there = _difference(text, other)
    says = f"its HTML has “{there}” here" if there else "its HTML does not say this"
    if not here and not there:
        says = "its HTML has other points"
    elif not here:
        says = f"only its HTML says “{there}”"
    return Question(
        here,
        f"The plain text and the HTML of the mail differ: {says}. Which is meant? Please send "
        "it again as plain text alone.",
    )


def _difference(text: str, other: str) -> tuple[str, str]:
    """From the first word that differs to the last, in either, as far as one line goes."""
    one, two = list(_WORD.finditer(text)), list(_WORD.finditer(other))
    start = 0
    while start < min(len(one), len(two)) and one[start][0].lower() == two[start][0].lower():
        start += 1
    end = 0
    while (
        end < min(len(one), len(two)) - start
        and one[-1 - end][0].lower() == two[-1 - end][0].lower()
    ):
        end += 1
    return _span(text, one[start : len(one) - end]), _span(other, two[start : len(two) - end])


def _span(text: str, words: list[re.Match[str]]) -> str:
    """The text from the first of these words to the last, within its line."""
    if not words:
        return ""
    return text[words[0].start() : words[-1].end()].partition("\n")[0][:_LONGEST].rstrip()
