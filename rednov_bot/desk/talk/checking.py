"""What is mailed to the address for checks: whatever it says is tried, and nothing is kept."""

from __future__ import annotations

from typing import assert_never

from rednov_bot.desk import listening, stationery
from rednov_bot.desk.announcements import between, membership
from rednov_bot.desk.contest import starting
from rednov_bot.desk.desk import Desk, ongoing
from rednov_bot.desk.outgoing import answer, on_file, one_answer
from rednov_bot.desk.talk import helping, inquiries, musing, rehearsing
from rednov_bot.engine.logbook import Logbook
from rednov_bot.engine.refusals import Against, refusal
from rednov_bot.engine.rules.hands import discard, give_back
from rednov_bot.papers import (
    Act,
    Discard,
    GiveBack,
    ItemList,
    Join,
    Leave,
    Letter,
    Reading,
    TurnAct,
)
from rednov_bot.ports import Records
from rednov_bot.prose import rehearsal_pages
from rednov_bot.prose.rehearsal_pages import Checked


def hear(desk: Desk, records: Records, letter: Letter) -> str:
    """A mail to the address for checks; what was made of it, for the file."""
    reading = listening.read(desk, letter)
    if wanted := inquiries.wanted(letter):
        return inquiries.answered(desk, records, letter, wanted)
    if reading.verdict == "acts":
        return _hear_all(desk, records, letter, reading)
    if letter.wants_no_answer:
        return "announces nothing, and wants no answer"
    if helping.is_asked(desk, letter):
        return helping.asked(desk, records, letter)
    if made := musing.tried(desk, records, letter, reading):
        return made
    if reading.verdict == "ambiguous":
        return listening.ask(desk, records, letter, reading.questions)
    return helping.not_understood(desk, records, letter)


def _hear_all(desk: Desk, records: Records, letter: Letter, reading: Reading) -> str:
    with one_answer(desk, records, asked=True) as answering:
        for act in reading.acts:
            _try(answering, records, letter, act, several=len(reading.acts) > 1)
        told = answering.tray != []
    return on_file("a check, in which nothing counts", told)


def _try(desk: Desk, records: Records, letter: Letter, act: Act, *, several: bool) -> None:
    match act:
        case TurnAct(turn=turn):
            rehearsing.turn_tried(desk, records, letter, turn, several=several)
        case Discard() | GiveBack() | Join() | Leave():
            announced, faults = _faults(desk, records, letter, act)
            _tell(desk, records, letter, announced, faults)
        case ItemList():
            _tell(desk, records, letter, "private list", ())
        case _:
            assert_never(act)


def _faults(
    desk: Desk, records: Records, letter: Letter, act: Discard | GiveBack | Join | Leave
) -> tuple[Checked, tuple[Against, ...]]:
    """What is against an announcement that is no turn."""
    name, now = letter.sender or "", ongoing(desk, records)
    match act:
        case Join():
            fault = refusal("ALREADY_A_CONTESTANT", f"{name} is a contestant already")
            return "joining", (fault,) if name in starting.members(desk, records) else ()
        case Leave():
            why = membership.may_leave(desk, records, name)
            return "leaving", () if why is None else (why,)
    announced: Checked = "discard" if isinstance(act, Discard) else "gift in return"
    if now is None:
        return announced, (rehearsing.NO_GAME,)
    items = between.listed(desk, records, name, act, now.options)
    meant = () if isinstance(items, Against) else items
    if isinstance(act, Discard):
        done = discard(now.gamestate, name, meant)
    else:
        done = give_back(now.gamestate, name, act.to, meant, now.options)
    if isinstance(items, Against):
        return announced, between.with_others(done, items)
    return announced, () if isinstance(done, Logbook) else done


def _tell(
    desk: Desk,
    records: Records,
    letter: Letter,
    announced: Checked,
    faults: tuple[Against, ...],
) -> None:
    """A check of what is no turn: whether it would count, and where to send it."""
    head = stationery.letterhead(desk)
    envelope = stationery.to_sender(desk, letter)
    page = rehearsal_pages.checked(announced, faults, letterhead=head, envelope=envelope)
    answer(desk, records, page, asked=True)
