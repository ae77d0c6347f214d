"""What a game offers to the contest in which it is played by mail.

A game knows its rules and its words; it knows no mail server, no database and no contestmaster.
`core` calls the methods of `Game` and looks into no value that is the game's own: states, turns,
events, options and data pass through it, and are stored as JSON by the types that `Game.types`
names.  A game is a package `rednov_bot.games.NAME` whose module `game` has a `GAME`; the settings
name it (`[game] kind`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal, Protocol, TypeAlias

import msgspec

if TYPE_CHECKING:
    from rednov_bot.core.models import Clarification, Message
    from rednov_bot.core.render.letterhead import Letterhead

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

    called: ClassVar[str] = "deed"  # in mails: "your deed is noted"


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


@dataclass(frozen=True, slots=True)
class Leave:
    """A contestant leaves."""


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

    told: tuple[str, ...]
    next: str  # what to do now
    kept: bool = True  # whether it is kept


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

    def named_alike(self, words: str, heard: str, people: Sequence[Player]) -> bool:
        """Whether all secrets that *words* name stand in what was *heard*."""
        return True

    @abstractmethod
    def objections(
        self, state: State, turn: Turn, data: Data, options: Options, pending: Turn | None = None
    ) -> tuple[Against, ...]:
        """Everything that is against a turn, what may be told in public first.

        While the turn *pending* awaits its resolution: that, and what is against it after that
        turn, as far as what comes of that is certain.
        """

    def spoken(self, reason: str) -> str:
        """A reason as it is told to people."""
        return reason

    def what_helps(self, code: str, announced: str) -> str:
        """What helps against a refusal of what was announced, in a sentence."""
        return ""

    def is_final(self, codes: Sequence[str]) -> bool:
        """Whether no announcement in other words would count, as long as this lasts."""
        return False

    @abstractmethod
    def turn_told(
        self, state: State, turn: Turn, plan: Any, data: Data, options: Options, words: str
    ) -> TurnTold:
        """A turn that is taken at this state, for its player; *words* are their own."""

    def miscounted(self, state: State, turn: Turn, plan: Any, words: str) -> tuple[str, ...]:
        """A sentence for each sum in the *words* of a turn that is not so: it counts all the same.

        They are for the contestmaster.
        """
        return ()

    @abstractmethod
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

    def noted(self, state: State | None, player: Player, note: Note, options: Options) -> Noted:
        """What a note is for, as its author is told; *state* is None between games."""
        return Noted((), "", kept=False)

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

    def wished(self, choice: Choice, orders: Orders) -> str | Literal[False] | None:
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

    # -- what was wrong is put right (core/workflow/corrections)

    # -- what falls due, and reports (core/workflow/scheduler, contest, reports)


STANDARD: Final = "red_november"
"""The game where the settings name none."""


def load(kind: str = STANDARD) -> Game:
    """The game of this name.  ModuleNotFoundError where there is none."""
    found: Game = import_module(f"rednov_bot.games.{kind}.game").GAME
    return found
