"""A player answers a choice of theirs, or tries to (rules.md 7.1).

It is a wish to the resolver and no announcement, so that any list will do as well as the bot alone.
"""

from __future__ import annotations

import re

from rednov_bot.core.models import Message, PaperId, Reading
from rednov_bot.core.render import answers
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import outgoing, resolving
from rednov_bot.core.workflow.desk import Desk, pending
from rednov_bot.core.workflow.outgoing import answer, on_file
from rednov_bot.core.workflow.resolving import Waiting, held
from rednov_bot.games.base import Answer, Player

_CHOOSES = re.compile(r"\s*(?:i\s+)?choose\b", re.IGNORECASE)
_OF_A_TURN = re.compile(r"\b(?:turn|action|minutes?|mins?)\b", re.IGNORECASE)
_SHORT = 8  # words of an answer
_QUOTED = 200  # characters of a mail that are shown to its author again
_SUBJECT = "a choice of yours"
_ANSWERS = "answers a choice"


def waiting_for(desk: Desk, records: UnitOfWork, name: Player) -> Waiting | None:
    """The choice that the pending turn waits for, where it is *name*'s to make."""
    waiting = held(desk, records)
    if waiting is None or waiting.choice.of != name or not waiting.may_answer:
        return None
    return waiting


def may_choose(message: Message) -> bool:
    """Whether a message may answer a choice: it says so, or replies to the question."""
    return _CHOOSES.match(message.text) is not None or _SUBJECT in message.subject


def is_brief(message: Message) -> bool:
    """Whether a message is no longer than an answer."""
    return len(message.text.split()) <= _SHORT


def was_meant(message: Message, reading: Reading) -> bool:
    """Whether a message that names no candidate was meant to: not where it is plainly a turn."""
    if _CHOOSES.match(message.text) or reading.verdict == "none":
        return True
    brief = is_brief(message) and _OF_A_TURN.search(message.text) is None
    return reading.verdict == "ambiguous" and (_SUBJECT in message.subject or brief)


def hear(
    desk: Desk, records: UnitOfWork, mail: PaperId, message: Message, waiting: Waiting | None
) -> str | None:
    """An answer that counts, or one that comes too late; None of a message that is neither.

    On a list people talk of what others choose: there it says nothing else, and only what begins
    with "choose" is told that it names none.  What is said to them goes to the player alone.
    """
    listed = message.forum != "private"
    chooses = _CHOOSES.match(message.text) is not None
    if (chooses or listed) and message.message_id is not None:
        # What went to a list and to the bot, and answered a choice the other way before, would
        # answer the next question, which its author had not seen, or be told that they are late.
        earlier = records.same_before(message.message_id, None)
        filed = None if earlier is None else records.filed(earlier)
        if filed is not None and filed.reason.startswith(_ANSWERS):
            return f"{_ANSWERS}, in a mail heard before"
    brief = chooses and (is_brief(message) or not listed)
    if waiting is None:
        return _too_late(desk, records, message) if brief else None
    offered, people = waiting.told(waiting.choice.of).candidates, tuple(desk.settings.people)
    texts = (message.text, message.other) if message.doubt else (message.text,)
    # The candidate that it names, if its alternatives name the same.
    labels = {desk.game.chosen(text, offered, people, plainly=listed) for text in texts}
    label = labels.pop() if len(labels) == 1 else None
    if label is not None:
        return _taken(desk, records, mail, message, waiting, label)
    return ask_again(desk, records, message, waiting) if listed and brief else None


def _taken(
    desk: Desk, records: UnitOfWork, mail: PaperId, message: Message, waiting: Waiting, label: str
) -> str:
    """The answer counts, unless the bot had the mail before it asked this, as one that its author
    owns only now: what they wrote was for an earlier question."""
    taken, filed = waiting.taken, records.filed(mail)
    if filed is not None and filed.at < waiting.asked_at:
        return ask_again(desk, records, message, waiting, was_there=True)
    heads = outgoing.answering(desk, message, taken.forum)
    told = answer(desk, records, answers.choice_taken(taken.number, label, **heads))
    resolving.answered(desk, records, taken.id, waiting.choice.key, Answer(label, "gnome"))
    listed = "" if message.forum == "private" else " on a list"
    return on_file(f"{_ANSWERS}{listed}", told)


def ask_again(
    desk: Desk, records: UnitOfWork, message: Message, waiting: Waiting, *, was_there: bool = False
) -> str:
    """The candidates once more, and how to write them; there is no more time for it.

    The message names none for certain, or *was_there* before they were asked.
    """
    page = answers.choice_again(
        waiting.told(message.sender or ""),
        message.text[:_QUOTED],
        waiting.taken.number,
        deadline=waiting.deadline,
        was_there=was_there,
        **outgoing.answering(desk, message, waiting.taken.forum),
    )
    made = "no answer to a choice"
    made += ", because it came before they were asked" if was_there else ""
    return f"{made}, asked again" if answer(desk, records, page) else on_file(made, False)


def _too_late(desk: Desk, records: UnitOfWork, message: Message) -> str | None:
    """A player chooses in the pending turn, when the choice was made or has passed on."""
    taken = pending(desk, records)
    if taken is None:
        return None
    waiting, made = held(desk, records), None
    choice = None if waiting is None else waiting.choice
    passed_on = choice is not None and choice.of == message.sender and choice.asks == "gnome"
    if not passed_on:
        # What they have chosen last in their own turn.
        every = records.answers(taken.id).items() if taken.player == message.sender else ()
        own = [one for key, one in every if one.by == "gnome" and key.startswith("event ")]
        made = own[-1].label if own else None
        if made is None:
            return None
    page = answers.choice_closed(
        taken.number, made, **outgoing.answering(desk, message, taken.forum)
    )
    told = answer(desk, records, page)
    return on_file(f"{_ANSWERS} {'too late' if passed_on else 'a second time'}", told)
