"""Sealed bids: a game with what Red November has not, phases with a deadline and sealed orders.

Two to six players have 20 coins each and bid in five rounds, each bid mailed to the bot alone.
(1) A bid is a number of coins from 0 to those that are left; the last one before the end counts,
and who has not bid, bids 0.  (2) A round ends when all have bid, or 48 hours after it began; then
all bids are revealed together.  (3) The highest single bid wins a point and is paid; of equal
highest bids nobody wins.  (4) Who has most points after five rounds wins.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import reduce
from typing import Any, ClassVar, Final

import msgspec
from msgspec.structs import replace

from rednov_bot.core.models import Message
from rednov_bot.games import base
from rednov_bot.games.base import (
    NO_WORDS,
    Against,
    CommonOptions,
    Due,
    Facts,
    Game,
    Hushed,
    Known,
    Letterhead,
    Note,
    Noted,
    Opening,
    Player,
    Post,
    Reading,
    Reason,
    Refusal,
    Report,
    Resolution,
    Resolved,
    StatusTold,
    Summary,
    Types,
    Verdict,
    Withheld,
)

ROUNDS: Final = 5
COINS: Final = 20
PATIENCE: Final = timedelta(hours=48)
EVERYBODY: Final = "everybody"
"""Whose the end of a round is."""


class Options(CommonOptions, frozen=True):
    """The one who approves does not see the bids before everybody does."""

    blind: bool = True


@dataclass(frozen=True, slots=True)
class Bid(Note):
    """So many coins are bid, as the bot alone is told."""

    called: ClassVar[str] = "bid"
    coins: int = field(repr=False)


class Sealed(Hushed, frozen=True):
    """A bid on file."""

    round: int
    coins: int


class EndOfRound(msgspec.Struct, frozen=True):
    """The turn that nobody announces."""

    round: int


class Seat(msgspec.Struct, frozen=True):
    """A player, and what everybody knows of them."""

    name: Player
    coins: int = COINS
    points: int = 0


class Begun(msgspec.Struct, frozen=True, tag=True):
    """The game begins; the winners share so many points."""

    players: tuple[Player, ...]
    pot: int


class RoundOver(msgspec.Struct, frozen=True, tag=True):
    """Nobody can bid any more in this round."""

    round: int


class Revealed(msgspec.Struct, frozen=True, tag=True):
    """The bids of a round, in the order of the seats, and how all stand after it."""

    round: int
    bids: tuple[int, ...]
    winner: Player | None
    seats: tuple[Seat, ...]


class Whispered(msgspec.Struct, frozen=True, tag=True):
    """No event is secret."""


class Position(msgspec.Struct, frozen=True):
    """What everybody sees."""

    seats: tuple[Seat, ...] = ()
    round: int = 1  # that is played; the last one when the game is over
    rounds_over: int = 0
    revealed: int = 0
    pot: int = 0

    @property
    def is_over(self) -> bool:
        """Whether all rounds are played."""
        return self.revealed == ROUNDS

    @property
    def winners(self) -> tuple[Player, ...]:
        """Who has most points in the end."""
        most = max([seat.points for seat in self.seats], default=0)
        return tuple([seat.name for seat in self.seats if self.is_over and seat.points == most])


class State(msgspec.Struct, frozen=True):
    """A game: its bids are no part of it, but orders of the players."""

    position: Position = Position()
    secrets: tuple[()] = ()


def _after(state: State, event: Any) -> State:
    position = state.position
    match event:
        case Begun(players=players, pot=pot):
            position = Position(tuple([Seat(name) for name in players]), pot=pot)
        case RoundOver(round=round):
            position = replace(position, rounds_over=round)
        case Revealed(round=round, seats=seats):
            following = min(round + 1, ROUNDS)
            position = replace(position, seats=seats, revealed=round, round=following)
    return State(position)


def _lines(event: Revealed) -> tuple[str, ...]:
    """What a reveal tells, a sentence each."""
    bids = [f"{seat.name} bid {bid}." for seat, bid in zip(event.seats, event.bids, strict=True)]
    won = "The highest bid is not a single one: nobody wins the point."
    if event.winner is not None:
        won = f"{event.winner} wins the point, and pays {max(event.bids)}."
    return (*bids, won, *[_standing(seat) for seat in event.seats])


def _standing(seat: Seat) -> str:
    return f"{seat.name} has {seat.points} points, and {seat.coins} coins left."


def _position(state: State) -> str:
    return "\n".join(map(_standing, state.position.seats))


class SealedBids(Game):
    """Sealed bids, behind the interface that every game has."""

    kind = "tests.bids.game"
    tag = "SB"
    words = NO_WORDS
    empty = State()
    most = 6
    phased = True
    types = Types(
        state=State,
        is_over=lambda position: position.is_over,
        position=Position,
        secrets=tuple[()],
        turn=EndOfRound,
        orders=Sealed,
        options=Options,
        public_event=Begun | RoundOver | Revealed,
        secret_event=Whispered,
        deeds={"Bid": Bid},
    )

    # -- rules

    def facts(self, state: State) -> Facts:
        position = state.position
        names = tuple([seat.name for seat in position.seats])
        return Facts(
            in_play=() if position.is_over else names,
            turns=position.rounds_over,
            pending=EVERYBODY if position.rounds_over > position.revealed else None,
            is_over=position.is_over,
            winners=position.winners,
            pot=position.pot,
            dues=self.shares(state, position.pot) if position.pot else (),
        )

    def shares(self, state: State, pot: int) -> tuple[Due, ...]:
        winners = state.position.winners
        return tuple([Due(name, "Y", pot // len(winners), "winning") for name in winners])

    def dues_after(self, events: Sequence[Any], owed: int) -> int:
        return len(reduce(_after, events, State()).position.winners) or owed

    def whose(self, turn: EndOfRound) -> Player:
        return EVERYBODY

    def judge(self, state: State, turn: EndOfRound, data: Any, options: Options) -> Verdict:
        reason = self._closed(state)
        return Verdict(None, (reason,)) if reason else Verdict(turn)

    def _closed(self, state: State | None) -> Refusal | None:
        """Why nobody can bid now."""
        if state is None or state.position.is_over:
            return Refusal("NO_GAME", "rule 4", "no game is being played")
        if state.position.rounds_over > state.position.revealed:
            return Refusal("ROUND_OVER", "rule 2", "the round is over, and is not yet revealed")
        return None

    def take(self, state: State, turn: EndOfRound) -> RoundOver:
        return RoundOver(turn.round)

    def resolve(
        self, state: State, turn: EndOfRound, *, orders: Mapping[Player, Sealed], **_: Any
    ) -> Resolution:
        seats, bid = state.position.seats, self._bids(state, orders)
        bids = tuple([bid.get(seat.name, 0) for seat in seats])
        most, after, winner = max(bids), list(seats), None
        if bids.count(most) == 1:
            at = bids.index(most)
            winner, had = seats[at].name, seats[at]
            after[at] = Seat(winner, had.coins - most, had.points + 1)
        told = Revealed(turn.round, bids, winner, tuple(after))
        return Resolution((told,), _after(state, told))

    def _bids(self, state: State, orders: Mapping[Player, Sealed]) -> dict[Player, int]:
        now = state.position.round
        return {name: one.coins for name, one in orders.items() if one.round == now}

    def phase_ends(
        self,
        state: State,
        orders: Mapping[Player, Sealed],
        since: datetime,
        now: datetime,
        options: Options,
    ) -> EndOfRound | None:
        missing = {seat.name for seat in state.position.seats} - {*self._bids(state, orders)}
        is_late = now >= since + PATIENCE
        return EndOfRound(state.position.round) if is_late or not missing else None

    def after(self, state: State, events: Sequence[Any]) -> State:
        return reduce(_after, events, state)

    def options_from(self, given: Mapping[str, Any]) -> Options | str:
        try:
            return msgspec.convert(given, Options)
        except msgspec.ValidationError as error:
            return f"an option has a wrong value: {error}"

    def against_start(
        self,
        names: Sequence[Player],
        contestants: Sequence[Player],
        *,
        is_ongoing: bool,
        **_: Any,
    ) -> Refusal | None:
        if is_ongoing:
            return Refusal("GAME_ONGOING", "rule 4", "a game is being played")
        if not 2 <= len({*names}.intersection(contestants)) == len(names) <= self.most:
            return Refusal("PLAYERS", "rule 1", "two to six contestants play")
        return None

    def open(self, names: Sequence[Player], *, pot: int, **_: Any) -> Opening:
        begun = Begun(tuple(names), pot)
        return Opening(outcome=Resolution((begun,), _after(State(), begun)))

    def pot_told(self, events: Iterable[Any]) -> int | None:
        return next((one.pot for one in events if isinstance(one, Begun)), None)

    # -- reading

    def read(self, message: Message, people: Sequence[Player], contest: str) -> Reading:
        found = re.fullmatch(r"I bid (\d{1,6})(?: coins?)?\.?", message.text.strip(), re.IGNORECASE)
        if found is None or message.forum != "private":
            return Reading("none")
        return Reading("acts", (Bid(int(found[1])),))

    def said(self, act: base.Act, contest: str) -> tuple[str, ...]:
        return (f"I bid {act.coins}.",) if isinstance(act, Bid) else ()

    def noted(
        self,
        state: State | None,
        player: Player,
        note: Note,
        options: Options,
        orders: Sealed | None = None,
    ) -> Noted | tuple[Against, ...]:
        assert isinstance(note, Bid)
        if (closed := self._closed(state)) is not None or state is None:
            return (closed,) if closed else ()
        seat = next((seat for seat in state.position.seats if seat.name == player), None)
        if seat is None:
            return (Refusal("NO_PLAYER", "rule 1", f"{player} does not play"),)
        if note.coins > seat.coins:
            why = f"you bid {note.coins}, and have {seat.coins} coins left"
            return (Withheld("TOO_HIGH", "rule 1", why),)
        sealed = Sealed(state.position.round, note.coins)
        instead = orders is not None and orders.round == sealed.round
        told = self.orders_told(sealed, None, options)[0]
        if instead and orders is not None:
            told = (*told, f"Your bid of {orders.coins} does not count any more.")
        return Noted(told, "Nobody else is told before the round is over.", orders=sealed)

    # -- words

    def in_words(self, turn: EndOfRound) -> str:
        return f"Round {turn.round} is over."

    def heard(
        self, turn: EndOfRound, events: Iterable[Any] | None = None, *, ruled: bool = False
    ) -> str:
        return self.in_words(turn)

    def clauses(
        self,
        events: Sequence[Any],
        before: State | None,
        data: Any,
        player: Player | None = None,
        plan: Any = None,
    ) -> tuple[Reason, ...]:
        if any(isinstance(one, Revealed) for one in events):
            return (("rule 2", "All have bid, or 48 hours are over."),)
        return (("rule 1", "Everybody has 20 coins."),)

    def resolution(self, resolved: Resolved, head: Letterhead, **_: Any) -> Post:
        lines = [self.in_words(resolved.turn), "", *self.revealed(resolved.outcome.events)]
        if resolved.outcome.after.position.is_over:
            lines += ["", "The game is over."]
        return Post(subject=f"{head.tag} Round {resolved.number}", body="\n".join(lines) + "\n")

    def revealed(self, events: Iterable[Any]) -> tuple[str, ...]:
        return tuple([line for one in events if isinstance(one, Revealed) for line in _lines(one)])

    def tell_opening(
        self,
        events: Sequence[Any],
        after: State,
        data: Any,
        options: Options,
        head: Letterhead,
        *,
        tag: str,
        **_: Any,
    ) -> Post:
        how = f'Mail each bid to {head.bot} alone: "I bid 7."  The round ends when all have bid.'
        return Post(subject=f"{head.tag} {tag} begins", body=f"{_position(after)}\n\n{how}\n")

    def status(self, state: State, player: Player, data: Any, options: Options) -> StatusTold:
        position = state.position
        won = f"{' and '.join(position.winners)} won" if position.is_over else ""
        plays = player in self.facts(state).in_play
        return StatusTold(ending=won, plays=plays, position=_position(state))

    def orders_told(
        self, orders: Sealed | None, said: Any, options: Options
    ) -> tuple[tuple[str, ...], tuple[str, ...]]:
        if orders is None:
            return (), ()
        return (f"You bid {orders.coins} in round {orders.round}.",), ()

    def summary(self, known: Known, now: datetime, since: datetime) -> Summary:
        state = self._course(known)
        names = " and ".join([seat.name for seat in state.position.seats])
        return Summary(
            tag=known.tag,
            ended=known.ended,
            heading=names,
            phase=f"{known.tag}: round {state.position.round}.",
            pressing=(),
            counts=(),
            lately=(),
            facts={"game": known.tag},
            week={},
        )

    def report(self, known: Known, now: datetime) -> Report:
        state = self._course(known)
        return Report(text=_position(state), facts=self.view(state))

    def story(self, known: Known) -> Report:
        lines = self.revealed([one for dated in known.course for one in dated.events])
        return Report(text="\n".join(lines), facts=self.view(self._course(known)))

    def _course(self, known: Known) -> State:
        return self.after(State(), [one for dated in known.course for one in dated.events])

    def view(self, state: State | None) -> dict[str, Any]:
        seen: dict[str, Any] = msgspec.to_builtins(Position() if state is None else state.position)
        return seen


GAME: Final = SealedBids()
