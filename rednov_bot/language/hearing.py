"""A letter is heard sentence by sentence; what is announced is told from what is only said."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, Literal

from rednov_bot.engine.turn import NO_ORDERS, Escape, Orders
from rednov_bot.language import leadins, talk
from rednov_bot.language.accounts import PARTS, told
from rednov_bot.language.brackets import in_brackets
from rednov_bot.language.chunks import Tiles
from rednov_bot.language.clauses import Clause, is_act
from rednov_bot.language.contradictions import contradictions
from rednov_bot.language.doubts import IS_ANNOUNCED, Doubt
from rednov_bot.language.focus import to_the_point
from rednov_bot.language.harmless import is_slot, slots
from rednov_bot.language.leftovers import escape_lost
from rednov_bot.language.outlines import mentions
from rednov_bot.language.overread import misread
from rednov_bot.language.passives import passive
from rednov_bot.language.qualms import Heard, qualms
from rednov_bot.language.questions import asking
from rednov_bot.language.repeating import repeats_nothing
from rednov_bot.language.restating import without_restatements
from rednov_bot.language.second_reader import answered, is_read_otherwise, may_announce
from rednov_bot.language.segments import Segment, Sentence
from rednov_bot.language.stretches import Stretches
from rednov_bot.language.thoughts import lone_thoughts, second_thoughts
from rednov_bot.language.turns import acts, beside, orders_alone
from rednov_bot.language.unexplained import SetAside, between_steps, unexplained
from rednov_bot.language.unheard import SPOKEN, unheard
from rednov_bot.language.worlds import World, is_ours
from rednov_bot.papers import Act, ItemList, Reading

_FEW: Final = 4
_WAITING: Final = frozenset(("NOACTION", "NOACT", "DUR", "STAY", "NOMOVE", "IN", "ROOMWORD"))
_NONE: Final = Reading("none")


class Hearing(Stretches):
    """One letter, sentence after sentence."""

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
        self._words += [w for segment in sentence.segments for w in segment.words]
        if world is not None:
            self._account(sentence, world.why)
            if world.name == "general":
                self._aside += [(one, "statement", -1) for one in sentence.segments]
                self._chat.add(sentence.paragraph)
            elif world.name not in ("plan", "suppose", "test"):
                self._apart += [] if _is_short(sentence) else sentence.segments
            if not world.sure:
                of_life = world.name == "life"
                self._doubts += [
                    _in_earnest(one, grave=of_life and is_ours(one))
                    for one in sentence.segments
                    if one.performs or (of_life and "SELF" in one.kinds and one.doing)
                ]
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
            [SetAside(one, mood, where in self._acting) for one, mood, where in self._aside]
            + [SetAside(one, "remark", beside=True) for one in self._bracketed],
        )
        if not gathered.spoken:
            doubts += self._half_understood()
            steps = [(clause.start, clause.end) for clause in self._clauses]
            doubts += between_steps(self._fragments, steps, self._text)
        doubts = without_restatements(doubts, done, self._words, self._text)
        doubts += contradictions(done, self._remarks())
        doubts += second_thoughts(self._thoughts.second, self._clauses, self._apart)
        doubts = doubts or self._qualms(self._clauses) or self._lost(done)
        if doubts:
            answer = self._second_reading(doubts, done)
            if answer:
                return Reading("acts", answer)
            return asking(self._text, doubts, heard=True, done=done)
        if is_read_otherwise(self.said, done, self._author):
            first, last = self._clauses[0], self._clauses[-1]
            doubts = [Doubt(first.start, last.end, "How is this turn meant, step by step?")]
            return asking(self._text, doubts, heard=True, done=done)
        return Reading("acts", done)

    def _lost(self, done: Sequence[Act]) -> list[Doubt]:
        """What the acts lose of the words, or make too much of."""
        if lost := escape_lost(self._apart, done):
            return lost
        author = "" if self._gathered.spoken or self._headed else self._author
        return misread(self.said, done, self._words, self._text, author)

    def _second_reading(
        self,
        doubts: Sequence[Doubt],
        done: Sequence[Act],
        told: tuple[Escape | None, Orders] | None = None,
    ) -> tuple[Act, ...] | None:
        """What the second reader answers, where nothing else shakes it.

        *told* are the escape and the orders of a turn that was not heard.
        """
        answer = answered(self.said, doubts, done, self._author, self._words, told)
        if answer is None or contradictions(answer, [one.segment for one in self.said]):
            return None
        if second_thoughts(self._thoughts.second, self._clauses, self._apart):
            return None
        live = [one.segment for one in self.said if one.live]
        if self._qualms([*self._clauses, *live]) or self._lost(answer):
            return None
        return answer

    def _qualms(self, announced: Sequence[Clause | Segment]) -> list[Doubt]:
        """What shakes an announcement that was understood."""
        between = [  # "2-3, or if that one can't be blocked, 2-4"
            (one.end, other.start)
            for one, other in pairwise(self._apart)
            if one.belongs == other.belongs != "turn" and not other.opens_sentence
        ]
        thoughts = self._thoughts
        passed = (*self._corrected, *thoughts.harmless, *thoughts.idle, *between)
        heard = Heard(self._apart, passed, self._openers)
        return qualms(self._text, announced, heard, slots(filter(is_slot, self._words), announced))

    def _half_understood(self) -> list[Doubt]:
        """Without "I", what stands beside an act and is not understood shakes it.

        "Pumping five, fixing six, drinking seven."
        """
        if self._headed:
            return []
        return [
            Doubt(one.start, one.end, "I do not understand these words.")
            for one, where in self._strange
            if where in self._acting and not one.aside
        ]

    def _remarks(self) -> list[Segment]:
        """What was set aside behind the first clause that is announced."""
        first = min((clause.start for clause in self._clauses), default=0)
        return [one for one, _, _ in self._aside if one.start > first]

    def _without_acts(self, doubts: list[Doubt]) -> Reading:
        gathered = self._gathered
        ordered = gathered.block or gathered.spread or gathered.defend is not None
        alone = NO_ORDERS
        if (ordered or gathered.escape) and not doubts:
            doubts = [Doubt(0, 0, "Which turn does this belong to?")]
            if not self._thoughts.second:
                alone = orders_alone(gathered)
        if gathered.pending is not None and gathered.pending[1].subject and not doubts:
            told = gathered.pending[1]
            doubts = [Doubt(told.start, told.end, "What do you do in these minutes?")]
        doubts += in_brackets(self._bracketed, self._text, self._author)
        if doubts and (answer := self._second_reading(doubts, (), beside(gathered))):
            return Reading("acts", answer)
        if not doubts:
            doubts = lone_thoughts(self._thoughts.second, self._apart, self._seen, self._text)
        doubts = doubts or repeats_nothing(self._text)
        if not doubts and may_announce(self.said, self._author):
            doubts = [Doubt(0, 0, IS_ANNOUNCED)]
        if len(doubts) > 1:
            alone = NO_ORDERS
        return asking(self._text, doubts, heard=self._headed, alone=alone) if doubts else _NONE

    def _is_it_a_turn(self) -> list[Doubt]:
        """A turn told without "I" wants a heading, or a paragraph of its own."""
        if self._headed or self._gathered.spoken or not self._clauses or self._only_waits():
            return []
        for paragraph in self._spoken:
            if paragraph in self._chat:
                first, last = self._clauses[0], self._clauses[-1]
                return [Doubt(first.start, last.end, IS_ANNOUNCED)]
        return []

    def _only_waits(self) -> bool:
        """ "No action, one minute": nobody is told to do that, and it is no news."""
        waits = all(word.type in _WAITING for one in self._clauses for word in one.words)
        timed = any(word.type == "DUR" for one in self._clauses for word in one.words)
        return waits and timed


def _is_short(sentence: Sentence) -> bool:
    """ "In my dreams.": said of what stands before it, perhaps."""
    only = sentence.segments[0]
    return only.alone and len(only.words) < _FEW and not (only.hard or only.doing)


def _in_earnest(segment: Segment, *, grave: bool) -> Doubt:
    """A question about an act in a stretch that may be a tale, if anything else is announced.

    It is *grave* where the stretch names the boat's own rooms or hatches.
    """
    return Doubt(segment.start, segment.end, "Do you announce this?", grave=grave)


def _item_list(chunks: Sequence[object]) -> Act:
    tiles = [chunk for chunk in chunks if isinstance(chunk, Tiles)]
    return ItemList(tuple(t.item for t in tiles for _ in range(t.count or 1)))  # type: ignore[misc]
