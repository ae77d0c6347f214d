"""What the contestmaster commands is carried out: answers to drafts, wishes, and what is shown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import Final, Literal, assert_never

from rednov_bot.core.errors import DraftNeedsChoice, NotCarriedOut
from rednov_bot.core.models import Draft, PaperId
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import hidden
from rednov_bot.core.workflow.announcements import choosing, membership
from rednov_bot.core.workflow.commands import (
    Accept,
    AddAxis,
    Added,
    Again,
    Amend,
    AnswerCommand,
    Approve,
    Award,
    Awarded,
    Beacon,
    Choose,
    Deny,
    Deputy,
    GoOn,
    HandOver,
    Hold,
    IsContest,
    IsThere,
    Kill,
    Overrule,
    Pause,
    PostAgain,
    PostTo,
    Pot,
    Precedent,
    ReadMail,
    Reject,
    Release,
    RemoveAxis,
    Replaced,
    Report,
    Resume,
    Reveal,
    Rewind,
    RuleOption,
    Show,
    Shown,
    Start,
    ThatIsAll,
    Told,
    Wish,
    WithdrawRuling,
)
from rednov_bot.core.workflow.commands.waiting import moment_of
from rednov_bot.core.workflow.contest import changing, office, starting, succession
from rednov_bot.core.workflow.corrections import (
    claimed,
    overruling,
    rereading,
    rewinding,
    ruling,
    withdrawing,
)
from rednov_bot.core.workflow.delivery import failures, reposting
from rednov_bot.core.workflow.desk import Desk, ongoing
from rednov_bot.core.workflow.drafts import (
    again,
    amending,
    approval,
    laid_out,
    open_drafts,
    replying,
)
from rednov_bot.core.workflow.drafts.laid_out import Lines
from rednov_bot.core.workflow.luck import beacons, revealing
from rednov_bot.core.workflow.reports import reporting
from rednov_bot.core.workflow.scheduler import awarding, idling, outright
from rednov_bot.games.red_november.render import (
    delivery_pages,
    office_lines,
    reasoning,
    reminder_pages,
)
from rednov_bot.games.red_november.render.transcript_pages import Entry, lines_of
from rednov_bot.games.red_november.render.wording import capital, counted, listed, when


def what_is_shown(desk: Desk, records: UnitOfWork, what: Shown) -> tuple[str, Lines]:
    """What is asked for: a sentence, and lines as they stand."""
    return _SHOWN[what](desk, records)


def _status(desk: Desk, records: UnitOfWork) -> tuple[str, Lines]:
    return "This is what you have to deal with.", laid_out.desk_lines(desk, records)


def _drafts(desk: Desk, records: UnitOfWork) -> tuple[str, Lines]:
    return "These drafts wait for your answer.", laid_out.drafts(desk, records)


def _duties(desk: Desk, records: UnitOfWork) -> tuple[str, Lines]:
    return "These duties are due, and these answers are awaited.", laid_out.duties_owed(
        desk, records
    )


def _members(desk: Desk, records: UnitOfWork) -> tuple[str, Lines]:
    joined = membership.joined(desk, records)
    return f"The contest has {len(joined)} contestants.", office_lines.members(joined)


def _standing(desk: Desk, records: UnitOfWork) -> tuple[str, Lines]:
    page = reporting.report(desk, records, "contest")
    return f"{page.subject}:", lines_of(page)


def _rulings(desk: Desk, records: UnitOfWork) -> tuple[str, Lines]:
    given = ruling.rulings(records)
    return "These are the rulings.", office_lines.rulings(given, blind=hidden.is_blind(records))


def _idle(desk: Desk, records: UnitOfWork) -> tuple[str, Lines]:
    found = idling.idleness(desk, records, openly=hidden.is_blind(records))
    if not found:
        return "No game is being played, so nobody is idle.", ()
    return (
        "This is how long each gnome has not taken a turn (§19, A91).",
        reminder_pages.idle_lines(found),
    )


def _hands(desk: Desk, records: UnitOfWork) -> tuple[str, Lines]:
    now = ongoing(desk, records)
    if now is None:
        return "No game is being played, so nobody holds anything.", ()
    if hidden.is_blind(records):
        return reasoning.NO_HANDS, ()
    names = [gnome.name for gnome in now.gamestate.position.gnomes]
    held = zip(names, now.gamestate.secrets.hands, strict=True)
    return "These are the hands. They are for you alone (§6).", office_lines.hands(held)


def _help(desk: Desk, records: UnitOfWork) -> tuple[str, Lines]:
    return "These are the commands.", laid_out.guide()


_SHOWN: Final[dict[Shown, Callable[[Desk, UnitOfWork], tuple[str, Lines]]]] = {
    "status": _status,
    "help": _help,
    "members": _members,
    "standing": _standing,
    "duties": _duties,
    "rulings": _rulings,
    "drafts": _drafts,
    "idle": _idle,
    "hands": _hands,
}


def carry_out(desk: Desk, records: UnitOfWork, words: str, command: AnswerCommand) -> Entry:
    """What came of an answer to a draft.  Raises Mendable, and then nothing has changed."""
    code = command.code
    if isinstance(command, Award) and not code:
        return Entry(words=words, done=True, told=_all_awarded(desk, records))
    if not code:
        raise NotCarriedOut(_which(desk, records, command))
    if isinstance(command, Approve | Award):
        # A draft that has become stale is made again: that is not undone, and told as not done.
        if (
            isinstance(command, Award)
            and (draft := open_drafts.open_draft(records, code)).kind != "award"
        ):
            if outright.offer_of(draft) is not None:
                raise NotCarriedOut(f'write "approve {code} and award": both are posted')
            raise NotCarriedOut(
                f"draft {code} shows no award; its own draft follows when it is due"
            )
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
                told = f"Draft {code} is approved: {delivery_pages.waiting(names)}."
                return Entry(words=words, done=True, told=told)
            case approval.Stale(again=newer, why=why):
                instead = f"; draft {newer} takes its place" if newer else ""
                since = why or "the position has changed since it was made"
                told = f"Draft {code} is not posted: {since}{instead}."
                return Entry(words=words, done=False, told=told)
            case _:
                assert_never(done)
    return Entry(words=words, done=True, told=_told(desk, records, code, command))


def _all_awarded(desk: Desk, records: UnitOfWork) -> str:
    made = awarding.award_all(desk, records)
    if made is None:
        raise NotCarriedOut("no points are due that have not been awarded")
    return f"Draft {made.code} awards everything that is due; approve it."


def _which(desk: Desk, records: UnitOfWork, command: AnswerCommand) -> str:
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


def _told(desk: Desk, records: UnitOfWork, code: str, command: Other) -> str:
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
            faults = replying.choose(desk, records, replace(command, code=code))
            if faults:
                raise DraftNeedsChoice(code, tuple(faults["choices"]))
            return f'"{command.value}" is chosen; the result follows in a draft.'
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
            match command:
                case PostAgain():
                    forum = reposting.post_again(desk, records, code, desk.decides)
                    condition = reposting.condition(records, code)
                    return f"The same mail goes to {forum} once more{condition}."
                case IsThere():
                    forum = reposting.is_there(desk, records, code, desk.decides)
                    return f"It counts as published in {forum}."
                case PostTo(forum=named):
                    forum = reposting.post_to(desk, records, code, desk.decides, named)
                    return f"The same text goes to {forum}{reposting.condition(records, code)}."
        case _:
            assert_never(command)


def _rejected(done: approval.Rejected) -> str:
    code = done.draft.code
    told = f"Draft {code} is rejected; nothing is posted."
    if again.can_be(done.draft):
        told += f' "again {code}" gets you a new draft.'
    return f"{told} {done.rulings}".rstrip()


def _overruled(desk: Desk, records: UnitOfWork, code: str, command: Overrule) -> str:
    effect = overruling.effect_of(desk, records, code, command.how)
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


def _held(desk: Desk, records: UnitOfWork, code: str, command: Hold | Release) -> str:
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


def fulfil(desk: Desk, records: UnitOfWork, words: str, wish: Wish) -> Entry:
    """What came of a wish.  Raises Mendable, and then nothing has changed."""
    match wish:
        case Show(what=what):
            told, shown = what_is_shown(desk, records, what)
            return Entry(words=words, done=True, told=told, shown=shown)
        case Report():
            if wish.post:
                draft = reporting.post(desk, records, wish.which, wish.game)
                return Entry(words=words, done=True, told=_drafted(draft))
            page = reporting.report(desk, records, wish.which, wish.game)
            return Entry(words=words, done=True, told=f"{page.subject}:", shown=lines_of(page))
        case _:
            return Entry(words=words, done=True, told=_told_of(desk, records, wish))


Deed = (
    Start
    | Kill
    | AddAxis
    | RemoveAxis
    | HandOver
    | Deputy
    | IsContest
    | Pot
    | Pause
    | Resume
    | GoOn
    | Told
    | Reveal
    | Beacon
    | Precedent
    | RuleOption
    | WithdrawRuling
    | Rewind
    | ReadMail
    | ThatIsAll
)
"""Every wish but those that only show something."""


def _told_of(desk: Desk, records: UnitOfWork, wish: Deed) -> str:
    match wish:
        case Start(names=names, options=options):
            if not names:
                return _begun(desk, records, starting.propose_crew(desk, records, dict(options)))
            return _begun(desk, records, starting.start(desk, records, names, dict(options)))
        case Kill(name=name):
            return _drafted(idling.kill(desk, records, name))
        case AddAxis(name=name):
            return _drafted(changing.add_axis(desk, records, name))
        case RemoveAxis(name=name):
            return _drafted(changing.remove_axis(desk, records, name))
        case HandOver(to=to):
            return _drafted(succession.hand_over(desk, records, to))
        case Deputy(name=named):
            return _drafted(changing.name_deputy(desk, records, named))
        case IsContest(so=so):
            return _drafted(changing.set_contest(desk, records, so))
        case Pot(points=points):
            return _drafted(changing.set_pot(desk, records, points))
        case Pause() | Resume():
            return _reminders(desk, records, wish)
        case GoOn(without=name):
            failures.go_on(desk, records, name)
            return f"Nothing waits for {name} any more."
        case Told(name=name):
            return reposting.note(desk, records, name)
        case Beacon(round=round, value=value):
            return _supplied(beacons.supply(desk, records, round, value, desk.decides), round)
        case Reveal(game=game, tiles=tiles):
            return _drafted(revealing.reveal(desk, records, game, tiles=tiles))
        case Precedent(text=text, clause=clause):
            _, draft = ruling.rule(desk, records, text, _clause(clause))
            return _drafted(draft)
        case RuleOption(how=how, why=why, clause=clause):
            _, draft = ruling.set_option(desk, records, how.key, how.value, why, _clause(clause))
            return _drafted(draft)
        case WithdrawRuling(ruling=number, why=why):
            _, draft, leaves = withdrawing.withdraw(desk, records, number, why)
            return f"{_drafted(draft)} {leaves}"
        case Rewind():
            return _rewound(desk, records, wish)
        case ReadMail(mail=mail, name=who, text=text):
            return _drafted(rereading.read_mail(desk, records, PaperId(mail), who, text))
        case ThatIsAll():
            return "What stands below it was not read."
        case _:
            assert_never(wish)


def _supplied(draft: Draft | None, round: int) -> str:
    if draft is not None:
        return _drafted(draft)
    return f"The value of round {round} is on file."


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


def _clause(named: str) -> str:
    return f"§{named}" if named else ""


def _reminders(desk: Desk, records: UnitOfWork, wish: Pause | Resume) -> str:
    """Only their own reminders: no draft is needed, for nothing of it is public."""
    ends: Literal["on", "off"] | datetime = "on"
    told = "You are reminded again."
    if isinstance(wish, Pause):
        until = moment_of(wish.until, desk.now()) if wish.until else None
        if wish.until and until is None:
            raise NotCarriedOut(
                f'"{wish.until}" is not a clear time; write "until 3 December" or "for 2 days"'
            )
        ends = "off" if until is None else until
        lasts = (
            f"until {when(until)}" if until is not None else 'until you write "resume reminders"'
        )
        told = f'No reminders {lasts}. Your duties stay due; "duties" shows them.'
    changing.set_reminders(desk, records, ends)
    return told


def _rewound(desk: Desk, records: UnitOfWork, wish: Rewind) -> str:
    clause, by = _clause(wish.clause), desk.decides
    made = rewinding.rewind(
        desk, records, wish.game, wish.turn, wish.how, wish.alternative, wish.why, clause, by=by
    )
    if made.choice is not None:
        return f"Draft {made.code} asks you for a choice first: {made.about}."
    return _drafted(made)
