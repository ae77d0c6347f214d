"""A game played again, posting by posting, beside what the list was told (A95)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from msgspec.structs import replace

from rednov_bot.engine import happenings as h
from rednov_bot.engine.choices import Answer, Choice, Circumstances
from rednov_bot.engine.draws import Drawn, Scope
from rednov_bot.engine.gamestate import Gamestate
from rednov_bot.engine.idle import kill_idle
from rednov_bot.engine.logbook import after
from rednov_bot.engine.opening import STARTING_ITEMS, open_game
from rednov_bot.engine.options import Options
from rednov_bot.engine.resolve import Held, Resolution, take
from rednov_bot.engine.rules import hands
from rednov_bot.engine.rules.held import exceeds
from rednov_bot.engine.tables import Tables
from rednov_bot.engine.turn import Turn
from rednov_bot.engine.words import GnomeName, Item
from rednov_bot.papers import Page
from rednov_bot.prose import public_pages
from rednov_bot.prose.audience import public_only
from rednov_bot.prose.sentences import Scene, sentence
from rednov_bot.prose.wording import counted
from rednov_bot.verify import printed, ruled, sections
from rednov_bot.verify.attempts import TO_THE_LIST, Case, differing, letterhead
from rednov_bot.verify.chain import Chain
from rednov_bot.verify.compared import Differing
from rednov_bot.verify.findings import Findings
from rednov_bot.verify.hidden import UNKNOWN, KnownLuck, nameless, without_names
from rednov_bot.verify.postings import Posting
from rednov_bot.verify.readings import Announcements, turn_in
from rednov_bot.verify.sections import ToldMoment
from rednov_bot.verify.telling import Told
from rednov_bot.verify.terms import Promised

_DISCARDED: Final = re.compile(r"(.+) discards (\d+|no) items? \(§17\)\.")
_GIVEN: Final = re.compile(r"(.+) gives (.+) (\d+|no) items? in return(, to change hands .+)?\.")


class Course:
    """A game as far as it is played again; every finding is entered as it is made."""

    def __init__(
        self,
        promised: Promised,
        tables: Tables,
        dice: bytes,
        announcements: Announcements,
        findings: Findings,
    ) -> None:
        """Nothing is played yet."""
        self.promised, self.tables, self.dice = promised, tables, dice
        self.findings, self.announcements = findings, announcements
        self.options = promised.options
        self.chain = Chain(dice, promised.game, promised.first_seal())
        self.state = Gamestate()
        self.untaken = self.state.position  # in which the pending turn was announced
        self.order: tuple[int, ...] = ()  # of the event deck, as it was made last
        self.options_of: dict[int, Options] = {}  # of turns that were taken under others
        self._turns: dict[int, Turn | None] = {}
        self.waiting: list[Posting] = []  # what gnomes did between turns and could not be entered

    @property
    def crew(self) -> tuple[GnomeName, ...]:
        """The gnomes in canonical order."""
        return self.promised.gnomes

    def happen(self, event: Event) -> None:
        """The next thing that a posting tells."""
        posting = event.posting
        match posting.kind:
            case "resolution" | "void" if event.takes:
                self.take(posting)
            case "resolution" | "void":
                self.resolve(posting)
            case "idle":
                self.kill(posting)
            case "between":
                self.between(posting)
            case _:
                pass

    # -- the opening --------------------------------------------------------------------------

    def open(self, posting: Posting) -> None:
        """The opening: rooms, decks, and perhaps events before the first turn."""
        told, scope = Told(posting.body), Scope(self.promised.game, "opening")
        outcome, luck = self._opened(scope, told)
        page = public_pages.opening(
            public_only(outcome.happenings),
            outcome.after.position,
            self.tables,
            self.promised.options,
            tag=self.promised.game,
            commitment=None,
            luck=sections.EMPTY,
            letterhead=letterhead(posting, told),
            envelope=TO_THE_LIST,
        )
        self._settle_page(posting, page, outcome, luck.drawn, scope)

    def _opened(self, scope: Scope, told: Told) -> tuple[Resolution, KnownLuck]:
        """With every choice, and whoever drinks in it, as it is told."""
        thirsty = told.drinks(self.crew)
        grog: Item = "grog"
        dealt: list[Item] = []
        for name in self.crew:
            grogs = min(thirsty[name], STARTING_ITEMS)
            dealt += [grog] * grogs + [UNKNOWN] * (STARTING_ITEMS - grogs)
        tables = nameless(self.tables, dealt)
        answers: dict[str, Answer] = {}
        while True:
            outcome, luck = self._open_once(tables, scope, answers)
            if isinstance(outcome, Resolution):
                return outcome, luck
            answers[outcome.choice.key] = self._chosen(tables, scope, answers, outcome, told)

    def _open_once(
        self, tables: Tables, scope: Scope, answers: dict[str, Answer]
    ) -> tuple[Resolution | Held, KnownLuck]:
        luck = KnownLuck(self.dice, scope)
        circumstances = Circumstances(tables, self.promised.options, luck, answers=answers)
        return open_game(self.crew, circumstances, y_pot=self.promised.pot), luck

    def _chosen(
        self,
        tables: Tables,
        scope: Scope,
        answers: dict[str, Answer],
        held: Held,
        told: Told,
    ) -> Answer:
        choice: Choice = held.choice
        scene = Scene(self.tables.board)
        ways = [Answer(label, "contestmaster") for label in choice.candidates]
        for way in ways:
            outcome, _ = self._open_once(tables, scope, {**answers, choice.key: way})
            new = outcome.happenings[len(held.happenings)]
            if isinstance(new, h.HatchJammed | h.FireSpread) and told.says(sentence(new, scene)):
                return way
        return ways[0]

    # -- turns --------------------------------------------------------------------------------

    def take(self, posting: Posting) -> None:
        """The turn of a posting is taken, before it is resolved."""
        turn, position = self._turn(posting), self.state.position
        if turn is None or posting.number != position.turns + 1:
            return
        if position.pending is not None or position.ending is not None:
            return
        self.untaken = position
        self.state = after(self.state, take(self.state, turn))

    def _turn(self, posting: Posting) -> Turn | None:
        """The turn as it was read; None where that is not told."""
        section, name = posting.section, posting.mail.place
        if section is None or posting.gnome not in self.crew:
            return None
        if name not in self._turns:
            turn = turn_in(section.read, posting.gnome, self.crew, posting.contest)
            self._turns[name] = turn
        return self._turns[name]

    def resolve(self, posting: Posting) -> None:
        """A resolution: what comes of the turn by the rules, and by this luck."""
        part = _part(posting)
        scope = Scope(self.promised.game, f"turn {posting.number}", part.mail, part.beacon)
        if self.state.position.pending is None:
            self.take(posting)
        turn, position = self._turn(posting), self.state.position
        if position.pending != posting.gnome or position.turns != posting.number or turn is None:
            self._go_on_from(posting, scope, self._why_not(posting, turn))
            return
        told = Told(posting.body)
        is_ruled = ruled.has_ruling(told)
        self.announcements.check(posting, part.mail, self.crew, self.findings, ruled=is_ruled)
        self._may(posting, turn)
        drawn = frozenset([draw.purpose for draw in part.draws])
        options = self.options_of.pop(posting.number, self.options)
        case = Case(
            posting,
            told,
            self.state,
            self.untaken,
            turn,
            self.tables,
            options,
            self.dice,
            scope,
            drawn,
        )
        try:
            made = case.best()
        except ValueError as fault:
            self._go_on_from(posting, scope, str(fault))
            return
        if made.again.short:
            what = f"{counted(made.again.short, 'tile')} more than can have been held"
            self.findings.differs(posting.mail, f"it uses {what}")
        if made.option:
            what = f"by ruling, option {made.option} is otherwise for this turn"
            self.findings.note(posting.mail, what)
        self._settle(posting, made.differing, made.outcome, made.again.luck.drawn, scope)

    def _why_not(self, posting: Posting, turn: Turn | None) -> str:
        """Why a resolution cannot follow on what came before."""
        position, number = self.state.position, posting.number or 0
        if position.ending is not None:
            return "the game was over"
        if number <= position.turns and position.pending is None:
            return f"turn {number} was resolved before"
        if number > position.turns + 1:
            return f"the resolution of turn {position.turns + 1} is missing"
        if turn is None:
            return "it does not tell how the turn was read"
        return "no such turn was taken"

    def _may(self, posting: Posting, turn: Turn) -> None:
        """Nobody takes a turn above a pending hand limit (§17)."""
        seat = self.state.position.seat(turn.gnome)
        over = exceeds(self.state.secrets.limits[seat], self.state.secrets.hands[seat])
        if over:
            what = f"{turn.gnome} holds {counted(over, 'tile')} more than eir hand limit allows"
            self.findings.note(posting.mail, f"{what}, as far as the list was told (§17)")

    # -- between turns ------------------------------------------------------------------------

    def kill(self, posting: Posting) -> None:
        """An idle gnome is killed (§19)."""
        scope, told = Scope(self.promised.game, f"idle {posting.gnome}"), Told(posting.body)
        gnomes = [one.name for one in self.state.position.gnomes if one.in_play]
        if posting.gnome not in gnomes or self.state.position.ending is not None:
            self._go_on_from(posting, scope, f"{posting.gnome} is no gnome who could be killed")
            return
        luck = KnownLuck(self.dice, scope)
        outcome = kill_idle(self.state, posting.gnome, self.options, luck)
        page = public_pages.idle_kill(
            public_only(outcome.happenings),
            outcome.after.position,
            self.tables,
            posting.gnome,
            letterhead=letterhead(posting, told),
            envelope=TO_THE_LIST,
            options=self.options,
            awards=told.awards,
        )
        self._settle_page(posting, page, outcome, luck.drawn, scope)

    def between(self, posting: Posting) -> None:
        """A discard or a gift in return; what cannot be entered yet waits (§11k, §17)."""
        self.waiting.append(posting)
        self._enter_waiting()

    def _enter_waiting(self) -> None:
        self.waiting = [one for one in self.waiting if not self._entered(one)]

    def _entered(self, posting: Posting) -> bool:
        words = " ".join(posting.body.partition("\n\n")[0].split())
        log = None
        if found := _DISCARDED.fullmatch(words):
            if found[1] in self.crew:
                log = hands.discard(self.state, found[1], (UNKNOWN,) * _number(found[2]))
        elif (found := _GIVEN.fullmatch(words)) and {found[1], found[2]} <= {*self.crew}:
            tiles = (UNKNOWN,) * _number(found[3])
            log = hands.give_back(self.state, found[1], found[2], tiles, self.options)
        if log is None or isinstance(log, tuple):
            return False
        self.state = log.gamestate
        return True

    # -- what all have in common --------------------------------------------------------------

    def _settle_page(
        self,
        posting: Posting,
        page: Page,
        outcome: Resolution,
        drawn: Sequence[Drawn],
        scope: Scope,
    ) -> None:
        lines = differing(posting, page, self.tables, self.crew)
        self._settle(posting, lines, outcome, drawn, scope)

    def _settle(
        self,
        posting: Posting,
        lines: Sequence[Differing],
        outcome: Resolution,
        drawn: Sequence[Drawn],
        scope: Scope,
    ) -> None:
        """What differs, the draws and the seal are entered, and the game goes on."""
        for one in lines:
            if one.in_facts:
                what = "the rules and the dice lead to something else"
                self.findings.differs(posting.mail, what, one.stands, one.should)
            else:
                self.findings.note(posting.mail, "worded otherwise", one.stands, one.should)
        self.findings.count("resolution", not any(one.in_facts for one in lines))
        self._follow_chain(posting, drawn, scope)
        self.state = without_names(outcome.after)
        for happening in outcome.happenings:
            if isinstance(happening, h.EventDeckShuffled):
                self.order = happening.order
        self._enter_waiting()

    def _follow_chain(self, posting: Posting, drawn: Sequence[Drawn] | None, scope: Scope) -> None:
        if posting.section is None:
            self.findings.differs(posting.mail, "the section THE LUCK is missing")
            return
        parts = [(_part(posting), scope, drawn)]
        self.chain.follow(posting, parts, scope, self.findings)

    def _go_on_from(self, posting: Posting, scope: Scope, why: str) -> None:
        """What cannot be played again is believed, and said to be."""
        self.findings.count("resolution", False)
        found = printed.position_in(posting.body, self.state.position)
        goes_on = "; from here on the position that it prints is believed" if found else ""
        self.findings.differs(posting.mail, f"it cannot be played again: {why}{goes_on}")
        self._follow_chain(posting, None, scope)
        if found is not None:
            turns = max(found.turns, posting.number or 0)
            found = replace(found, turns=turns, pending=None)
            self.state = printed.gone_on(self.state, found, self.order)


@dataclass(slots=True)
class Event:
    """Something that a posting tells, and when it happened."""

    at: datetime
    rank: int
    posting: Posting = field(repr=False)
    takes: bool = False


def _part(posting: Posting) -> ToldMoment:
    """What a posting of one moment shows of it."""
    section = posting.section
    return section.moments[0] if section is not None and section.moments else ToldMoment()


def _number(words: str) -> int:
    return 0 if words == "no" else min(int(words), 60)
