"""What a heading with a colon governs: "Plan:", "Last turn:", "Pip's turn:"."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from rednov_bot.language.segments import Segment, Sentence
from rednov_bot.language.words import kinds

Governed: TypeAlias = Literal["unreal", "past", "unclear", "real"]

_LONG_AGO: Final = frozenset(
    ["yesterday", "last turn", "previous turn", "past turn", "last time", "last week", "earlier"]
)
_FIELDS: Final = kinds("LABEL HEADING FILL ONFAIL MINUTES OTHER TILEWORD")
_ADDRESS: Final = kinds("NAME FILL SEP SEPWORD")
_OTHERS: Final = ("YOU", "WHO", "NAME", "OWNER")
_TOLD: Final = kinds("WHO YOU PLAN UNREAL COND NAME OWNER")
_EVERYBODY: Final = frozenset(
    ["gnomes", "crew", "everyone", "everybody", "people", "players", "all", "comrades", "others"]
)
_MODAL: Final = frozenset(
    ["let me", "let us", "let's", "i'd", "rather", "could", "must", "need", "have to", "might"]
)
"""Before a colon, these may only lead up to what is done."""
_FUTURE: Final = frozenset(
    ["will", "i'll", "shall", "going to", "would", "if", "do", "announce", "turn", "plan", "next"]
)
_REPORTING: Final = frozenset(
    [
        *("say", "says", "said", "tell", "tells", "told", "write", "writes", "wrote", "think"),
        *("thinks", "thought", "report", "reports", "reported", "announce", "announces", "quote"),
        *("announced", "asked", "asks", "ask", "quotes", "mention", "mentions", "suggests", "read"),
        *("sent", "posted", "did", "put", "had", "does", "goes", "send", "sends", "version"),
        *("look", "looks", "this", "these", "following", "follows", "was", "were", "like", "mean"),
    ]
)
"""Before a colon, these tell that another's words or a tale come next."""

_TELLING: Final = frozenset(("past", "other", "statement"))
_RETELLING: Final = kinds("sum recap summarise summarize quote paraphrase recount cite")


class Governing:
    """The heading that governs the paragraph."""

    def __init__(self, author: str) -> None:
        self._author = author
        self._mood: Governed | None = None
        self._paragraph = -1
        self._opens = False  # the heading was the last that was said
        self._addresses = False  # it is a name and nothing else
        self._recalls = False  # "last turn:", and nothing after it on its line
        self._weak = False  # it may only be a reason
        self._past = False  # this sentence has named a turn that was, and nobody who tells it

    @property
    def mood(self) -> Governed | None:
        """The mood of all that it governs."""
        return self._mood

    @property
    def weak(self) -> bool:
        """Whether "I" behind its colon may be announced all the same."""
        return self._mood is not None and self._weak

    def begin(self, sentence: Sentence) -> bool:
        """A new sentence begins; whether it is the first of its paragraph."""
        fresh = sentence.paragraph != self._paragraph
        if fresh:
            next_one = sentence.paragraph == self._paragraph + 1
            if not next_one or not self._opens:
                self._mood = None
                self._recalls = self._recalls and next_one
            self._paragraph = sentence.paragraph
        if self._recalls:
            self._mood, self._recalls = "past", False
        self._opens = self._past = False
        return fresh

    def end(self) -> None:
        """Whatever it governed is over."""
        self._mood, self._recalls, self._weak = None, False, False

    def governs(self, subject: bool) -> Governed | None:
        """The mood of a stretch in its paragraph; *subject*: it says "I"."""
        if subject and self._mood is not None and self._addresses:
            self._mood = None
            return "real"  # "Pip: ... I open 5-8"
        return "unclear" if subject and self._mood == "past" else self._mood

    def remember(self, segment: Segment, mood: str) -> None:
        """A stretch was said; what a colon follows may govern the paragraph."""
        self._recalls = False
        self._past = "SELF" not in segment.kinds and (
            self._past or (mood == "past" and any(word.text in _LONG_AGO for word in segment.words))
        )
        if not segment.labels or (self._mood is not None and segment.kinds <= _FIELDS):
            return
        if all(word.type == "FILL" or word.text in _EVERYBODY for word in segment.words):
            return  # "Dear gnomes:"
        called = any(w.type == "NAME" and w.name != self._author for w in segment.words)
        called = called and (segment.words[0].type != "TO" or _retells(segment))
        if mood == "real" and called and not segment.doing:
            self._govern("unclear")
            self._addresses = segment.kinds <= _ADDRESS
        reason = segment.lead == "before" and not segment.has("UNREAL", "PLAN", "SELF")
        if mood == "unreal" and not reason:  # "I won't ..., so before it begins: I leave ..."
            self._govern("unreal" if "PLAN" in segment.kinds else "unclear")
            texts = {word.text for word in segment.words}
            self._weak = not texts.isdisjoint(_MODAL) and texts.isdisjoint(_REPORTING | _FUTURE)
        elif (mood in _TELLING and segment.has(*_OTHERS)) or self._of_another(segment, mood):
            self._govern("unclear")
            told = any(word.text in _REPORTING for word in segment.words)
            self._weak = not told and segment.words[-1].type not in _TOLD
        self._recalls = self._past and self._mood is None

    def _of_another(self, segment: Segment, mood: str) -> bool:
        """ "So Pip's turn in short:"."""
        return (
            mood == "remark"
            and segment.words[0].type != "REMARK"
            and any(
                word.type in ("OWNER", "NAME") and word.name != self._author
                for word in segment.words
            )
        )

    def _govern(self, mood: Governed) -> None:
        self._mood, self._opens = mood, True
        self._addresses = self._weak = False


def _retells(segment: Segment) -> bool:
    """ "To sum up Rusty:"."""
    return any(word.text in _RETELLING for word in segment.words[1:3])
