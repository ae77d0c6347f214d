"""What a correction says, beside what comes of playing on from there again (§25, A96)."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from msgspec.structs import replace

from rednov_bot.core.luck import Drawn, Scope
from rednov_bot.games.base import Refusal, WayName as Way
from rednov_bot.games.red_november.render import correction_pages
from rednov_bot.games.red_november.render.audience import public_only
from rednov_bot.games.red_november.render.correction_pages import Retold, StepKind
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.corrections.patch import MOST_GROG, patch
from rednov_bot.games.red_november.rules.gamestate import Gamestate
from rednov_bot.games.red_november.rules.logbook import after
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.overruled import Ruled
from rednov_bot.games.red_november.rules.plan import plan
from rednov_bot.games.red_november.rules.position import Position
from rednov_bot.games.red_november.rules.resolve import kill_idle, take
from rednov_bot.games.red_november.rules.tables import Tables
from rednov_bot.games.red_november.rules.turn import NO_ORDERS, Turn
from rednov_bot.games.red_november.rules.words import Item
from rednov_bot.verify import printed, ruled
from rednov_bot.verify.between import Deed
from rednov_bot.verify.compared import Differing
from rednov_bot.verify.postings import Posting, Told, ToldMoment
from rednov_bot.verify.tiles import UNKNOWN, KnownLuck, without_names
from rednov_bot.verify.turns import Given, board_differing, resolve_again

PlayedKind = Literal["take", "resolve", "deed", "kill"]


@dataclass(frozen=True, slots=True)
class Step:
    """A turn that was taken, or resolved; a deed between turns; an idle gnome killed."""

    kind: PlayedKind
    posting: Posting = field(repr=False)
    before: Gamestate = field(repr=False)
    after: Gamestate = field(repr=False)
    events: tuple[ev.Event, ...] = field(repr=False)
    options: Options
    turn: Turn | None = None
    deed: Deed | None = None
    scope: Scope | None = None
    ruled: Ruled | None = None  # what was ruled about the turn

    @property
    def number(self) -> int | None:
        """Of the turn."""
        return self.posting.number if self.kind in ("take", "resolve") else None


def since(steps: Sequence[Step], number: int) -> Sequence[Step] | None:
    """All from the moment when a turn was taken; None where that is not known."""
    for place, step in enumerate(steps):
        if step.kind == "take" and step.number == number:
            return steps[place:]
    return None


_GROG: Final[Item] = "grog"
_WAYS: Final[tuple[tuple[str, Way], ...]] = (
    ("Everything from there on was played again", "rerun"),
    ("Only the difference that it made is put right", "patch"),
    ("The position stands as it is", "stand"),
)
_VOID: Final = re.compile(r"Turn (\d+): .+? has no effect, by this ruling\.")
_LINE: Final = re.compile(
    r"^  (was|now|right) {2,3}(?:[ \d]{2})  (.*(?:\n {9,}\S.*)*)", re.MULTILINE
)


@dataclass(frozen=True, slots=True)
class Replayed:
    """A step as it comes out in the corrected game."""

    step: Step
    before: Gamestate
    events: tuple[ev.Event, ...] = field(repr=False)
    after: Gamestate = field(repr=False)
    void: bool = False
    drawn: tuple[Drawn, ...] = field(default=(), repr=False)

    @property
    def otherwise(self) -> bool:
        """Whether the list is told something else than before."""
        return public_only(self.events) != public_only(self.step.events)


@dataclass(frozen=True, slots=True)
class Change:
    """What is otherwise in the corrected turn."""

    turn: Turn | None = None  # None: void
    options: Options | None = None


def way_of(posting: Posting) -> Way | None:
    """How it is corrected; None where the posting does not say."""
    words = " ".join(posting.body.split())
    return next((way for said, way in _WAYS if said in words), None)


def changes(posting: Posting, turn: Turn, options: Options, read: Turn | None) -> Iterator[Change]:
    """What may have been changed; *read* is the turn as it is read now."""
    void = _VOID.search(" ".join(posting.body.split()))
    if void is not None and int(void[1]) == posting.number:
        yield Change()
        return
    if read is not None:
        yield Change(read)
        return
    yield Change(replace(turn, orders=NO_ORDERS))
    for _, other in ruled.other_options(options):
        yield Change(turn, other)


class Replay:
    """The steps from a turn on, once more."""

    def __init__(
        self, posting: Posting, tables: Tables, dice: bytes, *, in_place: bool = False
    ) -> None:
        """*posting* is the correction; *in_place*: its lines stand where those were before."""
        self.in_place = in_place
        self.posting, self.tables, self.dice = posting, tables, dice
        self.state = Gamestate()
        self.untaken = Position()
        self.taken: tuple[int, Turn] | None = None

    def played(self, steps: Sequence[Step], change: Change) -> list[Replayed]:
        """All of them, the turn of the correction changed."""
        self.state = steps[0].before
        done = []
        for step in steps:
            made = self._step(step, change if step.number == self.posting.number else None)
            self.state = without_names(made.after)
            done.append(made)
        return done

    def _step(self, step: Step, change: Change | None) -> Replayed:
        match step.kind:
            case "take":
                return self._take(step, change)
            case "resolve":
                return self._resolve(step, change)
            case "deed":
                state = step.deed.done(self.state, step.options) if step.deed else None
                if state is None:
                    return self._void(step)
                return Replayed(step, self.state, step.events, state)
            case "kill":
                return self._kill(step)

    def _void(self, step: Step) -> Replayed:
        turns = max(self.state.position.turns, step.number or 0)
        state = replace(self.state, position=replace(self.state.position, turns=turns))
        return Replayed(step, self.state, (), state, void=True)

    def _take(self, step: Step, change: Change | None) -> Replayed:
        turn = step.turn if change is None else change.turn
        options = change.options if change and change.options else step.options
        self.taken = None
        if turn is None:
            return self._void(step)
        if isinstance(plan(self.state.position, turn, self.tables, options), Refusal):
            return self._void(step)
        number = step.number or 0
        told = replace(take(self.state, turn), number=number)
        self.untaken, self.taken = self.state.position, (number, turn)
        return Replayed(step, self.state, (told,), after(self.state, told))

    def _resolve(self, step: Step, change: Change | None) -> Replayed:
        if self.taken is None or self.taken[0] != step.number or step.scope is None:
            return self._void(step)
        turn = self.taken[1]
        options = change.options if change and change.options else step.options
        told = self._told(step)
        drawn = frozenset([draw.purpose for draw in step.posting.only_moment.draws])
        drawn |= {
            draw.purpose
            for moment in (self.posting.section.moments if self.posting.section else ())
            if moment.turn == step.number
            for draw in moment.draws
        }
        given = Given(self.tables, options, self.dice, step.scope, drawn, step.ruled)
        again = resolve_again(self.state, turn, given, told)
        self.taken = None
        outcome, luck = again.resolution, again.luck
        return Replayed(step, self.state, outcome.events, outcome.after, drawn=tuple(luck.drawn))

    def _told(self, step: Step) -> Told:
        """The text of the resolution with the lines that the correction has instead."""
        words = " ".join(step.posting.body.split())
        added = []
        at = 0  # where the last line stood that is otherwise now
        for label, text in _LINE.findall(self._passage(step)):
            line = " ".join(text.split())
            if self.in_place and label == "was":
                at = max(at, words.find(line, at))
                words = words[:at] + words[at:].replace(line, "", 1)
            elif self.in_place:
                words = f"{words[:at]}{line} {words[at:]}"
                at += len(line) + 1
            elif label == "was":
                words = words.replace(line, " ", 1)
            else:
                added.append(line)
        return Told(" ".join([words, *added]))

    def _passage(self, step: Step) -> str:
        """What the correction tells of a turn."""
        mark = f"\nTurn {step.number}: {step.posting.gnome}\n"
        return self.posting.body.partition(mark)[2].partition("\n\n")[0]

    def _kill(self, step: Step) -> Replayed:
        name, position = step.posting.gnome, self.state.position
        if position.ending is not None or not position.gnome(name).in_play:
            return self._void(step)
        luck = KnownLuck(self.dice, step.scope or Scope("", ""))
        outcome = kill_idle(self.state, name, step.options, luck)
        return Replayed(step, self.state, outcome.events, outcome.after, drawn=tuple(luck.drawn))


def patched(done: Sequence[Replayed], present: Gamestate, options: Options) -> Gamestate:
    """The present gamestate with the difference that the first changed step made.

    A grog that goes back to the cabin is found: it is in a hand or among the discards, unseen.
    """
    first = next((one for one in done if one.otherwise and one.step.kind != "take"), None)
    if first is None:
        return present
    old, new = first.step.after, without_names(first.after)
    secrets = replace(present.secrets, pool=(*present.secrets.pool, *(_GROG,) * MOST_GROG))
    position = patch(old, new, replace(present, secrets=secrets), options).after.position
    sizes = [
        max(0, len(now) + len(after) - len(before))
        for now, before, after in zip(
            present.secrets.hands, old.secrets.hands, new.secrets.hands, strict=True
        )
    ]
    hands = tuple([(UNKNOWN,) * size for size in sizes])
    return Gamestate(position, replace(present.secrets, hands=hands))


def lines_of(done: Sequence[Replayed], tables: Tables, way: Way) -> Iterator[str]:
    """Every line that the correction has to tell of the steps that came out otherwise."""
    label = "right" if way == "stand" else "now"
    told = [one for one in _retold(done) if one.otherwise]
    for one in told if way == "rerun" else told[:1]:
        if not one.void:
            yield from correction_pages.lines(one, tables, label)


def _retold(done: Sequence[Replayed]) -> list[Retold]:
    """A turn and its resolution as one."""
    kinds: dict[str, StepKind] = {"take": "turn", "resolve": "turn", "kill": "idle kill"}
    told: list[Retold] = []
    for one in done:
        kind = kinds.get(one.step.kind, "discard")
        was, now = public_only(one.step.events), public_only(one.events)
        before = one.step.before.position, one.before.position
        if one.step.kind == "resolve" and told and told[-1].number == one.step.number:
            last = told[-1]
            told[-1] = replace(last, was=last.was + was, now=last.now + now, void=one.void)
        elif kind != "discard":
            gnome = one.step.posting.gnome
            told.append(Retold(kind, gnome, one.step.number, was, now, *before, void=one.void))
    return told


@dataclass(frozen=True, slots=True)
class Found:
    """The course that fits a correction best."""

    posting: Posting
    way: Way
    done: tuple[Replayed, ...] = field(repr=False)
    after: Gamestate = field(repr=False)
    differing: tuple[Differing, ...] = field(repr=False)

    @property
    def steps(self) -> list[Step]:
        """The course as it is from now on."""
        return [
            dataclasses.replace(
                one.step, before=one.before, after=without_names(one.after), events=one.events
            )
            for one in self.done
        ]

    def other_mails(self) -> list[tuple[str, str]]:
        """Of each turn whose luck it tells as that of another mail: what stands, what should."""
        scopes = {one.step.number: one.step.scope for one in self.done if one.step.scope}
        found = []
        for told in self.posting.section.moments if self.posting.section is not None else ():
            scope = scopes.get(told.turn)
            if scope is not None and told.mail != scope.mail:
                line = f"turn {told.turn}: mail"
                found.append((f"{line} {told.mail}", f"{line} {scope.mail}"))
        return found

    def parts(self, game: str) -> list[tuple[ToldMoment, Scope, Sequence[Drawn] | None]]:
        """Each moment that the posting shows, with what is drawn in it now."""
        section = self.posting.section
        drawn = {one.step.number: one for one in self.done if one.step.kind == "resolve"}
        found: list[tuple[ToldMoment, Scope, Sequence[Drawn] | None]] = []
        for told in section.moments if section is not None else ():
            scope = Scope(game, f"turn {told.turn}", told.mail, told.beacon)
            step = drawn.get(told.turn)
            found.append((told, scope, None if step is None else step.drawn))
        return found


@dataclass(frozen=True, slots=True)
class Correction:
    """A posting that corrects a resolution."""

    posting: Posting
    tables: Tables
    dice: bytes
    options: Options  # in force now

    def found(self, history: Sequence[Step], present: Gamestate, read: Turn | None) -> Found | None:
        """The change by which everything comes out as it is told, or nearly; None where none is.

        *read* is the corrected turn as it is read now.
        """
        way, steps = way_of(self.posting), since(history, self.posting.number or 0)
        if way is None or steps is None or steps[0].turn is None:
            return None
        best: Found | None = None
        for change in changes(self.posting, steps[0].turn, steps[0].options, read):
            for in_place in (False, True):
                made = self._made(way, steps, change, present, in_place=in_place)
                if made is not None and (best is None or len(made.differing) < len(best.differing)):
                    best = made
                if best is not None and not best.differing:
                    return best
        if best is not None and any(one.ruled for one in steps):
            return None  # what was ruled about a turn may mean something else there
        return best

    def _made(
        self, way: Way, steps: Sequence[Step], change: Change, present: Gamestate, *, in_place: bool
    ) -> Found | None:
        try:
            replay = Replay(self.posting, self.tables, self.dice, in_place=in_place)
            done = replay.played(steps, change)
        except (ValueError, AssertionError, KeyError):
            return None  # the turn cannot be so, or what is hidden decides
        match way:
            case "rerun":
                after = done[-1].after
            case "patch":
                after = patched(done, present, self.options)
            case "stand":
                after = present
        shown = board_differing(self.posting, after.position, self.tables, self.options)
        printed_ = printed.position_in(self.posting.body, after.position)
        if printed_ is not None:
            after = replace(after, position=replace(after.position, dues=printed_.dues))
        words = " ".join(self.posting.body.split())
        missing = [
            Differing("", line.strip(), True)
            for line in lines_of(done, self.tables, way)
            if " ".join(line.split()) not in words
        ]
        return Found(self.posting, way, tuple(done), after, (*shown, *missing))
