"""What an unclear announcement means is asked, and its author's answer completes it (A126).

The announcement counts as of its own time, and by its own luck: an answer chooses or completes,
changes nothing that was plainly said, and only the first one that settles it counts.  It comes too
late when another turn was taken; then, and wherever it does not count, its author is told to
announce anew.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final, Literal

from rednov_bot.core.errors import CannotRule
from rednov_bot.core.mail.composing import headed
from rednov_bot.core.models import (
    Act,
    Clarification,
    Confirmed,
    Join,
    Leave,
    Message,
    Note,
    PaperId,
    Question,
    Reading,
    TurnAct,
)
from rednov_bot.core.render import answers
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import (
    announcements,
    choices,
    listening,
    mails_on_file,
    outgoing,
    reach,
    rehearsal,
)
from rednov_bot.core.workflow.commands.saying import acknowledges, code_of, is_polite
from rednov_bot.core.workflow.desk import Desk, ongoing
from rednov_bot.core.workflow.outgoing import answer, on_file
from rednov_bot.games.base import Further

Counts = Literal["private", "list", "off"]
"""Where an answer counts (option confirm_announcements)."""

_LONGEST: Final = 4_000
"""Characters of an announcement that an answer may complete."""

_AGREES: Final = re.compile(r"\s*(?:yes|yep|yeah|aye|i do|correct|right|exactly)\b", re.IGNORECASE)
"""A yes, and not an "ok" or "thanks" that may mean no more than that the question was read."""

_BRIEF: Final = 40
"""Words of a posting below one's own unclear announcement that may be an answer to what was asked
about it."""


def concerns(desk: Desk, records: UnitOfWork, message: Message, reading: Reading) -> bool:
    """Whether an unclear mail may announce something that could count.

    While a game is played only its players take turns; anybody may join or leave the contest.  What
    answers a choice is no announcement.
    """
    if choices.may_choose(message):
        return False
    now = ongoing(desk, records)
    if now is None or message.sender in now.game.gnomes:
        return True
    return any(isinstance(act, Join | Leave) for act in (*reading.proposal, *reading.second))


def ask(desk: Desk, records: UnitOfWork, mail: PaperId, message: Message, reading: Reading) -> str:
    """What was not understood of a public announcement is asked about, privately.

    Under a code, where an answer may complete it.  Where it takes something back or repeats what
    is nowhere, is too long, or says something else in its HTML, it must be announced anew.
    """
    counts = _counts(desk, records)
    anew = listening.is_of_another(reading.questions)
    if anew or message.doubt or len(message.text) > _LONGEST or message.sender is None:
        counts = "off"
    message = replace(message, text=_unsigned(message.text, message.sender or ""))
    asked = listening.with_help(desk, message, reading)
    told = _asked(desk, records, mail, message, message.text, asked, counts)
    if told is None:
        return on_file("a question", False)
    if counts == "private":  # else no reading is shown
        listening.wish(desk, message, reading)
    return told


def _asked(
    desk: Desk,
    records: UnitOfWork,
    mail: PaperId,
    message: Message,
    text: str,
    reading: Reading,
    counts: Counts,
    before: Sequence[tuple[str, str]] = (),
) -> str | None:
    """The question is sent and stored; None where its reader had enough answers today.

    *text* is the announcement, with the answers that came *before* in it.
    """
    code = "" if counts == "off" else desk.tokens.code()
    shown = [one for one in (reading.proposal, reading.second) if one and counts == "private"]
    questions = reading.questions if shown else listening.without_reading(reading.questions)
    proposals = []
    for acts in shown:  # each with what would come of turns in it
        lines = [line for act in acts for line in desk.game.said(act, desk.settings.contest.name)]
        turns = [act.turn for act in acts if isinstance(act, TurnAct) and not desk.game.lacks(acts)]
        tried = [rehearsal.tried(desk, records, turn) for turn in turns]
        short = [answers.in_short(one.trial, desk.game, waits=one.waits) for one in tried]
        proposals.append(answers.Proposal(lines, tuple(map(desk.game.spoken, short))))
    page = answers.question(
        questions,
        **outgoing.answering(desk, message, message.forum),
        said_at=message.said_at,
        code=code,
        counts=counts,
        proposals=proposals,
        is_whole=not desk.game.lacks(reading.proposal),
        so_far=text if before else "",
    )
    if not answer(desk, records, page):
        return None
    if code:
        now = ongoing(desk, records)
        facts = None if now is None else desk.game.facts(now.gamestate)
        records.ask_to_clarify(
            Clarification(
                mail=mail,
                code=code,
                name=message.sender or "",
                game=None if now is None else now.game.id,
                turns=0 if facts is None else facts.turns,
                unresolved=facts is not None and facts.pending is not None,
                at=desk.now(),
                text=text,
                questions=questions,
                proposal=reading.proposal,
                second=reading.second,
                said=tuple(before),
            )
        )
    return "a question was sent"


# -- answers ---------------------------------------------------------------------------------------


def question_answered(desk: Desk, records: UnitOfWork, message: Message) -> Clarification | None:
    """The question that a message answers by the name of its author; None of any other message.

    To the bot alone it is a reply to the question, or bears its code; on a public list also a
    brief reply to the unclear announcement itself.
    """
    asked = _answered(desk, records, message)
    if asked is None or asked.name != message.sender:
        return None
    return asked if message.forum == "private" or message.public else None


def _answered(desk: Desk, records: UnitOfWork, message: Message) -> Clarification | None:
    code = code_of(message.subject)
    if code is not None:
        return records.clarification(code)
    if message.forum == "private":
        for sent in reach.answered(desk, records, message):
            known = records.posting(sent.message_id)
            if known is None or sent.kind != "question":
                continue
            code = code_of(headed(known.posting)[0])
            if code is not None:
                return records.clarification(code)
        return None
    if message.in_reply_to is None or len(message.text.split()) > _BRIEF:
        return None
    above = records.same_before(message.in_reply_to, None)
    return None if above is None else records.clarification_of(above)


def hear(
    desk: Desk, records: UnitOfWork, mail: PaperId, message: Message, asked: Clarification
) -> str | None:
    """What was made of an answer to what was *asked*; None of a message that settles nothing and
    may be something else."""
    in_private, counts = message.forum == "private", _counts(desk, records)
    if (why := _not_now(desk, records, asked, counts, in_private=in_private)) is not None:
        return _told(desk, records, message, asked, why) if in_private else None
    coded = code_of(message.subject) == asked.code
    said, contest = _unsigned(message.text, asked.name), desk.settings.contest.name
    people, shown = tuple(desk.settings.people), counts == "private"
    meant = desk.game.completed(asked, said, people, contest, shown)
    in_game = meant != "no" and listening.of_a_game((*asked.proposal, *asked.second))
    if in_game and not listening.settles_game(desk, records, asked.text, said):
        meant = "nothing"
    if asked.said and not in_private and counts == "private":
        # An earlier answer may have been private, and name what the list is not to hear.
        if meant in ("no", "nothing"):
            return None
        return _told(desk, records, message, asked, "nothing")
    if not (in_private or coded) and (
        meant == "no" or (bool(asked.proposal) and meant == asked.proposal)
    ):
        return None  # said to whoever asked on the list, perhaps
    if meant == "nothing":
        means_to = in_private and _means_to_answer(desk, message)
        return _told(desk, records, message, asked, "nothing") if means_to else None
    if meant == "no":
        records.clarify(asked.mail, "denied", (), mail, desk.now())
        return _told(desk, records, message, asked, "no")
    if isinstance(meant, Further):
        # The answer settles a part of it: what is left is asked in the same thread.
        before = (*asked.said, (_in_words(asked.questions), message.text.strip()))
        forum = _forum(desk, records, asked) if in_private else message.forum
        further = replace(message, forum=forum)
        told = _asked(desk, records, asked.mail, further, meant.text, meant.reading, counts, before)
        return on_file("answers a part of what was asked", told is not None)
    return _carry_out(desk, records, mail, message, asked, meant)


def _not_now(
    desk: Desk, records: UnitOfWork, asked: Clarification, counts: Counts, *, in_private: bool
) -> answers.Unsettled | None:
    if counts == "off" or (in_private and counts != "private"):
        return counts
    if records.clarified(asked.mail) is not None or records.is_reopened(asked.mail):
        return "settled"
    now = ongoing(desk, records)
    if (None if now is None else now.game.id) != asked.game:
        return "overtaken"
    if now is None:
        return None
    facts = desk.game.facts(now.gamestate)
    same = facts.turns == asked.turns and (facts.pending is not None) == asked.unresolved
    return None if same else "overtaken"


def _means_to_answer(desk: Desk, message: Message) -> bool:
    """Whether a message that settles nothing says more than thanks, or that it was read."""
    said, name = _unsigned(message.text, message.sender or ""), message.sender or ""
    if _AGREES.match(said):
        return True
    thanked = listening.without_masters(desk, said)
    thanks = thanked if any(map(str.isalpha, thanked)) else said  # a name alone is a call
    return not acknowledges(thanks, name)


def _unsigned(text: str, name: str) -> str:
    *lines, last = text.rstrip().split("\n")
    names = {name.casefold(), *name.casefold().split()[:1], name[:1].casefold()}
    if not lines or last.strip(" .,!*_-–—").casefold() not in names - {""}:
        return text.rstrip()
    while len(lines) > 1 and is_polite(lines[-1], name):
        lines.pop()
    return "\n".join(lines).rstrip()


def _carry_out(
    desk: Desk,
    records: UnitOfWork,
    mail: PaperId,
    message: Message,
    asked: Clarification,
    acts: tuple[Act, ...],
) -> str:
    try:
        announced, heard_at = mails_on_file.announcement(desk, records, asked.mail, asked.name)
    except CannotRule:
        return _told(desk, records, message, asked, "overtaken")
    announced = replace(
        announced,
        written=announced.text,
        authentication=records.authentication(asked.mail),
        confirmed=Confirmed(
            name=asked.name,
            said=(*asked.said, (_in_words(asked.questions), message.text.strip())),
            privately=message.forum == "private",
        ),
    )
    notes: list[Note] = []
    if message.forum == "private":
        # What was named in the private answer alone is not told to the list: it is as if it came
        # in a private list (A23), which comes with the act.
        people = tuple(desk.settings.people)
        hushed = [desk.game.hushed(act, announced.text, people) for act in acts]
        acts = tuple([act for act, _ in hushed])
        notes = [note for _, note in hushed if note is not None]
    if len(notes) > 1:
        return _told(desk, records, message, asked, "nothing")  # one list serves one act
    at, name = desk.now(), asked.name
    before = records.noted_items(name, at - announcements.LIST_KEPT) or ()
    for note in notes:
        records.note_items(name, note.kept, at)
    records.clarify(asked.mail, "confirmed", acts, mail, at)
    told = announcements.carry_out(desk, records, asked.mail, announced, acts, heard_at)
    if notes:
        records.note_items(name, before, desk.now())  # what was refused leaves no list behind
    made = f"answers what was asked about mail {asked.mail}, which so announces "
    return on_file(made + ", ".join(announcements.named(acts)), told)


def _told(
    desk: Desk, records: UnitOfWork, message: Message, asked: Clarification, why: answers.Unsettled
) -> str:
    page = answers.unsettled(
        why,
        code=asked.code,
        words=_in_words(asked.questions),
        said_at=message.said_at,
        **outgoing.answering(desk, message, _forum(desk, records, asked)),
    )
    made = f"answers what was asked about mail {asked.mail}, without effect ({why})"
    return on_file(made, answer(desk, records, page))


def _forum(desk: Desk, records: UnitOfWork, asked: Clarification) -> str | None:
    found = mails_on_file.message_if_any(desk, records, asked.mail)
    return None if found is None else found.forum


def _counts(desk: Desk, records: UnitOfWork) -> Counts:
    now = ongoing(desk, records)
    if now is None:
        return "private"
    counts: Counts = now.options.confirm_announcements
    return counts


def _in_words(questions: Sequence[Question]) -> str:
    return " ".join([f'"{one.words}": {one.ask}' if one.words else one.ask for one in questions])
