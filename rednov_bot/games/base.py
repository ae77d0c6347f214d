"""What a game offers to the contest in which it is played by mail.

A game knows its rules and its words; it knows no mail server, no database and no contestmaster.
`core` calls the methods of `Game` and looks into no value that is the game's own: states, turns,
events, options and data pass through it, and are stored as JSON by the types that `Game.types`
names.  A game is a package `rednov_bot.games.NAME` whose module `game` has a `GAME`, or any other
module that has one; the settings name it (`[game] kind`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import datetime, timedelta
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal, Protocol, TypeAlias

import msgspec

if TYPE_CHECKING:
    from rednov_bot.core.models import Clarification, Message

Player: TypeAlias = str
"""A name from [people]."""

State: TypeAlias = Any
"""Everything that is true in one game, secrets included."""

Position: TypeAlias = Any
"""What everybody sees of a state."""

Turn: TypeAlias = Any
"""What a player announces, or the end of a phase brings.  It waits for its resolution, which the
contestmaster approves."""

Event: TypeAlias = Any
"""One thing that happened.  By its type it is public, for one player alone, or for nobody."""

Options: TypeAlias = Any
"""How a game is played where its rules leave a choice: fixed by its opening."""

Data: TypeAlias = Any
"""Boards and cards, loaded from files."""

Orders: TypeAlias = Any
"""What a player has left with the bot alone for what comes: wishes for choices, or a sealed bid."""


class NoData(msgspec.Struct, frozen=True):
    """The data of a game that is played without boards and cards."""

    digest: str = "none"


NO_DATA: Final = NoData()


class CommonOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options by which the contest itself goes: whatever a game's own are, it has these."""

    blind: bool = False  # the one who decides is not shown what is hidden
    contestmaster_plays: bool = False
    auto_verdicts: bool = False  # the list hears of void announcements without approval
    uniform_refusals: bool = False  # and of no reason
    queue_early_turns: bool = False  # a turn waits until the one before it is resolved
    confirm_announcements: Literal["private", "list", "off"] = "private"
    public_tape_hash: bool = False  # the list can check the luck
    reveal_at_end: bool = False  # of all that was drawn
    beacon: bool = False  # a public beacon is mixed into the luck of each turn


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

    called: ClassVar[str] = "turn"  # in mails: "your turn is noted"
    turn: Turn


@dataclass(frozen=True, slots=True)
class Deed:
    """Something that takes effect at once when it is announced: the game's own types."""

    called: ClassVar[str] = "deed"


@dataclass(frozen=True, slots=True)
class Note:
    """Something that is told to the bot alone and kept until it is used: the game's own types."""

    called: ClassVar[str] = "note"

    @property
    def kept(self) -> Any:
        """What is kept of it; nothing takes an earlier note away."""
        return ()


@dataclass(frozen=True, slots=True)
class Join:
    """Somebody becomes a contestant."""

    called: ClassVar[str] = "joining"


@dataclass(frozen=True, slots=True)
class Leave:
    """A contestant leaves."""

    called: ClassVar[str] = "leaving"


Act: TypeAlias = TurnAct | Deed | Note | Join | Leave


@dataclass(frozen=True, slots=True)
class Question:
    """What a careful human would ask: the words that were not understood, and what to say."""

    words: str = field(repr=False)  # of one line of the mail's text; "": something is missing
    ask: str = field(repr=False)  # one sentence


AGAIN: Final = "Please say it once more in plain words."
MEANT: Final = "Do you announce this?"
WHICH: Final = "Which of these do you announce?"
RETRACTED: Final = "An announcement cannot be taken back by another one; it stands as it was made."
NOTHING_QUOTED: Final = (
    "What do you announce?  Only your own words can be repeated, and none are quoted here."
)
"""What is asked, whatever the game."""


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


@dataclass(frozen=True, slots=True)
class Further:
    """What an unclear announcement says with an answer in it, and what is asked about that."""

    text: str
    reading: Reading


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


# -- what is told -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Letterhead:
    """Who writes, and in whose service: what all mails of a contest have in common."""

    contest: str  # `Red November`
    contestmaster: Player
    decides: Player  # who resolves turns: the contestmaster, or their deputy (A83)
    bot: str  # the bot's address: where a turn is tried out
    forum: str  # the address of the list on which announcements are made
    reach: str = ""  # where the one who decides reads mail
    rules: str = ""  # where the game in two minutes is on the web, "" for nowhere

    @property
    def check(self) -> str:
        """`rednov+check@bots.example`: the address at which nothing counts."""
        local, at, domain = self.bot.rpartition("@")
        return f"{local.partition('+')[0]}+check{at}{domain}"

    @property
    def tag(self) -> str:
        """What public and private subjects begin with."""
        return f"[{self.contest}]"


class Post(msgspec.Struct, frozen=True, kw_only=True):
    """What a mail says: its subject, its text in lines of 72 columns, and what is drawn for it."""

    subject: str
    body: str
    view: Any = None  # of the board, from public values alone


Reason: TypeAlias = tuple[str, str]
"""A clause, and what it did, in sentences."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Amended:
    """What the list reads of the steps that a correction changes, and of the position after it."""

    subject: str = ""  # of the first step: `Turn 12: Ann`
    number: int | None = None  # of that turn
    steps: tuple[tuple[str, tuple[str, ...]], ...] = ()  # heading, lines
    unchanged: str = ""  # which later steps come out as before
    points: tuple[str, ...] = ()
    awarded: tuple[str, ...] = ()
    map: str = ""
    position: str = ""
    over: bool = False
    view: Any = None  # of the board, from public values alone


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolved:
    """A turn and what came of it."""

    turn: Turn
    number: int
    before: State  # in which it was taken
    outcome: Resolution
    data: Data
    options: Options


class Shuffled(Hushed, frozen=True):
    """Secret things were shuffled: the new pile, from the top."""

    order: tuple[str, ...]


class Given(Hushed, frozen=True):
    """A player got these from the top of the pile."""

    to: Player
    items: tuple[str, ...]


# -- what a player is told of what they announce, ask and try --------------------------------------


@dataclass(frozen=True, slots=True)
class TurnTold:
    """A turn that is taken, as its player is told of it."""

    read: tuple[str, ...]  # how it was read, a sentence a step
    costs: str = ""  # what it costs and may bring, laid out
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Trial:
    """What would come of a turn if it were announced now; nothing has happened."""

    refusals: tuple[Against, ...]  # everything that is against it, what may be told in public first
    early: bool = False  # nothing is against it but the moment
    final: bool = False  # no other turn of its player's would count either
    figures: str = ""  # what it costs and may bring, laid out; "" where it has no plan
    short: str = ""  # the same in a sentence, of a turn that would count
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Done:
    """A deed that takes effect."""

    resolution: Resolution
    used: bool  # whether the note that came before served it
    named: Any  # what the list may hear of it where it was announced there in so many words
    told: tuple[str, ...]  # to its author
    state: str = ""  # what they hold now, laid out; "" where that has not changed
    owed: str = ""  # what they still have to do, in a sentence


@dataclass(frozen=True, slots=True)
class Noted:
    """What was noted privately, as its author is told."""

    told: tuple[str, ...] = field(repr=False)
    next: str  # what to do now
    kept: bool = True  # whether it is kept
    orders: Orders = None  # as what its author leaves for what comes; None: as a note


@dataclass(frozen=True, slots=True)
class Ordered:
    """What a player says of their standing orders."""

    orders: Orders
    withdrawn: bool = False  # those that they had before are taken back


@dataclass(frozen=True, slots=True)
class ChoiceTold:
    """A choice, as a player is told of it."""

    asked: str  # within a sentence: "which hatch is blocked"
    occasion: str  # what asks for it, in a sentence
    candidates: tuple[tuple[str, str], ...]  # what may be answered, and what would come of it
    position: str = ""  # at this moment, laid out
    story: tuple[str, ...] = ()  # what happened before it, by paragraphs


@dataclass(frozen=True, slots=True)
class StatusTold:
    """How a game stands, as one reader is told."""

    ending: str = ""  # within a sentence: "Ann and Bob won"; "" while it goes on
    plays: bool = False
    barred: tuple[Against, ...] = ()  # why they may take no turn now, but for an unresolved one
    ways: str = ""  # what they may do, laid out
    position: str = ""  # as everybody sees it, laid out


# -- points, and what a game waits for ---------------------------------------------------------


class Due(msgspec.Struct, frozen=True):
    """Points that a player is owed."""

    gnome: Player
    axis: Literal["X", "Y"]
    points: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Dated:
    """What happened together; of a turn that is taken, `at` is when it was announced."""

    at: datetime
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Awaited:
    """What a game waits for from a player."""

    kind: str  # one word or two, part of the name under which it is stored: `hand limit`
    of: Player
    clause: str
    about: str  # in public words
    since: datetime
    until: datetime | None = (
        None  # from then on it may lapse (`Game.expire`); it may come later too
    )
    count: int = 0  # of what has to be done
    secret: bool = False  # only the player and who decides know
    able: bool = True  # as far as all can see, they can do it now


@dataclass(frozen=True, slots=True, kw_only=True)
class Away:
    """An announced absence."""

    begins: datetime | None
    ends: datetime | None
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Silence:
    """How long somebody has taken no turn, as far as everybody can see (A91)."""

    turn: int  # their last one; 0 for none
    since: datetime
    able: timedelta  # for how much of the time they could have acted
    away: tuple[Away, ...] = ()  # what they announced on a list


@dataclass(frozen=True, kw_only=True)
class Known:
    """What everybody knows of a game that has begun: a game tells all else from it."""

    tag: str  # `RN1`
    data: Data
    options: Options
    course: tuple[Dated, ...]  # public events, oldest first, from the opening on
    silences: Mapping[Player, Silence] = field(default_factory=dict)  # of who may still act
    ended: datetime | None = None  # when it was over; None while it goes on

    @property
    def began(self) -> datetime:
        """When the opening was posted."""
        return self.course[0].at


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """A game as a report tells it."""

    text: str  # plain text, 72 columns
    facts: dict[str, Any]  # the same for programs, as JSON has it, but for moments
    view: Any = None  # of the board, where there is one to be drawn


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """A game in a report of the contest."""

    tag: str
    ended: datetime | None
    heading: str  # `Ann and Bob; under way since Mon 3 Aug 2009`
    phase: str  # what it awaits, or how it ended, in sentences
    pressing: tuple[str, ...]  # what should be looked at first, sentences
    counts: tuple[str, ...]  # of the time since the last report: `3 turns`, `1 death`
    lately: tuple[tuple[str, str], ...]  # the same with its particulars: label and text
    facts: dict[str, Any]  # the heading, for programs
    week: dict[str, Any]  # and what happened lately: lists, numbers


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Inside:
    """What is hidden in a game, as far as it takes to decide in it, and what all can see."""

    hands: tuple[str, ...]  # a sentence for each player; none where who decides is shown none
    decks: str
    map: str
    position: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """How a game begins, and what the contestmaster may have otherwise in it."""

    outcome: Resolution
    choice: Choice | None = None
    offered: tuple[str, ...] = ()  # the same in words


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
    clock.  Steps to replay begin with one that is taken or between.
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
    leaning: Mapping[Player, str] = {}  # how each fares, as a verb: "gains", "stands elsewhere"
    others: int = 0  # how many things change that are no player's
    hidden: tuple[Player, ...] = ()  # whose own secrets change
    alone: Mapping[Player, tuple[str, ...]] = {}  # what each alone is told; for many it is nothing
    settled: tuple[str, ...] = ()  # points that are due otherwise, a sentence each
    obstacles: tuple[Obstacle, ...] = ()  # why it cannot be done


class Setting(msgspec.Struct, frozen=True):
    """A value of an option, typed, and what the rules need for it: half a sentence, or nothing."""

    option: str
    value: bool | int | str
    needs: str = ""


# -- what core asks of a state ------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class GameWords:
    """What the game calls things, as patterns, so that commands, claims and questions are read."""

    title: str  # what the game is called
    things: str  # what may be wrong with a position: `heat|minutes?|rooms?`
    states: str  # how a thing may be, besides a number: `dry|flooded`
    posted: str  # what is posted of the game alone: `map|odds`
    acts: str  # what an action is done with or is like, where somebody says what they meant
    told_apart: str  # words that no sentence about being away holds
    candidates: str  # what leads to a candidate of a choice: `room|hatch`
    choices: str  # how the choices within a turn are named: `event 45|escape`
    hand: str  # how else a hand may be called: `tiles?`
    status: str  # how else the state of the game may be called: `sub`
    rules: str  # what it may be asked about what it is: `kraken`
    past: str  # `opened/open went/go`: what is only wondered about may be put as if it were past
    position: Callable[[str, Sequence[str]], tuple[str, str]]
    """Changes of the position as said in a ruling, with the names of people -> the same as they
    are stored, and what is wrong with them in half a sentence; one of the two is empty."""


NO_WORDS: Final = GameWords(
    **dict.fromkeys([one.name for one in fields(GameWords) if one.name != "position"], "(?!)"),
    position=lambda said, _: ("", f"nothing is known of {said}"),
)
"""Those of no game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What a contest needs to know of a position, whatever the game."""

    in_play: tuple[Player, ...]  # those who may still act
    turns: int  # taken so far
    pending: Player | None  # whose turn is taken and not yet resolved
    is_over: bool
    winners: tuple[Player, ...] = ()
    lost: tuple[Player, ...] = ()  # those who have lost for good, and may know what is hidden
    pot: int = 0  # points that the winners share, as the opening named them; 0 where it did not
    dues: tuple[Due, ...] = ()  # all points ever owed


@dataclass(frozen=True, slots=True, kw_only=True)
class Types:
    """The game's own types, by which its values are read from JSON (msgspec)."""

    state: Callable[[Any, Any], State]  # of a position and secrets
    position: Any
    is_over: Callable[[Any], bool]  # of a position
    secrets: Any
    turn: Any
    orders: Any
    options: Any
    public_event: Any  # a tagged union
    secret_event: Any  # another
    deeds: Mapping[str, type]  # its other acts, by the names of their kinds


class Game(ABC):
    """A kind of game.  One object serves all games of its kind; it keeps nothing of any.

    What is abstract every game has; the rest are features that a game may lack.  Those that
    raise NotImplementedError are called only where another method of the same game has led there.
    """

    kind: str  # its name in the settings: `red_november`
    tag: str  # with what its games are called: `RN` of RN1, RN2 ...
    empty: State  # before any event
    most: int  # players in a game
    types: Types
    words: GameWords

    # -- the course of a game

    @abstractmethod
    def facts(self, state: State) -> Facts:
        """What the contest needs to know of a state."""

    @abstractmethod
    def whose(self, turn: Turn) -> Player:
        """Who takes a turn; of one that nobody announces, how it is called in place of a name."""

    @abstractmethod
    def judge(self, state: State, turn: Turn, data: Data, options: Options) -> Verdict:
        """Whether a turn is valid now.  What is told in public must not hang on a secret."""

    def held(self, state: State) -> tuple[tuple[Player, str], ...]:
        """What each player holds, in words, for who decides alone; by default nobody holds
        anything."""
        return ()

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
    ) -> Resolution | Held:
        """What comes of a turn; or the choice that it waits for.

        The same arguments give the same result.  *orders* are the wishes that players left,
        *answers* those to choices, by their keys.
        """

    @abstractmethod
    def after(self, state: State, events: Sequence[Event]) -> State:
        """The state after these events."""

    # -- what players announce, ask and try (core/workflow/announcements)

    @abstractmethod
    def read(self, message: Message, people: Sequence[Player], contest: str) -> Reading:
        """What a message announces; one to the bot alone tries out, notes and orders."""

    @abstractmethod
    def said(self, act: Act, contest: str) -> tuple[str, ...]:
        """An act as its author would announce it plainly, a sentence a step."""

    def lacks(self, acts: Sequence[Act]) -> bool:
        """Whether something is missing in acts that were read, so that they cannot count."""
        return False

    def completed(
        self, asked: Clarification, answer: str, people: Sequence[Player], contest: str, shown: bool
    ) -> tuple[Act, ...] | Further | Literal["no", "nothing"]:
        """What an unclear announcement means by its author's answer; *shown*: they saw a proposal.

        "no" where they deny that it does, "nothing" where the answer leaves it open.
        """
        return asked.proposal if shown and self.agrees(answer) else "nothing"

    def agrees(self, answer: str) -> bool:
        """Whether an answer says yes, and no more."""
        return answer.strip(" .!\n").casefold() in ("yes", "ok", "correct", "right")

    def may_help(self, reading: Reading) -> bool:
        """Whether the host's language model could propose what an unclear mail means."""
        return False

    def helped(
        self,
        reading: Reading,
        message: Message,
        answer: str,
        people: Sequence[Player],
        contest: str,
    ) -> Reading:
        """The question with what that model answered as its proposal, where that holds."""
        return reading

    def hushed(self, act: Act, text: str, people: Sequence[Player]) -> tuple[Act, Note | None]:
        """An act without what no word of a public text names, and that as a note beside it."""
        return act, None

    def objections(
        self, state: State, turn: Turn, data: Data, options: Options, pending: Turn | None = None
    ) -> tuple[Against, ...]:
        """Everything that is against a turn, what may be told in public first.

        While the turn *pending* awaits its resolution: that, and what is against it after that
        turn, as far as what comes of that is certain.
        """
        return self.judge(state, turn, data, options).refusals

    def spoken(self, reason: str) -> str:
        """A reason as it is told to people."""
        return reason

    def what_helps(self, code: str, announced: str) -> str:
        """What helps against a refusal of what was announced, in a sentence."""
        return ""

    def is_final(self, codes: Sequence[str]) -> bool:
        """Whether no announcement in other words would count, as long as this lasts."""
        return False

    def turn_told(
        self, state: State, turn: Turn, plan: Any, data: Data, options: Options, words: str
    ) -> TurnTold:
        """A turn that is taken at this state, for its player; *words* are their own."""
        return TurnTold((self.in_words(turn),))

    def miscounted(self, state: State, turn: Turn, plan: Any, words: str) -> tuple[str, ...]:
        """A sentence for each sum in the *words* of a turn that is not so: it counts all the same.

        They are for the contestmaster.
        """
        return ()

    def rehearse(
        self,
        state: State,
        turn: Turn,
        data: Data,
        options: Options,
        words: str,
        decides: str,
        pending: Turn | None = None,
    ) -> Trial:
        """What would come of a turn after the *pending* one; *decides* is who resolves it."""
        return Trial(self.objections(state, turn, data, options, pending))

    def do(
        self, state: State, player: Player, deed: Deed, note: Any, data: Data, options: Options
    ) -> Done | tuple[Against, ...]:
        """What comes of a deed at once, or all that is against it; *note* came before."""
        return ()

    def with_note(self, turn: Turn, note: Any, options: Options) -> Turn:
        """A turn with what its player has noted privately before."""
        return turn

    def as_note(self, state: State, player: Player, act: Act, options: Options) -> Note | None:
        """The note that an act to the bot alone is meant as; None of other acts."""
        return act if isinstance(act, Note) else None

    def noted(
        self,
        state: State | None,
        player: Player,
        note: Note,
        options: Options,
        orders: Orders | None = None,
    ) -> Noted | tuple[Against, ...]:
        """What a note is for, as its author is told, or all that is against it.

        *state* is None between games; *orders* are what they have left with the bot before.
        """
        return Noted((), "", kept=False)

    phased = False
    """Whether phases of the game end without an announcement."""

    def phase_ends(
        self,
        state: State,
        orders: Mapping[Player, Orders],
        since: datetime,
        now: datetime,
        options: Options,
    ) -> Turn | None:
        """The turn by which a phase ends *now*, though nobody announces it; None while it lasts.

        *orders* are what players have left with the bot alone; *since* is when the last turn was
        resolved, or the game began.  No turn is pending.  Once it is taken, `facts` name as
        *pending* whom `whose` says of it: that is how its end is known to wait for a draft.
        """
        return None

    def order(self, message: Message, people: Sequence[Player], contest: str) -> Ordered | None:
        """What a message that says nothing else says of standing orders; None of others."""
        return None

    def ordered(self, known: Orders | None, said: Ordered | Turn) -> Orders | None:
        """The orders after new ones, or after those beside a turn; None where nothing changes."""
        return None

    def orders_told(
        self, orders: Orders | None, said: Ordered | None, options: Options
    ) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Orders in sentences, and what is to be minded of those that were *said* just now."""
        return (), ()

    def choice_wished(self, choice: Choice, orders: Orders) -> str | Literal[False] | None:
        """The candidate that orders choose; False where they leave it to others; else None."""
        return None

    def choice_told(
        self, choice: Choice, reader: Player, held: Held, state: State, taken: Turn, data: Data
    ) -> ChoiceTold:
        """A choice in the middle of the resolution of a turn, as *reader* is told of it."""
        return ChoiceTold("what is chosen", "", tuple([(one, "") for one in choice.candidates]))

    def chosen(
        self,
        text: str,
        offered: Sequence[tuple[str, str]],
        people: Sequence[Player],
        *,
        plainly: bool = False,
    ) -> str | None:
        """The one candidate that an answer means, of those *offered* with what each would do.

        *plainly*: the text says nothing else but polite words.
        """
        said = text.strip().removeprefix("choose ")
        return next((label for label, _ in offered if label == said), None)

    def is_whereto(self, choice: Choice | None, who: str) -> bool:
        """Whether a choice is whereto somebody flees, whom a name or a pronoun stands for."""
        return False

    def view(self, state: State | None) -> dict[str, Any]:
        """What everybody sees of a state, for programs, as JSON has it; None before a game."""
        return {}

    def laid_out(self, state: State, data: Data, options: Options) -> str:
        """The same for people at the host's console."""
        return self.status(state, "", data, options).position

    def hands(self, state: State) -> Mapping[Player, Sequence[str]]:
        """What each player holds, thing by thing; empty where nobody holds anything."""
        return {}

    def ended_as(self, state: State) -> tuple[str, str]:
        """How a game ended that is over: in a word, and in some: `won`, `won by Ann and Bob`."""
        winners = " and ".join(self.facts(state).winners)
        return ("won", f"won by {winners}") if winners else ("over", "over, without a winner")

    @abstractmethod
    def status(self, state: State, player: Player, data: Data, options: Options) -> StatusTold:
        """How a game stands, and what *player* may do."""

    def hand(self, state: State, player: Player, history: Sequence[Event], data: Data) -> str:
        """What only *player* may know, laid out; "" in a game without secrets."""
        return ""

    def how_to_play(
        self,
        state: State | None,
        player: Player,
        data: Data | None,
        options: Options | None,
        *,
        reads: Callable[[Turn], bool],
        waits: str,
        member: bool,
        letterhead: Letterhead,
    ) -> str:
        """What to write to play by mail, with examples from the position of *player*, if they play.

        *reads* tells whether a turn in plain words is read as it is meant.
        """
        return ""

    # -- what is told of it (core/workflow/drafts)

    @abstractmethod
    def in_words(self, turn: Turn) -> str:
        """The plain announcement of a turn, a sentence a line: for those who may know all of it."""

    @abstractmethod
    def heard(
        self, turn: Turn, events: Iterable[Event] | None = None, *, ruled: bool = False
    ) -> str:
        """The same in one line, as far as the list is told of it in what happened.

        It names nothing secret that *events* do not show, of a turn without them what its steps
        use; of a turn that is *ruled* to be read so,
        nothing that its player may have said in private.
        """

    @abstractmethod
    def resolution(
        self,
        resolved: Resolved,
        head: Letterhead,
        *,
        said_at: datetime,
        confirmed: str,
        awards: Collection[str],
        luck: str,
    ) -> Post:
        """What came of a turn, as the list is told.

        It was announced at *said_at*; *confirmed* says how it was read where its player had to
        confirm that; points along the axes in *awards* are awarded by this very text; *luck* is
        the section on what was drawn.
        """

    @abstractmethod
    def tell_opening(
        self,
        events: Sequence[Event],
        after: State,
        data: Data,
        options: Options,
        head: Letterhead,
        *,
        tag: str,
        commitment: str | None,
        luck: str,
    ) -> Post:
        """A game begins, as the list is told; *tag* is what it is called.

        *commitment* is the digest, in hex, of the secret of luck of the first form.
        """

    def tell_lapse(
        self,
        events: Sequence[Event],
        after: State,
        data: Data,
        options: Options,
        player: Player,
        head: Letterhead,
        *,
        awards: Collection[str],
        luck: str,
    ) -> Post:
        """What comes of it that a *player* has not acted in time, as the list is told."""
        raise NotImplementedError

    def tell_deed(
        self,
        events: Sequence[Event],
        after: State,
        data: Data,
        player: Player,
        announced: str,
        head: Letterhead,
        *,
        named: Any = (),
    ) -> Post:
        """A deed took effect, as the list is told; *named* is what its announcement names."""
        raise NotImplementedError

    @abstractmethod
    def clauses(
        self,
        events: Sequence[Event],
        before: State | None,
        data: Data,
        player: Player | None = None,
        plan: Any = None,
    ) -> tuple[Reason, ...]:
        """The clauses by which it came to these events, in order; nothing of it is secret.

        *before* is the state then, None before an opening; *player* is whose turn it was.
        """

    def notices(
        self,
        events: Sequence[Event],
        before: State,
        after: State,
        data: Data,
        head: Letterhead,
        *,
        occasion: str,
        by: Player,
        orders: Mapping[Player, Orders],
        openly: bool,
        prove: Callable[[Player, tuple[str, ...]], tuple[str, ...]],
    ) -> tuple[tuple[Player, Post], ...]:
        """What each player alone is told who has something to learn that the list is not told.

        *occasion* is what everybody knows: `turn 12`, `the opening`; *by* is whose it is, where
        that is to be told; *orders* are the wishes that players left.  With *openly* everybody gets
        one of whom everybody can see that it may be so.  *prove* gives the lines that prove what a
        player holds.
        """
        return ()

    def notice(
        self,
        player: Player,
        told: tuple[str, ...],
        after: State,
        head: Letterhead,
        *,
        occasion: str,
        orders: Mapping[Player, Orders],
        prove: Callable[[Player, tuple[str, ...]], tuple[str, ...]],
    ) -> Post:
        """What one player is *told* alone, in sentences, and what they hold now."""
        raise NotImplementedError

    def pile(self, state: State) -> tuple[str, ...]:
        """The secret things that are still to be given out, from the top."""
        return ()

    def deals(self, events: Iterable[Event]) -> tuple[Shuffled | Given, ...]:
        """What was done with that pile, in order."""
        return ()

    def rulings_told(self, events: Iterable[Event]) -> tuple[int, ...]:
        """The numbers of the rulings that the list is told of in what happened."""
        return ()

    def pot_told(self, events: Iterable[Event]) -> int | None:
        """How many points may be won, as an opening among these events says; None of no opening."""
        return None

    def revealed(self, events: Iterable[Event]) -> tuple[str, ...]:
        """Sentences of a posting that tell what was secret until then, as at the end of a game."""
        return ()

    deeds_told: Mapping[str, str] = {}
    """Reasons of points, as something that was done: `resetting a disaster track`."""

    def secrets_in(self, words: str, people: Sequence[Player]) -> frozenset[str]:
        """The kinds of secret things that are named in anybody's words: `fire extinguisher`."""
        return frozenset()

    def secrets_seen(self, events: Iterable[Event]) -> tuple[str, ...]:
        """The secret things that everybody sees in what happened."""
        return ()

    def secrets_of(self, turn: Turn) -> tuple[str, ...]:
        """Every secret thing that a turn uses or gives away, as often as it does."""
        return ()

    telling: frozenset[str] = frozenset()
    """The options by which more is told of what is secret."""

    facts_told: tuple[str, ...] = ()
    """Words, as patterns, that state a fact of the game in a posting, as numbers do."""

    def drawn(self, view: Any) -> tuple[bytes, str] | None:
        """A view of the board as a picture (PNG), and the words that stand for it."""
        return None

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
        step: Step,
        *,
        taken_at: State,
        data: Data,
    ) -> Resolution | Held | tuple[Against, ...]:
        """What comes of a turn under what was ruled about it, or why it is no valid turn then.

        *turn* is as it was announced, *taken_at* the state before it was taken.
        """
        if not step.rulings and not step.chosen:
            assert step.luck is not None
            return self.resolve(
                state,
                turn,
                data=data,
                options=step.options,
                luck=step.luck,
                orders=step.orders,
                answers=step.answers,
            )
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
    ) -> Amended:
        """What the posting of a correction tells of the steps and the position."""
        return Amended()

    def ruled(self, effect: Any, player: Player, number: int) -> str:
        """A ruling about a turn in the bot's words, which are published."""
        return ""

    def decided(self, effect: Any, *, blind: bool = False) -> str:
        """What a ruling changes, for the contestmaster; *blind*: as the list may know it."""
        return ""

    def why_void(self, against: Iterable[Against], player: Player) -> Obstacle:
        """Why a turn of *player* cannot count, as everybody may read it, and aside."""
        found = list(against)
        return Obstacle("; ".join(one.reason for one in openly(found)) or "it has no effect")

    def remedy(self, against: Iterable[Against], player: Player) -> str:
        """How a ruling might word the position so that the turn counts: `room 4 dry`, or "" ."""
        return ""

    # -- how it begins, what falls due, and reports (core/workflow/starting, scheduler, reports)

    def data(self, name: str) -> Data:
        """The data set of this name; it has a `digest`.  DataError where there is none."""
        return NO_DATA

    def files_of(self, data: str) -> tuple[str, Mapping[str, bytes]]:
        """The digest of a data set, by its name, and its files.  DataError where there is none."""
        return NO_DATA.digest, {}

    def kept_data(self, files: Mapping[str, bytes], called: str) -> Data:
        """The data set that was kept in these files; DataError calls it so."""
        return NO_DATA

    @abstractmethod
    def options_from(self, given: Mapping[str, Any]) -> Options | str:
        """The options with *given* set, or one sentence that says which one is wrong."""

    @abstractmethod
    def against_start(
        self,
        names: Sequence[Player],
        contestants: Sequence[Player],
        *,
        is_contest: bool,
        is_ongoing: bool,
        barred: Player | None,
    ) -> Refusal | None:
        """Why no game of these players can begin: of the contestants, and but for who is *barred*.

        Whether the contract *is_contest* and another game *is_ongoing* is the contest's to say.
        """

    @abstractmethod
    def open(
        self,
        names: Sequence[Player],
        *,
        data: Data,
        options: Options,
        luck: Callable[[], Luck],
        pot: int,
        orders: Orders | None = None,
    ) -> Opening:
        """How a game of these players begins.

        *luck* gives the same luck from its beginning each time; *orders* are the contestmaster's
        wishes for choices in it.
        """

    def wishing(self, orders: Orders | None, label: str) -> Orders:
        """The contestmaster's wishes for an opening, with this candidate before the others.

        A game whose openings leave a choice says how.
        """
        raise NotImplementedError

    def needs(self, options: Options) -> tuple[str, ...]:
        """What the options need before the game begins, half a sentence each."""
        return ()

    def awaited(
        self,
        state: State,
        last: Mapping[Player, datetime],
        course: Callable[[], Sequence[Dated]],
        options: Options,
    ) -> tuple[Awaited, ...]:
        """What the game waits for from players besides the resolution of a turn.

        *last* is when each last took a turn, or when the game began; *course* what happened so far.
        """
        return ()

    def reminder(
        self, one: Awaited, *, now: datetime, able: timedelta, decides: str, forum: str, bot: str
    ) -> tuple[str, ...]:
        """What a player is told of it, in paragraphs.

        For how long they have been *able* to do it; who *decides*; the addresses of the list and of
        the bot.
        """
        return (f"{one.about} ({one.clause}).",)

    def barred(
        self, state: State, name: Player, options: Options, *, openly: bool
    ) -> tuple[Against, ...]:
        """Why a player cannot act now, whatever they announce; *openly* as far as all can see."""
        return ()

    def expire(self, state: State, name: Player, options: Options, luck: Luck) -> Resolution | None:
        """What comes of it where a player has not done in time what was awaited of them."""
        return None

    def against_expiry(
        self, state: State, name: Player, since: datetime, now: datetime
    ) -> Refusal | None:
        """What stands against that; *since* is when they last did something."""
        return None

    def mind(
        self, state: State, name: Player, events: Sequence[Event], data: Data, *, openly: bool
    ) -> tuple[str, ...]:
        """What should be minded before a player's time lapses: what that would cause, and excuses.

        *events* are what would happen; sentences, some for who decides alone unless *openly*.
        """
        return ()

    def inside(self, state: State, data: Data, options: Options, *, openly: bool) -> Inside:
        """What somebody needs who decides from now on; *openly*: what all can see."""
        return Inside(hands=(), decks="", map="", position="")

    def shares(self, state: State, pot: int) -> tuple[Due, ...]:
        """What the winners of a game that is over are still owed of a *pot*."""
        return ()

    def known(self, **facts: Any) -> Known:
        """What everybody knows of a game, in the type of its own that a game may have."""
        return Known(**facts)

    def public(self, events: Sequence[Event]) -> tuple[Event, ...]:
        """Those that everybody may know, in order."""
        return tuple([one for one in events if isinstance(one, self.types.public_event)])

    @abstractmethod
    def summary(self, known: Known, now: datetime, since: datetime) -> Summary:
        """A game in a report of the contest, with what happened *since* then."""

    @abstractmethod
    def report(self, known: Known, now: datetime) -> Report:
        """How a game stands."""

    @abstractmethod
    def story(self, known: Known) -> Report:
        """How a game went that is over."""

    def unhidden(self, course: Sequence[tuple[State, Sequence[Event]]], data: Data) -> Any:
        """What was hidden in a game that is over, in the order of its states; for `pages` alone."""
        return None

    def pages(self, site: Any) -> Iterable[tuple[str, bytes]]:
        """The pages for spectators, by their paths, of what is known (core/web/material.py)."""
        return ()

    def dues_after(self, events: Sequence[Event], owed: int) -> int:
        """How many points due there are after these events, where there were *owed* before."""
        return owed


STANDARD: Final = "red_november"
"""The game where the settings name none."""


class NoSuchGame(Exception):
    """There is no game of this name."""


def load(kind: str = STANDARD) -> Game:
    """The game of this name, or in the module that a name with a dot in it is, else NoSuchGame."""
    is_module = "." in kind and not kind.startswith(".")
    name = kind if is_module else f"rednov_bot.games.{kind}.game"
    try:
        found: Game | None = getattr(import_module(name), "GAME", None)
    except ModuleNotFoundError as error:
        if not f"{name}.".startswith(f"{error.name}."):  # it is there, and lacks another one
            raise
        found = None
    if found is None:
        raise NoSuchGame(kind)
    return found
