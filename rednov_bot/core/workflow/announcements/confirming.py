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

from msgspec.structs import replace as replaced

from rednov_bot.core.errors import CannotRule
from rednov_bot.core.mail.composing import headed
from rednov_bot.core.models import (
    Act,
    Clarification,
    Confirmed,
    Join,
    Leave,
    Message,
    PaperId,
    Question,
    Reading,
    TurnAct,
)
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import listening, mails_on_file, outgoing, reach
from rednov_bot.core.workflow.announcements import announcing, choosing, turns
from rednov_bot.core.workflow.commands.asking import requests
from rednov_bot.core.workflow.commands.saying import acknowledges, code_of, is_polite
from rednov_bot.core.workflow.desk import Desk, ongoing
from rednov_bot.core.workflow.outgoing import answer, on_file
from rednov_bot.core.workflow.private import helping, in_reply, rehearsing
from rednov_bot.games.red_november.reader.answers import Further, Unclear, completed, is_yes
from rednov_bot.games.red_november.reader.questions import missing, without_reading
from rednov_bot.games.red_november.reader.reading import tiles_in
from rednov_bot.games.red_november.reader.retractions import NOTHING_QUOTED, RETRACTED
from rednov_bot.games.red_november.render import answers, rehearsal_pages
from rednov_bot.games.red_november.render.canonical import said
from rednov_bot.games.red_november.rules.deeds import Discard, GiveBack
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.words import Item

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

    While a game is played only its gnomes take turns; anybody may join or leave the contest.  What
    answers a choice or asks for help is no announcement.
    """
    if choosing.may_choose(message) or helping.is_asked(desk, message):
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
    anew = any(one.ask in (RETRACTED, NOTHING_QUOTED) for one in reading.questions)
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
    name = message.sender or ""
    shown = [one for one in (reading.proposal, reading.second) if one and counts == "private"]
    questions = reading.questions if shown else without_reading(reading.questions)
    proposals = []
    for acts in shown:
        lines = [line for act in acts for line in said(act, desk.settings.contest.name)]
        turns_meant = [act.turn for act in acts if isinstance(act, TurnAct) and not missing(acts)]
        tried = [rehearsing.tried(desk, records, turn) for turn in turns_meant]
        short = [
            rehearsal_pages.in_short(
                one.rehearsal, None if one.now is None else one.now.tables, waits=one.waits
            )
            for one in tried
        ]
        proposals.append(answers.Proposal(lines, short))
    page = answers.question(
        questions,
        text,
        **outgoing.answering(desk, message, message.forum),
        said_at=message.said_at,
        code=code,
        counts=counts,
        proposals=proposals,
        is_whole=not missing(reading.proposal),
        so_far=text if before else "",
    )
    if not answer(desk, records, page):
        return None
    if code:
        now = ongoing(desk, records)
        records.ask_to_clarify(
            Clarification(
                mail=mail,
                code=code,
                name=name,
                game=None if now is None else now.game.id,
                turns=0 if now is None else now.gamestate.position.turns,
                unresolved=now is not None and now.gamestate.position.pending is not None,
                at=desk.now(),
                text=text,
                questions=questions,
                proposal=reading.proposal,
                second=reading.second,
                said=tuple(before),
            )
        )
    return "a question was sent"


def hear(desk: Desk, records: UnitOfWork, mail: PaperId, message: Message) -> str | None:
    """What was made of an answer to such a question; None of a message that is none.

    To the bot alone it is a reply to the question, or bears its code; on a public list also a
    brief reply to the unclear announcement itself, where it completes that.
    """
    asked = _answered(desk, records, message)
    if asked is None or asked.name != message.sender:
        return None
    in_private = message.forum == "private"
    if in_private:
        if (
            message.wants_no_answer
            or requests(message, desk.words)
            or helping.is_asked(desk, message)
        ):
            return None
    elif not message.public:
        return None
    if (why := _not_now(desk, records, asked, in_private=in_private)) is not None:
        return _told(desk, records, message, asked, why) if in_private else None
    coded = code_of(message.subject) == asked.code
    answer = _unsigned(message.text, asked.name)
    meant = completed(
        Unclear(
            asked.text,
            asked.questions,
            asked.proposal,
            asked.second,
            _counts(desk, records) == "private",
            asked.name,
            tuple(desk.settings.people),
            desk.settings.contest.name,
        ),
        answer,
    )
    in_game = meant != "no" and listening.of_a_game((*asked.proposal, *asked.second))
    if in_game and not listening.settles_game(desk, records, asked.text, answer):
        meant = "nothing"
    if asked.said and not in_private and _counts(desk, records) == "private":
        # An earlier answer may have been private, and name what the list is not to hear.
        if meant in ("no", "nothing"):
            return None
        return _told(desk, records, message, asked, "nothing")
    if not (in_private or coded) and (
        meant == "no" or (bool(asked.proposal) and meant == asked.proposal)
    ):
        return None  # said to whoever asked on the list, perhaps
    match meant:
        case "nothing":
            means_to = in_private and _means_to_answer(desk, message)
            return _told(desk, records, message, asked, "nothing") if means_to else None
        case "no":
            records.clarify(asked.mail, "denied", (), mail, desk.now())
            return _told(desk, records, message, asked, "no")
        case Further(text=text, reading=reading):
            # The answer settles a part of it: what is left is asked in the same thread.
            before = (*asked.said, (_in_words(asked.questions), message.text.strip()))
            forum = _forum(desk, records, asked) if in_private else message.forum
            further, counts = replace(message, forum=forum), _counts(desk, records)
            told = _asked(desk, records, asked.mail, further, text, reading, counts, before)
            return on_file("answers a part of what was asked", told is not None)
        case _:
            return _carry_out(desk, records, mail, message, asked, meant)


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


def _not_now(
    desk: Desk, records: UnitOfWork, asked: Clarification, *, in_private: bool
) -> answers.Unsettled | None:
    counts = _counts(desk, records)
    if counts == "off" or (in_private and counts != "private"):
        return counts
    if records.clarified(asked.mail) is not None or records.is_reopened(asked.mail):
        return "settled"
    now = ongoing(desk, records)
    if (None if now is None else now.game.id) != asked.game:
        return "overtaken"
    if now is None:
        return None
    position = now.gamestate.position
    same = position.turns == asked.turns and (position.pending is not None) == asked.unresolved
    return None if same else "overtaken"


def _means_to_answer(desk: Desk, message: Message) -> bool:
    """Whether a message that settles nothing says more than thanks, or that it was read."""
    said = _unsigned(message.text, message.sender or "")
    if is_yes(said) and _AGREES.match(said):
        return True
    thanked = in_reply.without_masters(desk, said)
    thanks = thanked if any(map(str.isalpha, thanked)) else said  # a name alone is a call
    return not acknowledges(thanks, message.sender or "")


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
    lists: list[tuple[Item, ...]] = []
    if message.forum == "private":
        hushed = [_hushed(desk, announced, act) for act in acts]
        acts = tuple([act for act, _ in hushed])
        lists = [items for _, items in hushed if items]
    if len(lists) > 1:
        return _told(desk, records, message, asked, "nothing")  # one list serves one act
    before = records.noted_items(asked.name, desk.now() - turns.LIST_KEPT) or ()
    for items in lists:
        records.note_items(asked.name, items, desk.now())
    records.clarify(asked.mail, "confirmed", acts, mail, desk.now())
    told = announcing.carry_out(desk, records, asked.mail, announced, acts, heard_at)
    if lists:
        records.note_items(asked.name, before, desk.now())  # what was refused leaves no list behind
    made = f"answers what was asked about mail {asked.mail}, which so announces "
    return on_file(made + ", ".join(announcing.named(acts)), told)


def _hushed(desk: Desk, announced: Message, act: Act) -> tuple[Act, tuple[Item, ...]]:
    """Tiles to be given or discarded that were named in the private answer alone are not told to
    the list: it is as if they came in a private list (A23), which comes with the act."""
    stood = tiles_in(announced.text, tuple(desk.settings.people))

    def unheard(items: tuple[Item, ...]) -> bool:
        return not stood.issuperset(items)

    match act:
        case TurnAct(turn=turn) if turn.action is not None and unheard(turn.action.give or ()):
            count = len(turn.action.give or ())
            return TurnAct(replaced(turn, action=replaced(turn.action, give_count=count))), ()
        case Discard(items=items) if unheard(items):
            return Discard((), len(items)), items
        case GiveBack(to=to, items=items) if unheard(items):
            return GiveBack(to, (), len(items)), items
        case _:
            return act, ()


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
    return (Options() if now is None else now.options).confirm_announcements


def _in_words(questions: Sequence[Question]) -> str:
    return " ".join([f'"{one.words}": {one.ask}' if one.words else one.ask for one in questions])
