"""Private mails to the bot: rehearsals, lists of items, answers to a choice, the desk's replies."""

from __future__ import annotations

from rednov_bot import language
from rednov_bot.desk import approval, turns
from rednov_bot.desk.desk import Desk, ongoing
from rednov_bot.desk.outgoing import answer
from rednov_bot.engine.choices import Answer, Choice
from rednov_bot.engine.resolve import Held
from rednov_bot.errors import DraftClosed, NoSuchDraft
from rednov_bot.mail import replies
from rednov_bot.papers import ItemList, Letter, Reading, TakenTurn, TurnAct
from rednov_bot.ports import Records
from rednov_bot.prose import answers as words
from rednov_bot.prose import drafts as draft_words


def decide(desk: Desk, records: Records, letter: Letter) -> bool:
    """The contestmaster answers a draft.  Whether this letter is such an answer.

    It must come from eir address and carry the code in its subject; what cannot be done changes
    nothing and is answered.
    """
    if letter.sender != desk.contestmaster:
        return False
    reply = replies.read_reply(letter)
    if reply is None:
        return False
    said = _carry_out(desk, records, reply)
    if said is not None:
        to = desk.address_of(desk.contestmaster) or letter.addresses[0]
        answer(
            desk,
            records,
            draft_words.desk_answer(letter, to=to, name=desk.contestmaster, said=said),
        )
    return True


def _carry_out(desk: Desk, records: Records, reply: replies.Answer) -> str | None:
    """What is to be said to the contestmaster, None where the postings speak for themselves."""
    by = desk.contestmaster
    try:
        match reply:
            case replies.Approve(code=code):
                outcome = approval.approve(desk, records, code, by)
                if isinstance(outcome, approval.Stale):
                    return _stale_words(outcome)
                return None
            case replies.Reject(code=code, why=why):
                approval.reject(desk, records, code, by, why)
                return f"Draft {code} is rejected and goes no further."
            case replies.Choose(code=code, value=value):
                known = approval.open_draft(records, code)
                candidates = known.choice.candidates if known.choice is not None else ()
                label = language.read_choice(value, candidates=candidates) or value
                approval.choose(desk, records, code, by, label)
                return None
            case replies.NotUnderstood(code=code, words=said):
                return (
                    f"I do not understand {said!r}.  Answer draft {code} with one word on the "
                    "first line: approve, or reject and why."
                )
    except (NoSuchDraft, DraftClosed) as error:
        return f"{str(error)[:1].upper()}{str(error)[1:]}."
    return None


def _stale_words(stale: approval.Stale) -> str:
    again = f"  It was made again as {stale.again}." if stale.again else ""
    return (
        f"Draft {stale.draft.code} was written for an earlier position and was not posted.{again}"
    )


def hear(desk: Desk, records: Records, letter: Letter) -> str:
    """A private mail of somebody on the roster; what was made of it, for the file."""
    name = letter.sender
    assert name is not None
    people = tuple(desk.settings.people)
    pending = _choice_of(desk, records, name)
    if pending is not None:
        taken, choice = pending
        label = language.read_choice(letter.text, candidates=choice.candidates)
        if label is not None:
            approval.answered(desk, records, taken.id, choice.key, Answer(label, "gnome"))
            return "answers a choice"
    reading = language.read(letter.text, reader="private", author=name, people=people)
    to = desk.address_of(name) or letter.addresses[0]
    if reading.verdict == "ambiguous":
        answer(desk, records, words.question(letter, to=to, name=name, questions=reading.questions))
        return "a question was sent"
    for act in reading.acts:
        if isinstance(act, ItemList):
            records.note_items(name, act.items, desk.now())
            answer(desk, records, words.list_noted(letter, to=to, name=name, items=act.items))
            return "a private list of items"
    return _rehearse(desk, records, letter, to, reading)


def _rehearse(desk: Desk, records: Records, letter: Letter, to: str, reading: Reading) -> str:
    """A turn mailed privately is only a check: it is never taken (rules.md 3.1)."""
    for act in reading.acts:
        if not isinstance(act, TurnAct):
            continue
        turn = turns.with_private_list(desk, records, act.turn)
        now, verdict = turns.judged(desk, records, turn)
        if now is not None and verdict.valid and verdict.plan is not None:
            page = words.rehearsal(
                letter,
                to=to,
                plan=verdict.plan,
                minutes=now.gamestate.position.gnome(turn.gnome).minutes,
                board=now.tables.board,
            )
        else:
            page = words.void(
                letter, to=to, name=turn.gnome, refusals=verdict.refusals, rehearsal=True
            )
        answer(desk, records, page)
        return "a rehearsal"
    return "announces nothing"


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
    if outcome.choice.kind == "escape":
        return None  # §13 gives this one to the contestmaster
    return taken, outcome.choice
