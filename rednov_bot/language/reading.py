"""A gnome's text is read: acts, nothing, or questions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Final, Literal

from rednov_bot.engine.words import GnomeName
from rednov_bot.games.red_november.reader.tokens import without_urls
from rednov_bot.language.accounts import Account
from rednov_bot.language.contractions import with_is
from rednov_bot.language.corrections import correct
from rednov_bot.language.dealings import settle_dealings, settle_fetching
from rednov_bot.language.discards import settle_discards
from rednov_bot.language.doubts import Doubt
from rednov_bot.language.gifts import settle_gifts
from rednov_bot.language.handovers import settle_handovers
from rednov_bot.language.hearing import Hearing
from rednov_bot.language.heralds import part_from_turns
from rednov_bot.language.layout import straighten
from rednov_bot.language.left_to import left_to
from rednov_bot.language.listed import item_list, strange
from rednov_bot.language.marks import join
from rednov_bot.language.movements import settle_movements
from rednov_bot.language.neighbours import signs
from rednov_bot.language.parcels import settle_parcels
from rednov_bot.language.participles import settle_participles
from rednov_bot.language.presents import settle_presents
from rednov_bot.language.qualms import OPENS
from rednov_bot.language.questions import asking
from rednov_bot.language.recipients import settle_recipients
from rednov_bot.language.reports import is_report
from rednov_bot.language.returns import GOES_BACK, settle_returns
from rednov_bot.language.scanner import scan
from rednov_bot.language.segments import sentences
from rednov_bot.language.senders import SIGNED, settle_sender
from rednov_bot.language.senses import settle
from rednov_bot.language.sizes import (
    has_too_many_sentences,
    has_too_many_words,
    too_long,
)
from rednov_bot.language.spacing import places_of, single_spaced
from rednov_bot.language.tags import settle_tags
from rednov_bot.language.talk import labelled
from rednov_bot.language.thanks import settle_thanks
from rednov_bot.language.thoughts import pass_over, thoughts
from rednov_bot.language.tosses import settle_tosses
from rednov_bot.language.usages import settle_usages
from rednov_bot.language.verses import Verses
from rednov_bot.language.vetoes import vetoed, with_urls
from rednov_bot.language.worlds import World, Worlds
from rednov_bot.papers import ItemList, Reading

LONGEST: Final = 16_384
"""Characters; a longer text is not read but asked about."""

_SUBSTITUTION: Final = re.compile(r"\bs/([^/\n]{1,30})/([^/\n]{0,30})/?(?:g\b)?")
_FIRST_LINE: Final = re.compile(r"[ ]*in (?:the )?(?:first|1st) line\b", re.IGNORECASE)


def read(
    text: str,
    *,
    author: GnomeName,
    people: Sequence[str],
    reader: Literal["public", "private"] = "public",
    contest: str = "Red November",
    master: GnomeName = "",
    accounts: list[Account] | None = None,
) -> Reading:
    """What the author announces with eir own words; nothing is guessed.

    *master* is who holds the office of contestmaster, where that is known; *accounts* is filled
    with what became of each stretch of the text.
    """
    if len(text) > LONGEST:
        return too_long(text, contest, "private")
    words = without_urls(text)
    reading = _read_words(words, author, people, reader, contest, master, accounts)

    def again(other: str) -> Reading:
        return _read_words(other, author, people, reader, contest, master, None)

    reading = vetoed(reading, words, again)
    return reading if words is text else with_urls(reading, text)


def _read_words(
    text: str,
    author: GnomeName,
    people: Sequence[str],
    reader: Literal["public", "private"],
    contest: str,
    master: GnomeName,
    accounts: list[Account] | None,
) -> Reading:
    """What a text announces that has no addresses of pages in it."""
    left = left_to(text, master)
    if left is not None:
        rest = _typed(left.text, author, people, reader, contest, accounts)
        reading = left.added(rest)
        if reading is not None:
            return reading
    return _typed(text, author, people, reader, contest, accounts)


def _typed(
    text: str,
    author: GnomeName,
    people: Sequence[str],
    reader: Literal["public", "private"],
    contest: str,
    accounts: list[Account] | None,
) -> Reading:
    """What a text announces as it was typed."""
    typed, text = text, single_spaced(text)
    reading = _read(text, author, people, reader, contest, accounts)
    if len(text) == len(typed):
        return reading
    places = places_of(typed, text)
    if accounts:
        accounts[:] = [
            Account(places[one.start], places[one.end - 1] + 1, one.became) for one in accounts
        ]
    return _moved(reading, places)


def _read(
    text: str,
    author: GnomeName,
    people: Sequence[str],
    reader: Literal["public", "private"],
    contest: str,
    accounts: list[Account] | None,
) -> Reading:
    """What the text announces, typed with single spaces."""
    corrected = _corrected(text)
    if corrected is None:
        return asking(text, [Doubt(0, 0, "Please announce the whole turn as it is meant.")])
    reading = _heard(corrected, author, people, reader, contest, accounts)
    if corrected is text:
        return reading
    if accounts:
        accounts[:] = _told(accounts, corrected, text)
    return _placed(reading, text)


def _heard(
    corrected: str,
    author: GnomeName,
    people: Sequence[str],
    reader: Literal["public", "private"],
    contest: str,
    accounts: list[Account] | None,
) -> Reading:
    """What the text announces, its own corrections made."""
    sheet = straighten(corrected, author, people, contest)
    scanned = scan(sheet.text if sheet else corrected, people, contest)
    if has_too_many_words(scanned):
        return too_long(corrected, contest, reader)
    if sheet is not None:
        sheet.replace_words(scanned)
    said = thoughts(corrected)
    corrections = correct(scanned, sheet.text if sheet else corrected)
    said = said.without(corrections)
    pass_over(scanned, said)
    settle_movements(scanned)
    words = join(with_is(scanned))
    for word in words:
        if word.type == "OWNER" and word.name == author:
            word.type = "FILL"
    present = signs(words)
    if "QUERY" in present:
        settle_tags(words)
    if not present.isdisjoint(GOES_BACK):
        settle_returns(words)
    if not present.isdisjoint(SIGNED):
        settle_sender(words, author)
    settle_dealings(words)
    if "ITEM" in present:
        settle_usages(words)
        settle_fetching(words)
    if not present.isdisjoint(("NAME", "OWNER")):
        settle_handovers(words, author)
    if "GIVE" in present or "RETURN" in present:
        settle_thanks(words, author)
    settle_presents(words)
    settle_parcels(words)
    if not present.isdisjoint(("NAME", "YOU", "you")):
        settle_recipients(words, author)
    if not present.isdisjoint(("HEADING", "CONTEST", "rn")):
        part_from_turns(words, author)
    settle_participles(words, author)
    settle_discards(words, author)
    settle_gifts(words, author)
    settle_tosses(words, author)
    settle(words)
    openers = [word.start for word in words if word.type in OPENS]
    led = [
        (word.start, word.end) for word in words if word.text == "," and word.end > word.start + 1
    ]
    failing = [(word.start, word.end) for word in words if word.type == "ONFAIL"]
    said = said.without([*led, *failing])
    letter = Hearing(corrected, author, contest, accounts, said, ([*corrections, *led], openers))
    told = list(sentences(words))
    if has_too_many_sentences(told):
        return too_long(corrected, contest, reader)
    tabular = any(labelled(one) not in ("", author) for one in told if "NAME" in one.kinds)
    worlds = Worlds(corrected, author, told)
    verses = Verses(corrected, told)
    reported = is_report(corrected, told, author, people)
    for sentence, next_one in zip_longest(told, told[1:]):
        world = worlds.of(sentence)
        if reported and world is None and "SELF" not in sentence.kinds:
            world = World("report", "sentence")
        if world is None and verses.hold(sentence):
            world = World("genre", "sentence")
        if worlds.back:
            letter.come_back()
        letter.hear(sentence, tabular=tabular, next_one=next_one, world=world)
    reading = letter.reading(reader)
    if reader == "private":
        if reading.verdict != "acts":
            return item_list(join(scan(corrected, people, contest))) or reading
        if any(isinstance(act, ItemList) for act in reading.acts):
            return strange(join(scan(corrected, people, contest))) or reading
    return reading


def _moved(reading: Reading, places: Sequence[int]) -> Reading:
    """The same reading, its questions pointing into the text as it was typed."""
    questions = []
    for one in reading.questions:
        start = None if one.start is None else places[one.start]
        end = None if one.end is None else places[one.end - 1] + 1
        questions.append(replace(one, start=start, end=end))
    return replace(reading, questions=tuple(questions))


def _placed(reading: Reading, text: str) -> Reading:
    """The same reading, its questions pointing into the text as it was before its corrections."""
    questions = []
    for asked in reading.questions:
        start = text.find(asked.words) if asked.words else -1
        at = (start, start + len(asked.words)) if start >= 0 else (None, None)
        questions.append(replace(asked, start=at[0], end=at[1]))
    return replace(reading, questions=tuple(questions))


def _told(accounts: Sequence[Account], corrected: str, text: str) -> list[Account]:
    """The same accounts by offsets into the text as it was before its corrections.

    A stretch that a correction has changed is told where the correction is made.
    """
    match = _SUBSTITUTION.search(text)
    behind = match.span() if match is not None else (0, len(text))
    told = []
    for account in accounts:
        words = corrected[account.start : account.end]
        at = text.find(words)
        start, end = (at, at + len(words)) if at >= 0 else behind
        told.append(Account(start, end, account.became))
    return told


def _corrected(text: str) -> str | None:
    """The text with its own "s/5/6/" carried out; None where that is not plain."""
    if "s/" not in text:
        return text
    match = _SUBSTITUTION.search(text)
    if match is None:
        return text
    before, behind = text[: match.start()], text[match.end() :]
    old = [m.span() for m in re.finditer(rf"(?<!\w){re.escape(match[1])}(?!\w)", before, re.I)]
    if not old and match[1] in behind:
        return before + behind.replace(match[1], match[2]) if behind.count(match[1]) == 1 else None
    first = len(old) > 1 and _FIRST_LINE.match(behind) is not None
    if len(old) == 1 or first:
        start, end = old[0]
        return before[:start] + match[2] + before[end:] + behind
    return None if old or any(c.isdigit() for c in match[0]) else text
