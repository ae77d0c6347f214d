"""Each stretch of a letter is heard: announced, asked about, or set aside."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rednov_bot.engine.words import GnomeName
from rednov_bot.language import orders, withdrawals
from rednov_bot.language.accounts import MOODS, PARTS, Account
from rednov_bot.language.assembly import Gathered
from rednov_bot.language.clauses import Clause, clauses_of
from rednov_bot.language.conditions import performs
from rednov_bot.language.doings import VERBS
from rednov_bot.language.doubts import IS_PART, Doubt
from rednov_bot.language.frames import Mood, Speaker
from rednov_bot.language.misgivings import Before, is_firm, misgiving
from rednov_bot.language.outlines import is_draft
from rednov_bot.language.second_reader import Said
from rednov_bot.language.segments import HARD, Segment, Sentence
from rednov_bot.language.strays import (
    discards_some,
    exclaims,
    gave,
    hatches,
    is_done,
    is_told,
    is_unreal,
    leads_somewhere,
    may_do,
)
from rednov_bot.language.stuck import said_stuck, said_where
from rednov_bot.language.tails import cut_tail
from rednov_bot.language.thoughts import NO_THOUGHTS, Thoughts
from rednov_bot.language.unexplained import fragment
from rednov_bot.language.words import Word, kinds

_CARRIED: Final = frozenset(("AFTER", "RETURN"))
_CARRIES: Final = _CARRIED | {"FILL", "NAME", "OTHER", "OWNER", "SELF"}
_TOLD: Final = HARD | VERBS | {"SELF", "FILL"}
_LEFT_OVER: Final = ("HATCH", "PATH", "EXTERIOR", "ITEM", "TILEWORD", "DUR")
"""What may not be passed over in a stretch that is announced."""
_ASKING: Final = kinds("do did may can am shall should must will")
_MEANT: Final = kinds("MEANS ITEM FILL")
_ONLY_TILES: Final = kinds("ITEM FILL MORE NOW")
_ONLY_NUMBERS: Final = kinds("NUM DUR FILL SEPWORD")
_WAY_OFF: Final = 4
_BARE_WAY: Final = kinds("NUM ROOM HATCH TO THROUGH IN OUT DOOR FILL")
_WHAT: Final = "What about this?"


class Stretches:
    """What has been heard of one letter so far."""

    def __init__(
        self,
        text: str,
        author: GnomeName,
        contest: str = "",
        accounts: list[Account] | None = None,
        thoughts: Thoughts = NO_THOUGHTS,
        heard: tuple[Sequence[tuple[int, int]], Sequence[int]] = ((), ()),
    ) -> None:
        self._text = text
        self._thoughts = thoughts
        self._corrected, self._openers = heard  # corrections; where escapes and orders begin
        self._words: list[Word] = []  # all words but those of other worlds
        self._apart: list[Segment] = []  # of escapes and standing orders, and other people's words
        self._seen: frozenset[str] = frozenset()  # kinds of words
        self._accounts = accounts  # what became of each stretch, where that is asked for
        self._contest = contest
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
        self._fragments: list[Segment] = []  # a few words each that nobody knows
        self._speaks = False  # "I" was said in this sentence
        self._harmless = False  # this sentence only says that it may fail
        self._announced = False  # a clause was announced in this sentence
        self._strange: list[tuple[Segment, int]] = []  # a number or machine, and unknown words
        self._aside: list[tuple[Segment, Mood, int]] = []  # of which nothing was made
        self._seen_hatches: list[Word] = []  # spoken of, with nothing done to them
        self._sentence = 0
        self._acting: set[int] = set()  # sentences in which something is announced
        self._carried: frozenset[str] = frozenset()  # "in return", "after that"
        self.said: list[Said] = []

    def _part(self, segment: Segment, sentence: Sentence) -> None:
        """One segment, as what it belongs to: a standing order, the turn, its escape."""
        if segment.belongs != "turn" or segment.aside == "quoted":
            self._apart.append(segment)
        if "DRAFT" in segment.kinds and is_draft(segment):
            self._draft = True
            self._account(segment, "marks a draft: nothing in the mail counts")
        if segment.aside == "square":
            self._bracketed.append(segment)
            self._account(segment, "set aside: a comment in square brackets")
            return
        if "DISCLAIMER" in segment.kinds:
            self._harmless = True
        if self._harmless:
            self._account(segment, "set aside: only says that it may fail")
            if segment.doing and "SELF" in segment.kinds:
                self._wonder(segment, "conditional", sentence)
            self._harmless = not segment.labels
        elif segment.belongs in ("block", "spread", "defend"):
            doubt = orders.hear(segment, self._gathered)
            self._account(segment, PARTS[segment.belongs] + (doubt.ask if doubt else "heard"))
            if doubt is not None:
                self._doubts.append(doubt)
        elif not (sentence.asks and segment.belongs == "turn"):
            self._segment(segment, sentence)
        else:
            self.said.append(Said(segment, "remark"))
            self._asked(segment)

    def _asked(self, segment: Segment) -> None:
        """Part of a question, which announces nothing: "I drink a grog, or do I?"."""
        self._account(segment, "set aside: part of a question")
        inverted = segment.words[0].text in _ASKING and segment.words[1:2] != []
        if inverted and segment.words[1].type == "SELF":
            return  # "do I get two items?"
        if segment.kinds <= _TOLD and "SELF" in segment.kinds and segment.doing:
            ask = "Do you announce this?"
            self._doubts.append(Doubt(segment.start, segment.end, ask, grave=False))
        elif segment.kinds <= _ONLY_TILES and "ITEM" in segment.kinds and self._clauses:
            ask = IS_PART
            self._doubts.append(Doubt(segment.start, segment.end, ask, grave=False))
        elif segment.kinds <= _ONLY_NUMBERS and segment.has("NUM", "DUR") and self._clauses:
            self._doubts.append(
                Doubt(segment.start, segment.end, "Which number is it?", grave=False)
            )

    def _segment(self, segment: Segment, sentence: Sentence) -> None:
        if "YOURCHOICE" in segment.kinds and segment.belongs == "escape":
            return
        tail = cut_tail(segment)
        reports = segment.aside == "quoted" and self._speaker.reports
        mood = self._speaker.hear(segment, tail)
        self.said.append(Said(segment, mood))
        if tail and self._accounts is not None:
            self._accounts.append(Account(tail[0].start, tail[-1].end, MOODS["remark"]))
        if mood == "statement" and segment.words[0].type == "SELF":
            self._speaks = True  # "I recuse myself from 2577 and join Red November"
        if mood not in ("real", "negated") and discards_some(segment):
            self._doubts.append(Doubt(segment.start, segment.end, "Which items do you discard?"))
        if mood in ("statement", "past") and (stuck := said_stuck(segment)):
            self._gathered.stuck = stuck
        if mood in ("statement", "real") and (stands := said_where(segment)) is not None:
            self._gathered.stands = stands
        if mood != "real":
            self._account(segment, MOODS[mood])
            thanks = segment.words[0].type == "RETURN" and not (segment.hard or segment.doing)
            if segment.kinds <= _CARRIES or thanks:
                self._carried |= segment.kinds & _CARRIED  # "..., so in return I ..."
        if segment.aside == "quoted" and (segment.doing or segment.hard):
            if reports:
                self._account(segment, "set aside: somebody's words")
                return
            mood = "unclear" if mood == "real" else mood
        if not segment.plain and withdrawals.is_withdrawal(segment):
            self._doubts.append(Doubt(segment.start, segment.end, withdrawals.ASK))
            return
        if "CORRECTION" in segment.kinds:
            ask = "Please announce the whole turn as it is meant."
            self._doubts.append(Doubt(segment.start, segment.end, ask, grave=False))
        if segment.aside == "round" and segment.kinds <= _MEANT and is_unreal(sentence):
            self._doubts.append(Doubt(segment.start, segment.end, IS_PART))
            return
        if "LOOKUP" in segment.kinds and not is_told(segment):
            at, says = (segment.start, segment.end), (f"I join {self._contest}.",)
            if any("join" in word.text for word in segment.words):
                self._doubts.append(Doubt(*at, "Do you become a contestant?", choices=says))
            else:
                self._doubts.append(Doubt(*at, "Please say this in full."))
            return
        if mood != "real" or not is_firm(segment):
            begun = bool(self._clauses)
            recent = begun and not self._acting.isdisjoint((self._sentence, self._sentence - 1))
            before = Before(self._announced, begun, self._speaks, recent, not tail)
            if doubt := misgiving(segment, mood, before):
                self._doubts.append(doubt)
        match mood:
            case "real":
                self._announce(segment)
                if self._announced:
                    self._acting.add(self._sentence)
                return
            case "unclear" | "conditional":
                self._wonder(segment, mood, sentence)
            case "statement" | "other" | "past" if (
                "VAGUE" in segment.kinds and "NAME" in segment.kinds
            ):
                if segment.has("TO", "GIVE") and not gave(segment):
                    self._doubts.append(Doubt(segment.start, segment.end, "Which items are these?"))
            case "statement" if "RETURN" in segment.kinds and segment.has("ITEM", "TILEWORD"):
                if not any(word.text == "back" for word in segment.words):
                    ask = "Which items do you give in return, and to whom?"
                    self._doubts.append(Doubt(segment.start, segment.end, ask))
            case _:
                pass
        if segment.belongs == "turn":
            self._aside.append((segment, mood, self._sentence))
            if mood == "statement" and segment.has("HATCH", "DOOR"):
                self._seen_hatches += hatches(segment)

    def _wonder(self, segment: Segment, mood: str, sentence: Sentence) -> None:
        """Something that is neither announced nor plainly told."""
        things = (*HARD, "MACHINE", "FIRE", "KRAKEN", "VAGUE", "CONTEST")
        doing = segment.doing and segment.has(*things)
        doing = doing or segment.has("NOACT", "NOACTION", "ABANDON")
        way = segment.has("NUM", "ROOM", "HATCH") and segment.kinds <= _BARE_WAY
        if mood == "conditional" and (way or _flies(segment)):
            self._doubts.append(Doubt(segment.start, segment.end, _WHAT, grave=False))
        unless = segment.has("NAME") and any(w.text == "unless" for w in segment.words)
        if segment.doing or segment.hard or unless:
            ask = "Do you announce this?"
            if mood == "conditional":
                ask = "Do you announce this?  A turn knows no conditions but that of a failure."
                doing = performs(segment, sentence)
            at = (segment.start, segment.end)
            self._doubts.append(Doubt(*at, ask, grave=doing, loose=not segment.hard))

    def _announce(self, segment: Segment) -> None:
        if "HEADING" in segment.kinds and not segment.hard and not exclaims(segment):
            self._headed = True
        self._speaks = self._speaks or "SELF" in segment.kinds
        found = clauses_of(segment, self._carried, speaks=self._speaks, headed=self._headed)
        heard = found and not isinstance(found, Doubt)
        if segment.aside == "round" and not heard and is_done(segment):
            ask = IS_PART
            self._doubts.append(Doubt(segment.start, segment.end, ask, grave=False))
        carries = segment.kinds <= _CARRIES or segment.words[-1].type == "RETURN"
        self._carried = (self._carried | segment.kinds) & _CARRIED if carries else frozenset()
        if isinstance(found, Doubt):
            self._account(segment, f"asked about: {found.ask}")
            if segment.aside != "round" or "ITEM" in segment.kinds:
                self._doubts.append(found)
        else:
            if not found:
                self._account(segment, MOODS["real"])
                if fragment(segment):
                    self._fragments.append(segment)
                elif segment.has("NUM", "MACHINE") and any(map(may_do, segment.words)):
                    self._strange.append((segment, self._sentence))
                left = segment.has(*_LEFT_OVER) or leads_somewhere(segment)
                left = left or (segment.doing and "DOOR" in segment.kinds)
                if segment.belongs == "turn" and not segment.aside and left:
                    self._doubts.append(Doubt(segment.start, segment.end, _WHAT, grave=False))
            self._clauses += found
            self._announced = self._announced or bool(found)

    def _account(self, stretch: Sentence | Segment | Clause, became: str) -> None:
        """What became of a stretch is noted, if it was asked for."""
        if self._accounts is not None:
            self._accounts.append(Account(stretch.start, stretch.end, became))


def _flies(segment: Segment) -> bool:
    """ "I flutter to 7": a few words, of which the last two are a way."""
    said = [word.type for word in segment.content]
    return (
        said[:1] == ["SELF"] and len(said) == _WAY_OFF and said[2:3] == ["TO"] and said[-1] == "NUM"
    )
