"""How firmly something is said: announced, or only planned, told, asked, wished, conditioned."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from rednov_bot.language.doings import VERBS
from rednov_bot.language.governing import Governing
from rednov_bot.language.inflection import is_past
from rednov_bot.language.segments import HARD, Segment, Sentence, is_doing
from rednov_bot.language.wordings import (
    I_AM,
    begins_with_a_deed,
    excepts,
    first_verb,
    goes_on,
    goes_without,
    intends,
    is_doing_it,
    is_parenthesis,
    merely_is,
    only_asks,
    only_tells_how_long,
    only_tells_where,
    says_i,
    sets_about,
    somebody,
    third_person,
    told_of_the_past,
    wants_for_emself,
)
from rednov_bot.language.words import Word, kinds

Mood: TypeAlias = Literal[
    "real", "unreal", "past", "conditional", "negated", "other", "statement", "remark", "unclear"
]
"""`real` is announced; `other` has another subject; `unclear` wants a question."""

SOFT: Final = kinds("MACHINE FIRE KRAKEN DOOR WATER SEA BARREL")
_PLAIN_TALK: Final = kinds("SELF STATE OTHER FILL")
_FELT: Final = _PLAIN_TALK | kinds("ROOM MACHINE SEA WATER FIRE TO FOR")
_TO_YOU: Final = kinds("YOU FILL")
_ALONE: Final = kinds("SELF FILL")
_WHERE_I_AM: Final = kinds("SELF FILL IN ROOM NUM MACHINE ROOMWORD SEA NOW STATE")
_WHAT_I_KEEP: Final = kinds("SELF FILL STATE ITEM TILEWORD MORE")
_KEEPS: Final = frozenset(("keep", "keeping"))
_MY_TURN_IS: Final = kinds("HEADING NOW STATE WHO FILL OTHER CONTEST")
"""A statement of nothing else, before a colon, names what comes next."""
_FIRM: Final = frozenset(("real", "remark", "negated"))
_NEVER: Final = frozenset(("never", "nor", "neither", "hardly", "nobody"))
_THINGS: Final = kinds("it its")
_SHAKY: Final = frozenset(("unreal", "past", "statement", "other"))
_AFTER_SO: Final = VERBS | kinds(
    "SELF TO THROUGH IN OUT MEANS ITEM TILEWORD DUR HATCH PATH FROM NOACT COND RETURN AFTER"
)
"""With these, "so ..." tells what follows from something, not why."""


class Speaker:
    """Goes through a letter's sentences and knows in which mood each segment is said."""

    def __init__(self, author: str) -> None:
        self._author = author
        self._mood: Mood = "real"
        self._heading = Governing(author)
        self._doubtful = False  # this sentence may belong to another game
        self._coordinates = False  # "I" was said with a verb that the game does not know
        self._bargains = False  # something was asked of somebody in this sentence
        self._called = False  # somebody else was called by name
        self._company = False  # "my aunt" was said, and no more
        self._begs = False  # "please" in a sentence without "I"
        self._labelled = False  # a colon came behind words
        self._acting = False  # "I open": this sentence has done something already
        self._told = False  # "you" was said, and no more
        self._am = False  # "I am" was said, and no more
        self._names_it = False  # "this is my turn" was said before a colon
        self._halts = False  # "I" was said alone, and its verb is still to come
        self._here = False  # "I am in 8" was said
        self._loose = False  # a plan was told; what follows without "I" is in doubt

    def begin(self, sentence: Sentence) -> None:
        """A new sentence begins afresh, unless a heading governs its paragraph."""
        if self._heading.begin(sentence):
            self._loose = False
        self._halts = self._here = self._names_it = False
        self._company = self._called = self._doubtful = self._bargains = self._coordinates = False
        self._acting = False
        self._begs = "PLEASE" in sentence.kinds and "SELF" not in sentence.kinds
        self._mood = self._heading.mood or "real"

    def come_back(self) -> None:
        """Whatever a heading governed or a plan left open is over."""
        self._heading.end()
        self._loose, self._mood = False, "real"

    def doubt(self) -> None:
        """The sentence that begins is about another game, or labelled with a name."""
        self._doubtful = True

    @property
    def reports(self) -> bool:
        """What comes now in quotation marks is somebody's speech."""
        return self._mood not in _FIRM

    def hear(self, segment: Segment, tail: list[Word]) -> Mood:
        """The mood of one segment; the next one may hang on it."""
        if segment.words[0].text == "for turn" and segment.words[0].type == "HEADING":
            self.come_back()
        if "NOW" in segment.kinds and self._heading.mood is None:
            self._mood, self._loose = "real", False
        if segment.lead == ":" and not self._labelled and self._heading.mood is None:
            self._mood = "real"  # "You said ..., and so: using ..."
        if self._names_it and segment.lead == ":":
            self._mood = "real"  # "That snore is my whole turn: ..."
        self._names_it = False
        self._labelled = segment.labels
        own = self._own(segment)
        subject = "SELF" in segment.kinds or third_person(segment, self._author)
        mood = self._inherited(segment, own, subject)
        if (
            own is None
            and mood == "real"
            and self._loose
            and not subject
            and (segment.hard or segment.doing)
        ):
            mood = "unclear"
        if self._doubtful and mood == "real":
            mood = "unclear" if segment.hard else "statement"
        if subject and mood == "real":
            self._loose = False
        if mood == "unreal" and segment.has(*HARD, "HEADING") and not segment.has("WHO", "NAME"):
            self._loose = True
        self._remember(segment, mood, tail)
        return mood

    def _inherited(self, segment: Segment, own: Mood | None, subject: bool) -> Mood:
        """Its own mood, else that of the segment before."""
        before = self._mood
        if own is None and self._heading.weak and says_i(segment):
            self._heading.end()  # "Pip has earned it: I give ..."
        if own in (None, "real") and (governed := self._heading.governs(subject)):
            return governed
        if before == "conditional" and own != "unreal":
            return "conditional"
        if own == "conditional" and before == "unreal" and not subject:
            return "unreal"  # "I intend to open 5-8 and go in as soon as ..."
        if own is not None:
            return own
        if subject and before == "other" and self._bargains:
            return "unclear"  # "give me that, and I ..."
        if subject or before in _FIRM:
            return "real"
        if before == "past" and any(is_doing(w) and w.form == "" for w in segment.words):
            return "unclear"
        parted = self._coordinates or self._halts or (self._here and segment.lead == "and")
        if before == "statement" and parted and begins_with_a_deed(segment):
            return "real"  # "I hold my breath, open 5-8"; "I, being in 8, open 5-8"
        if self._am and segment.words[0].form == "ing":
            return "real"  # "I am then opening"
        if before in _SHAKY and segment.lead == "and" and is_past(segment.words[0].text):
            return before  # "I'd have gone 5, 2, and sat there"
        if self._acting and segment.lead == "and" and begins_with_a_deed(segment):
            return "real"  # "I open 5-8, which Bob likes, and draw two items"
        if self._acting and before == "statement" and only_tells_how_long(segment):
            return "real"  # "I pump room 5, which will be wet by then, for 6 minutes"
        if before == "statement" and only_tells_where(segment):
            return "statement"  # "I am Ann, gnome of the engine room"
        if before == "other" and (self._told or goes_on(segment)):
            return "other"  # "Pip drinks a grog, opens 5-8"
        if before in ("statement", "other") and (
            segment.hard
            or {"DOOR", "NUM"} <= segment.kinds
            or any(is_doing(w) and w.form == "" for w in segment.words)
        ):
            return "unclear"
        return before

    def _remember(self, segment: Segment, mood: Mood, tail: list[Word]) -> None:
        if segment.aside:
            return
        self._mood = mood
        self._here = mood == "statement" and (
            segment.kinds <= _WHERE_I_AM
            or (segment.kinds <= _WHAT_I_KEEP and any(w.text in _KEEPS for w in segment.words))
        )
        if segment.kinds <= _ALONE:
            self._halts = segment.words[-1].text == "i"
        elif mood == "real":
            self._halts = False
        self._am = segment.words[-1].text in I_AM
        if mood == "real":
            self._acting = self._acting or ("SELF" in segment.kinds and segment.doing)
        elif not (mood == "remark" and is_parenthesis(segment)) and (
            mood not in ("statement", "remark") or segment.has("YOU", "COND", "UNREAL")
        ):
            self._acting = False
        self._coordinates = mood == "statement" and (
            segment.kinds <= _PLAIN_TALK
            or (segment.kinds <= _FELT and segment.words[0].text == "i" and len(segment.words) > 2)
        )
        self._told = mood == "other" and segment.kinds <= _TO_YOU
        self._bargains = mood == "other" and (segment.doing or self._bargains)
        self._names_it = segment.labels and (
            (mood == "statement" and segment.kinds <= _MY_TURN_IS) or sets_about(segment)
        )
        if mood == "remark" and segment.has("UNREAL", "PLAN", "TO") and not segment.labels:
            self._mood = "statement"
        if mood == "negated" and segment.words[0].text in _NEVER:
            self._mood = "statement"  # "Never again do I open 5-8 and draw two items"
        if tail and any(word.type in ("UNREAL", "PLAN") for word in tail):
            self._mood = "statement"
        if not self._names_it:
            self._heading.remember(segment, mood)

    def _own(self, segment: Segment) -> Mood | None:
        """The mood that the segment's own words give it."""
        words = segment.words
        if "FILL" in segment.kinds:
            words = [word for word in words if word.type != "FILL"]
        if not words:
            return None
        if words[0].type == "REMARK":
            return "remark"
        if words[0].det and words[0].type in VERBS and words[1:] and words[1].type == "STATE":
            return "other"  # "the pump is older than I am"
        if segment.lead == "so" and words[0].type not in _AFTER_SO:
            others = words[0].type == "NAME" and words[-1] is not words[0] and words[1].form == "s"
            return "other" if others and words[0].name != self._author else "remark"
        if segment.plain and not self._begs:
            return self._plainly(segment, words)
        addressed = words[0].type in ("YOU", "PLEASE") and "SELF" not in segment.kinds
        if self._begs or addressed:
            to_me = any(word.text == "me" for word in segment.words)
            asked = self._called or to_me or "YOU" in segment.kinds
            return "other" if asked or not segment.doing else "unclear"
        if "COND" in segment.kinds:
            return "unreal" if only_asks(words) or intends(words) else "conditional"
        if "SELF" not in segment.kinds and wants_for_emself(segment.words):
            return "other"  # "pass me the grog"
        first = first_verb(words)
        if segment.has("UNREAL", "PLAN"):
            return "unreal"
        if "NEG" in segment.kinds:
            return "unclear" if excepts(words) or goes_without(words) else "negated"
        if merely_is(segment, words):
            return "statement"
        stands = [w.type in ("STATE", "PAST") for w in words]
        if True in stands[: first + 1] and not is_doing_it(words):
            return "past" if words[0].type != "SELF" and "PAST" in segment.kinds else "statement"
        if first < len(words) and words[first].form == "past":
            return "past"
        if told_of_the_past(words):
            return "past"
        if True in stands:
            return "unclear"
        return self._other_subject(segment, words, first)

    def _plainly(self, segment: Segment, words: list[Word]) -> Mood | None:
        """The mood of words without a frame: only their verb and "I am" can give one."""
        if "SELF" not in segment.kinds and wants_for_emself(segment.words):
            return "other"  # "pass me the grog"
        if merely_is(segment, words):
            return "statement"
        first = first_verb(words)
        if first < len(words) and words[first].form == "past":
            return "past"
        return self._other_subject(segment, words, first)

    def _other_subject(self, segment: Segment, words: list[Word], first: int) -> Mood | None:
        """ "Pip opens", "you give", "please fix": somebody else's business."""
        if "SELF" in segment.kinds:
            together = (
                (self._called or self._company)
                and segment.lead == "and"
                and words[0].type == "SELF"
            )
            self._called = self._company = False
            return "unclear" if together else None  # "Bob and I"
        if not segment.plain and all(
            w.type in ("NAME", "OTHER") and w.name != self._author for w in words
        ):
            greets = self._acting and words[0].type == "OTHER"  # "I go in, wave at Quill, use ..."
            self._called = not greets and any(w.type == "NAME" for w in words)
            self._company = len(words) == 1 and bool(words[0].det)
        elif self._called and segment.doing:
            return "other" if self._told else "unclear"
        if segment.plain:
            return None
        if somebody(words):
            return "other"
        subjects = words[:first] if first < len(words) else words
        if any(w.type in ("YOU", "WHO", "OWNER") for w in subjects):
            handles = self._acting and all(
                w.text in _THINGS or w.type not in ("YOU", "WHO", "OWNER") for w in subjects
            )
            return None if handles and words[0].text not in _THINGS else "other"
        named = [w for w in subjects if w.type == "NAME"]
        if named and named[0].name != self._author and first < len(words):
            return "unclear" if "RETURN" in segment.kinds and segment.hard else "other"
        return None
