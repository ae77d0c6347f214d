"""Private mails to the bot: rehearsals, lists, answers to a choice, standing orders, help."""

from __future__ import annotations

from typing import assert_never

from rednov_bot.desk import commanding, listening, stationery
from rednov_bot.desk.announcements import choosing, lists, standing_orders
from rednov_bot.desk.corrections import claims
from rednov_bot.desk.desk import Desk
from rednov_bot.desk.drafts import replying
from rednov_bot.desk.due import away
from rednov_bot.desk.outgoing import answer, on_file, one_answer
from rednov_bot.desk.reaching import reached
from rednov_bot.desk.talk import checking, helping, in_reply, inquiries, musing, rehearsing
from rednov_bot.papers import (
    Act,
    Discard,
    GiveBack,
    ItemList,
    Join,
    Leave,
    Letter,
    PaperId,
    Reading,
    TurnAct,
)
from rednov_bot.ports import Records
from rednov_bot.prose import answers


def hear(desk: Desk, records: Records, mail: PaperId, letter: Letter) -> str:
    """A private mail of somebody on the roster; what was made of it, for the file."""
    name = letter.sender
    assert name is not None
    if letter.check:
        return checking.hear(desk, records, letter)
    commanded = commanding.hear(desk, records, letter)
    if commanded is not None:
        return commanded
    decided = replying.decide(desk, records, letter)
    if decided is not None:
        return decided
    if wanted := inquiries.wanted(letter):
        return inquiries.answered(desk, records, letter, wanted)
    if ordered := standing_orders.hear_by_name(desk, records, mail, letter):
        return ordered
    waiting = choosing.waiting_for(desk, records, name)
    chosen = choosing.take(desk, records, mail, letter, waiting)
    if chosen is not None:
        return chosen
    reading = listening.read(desk, letter)
    tries_to_choose = waiting is not None and choosing.is_brief(letter)
    if not tries_to_choose:
        ordered = standing_orders.hear(desk, records, mail, letter, reading)
        if ordered:
            return ordered
    if protested := _protested(desk, records, mail, letter, reading):
        return protested
    if reading.verdict != "acts" and letter.wants_no_answer:
        return "announces nothing, and wants no answer"
    if reading.verdict != "acts" and helping.is_asked(desk, letter):
        return helping.asked(desk, records, letter)
    if waiting is not None and choosing.was_meant(letter, reading):
        return choosing.ask_again(desk, records, letter, waiting)
    match reading.verdict:
        case "ambiguous":
            return listening.ask(desk, records, letter, reading.questions)
        case "none":
            made = away.confirm(desk, records, letter)
            made = made or reached.acknowledged(desk, records, mail, letter)
            made = made or in_reply.told_what_to_do(desk, records, letter)
            made = made or commanding.ask(desk, records, letter)
            made = made or musing.tried(desk, records, letter)
            made = made or in_reply.told_whom_to_write_to(desk, records, letter)
            return made or helping.not_understood(desk, records, letter)
        case "acts":
            return _hear_all(desk, records, mail, letter, reading.acts)
        case _:
            assert_never(reading.verdict)


def _protested(
    desk: Desk, records: Records, mail: PaperId, letter: Letter, reading: Reading
) -> str | None:
    """An answer to the receipt of eir turn that says what e meant, and is nothing else."""
    if any(not isinstance(act, TurnAct) for act in reading.acts) or helping.is_asked(desk, letter):
        return None
    return claims.hear(desk, records, mail, letter)


def _hear_all(
    desk: Desk, records: Records, mail: PaperId, letter: Letter, acts: tuple[Act, ...]
) -> str:
    """Each act in its order; those that count only in public are sent back together; all of it
    is answered in one mail."""
    tries = any(isinstance(act, TurnAct) for act in acts)
    with one_answer(desk, records, asked=tries) as answering:
        made = [_hear(answering, records, mail, letter, act, several=len(acts) > 1) for act in acts]
        sent_back = None not in made or _misdirected(answering, records, letter)
    astray = on_file("an announcement, which counts only in public", sent_back)
    return ", ".join(one or astray for one in made)


def _hear(
    desk: Desk, records: Records, mail: PaperId, letter: Letter, act: Act, *, several: bool
) -> str | None:
    """What was made of one act said in private; None of one that has to be announced."""
    match act:
        case ItemList(items=items):
            return lists.note(desk, records, mail, letter, items)
        case TurnAct(turn=turn):
            return rehearsing.turn_tried(desk, records, letter, turn, several=several)
        case Discard(items=items) if items and lists.owes(desk, records, letter):
            return lists.note(desk, records, mail, letter, items)
        case Discard() | GiveBack() | Join() | Leave():
            return None
        case _:
            assert_never(act)


def _misdirected(desk: Desk, records: Records, letter: Letter) -> bool:
    """What counts only in public went to the bot alone: a private word, with the text (§9)."""
    page = answers.wrong_forum(
        desk.settings.bot.address,
        letter.text,
        letterhead=stationery.letterhead(desk),
        envelope=stationery.to_sender(desk, letter),
    )
    return answer(desk, records, page)
