"""A turn that is taken is resolved, and drafted for the contestmaster (§10-§16); or the choice that
it waits for is asked for: of its player once, then of the contestmaster (7.1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from rednov_bot.core.contest import ON_THE_DOUBLE, Ruling
from rednov_bot.core.models import Chapter, Draft, Game, PaperId, TakenTurn
from rednov_bot.core.render import answers
from rednov_bot.core.render.wording import capital, when
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import in_force, moments, outgoing
from rednov_bot.core.workflow.desk import Desk, Ongoing, ongoing
from rednov_bot.core.workflow.drafts import drafting, open_drafts
from rednov_bot.core.workflow.luck import fortune
from rednov_bot.core.workflow.outgoing import post
from rednov_bot.games.base import (
    Against,
    Answer,
    Choice,
    ChoiceTold,
    Held,
    Luck,
    Resolution,
    Step,
)


def draft_resolution(
    desk: Desk,
    records: UnitOfWork,
    taken: TakenTurn,
    moved_by: str = "",
    notes: tuple[str, ...] = (),
) -> Draft | None:
    """The pending turn is resolved and drafted; or the choice it waits for is asked for.

    Called again it gives the same dice and cards; an older open draft gives way to the new one,
    which says so.  *moved_by* is what the gamestate has moved on by: `the discard of Ann`; *notes*
    are for the contestmaster.
    """
    now = ongoing(desk, records)
    if now is None or now.facts.pending != taken.player:
        return None
    if now.facts.turns != taken.number:
        return None
    luck = fortune.of_turn(records, now.game, taken)
    outcome = resolution_of(desk, records, now, taken, luck=luck)
    return drafted(desk, records, now, taken, outcome, luck, moved_by=moved_by, notes=notes)


def drafted(
    desk: Desk,
    records: UnitOfWork,
    now: Ongoing,
    taken: TakenTurn,
    outcome: Resolution | Held,
    luck: Luck,
    *,
    moved_by: str = "",
    notes: tuple[str, ...] = (),
) -> Draft | None:
    """The resolution as a draft, or the choice that it waits for; *luck* is what it drew from."""
    taken = replace(taken, turn=in_force.turn_of(records, taken))
    now = replace(now, options=in_force.options_of(records, now.game, taken))
    if isinstance(outcome, Held):
        return Waiting(desk, records, now, taken, outcome).ask()
    if outcome.plan is not None:
        words = moments.moment_of(records, taken).text
        notes += desk.game.miscounted(now.gamestate, taken.turn, outcome.plan, words)
    return drafting.resolution(
        desk, records, now, taken, outcome, luck=luck, moved_by=moved_by, notes=notes
    )


def resolution_of(
    desk: Desk,
    records: UnitOfWork,
    now: Ongoing,
    taken: TakenTurn,
    luck: Luck | None = None,
) -> Resolution | Held:
    """What comes of the pending turn, with the orders, answers and rulings in the database.

    *luck*: its own, which keeps what is drawn.
    """
    outcome = outcome_of(desk, records, now, taken, records.rulings(now.game.id), luck)
    if isinstance(outcome, tuple):
        raise ValueError(f"this turn was never valid: {outcome[0].code}")
    return outcome


def outcome_of(
    desk: Desk,
    records: UnitOfWork,
    now: Ongoing,
    taken: TakenTurn,
    every: Sequence[Ruling],
    luck: Luck | None = None,
) -> Resolution | Held | tuple[Against, ...]:
    """The same under these rulings of its game; or why the turn is no valid one under them.

    Orders that came when a draft about it had been shown count for later turns only.
    """
    if (round := fortune.awaits(records, taken)) is not None:
        return fortune.held_for(taken, round)
    luck = luck or fortune.of_turn(records, now.game, taken)
    step = as_step(records, now.game, taken, every, luck)
    then = now.gamestate
    if step.rulings:
        then = records.gamestate_at(taken.game, in_force.taken_in(records, taken) - 1)
    return desk.game.resolve_ruled(now.gamestate, taken.turn, step, taken_at=then, data=now.tables)


def as_step(
    records: UnitOfWork,
    game: Game,
    taken: TakenTurn,
    every: Sequence[Ruling],
    luck: Luck,
    chapter: Chapter | None = None,
) -> Step:
    """The resolution of a turn, with all that it is made of (A95): now, or in a *chapter* on file.

    With the orders that counted when it was drafted first, and every answer in the database.
    """
    return Step(
        kind="resolved",
        told=() if chapter is None else chapter.events,
        options=in_force.options_of(records, game, taken, every),
        number=taken.number,
        luck=luck,
        orders=dict(records.noted_orders(game.id, records.first_drafted(taken.id))),
        answers=records.answers(taken.id),
        rulings=in_force.on_turn(
            records, taken, every, None if chapter is None else chapter.number
        ),
    )


def answered(desk: Desk, records: UnitOfWork, turn: PaperId, key: str, answer: Answer) -> None:
    """A choice was answered: the resolution goes on."""
    records.add_answer(turn, key, answer, desk.now())
    draft_resolution(desk, records, records.turn(turn))


# -- the choice that a turn waits for -------------------------------------------------------------

ASK_FOR = timedelta(hours=24)  # how long a player has for an answer, from the question
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

    def told(self, reader: str) -> ChoiceTold:
        """The choice as *reader* is told of it."""
        now = self.now
        return self.desk.game.choice_told(
            self.choice, reader, self.held, now.gamestate, self.taken.turn, now.tables
        )

    @property
    def asked_at(self) -> datetime:
        """Since when its player is waited for: when they were asked, or the turn was taken."""
        return self._asked_at or self.taken.taken_at

    @property
    def deadline(self) -> datetime:
        """Until when they are waited for; being asked again gives no more time."""
        return self._until(self.asked_at)

    @property
    def may_answer(self) -> bool:
        """Whether an answer of its player's still counts: until the contestmaster is asked."""
        return self.choice.asks == "gnome" and not self._was_offered

    @property
    def is_asked(self) -> bool:
        """Whether its player was asked, and the contestmaster was not yet."""
        return self._asked_at is not None and self.may_answer

    @property
    def is_in_vain(self) -> bool:
        """Whether the player's time is over and the contestmaster was not asked yet."""
        return not self._is_the_players and not self._was_offered

    def ask(self) -> Draft | None:
        """The player is asked, or waited for; or the contestmaster gets a draft of the choice."""
        if not self._is_the_players:
            return self._offer()
        if self._asked_at is None:
            own = self.taken if self.choice.of == self.taken.player else None
            envelope = outgoing.to_gnome(self.desk, self.choice.of, own)
            assert envelope is not None
            page = answers.choice_question(
                self.told(self.choice.of),
                self.taken.player,
                self.taken.number,
                own=own is not None,
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
            f"Turn {taken.number}: {taken.player}",
            game=now.game.id,
            turn=taken.id,
            for_state=now.number,
            attempt=records.drafts_about(taken.id) + 1,
            events=self.held.events,
            choice=self.choice,
            due_by=taken.taken_at + ON_THE_DOUBLE,
        )
        replaced = open_drafts.supersede(records, draft)
        records.add_draft(draft)
        page = answers.choice_draft(
            draft.code,
            draft.about,
            self.told(desk.decides),
            bare=self.choice.kind == "beacon",
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
    def _is_the_players(self) -> bool:
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


def held(desk: Desk, records: UnitOfWork) -> Waiting | None:
    """The choice that the pending turn waits for, whoever makes it; None where it is for none."""
    now = ongoing(desk, records)
    if now is None or now.facts.pending is None:
        return None
    taken = records.pending_turn(now.game.id)
    if taken is None:
        return None
    outcome = resolution_of(desk, records, now, taken)
    return Waiting(desk, records, now, taken, outcome) if isinstance(outcome, Held) else None


def awaited(desk: Desk, records: UnitOfWork) -> str | None:
    """`turn 3 waits for a choice of Ann's until 24 Nov 2026 10:00 UTC`, None where it does not."""
    waiting = held(desk, records)
    if waiting is None or not waiting.is_asked:
        return None
    return (
        f"turn {waiting.taken.number} waits for a choice of {waiting.choice.of}'s until "
        f"{waiting.deadline:%d %b %Y %H:%M} UTC"
    )


def waits(desk: Desk, records: UnitOfWork, now: Ongoing) -> str:
    """Whose turn awaits its resolution by whom until when, "" where none does (§9, §16)."""
    taken = records.pending_turn(now.game.id)
    if taken is None:
        return ""
    due = when(taken.taken_at + ON_THE_DOUBLE)
    return (
        f"turn {taken.number}, {taken.player}'s, awaits its resolution by "
        f"{desk.decides}, due by {due}"
    )


def going_on(desk: Desk, records: UnitOfWork, now: Ongoing, reader: str) -> tuple[str, ...]:
    """How far a game has got, in sentences for *reader*: which turn is awaited, or who is."""
    waited = waits(desk, records, now)
    if not waited:
        return (f"{now.game.tag}: turn {now.facts.turns + 1} is awaited.",)
    held_by = awaited(desk, records) if reader == desk.decides else None
    more = () if held_by is None else (f"{capital(held_by)}.",)
    return (f"{now.game.tag}: {waited} (§16).", *more)


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
