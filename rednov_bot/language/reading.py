"""A gnome's text is read: acts, nothing, or questions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, Literal

from rednov_bot.engine.words import GnomeName
from rednov_bot.language import orders
from rednov_bot.language.assembly import Gathered
from rednov_bot.language.chunks import Tiles
from rednov_bot.language.clauses import Clause, Doubt, clauses_of
from rednov_bot.language.frames import HARD, Speaker, cut_tail, is_doing
from rednov_bot.language.marks import join
from rednov_bot.language.parser import parse
from rednov_bot.language.scanner import scan
from rednov_bot.language.segments import Segment, Sentence, sentences
from rednov_bot.language.senses import settle
from rednov_bot.language.turns import acts
from rednov_bot.papers import Act, ItemList, Question, Reading

LONGEST: Final = 16_384
"""Characters; a longer text is not read but asked about."""

_SUBSTITUTION: Final = re.compile(r"\bs/([^/\n]{1,30})/([^/\n]{0,30})/?(?:g\b)?")
_NONE: Final = Reading("none")


def read(
    text: str,
    *,
    author: GnomeName,
    people: Sequence[str],
    reader: Literal["public", "private"] = "public",
    contest: str = "Red November",
) -> Reading:
    """What the author announces with eir own words; nothing is guessed."""
    if len(text) > LONGEST:
        return _asking(
            text, [Doubt(0, 0, "This is too long to be read; please send the turn alone.")]
        )
    corrected = _corrected(text)
    if corrected is None:
        return _asking(text, [Doubt(0, 0, "Please announce the whole turn as it is meant.")])
    words = join(scan(corrected, people, contest))
    settle(words)
    letter = _Letter(corrected, author)
    told = list(sentences(words))
    tabular = any(_labelled(sentence) not in ("", author) for sentence in told)
    for sentence in told:
        letter.hear(sentence, tabular=tabular)
    return letter.reading(reader)


def _corrected(text: str) -> str | None:
    """The text with its own "s/5/6/" carried out; None where that is not plain."""
    if "s/" not in text:
        return text
    match = _SUBSTITUTION.search(text)
    if match is None:
        return text
    rest = text[: match.start()] + text[match.end() :]
    if rest.count(match[1]) != 1:
        return None if any(c.isdigit() for c in match[0]) else text
    return rest.replace(match[1], match[2])


def _asking(text: str, doubts: list[Doubt]) -> Reading:
    """The questions of all doubts, in the order of the text, each once."""
    questions: list[Question] = []
    for doubt in sorted(doubts, key=lambda d: (d.end == 0, d.start)):
        words = " ".join(text[doubt.start : doubt.end].split())
        question = Question(words, doubt.ask)
        if question not in questions:
            questions.append(question)
    return Reading("ambiguous", questions=tuple(questions))


class _Letter:
    """One letter, sentence after sentence."""

    def __init__(self, text: str, author: GnomeName) -> None:
        self._text = text
        self._author = author
        self._speaker = Speaker(author)
        self._clauses: list[Clause] = []
        self._doubts: list[Doubt] = []
        self._gathered = Gathered()
        self._draft = False
        self._headed = False  # "my turn:"
        self._chat: set[int] = set()  # paragraphs with other talk
        self._spoken: dict[int, bool] = {}  # paragraphs with clauses: whether one says "I"
        self._bracketed: list[Segment] = []
        self._speaks = False  # "I" was said in this sentence
        self._carried: frozenset[str] = frozenset()  # "in return", "after that"

    def hear(self, sentence: Sentence, *, tabular: bool) -> None:
        """One sentence more; *tabular*: lines begin with the names of several gnomes."""
        self._speaker.begin(sentence)
        if _is_status(sentence):
            return
        if tabular and _labelled(sentence):
            if not any(segment.has("SELF") for segment in sentence.segments):
                return
            self._speaker.doubt()
        elif _other_game(sentence, self._text):
            self._speaker.doubt()
        before = len(self._clauses)
        self._speaks = harmless = False
        for segment in sentence.segments:
            if segment.has("DRAFT"):
                self._draft = True
            if segment.aside == "square":
                self._bracketed.append(segment)
                continue
            if segment.has("DISCLAIMER"):
                harmless = True
            if harmless:
                continue
            if segment.belongs in ("block", "spread"):
                self._order(segment)
            elif not (sentence.asks and segment.belongs == "turn"):
                self._segment(segment, sentence)
        if len(self._clauses) == before and _is_talk(sentence):
            self._chat.add(sentence.paragraph)
        for clause in self._clauses[before:]:
            self._spoken[sentence.paragraph] = (
                self._spoken.get(sentence.paragraph, False) or clause.subject
            )

    def _order(self, segment: Segment) -> None:
        if segment.belongs == "block":
            self._gathered.block += orders.hatches(segment)
        else:
            self._gathered.spread += orders.rooms(segment)

    def _segment(self, segment: Segment, sentence: Sentence) -> None:
        if segment.has("YOURCHOICE"):
            return
        tail = cut_tail(segment)
        mood = self._speaker.hear(segment, tail)
        if segment.aside == "quoted" and mood == "real" and segment.has(*HARD):
            mood = "unclear"
        if segment.has("CORRECTION"):
            ask = "Please announce the whole turn as it is meant."
            self._doubts.append(Doubt(segment.start, segment.end, ask, grave=False))
        told = segment.has("STATE", "UNREAL", "PLAN", "WHO", "YOU")
        if segment.has("PAST") and not segment.has("SELF"):
            told = True
        if segment.has("LOOKUP") and not told:
            ask = "Please say this in full."
            self._doubts.append(Doubt(segment.start, segment.end, ask))
            return
        match mood:
            case "real":
                self._announce(segment)
            case "unclear" | "conditional":
                self._wonder(segment, mood)
            case "statement" | "other" if segment.has("VAGUE") and segment.has("NAME"):
                if segment.has("TO", "GIVE"):
                    self._doubts.append(Doubt(segment.start, segment.end, "Which items are these?"))
            case _:
                pass

    def _wonder(self, segment: Segment, mood: str) -> None:
        """Something that is neither announced nor plainly told."""
        things = (*HARD, "MACHINE", "FIRE", "NAME", "VAGUE")
        doing = any(map(is_doing, segment.words)) and segment.has(*things)
        doing = doing or segment.has("NOACT", "NOACTION", "ABANDON")
        if doing or segment.has(*HARD):
            ask = "Do you announce this?"
            if mood == "conditional":
                ask = "Do you announce this?  A turn knows no conditions but that of a failure."
            self._doubts.append(Doubt(segment.start, segment.end, ask, grave=doing))

    def _announce(self, segment: Segment) -> None:
        if segment.has("HEADING") and not segment.has(*HARD):
            self._headed = True
        self._speaks = self._speaks or segment.has("SELF")
        found = clauses_of(segment, self._carried, speaks=self._speaks)
        kinds = {word.type for word in segment.words}
        alone = kinds <= {"AFTER", "RETURN", "FILL", "NAME", "OTHER"}
        self._carried = frozenset(kinds & {"AFTER", "RETURN"}) if alone else frozenset()
        if isinstance(found, Doubt):
            if segment.aside != "round":
                self._doubts.append(found)
        else:
            self._clauses += found

    def reading(self, reader: Literal["public", "private"]) -> Reading:
        """What it all comes to."""
        if self._draft:
            return _NONE
        gathered = self._gathered
        chunks = parse([clause.words for clause in self._clauses])
        for chunk, clause in zip(chunks, self._clauses, strict=True):
            gathered.hear(chunk, clause)
        doubts = [d for d in self._doubts if d.grave or gathered.heard] + gathered.doubts
        if not gathered.heard:
            return self._without_acts(doubts)
        if reader == "private" and all(isinstance(c, Tiles) and not c.how for c in chunks):
            if not doubts:
                return Reading("acts", (_item_list(chunks),))
        done = acts(gathered, self._author)
        doubts = [d for d in self._doubts if d.grave or gathered.heard] + gathered.doubts
        doubts += self._is_it_a_turn()
        return _asking(self._text, doubts) if doubts else Reading("acts", done)

    def _without_acts(self, doubts: list[Doubt]) -> Reading:
        gathered = self._gathered
        if (gathered.block or gathered.spread or gathered.escape) and not doubts:
            doubts = [Doubt(0, 0, "Which turn does this belong to?")]
        for segment in self._bracketed:
            if segment.has("SELF") and any(map(is_doing, segment.words)) and segment.has(*HARD):
                doubts.append(Doubt(segment.start, segment.end, "Do you announce this?"))
        return _asking(self._text, doubts) if doubts else _NONE

    def _is_it_a_turn(self) -> list[Doubt]:
        """A turn told without "I" wants a heading, or a paragraph of its own."""
        if self._headed or self._gathered.spoken or not self._clauses:
            return []
        for paragraph in self._spoken:
            if paragraph in self._chat:
                first, last = self._clauses[0], self._clauses[-1]
                return [Doubt(first.start, last.end, "Is this an announcement of yours?")]
        return []


def _is_status(sentence: Sentence) -> bool:
    """ "Room 5: on fire": a place, and nothing done there."""
    first = sentence.segments[0]
    kinds = {word.type for word in first.words} - {"FILL"}
    if not first.labels or not kinds or not kinds <= {"ROOM", "MACHINE", "STATE", "NAME"}:
        return False
    rest = [word for segment in sentence.segments[1:] for word in segment.words]
    if "STATE" in kinds:
        return True
    return "ROOM" in kinds and not any(is_doing(word) for word in rest)


def _labelled(sentence: Sentence) -> str:
    """The name before the colon with which a sentence begins, else ""."""
    first = sentence.segments[0]
    names = [word for word in first.words if word.type != "FILL"]
    if first.labels and len(names) == 1 and names[0].type == "NAME":
        return names[0].name
    return ""


def _other_game(sentence: Sentence, text: str) -> bool:
    """ "In Diplonomic I move": a game with another name."""
    for segment in sentence.segments:
        if segment.has("CONTEST"):
            return False
        for before, name in zip(segment.words, segment.words[1:], strict=False):
            if before.type in ("IN", "FOR") and name.type == "OTHER" and not name.det:
                if text[name.start].isupper() and text[before.start :].find("\n") != 0:
                    return True
    return False


def _is_talk(sentence: Sentence) -> bool:
    """Whether a sentence is about something else: four unknown words, or somebody else's doings."""
    words = [word for segment in sentence.segments for word in segment.words]
    return sum(word.type == "OTHER" for word in words) > 3 or (
        len(words) > 2 and any(word.type in ("WHO", "YOU", "STATE", "UNREAL", "PLAN") for word in words)
    )


def _item_list(chunks: Sequence[object]) -> Act:
    tiles = [chunk for chunk in chunks if isinstance(chunk, Tiles)]
    return ItemList(tuple(t.item for t in tiles for _ in range(t.count or 1)))  # type: ignore[misc]
