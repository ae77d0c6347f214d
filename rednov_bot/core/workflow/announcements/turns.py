"""A turn is announced, judged, and taken or refused (§9)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace as replaced
from datetime import datetime, timedelta
from typing import Any, Final, TypeVar

import msgspec
from msgspec.structs import replace

from rednov_bot.core.contest import ON_THE_DOUBLE
from rednov_bot.core.luck import FORM
from rednov_bot.core.mail.composing import headed
from rednov_bot.core.mail.message import digest_of
from rednov_bot.core.models import (
    Act,
    Attempt,
    Authentication,
    Confirmed,
    Message,
    PaperId,
    Stamps,
    TakenTurn,
    TurnAct,
)
from rednov_bot.core.render import draft_pages
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import hidden, outgoing
from rednov_bot.core.workflow.announcements import moments, resolving
from rednov_bot.core.workflow.corrections import in_force
from rednov_bot.core.workflow.desk import NO_GAME, Desk, Ongoing, ongoing
from rednov_bot.core.workflow.drafts import drafting
from rednov_bot.core.workflow.luck import fortune
from rednov_bot.core.workflow.outgoing import answer
from rednov_bot.games.base import (
    Against,
    Answer,
    Held,
    Refusal,
    Resolution,
    Verdict,
    Withheld,
    openly,
)
from rednov_bot.games.red_november.render import answers, public_pages, reasoning
from rednov_bot.games.red_november.render.canonical import announced_as, said as in_words
from rednov_bot.games.red_november.render.public_pages import Announced
from rednov_bot.games.red_november.render.wording import spoken
from rednov_bot.games.red_november.rules.logbook import after
from rednov_bot.games.red_november.rules.objections import objections
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.plan import Plan
from rednov_bot.games.red_november.rules.resolve import judge, take
from rednov_bot.games.red_november.rules.turn import Orders, Turn


class TurnMail(msgspec.Struct, frozen=True, kw_only=True):
    """Filed as JSON with the answers of the turn that came before it."""

    turn: Turn
    message_id: str | None
    references: tuple[str, ...]
    subject: str
    addresses: tuple[str, ...]
    forum: str | None
    said_at: datetime | None
    text: str = ""  # as announced
    stamps: Stamps = Stamps()
    written: str | None = None
    authentication: Authentication | None = None
    confirmed: Confirmed | None = None

    @property
    def message(self) -> Message:
        """The announcement, as far as it is still needed."""
        own = {name: getattr(self, name) for name in _OF_A_MESSAGE}
        return Message(in_reply_to=None, sender=self.turn.gnome, public=True, **own)


_OF_A_MESSAGE: Final = tuple(set(TurnMail.__struct_fields__) - {"turn"})


def _filed(message: Message) -> dict[str, Any]:
    """What is filed of a message, by the names of the fields."""
    return {name: getattr(message, name) for name in _OF_A_MESSAGE}


_KEY: Final = "turned away"


class TurnedAway(TurnMail, frozen=True, kw_only=True):
    """A void turn, and what is needed to give its announcement back."""

    alone: bool  # nothing was against it but the unresolved turn


def is_alone(refusals: Sequence[Against]) -> bool:
    """Whether nothing is against a turn but the unresolved one."""
    return [one.code for one in refusals] == ["UNRESOLVED"]


def turned_away(records: UnitOfWork, before: TakenTurn) -> tuple[TurnedAway, ...]:
    """The void turns since *before* was taken, in the order of their announcement."""
    return _noted(records, before, _KEY, TurnedAway)


Kept = TypeVar("Kept", bound=TurnMail)


def _noted(records: UnitOfWork, before: TakenTurn, key: str, of: type[Kept]) -> tuple[Kept, ...]:
    noted = records.answers(before.id).items()
    return tuple(msgspec.json.decode(one.label, type=of) for at, one in noted if at.startswith(key))


def _note(records: UnitOfWork, before: TakenTurn, key: str, one: TurnMail, at: datetime) -> None:
    """It is filed behind the others of its kind."""
    place = len(_noted(records, before, key, type(one))) + 1
    label = msgspec.json.encode(one).decode()
    records.add_answer(before.id, f"{key} {place}", Answer(label, "gnome"), at)


def refuse(
    desk: Desk,
    records: UnitOfWork,
    message: Message,
    announced: Announced,
    now: Ongoing | None,
    refusals: tuple[Against, ...],
    *,
    act: Act,
    notes: tuple[str, ...] = (),
    mail: PaperId | None = None,
) -> bool:
    """An announcement is without effect: the sender is told why, the list only what it may know.

    A public reason may be told; a private one goes to the sender alone, and the public line says
    that it did (§6, A21).  Whether they could be told.
    """
    page = answers.void(
        announced,
        refusals,
        **outgoing.answering(desk, message, message.forum),
        said_at=message.said_at,
        turn=act.turn if isinstance(act, TurnAct) else None,
        told_when_free=announced == "turn" and is_alone(refusals),
    )
    options = now.options if now is not None else Options()
    first = refusals[0]  # the list is told of it, unless it is to be withheld from it
    told: Refusal | None = (
        first if isinstance(first, Refusal) and not options.uniform_refusals else None
    )
    answered = answer(desk, records, page)
    text = public_pages.refusal(
        message.sender or "",
        announced,
        told,
        **outgoing.for_list(desk, message.forum, message),
        said_at=message.said_at,
    )
    # Of every other reason the sender alone was told.  It is shown to the contestmaster, for they
    # approve the line or rule that the announcement counts (§25); in a blind game only what
    # everybody can see.  Above stands what was written, and as which act it was read.
    name, is_blind = message.sender or "", hidden.is_blind(records)
    moment = moments.of_message(message, desk.now())
    why = () if told is None else reasoning.of_refusals((told,))
    known = openly(refusals) if is_blind else refusals
    why += reasoning.told_alone(name, [one for one in known if one != told])
    why = why or (draft_pages.NO_REASON,)
    game = now.game.id if now is not None else None
    precedents = in_force.precedents(records, why, game)
    words = drafting.gnome_words(moment, is_blind=is_blind)
    drafting.say(
        desk,
        records,
        text,
        game=game,
        about=f"Without effect: {announced} of {name}",
        why=(*words, *_as_read(act, moment, is_blind=is_blind), *why),
        auto=options.auto_verdicts and not message.is_ruled and not notes,
        notes=(*notes, *precedents),
        mail=mail,
    )
    return answered


def _as_read(act: Act, moment: moments.Moment, *, is_blind: bool) -> tuple[draft_pages.Reason, ...]:
    """How an announcement was read, for the contestmaster; in a blind game as the list heard it."""
    told = "\n".join(in_words(act))
    if is_blind:
        if moment.confirmed is not None and moment.confirmed.privately:
            return ()
        if isinstance(act, TurnAct):
            told = announced_as(act.turn, ruled=bool(moment.meant))
    return (("read as", told),)


_EARLY_KEY = "early turn"


class Early(TurnMail, frozen=True, kw_only=True):
    """A turn that waits, and what is needed to answer the mail that announced it."""

    mail: int


def keep_early(records: UnitOfWork, before: TakenTurn, early: Early, at: datetime) -> None:
    """The turn waits until the one *before* it is resolved, behind those that wait already."""
    _note(records, before, _EARLY_KEY, early, at)


def queued(records: UnitOfWork, before: TakenTurn) -> tuple[Early, ...]:
    """The turns that wait for the resolution of *before*, in the order of their announcement."""
    return _noted(records, before, _EARLY_KEY, Early)


def announce_early(
    desk: Desk,
    records: UnitOfWork,
    mail: PaperId,
    message: Message,
    turn: Turn,
    now: Ongoing,
    private: tuple[Withheld, ...],
) -> bool:
    """An early turn is kept; the list hears of it when it is taken.  Whether the sender is told."""
    before = records.pending_turn(now.game.id)
    assert before is not None
    keep_early(records, before, Early(mail=mail, turn=turn, **_filed(message)), desk.now())
    told = [
        f"It waits for the resolution of turn {before.number}, of {before.turn.gnome} "
        "(game option queue_early_turns).",
        "It is checked at that moment, and you get a mail then whether it is taken.",
    ]
    told += [f"Right now it would have no effect: {spoken(one.reason)}." for one in private]
    page = answers.noted(
        "turn",
        tuple(told),
        said_at=message.said_at or desk.now(),
        **outgoing.answering(desk, message, message.forum),
        next=f"The list hears of it only then, when {desk.decides} has looked at what comes "
        "of it. You do not need to do anything more.",
    )
    return answer(desk, records, page)


LIST_KEPT = timedelta(hours=48)  # how long a private list waits for its announcement (A23)


def with_private_list(desk: Desk, records: UnitOfWork, turn: Turn, options: Options) -> Turn:
    """A gift announced by number, with the list that its giver sent privately before (A23)."""
    action = turn.action
    if action is None or action.name != "give_items" or action.give is not None:
        return turn
    if not action.give_count or not options.private_lists:
        return turn
    noted = records.noted_items(turn.gnome, desk.now() - LIST_KEPT)
    if not noted:
        return turn
    return replace(turn, action=replace(action, give=noted))


def judged(desk: Desk, records: UnitOfWork, said: Turn) -> tuple[Ongoing | None, Verdict, Turn]:
    """The verdict on a turn at the present gamestate, and the turn with its private list."""
    now = ongoing(desk, records)
    if now is None:
        return None, Verdict(None, (NO_GAME,)), said
    turn = with_private_list(desk, records, said, now.options)
    return now, judge(now.gamestate, turn, now.tables, now.options), turn


def announce(
    desk: Desk, records: UnitOfWork, mail: PaperId, message: Message, said: Turn, heard_at: datetime
) -> bool:
    """A turn was announced in public: it is taken at once, or without effect (§9).

    The sender is told either at once, privately; the list hears of a void turn by a draft.
    Whether the sender could be told.
    *heard_at* is when the bot's mailbox got it, or, of one that was kept, when the turn before it
    is resolved: from then on the 48 hours count (A14, A94).
    """
    now, verdict, turn = judged(desk, records, said)
    # A turn is kept where nothing public is against it but the unresolved one.  Private reasons
    # make no difference, or the list could tell a hand from who is kept (§6).
    early = is_alone(verdict.public)
    if now is not None and now.options.queue_early_turns and early:
        return announce_early(desk, records, mail, message, said, now, verdict.private)
    if now is None or not verdict.valid or verdict.plan is None:
        against = verdict.refusals
        if now is not None:
            # While another turn is unresolved, a void one is remembered until that is resolved.  Of
            # several by one gnome the last counts: one that fails otherwise makes the others moot.
            before = records.pending_turn(now.game.id)
            if before is not None and not now.options.queue_early_turns:
                alone = is_alone(verdict.refusals)
                away = TurnedAway(turn=said, alone=alone, **_filed(message))
                _note(records, before, _KEY, away, desk.now())
            # Everything that is against it, the reason that the list may hear first (A122).
            public = objections(now.gamestate.position, turn, now.tables, now.options)
            against = (*public, *verdict.private)
        return refuse(
            desk,
            records,
            message,
            "turn",
            now,
            against,
            act=TurnAct(turn),
            notes=moments.crossing(records, now, message),
            mail=mail,
        )
    if turn != said:
        records.note_items(turn.gnome, (), desk.now())  # a private list serves one announcement
    taken, since = take_turn(desk, records, now, mail, message, turn, heard_at)
    # A defence named beside a turn is for the attacks of others: it stands from then on.
    if turn.orders.defend is not None:
        known = records.noted_orders(since.game.id).get(turn.gnome, Orders())
        orders = known.replaced_by(Orders(defend=turn.orders.defend))
        records.note_orders(since.game.id, turn.gnome, orders, desk.now())
    luck = fortune.of_turn(records, now.game, taken)
    outcome = resolving.resolution_of(records, since, taken, verdict.plan, luck)
    answered = confirm(desk, records, message, now, taken, verdict.plan, outcome)
    resolving.drafted(desk, records, since, taken, outcome, luck)
    return answered


def confirm(
    desk: Desk,
    records: UnitOfWork,
    message: Message,
    now: Ongoing,
    taken: TakenTurn,
    plan: Plan,
    outcome: Resolution | Held,
) -> bool:
    """The gnome hears that their turn is taken, how it was read and what it costs; whether they
    can."""
    page = answers.receipt(
        plan,
        now.gamestate.position,
        now.tables,
        number=taken.number,
        said_at=message.said_at or taken.taken_at,
        due=taken.taken_at + ON_THE_DOUBLE,
        **outgoing.answering(desk, message, message.forum),
        asked=isinstance(outcome, Held)
        and (outcome.choice.asks, outcome.choice.of) == ("gnome", taken.turn.gnome),
        blind=now.options.blind,
    )
    return answer(desk, records, page)


def withdraw_receipt(desk: Desk, records: UnitOfWork, taken: TakenTurn) -> None:
    """A receipt that no mail server has yet is not sent: its turn is resolved, and told of."""
    for one in records.sent_since("receipt", taken.taken_at):
        known = records.posting(one.message_id) if one.state in _WITH_US else None
        if known is None or known.state not in _WITH_US:
            continue
        subject, answered = headed(known.posting)
        if answered == taken.message_id and subject.endswith(f" Turn {taken.number} is taken"):
            why = f"turn {taken.number} was resolved before it was sent"
            records.attempted(
                Attempt(message_id=one.message_id, at=desk.now(), outcome="withdrawn", reply=why)
            )


_WITH_US: Final = ("queued", "deferred")


def take_turn(
    desk: Desk,
    records: UnitOfWork,
    now: Ongoing,
    mail: PaperId,
    message: Message,
    turn: Turn,
    at: datetime,
) -> tuple[TakenTurn, Ongoing]:
    """The turn in the database, and the game from then on."""
    event = take(now.gamestate, turn)
    state = after(now.gamestate, event)
    since = replaced(now, number=now.number + 1, gamestate=state)
    cause = f"turn {event.number} announced"
    beacon = fortune.beacon_of_game(now.game) if now.game.luck == FORM else None
    records.advance(now.game.id, since.number, (event,), state, cause=cause, at=desk.now())
    taken = records.add_turn(
        now.game.id,
        event.number,
        turn,
        mail=mail,
        message=message,
        forum=message.forum or "",
        at=at,
        digest=digest_of(message),
        beacon=None if beacon is None else fortune.round_for(beacon, message, desk.now()),
    )
    moments.note(records, taken, message, desk.now())
    return taken, since
