"""A text falls into sentences, and sentences into the stretches between their breaks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal, TypeAlias

import msgspec

from rednov_bot.language.doings import VERBS
from rednov_bot.language.words import Word, kinds

Belongs: TypeAlias = Literal["turn", "escape", "block", "spread", "defend"]
"""What a stretch is part of: the turn itself, its escape (§13), or a standing order."""

HARD: Final = kinds("ITEM TILEWORD HATCH PATH DUR ROOM EXTERIOR NOTHING")
"""What only this game speaks of."""
DOING: Final = VERBS - {"SPEND", "STAY"} | {"NOACT"}
_BREAKS: Final = frozenset(
    ("SEP", "SEPWORD", "THEREUPON", "COLON", "DASH", "SLASH", "ARROW", "PLUS")
)
_WORKS: Final = ("DUR", "EXTINGUISH", "PUMP", "FIX", "HALT", "KILL", "NOACT", "NOACTION", "GIVE")
PLAIN: Final = (VERBS - {"ABANDON", "ABANDONSHIP"}) | kinds(
    "SELF FILL ITEM TILEWORD NUM DUR HATCH PATH ROOM ROOMWORD MACHINE SEA DOOR EXTERIOR FIRE WATER "
    "KRAKEN BARREL IN OUT THROUGH FROM TO BETWEEN AND MEANS NOACT NOTHING"
)
"""What a plain announcement is made of: nothing hedges, asks, or tells of somebody else."""
_FUTURE: Final = frozenset(("i'll", "i'd", "will", "shall", "would", "going to", "have to"))
"""What is said of an escape is said of the future."""
_GOES: Final = frozenset(("GO", "ENTER", "LEAVE"))
_WAY: Final = kinds("IN OUT TO THROUGH FROM NUM ROOM FILL HATCH PATH DOOR SEA EXTERIOR")
_FIRST: Final = frozenset(("first", "firstly"))
_STOPS: Final = frozenset(("STOP", "PARAGRAPH", "QUERY"))
_ENDS_OR_ASIDES: Final = _STOPS | {"ASIDE", "ASIDE_END"}
_OPENERS: Final[dict[str, Belongs]] = {
    "ONFAIL": "escape",
    "ORDER_BLOCK": "block",
    "ORDER_SPREAD": "spread",
    "ORDER_DEFEND": "defend",
}
_BRACKETS: Final = frozenset(("OPENING", "CLOSING", "ASIDE", "ASIDE_END", "QUOTE"))
_CUTS: Final = _BREAKS | _BRACKETS | set(_OPENERS) | {"SELF", "AFTER", "UNREAL"}
"""What may begin a new stretch; every other word belongs to the stretch it stands in."""
_PREFACES: Final = frozenset(("it", "it's", "be", "let it", "let"))
_ANNOUNCING: Final = frozenset(
    ("announce that", "declare that", "give notice that", "proclaim that")
)
_BEFORE_SELF: Final = frozenset(
    (
        "REMARK",
        "BEFOREHAND",
        "COND",
        "UNREAL",
        "PLAN",
        "STATE",
        "OTHER",
        "PAST",
        "NEG",
        "VAGUE",
        "ODD",
    )
)
"""After one of these, "I" does not begin a clause of its own: "what I hope", "on Monday I"."""

_MOST_REASONS: Final = 60  # words of a reason that an act may stand behind


def is_doing(word: Word) -> bool:
    """Whether a word does something to the game, not in the past."""
    return word.type in DOING and word.form != "past"


class Segment(msgspec.Struct):
    """The words between two breaks, and how they hang on those before."""

    words: list[Word]
    lead: str = ""  # the conjunction before it
    belongs: Belongs = "turn"
    aside: Literal["", "round", "square", "quoted"] = ""
    labels: bool = False  # a colon follows
    opens_sentence: bool = False
    alone: bool = False  # the sentence has no other
    opens_part: bool = False  # the first after "if it fails", "block:"
    first: bool = False  # said to come first: "first I ...", "... first"
    kinds: frozenset[str] = frozenset()  # of its words, once it is complete
    content: list[Word] = []  # its words but those that fill it
    doing: bool = False  # a word of it does something to the game
    hard: bool = False  # a word of it is one that only this game knows
    plain: bool = False  # nothing in it but what a plain announcement is made of

    @property
    def start(self) -> int:
        """Where its first word begins."""
        return self.words[0].start

    @property
    def end(self) -> int:
        """Where its last word ends."""
        return self.words[-1].end

    @property
    def performs(self) -> bool:
        """Whether "I" do something in it that only this game knows."""
        return self.doing and self.hard and "SELF" in self.kinds

    def has(self, *kinds: str) -> bool:
        """Whether a word of one of these kinds is in it."""
        return not self.kinds.isdisjoint(kinds)

    def complete(self) -> None:
        """Its words are all there: what they are is noted."""
        self.kinds = frozenset([word.type for word in self.words])
        self.content = [word for word in self.words if word.type != "FILL"]
        self.hard = not self.kinds.isdisjoint(HARD)
        self.plain = self.kinds <= PLAIN
        self.doing = False
        if not self.kinds.isdisjoint(DOING):
            for word in self.words:
                if word.type in DOING and word.form != "past":
                    self.doing = True
                    break


class Sentence(msgspec.Struct):
    """From one stop to the next."""

    segments: list[Segment] = []
    asks: bool = False  # ends in a question mark
    paragraph: int = 0
    kinds: frozenset[str] = frozenset()  # of the words of all its segments
    start: int = 0
    end: int = 0


def sentences(words: list[Word]) -> Iterator[Sentence]:
    """The sentences of a text; an opener at a sentence's end governs the next one."""
    paragraph = 0
    gathered: list[Word] = []
    belongs: Belongs = "turn"
    bracket = False
    ended = -1  # where the sentence before has ended
    for word in [*words, Word("STOP", 0, 0, "")]:
        if word.type == "QUOTE" and not gathered and word.start == ended:
            continue  # it closes what was said before
        if word.type not in _ENDS_OR_ASIDES:
            gathered.append(word)
            continue
        if word.type in ("ASIDE", "ASIDE_END"):
            bracket = word.type == "ASIDE"
        if word.type not in _STOPS or (bracket and word.end and word.type != "PARAGRAPH"):
            gathered.append(word)
            continue
        bracket, ended = False, word.end
        if gathered:
            sentence = Sentence([], word.type == "QUERY", paragraph)
            sentence.start, sentence.end = gathered[0].start, gathered[-1].end
            belongs = _Cutter(gathered, sentence, belongs).cut()
            if sentence.segments:
                yield sentence
            gathered = []
        elif word.type == "PARAGRAPH":
            belongs = "turn"
        if word.type == "PARAGRAPH":
            paragraph += 1


class _Cutter:
    """Cuts one sentence into segments, word by word."""

    __slots__ = ("_aside", "_belongs", "_current", "_sentence", "_words")

    def __init__(self, words: list[Word], sentence: Sentence, belongs: Belongs) -> None:
        self._words = words
        self._sentence = sentence
        self._belongs = belongs
        self._current = Segment([], belongs=belongs, opens_part=belongs != "turn")
        self._aside: Literal["", "round", "square", "quoted"] = ""

    def cut(self) -> Belongs:
        """Fills the sentence; returns what the next sentence belongs to."""
        for at, word in enumerate(self._words):
            kind = word.type
            if kind not in _CUTS:
                self._current.words.append(word)
            elif kind in _BREAKS:
                self._break(at, word)
            elif kind in _BRACKETS:
                self._bracket(kind)
            elif kind in _OPENERS:
                self._open(at, _OPENERS[kind])
            else:
                self._begin(at, word)
        self._close()
        sentence = self._sentence
        if sentence.segments:
            sentence.segments[0].opens_sentence = True
            sentence.segments[0].alone = len(sentence.segments) == 1
            for segment in sentence.segments:
                sentence.kinds |= segment.kinds
        return self._belongs if self._current.opens_part else "turn"

    def _close(self, lead: str = "") -> None:
        """What comes next begins a segment, behind the conjunction *lead*."""
        current = self._current
        if current.words:
            current.complete()
            self._sentence.segments.append(current)
            self._current = Segment([], lead, self._belongs, self._aside)
        else:
            current.lead, current.belongs = lead or current.lead, self._belongs
            current.aside = self._aside

    def _break(self, at: int, word: Word) -> None:
        if word.type == "COLON" and self._current.words:
            self._current.labels = True
        if word.text in _FIRST and self._current.words and _ends(self._words, at):
            self._current.first = True
        self._close(word.text)
        self._current.first = word.text in _FIRST

    def _bracket(self, kind: str) -> None:
        self._close()
        match kind:
            case "OPENING":
                self._aside = self._aside or "round"
            case "ASIDE":
                self._aside = "square"
            case "QUOTE" if self._aside != "quoted":
                self._aside = "quoted"
            case _:
                self._aside = ""
        self._current.aside = self._aside

    def _open(self, at: int, part: Belongs) -> None:
        """ "If it fails", "block": what follows belongs to it, or what stands before."""
        governed = _governable(self._current, self._sentence)
        if _governs_back(self._words, at, governed):
            governed.belongs = part
            return
        self._close()
        self._belongs = part
        self._current.belongs, self._current.opens_part = part, True

    def _begin(self, at: int, word: Word) -> None:
        """ "I" and "after" may begin a clause of their own."""
        if self._belongs == "escape" and word.type == "UNREAL" and word.text in _FUTURE:
            word.type = "SELF" if word.text[0] == "i" else "FILL"
        current = self._current
        if word.type in ("SELF", "AFTER") and current.words and _begins(current, self._words, at):
            self._close()
        self._current.words.append(word)


def _governable(current: Segment, sentence: Sentence) -> Segment:
    """What an opener at the end of a sentence governs: its own stretch, else the one before."""
    if current.words or not sentence.segments:
        return current
    before = sentence.segments[-1]
    return current if before.has(*_WORKS) or before.labels else before


def _governs_back(words: list[Word], at: int, governed: Segment) -> bool:
    """Whether nothing comes after the opener: "to 4 if that fails"."""
    if not governed.words or governed.belongs != "turn":
        return False
    return all(word.type in ("FILL", "CLOSING") for word in words[at + 1 :])


def _ends(words: list[Word], at: int) -> bool:
    """Whether nothing follows in this stretch: "I use my aqualung first, then ..."."""
    ahead = next((w.type for w in words[at + 1 :] if w.type != "FILL"), "SEP")
    return ahead in _BREAKS or ahead in ("OPENING", "CLOSING")


def _is_way(words: list[Word]) -> bool:
    """Whether words only say where to: "out of 2", "through the hatch to room 1"."""
    return all(word.type in _WAY for word in words) and words[0].type != "FILL"


def _runs_on(current: Segment, words: list[Word], at: int) -> bool:
    """ "... since it wheezes like my aunt I open the next one": an act behind a reason."""
    told = any(word.type in ("STATE", "REMARK") for word in current.words[-_MOST_REASONS:])
    return told and _acts_next(words, at)


def _acts_next(words: list[Word], at: int) -> bool:
    act = next((word for word in words[at + 1 :] if word.type != "FILL"), None)
    return act is not None and is_doing(act) and act.form == ""


def _begins(current: Segment, words: list[Word], at: int) -> bool:
    """Whether the "I" at this place begins a clause."""
    if words[at - 1].text == "that" and current.words[0].text in _PREFACES:
        return True  # "it is with joy that I", "be it known that I"
    if words[at - 1].text == "me" and current.words[0].type == "REMARK":
        return _acts_next(words, at)  # "because the pumps need me I go to 2"
    if _is_way(current.words) and at + 1 < len(words) and words[at + 1].type in _GOES:
        return False  # "out of 2 I go"
    for before in reversed(current.words):
        if before.text in _ANNOUNCING:
            return True
        if before.type == "OTHER" and words[at - 1].text != "that" and _runs_on(current, words, at):
            return True
        if before.type == "FILL" and before.text.endswith(" limit"):
            return True  # "for yesterday's hand limit I discard ..."
        if before.type != "FILL":
            return before.type not in _BEFORE_SELF and words[at].text != "me"
    return False
