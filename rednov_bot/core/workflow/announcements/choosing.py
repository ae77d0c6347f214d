"""A gnome answers a choice of theirs, or tries to (rules.md 7.1)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rednov_bot.core.models import Message, PaperId, Reading
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import outgoing
from rednov_bot.core.workflow.announcements import resolving
from rednov_bot.core.workflow.announcements.asking import Waiting, moment
from rednov_bot.core.workflow.desk import Desk, ongoing, pending
from rednov_bot.core.workflow.outgoing import answer, on_file
from rednov_bot.games.base import Answer, Choice, Held, Player
from rednov_bot.games.red_november.reader.choices import read_choice
from rednov_bot.games.red_november.reader.consent import is_polite
from rednov_bot.games.red_november.render import private_pages

_LONGEST = 2_000  # characters of an answer
_LINE = re.compile(r"^[ \t]*((?:i )?choose [^:\n]+):", re.IGNORECASE | re.MULTILINE)
_WORD = re.compile(r"\S+")
_PART = re.compile(r"[^\W_]+|[^\w\s.,;:!()*_\"'/<>-]")  # a picture or "?" is a word, too
_NAMING = ("hatch", "room", "the", "number")
_POINTS = ".,;!"

Offered = tuple[tuple[str, str], ...]
"""The candidates of a choice, and what stood behind the colon of each in the mail that asked."""


def read_answer(
    text: str, offered: Offered, people: Sequence[str], *, plainly: bool = False
) -> str | None:
    """The candidate that a text means, None where that cannot be told.

    What a candidate would do may be copied, whole or its beginning.  Anything else behind the
    colon may take the answer back, unless it is polite words or names the same candidate.
    *plainly*: nothing but the candidate and polite words may be said at all.
    """
    if len(text) > _LONGEST:
        return None
    labels = tuple([label for label, _ in offered])

    def read(said: str) -> str | None:
        label = read_choice(said, candidates=labels, people=people)
        if label is None or not plainly or _says_no_more(said, label, people):
            return label
        return None

    line = _LINE.search(text)
    label = read(line[1]) if line is not None else None
    if line is None or label is None:
        return read(text)
    behind = text[line.end() :]
    rest = _beyond(behind, dict(offered)[label])
    if rest is None:
        rest = behind
    if not is_polite(rest, people) and read(rest) != label:
        return None
    return read(f"{text[: line.start()]}{line[1]}\n{rest}")


def _says_no_more(said: str, label: str, people: Sequence[str]) -> bool:
    own = {*_PART.findall(label.casefold()), *_NAMING}
    others = [word for word in _PART.findall(said.casefold()) if word not in own]
    return is_polite(" ".join(others), people)


def _beyond(behind: str, prospect: str) -> str | None:
    """What is left behind a copy of the prospect or of its beginning, None where it is no copy."""
    wanted = prospect.casefold().split()
    end = 0
    for at, word in enumerate(_WORD.finditer(behind)):
        if at == len(wanted):
            return behind[end:]
        said, last = word[0].casefold(), at + 1 == len(wanted)
        if said != wanted[at] and not (last and said.rstrip(_POINTS) == wanted[at]):
            is_last_word = not behind[word.end() :].strip()
            return "" if is_last_word and wanted[at].startswith(said) else None
        end = word.end()
    return ""


_CHOOSES = re.compile(r"\s*(?:i\s+)?choose\b", re.IGNORECASE)
_OF_A_TURN = re.compile(r"\b(?:turn|action|minutes?|mins?)\b", re.IGNORECASE)
_PRONOUNS = ("em", "them", "her", "him")
_SHORT = 8  # words of an answer
_QUOTED = 200  # characters of a mail that are shown to its author again
_SUBJECT = "a choice of yours"
_ANSWERS = "answers a choice"
_HEARD = f"{_ANSWERS}, in a mail heard before"


def is_whereto(choice: Choice | None, who: str) -> bool:
    """Whether it is asked whereto the gnome flees whom a name or a pronoun stands for."""
    if choice is None or choice.kind != "escape":
        return False
    return who.casefold() in (*_PRONOUNS, choice.of.casefold())


def held(desk: Desk, records: UnitOfWork) -> Waiting | None:
    """The choice that the pending turn waits for, whoever makes it; None where it is for none."""
    now = ongoing(desk, records)
    if now is None or now.gamestate.position.pending is None:
        return None
    taken = records.pending_turn(now.game.id)
    if taken is None:
        return None
    outcome = resolving.resolution_of(desk, records, now, taken)
    return Waiting(desk, records, now, taken, outcome) if isinstance(outcome, Held) else None


def waiting_for(desk: Desk, records: UnitOfWork, name: Player) -> Waiting | None:
    """The choice that the pending turn waits for, where it is *name*'s to make."""
    waiting = held(desk, records)
    if waiting is None or waiting.choice.of != name:
        return None
    return waiting if waiting.may_answer else None


def awaited(desk: Desk, records: UnitOfWork) -> str | None:
    """`turn 3 waits for a choice of Ann's until 24 Nov 2026 10:00 UTC`, None where it does not."""
    waiting = held(desk, records)
    if waiting is None or not waiting.is_asked:
        return None
    return (
        f"turn {waiting.taken.number} waits for a choice of {waiting.choice.of}'s until "
        f"{waiting.deadline:%d %b %Y %H:%M} UTC"
    )


def take(
    desk: Desk, records: UnitOfWork, mail: PaperId, message: Message, waiting: Waiting | None
) -> str | None:
    """The message is an answer that counts, or one that comes too late; None if it is neither."""
    if _CHOOSES.match(message.text) and _is_a_copy(records, message):
        return _HEARD
    if waiting is None:
        return _too_late(desk, records, message)
    label = _label(desk, message, waiting)
    return None if label is None else _taken(desk, records, mail, message, waiting, label)


def may_choose(message: Message) -> bool:
    """Whether a message on a list may answer a choice: it says so, or replies to the question."""
    return _CHOOSES.match(message.text) is not None or _SUBJECT in message.subject


def take_in_public(desk: Desk, records: UnitOfWork, mail: PaperId, message: Message) -> str | None:
    """A choice answered on a list counts as well; None of a message that is no answer there.

    It is a wish to the resolver and no announcement (rules.md 7.1), so any list will do.  Only a
    reply to the question, or one that begins with "choose", is looked at; what is said to them goes
    to the gnome alone.
    """
    chooses = _CHOOSES.match(message.text) is not None
    if not (chooses or _SUBJECT in message.subject) or message.sender is None:
        return None
    if _is_a_copy(records, message):
        return _HEARD
    waiting = waiting_for(desk, records, message.sender)
    brief = chooses and is_brief(message)
    if waiting is None:
        return _too_late(desk, records, message) if brief else None
    label = _label(desk, message, waiting, plainly=True)
    if label is None:
        return ask_again(desk, records, message, waiting) if brief else None
    return _taken(desk, records, mail, message, waiting, label)


def _is_a_copy(records: UnitOfWork, message: Message) -> bool:
    """Whether the mail went to a list and to the bot, and answered a choice the other way before.

    It would answer the next question, which its author had not seen, or be told that they are late.
    """
    earlier = None if message.message_id is None else records.same_before(message.message_id, None)
    if earlier is None:
        return False
    filed = records.filed(earlier)
    return filed is not None and filed.reason.startswith(_ANSWERS)


def _label(desk: Desk, message: Message, waiting: Waiting, *, plainly: bool = False) -> str | None:
    """The candidate that a message names, None where it names none for certain.

    *plainly*: and says nothing else, for on a list people talk of what others choose.
    """
    offered = waiting.candidates
    people = tuple(desk.settings.people)
    label = read_answer(message.text, offered, people, plainly=plainly)
    if message.doubt and label != read_answer(message.other, offered, people, plainly=plainly):
        return None
    return label


def _taken(
    desk: Desk, records: UnitOfWork, mail: PaperId, message: Message, waiting: Waiting, label: str
) -> str:
    """The answer counts, unless the bot had the mail before it asked this, as one that its author
    owns only now: what they wrote was for an earlier question."""
    taken, filed = waiting.taken, records.filed(mail)
    if filed is not None and filed.at < waiting.asked_at:
        return ask_again(desk, records, message, waiting, was_there=True)
    heads = outgoing.answering(desk, message, taken.forum)
    told = answer(desk, records, private_pages.choice_taken(taken.number, label, **heads))
    resolving.answered(desk, records, taken.id, waiting.choice.key, Answer(label, "gnome"))
    listed = "" if message.forum == "private" else " on a list"
    return on_file(f"{_ANSWERS}{listed}", told)


def was_meant(message: Message, reading: Reading) -> bool:
    """Whether a message that names no candidate was meant to: not where it is plainly a turn."""
    if _CHOOSES.match(message.text):
        return True
    match reading.verdict:
        case "acts":
            return False
        case "none":
            return True
        case "ambiguous":
            brief = is_brief(message) and _OF_A_TURN.search(message.text) is None
            return _SUBJECT in message.subject or brief


def is_brief(message: Message) -> bool:
    """Whether a message is no longer than an answer."""
    return len(message.text.split()) <= _SHORT


def ask_again(
    desk: Desk, records: UnitOfWork, message: Message, waiting: Waiting, *, was_there: bool = False
) -> str:
    """The candidates once more, and how to write them; there is no more time for it.

    The message names none for certain, or *was_there* before they were asked.
    """
    taken, choice = waiting.taken, waiting.choice
    page = private_pages.choice_again(
        choice,
        message.text[:_QUOTED],
        moment(waiting.now, waiting.held),
        waiting.now.tables.board,
        taken.number,
        deadline=waiting.deadline,
        was_there=was_there,
        **outgoing.answering(desk, message, taken.forum),
    )
    made = "no answer to a choice"
    made += ", because it came before they were asked" if was_there else ""
    if answer(desk, records, page):
        return f"{made}, asked again"
    return on_file(made, False)


def _too_late(desk: Desk, records: UnitOfWork, message: Message) -> str | None:
    """A gnome chooses in their pending turn, when the choice was made or has passed on."""
    taken = pending(desk, records)
    if taken is None or not _CHOOSES.match(message.text):
        return None
    waiting, made = held(desk, records), None
    choice = None if waiting is None else waiting.choice
    passed_on = choice is not None and choice.of == message.sender and choice.asks == "gnome"
    if not passed_on:
        # What they have chosen last in their own turn.
        every = records.answers(taken.id).items() if taken.turn.gnome == message.sender else ()
        own = [one for key, one in every if one.by == "gnome" and key.startswith("event ")]
        made = own[-1].label if own else None
        if made is None:
            return None
    page = private_pages.choice_closed(
        taken.number, made, **outgoing.answering(desk, message, taken.forum)
    )
    answered = answer(desk, records, page)
    made_of_it = "answers a choice too late" if passed_on else "answers a choice a second time"
    return on_file(made_of_it, answered)
