"""A game played again, posting by posting, beside what the list was told (A95)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from rednov_bot.core.luck import Drawn, Scope
from rednov_bot.games.base import Answer, Held, Player, Resolution
from rednov_bot.games.red_november.reader.reading import read as announced_by
from rednov_bot.games.red_november.render import public_pages
from rednov_bot.games.red_november.render.audience import public_only
from rednov_bot.games.red_november.render.sentences import Scene, sentence
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.choices import Circumstances
from rednov_bot.games.red_november.rules.opening import STARTING_ITEMS, open_game
from rednov_bot.games.red_november.rules.position import Position
from rednov_bot.games.red_november.rules.resolve import kill_idle
from rednov_bot.games.red_november.rules.tables import Tables
from rednov_bot.games.red_november.rules.turn import Turn
from rednov_bot.games.red_november.rules.words import Item
from rednov_bot.verify import postings, ruled
from rednov_bot.verify.announcements import Announced, Announcements, turn_of, turns_in
from rednov_bot.verify.between import Deed, deed_in
from rednov_bot.verify.chain import Chain
from rednov_bot.verify.compared import Differing
from rednov_bot.verify.findings import Findings
from rednov_bot.verify.postings import Posting, Told
from rednov_bot.verify.printed import Basis, Standing
from rednov_bot.verify.replaying import Correction, Step, way_of
from rednov_bot.verify.secrets import Promised
from rednov_bot.verify.tiles import UNKNOWN, KnownLuck, Pools, Tiles, nameless, without_names
from rednov_bot.verify.turns import TO_THE_LIST, Case, differing, letterhead


@dataclass(slots=True)
class Event:
    """Something that a posting tells, and when it happened."""

    at: datetime
    rank: int  # of what happened in the same moment, the lowest comes first
    posting: Posting = field(repr=False)
    takes: bool = False  # the turn is announced; else what the posting tells comes about


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
        opening = promised.opening.mail
        self.announced = Announced(announcements, promised.gnomes, findings, opening)
        self.options = promised.options
        self.chain = Chain(dice, promised.first_seal())
        self.pools, self.tiles = Pools(), tiles
        self.standing = Standing()
        self.history: list[Step] = []  # from where it can be followed
        self.waiting: list[Posting] = []  # what gnomes did between turns and could not be entered
        self.deeds: list[tuple[datetime, Player, int]] = []  # when, whose, how many tiles
        self._turns: dict[int, Turn | None] = {}

    @property
    def crew(self) -> tuple[Player, ...]:
        """The gnomes in canonical order."""
        return self.promised.gnomes

    @property
    def position(self) -> Position:
        """Where the game stands."""
        return self.standing.position

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
            case "correction":
                self._correct(posting)
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
            public_only(outcome.events),
            outcome.after.position,
            self.tables,
            self.promised.options,
            tag=self.promised.game,
            commitment=None,
            luck=postings.EMPTY,
            letterhead=letterhead(posting, told),
            envelope=TO_THE_LIST,
        )
        lines = differing(posting, page, self.tables, self.crew)
        self._settle(posting, lines, outcome, luck.drawn, opening.scope)

    # -- turns --------------------------------------------------------------------------------

    def _take(self, posting: Posting) -> None:
        """The turn of a posting is taken, before it is resolved."""
        turn, before = self._turn(posting), self.standing.now
        if turn is not None and self.standing.take(turn, posting.number or 0):
            now, told = self.standing.now.state, self.standing.told
            step = Step("take", posting, before.state, now, told, self.options, turn)
            self.history.append(step)

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
        part, told = posting.only_moment, Told(posting.body)
        scope = Scope(self.promised.game, f"turn {posting.number}", part.mail, part.beacon)
        self._take(posting)
        turn = self._turn(posting)
        if turn is None or not self.standing.has_taken(posting):
            self._go_on_from(posting, scope, self._why_not(posting, turn))
            return
        case = Case(posting, told, turn, self.tables, self.options, self.dice)
        digest = self.announcements.digest(posting)
        try:
            found = case.weighed(self.chain, scope, digest, self.standing)
        except ValueError as fault:
            self._go_on_from(posting, scope, str(fault))
            return
        ruling = ruled.first_words(told)
        self.announced.check(posting, part.mail, sealed=found.sealed, ruling=ruling)
        found.tell(posting, turn, self.findings, elsewhere=found.basis is not self.standing.now)
        made, given = found.attempt, None if turn.action is None else turn.action.give
        drawn, before, outcome = made.again.luck.drawn, found.basis.state, made.outcome
        told_, after = outcome.events, without_names(outcome.after)
        step = Step("resolve", posting, before, after, told_, made.options, None, None, found.scope)
        self.history.append(replace(step, ruled=made.ruled))
        self._settle(posting, made.differing, outcome, drawn, found.scope, given)

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

    # -- corrections --------------------------------------------------------------------------

    def _correct(self, posting: Posting) -> None:
        """A resolution was wrong, and the course from it on is another (§25, A96)."""
        scope = Scope(self.promised.game, f"correction of turn {posting.number}")
        correction = Correction(posting, self.tables, self.dice, self.options)
        found = correction.found(self.history, self.standing.now.state, self._reread(posting))
        if found is None:
            is_told = way_of(posting) is not None
            what = "what was changed is not to be found" if is_told else "it does not tell how"
            self._go_on_from(posting, scope, what, is_fault=not is_told)
            return
        for one in found.differing:
            what = "played again with this change, the game does not come out so"
            self.findings.differs(posting.mail, what, one.stands, one.should)
        for stands, should in found.other_mails():
            what = "its luck is told as that of another mail"
            self.findings.differs(posting.mail, what, stands, should)
        self.findings.count("resolution", not found.differing)
        if posting.section is not None:
            parts = found.parts(self.promised.game)
            self.chain.follow(posting, parts, scope, self.findings)
        if found.way != "stand":
            self.pools.lose()
            self.tiles = None
            self.standing.correct(found.after, posting, right=not found.differing)
            self.history[-len(found.steps) :] = found.steps

    def _reread(self, posting: Posting) -> Turn | None:
        """The turn as the correction reads it; None where it is read as before."""
        moments = posting.section.moments if posting.section is not None else []
        read = next((one.read for one in moments if one.turn == posting.number), "")
        gnome = posting.gnome
        if not read or gnome not in self.crew:
            return None
        return turn_in(read, gnome, self.crew, posting.contest)

    # -- between turns ------------------------------------------------------------------------

    def _kill(self, posting: Posting) -> None:
        """An idle gnome is killed (§19)."""
        scope, told = Scope(self.promised.game, f"idle {posting.gnome}"), Told(posting.body)
        gnomes = [one.name for one in self.position.gnomes if one.in_play]
        if posting.gnome not in gnomes or self.position.ending is not None:
            self._go_on_from(posting, scope, f"{posting.gnome} is no gnome who could be killed")
            return
        luck = KnownLuck(self.dice, scope)
        outcome = kill_idle(self.standing.now.state, posting.gnome, self.options, luck)
        page = public_pages.idle_kill(
            public_only(outcome.events),
            outcome.after.position,
            self.tables,
            posting.gnome,
            letterhead=letterhead(posting, told),
            envelope=TO_THE_LIST,
            options=self.options,
            awards=told.awards,
        )
        lines = differing(posting, page, self.tables, self.crew)
        before, after = self.standing.now.state, without_names(outcome.after)
        step = Step("kill", posting, before, after, outcome.events, self.options, scope=scope)
        self.history.append(step)
        self._settle(posting, lines, outcome, luck.drawn, scope)

    def _enter_waiting(self) -> None:
        """What gnomes did between turns, as soon as it can be (§11k, §17)."""
        self.waiting = [one for one in self.waiting if not self._entered(one)]

    def _entered(self, posting: Posting) -> bool:
        deed = deed_in(posting, self.crew)
        now = self.standing.now
        state = None if deed is None else deed.done(now.state, self.options)
        if deed is None or state is None:
            return False
        self.standing.now = Basis(state, now.untaken)
        step = Step("deed", posting, now.state, state, (), self.options, deed=deed)
        self.history.append(step)
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
        wrong = [one for one in lines if one.in_facts]
        if wrong:
            stands = "\n".join([one.stands for one in wrong if one.stands])
            should = "\n".join([one.should for one in wrong if one.should])
            what = "the rules and the dice lead to something else"
            self.findings.differs(posting.mail, what, stands, should)
        for one in lines:
            if not one.in_facts:
                self.findings.note(posting.mail, "worded otherwise", one.stands, one.should)
        self.findings.count("resolution", not wrong)
        self._follow_chain(posting, drawn, scope)
        self.pools.follow(outcome.events, scope, posting.only_moment.draws)
        if self.tiles is not None:
            self.tiles.follow(posting, outcome.events, self.pools, given)
        self.standing.go_on(outcome, posting, right=not wrong)
        self._enter_waiting()

    def _follow_chain(self, posting: Posting, drawn: Sequence[Drawn] | None, scope: Scope) -> None:
        if posting.section is None:
            self.findings.differs(posting.mail, "the section THE LUCK is missing")
            return
        turn = posting.only_moment.turn
        if turn is not None and turn != posting.number:
            what = f"its luck is told as that of turn {turn}"
            self.findings.differs(posting.mail, what, "", f"turn {posting.number}")
        parts = [(posting.only_moment, scope, drawn)]
        self.chain.follow(posting, parts, scope, self.findings)

    def _go_on_from(
        self, posting: Posting, scope: Scope, why: str, *, is_fault: bool = True
    ) -> None:
        """What cannot be played again is believed, and said to be."""
        self.findings.count("resolution", False)
        believed = self.standing.believe(posting)
        goes_on = "; from here on the position that it prints is believed" if believed else ""
        what = f"it cannot be played again: {why}{goes_on}"
        if is_fault:
            self.findings.differs(posting.mail, what)
        else:
            self.findings.unchecked(posting.mail, what)
        self._follow_chain(posting, None, scope)
        self.history.clear()
        if believed:
            self.pools.lose()
            self.tiles = None


def turn_in(read: str, gnome: Player, crew: Sequence[Player], contest: str) -> Turn | None:
    """The turn that a posting says was read; None where these words are no turn."""
    plain = turn_of(read, gnome)
    if plain is not None:
        return plain
    reading = announced_by(read, author=gnome, people=crew, contest=contest)
    turns = turns_in(reading)
    return turns[0] if len(turns) == 1 and len(reading.acts) == 1 else None


class Opening:
    """What the dice and cards lead to, with every choice as it is told."""

    def __init__(self, promised: Promised, tables: Tables, dice: bytes, told: Told) -> None:
        """*tables* are those of the game; *told* is what its first posting says."""
        self._promised, self._dice, self._told = promised, dice, told
        self._board = tables.board
        self._tables = nameless(tables, self._dealt())
        self._answers: dict[str, Answer] = {}
        self.scope = Scope(promised.game, "opening")

    def _dealt(self) -> list[Item]:
        """A grog for everybody who drinks one before the first turn."""
        grog: Item = "grog"
        thirsty = self._told.drinks(self._promised.gnomes)
        dealt: list[Item] = []
        for name in self._promised.gnomes:
            grogs = min(thirsty[name], STARTING_ITEMS)
            dealt += [grog] * grogs + [UNKNOWN] * (STARTING_ITEMS - grogs)
        return dealt

    def played(self) -> tuple[Resolution, KnownLuck]:
        """What comes of it."""
        while True:
            outcome, luck = self._once(self._answers)
            if isinstance(outcome, Resolution):
                return outcome, luck
            self._answers[outcome.choice.key] = self._chosen(outcome)

    def _once(self, answers: dict[str, Answer]) -> tuple[Resolution | Held, KnownLuck]:
        luck = KnownLuck(self._dice, self.scope)
        options = self._promised.options
        circumstances = Circumstances(self._tables, options, luck, answers=answers)
        names, pot = self._promised.gnomes, self._promised.pot
        return open_game(names, circumstances, y_pot=pot), luck

    def _chosen(self, held: Held) -> Answer:
        """The contestmaster's choice, as it is told."""
        scene = Scene(self._board)
        ways = [Answer(label, "contestmaster") for label in held.choice.candidates]
        for way in ways:
            outcome, _ = self._once({**self._answers, held.choice.key: way})
            new = outcome.events[len(held.events)]
            if not isinstance(new, ev.HatchJammed | ev.FireSpread):
                continue
            if self._told.says(sentence(new, scene)):
                return way
        return ways[0]
