"""The contestmaster replies to a draft: what they decide is carried out, the rest is answered."""

from __future__ import annotations

import hashlib
import re
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Final

from rednov_bot.core.errors import (
    AsksAboutPosting,
    CannotAnswerClaim,
    CannotRewind,
    DraftClosed,
    DraftNeedsChoice,
    DraftNeedsPot,
    NoAward,
    NoSuchDraft,
)
from rednov_bot.core.models import Message, Page
from rednov_bot.core.render import delivery_pages, draft_pages, transcript_pages
from rednov_bot.core.render.transcript_pages import Entry
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import changes, hidden, outgoing, private
from rednov_bot.core.workflow.commands import Answer, Approve, Choose, replies
from rednov_bot.core.workflow.commands.reading import commands
from rednov_bot.core.workflow.commands.requests import requests
from rednov_bot.core.workflow.commands.said import code_of
from rednov_bot.core.workflow.corrections import rereading, rewinding
from rednov_bot.core.workflow.desk import Desk, draft_of, ongoing
from rednov_bot.core.workflow.drafts import again, approval, open_drafts, showing
from rednov_bot.core.workflow.outgoing import answer, on_file
from rednov_bot.games.base import Held
from rednov_bot.games.red_november.reader.consent import is_polite

_ANY_CODE: Final = "[rednov AAAAAAA]"
_NO_CANDIDATE = "it names none of the candidates, or more than one"
_NO_CHOICE = "this draft offers no choice"
_NO_APPROVAL = "this draft asks for a choice"
_NO_AWARD = "this draft shows no award"
_NO_POT = 'it is not known how many Y points there are to award: reply "pot 12", say'
_PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
_PLACED = re.compile(
    rf"(?:the )?(?P<place>{'|'.join(_PLACES)}|last)(?: (?:one|candidate|option|choice))?"
    r"|(?:the )?(?P<least>least (?:harm|harmful)(?: (?:one|candidate))?)(?: first)?"
)
_FIRST_LINE: Final = 200  # characters of a reply that are quoted


def decide(desk: Desk, records: UnitOfWork, message: Message) -> str | None:
    """The contestmaster answers a draft; what was made of it, None of a message that is no answer.

    It must come from their address and carry the code in its subject; what cannot be done changes
    nothing and is answered, words that are no answer once.
    """
    if message.sender != desk.decides and not _names_deputy(desk, records, message):
        return changes.not_in_office(desk, records, message)
    reply = replies.read_reply(message)
    if isinstance(reply, replies.NotUnderstood) and (
        message.wants_no_answer or private.is_help_asked(desk, message) or requests(message)
    ):
        return None
    made = "the contestmaster answers a draft"
    if reply is None:
        page = _which_draft(desk, records, message)
        return None if page is None else on_file(made, answer(desk, records, page))
    if not isinstance(reply, replies.NotUnderstood):
        page = _carry_out(desk, records, message, reply)
        return on_file(made, page is None or answer(desk, records, page))
    found = records.draft(reply.code)
    if found is not None and found[1] is not None and replies.is_only_polite(message):
        return "the contestmaster has nothing to add to a draft"
    # The same words again come from a machine; the words may tell of a hand, and are not stored.
    words = hashlib.sha256(reply.words.encode("utf-8", "replace")).hexdigest()[:12]
    made = f"{made}, {reply.code}, in words that are none ({words})"
    shown_at = datetime.fromtimestamp(0, UTC) if found is None else found[0].made_at
    page = _carry_out(desk, records, message, reply)
    if records.filed_since("read", made, shown_at):
        return f"{made}, and was answered before"
    return on_file(made, page is None or answer(desk, records, page))


def _names_deputy(desk: Desk, records: UnitOfWork, message: Message) -> bool:
    """Whether a contestmaster who plays answers the draft by which they name another deputy
    (A83)."""
    draft = draft_of(records, code_of(message.subject))
    theirs = message.sender == desk.contestmaster
    return theirs and draft is not None and changes.relieves(draft)


def _carry_out(
    desk: Desk, records: UnitOfWork, message: Message, reply: replies.Reply
) -> Page | None:
    code, by = reply.code, message.sender or desk.decides

    def say(trouble: draft_pages.Trouble, **facts: Any) -> Page:
        return draft_pages.desk_answer(code, trouble, **outgoing.answering(desk, message), **facts)

    try:
        match reply:
            case Approve(award=award):
                done = approval.approve(desk, records, code, by, award=award)
                if isinstance(done, approval.Posted):
                    return say("put aside") if rereading.puts_aside(done.draft) else None
                if isinstance(done, approval.Awaiting):
                    return say("waits", words=delivery_pages.waiting(done.names))
                return say("overtaken" if done.why else "stale", newer=done.again, words=done.why)
            case Answer(word="reject", why=why):
                rejected = approval.reject(desk, records, code, by, why)
                anew = again.can_be(rejected.draft)
                return say("rejected", words=why, again=anew, rulings=rejected.rulings)
            case Choose():
                faults = choose(desk, records, reply)
                return say("unclear", **faults) if faults else None
            case Answer():
                made = again.draft_again(desk, records, code)
                if isinstance(made, again.NotAgain) and made.stands:
                    showing.show_again(desk, records, made.draft)
                    return None
                return say("unmade", words=made.why) if isinstance(made, again.NotAgain) else None
            case replies.NotUnderstood(words=words, why=why):
                choices = tuple([one for one, _ in _offered(desk, records, code)])
                kind = open_drafts.open_draft(records, code).kind
                lines = commands(message, tuple(desk.settings.people), desk.roster.people)
                # The nearest commands, but those that are named in any case.
                every = dict.fromkeys(near for line in lines for near in line.near)
                near = tuple([one for one in every if one not in _NAMED_ANYWAY])
                return say("unclear", words=words, choices=choices, fault=why, kind=kind, near=near)
    except NoSuchDraft:
        return say("unknown")
    except DraftNeedsChoice as error:
        return say("unclear", words="approve", choices=error.candidates, fault=_NO_APPROVAL)
    except NoAward:
        return say("unclear", words="approve and award", fault=_NO_AWARD)
    except DraftNeedsPot:
        return say("unclear", words="approve", fault=_NO_POT)
    except CannotAnswerClaim:
        return say("claim")
    except AsksAboutPosting:
        return say("return")
    except DraftClosed:
        rejects = isinstance(reply, Answer) and reply.word == "reject"
        takes_back = rejects or isinstance(reply, replies.NotUnderstood)
        turn, (newest, decision) = None, open_drafts.newest(records, code)
        found = records.draft(code)
        assert found is not None
        draft, became = found
        posted = became is not None and became.verdict == "approved"
        if takes_back and posted and draft.kind == "resolution" and draft.turn is not None:
            turn = records.turn(draft.turn).number
        return say(
            "decided",
            turn=turn,
            newer=newest if newest != code else None,
            awaited=decision is None,
            decided="" if decision is None else open_drafts.decided(decision),
        )


_NAMED_ANYWAY = (
    "approve",
    "reject because REASON",
    "accept",
    "deny because REASON",
    "choose 5-6",
    "awarded",
)


def choose(desk: Desk, records: UnitOfWork, reply: Choose) -> dict[str, Any]:
    """The choice is made; or what was wrong with the reply.  Raises NoSuchDraft or DraftClosed."""
    offered = _offered(desk, records, reply.code)
    said = f"choose {reply.value}{reply.behind}"
    choices, people = tuple([one for one, _ in offered]), tuple(desk.settings.people)
    label = desk.game.chosen(said, offered, people)
    plain = reply.value.casefold().strip(" .!")
    if label is None and plain in rewinding.WAYS and is_polite(reply.behind, people):
        label = plain if plain in choices else None
    if label is None and is_polite(reply.behind, people):
        label = _by_place(records, reply)
    fault = _NO_CANDIDATE if choices else _NO_CHOICE
    if plain.isdigit() and 1 <= int(plain) <= min(len(choices), len(_PLACES)):
        place = int(plain) - 1
        fault = f'none of them is called {plain}; the {_PLACES[place]} is "{choices[place]}"'
    asked = open_drafts.open_draft(records, reply.code).choice
    if reply.flees and not desk.game.is_whereto(asked, reply.flees):
        label, fault = None, f"it does not ask whereto {reply.flees} flees"
    try:
        if label is not None:
            approval.choose(desk, records, reply.code, desk.decides, label)
            return {}
    except CannotRewind as error:
        fault = error.reason
        if error.aside and not hidden.is_blind(records):
            fault = f"{fault}. For you alone: {error.aside}"
    return {"words": said[:_FIRST_LINE], "choices": choices, "fault": fault}


def _by_place(records: UnitOfWork, reply: Choose) -> str | None:
    """The candidate that is named by its place: `the second one`, `least harm`."""
    choice = open_drafts.open_draft(records, reply.code).choice
    words = reply.value.casefold().strip(" .!")
    if choice is None or (found := _PLACED.fullmatch(words)) is None:
        return None
    place = _PLACES.index(found["place"]) if found["place"] in _PLACES else 0
    if found["place"] == "last":
        place = len(choice.candidates) - 1
    return choice.candidates[place] if place < len(choice.candidates) else None


def _offered(desk: Desk, records: UnitOfWork, code: str) -> tuple[tuple[str, str], ...]:
    draft = open_drafts.open_draft(records, code)
    if draft.kind == "correction":
        return tuple([(label, "") for label in rewinding.offered(draft)])
    if draft.choice is None:
        return ()
    now = ongoing(desk, records)
    if now is None or now.number != draft.for_state:
        return tuple([(label, "") for label in draft.choice.candidates])
    held = Held(draft.choice, draft.events)
    assert draft.turn is not None
    taken = records.turn(draft.turn).turn
    told = desk.game.choice_told(draft.choice, desk.decides, held, now.gamestate, taken, now.tables)
    return told.candidates


def _which_draft(desk: Desk, records: UnitOfWork, message: Message) -> Page | None:
    """The question which draft is meant by a decision whose subject has lost its code.

    None of a message that decides nothing; of "choose", where nothing asks for a choice.
    """
    meant = replies.read_reply(replace(message, subject=_ANY_CODE))
    drafts = [(one.code, one.about) for one in records.open_drafts()]
    match meant:
        case Approve(award=award):
            words = "approve {} and award" if award else "approve {}"
        case Answer(word="reject"):
            words = "reject {} because REASON"
        case Answer():
            words, rejected = "again {}", records.last_rejected()
            drafts = [(rejected, "rejected last")] if rejected else drafts
        case Choose(value=value):
            words = "choose {} " + value.replace("{", "").replace("}", "")
            asking = {one.code for one in open_drafts.of_kind(records, "choice")}
            drafts = [one for one in drafts if one[0] in asking]
            if not drafts:
                return None
        case _:
            return None
    said = message.text.strip().partition("\n")[0][:_FIRST_LINE]
    each = [f'"{words.format(code)}" ({about})' for code, about in drafts]
    told = "No draft is open, so your mail answers nothing."
    if each:
        told = "Which draft do you mean? Its code is in the subject of the mail that shows it: "
        told += f"keep that, or write the code behind the word: {', or '.join(each)}."
    return transcript_pages.transcript(
        [Entry(words=said, done=False, told=told)],
        code=None,
        said_at=message.said_at,
        **outgoing.answering(desk, message),
    )
