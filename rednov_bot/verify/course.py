"""A game played again, posting by posting, beside what the list was told (A95)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from msgspec.structs import replace

from rednov_bot.engine import happenings as h
from rednov_bot.engine.draws import Drawn, Scope
from rednov_bot.engine.gamestate import Gamestate
from rednov_bot.engine.idle import kill_idle
from rednov_bot.engine.logbook import after
from rednov_bot.engine.position import Position
from rednov_bot.engine.resolve import Resolution, take
from rednov_bot.engine.rules.held import exceeds
from rednov_bot.engine.tables import Tables
from rednov_bot.engine.turn import Turn
from rednov_bot.engine.words import GnomeName, Item
from rednov_bot.prose import public_pages
from rednov_bot.prose.audience import public_only
from rednov_bot.prose.wording import counted
from rednov_bot.verify import printed, ruled, sections
from rednov_bot.verify.attempts import TO_THE_LIST, Attempt, Case, differing, letterhead
from rednov_bot.verify.between import Deed, deed_in
from rednov_bot.verify.chain import Chain
from rednov_bot.verify.compared import Differing
from rednov_bot.verify.findings import Findings
from rednov_bot.verify.hidden import KnownLuck, without_names
from rednov_bot.verify.openings import Opening
from rednov_bot.verify.pools import Pools
from rednov_bot.verify.postings import Posting
from rednov_bot.verify.readings import Announcements, turn_in
from rednov_bot.verify.sections import ToldMoment
from rednov_bot.verify.telling import Told
from rednov_bot.verify.terms import Promised
from rednov_bot.verify.tiles import Tiles


@dataclass(slots=True)
class Event:
    """Something that a posting tells, and when it happened."""

    at: datetime
    rank: int  # of what happened in the same moment, the lowest comes first
    posting: Posting = field(repr=False)
    takes: bool = False  # the turn is announced; else what the posting tells comes about


@dataclass(slots=True)
class Basis:
    """A gamestate to go on from."""

    state: Gamestate = field(default_factory=Gamestate)
    untaken: Position = field(default_factory=Position)  # in which the pending turn was announced


class Course:
    """A game as far as it is played again; every finding is entered as it is made."""

    def __init__(
        self,
        promised: Promised,
        tables: Tables,
        dice: bytes,
        announcements: Announcements,
        findings: Findings,
        tiles: Tiles | None = None,
    ) -> None:
        """Nothing is played yet; *tiles* where their secret is published."""
        self.promised, self.tables, self.dice = promised, tables, dice
        self.findings, self.announcements = findings, announcements
        self.options = promised.options
        self.chain = Chain(dice, promised.first_seal())
        self.pools, self.tiles = Pools(), tiles
        self.now = Basis()
        self.printed: Basis | None = None  # as the last posting prints it, if that is otherwise
        self.order: tuple[int, ...] = ()  # of the event deck, as it was made last
        self.waiting: list[Posting] = []  # what gnomes did between turns and could not be entered
        self.deeds: list[tuple[datetime, GnomeName, int]] = []  # when, whose, how many tiles
        self._turns: dict[int, Turn | None] = {}

    @property
    def crew(self) -> tuple[GnomeName, ...]:
        """The gnomes in canonical order."""
        return self.promised.gnomes

    @property
    def position(self) -> Position:
        """Where the game stands."""
        return self.now.state.position

    def happen(self, event: Event) -> None:
        """The next thing that a posting tells."""
        posting = event.posting
        match posting.kind:
            case "resolution" | "void" if event.takes:
                self._take(posting)
            case "resolution" | "void":
                self._resolve(posting)
            case "idle":
                self._kill(posting)
            case "between":
                self.waiting.append(posting)
                self._enter_waiting()
            case "ruling":
                words = " ".join(posting.body.split())
                self.options = ruled.options_after(self.options, words)
            case _:
                pass

    # -- the opening --------------------------------------------------------------------------

    def open(self, posting: Posting) -> None:
        """The game begins."""
        told = Told(posting.body)
        opening = Opening(self.promised, self.tables, self.dice, told)
        outcome, luck = opening.played()
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
        lines = differing(posting, page, self.tables, self.crew)
        self._settle(posting, lines, outcome, luck.drawn, opening.scope)

    # -- turns --------------------------------------------------------------------------------

    def _take(self, posting: Posting) -> None:
        """The turn of a posting is taken, before it is resolved."""
        turn = self._turn(posting)
        for basis in filter(None, (self.now, self.printed)):
            position = basis.state.position
            follows = posting.number == position.turns + 1 and position.ending is None
            if turn is not None and follows and position.pending is None:
                basis.untaken = position
                basis.state = after(basis.state, take(basis.state, turn))

    def _turn(self, posting: Posting) -> Turn | None:
        """The turn as it was read; None where that is not told."""
        section, name = posting.section, posting.mail.place
        if section is None or posting.gnome not in self.crew:
            return None
        if name not in self._turns:
            turn = turn_in(section.read, posting.gnome, self.crew, posting.contest)
            self._turns[name] = turn
        return self._turns[name]

    def _resolve(self, posting: Posting) -> None:
        """A resolution: what comes of the turn by the rules, and by this luck."""
        part = _part(posting)
        scope = Scope(self.promised.game, f"turn {posting.number}", part.mail, part.beacon)
        self._take(posting)
        turn, told = self._turn(posting), Told(posting.body)
        if turn is None or not self._is_taken(posting, self.now):
            self._go_on_from(posting, scope, self._why_not(posting, turn))
            return
        is_ruled = ruled.has_ruling(told)
        self.announcements.check(posting, part.mail, self.crew, self.findings, ruled=is_ruled)
        self._may(posting, turn)
        try:
            made = self._attempt(posting, turn, told, scope, self.now)
            if made.faults and self.printed and self._is_taken(posting, self.printed):
                other = self._attempt(posting, turn, told, scope, self.printed)
                made = self._believed(posting, made, other)
        except ValueError as fault:
            self._go_on_from(posting, scope, str(fault))
            return
        if made.again.short:
            what = f"it uses {counted(made.again.short, 'tile')} more than can have been held"
            self.findings.differs(posting.mail, what)
        if made.option:
            what = f"by ruling, option {made.option} is otherwise for this turn"
            self.findings.note(posting.mail, what)
        given = turn.action.give if turn.action is not None else None
        drawn = made.again.luck.drawn
        self._settle(posting, made.differing, made.outcome, drawn, scope, given)

    def _attempt(
        self, posting: Posting, turn: Turn, told: Told, scope: Scope, basis: Basis
    ) -> Attempt:
        purposes = frozenset([draw.purpose for draw in _part(posting).draws])
        return Case(
            posting,
            told,
            basis.state,
            basis.untaken,
            turn,
            self.tables,
            self.options,
            self.dice,
            scope,
            purposes,
        ).best()

    def _believed(self, posting: Posting, made: Attempt, other: Attempt) -> Attempt:
        """The attempt that fits better: from the position as it should be, or as it is printed."""
        if other.faults >= made.faults or self.printed is None:
            return made
        what = "it goes on from the position that the posting before prints"
        self.findings.note(posting.mail, what)
        self.now = self.printed
        return other

    def _is_taken(self, posting: Posting, basis: Basis) -> bool:
        position = basis.state.position
        return (position.pending, position.turns) == (posting.gnome, posting.number)

    def _why_not(self, posting: Posting, turn: Turn | None) -> str:
        """Why a resolution cannot follow on what came before."""
        position, number = self.position, posting.number or 0
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
        secrets, seat = self.now.state.secrets, self.position.seat(turn.gnome)
        over = exceeds(secrets.limits[seat], secrets.hands[seat])
        if over:
            what = f"{turn.gnome} holds {counted(over, 'tile')} more than eir hand limit allows"
            self.findings.note(posting.mail, f"{what}, as far as the list was told (§17)")

    # -- between turns ------------------------------------------------------------------------

    def _kill(self, posting: Posting) -> None:
        """An idle gnome is killed (§19)."""
        scope, told = Scope(self.promised.game, f"idle {posting.gnome}"), Told(posting.body)
        gnomes = [one.name for one in self.position.gnomes if one.in_play]
        if posting.gnome not in gnomes or self.position.ending is not None:
            self._go_on_from(posting, scope, f"{posting.gnome} is no gnome who could be killed")
            return
        luck = KnownLuck(self.dice, scope)
        outcome = kill_idle(self.now.state, posting.gnome, self.options, luck)
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
        lines = differing(posting, page, self.tables, self.crew)
        self._settle(posting, lines, outcome, luck.drawn, scope)

    def _enter_waiting(self) -> None:
        """What gnomes did between turns, as soon as it can be (§11k, §17)."""
        self.waiting = [one for one in self.waiting if not self._entered(one)]

    def _entered(self, posting: Posting) -> bool:
        deed = deed_in(posting, self.crew)
        state = None if deed is None else deed.done(self.now.state, self.options)
        if deed is None or state is None:
            return False
        self.now.state = state
        mail = self.announcements.mail(posting) or posting.mail
        if mail.date is not None:
            self.deeds.append((mail.date, deed.gnome, deed.count))
        if self.tiles is not None:
            self._move(posting, deed, self.tiles)
        return True

    def _move(self, posting: Posting, deed: Deed, tiles: Tiles) -> None:
        if deed.to is None:
            tiles.discard(posting, deed.gnome, deed.count, deed.items)
        elif not deed.later:
            tiles.give(posting, deed.gnome, deed.to, deed.count, deed.items)

    # -- what all have in common --------------------------------------------------------------

    def _settle(
        self,
        posting: Posting,
        lines: Sequence[Differing],
        outcome: Resolution,
        drawn: Sequence[Drawn],
        scope: Scope,
        given: tuple[Item, ...] | None = None,
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
        self.pools.follow(outcome.happenings, scope, _part(posting).draws)
        if self.tiles is not None:
            self.tiles.follow(posting, outcome.happenings, self.pools, given)
        for happening in outcome.happenings:
            if isinstance(happening, h.EventDeckShuffled):
                self.order = happening.order
        self.now = Basis(without_names(outcome.after))
        self.printed = self._as_printed(posting) if lines else None
        self._enter_waiting()

    def _as_printed(self, posting: Posting) -> Basis | None:
        found = printed.position_in(posting.body, self.position)
        if found is None or found == self.position:
            return None
        return Basis(printed.gone_on(self.now.state, found, self.order))

    def _follow_chain(self, posting: Posting, drawn: Sequence[Drawn] | None, scope: Scope) -> None:
        if posting.section is None:
            self.findings.differs(posting.mail, "the section THE LUCK is missing")
            return
        parts = [(_part(posting), scope, drawn)]
        self.chain.follow(posting, parts, scope, self.findings)

    def _go_on_from(self, posting: Posting, scope: Scope, why: str) -> None:
        """What cannot be played again is believed, and said to be."""
        self.findings.count("resolution", False)
        found = printed.position_in(posting.body, self.position)
        goes_on = "; from here on the position that it prints is believed" if found else ""
        self.findings.differs(posting.mail, f"it cannot be played again: {why}{goes_on}")
        self._follow_chain(posting, None, scope)
        self.printed = None
        if found is not None:
            turns = max(found.turns, posting.number or 0)
            found = replace(found, turns=turns, pending=None)
            self.now = Basis(printed.gone_on(self.now.state, found, self.order))
            self.pools.lose()
            self.tiles = None


def _part(posting: Posting) -> ToldMoment:
    """What a posting of one moment shows of it."""
    section = posting.section
    return section.moments[0] if section is not None and section.moments else ToldMoment()
