"""What a game offers to the contest in which it is played by mail.

A game knows its rules and its words; it knows no mail server, no database and no contestmaster.
`core` calls the methods of `Game` and looks into no value that is the game's own: states, turns,
events, options and data pass through it, and are stored as JSON by the types that `Game.types`
names.  A game is a package `rednov_bot.games.NAME` whose module `game` has a `GAME`; the settings
name it (`[game] kind`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, Final, Literal, Protocol, TypeAlias

import msgspec

Player: TypeAlias = str
"""A name from [people]."""

State: TypeAlias = Any
"""Everything that is true in one game, secrets included."""

Position: TypeAlias = Any
"""What everybody sees of a state."""

Turn: TypeAlias = Any
"""What a player announces; it waits for its resolution, which the contestmaster approves."""

Event: TypeAlias = Any
"""One thing that happened.  By its type it is public, for one player alone, or for nobody."""

Options: TypeAlias = Any
"""How a game is played where its rules leave a choice: fixed by its opening."""

Data: TypeAlias = Any
"""Boards and cards, loaded from files."""

Orders: TypeAlias = Any
"""Wishes that a player leaves for choices to come."""


def option_value(value: bool | int | str) -> str:
    """How the value of an option is told: `on`, `off`, or the value itself."""
    return ("on" if value else "off") if isinstance(value, bool) else str(value)


class Hushed(msgspec.Struct, frozen=True):
    """Its repr is its name alone, for it may hold a secret; so is what rich makes of it."""

    def __repr__(self) -> str:
        """`Secrets(...)`."""
        return f"{type(self).__name__}(...)"

    def __rich_repr__(self) -> list[tuple[str, Any]]:
        """Nothing."""
        return []


# -- what a mail announces ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TurnAct:
    """A player takes a turn, which waits for its resolution."""

    turn: Turn


@dataclass(frozen=True, slots=True)
class Deed:
    """Something that takes effect at once when it is announced: the game's own types."""


@dataclass(frozen=True, slots=True)
class Note:
    """Something that is told to the bot alone and kept until it is used: the game's own types."""


@dataclass(frozen=True, slots=True)
class Join:
    """Somebody becomes a contestant."""


@dataclass(frozen=True, slots=True)
class Leave:
    """A contestant leaves."""


Act: TypeAlias = TurnAct | Deed | Note | Join | Leave


@dataclass(frozen=True, slots=True)
class Question:
    """What a careful human would ask: the words that were not understood, and what to say."""

    words: str = field(repr=False)  # of one line of the mail's text; "": something is missing
    ask: str = field(repr=False)  # one sentence


@dataclass(frozen=True, slots=True)
class Reading:
    """What a text announces."""

    verdict: Literal["acts", "none", "ambiguous"]
    acts: tuple[Act, ...] = ()  # in the order announced; empty unless the verdict is "acts"
    questions: tuple[Question, ...] = ()  # for "ambiguous"
    announces: bool = False  # for "ambiguous": plainly something of the game, if not certain what
    orders: Orders = None  # for "ambiguous": wishes without a turn, and no more
    proposal: tuple[Act, ...] = ()  # for "ambiguous": the best reading; something may be missing
    second: tuple[Act, ...] = ()  # one that is nearly as probable


# -- why an announcement has no effect ---------------------------------------------------------


class Refusal(msgspec.Struct, frozen=True):
    """One reason why an announcement has no effect, which the list may be told."""

    code: str
    clause: str  # `§10c`
    reason: str  # a sentence without its full stop: "hatch 5-8 is blocked"


class Withheld(Hushed, frozen=True):
    """Such a reason that is for its author alone, because it tells what is theirs to know."""

    code: str
    clause: str
    reason: str


Against: TypeAlias = Refusal | Withheld
"""Any reason why an announcement has no effect."""


def openly(reasons: Iterable[Against]) -> tuple[Refusal, ...]:
    """Those that the list may be told, in order."""
    return tuple([one for one in reasons if isinstance(one, Refusal)])


class Verdict(msgspec.Struct, frozen=True):
    """Whether an announced turn is valid: its plan, or every reason why it has no effect."""

    plan: Any  # what the game makes of the turn; None where it cannot be carried out
    public: tuple[Refusal, ...] = ()
    private: tuple[Withheld, ...] = ()

    @property
    def valid(self) -> bool:
        """Whether the turn is taken."""
        return self.plan is not None and not self.private

    @property
    def refusals(self) -> tuple[Against, ...]:
        """What the sender may be told, public reasons first."""
        return self.public + self.private


# -- luck, choices, and what comes of a turn ---------------------------------------------------


class Luck(Protocol):
    """What the rules ask for, each time by its purpose."""

    def pick(self, name: str, count: int) -> int:
        """A number from 0 to *count* - 1, each as likely as the other."""

    def shuffle(self, name: str, count: int) -> tuple[int, ...]:
        """The numbers 0 to *count* - 1 in some order, each order as likely as the other."""

    def deal(self, name: str, count: int) -> tuple[int, ...]:
        """The same of what may stay secret for ever."""


class Answer(Hushed, frozen=True):
    """What somebody decided for a choice."""

    label: str
    by: Literal["gnome", "contestmaster"]


class Choice(msgspec.Struct, frozen=True):
    """A choice that nobody has made yet: the resolution waits for it.

    Its key stays the same when the turn is resolved again; an answer that is no candidate is none.
    """

    key: str
    kind: str
    of: Player
    asks: Literal["gnome", "contestmaster"]  # whom to ask first
    candidates: tuple[str, ...]  # `5-8`, `7`, `open 5-7 and enter`, `yes`
    deadly: tuple[str, ...] = ()  # those that do not save the one who chooses


class Held(msgspec.Struct, frozen=True):
    """The resolution waits for a choice; *events* is what happened before it."""

    choice: Choice
    events: tuple[Event, ...]


class Resolution(msgspec.Struct, frozen=True):
    """What comes of a turn."""

    events: tuple[Event, ...]
    after: State
    plan: Any = None  # what was resolved; None where it was no turn


# -- a game played again ------------------------------------------------------------------------


class OnTurn(msgspec.Struct, frozen=True):
    """A ruling about a turn, as its game carries it out (§25)."""

    number: int
    clause: str
    text: str
    effect: Any  # a core.contest.RulingEffect
    admits: bool = False  # it was given before the turn was taken, and made it one


class Step(Hushed, frozen=True, kw_only=True):
    """One step of a game on file, with what was known when it was played (A95, A97).

    A turn is taken; a turn is resolved; between turns somebody did something, or was struck by the
    clock.
    """

    kind: Literal["taken", "resolved", "between"]
    told: tuple[Event, ...] = ()  # what happened when it was first played
    options: Options
    number: int = 0  # of its turn; 0 between turns
    turn: Turn = None  # of a turn that is taken
    luck: Luck | None = None  # bound to the number of the turn, so the dice are the same
    orders: Mapping[Player, Orders] = {}
    answers: Mapping[str, Answer] = {}
    rulings: tuple[OnTurn, ...] = ()  # about its turn, those that were known then
    chosen: Mapping[str, str] = {}  # choices that fall otherwise, by key ("": of any key)
    void: bool = False  # by the ruling that corrects it


class Replayed(Hushed, frozen=True):
    """A step as it comes out in the corrected game; without effect there with its reasons."""

    step: Step
    events: tuple[Event, ...]
    after: State
    void: bool = False
    against: tuple[Against, ...] = ()

    @property
    def otherwise(self) -> bool:
        """Whether it came out otherwise than it was first told."""
        return self.events != self.step.told


class Corrected(Hushed, frozen=True):
    """A game played again, as far as it goes without a choice that nobody has made."""

    before: State
    steps: tuple[Replayed, ...]
    waits: Step | None = None  # the resolution that cannot go on
    choice: Choice | None = None  # what it waits for

    @property
    def after(self) -> State:
        """The corrected state after the last step."""
        return self.steps[-1].after if self.steps else self.before

    @property
    def first_otherwise(self) -> int | None:
        """The place of the first step that came out otherwise; None when none did."""
        return next((at for at, one in enumerate(self.steps) if one.otherwise), None)


class Obstacle(Hushed, frozen=True):
    """Why something cannot be done, in half a sentence."""

    openly: str
    aside: str = ""  # the same with what only the contestmaster may know; "" where nothing is


WayName: TypeAlias = Literal["rerun", "patch", "stand"]
"""Everything is played again; the difference alone is put right; it stands, on the record (A96)."""


class Way(Hushed, frozen=True, kw_only=True):
    """One way to correct, and what it would do to the present state."""

    name: WayName
    after: State
    openly: tuple[str, ...] = ()  # what changes as everybody sees it, a sentence each
    stays: tuple[str, ...] = ()  # what has changed since and stays, half a sentence each
    aside: tuple[str, ...] = ()  # what changes besides, for the contestmaster alone
    gain: tuple[Player, ...] = ()
    lose: tuple[Player, ...] = ()
    both: tuple[Player, ...] = ()  # who gain in one thing and lose in another
    others: int = 0  # how many things change that are no player's
    hidden: tuple[Player, ...] = ()  # whose own secrets change
    settled: tuple[str, ...] = ()  # points that are due otherwise, a sentence each
    obstacles: tuple[Obstacle, ...] = ()  # why it cannot be done


class Setting(msgspec.Struct, frozen=True):
    """A value of an option, typed, and what the rules need for it: half a sentence, or nothing."""

    option: str
    value: bool | int | str
    needs: str = ""


# -- what core asks of a state ------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What a contest needs to know of a position, whatever the game."""

    players: tuple[Player, ...]  # in canonical order
    in_play: tuple[Player, ...]  # those who may still act
    turns: int  # taken so far
    pending: Player | None  # whose turn is taken and not yet resolved
    is_over: bool
    winners: tuple[Player, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Types:
    """The game's own types, by which its values are read from JSON (msgspec)."""

    position: Any
    secrets: Any
    turn: Any
    orders: Any
    options: Any
    public_event: Any  # a tagged union
    secret_event: Any  # another
    deeds: Mapping[str, type]  # acts that take effect at once, by the names of their kinds


class Game(ABC):
    """A kind of game.  One object serves all games of its kind; it keeps nothing of any.

    What is abstract every game has; the rest are features that a game may lack.
    """

    kind: str  # its name in the settings: `red_november`
    tag: str  # with what its games are called: `RN` of RN1, RN2 ...
    types: Types

    # -- the course of a game

    @abstractmethod
    def facts(self, state: State) -> Facts:
        """What the contest needs to know of a state."""

    @abstractmethod
    def judge(self, state: State, turn: Turn, data: Data, options: Options) -> Verdict:
        """Whether a turn is valid now.  What is told in public must not hang on a secret."""

    @abstractmethod
    def take(self, state: State, turn: Turn) -> Event:
        """What happens at the moment of a valid announcement."""

    @abstractmethod
    def resolve(
        self,
        state: State,
        turn: Turn,
        *,
        data: Data,
        options: Options,
        luck: Luck,
        orders: Mapping[Player, Orders],
        answers: Mapping[str, Answer],
        plan: Any = None,
    ) -> Resolution | Held:
        """What comes of a turn; or the choice that it waits for.

        The same arguments give the same result.  *orders* are the wishes that players left,
        *answers* those to choices, by their keys; *plan* is that of its verdict, if it was judged
        just now.
        """

    @abstractmethod
    def after(self, state: State, events: Sequence[Event]) -> State:
        """The state after these events."""

    # -- what players announce, ask and try (core/workflow/announcements)

    # -- what is told of it (core/workflow/drafts)

    # -- what was wrong is put right (core/workflow/corrections); by default nothing can be

    def set_option(self, options: Options, option: str, value: bool | int | str) -> Setting | str:
        """An option as it is set in a running game; or why it cannot be, in half a sentence."""
        return f"this game has no option {option!r}"

    def set_position(self, state: State, lines: str, data: Data) -> State | str:
        """The state as *lines* set its position; or which of them cannot be read, and why."""
        return "no position can be set in this game"

    def reread(self, turn: Turn, was: Turn) -> Turn:
        """A turn in the contestmaster's words, with what its player has left in private for it."""
        return turn

    def secret_answer(self, key: str, label: str) -> bool | None:
        """What a ruling on a choice decides if only its player may see it; None of all others."""
        return None

    def admit(self, state: State, turn: Turn, effect: Any, data: Data, options: Options) -> Verdict:
        """Whether a turn can count now by a ruling of this effect."""
        return self.judge(state, turn, data, options)

    def resolve_ruled(
        self,
        state: State,
        turn: Turn,
        rulings: Sequence[OnTurn],
        *,
        taken_at: State,
        data: Data,
        options: Options,
        luck: Luck,
        orders: Mapping[Player, Orders],
        answers: Mapping[str, Answer],
        chosen: Mapping[str, str],
    ) -> Resolution | Held | tuple[Against, ...]:
        """What comes of a turn under what was ruled about it, or why it is no valid turn then.

        *turn* is as it was announced, *taken_at* the state before it was taken; *chosen* are labels
        of choices that fall otherwise, by key ("": whatever choice offers it).
        """
        return (Refusal("CANNOT_BE_RULED", "§25", "nothing can be ruled about turns here"),)

    def unsound(self, state: State, data: Data, options: Options) -> Obstacle | None:
        """Why there can be no such state; None where there can."""
        return None

    def counted(self, state: State, number: int) -> State:
        """The same state where the number of a turn is given, though nothing came of the turn."""
        return state

    def between(self, told: Sequence[Event]) -> tuple[str, Player] | None:
        """What somebody did, or fell due, between turns: `discard` and whose; None of all else."""
        return None

    def again(
        self, state: State, told: Sequence[Event], options: Options, luck: Luck | None
    ) -> Resolution | tuple[Against, ...]:
        """The same as was done between turns, in this state; or what is against it."""
        return (Refusal("CANNOT_BE_PLAYED", "§25", "it cannot be played again"),)

    def ways(
        self,
        corrected: Corrected,
        present: State,
        data: Data,
        options: Options,
        *,
        awarded: Collection[int],
        pot: int,
    ) -> tuple[Way, ...]:
        """The ways to correct the *present* state, the best one first; the last changes nothing.

        *awarded* are the places of points that were awarded, *pot* what there is to award.
        """
        return ()

    def correction(self, way: Way, present: State, turn: int, ruling: int) -> tuple[Event, ...]:
        """What happens when the correction of a turn is posted."""
        return ()

    def step_by_step(self, corrected: Corrected) -> tuple[str, ...]:
        """What became of each step, a sentence for each."""
        return ()

    def amended(
        self, way: Way, corrected: Corrected, data: Data, options: Options, contest: str
    ) -> Mapping[str, Any]:
        """What the posting of a correction tells of the steps and the position, by the names that
        its template has for it."""
        return {}

    def told_alone(
        self, way: Way, corrected: Corrected, present: State
    ) -> Mapping[Player, tuple[str, ...]]:
        """What a correction means for each player alone; for many it is nothing."""
        return {}

    def ruled(self, effect: Any, player: Player, number: int) -> str:
        """A ruling about a turn in the bot's words, which are published."""
        return ""

    def decided(self, effect: Any, *, blind: bool = False) -> str:
        """What a ruling changes, for the contestmaster; *blind*: as the list may know it."""
        return ""

    def reasons(self, against: Iterable[Against], player: Player) -> Obstacle:
        """Why a turn of *player* cannot count, as everybody may read it, and aside."""
        found = list(against)
        return Obstacle("; ".join(one.reason for one in openly(found)) or "it has no effect")

    def remedy(self, against: Iterable[Against], player: Player) -> str:
        """How a ruling might word the position so that the turn counts: `room 4 dry`, or "" ."""
        return ""

    # -- what falls due, and reports (core/workflow/scheduler, contest, reports)


STANDARD: Final = "red_november"
"""The game where the settings name none."""


def load(kind: str = STANDARD) -> Game:
    """The game of this name.  ModuleNotFoundError where there is none."""
    found: Game = import_module(f"rednov_bot.games.{kind}.game").GAME
    return found
