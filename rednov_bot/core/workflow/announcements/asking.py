"""A resolution waits for a choice: its gnome is asked once, then the contestmaster (7.1)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import reduce

from rednov_bot.core.contest import ON_THE_DOUBLE
from rednov_bot.core.models import Draft, Game, TakenTurn
from rednov_bot.core.render.wording import when
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import outgoing
from rednov_bot.core.workflow.desk import Desk, Ongoing
from rednov_bot.core.workflow.drafts import replacing
from rednov_bot.core.workflow.luck import fortune
from rednov_bot.core.workflow.outgoing import post
from rednov_bot.games.base import Choice, Held
from rednov_bot.games.red_november.render import private_pages, prospects
from rednov_bot.games.red_november.render.audience import public_only
from rednov_bot.games.red_november.rules.logbook import position_after
from rednov_bot.games.red_november.rules.position import Position

ASK_FOR = timedelta(hours=24)  # how long a gnome has for an answer, from the question
ASK_UNTIL = timedelta(hours=44)  # after the turn: §16 leaves the contestmaster until hour 48


@dataclass(frozen=True, slots=True)
class Waiting:
    """The pending turn waits for a choice."""

    desk: Desk
    records: UnitOfWork
    now: Ongoing
    taken: TakenTurn
    held: Held

    @property
    def choice(self) -> Choice:
        """What is to be chosen."""
        return self.held.choice

    @property
    def candidates(self) -> tuple[tuple[str, str], ...]:
        """What may be chosen, and what would come of each."""
        at = moment(self.now, self.held)
        return tuple(prospects.candidates(self.choice, at, self.now.tables.board))

    @property
    def asked_at(self) -> datetime:
        """Since when the gnome is waited for: when they were asked, or their turn was taken."""
        return self._asked_at or self.taken.taken_at

    @property
    def deadline(self) -> datetime:
        """Until when the gnome who was asked is waited for; being asked again gives no more
        time."""
        return self._until(self.asked_at)

    @property
    def may_answer(self) -> bool:
        """Whether an answer of the gnome's still counts: until the contestmaster is asked."""
        return self.choice.asks == "gnome" and not self._was_offered

    @property
    def is_asked(self) -> bool:
        """Whether the gnome was asked, and the contestmaster was not yet."""
        return self._asked_at is not None and self.may_answer

    @property
    def is_in_vain(self) -> bool:
        """Whether the gnome's time is over and the contestmaster was not asked yet."""
        return not self._is_the_gnomes and not self._was_offered

    def ask(self) -> Draft | None:
        """The gnome is asked, or waited for; or the contestmaster gets a draft of the choice."""
        if not self._is_the_gnomes:
            return self._offer()
        if self._asked_at is None:
            own = self.taken if self.choice.of == self.taken.turn.gnome else None
            envelope = outgoing.to_gnome(self.desk, self.choice.of, own)
            assert envelope is not None
            page = private_pages.choice_question(
                self.choice,
                public_only(self.held.events),
                self.now.gamestate.position,
                moment(self.now, self.held),
                self.now.tables,
                self.taken.turn.gnome,
                self.taken.number,
                deadline=self._until(self.desk.now()),
                letterhead=outgoing.letterhead_for(self.desk, self.taken.forum),
                envelope=envelope,
            )
            post(self.desk, self.records, page, reason=f"choice {self._key}")
        return None

    def _offer(self) -> Draft | None:
        """The contestmaster is offered the candidates, least harm first (§13, §25; rules.md 7.1).

        None where they lie before them already.
        """
        desk, records, now, taken = self.desk, self.records, self.now, self.taken
        for known in records.open_drafts():
            if known.kind == "choice" and known.turn == taken.id and known.choice == self.choice:
                return None
        draft = desk.draft(
            "choice",
            f"Turn {taken.number}: {taken.turn.gnome}",
            game=now.game.id,
            turn=taken.id,
            for_state=now.number,
            attempt=records.drafts_about(taken.id) + 1,
            events=self.held.events,
            choice=self.choice,
            due_by=taken.taken_at + ON_THE_DOUBLE,
        )
        replaced = replacing.supersede(records, draft)
        records.add_draft(draft)
        page = private_pages.choice_draft(
            draft.code,
            draft.about,
            self.choice,
            public_only(self.held.events),
            now.gamestate.position,
            moment(now, self.held),
            now.tables,
            taken.turn.gnome,
            why=" ".join([_why_the_contestmaster(now.game, taken, self.choice), *replaced]),
            due=taken.taken_at + ON_THE_DOUBLE,
            letterhead=outgoing.letterhead_for(desk, taken.forum),
            envelope=outgoing.to_contestmaster(desk),
        )
        post(desk, records, page, draft=draft.code, reason=f"draft of choice {self._key}")
        return draft

    def _until(self, asked_at: datetime) -> datetime:
        return min(asked_at + ASK_FOR, self.taken.taken_at + ASK_UNTIL)

    @property
    def _is_the_gnomes(self) -> bool:
        if self.choice.asks == "contestmaster" or self.desk.address_of(self.choice.of) is None:
            return False
        now, asked_at = self.desk.now(), self._asked_at
        if now >= self.taken.taken_at + ASK_UNTIL:
            return False
        # Asked by a clock that was far ahead: that must not keep everybody waiting.
        return asked_at is None or asked_at - ASK_FOR <= now < asked_at + ASK_FOR

    @property
    def _asked_at(self) -> datetime | None:
        address = self.desk.address_of(self.choice.of)
        if address is None:
            return None
        return self.records.last_answered(address, f"choice {self._key}")

    @property
    def _was_offered(self) -> bool:
        """Whether the contestmaster was asked for this choice before, whatever came of it."""
        return self.records.mailed_for(f"draft of choice {self._key}") is not None

    @property
    def _key(self) -> str:
        return f"{self.taken.id} {self.choice.key}"


def moment(now: Ongoing, held: Held) -> Position:
    """The position at the choice, as the list will see it."""
    return reduce(position_after, public_only(held.events), now.gamestate.position)


def _why_the_contestmaster(game: Game, taken: TakenTurn, choice: Choice) -> str:
    beacon = fortune.beacon_of_game(game)
    if choice.kind == "beacon" and beacon is not None and taken.beacon is not None:
        comes = when(beacon.at(taken.beacon))
        return (
            f"This game mixes a public beacon into its luck, {beacon.name}, and you supply the "
            f"value of its round {taken.beacon}, which comes at {comes} (A95)."
        )
    if choice.kind == "escape":
        return "The turn names no escape, so you make the move (§13)."
    if choice.asks == "contestmaster":
        return (
            f"No standing order of {choice.of}'s fits, and the choice is left to you, by their "
            "orders or by this game (event_choice)."
        )
    return f"{choice.of} was asked and has not answered in time."
