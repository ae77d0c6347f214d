"""A message is read; one whose two alternatives announce different things is asked about."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from rednov_bot.core.models import Message, Question, Reading
from rednov_bot.games.red_november.reader.gate import same
from rednov_bot.games.red_november.reader.reading import read
from rednov_bot.games.red_november.reader.sums import without_sums

_WORD: Final = re.compile(r"[^\W_]+")
_LONGEST: Final = 160
"""Characters that are quoted of either alternative."""
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


def read_letter(message: Message, *, people: Sequence[str], contest: str) -> Reading:
    """What a message announces, or to the bot alone tries out.

    Readers see its plain text or its HTML; where the two do not announce the same, it is not
    clear to everybody what is announced, and nothing is (Rule 478).  Words that may be those of a
    mail which it quotes are asked about, where nothing else is announced.
    """

    def read_as(text: str) -> Reading:
        return read(
            text,
            reader="private" if message.forum == "private" else "public",
            author=message.sender or "",
            people=people,
            contest=contest,
        )

    def reading_of(text: str) -> Reading:
        found = read_as(text)
        if found.verdict != "ambiguous" or (plain := without_sums(text)) == text:
            return found
        said = read_as(plain)  # sums are comments, and do not make a turn unclear (A19)
        return said if said.verdict == "acts" else found

    reading = reading_of(message.text)
    other = reading_of(message.other) if message.doubt else reading
    one, two = reading.acts or reading.proposal, other.acts or other.proposal
    if one and same(one, two):  # one of them may be less certain
        return reading if reading.verdict == "ambiguous" else other
    if _announced(reading) == _announced(other):
        aside = reading.verdict == "none" and message.aside
        return _aside(message, reading_of) if aside else reading
    if message.doubt == "marked From":
        return Reading("ambiguous", questions=(_MARKED,), proposal=reading.acts)
    asked = _HIDDEN if message.doubt == "hidden" else _question(message.text, message.other)
    return Reading("ambiguous", questions=(asked,))


def _aside(message: Message, reading_of: Callable[[str], Reading]) -> Reading:
    """What would be announced by words that may be their author's: they are asked."""
    found = reading_of(message.aside)
    if found.verdict == "none":
        return found
    words = " ".join(message.aside.split())
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
