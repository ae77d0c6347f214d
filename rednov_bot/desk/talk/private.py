"""Private mails to the bot: rehearsals, lists, answers to a choice, standing orders, help."""

from __future__ import annotations

from typing import Final, assert_never

from rednov_bot.core.commands.musings import is_wondered
from rednov_bot.desk import commanding, listening, stationery
from rednov_bot.desk.announcements import choosing, standing_orders
from rednov_bot.desk.corrections import claims
from rednov_bot.desk.desk import Desk, Ongoing, ongoing
from rednov_bot.desk.drafts import replying
from rednov_bot.desk.due import away
from rednov_bot.desk.outgoing import answer, on_file, one_answer
from rednov_bot.desk.reaching import reached
from rednov_bot.desk.talk import checking, helping, in_reply, inquiries, musing, rehearsing
from rednov_bot.engine.logbook import Logbook
from rednov_bot.engine.rules.hands import discard
from rednov_bot.engine.rules.held import exceeds
from rednov_bot.engine.words import Item
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
from rednov_bot.prose.wording import counted, spoken, tiles


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
    if ordered := standing_orders.hear_by_name(desk, records, letter):
        return ordered
    waiting = choosing.waiting_for(desk, records, name)
    chosen = choosing.take(desk, records, mail, letter, waiting)
    if chosen is not None:
        return chosen
    reading = listening.read(desk, letter)
    tries_to_choose = waiting is not None and choosing.is_brief(letter)
    if not tries_to_choose:
        ordered = standing_orders.hear(desk, records, letter)
        if ordered:
            return ordered
    if said := _of_receipt(desk, records, mail, letter, reading, chooses=tries_to_choose):
        return said
    if reading.verdict != "acts" and letter.wants_no_answer:
        return "announces nothing, and wants no answer"
    if reading.verdict != "acts" and helping.is_asked(desk, letter):
        return helping.asked(desk, records, letter)
    if waiting is not None and choosing.was_meant(letter, reading):
        return choosing.ask_again(desk, records, letter, waiting)
    match reading.verdict:
        case "ambiguous":
            made = musing.tried(desk, records, letter, reading)
            return made or listening.ask(desk, records, letter, reading.questions)
        case "none":
            made = away.confirm(desk, records, letter)
            made = made or reached.acknowledged(desk, records, mail, letter)
            made = made or in_reply.told_what_to_do(desk, records, letter)
            made = made or commanding.ask(desk, records, letter)
            made = made or musing.tried(desk, records, letter, reading)
            made = made or in_reply.told_whom_to_write_to(desk, records, letter)
            return made or helping.not_understood(desk, records, letter)
        case "acts":
            return _hear_all(desk, records, mail, letter, reading.acts)
        case _:
            assert_never(reading.verdict)


def _of_receipt(
    desk: Desk,
    records: Records,
    mail: PaperId,
    letter: Letter,
    reading: Reading,
    *,
    chooses: bool,
) -> str | None:
    """An answer to the receipt of their own turn that is more than thanks, and nothing else.

    Where it may be a choice, or another turn, plan or question when that turn is resolved, only
    what protests or claims an error.
    """
    turns_only = all(isinstance(act, TurnAct) for act in reading.acts)
    if not turns_only or letter.wants_no_answer or in_reply.is_thanks(desk, letter):
        return None
    taken = claims.turn_answered(desk, records, letter)
    if taken is None or helping.is_asked(desk, letter):
        return None
    says_more = reading.verdict == "acts" or "?" in letter.text
    if chooses or (says_more and not claims.is_awaited(records, taken)):
        return claims.hear(desk, records, mail, letter)
    if is_wondered(letter.text) and (made := musing.tried(desk, records, letter, reading)):
        return made
    return away.confirm(desk, records, letter) or claims.hear_answer(
        desk, records, mail, letter, taken
    )


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
            return note(desk, records, letter, items)
        case TurnAct(turn=turn):
            return rehearsing.turn_tried(desk, records, letter, turn, several=several)
        case Discard(items=items) if items and owes(desk, records, letter):
            return note(desk, records, letter, items)
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


_MADE: Final = "a private list of items"


def owes(desk: Desk, records: Records, letter: Letter) -> bool:
    """Whether the sender has to discard, in a game where the list may be private (§17, A23)."""
    now = ongoing(desk, records)
    return now is not None and now.options.private_lists and _owed(now, letter) > 0


def note(desk: Desk, records: Records, letter: Letter, items: tuple[Item, ...]) -> str:
    """The list is kept for the next announcement of that many items, and confirmed."""
    assert letter.sender is not None
    now = ongoing(desk, records)
    if now is not None and not now.options.private_lists:
        told: tuple[str, ...] = ("Items have to be named in public here (option private_lists).",)
        next = "Announce on the list which items you give or discard; this mail does nothing."
    else:
        records.note_items(letter.sender, items, desk.now())
        told, next = _kept(now, letter, items)
    page = answers.noted(
        "private list",
        told,
        said_at=letter.said_at or desk.now(),
        letterhead=stationery.letterhead(desk),
        envelope=stationery.to_sender(desk, letter),
        next=next,
    )
    return on_file(_MADE, answer(desk, records, page))


def _kept(
    now: Ongoing | None, letter: Letter, items: tuple[Item, ...]
) -> tuple[tuple[str, ...], str]:
    """What is told of a list on file, and what its sender has to do next."""
    named = f"Your list is on file: {tiles(items)}."
    served = f"It is for your next announcement of {counted(len(items), 'item')}, within 48 hours."
    owed = 0 if now is None else _owed(now, letter)
    if now is None or not owed:
        return (named, served), (
            "Now announce on the list how many items you give or discard; without that nothing "
            "happens."
        )
    duty = f"You have to discard {counted(owed, 'item')} before your next turn (§17)."
    done = discard(now.gamestate, letter.sender or "", items)
    if not isinstance(done, Logbook):
        faults = [f"As a discard it would have no effect: {spoken(one.reason)}." for one in done]
        return (named, duty, *faults), "Mail a list that can be discarded; it replaces this one."
    return (named, served, duty), (
        "Nothing is discarded yet. Now announce the number on the list, for everybody to read: "
        f'"I discard {counted(len(items), "item")}."'
    )


def _owed(now: Ongoing, letter: Letter) -> int:
    """How many items the sender still has to discard for a hand limit."""
    gnomes = [gnome.name for gnome in now.gamestate.position.gnomes]
    if letter.sender not in gnomes:
        return 0
    seat = gnomes.index(letter.sender)
    secrets = now.gamestate.secrets
    return exceeds(secrets.limits[seat], secrets.hands[seat])
