"""A resolution waits for a choice: its gnome is asked once, then the contestmaster (7.1)."""

from __future__ import annotations

from datetime import datetime, timedelta

from rednov_bot.core.contest import ON_THE_DOUBLE
from rednov_bot.core.models import Draft, Game, TakenTurn
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import outgoing
from rednov_bot.core.workflow.desk import Desk, Ongoing
from rednov_bot.core.workflow.drafts import replacing
from rednov_bot.core.workflow.luck import fortune
from rednov_bot.core.workflow.outgoing import post
from rednov_bot.games.red_november.render import draft_pages, private_pages, wording
from rednov_bot.games.red_november.render.audience import public_only
from rednov_bot.games.red_november.rules.choices import Choice
from rednov_bot.games.red_november.rules.logbook import position_after
from rednov_bot.games.red_november.rules.position import Position
from rednov_bot.games.red_november.rules.resolve import Held
from rednov_bot.games.red_november.rules.words import GnomeName

ASK_FOR = timedelta(hours=24)  # how long a gnome has for an answer, from the question
ASK_UNTIL = timedelta(hours=44)  # after the turn: §16 leaves the contestmaster until hour 48


def ask(
    desk: Desk, records: UnitOfWork, now: Ongoing, taken: TakenTurn, held: Held
) -> Draft | None:
    """The gnome is asked, or waited for; or the contestmaster gets a draft of the choice."""
    choice = held.choice
    if not _is_the_gnomes(desk, records, taken, choice):
        # The contestmaster is offered the candidates, least harm first (§13, §25; rules.md 7.1).
        # None where they lie before them already.
        for known in records.open_drafts():
            if known.kind == "choice" and known.turn == taken.id and known.choice == held.choice:
                return None
        draft = desk.draft(
            "choice",
            f"Turn {taken.number}: {taken.turn.gnome}",
            game=now.game.id,
            turn=taken.id,
            for_state=now.number,
            attempt=records.drafts_about(taken.id) + 1,
            events=held.events,
            choice=held.choice,
            due_by=taken.taken_at + ON_THE_DOUBLE,
        )
        replaced = replacing.supersede(records, draft)
        records.add_draft(draft)
        page = draft_pages.choice_draft(
            draft.code,
            draft.about,
            held.choice,
            public_only(held.events),
            now.gamestate.position,
            moment(now, held),
            now.tables,
            taken.turn.gnome,
            why=" ".join([_why_the_contestmaster(now.game, taken, held.choice), *replaced]),
            due=taken.taken_at + ON_THE_DOUBLE,
            letterhead=outgoing.letterhead_for(desk, taken.forum),
            envelope=outgoing.to_contestmaster(desk),
        )
        post(desk, records, page, draft=draft.code, reason=_occasion(taken, held.choice))
        return draft
    if _asked_at(desk, records, taken, choice) is None:
        _question(desk, records, now, taken, held)
    return None


def asks(choice: Choice, gnome: GnomeName) -> bool:
    """Whether a choice that comes up now is asked of this gnome."""
    return choice.asks == "gnome" and choice.of == gnome


def waits_in_vain(desk: Desk, records: UnitOfWork, taken: TakenTurn, choice: Choice) -> bool:
    """Whether the gnome's time is over and the contestmaster was not asked yet."""
    if _is_the_gnomes(desk, records, taken, choice):
        return False
    return not _was_offered(records, taken, choice)


def may_answer(records: UnitOfWork, taken: TakenTurn, choice: Choice) -> bool:
    """Whether an answer of the gnome's still counts: until the contestmaster is asked."""
    return choice.asks == "gnome" and not _was_offered(records, taken, choice)


def is_asked(desk: Desk, records: UnitOfWork, taken: TakenTurn, choice: Choice) -> bool:
    """Whether the gnome was asked, and the contestmaster was not yet."""
    asked_at = _asked_at(desk, records, taken, choice)
    return asked_at is not None and may_answer(records, taken, choice)


def moment(now: Ongoing, held: Held) -> Position:
    """The position at the choice, as the list will see it."""
    position = now.gamestate.position
    for event in public_only(held.events):
        position = position_after(position, event)
    return position


def deadline(desk: Desk, records: UnitOfWork, taken: TakenTurn, choice: Choice) -> datetime:
    """Until when the gnome who was asked is waited for; being asked again gives them no more
    time."""
    return _until(taken, _asked_at(desk, records, taken, choice) or taken.taken_at)


def asked_at(desk: Desk, records: UnitOfWork, taken: TakenTurn, choice: Choice) -> datetime:
    """Since when the gnome is waited for: when they were asked, or their turn was taken."""
    return _asked_at(desk, records, taken, choice) or taken.taken_at


def _until(taken: TakenTurn, asked_at: datetime) -> datetime:
    return min(asked_at + ASK_FOR, taken.taken_at + ASK_UNTIL)


def _is_the_gnomes(desk: Desk, records: UnitOfWork, taken: TakenTurn, choice: Choice) -> bool:
    if choice.asks == "contestmaster" or desk.address_of(choice.of) is None:
        return False
    now = desk.now()
    if now >= taken.taken_at + ASK_UNTIL:
        return False
    asked_at = _asked_at(desk, records, taken, choice)
    # Asked by a clock that was far ahead: that must not keep everybody waiting.
    return asked_at is None or asked_at - ASK_FOR <= now < asked_at + ASK_FOR


def _asked_at(desk: Desk, records: UnitOfWork, taken: TakenTurn, choice: Choice) -> datetime | None:
    envelope = outgoing.to_gnome(desk, choice.of)
    if envelope is None:
        return None
    return records.last_answered(envelope.to, f"choice {_key(taken, choice)}")


def _was_offered(records: UnitOfWork, taken: TakenTurn, choice: Choice) -> bool:
    """Whether the contestmaster was asked for this choice before, whatever came of it."""
    return records.mailed_for(_occasion(taken, choice)) is not None


def _occasion(taken: TakenTurn, choice: Choice) -> str:
    return f"draft of choice {_key(taken, choice)}"


def _key(taken: TakenTurn, choice: Choice) -> str:
    return f"{taken.id} {choice.key}"


def _question(desk: Desk, records: UnitOfWork, now: Ongoing, taken: TakenTurn, held: Held) -> None:
    choice = held.choice
    own = taken if choice.of == taken.turn.gnome else None
    envelope = outgoing.to_gnome(desk, choice.of, own)
    assert envelope is not None
    page = private_pages.choice_question(
        choice,
        public_only(held.events),
        now.gamestate.position,
        moment(now, held),
        now.tables,
        taken.turn.gnome,
        taken.number,
        deadline=_until(taken, desk.now()),
        letterhead=outgoing.letterhead_for(desk, taken.forum),
        envelope=envelope,
    )
    post(desk, records, page, reason=f"choice {_key(taken, choice)}")


def _why_the_contestmaster(game: Game, taken: TakenTurn, choice: Choice) -> str:
    beacon = fortune.beacon_of_game(game)
    if choice.kind == "beacon" and beacon is not None and taken.beacon is not None:
        comes = wording.when(beacon.at(taken.beacon))
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
