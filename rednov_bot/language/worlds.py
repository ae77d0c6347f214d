"""Which world a stretch is told of: the boat now, or a plan, a tale, another game, somebody's life.

A stretch is set aside by how it begins (the rows `[FRAME ...]` of grammar/vocabulary.txt, the name
of another game) and as far as that reaches; `[FRAME back]` and the contest's name come back.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import chain
from typing import Final, Literal, TypeAlias

import msgspec

from rednov_bot.language.doings import VERBS
from rednov_bot.language.games import Games
from rednov_bot.language.generally import is_general
from rednov_bot.language.lexicon import DETERMINERS, openings
from rednov_bot.language.outlines import does, has_table, is_ballot, is_row, is_titled
from rednov_bot.language.quotations import Quotes
from rednov_bot.language.scanner import plain
from rednov_bot.language.segments import Segment, Sentence
from rednov_bot.language.words import kinds

Reach: TypeAlias = Literal["sentence", "paragraph", "block", "rest"]
"""`block`: the rest of the paragraph, and the one after it where a colon ends that."""

_PIECE: Final = re.compile(r"[^\W_]+(?:'[^\W_]+)*|[^\w\s]")
_LOOKED_AT: Final = 100
"""Characters of a stretch in which its opening words are looked for."""
_LEADS: Final = frozenset(["so", "and", "but", "well", "now", "ok", "okay", "oh", "hm", "hmm"])
_WHY: Final = {
    "plan": "set aside: a plan, not done now",
    "suppose": "set aside: supposed, not done",
    "tale": "set aside: a tale",
    "report": "set aside: a report of what has happened",
    "advice": "set aside: advice to somebody else",
    "life": "set aside: not about the boat",
    "test": "set aside: the mail says that it does nothing",
    "game": "set aside: about another game",
    "table": "set aside: a table of what stands where",
    "ballot": "set aside: ballots",
    "quote": "set aside: words quoted, not said",
    "genre": "set aside: a saying, an advert, a forecast or the like",
    "general": "set aside: said in general",
}
_LIST_MARKS: Final = frozenset("-*•·0123456789(")
_OURS: Final = kinds("HATCH PATH ROOM")
_NUMBERED: Final = kinds("DOOR NUM")
_SHORT: Final = 3
_POINTING: Final = frozenset(("here's", "here is", "this is"))
"""What begins so tells what the next sentences are."""
_OURSELVES: Final = kinds("SELF CONTEST")
_ANEW: Final = kinds("SELF HEADING LABEL NOW CONTEST DUR HATCH PATH ONFAIL")
"""Without one of these, a sentence behind a general one goes on with it."""


class World(msgspec.Struct, frozen=True, gc=False):
    """Where a stretch is told of, and how far that reaches."""

    name: str
    reach: Reach
    sure: bool = True  # nothing in it is worth a question

    @property
    def why(self) -> str:
        """What became of the stretch, as an account has it."""
        return _WHY[self.name]


class Worlds:
    """Goes through a letter's sentences and knows of which world each is told."""

    def __init__(self, text: str, author: str, told: list[Sentence]) -> None:
        self._text = text
        self._plain = plain(text)
        self._author = author
        self._games = Games(text, told)
        self._table = has_table(told)
        self._quotes = Quotes(text)
        self._world: World | None = None
        self._general = -1  # the paragraph in which something was said in general
        self._paragraph = -1
        self._open = False  # a colon ended the paragraph
        self._fenced = False
        self.back = False  # the sentence told last has come back expressly

    def of(self, sentence: Sentence) -> World | None:
        """The world of the next sentence; None for the boat, now."""
        self._turn_page(sentence)
        self.back = self._world is not None and "NOW" in sentence.segments[0].kinds
        found = self._opening(sentence)
        if found is not None:
            self._world = None if found.reach == "sentence" else found
            self._open = sentence.segments[-1].labels or found.name == "advice"
            return found
        advised = self._world is not None and self._world.name == "advice"
        self.back = self.back and not (advised and sentence.kinds.isdisjoint(_OURSELVES))
        if self.back or (self._world is not None and self._ends(self._world, sentence)):
            self._world = None
        self._open = self._open and sentence.segments[-1].labels
        return self._world

    def _turn_page(self, sentence: Sentence) -> None:
        """A new paragraph ends what governs no more than one."""
        if sentence.paragraph == self._paragraph:
            return
        world = self._world
        if world is not None and world.reach != "rest":
            goes_on = world.reach == "block" and (self._open or self._goes_on(sentence))
            self._world = world if goes_on else None
        self._paragraph = sentence.paragraph

    def _goes_on(self, sentence: Sentence) -> bool:
        """Whether a list or a fenced text goes on behind a blank line."""
        line = self._text.rfind("\n", 0, sentence.start) + 1
        fences = self._text.count("{{{", 0, line) > self._text.count("}}}", 0, line)
        return fences or self._text[line:].lstrip()[:1] in _LIST_MARKS

    def _ends(self, world: World, sentence: Sentence) -> bool:
        """Whether "I" comes back by itself: advice is for others."""
        if world.name not in ("advice", "genre"):
            return False
        return any("SELF" in s.kinds and s.doing and not s.aside for s in sentence.segments)

    def _opening(self, sentence: Sentence) -> World | None:
        """The world that a sentence opens, if its stretches begin so."""
        if self._quotes.hold(sentence.start):
            return World("quote", "sentence")
        if self._table and (is_row(sentence) or not does(sentence)):
            return World("table", "sentence")
        if is_ballot(self._text, sentence):
            return World("ballot", "sentence")
        if "CONTEST" not in sentence.kinds and self._games.opened(sentence):
            return World("game", "block")
        for segment in sentence.segments[:4]:
            name = self._begins(segment)
            if name and (world := self._opened(name, segment, sentence)) is not None:
                return world
            self.back = self.back or name == "back" or "CONTEST" in segment.kinds
            if "SELF" in segment.kinds and segment.doing:
                break
        if self._is_told_to(sentence):
            return World("advice", "block")
        if is_titled(sentence, self._text):
            return World("genre", "block")
        if self._is_general(sentence):
            self._general = sentence.paragraph
            return World("general", "sentence")
        return None

    def _is_general(self, sentence: Sentence) -> bool:
        """Whether nothing in it is about the turn: said in general, or a fragment behind that."""
        goes_on = self._general == sentence.paragraph and sentence.kinds.isdisjoint(_ANEW)
        return goes_on or is_general(sentence, self._plain, self._author)

    def _is_told_to(self, sentence: Sentence) -> bool:
        """ "Pip, go to 7": an order to somebody called by name."""
        if len(sentence.segments) < 2 or "SELF" in sentence.kinds or sentence.asks:
            return False
        name, order = sentence.segments[:2]
        called = len(name.words) == 1 and name.words[0].type == "NAME"
        first = next((word for word in order.words if word.type != "FILL"), None)
        return (
            called
            and name.words[0].name != self._author
            and not name.labels
            and first is not None
            and first.form == ""
            and ((first.type in VERBS and first.type != "GIVE") or first.name == "verb")
        )

    def _opened(self, name: str, segment: Segment, sentence: Sentence) -> World | None:
        """The world of that name, if the rest of the sentence bears it out."""
        labels = any(one.labels for one in sentence.segments)
        labels = labels or any(word.text == ":" for word in segment.words)
        speaks = "SELF" in sentence.kinds
        match name:
            case "plan" if "ONFAIL" not in sentence.kinds and not sentence.asks:
                over = "NOW" in sentence.kinds or ("PAST" in segment.kinds and not labels)
                if over or not segment.opens_sentence:
                    return None
                whole = not speaks and (len(segment.words) == 1 or "FOR" in segment.kinds)
                whole = whole or segment.words[0].text in _POINTING
                return World("plan", "block" if labels else "paragraph" if whole else "sentence")
            case "suppose" if speaks or labels or len(sentence.segments[0].words) <= _SHORT:
                return World("suppose", "block")
            case "unreal":
                return World("suppose", "block" if labels else "sentence")
            case "tale":
                return World("tale", "block", sure=False)
            case "state" if not speaks:
                return World("report", "sentence")
            case "report" if "HEADING" in sentence.kinds or "NAME" in sentence.kinds or labels:
                return World("report", "rest")
            case "advice" if self._calls(sentence):
                return World("advice", "block")
            case "life" if not (
                self.back or _heads_a_turn(segment) or any(map(is_ours, sentence.segments))
            ):
                return World("life", "block", sure=False)
            case "test":
                return World("test", "rest")
        return None

    def _calls(self, sentence: Sentence) -> bool:
        """Whether somebody else is called by name, or spoken to."""
        if any(w.type == "NAME" and w.name != self._author for w in sentence.segments[0].words):
            return True
        return "YOU" in sentence.kinds

    def _begins(self, segment: Segment) -> str:
        """The name of the frame with which a stretch begins, or ""."""
        start, end = segment.start, segment.start + _LOOKED_AT
        pieces = (match[0] for match in _PIECE.finditer(self._plain, start, end))
        said = (piece for piece in pieces if piece not in DETERMINERS)
        known = openings().next
        first = next((one for one in said if one not in _LEADS or one in known), "")
        if first not in _LEADS:
            return _longest(chain((first,), said)) if first in known else ""
        rest = tuple(said)
        return _longest((first, *rest)) or _longest(rest)


def _longest(pieces: Iterable[str]) -> str:
    """The name of the longest row with which the pieces begin."""
    node, name = openings(), ""
    for piece in pieces:
        following = node.next.get(piece)
        if following is None:
            break
        node = following
        if node.senses:
            name = node.senses[0].name
    return name


def is_ours(segment: Segment) -> bool:
    """Whether a stretch names a room or a hatch of the boat, or joins or leaves the contest."""
    member = "CONTEST" in segment.kinds and segment.has("JOIN", "QUIT")
    return member or not segment.kinds.isdisjoint(_OURS) or segment.kinds >= _NUMBERED


def _heads_a_turn(segment: Segment) -> bool:
    """ "Lunch break turn.": from wherever it is sent."""
    last = segment.content[-1:]
    return segment.alone and [word.text for word in last] == ["turn"]
