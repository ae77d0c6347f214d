"""A turn is announced, judged, and taken or refused (§9)."""

from __future__ import annotations

from dataclasses import replace as replaced
from datetime import datetime, timedelta
from typing import Final

from msgspec.structs import replace

from rednov_bot.contest import ON_THE_DOUBLE
from rednov_bot.core.mail.drawn_for import digest_of
from rednov_bot.core.mail.unsealing import headed
from rednov_bot.desk import stationery
from rednov_bot.desk.announcements import asking, early, moments, refusing, resolving, turned_away
from rednov_bot.desk.desk import Desk, Ongoing, ongoing
from rednov_bot.desk.luck import fortune
from rednov_bot.desk.outgoing import answer
from rednov_bot.engine.draws import FORM
from rednov_bot.engine.logbook import after
from rednov_bot.engine.options import Options
from rednov_bot.engine.refusals import Against, refusal
from rednov_bot.engine.resolve import Held, Resolution, Verdict, judge, take
from rednov_bot.engine.rules.objections import objections
from rednov_bot.engine.rules.plan import Plan
from rednov_bot.engine.turn import Orders, Turn
from rednov_bot.papers import Attempt, Letter, PaperId, TakenTurn, TurnAct
from rednov_bot.ports import Records
from rednov_bot.prose import answers

LIST_KEPT = timedelta(hours=48)  # how long a private list waits for its announcement (A23)


def with_private_list(desk: Desk, records: Records, turn: Turn, options: Options) -> Turn:
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


def judged(desk: Desk, records: Records, said: Turn) -> tuple[Ongoing | None, Verdict, Turn]:
    """The verdict on a turn at the present gamestate, and the turn with its private list."""
    now = ongoing(desk, records)
    if now is None:
        return None, Verdict(None, (refusal("NO_GAME", "no game is ongoing"),)), said
    turn = with_private_list(desk, records, said, now.options)
    return now, judge(now.gamestate, turn, now.tables, now.options), turn


def announce(
    desk: Desk,
    records: Records,
    mail: PaperId,
    letter: Letter,
    said: Turn,
    heard_at: datetime,
    *,
    kept: bool = False,
) -> bool:
    """A turn was announced in public: it is taken at once, or without effect (§9).

    The sender is told either at once, privately; the list hears of a void turn by a draft.
    Whether the sender could be told.
    *heard_at* is when the bot's mailbox got it, or, of one that was kept, when the turn before it
    is resolved: from then on the 48 hours count (A14, A94).
    """
    now, verdict, turn = judged(desk, records, said)
    if now is not None and early.is_too_early(verdict, now):
        return early.announce(desk, records, mail, letter, said, now, verdict.private)
    if now is None or not verdict.valid or verdict.plan is None:
        if now is not None:
            turned_away.note(desk, records, letter, said, verdict.refusals, now)
        return refusing.refuse(
            desk,
            records,
            letter,
            "turn",
            now,
            _against(now, turn, verdict),
            act=TurnAct(turn),
            notes=moments.crossing(records, now, letter),
            mail=mail,
        )
    if turn != said:
        records.note_items(turn.gnome, (), desk.now())  # a private list serves one announcement
    taken, since = take_turn(desk, records, now, mail, letter, turn, heard_at)
    _stand(desk, records, since, turn)
    luck = fortune.of_turn(records, now.game, taken)
    outcome = resolving.resolution_of(records, since, taken, verdict.plan, luck)
    answered = confirm(desk, records, letter, now, taken, verdict.plan, outcome)
    resolving.drafted(desk, records, since, taken, outcome, luck)
    return answered


def confirm(
    desk: Desk,
    records: Records,
    letter: Letter,
    now: Ongoing,
    taken: TakenTurn,
    plan: Plan,
    outcome: Resolution | Held,
) -> bool:
    """The gnome hears that eir turn is taken, how it was read and what it costs; whether e can."""
    page = answers.receipt(
        plan,
        now.gamestate.position,
        now.tables,
        number=taken.number,
        said_at=letter.said_at or taken.taken_at,
        due=taken.taken_at + ON_THE_DOUBLE,
        letterhead=stationery.letterhead(desk, letter.forum),
        envelope=stationery.to_sender(desk, letter),
        asked=isinstance(outcome, Held) and asking.asks(outcome.choice, taken.turn.gnome),
        blind=now.options.blind,
    )
    return answer(desk, records, page)


def withdraw_receipt(desk: Desk, records: Records, taken: TakenTurn) -> None:
    """A receipt that no mail server has yet is not sent: its turn is resolved, and told of."""
    for one in records.sent_since("receipt", taken.taken_at):
        known = records.posting(one.message_id) if one.state in _WITH_US else None
        if known is None or known.state not in _WITH_US:
            continue
        subject, answered = headed(known.posting)
        if answered == taken.message_id and subject.endswith(_receipt_of(taken)):
            why = f"turn {taken.number} was resolved before it was sent"
            records.attempted(
                Attempt(message_id=one.message_id, at=desk.now(), outcome="withdrawn", reply=why)
            )


_WITH_US: Final = ("queued", "deferred")


def _receipt_of(taken: TakenTurn) -> str:
    """How the subject of a receipt ends; a mail that answers several things has another."""
    return f" Turn {taken.number} is taken"


def _stand(desk: Desk, records: Records, now: Ongoing, turn: Turn) -> None:
    """A defence named beside a turn is for the attacks of others: it stands from then on."""
    if turn.orders.defend is not None:
        known = records.noted_orders(now.game.id).get(turn.gnome, Orders())
        orders = known.replaced_by(Orders(defend=turn.orders.defend))
        records.note_orders(now.game.id, turn.gnome, orders, desk.now())


def _against(now: Ongoing | None, turn: Turn, verdict: Verdict) -> tuple[Against, ...]:
    """Everything that is against a void turn, the reason that the list may hear first (A122)."""
    if now is None:
        return verdict.refusals
    public = objections(now.gamestate.position, turn, now.tables, now.options)
    return (*public, *verdict.private)


def take_turn(
    desk: Desk,
    records: Records,
    now: Ongoing,
    mail: PaperId,
    letter: Letter,
    turn: Turn,
    at: datetime,
) -> tuple[TakenTurn, Ongoing]:
    """The turn on file, and the game from then on."""
    happening = take(now.gamestate, turn)
    state = after(now.gamestate, happening)
    since = replaced(now, number=now.number + 1, gamestate=state)
    cause = f"turn {happening.number} announced"
    records.advance(now.game.id, since.number, (happening,), state, cause=cause, at=desk.now())
    taken = records.add_turn(
        now.game.id,
        happening.number,
        turn,
        mail=mail,
        letter=letter,
        forum=letter.forum or "",
        at=at,
        digest=digest_of(letter),
        beacon=_round(desk, now, letter),
    )
    moments.note(records, taken, letter, desk.now())
    return taken, since


def _round(desk: Desk, now: Ongoing, letter: Letter) -> int | None:
    """The round of the public beacon for a turn taken now; None in games without one."""
    if now.game.luck != FORM:
        return None
    beacon = fortune.beacon_of_game(now.game)
    return None if beacon is None else fortune.round_for(beacon, letter, desk.now())
