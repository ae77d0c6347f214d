"""The contestmaster's commands are carried out, and answered line by line.

On a list they do nothing, and are answered: by the contract some of what is said there counts as it
is said (§1, §16, §18, §19), so they are told what to do.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final, assert_never

from rednov_bot.core.errors import (
    DraftClosed,
    DraftNeedsChoice,
    DraftNeedsPot,
    Mendable,
    NoSuchDraft,
    NotCarriedOut,
)
from rednov_bot.core.models import Draft, Message
from rednov_bot.core.render import delivery_pages, transcript_pages
from rednov_bot.core.render.transcript_pages import Entry
from rednov_bot.core.render.wording import capital, counted, listed, when
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import (
    awards,
    changes,
    commands as cmd,
    hidden,
    idleness,
    office,
    outgoing,
    points,
    private,
    reach,
    reports,
    resolving,
    returns,
    starting,
)
from rednov_bot.core.workflow.commands import asking, forms
from rednov_bot.core.workflow.commands.reading import Line, commands
from rednov_bot.core.workflow.commands.saying import code_of, is_polite, moment_of
from rednov_bot.core.workflow.corrections import (
    claims,
    overruling,
    rereading,
    rewinding,
    ruling,
)
from rednov_bot.core.workflow.desk import Desk, draft_of, ongoing
from rednov_bot.core.workflow.drafts import amending, decisions, drafting, laid_out, open_drafts
from rednov_bot.core.workflow.luck import beacons, revealing
from rednov_bot.core.workflow.outgoing import answer, on_file

_ANSWERED: Final = "the contestmaster answers a draft"
_LONGEST: Final = 200  # characters of a line that is to be sent again


def hear(desk: Desk, records: UnitOfWork, message: Message) -> str | None:
    """What was made of a mail of commands; None of one that holds none.

    One line alone is answered by the draft that it brings about, approvals by what they post.  A
    contestmaster who plays is told who decides; they are a gnome too, so only of plain commands.
    """
    code = code_of(message.subject)
    lines = _lines(desk, message)
    every = [line.command for line in lines]
    replies = bool(code and every) and all(isinstance(one, cmd.AnswerCommand) for one in every)
    if message.sender != desk.decides:
        if replies and not _names_deputy(desk, records, message, code):
            return _not_in_office(desk, records, message)
        if message.sender != desk.contestmaster or not all(
            isinstance(one, cmd.Doing | cmd.AnswerCommand) for one in every
        ):
            return None
    if message.wants_no_answer and not replies:
        return None
    if not any(line.begins for line in lines):
        return _in_other_words(desk, records, message, code, lines) if code else None
    if len(lines) == 1 and _asks_as_a_gnome(desk, message, lines[0]):
        return None
    before = {one.code for one in records.open_drafts()}
    entries = [_carried_out(desk, records, message, line) for line in lines]
    commanded = [entry for entry in entries if entry.commands]
    done = sum(entry.done for entry in commanded)
    made = f"{counted(len(commanded), 'command')} of the contestmaster's, {done} carried out"
    made = _ANSWERED if code and len(lines) == 1 and lines[0].answers else made
    if done == len(lines) and all(_is_posted(records, line, lines) for line in lines):
        return f"{made}; the postings answer it"
    # The mail that shows a draft is all the answer that a line needs which asks for one; a deputy
    # may decide, and be shown it, from now on (A83).
    drafted = {one.code for one in records.open_drafts()} - before
    shown = drafted and message.sender == office.seated(desk, records).decides
    again_shown = isinstance(every[0], cmd.Answer) and every[0].word == "again"
    if done == len(lines) == 1 and (shown or again_shown) and not _posts(lines[0]):
        return f"{made}; the draft answers it"
    if code and lines[0].command is None and len(lines) == 1:
        return _in_other_words(desk, records, message, code, lines)
    return _answered(desk, records, message, entries, made, code)


def ask(desk: Desk, records: UnitOfWork, message: Message) -> str | None:
    """Words that are like a command, and are none, are asked about; None of others.

    Only what nothing else was made of is asked about so, in a line or two instead of the help.
    """
    if message.sender != desk.decides or message.wants_no_answer:
        return None
    lines = _lines(desk, message)
    if not any(line.near for line in lines):
        return None
    asked = [Entry(words=one.words, done=False, told=_doubt(records, one)) for one in lines]
    made = "commands nothing that is understood"
    return _answered(desk, records, message, asked, made, code_of(message.subject))


def _lines(desk: Desk, message: Message) -> tuple[Line, ...]:
    return commands(message, desk.words, tuple(desk.settings.people), desk.roster.people)


def _answered(
    desk: Desk,
    records: UnitOfWork,
    message: Message,
    entries: Sequence[Entry],
    made: str,
    code: str | None = None,
) -> str:
    to = outgoing.answering(desk, message)
    page = transcript_pages.transcript(entries, code=code, said_at=message.said_at, **to)
    return on_file(made, answer(desk, records, page))


def _not_in_office(desk: Desk, records: UnitOfWork, message: Message) -> str | None:
    """Somebody who decides nothing (any more) answers a draft: told so, and nothing is changed."""
    if message.wants_no_answer:
        return None
    told = (
        f"Drafts of {desk.settings.contest.name} are decided by {desk.decides} alone, from their "
    )
    told += "own address, so this changed nothing."
    entry = Entry(words=message.text, done=False, told=told)
    made = "answers a draft, which is another's to decide"
    return _answered(desk, records, message, [entry], made, code_of(message.subject))


def _names_deputy(desk: Desk, records: UnitOfWork, message: Message, code: str | None) -> bool:
    """Whether a contestmaster who plays answers the draft by which they name another deputy
    (A83)."""
    draft = draft_of(records, code)
    return message.sender == desk.contestmaster and draft is not None and changes.relieves(draft)


def _asks_as_a_gnome(desk: Desk, message: Message, line: Line) -> bool:
    """Whether a line asks for what every gnome may ask for, and is answered as theirs."""
    if line.command == cmd.Show("status"):
        return bool(asking.requests(message, desk.words))
    unclear = line.command is None and line.answers is None
    return (unclear or line.command == cmd.Show("help")) and private.is_help_asked(desk, message)


def _in_other_words(
    desk: Desk, records: UnitOfWork, message: Message, code: str, lines: Sequence[Line]
) -> str | None:
    """A reply to a draft that is no answer is told what would be one.

    The same words again come from a machine, and are answered once; they may tell of a hand, and
    are not stored.
    """
    asked = private.is_help_asked(desk, message) or asking.requests(message, desk.words)
    if message.wants_no_answer or asked:
        return None
    found = records.draft(code)
    if found is not None and found[1] is not None and is_polite(message.text, message.sender):
        return "the contestmaster has nothing to add to a draft"
    told = [_doubt(records, one) for one in lines] or ["It says nothing of the draft."]
    try:
        told.append(_may_be_replied(desk, records, open_drafts.open_draft(records, code)))
    except Mendable as fault:
        told = [f"{capital(_said(records, fault, None))}."]
    first = message.text.strip().partition("\n")[0][:_LONGEST]
    made = outgoing.marked(f"{_ANSWERED}, {code}, in words that are none", first)
    shown_at = datetime.fromtimestamp(0, UTC) if found is None else found[0].made_at
    if records.filed_since("read", made, shown_at):
        return f"{made}, and was answered before"
    words = message.text if lines else "(nothing)"
    entry = Entry(words=words, done=False, told=" ".join(told))
    return _answered(desk, records, message, [entry], made, code)


def _may_be_replied(desk: Desk, records: UnitOfWork, draft: Draft) -> str:
    """What may be replied to a draft."""
    if choices := [label for label, _ in decisions.offered(desk, records, draft)]:
        each = ", ".join(f'"choose {label}"' for label in choices)
        return f"Reply with one of these: {each}."
    return _REPLIES.get(
        draft.kind,
        'Reply "approve" and nothing else to send the draft as it stands, or "reject because" and '
        "your reason.",
    )


_REPLIES: Final = {
    "claim": (
        'Reply "accept" if the claim is right, or "deny because" and your reason if it is wrong.'
    ),
    "return": 'Reply "it is there", "post again", or "post to" and the name of another forum.',
    "award": 'Reply "approve" alone to post the award, or "awarded" if you have made it yourself.',
}


def _posts(line: Line) -> bool:
    """Whether a line says that a draft is to be posted, or not."""
    command = line.command
    awards = isinstance(command, cmd.Answer) and command.word in ("award", "reject")
    return awards or isinstance(command, cmd.Approve)


def _is_posted(records: UnitOfWork, line: Line, lines: Sequence[Line]) -> bool:
    """Whether a line approves a draft, and is answered by what that posts: if it is not alone, on
    the list."""
    if not isinstance(line.command, cmd.AnswerCommand) or not _posts(line):
        return False
    found = records.draft(line.command.code)
    if found is None or found[1] is None or found[1].verdict != "approved":
        return False
    pages = found[0].pages
    return any(page.kind == "public" for page in pages) or (bool(pages) and len(lines) == 1)


def _carried_out(desk: Desk, records: UnitOfWork, message: Message, line: Line) -> Entry:
    """What came of one line; whatever cannot be done changes nothing and says why."""
    command = line.command
    if command is None:
        return Entry(words=line.words, done=False, told=_doubt(records, line))
    desk = office.seated(desk, records)
    relieves = isinstance(command, cmd.Deed) and command.does == "deputy"
    names_deputy = isinstance(command, cmd.ToDraft) and _names_deputy(
        desk, records, message, command.code
    )
    if message.sender != desk.decides and not relieves and not names_deputy:
        told = f"{desk.decides} decides here now, so this is not yours to say."
        return Entry(words=line.words, done=False, told=told)
    if names_deputy:
        desk = replace(desk, decider=message.sender)
    try:
        with records.undoable():
            if message.sender != desk.decides and isinstance(command, cmd.Deed):
                draft = changes.relieve(desk, records, command.of)
                told = f"You get draft {draft.code}: when you approve it, {command.of} decides in "
                told += f"the place of {desk.decides}."
                return Entry(words=line.words, done=True, told=told)
            entry = carry_out(desk, records, line.words, command)
            return replace(entry, commands=command != cmd.THAT_IS_ALL)
    except Mendable as fault:
        aside = ""
        if fault.aside and not hidden.is_blind(records):
            aside = f" For you alone: {fault.aside}."
        told = f"{capital(_said(records, fault, command))}.{aside}"
        return Entry(words=line.words, done=False, told=told)


def _said(records: UnitOfWork, fault: Mendable, command: cmd.Command | None) -> str:
    """What a fault tells the contestmaster: of a closed draft, what can be done instead."""
    match fault:
        case NoSuchDraft(code=code):
            return f"no draft has the code {code}; look at the subject of the mail you meant"
        case DraftNeedsPot(code=code):
            return f'draft {code} awards Y points: write "pot 12", or how many there are'
        case DraftNeedsChoice(code=code, candidates=every) if every:
            return f'draft {code} asks for a choice: write "choose" and one of {", ".join(every)}'
        case DraftClosed(code=closed):
            code = str(closed)
        case _:
            return str(fault).removesuffix("; nothing was changed")
    told = f"draft {code} was already {fault.reason}, so this changed nothing"
    newest, decision = open_drafts.newest(records, code)
    found = records.draft(code)
    assert found is not None
    draft, became = found
    if decision is None and newest != code:
        return f"{told}; answer draft {newest}, which is still open"
    if decision is not None and decision.verdict == "rejected":
        rejected = f"; draft {newest} was rejected" if newest != code else ""
        return f'{told}{rejected}; "again {newest}" gets you a new draft, with the same luck'
    corrects = not isinstance(command, cmd.Approve | cmd.Hold) and not (
        isinstance(command, cmd.Answer) and command.word != "reject"
    )
    if became is None or became.verdict != "approved" or not corrects:
        return told
    if draft.turn is None:
        return f'{told}; a posting stays, and "ruling: ..." rules for what is to come'
    number = records.turn(draft.turn).number
    return (
        f"{told}; a posting cannot be taken back, but it can be corrected: "
        f'"rewind turn {number}: it is void because REASON", say'
    )


_ALL_OF_THEM: Final = re.compile(
    r"^\W*(?:\w+\W+){0,3}?(?P<word>approve|reject|hold|release)d?\b[^\n]{0,20}?"
    r"\b(?:both|all|everything|them)\b",
    re.IGNORECASE,
)
_NOT_TOGETHER: Final = frozenset(["claim", "choice", "return"])
"""Drafts that are not approved."""


def _doubt(records: UnitOfWork, line: Line) -> str:
    """Why a line was not carried out: it is not understood, or a line below it is not."""
    if line.meant is not None:
        once_more = " ".join(forms.describe(line.meant).split())
        if len(once_more) > _LONGEST:
            once_more = f"{once_more[:_LONGEST].rstrip()} ..."
        return f"{capital(line.why)}. If you mean it all the same, send it again: {once_more}"
    near = line.near
    if found := _ALL_OF_THEM.match(line.words):
        # Whoever means all open drafts may name them in one line: another may have come meanwhile.
        word, drafts = found["word"].lower(), records.open_drafts()
        codes = [one.code for one in drafts if word != "approve" or one.kind not in _NOT_TOGETHER]
        near = (f"{word} {listed(codes)}",) if codes else near
    told = f"It is not understood: {line.why}."
    return f"{told} The nearest command: {', or: '.join(near)}" if near else told


# -- what each command does ----------------------------------------------------------------------


def carry_out(desk: Desk, records: UnitOfWork, words: str, command: cmd.Command) -> Entry:
    """What came of a command.  Raises Mendable, and then nothing has changed."""
    done, shown = True, tuple[str, ...]()
    match command:
        case cmd.Show(what="help", of=name) if name:
            told, shown = f"This is how {name} is written.", laid_out.guide_to(name)
        case cmd.Show(what=what):
            told, shown = laid_out.shown(desk, records, what)
        case cmd.Report(which=which, game=game, post=False):
            page = reports.report(desk, records, which, game)
            told, shown = f"{page.subject}:", transcript_pages.lines_of(page)
        case cmd.Report(which=which, game=game):
            told = _drafted(reports.post(desk, records, which, game))
        case cmd.Answer(word="award", code=""):
            made = awards.award_all(desk, records)
            if made is None:
                raise NotCarriedOut("no points are due that have not been awarded")
            told = f"Draft {made.code} awards everything that is due; approve it."
        case cmd.ToDraft(code=""):
            raise NotCarriedOut(_which(desk, records, command))
        case cmd.Approve() | cmd.Answer(word="award"):
            done, told = _approved(desk, records, command)
        case cmd.Answer(word="again"):
            done, told = _again(desk, records, command.code)
        case cmd.Answer():
            told = _decided(desk, records, command)
        case cmd.Choose(value=value):
            label = decisions.label_of(desk, records, command)
            decisions.choose(desk, records, command.code, desk.decides, label)
            told = f'"{value}" is chosen; the result follows in a draft.'
        case cmd.Amend(code=code, changes=amendments):
            new = amending.amend(desk, records, code, amendments, desk.decides)
            told = f"Draft {new.code} has your words and shows what changed; approve that one."
        case cmd.Hold():
            told = _held(desk, records, command)
        case cmd.Overrule():
            given, draft = overruling.overrule(desk, records, command)
            told = f"It is ruling {given.number}."
            if draft is not None:
                told += f" Draft {draft.code} follows it: approve that one."
        case _:
            told = _told(desk, records, command)
    return Entry(words=words, done=done, told=told, shown=shown)


def _approved(
    desk: Desk, records: UnitOfWork, command: cmd.Approve | cmd.Answer
) -> tuple[bool, str]:
    """A draft that has become stale is made again: that is not undone, and told as not done."""
    code = command.code
    if isinstance(command, cmd.Answer):
        draft = open_drafts.open_draft(records, code)
        if draft.kind != "award" and points.offer_of(draft) is not None:
            raise NotCarriedOut(f'write "approve {code} and award": both are posted')
        if draft.kind != "award":
            raise NotCarriedOut(
                f"draft {code} shows no award; its own draft follows when it is due"
            )
    award = isinstance(command, cmd.Approve) and command.award
    done = decisions.approve(desk, records, code, desk.decides, award=award)
    match done:
        case decisions.Posted(draft=draft) if draft.kind == "reading":
            aside = " It is no longer kept for you." if rereading.puts_aside(draft) else ""
            return True, f"Draft {code} is approved: its mail is read as you said.{aside}"
        case decisions.Posted(draft=draft):
            private = sum(page.kind != "public" for page in draft.pages)
            public = done.mails - private
            sent = [counted(public, "public text")] if public else []
            sent += [counted(private, "private notice")] if private else []
            return True, f"Draft {code} is approved: {listed(sent) or 'nothing'} on the way."
        case decisions.Awaiting(names=names):
            return True, f"Draft {code} is approved: {delivery_pages.waiting(names)}."
        case decisions.Stale(again=newer, why=why):
            instead = f"; draft {newer} takes its place" if newer else ""
            since = why or "the position has changed since it was made"
            return False, f"Draft {code} is not posted: {since}{instead}."
        case _:
            assert_never(done)


def _again(desk: Desk, records: UnitOfWork, code: str) -> tuple[bool, str]:
    """Where its turn waits for a gnome's choice, they are asked: that is not undone."""
    made = decisions.draft_again(desk, records, code)
    if not isinstance(made, decisions.NotAgain):
        return True, f"The new draft is {made.code}, with the same luck."
    if not made.stands:
        return False, f"Draft {code} was not made again: {made.why}."
    drafting.show_again(desk, records, made.draft)
    return True, f"Draft {code} is still open; you get it by mail once more."


def _which(desk: Desk, records: UnitOfWork, command: cmd.ToDraft) -> str:
    """The question which draft is meant by an answer without a code."""
    drafts = records.open_drafts()
    match command:
        case cmd.Answer(word="again") if (rejected := records.last_rejected()) is not None:
            return f'write the code of the draft behind the word: "again {rejected}"'
        case cmd.Choose() if (awaited := resolving.awaited(desk, records)) is not None:
            return f"{awaited}; you are asked when that time is over"
        case cmd.Overrule() if not drafts:
            return (
                'no draft is open that this could overrule; "rewind turn 12: ..." corrects a turn '
                'that is resolved, and "ruling: ..." rules for what is to come'
            )
        case _:
            pass
    assert isinstance(command, cmd.AnswerCommand)
    each = [
        f'"{" ".join(forms.describe(replace(command, code=one.code)).split())}" ({one.about})'
        for one in drafts
    ]
    if not each:
        return "no draft is open, so your mail answers nothing"
    return (
        "which draft do you mean? Its code is in the subject of the mail that shows it: keep that, "
        f"or write the code behind the word: {', or '.join(each)}"
    )


def _decided(desk: Desk, records: UnitOfWork, command: cmd.Answer) -> str:
    """What came of an answer of a word that does not post the draft as it stands."""
    code, why, by = command.code, command.why, desk.decides
    match command.word:
        case "awarded":
            awards.awarded_already(desk, records, code)
            return f"It is noted that you have awarded what draft {code} says; nothing is posted."
        case "reject":
            done = decisions.reject(desk, records, code, by, why)
            told = f"Draft {code} is rejected; nothing is posted."
            told += f' Your reason is on file: "{" ".join(why.split())[:_LONGEST]}".' if why else ""
            told += f' "again {code}" gets you a new draft.' if decisions.can_be(done.draft) else ""
            return f"{told} {done.rulings}".rstrip()
        case "release":
            if not open_drafts.release(desk, records, code):
                raise NotCarriedOut(f"draft {code} is not held")
            return f"Draft {code} is no longer held."
        case "accept":
            claim = claims.accept(desk, records, code, command.to)
            how = capital(claims.to_correct(records, claim))
            return f"The claim is accepted and stays open until it is corrected. {how}."
        case "deny":
            denial = claims.deny(desk, records, code, by, why)
            return f"The claim is closed. Draft {denial.code} tells the claimant; approve it."
        case "post again":
            forum = returns.post_again(desk, records, code, by)
            return f"The same mail goes to {forum} once more{returns.condition(records, code)}."
        case "it is there":
            return f"It counts as published in {returns.is_there(desk, records, code, by)}."
        case "post to":
            forum = returns.post_to(desk, records, code, by, command.to)
            return f"The same text goes to {forum}{returns.condition(records, code)}."
        case _:
            raise AssertionError(command.word)  # an award is posted as it stands


def _until(desk: Desk, words: str) -> datetime | None:
    """Until when something is to last; None where that is not said."""
    until = moment_of(words, desk.now()) if words else None
    if words and until is None:
        raise NotCarriedOut(
            f'"{words}" is not a clear time; write "until 3 December" or "for 2 days"'
        )
    return until


def _held(desk: Desk, records: UnitOfWork, command: cmd.Hold) -> str:
    code, until = command.code, _until(desk, command.until)
    draft = open_drafts.hold(desk, records, code, until, command.why)
    lasts = f"until {when(until)}" if until is not None else "until you release it"
    if draft.due_by is None:
        return f"Draft {code} is held {lasts}: you get no reminders of it until then."
    return (
        f"Draft {code} is held {lasts}. It is due by {when(draft.due_by)} all the same, and you "
        'are reminded when that draws near; "pause reminders until Friday", say, stops that too.'
    )


def _told(desk: Desk, records: UnitOfWork, wish: cmd.Doing) -> str:
    """What came of a wish that does more than show something: of most a draft."""
    match wish:
        case cmd.Deed():
            return _done(desk, records, wish)
        case cmd.Start(names=names, options=options):
            given = dict(options)
            if names:
                return _begun(desk, records, starting.start(desk, records, names, given))
            return _begun(desk, records, starting.propose_crew(desk, records, given))
        case cmd.Beacon(round=round, value=value):
            made = beacons.supply(desk, records, round, value, desk.decides)
            return f"The value of round {round} is on file." if made is None else _drafted(made)
        case cmd.Reveal(game=game, tiles=tiles):
            return _drafted(revealing.reveal(desk, records, game, tiles=tiles))
        case cmd.Precedent(text=text, clause=clause):
            return _drafted(ruling.rule(desk, records, text, clause)[1])
        case cmd.RuleOption(how=how, why=why, clause=clause):
            value = str(how.value)
            return _drafted(ruling.set_option(desk, records, how.option, value, why, clause)[1])
        case cmd.WithdrawRuling(ruling=number, why=why):
            _, draft, leaves = ruling.withdraw(desk, records, number, why)
            return f"{_drafted(draft)} {leaves}"
        case cmd.Rewind():
            corrected = rewinding.rewind(desk, records, wish)
            if corrected.choice is not None:
                return f"Draft {corrected.code} asks you for a choice first: {corrected.about}."
            return _drafted(corrected)
        case cmd.ReadMail():
            return _drafted(rereading.read_mail(desk, records, wish))
        case _:
            assert_never(wish)


def _done(desk: Desk, records: UnitOfWork, deed: cmd.Deed) -> str:
    of = deed.of
    match deed.does:
        case "kill":
            return _drafted(idleness.kill(desk, records, of))
        case "add axis":
            return _drafted(changes.change(desk, records, "axis added", of))
        case "remove axis":
            return _drafted(changes.change(desk, records, "axis removed", of))
        case "hand over to":
            return _drafted(changes.hand_over(desk, records, of))
        case "deputy" | "no deputy":
            return _drafted(changes.change(desk, records, "deputy", of))
        case "the contract is a contest" | "the contract is no contest" as so:
            return _drafted(changes.change(desk, records, "contest", "off" if "no" in so else "on"))
        case "pot":
            return _drafted(changes.change(desk, records, "pot", of))
        case "pause reminders":
            # Only their own reminders: no draft is needed, for nothing of it is public.
            until = _until(desk, of)
            changes.set_reminders(desk, records, until or "off")
            lasts = f"until {when(until)}" if until else 'until you write "resume reminders"'
            return f'No reminders {lasts}. Your duties stay due; "duties" shows them.'
        case "resume reminders":
            changes.set_reminders(desk, records, "on")
            return "You are reminded again."
        case "go on without":
            reach.go_on(desk, records, of)
            return f"Nothing waits for {of} any more."
        case "told":
            return reach.told_otherwise(desk, records, of)
        case "quit":
            return "What stands below it was not read."
        case _:
            assert_never(deed.does)


def _drafted(draft: Draft) -> str:
    return f"You get draft {draft.code}: {draft.about}. Nothing happens before you approve it."


def _begun(desk: Desk, records: UnitOfWork, opening: Draft) -> str:
    """From an opening on in which the contestmaster is a gnome, their deputy decides (A83)."""
    decides = office.seated(desk, records).decides
    if decides == desk.decides:
        return _drafted(opening)
    return (
        f"{decides} gets draft {opening.code}: {opening.about}. They decide here now, as your "
        "deputy, because it shows every hand (A83). Nothing happens before they approve it."
    )


# -- on a list -----------------------------------------------------------------------------------


def overhear(desk: Desk, records: UnitOfWork, message: Message) -> str | None:
    """What was made of a message to a list by the contestmaster; None of one that commands nothing
    and does nothing of their office.

    They are a player too, and talk: only what is nothing but commands, or names a draft, is meant.
    Deeds of another contest are none.
    """
    if message.sender != desk.decides or message.forum in (None, "private"):
        return None
    bot, forum = desk.settings.bot.address, desk.settings.forums[message.forum or ""].address
    lines = _lines(desk, message)
    named = next((line.answers for line in lines if line.begins and line.answers), "")
    drafts, said = records.open_drafts(), [line.command for line in lines]
    # "Approved." is no command where nothing awaits a word.
    only = bool(said) and None not in said
    only = only and bool(drafts or not any(isinstance(one, cmd.AnswerCommand) for one in said))
    if named or only:
        made = "commands on a list, where they count for nothing"
        told = (
            f"You wrote this to {forum}, where the bot obeys no commands: send it to {bot} alone."
        )
        draft = next((one for one in drafts if one.code == named), None)
        if draft is not None:
            told += f" Draft {draft.code} is still open. The list knows its code now: answer it "
            told += "soon, in a mail to the bot alone."
            if any(page.kind == "private" for page in draft.pages):
                told += " If you quoted it, the list can read what is for a gnome alone (§6)."
    else:
        made = "deeds of the contestmaster's on a list, which the bot does by drafts"
        every = asking.proclaimed(message, desk.words, tuple(desk.settings.people))
        deeds = dict.fromkeys(filter(None, [_instead(desk, records, one) for one in every]))
        if not deeds:
            return None
        told = f"You announced this on {forum}. The bot changes nothing because of that."
        told = " ".join([told, *deeds])
    entry = Entry(words=message.text, done=False, told=told)
    return _answered(desk, records, message, [entry], made)


def _instead(desk: Desk, records: UnitOfWork, one: asking.Proclaimed) -> str:
    """What is to be done about it; the empty string where it is nothing of this contest's."""
    bot, now = desk.settings.bot.address, ongoing(desk, records)
    match one.deed:
        case "kill" if now is not None and one.name in now.facts.in_play:
            every = open_drafts.of_kind(records, "idle")
            codes = [draft.code for draft in every if idleness.is_of(draft, one.name)]
            if codes:
                return (
                    f"Draft [rednov {codes[-1]}] kills {one.name} (§19) and shows what that "
                    "brings about: approve it, or they stay in the game."
                )
            return (
                f'To kill {one.name} (§19), mail "kill {one.name}" to {bot} alone: the draft shows '
                "what their death brings about. They stay in the game until you approve it."
            )
        case "award":
            for draft in open_drafts.of_kind(records, "award"):
                if one.name in awards.awarded_by(desk, records, draft):
                    return (
                        f"Draft [rednov {draft.code}] awards points to {one.name}: if they are "
                        'these, answer it with "awarded", or they are still owed here, and '
                        '"approve" awards them twice.'
                    )
        case "resolve":
            taken = None if now is None else records.pending_turn(now.game.id)
            if taken is not None and (one.name, one.turn) in (
                (taken.player, None),
                (None, taken.number),
            ):
                codes = [draft.code for draft in open_drafts.of_turn(records, taken.id)]
                how = f"approve or overrule draft [rednov {codes[-1]}]" if codes else ""
                return (
                    f"Turn {taken.number} is not resolved here by that, and no other can be taken: "
                    f"{how or 'its draft follows'}."
                )
        case "office":
            return (
                f'To hand over the desk with all that lies on it, mail "hand over to '
                f'{one.name or "NAME"}" to {bot} alone: the draft of it, approved, tells the list '
                "and briefs your successor."
            )
        case "start" if now is None:
            return (
                f'To begin a game, mail "start" and the names to {bot} alone: the opening, with '
                "the items that are drawn, comes as a draft."
            )
        case _:
            pass
    return ""
