"""What the contestmaster answers to drafts, carried out: approve, reject, amend, hold, ..."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from rednov_bot.core.commands import (
    Accept,
    Added,
    Again,
    Amend,
    AnswerCommand,
    Approve,
    Award,
    Awarded,
    Choose,
    Deny,
    Hold,
    IsThere,
    Overrule,
    PostAgain,
    PostTo,
    Reject,
    Release,
    Replaced,
    moment_of,
)
from rednov_bot.desk.announcements import choosing
from rednov_bot.desk.corrections import claimed, overruling, ruled_as
from rednov_bot.desk.desk import Desk
from rednov_bot.desk.drafts import again, amending, approval, open_drafts, replying
from rednov_bot.desk.due import awarding, outright
from rednov_bot.desk.reaching import reposting
from rednov_bot.errors import DraftNeedsChoice, NotCarriedOut
from rednov_bot.ports import Records
from rednov_bot.prose import channel_pages
from rednov_bot.prose.transcript_pages import Entry
from rednov_bot.prose.wording import capital, counted, listed, when


def carry_out(desk: Desk, records: Records, words: str, command: AnswerCommand) -> Entry:
    """What came of an answer to a draft.  Raises Mendable, and then nothing has changed."""
    code = command.code
    if isinstance(command, Award) and not code:
        return Entry(words=words, done=True, told=_all_awarded(desk, records))
    if not code:
        raise NotCarriedOut(_which(desk, records, command))
    if isinstance(command, Approve | Award):
        return _approved(desk, records, words, code, command)
    return Entry(words=words, done=True, told=_told(desk, records, code, command))


def _all_awarded(desk: Desk, records: Records) -> str:
    made = awarding.award_all(desk, records)
    if made is None:
        raise NotCarriedOut("no points are due that have not been awarded")
    return f"Draft {made.code} awards everything that is due; approve it."


def _which(desk: Desk, records: Records, command: AnswerCommand) -> str:
    """That a draft has to be named, and which it may be; or who is waited for."""
    match command:
        case Again() if (rejected := records.last_rejected()) is not None:
            return f'write the code of the draft behind the word: "again {rejected}"'
        case Choose() if (awaited := choosing.awaited(desk, records)) is not None:
            return f"{awaited}; you are asked when that time is over"
        case Overrule() if not records.open_drafts():
            return (
                'no draft is open that this could overrule; "rewind turn 12: ..." corrects a turn '
                'that is resolved, and "ruling: ..." rules for what is to come'
            )
        case _:
            pass
    codes = [f"{one.code} ({one.about})" for one in records.open_drafts()]
    if not codes:
        return "no draft is open, so your mail answers nothing"
    return f"write the code of the draft behind the word; open: {'; '.join(codes)}"


Other = (
    Reject
    | Again
    | Choose
    | Amend
    | Hold
    | Release
    | Accept
    | Deny
    | Awarded
    | Overrule
    | PostAgain
    | IsThere
    | PostTo
)
"""Every answer but those that post a draft as it stands."""


def _told(desk: Desk, records: Records, code: str, command: Other) -> str:
    by = desk.decides
    match command:
        case Awarded():
            awarding.awarded_already(desk, records, code)
            return f"It is noted that you have awarded what draft {code} says; nothing is posted."
        case Reject(why=why):
            return _rejected(approval.reject(desk, records, code, by, why))
        case Again():
            made_again = again.draft_again(desk, records, code)
            if isinstance(made_again, again.NotAgain) and made_again.stands:
                again.show(desk, records, made_again.draft)
                return f"Draft {code} is still open; you get it by mail once more."
            if isinstance(made_again, again.NotAgain):
                raise NotCarriedOut(f"draft {code} was not made again: {made_again.why}")
            return f"The new draft is {made_again.code}, with the same luck."
        case Choose():
            return _chosen(desk, records, code, command)
        case Amend():
            new = amending.amend(desk, records, code, _amendments(command), by)
            return f"Draft {new.code} has your words and shows what changed; approve that one."
        case Hold() | Release():
            return _held(desk, records, code, command)
        case Accept(right=right):
            done = claimed.accept(desk, records, code, right)
            how = capital(claimed.to_correct(records, done.draft))
            return f"The claim is accepted and stays open until it is corrected. {how}."
        case Deny(why=why):
            answer = claimed.deny(desk, records, code, by, why)
            return f"The claim is closed. Draft {answer.code} tells the claimant; approve it."
        case Overrule():
            return _overruled(desk, records, code, command)
        case PostAgain() | IsThere() | PostTo():
            return _returned(desk, records, code, command)
        case _:
            assert_never(command)


def _approved(
    desk: Desk, records: Records, words: str, code: str, command: Approve | Award
) -> Entry:
    """A draft that has become stale is made again: that is not undone, and told as not done."""
    if (
        isinstance(command, Award)
        and (draft := open_drafts.open_draft(records, code)).kind != "award"
    ):
        if outright.offer_of(draft) is not None:
            raise NotCarriedOut(f'write "approve {code} and award": both are posted')
        raise NotCarriedOut(f"draft {code} shows no award; its own draft follows when it is due")
    award = isinstance(command, Approve) and command.award
    done = approval.approve(desk, records, code, desk.decides, award=award)
    match done:
        case approval.Posted(draft=draft) if draft.kind == "reading":
            told = f"Draft {code} is approved: its mail is read as you said."
            return Entry(words=words, done=True, told=told)
        case approval.Posted(draft=draft):
            private = sum(page.kind != "public" for page in draft.pages)
            public = done.mails - private
            sent = [counted(public, "public text")] if public else []
            sent += [counted(private, "private notice")] if private else []
            told = f"Draft {code} is approved: {listed(sent) or 'nothing'} on the way."
            return Entry(words=words, done=True, told=told)
        case approval.Awaiting(names=names):
            told = f"Draft {code} is approved: {channel_pages.waiting(names)}."
            return Entry(words=words, done=True, told=told)
        case approval.Stale(again=newer, why=why):
            instead = f"; draft {newer} takes its place" if newer else ""
            since = why or "the position has changed since it was made"
            told = f"Draft {code} is not posted: {since}{instead}."
            return Entry(words=words, done=False, told=told)
        case _:
            assert_never(done)


def _returned(
    desk: Desk, records: Records, code: str, command: PostAgain | IsThere | PostTo
) -> str:
    match command:
        case PostAgain():
            forum = reposting.post_again(desk, records, code, desk.decides)
            return f"The same mail goes to {forum} once more{reposting.condition(records, code)}."
        case IsThere():
            forum = reposting.is_there(desk, records, code, desk.decides)
            return f"It counts as published in {forum}."
        case PostTo(forum=named):
            forum = reposting.post_to(desk, records, code, desk.decides, named)
            return f"The same text goes to {forum}{reposting.condition(records, code)}."


def _rejected(done: approval.Rejected) -> str:
    code = done.draft.code
    told = f"Draft {code} is rejected; nothing is posted."
    if again.can_be(done.draft):
        told += f' "again {code}" gets you a new draft.'
    return f"{told} {done.rulings}".rstrip()


def _chosen(desk: Desk, records: Records, code: str, command: Choose) -> str:
    faults = replying.choose(desk, records, replace(command, code=code))
    if faults:
        raise DraftNeedsChoice(code, tuple(faults["choices"]))
    return f'"{command.value}" is chosen; the result follows in a draft.'


def _overruled(desk: Desk, records: Records, code: str, command: Overrule) -> str:
    effect = ruled_as.effect_of(desk, records, code, command.how)
    clause = f"§{command.clause}" if command.clause else ""
    done = overruling.overrule(desk, records, code, effect, command.why, clause, by=desk.decides)
    told = f"It is ruling {done.ruling.number}."
    if done.draft is None:
        return told
    return f"{told} Draft {done.draft.code} follows it: approve that one."


def _amendments(command: Amend) -> list[amending.Amendment]:
    if command.text:
        return [amending.Anew(command.text)]
    made: list[amending.Amendment] = []
    for change in command.changes:
        match change:
            case Replaced(old=old, new=new):
                made.append(amending.Replace(old, new))
            case Added(words=words):
                made.append(amending.Add(words))
    return made


def _held(desk: Desk, records: Records, code: str, command: Hold | Release) -> str:
    if isinstance(command, Release):
        if not open_drafts.release(desk, records, code):
            raise NotCarriedOut(f"draft {code} is not held")
        return f"Draft {code} is no longer held."
    until = moment_of(command.until, desk.now()) if command.until else None
    if command.until and until is None:
        raise NotCarriedOut(
            f'"{command.until}" is not a clear time; write "until 3 December" or "for 2 days"'
        )
    draft = open_drafts.hold(desk, records, code, until, command.why)
    lasts = f"until {when(until)}" if until is not None else "until you release it"
    if draft.due_by is None:
        return f"Draft {code} is held {lasts}: you get no reminders of it until then."
    return (
        f"Draft {code} is held {lasts}. It is due by {when(draft.due_by)} all the same, and you "
        'are reminded when that draws near; "pause reminders until Friday", say, stops that too.'
    )
