"""A resolution waits for a choice: its gnome is asked once, then the contestmaster (7.1)."""

from __future__ import annotations

from datetime import datetime, timedelta

from rednov_bot.desk import drafting, stationery
from rednov_bot.desk.desk import Desk, Ongoing
from rednov_bot.desk.outgoing import post
from rednov_bot.engine.choices import Choice
from rednov_bot.engine.resolve import Held
from rednov_bot.papers import Draft, TakenTurn
from rednov_bot.ports import Records
from rednov_bot.prose import private_pages
from rednov_bot.prose.audience import public_only

ASK_FOR = timedelta(hours=24)  # how long a gnome has for an answer, from the question
ASK_UNTIL = timedelta(hours=44)  # after the turn: §16 leaves the contestmaster until hour 48
_MOMENT = timedelta(microseconds=1)


def ask(desk: Desk, records: Records, now: Ongoing, taken: TakenTurn, held: Held) -> Draft | None:
    """The gnome is asked, or waited for; or the contestmaster gets a draft of the choice."""
    choice = held.choice
    if not _is_the_gnomes(desk, records, taken, choice):
        return drafting.choice(desk, records, now, taken, held)
    if not _asked_since(desk, records, taken, choice, taken.taken_at):
        _question(desk, records, now, taken, held)
    return None


def waits_in_vain(desk: Desk, records: Records, taken: TakenTurn, choice: Choice) -> bool:
    """Whether the gnome's time is over and the contestmaster was not asked yet."""
    return not _is_the_gnomes(desk, records, taken, choice) and not drafting.choice_was_drafted(
        desk, records, taken, choice
    )


def may_answer(desk: Desk, records: Records, taken: TakenTurn, choice: Choice) -> bool:
    """Whether an answer of the gnome's still counts: until the contestmaster is asked."""
    return choice.asks == "gnome" and not drafting.choice_was_drafted(desk, records, taken, choice)


def _is_the_gnomes(desk: Desk, records: Records, taken: TakenTurn, choice: Choice) -> bool:
    """Whether the choice is the gnome's to make now, asked already or not."""
    if choice.asks == "contestmaster" or desk.address_of(choice.of) is None:
        return False
    now = desk.now()
    if now >= taken.taken_at + ASK_UNTIL:
        return False
    if not _asked_since(desk, records, taken, choice, taken.taken_at):
        return True
    return _asked_since(desk, records, taken, choice, now - ASK_FOR + _MOMENT)


def _asked_since(
    desk: Desk, records: Records, taken: TakenTurn, choice: Choice, since: datetime
) -> bool:
    envelope = stationery.to_gnome(desk, choice.of)
    if envelope is None:
        return False
    return records.answered_since(envelope.to, since, _reason(taken, choice)) > 0


def _reason(taken: TakenTurn, choice: Choice) -> str:
    return f"choice {taken.id} {choice.key}"


def _question(desk: Desk, records: Records, now: Ongoing, taken: TakenTurn, held: Held) -> None:
    choice = held.choice
    envelope = stationery.to_gnome(desk, choice.of)
    assert envelope is not None
    page = private_pages.choice_question(
        choice,
        public_only(held.happenings),
        now.gamestate.position,
        now.tables,
        taken.turn.gnome,
        taken.number,
        deadline=min(desk.now() + ASK_FOR, taken.taken_at + ASK_UNTIL),
        letterhead=stationery.letterhead(desk, taken.forum),
        envelope=envelope,
    )
    post(desk, records, page, reason=_reason(taken, choice))
