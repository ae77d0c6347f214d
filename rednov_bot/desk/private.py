"""Private mails to the bot: rehearsals, lists of items, answers to a choice, the desk's replies."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, assert_never

from msgspec.structs import replace as replaced

from rednov_bot import language
from rednov_bot.desk import approval, asking, stationery, turns
from rednov_bot.desk.desk import Desk, ongoing
from rednov_bot.desk.outgoing import answer
from rednov_bot.engine.choices import Answer, Choice
from rednov_bot.engine.resolve import Held
from rednov_bot.engine.turn import Turn
from rednov_bot.errors import DraftClosed, DraftNeedsChoice, NoSuchDraft
from rednov_bot.mail import replies
from rednov_bot.papers import (
    Act,
    Discard,
    GiveBack,
    ItemList,
    Join,
    Leave,
    Letter,
    Page,
    Question,
    TakenTurn,
    TurnAct,
)
from rednov_bot.ports import Records
from rednov_bot.prose import answers, desk_pages
from rednov_bot.prose.wording import ITEM_NAMES, listed


def decide(desk: Desk, records: Records, letter: Letter) -> bool:
    """The contestmaster answers a draft.  Whether this letter is such an answer.

    It must come from eir address and carry the code in its subject; what cannot be done changes
    nothing and is answered.
    """
    if letter.sender != desk.contestmaster:
        return False
    reply = replies.read_reply(letter)
    if reply is None:
        return _asks_which(desk, records, letter)
    page = _carry_out(desk, records, letter, reply)
    if page is not None:
        answer(desk, records, page)
    return True


def _asks_which(desk: Desk, records: Records, letter: Letter) -> bool:
    """An approval or a rejection whose subject has lost its code is asked about."""
    meant = replies.read_reply(replace(letter, subject="[rednov AAAAAAA]"))
    if not isinstance(meant, replies.Approve | replies.Reject):
        return False
    ask = "Which draft do you mean? Please keep its code, [rednov ...], in the subject."
    page = answers.question(
        (Question(letter.text.strip().partition("\n")[0], ask),),
        letterhead=stationery.letterhead(desk),
        envelope=stationery.to_sender(desk, letter),
        said_at=letter.said_at,
        tried=True,
    )
    answer(desk, records, page)
    return True


def _carry_out(desk: Desk, records: Records, letter: Letter, reply: replies.Answer) -> Page | None:
    """What is to be said to the contestmaster, None where the postings speak for themselves."""
    code, by = reply.code, desk.contestmaster

    def say(trouble: desk_pages.Trouble, **facts: Any) -> Page:
        return desk_pages.desk_answer(
            code,
            trouble,
            letterhead=stationery.letterhead(desk),
            envelope=stationery.to_sender(desk, letter),
            **facts,
        )

    try:
        match reply:
            case replies.Approve():
                done = approval.approve(desk, records, code, by)
                return say("stale", newer=done.again) if isinstance(done, approval.Stale) else None
            case replies.Reject(why=why):
                approval.reject(desk, records, code, by, why)
                return say("rejected", words=why)
            case replies.Choose(value=value):
                known = approval.open_draft(records, code)
                offered = known.choice.candidates if known.choice is not None else ()
                label = language.read_choice(value, candidates=offered)
                if label is None:
                    return say("unclear", words=f"choose {value}", choices=offered)
                approval.choose(desk, records, code, by, label)
                return None
            case replies.NotUnderstood(words=words):
                known = approval.open_draft(records, code)
                offered = known.choice.candidates if known.choice is not None else ()
                return say("unclear", words=words, choices=offered)
    except NoSuchDraft:
        return say("unknown")
    except DraftNeedsChoice as error:
        return say("unclear", words="approve", choices=error.candidates)
    except DraftClosed as error:
        return say("decided", decided=error.verdict)


def hear(desk: Desk, records: Records, letter: Letter) -> str:
    """A private mail of somebody on the roster; what was made of it, for the file."""
    name = letter.sender
    assert name is not None
    pending = _choice_of(desk, records, name)
    if pending is not None:
        taken, choice = pending
        label = language.read_choice(letter.text, candidates=choice.candidates)
        if label is not None:
            approval.answered(desk, records, taken.id, choice.key, Answer(label, "gnome"))
            return "answers a choice"
    people = tuple(desk.settings.people)
    reading = language.read(
        letter.text,
        reader="private",
        author=name,
        people=people,
        contest=desk.settings.contest.name,
    )
    if reading.verdict == "ambiguous":
        page = answers.question(
            reading.questions,
            letterhead=stationery.letterhead(desk),
            envelope=stationery.to_sender(desk, letter),
            said_at=letter.said_at,
            tried=True,
        )
        answer(desk, records, page)
        return "a question was sent"
    if not reading.acts:
        return "announces nothing"
    made = [_hear(desk, records, letter, act) for act in reading.acts]
    if None in made:
        _misdirected(desk, records, letter)
    return ", ".join(one or "an announcement, which counts only in public" for one in made)


def _hear(desk: Desk, records: Records, letter: Letter, act: Act) -> str | None:
    """What was made of one act said in private; None of one that has to be announced."""
    match act:
        case ItemList():
            return _note_list(desk, records, letter, act)
        case TurnAct(turn=turn):
            return _rehearse(desk, records, letter, turn)
        case Discard() | GiveBack() | Join() | Leave():
            return None
        case _:
            assert_never(act)


def _misdirected(desk: Desk, records: Records, letter: Letter) -> None:
    """What counts only in public went to the bot alone: a private word, with the text (§9)."""
    page = answers.wrong_forum(
        desk.settings.bot.address,
        letter.text,
        letterhead=stationery.letterhead(desk),
        envelope=stationery.to_sender(desk, letter),
    )
    answer(desk, records, page)


def _note_list(desk: Desk, records: Records, letter: Letter, act: ItemList) -> str:
    """The tiles of a gift or a discard that is announced by number (A23)."""
    assert letter.sender is not None
    records.note_items(letter.sender, act.items, desk.now())
    told = (
        f"Your list is on file: {listed([ITEM_NAMES[item] for item in act.items])}.",
        "It serves your next announcement of that many items, within 48 hours.",
    )
    page = answers.noted(
        "announcement",
        told,
        said_at=letter.said_at or desk.now(),
        letterhead=stationery.letterhead(desk),
        envelope=stationery.to_sender(desk, letter),
        next="Now announce on the list how many items you give or discard; without that nothing "
        "happens.",
    )
    answer(desk, records, page)
    return "a private list of items"


def _rehearse(desk: Desk, records: Records, letter: Letter, said: Turn) -> str:
    """A turn mailed privately is only a check: it is never taken (rules.md 3.1).

    Its announcement is given back as it was said: a gift by number stays a number (A23).
    """
    now, verdict, turn = turns.judged(desk, records, said)
    if now is not None and verdict.valid and verdict.plan is not None:
        page = answers.rehearsal(
            replaced(verdict.plan, turn=said),
            now.gamestate.position,
            now.tables,
            letterhead=stationery.letterhead(desk),
            envelope=stationery.to_sender(desk, letter),
        )
    else:
        page = answers.void(
            "turn",
            verdict.refusals,
            letterhead=stationery.letterhead(desk),
            envelope=stationery.to_sender(desk, letter),
            said_at=letter.said_at,
            turn=turn,
            tried=True,
        )
    answer(desk, records, page)
    return "a rehearsal"


def _choice_of(desk: Desk, records: Records, name: str) -> tuple[TakenTurn, Choice] | None:
    """The choice that the pending turn waits for, where it is *name*'s to make."""
    now = ongoing(desk, records)
    if now is None or now.gamestate.position.pending is None:
        return None
    taken = records.pending_turn(now.game.id)
    if taken is None:
        return None
    outcome = turns.resolution_of(records, now, taken)
    if not isinstance(outcome, Held) or outcome.choice.of != name:
        return None
    if not asking.may_answer(desk, records, taken, outcome.choice):
        return None
    return taken, outcome.choice
