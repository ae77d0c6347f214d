"""A letter is heard sentence by sentence; what is announced is told from what is only said."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, Literal

from rednov_bot.engine.words import GnomeName
from rednov_bot.language import leadins, orders, talk, withdrawals
from rednov_bot.language.accounts import MOODS, PARTS, Account, told
from rednov_bot.language.assembly import Gathered
from rednov_bot.language.brackets import in_brackets
from rednov_bot.language.chunks import Tiles
from rednov_bot.language.clauses import Clause, clauses_of, is_act
from rednov_bot.language.conditions import performs
from rednov_bot.language.contradictions import contradictions
from rednov_bot.language.doings import VERBS
from rednov_bot.language.focus import to_the_point
from rednov_bot.language.frames import Mood, Speaker
from rednov_bot.language.misgivings import Before, is_firm, misgiving
from rednov_bot.language.passives import passive
from rednov_bot.language.qualms import Heard, named, qualms
from rednov_bot.language.questions import asking
from rednov_bot.language.repeating import repeats_nothing
from rednov_bot.language.segments import HARD, Segment, Sentence
from rednov_bot.language.stuck import said_stuck
from rednov_bot.language.tails import cut_tail
from rednov_bot.language.thoughts import NO_THOUGHTS, Thoughts, lone_thoughts, second_thoughts
from rednov_bot.language.turns import acts
from rednov_bot.language.unexplained import SetAside, between_steps, fragment, unexplained
from rednov_bot.language.unheard import SPOKEN, unheard
from rednov_bot.language.unknown import Doubt
from rednov_bot.language.words import Word, kinds
from rednov_bot.language.worlds import World, is_draft, mentions
from rednov_bot.papers import Act, ItemList, Reading

_NONE: Final = Reading("none")
_CARRIED: Final = frozenset(("AFTER", "RETURN"))
_CARRIES: Final = _CARRIED | {"FILL", "NAME", "OTHER", "SELF"}
_TOLD: Final = HARD | VERBS | {"SELF", "FILL"}
_LEFT_OVER: Final = ("HATCH", "PATH", "EXTERIOR", "ITEM", "TILEWORD", "DUR")
"""What may not be passed over in a stretch that is announced."""
_ASKING: Final = kinds("do did may can am shall should must will")
_ONLY_NUMBERS: Final = kinds("NUM DUR FILL SEPWORD")
_LEADS: Final = ("TO", "THROUGH", "ENTER", "GO", "OPEN")
_WHAT: Final = "What about this?"


class Hearing:
    """One letter, sentence after sentence."""

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
        self._names: set[int] = set()  # where gnomes are named
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
        self._aside: list[tuple[Segment, Mood, int]] = []  # of which nothing was made
        self._seen_hatches: list[Word] = []  # spoken of, with nothing done to them
        self._sentence = 0
        self._acting: set[int] = set()  # sentences in which something is announced
        self._carried: frozenset[str] = frozenset()  # "in return", "after that"

    def hear(
        self,
        sentence: Sentence,
        *,
        tabular: bool,
        next_one: Sentence | None = None,
        world: World | None = None,
    ) -> None:
        """One sentence more; *tabular*: lines begin with the names of several gnomes."""
        self._speaker.begin(sentence)
        self._seen |= sentence.kinds
        if "NAME" in sentence.kinds:
            self._names |= named(sentence)
        if world is not None:
            self._account(sentence, world.why)
            if world.name not in ("plan", "suppose", "test"):
                self._apart += sentence.segments
            if not world.sure:
                self._doubts += [_in_earnest(one) for one in sentence.segments if one.performs]
            return
        if sentence.segments[0].labels and talk.is_status(sentence):
            self._account(sentence, "set aside: a table of what stands where")
            return
        if tabular and len(sentence.segments) > 1 and talk.labelled(sentence):
            if not any("SELF" in segment.kinds for segment in sentence.segments):
                self._account(sentence, "set aside: labelled with a name, in a table of several")
                return
            self._speaker.doubt()
        elif "OTHER" in sentence.kinds and talk.other_game(sentence, self._text):
            self._speaker.doubt()
        before = len(self._clauses)
        self._sentence += 1
        self._speaks = self._announced = self._harmless = False
        barren = []
        told = before + len(self._doubts) + self._gathered.ordered
        quotes = mentions(sentence)
        for at, segment in enumerate(sentence.segments):
            if quotes and segment.aside == "quoted":
                self._account(segment, "set aside: words quoted, not said")
                continue
            if segment.labels and self._leads_in(segment, sentence, at, next_one):
                continue
            self._part(segment, sentence)
            now = len(self._clauses) + len(self._doubts) + self._gathered.ordered
            if now == told and (segment.belongs != "turn" or not segment.kinds.isdisjoint(SPOKEN)):
                barren.append(segment)
            told = now
        if len(self._clauses) == before and (doubt := passive(sentence)):
            self._doubts.append(doubt)
        if barren:
            self._doubts += unheard(sentence, barren, self._clauses)
        lacks = sentence.segments[0].kinds >= {"NEG", "ITEM"}  # "No tools, Bob has them"
        if len(self._clauses) == before and not lacks and talk.is_talk(sentence, self._author):
            self._chat.add(sentence.paragraph)
        for clause in self._clauses[before:]:
            self._spoken[sentence.paragraph] = (
                self._spoken.get(sentence.paragraph, False) or clause.subject
            )

    def come_back(self) -> None:
        """Said expressly: what comes now is the game, whatever was joked or told before."""
        self._speaker.come_back()
        if not any(map(is_act, self._clauses)):
            self._clauses.clear()
            self._doubts = [doubt for doubt in self._doubts if doubt.grave]

    def _leads_in(
        self, segment: Segment, sentence: Sentence, at: int, next_one: Sentence | None
    ) -> bool:
        """Whether a segment before a colon only heads the steps that follow."""
        rest = sentence.segments[at + 1 :]
        steps = rest or (next_one.segments if next_one is not None else [])
        if not leadins.leads_in(segment, steps):
            return False
        self._account(segment, "heads what follows")
        self._speaks = self._speaks or "SELF" in segment.kinds
        if doubt := leadins.contradiction(segment, steps):
            self._doubts.append(doubt)
        return True

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
        if tail and self._accounts is not None:
            self._accounts.append(Account(tail[0].start, tail[-1].end, MOODS["remark"]))
        if mood == "statement" and segment.words[0].type == "SELF":
            self._speaks = True  # "I recuse myself from 2577 and join Red November"
        if mood == "statement" and (stuck := said_stuck(segment)):
            self._gathered.stuck = stuck
        if mood != "real":
            self._account(segment, MOODS[mood])
            if segment.kinds <= _CARRIES:
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
        if "LOOKUP" in segment.kinds and not _is_told(segment):
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
                if segment.has("TO", "GIVE"):
                    self._doubts.append(Doubt(segment.start, segment.end, "Which items are these?"))
            case "statement" if "RETURN" in segment.kinds and segment.has("ITEM", "TILEWORD"):
                if not any(word.text == "back" for word in segment.words):
                    ask = "Which items do you give in return, and to whom?"
                    self._doubts.append(Doubt(segment.start, segment.end, ask))
            case _:
                pass
        if segment.belongs == "turn":
            self._aside.append((segment, mood, self._sentence))
            if mood == "statement" and "HATCH" in segment.kinds:
                self._seen_hatches += [word for word in segment.words if word.type == "HATCH"]

    def _wonder(self, segment: Segment, mood: str, sentence: Sentence) -> None:
        """Something that is neither announced nor plainly told."""
        things = (*HARD, "MACHINE", "FIRE", "KRAKEN", "VAGUE", "CONTEST")
        doing = segment.doing and segment.has(*things)
        doing = doing or segment.has("NOACT", "NOACTION", "ABANDON")
        if segment.doing or segment.hard:
            ask = "Do you announce this?"
            if mood == "conditional":
                ask = "Do you announce this?  A turn knows no conditions but that of a failure."
                doing = performs(segment, sentence)
            at = (segment.start, segment.end)
            self._doubts.append(Doubt(*at, ask, grave=doing, loose=not segment.hard))

    def _announce(self, segment: Segment) -> None:
        if "HEADING" in segment.kinds and not segment.hard:
            self._headed = True
        self._speaks = self._speaks or "SELF" in segment.kinds
        found = clauses_of(segment, self._carried, speaks=self._speaks, headed=self._headed)
        carries = segment.kinds <= _CARRIES
        self._carried = (self._carried | segment.kinds) & _CARRIED if carries else frozenset()
        if isinstance(found, Doubt):
            self._account(segment, f"asked about: {found.ask}")
            if segment.aside != "round":
                self._doubts.append(found)
        else:
            if not found:
                self._account(segment, MOODS["real"])
                if fragment(segment):
                    self._fragments.append(segment)
                left = segment.has(*_LEFT_OVER) or _leads_somewhere(segment)
                left = left or (segment.doing and "DOOR" in segment.kinds)
                if segment.belongs == "turn" and not segment.aside and left:
                    self._doubts.append(Doubt(segment.start, segment.end, _WHAT, grave=False))
            self._clauses += found
            self._announced = self._announced or bool(found)

    def reading(self, reader: Literal["public", "private"]) -> Reading:
        """What it all comes to."""
        if self._draft:
            return _NONE
        gathered = self._gathered
        if len({word.places for word in self._seen_hatches}) == 1:
            gathered.seen_hatch = self._seen_hatches[0].places
        chunks = [clause.chunk for clause in self._clauses]
        for clause in self._clauses:
            if self._accounts is not None:
                self._account(clause, PARTS[clause.belongs] + told(clause.chunk))
            gathered.hear(clause.chunk, clause)
        gathered.settle_places()
        begun = gathered.heard or gathered.target  # "Reactor: 5-6 minutes"
        doubts = [d for d in self._doubts if d.grave or begun] + gathered.doubts
        if not gathered.heard:
            return self._without_acts(doubts)
        if (
            reader == "private"
            and all(isinstance(c, Tiles) and not c.how for c in chunks)
            and not doubts
        ):
            return Reading("acts", (_item_list(chunks),))
        done = acts(gathered, self._author)
        doubts = [d for d in self._doubts if d.grave or gathered.heard] + gathered.doubts
        doubts = to_the_point(doubts, self._clauses, self._text)
        doubts += self._is_it_a_turn()
        doubts += unexplained(
            done,
            [SetAside(one, mood, where in self._acting) for one, mood, where in self._aside],
        )
        if not gathered.spoken:
            steps = [(clause.start, clause.end) for clause in self._clauses]
            doubts += between_steps(self._fragments, steps, self._text)
        doubts += contradictions(done, self._remarks())
        doubts += second_thoughts(self._thoughts.second, self._clauses, self._apart)
        if not doubts:
            passed = (*self._corrected, *self._thoughts.harmless, *self._thoughts.idle)
            heard = Heard(self._apart, passed, self._openers)
            doubts = qualms(self._text, self._clauses, heard, self._names)
        return asking(self._text, doubts, heard=True) if doubts else Reading("acts", done)

    def _remarks(self) -> list[Segment]:
        """What was set aside behind the first clause that is announced."""
        first = min(clause.start for clause in self._clauses)
        return [one for one, _, _ in self._aside if one.start > first]

    def _account(self, stretch: Sentence | Segment | Clause, became: str) -> None:
        """What became of a stretch is noted, if it was asked for."""
        if self._accounts is not None:
            self._accounts.append(Account(stretch.start, stretch.end, became))

    def _without_acts(self, doubts: list[Doubt]) -> Reading:
        gathered = self._gathered
        ordered = gathered.block or gathered.spread or gathered.defend is not None
        if (ordered or gathered.escape) and not doubts:
            doubts = [Doubt(0, 0, "Which turn does this belong to?")]
        if gathered.pending is not None and gathered.pending[1].subject and not doubts:
            told = gathered.pending[1]
            doubts = [Doubt(told.start, told.end, "What do you do in these minutes?")]
        doubts += in_brackets(self._bracketed, self._text, self._author)
        if not doubts:
            doubts = lone_thoughts(self._thoughts.second, self._apart, self._seen, self._text)
        doubts = doubts or repeats_nothing(self._text)
        return asking(self._text, doubts, heard=self._headed) if doubts else _NONE

    def _is_it_a_turn(self) -> list[Doubt]:
        """A turn told without "I" wants a heading, or a paragraph of its own."""
        if self._headed or self._gathered.spoken or not self._clauses:
            return []
        for paragraph in self._spoken:
            if paragraph in self._chat:
                first, last = self._clauses[0], self._clauses[-1]
                return [Doubt(first.start, last.end, "Is this an announcement of yours?")]
        return []


def _leads_somewhere(segment: Segment) -> bool:
    """Whether a room stands behind a word that leads into it."""
    if "NUM" not in segment.kinds or any(word.name == "verb" for word in segment.words):
        return False
    if "OTHER" in segment.kinds and "SELF" not in segment.kinds:
        return False  # "that brings me down to four"
    return any(a.type in _LEADS and b.type == "NUM" for a, b in pairwise(segment.words))


def _in_earnest(segment: Segment) -> Doubt:
    """A question about an act in a stretch that may be a tale, if anything else is announced."""
    return Doubt(segment.start, segment.end, "Do you announce this?", grave=False)


def _is_told(segment: Segment) -> bool:
    """Whether a segment tells of something that is, was or might be."""
    if "PAST" in segment.kinds and "SELF" not in segment.kinds:
        return True
    return segment.has("STATE", "UNREAL", "PLAN", "WHO", "YOU")


def _item_list(chunks: Sequence[object]) -> Act:
    tiles = [chunk for chunk in chunks if isinstance(chunk, Tiles)]
    return ItemList(tuple(t.item for t in tiles for _ in range(t.count or 1)))  # type: ignore[misc]
