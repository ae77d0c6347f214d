"""What the contestmaster commands is carried out: answers to drafts, wishes, and what is shown."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import assert_never

from rednov_bot.core.errors import DraftNeedsChoice, NotCarriedOut
from rednov_bot.core.models import Draft, PaperId
from rednov_bot.core.render import delivery_pages, draft_pages, office_lines, reminders
from rednov_bot.core.render.transcript_pages import Entry, lines_of
from rednov_bot.core.render.wording import capital, counted, listed, when
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import (
    announcements,
    awards,
    changes,
    commands as cmd,
    hidden,
    idleness,
    office,
    reports,
    resolving,
    starting,
)
from rednov_bot.core.workflow.commands.waiting import moment_of
from rednov_bot.core.workflow.corrections import (
    claims,
    overruling,
    rereading,
    rewinding,
    ruling,
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
    showing,
)
from rednov_bot.core.workflow.drafts.laid_out import Lines
from rednov_bot.core.workflow.luck import beacons, revealing
from rednov_bot.games.red_november.render.wording import tiles


def what_is_shown(desk: Desk, records: UnitOfWork, what: cmd.Shown) -> tuple[str, Lines]:
    """What is asked for: a sentence, and lines as they stand."""
    blind = hidden.is_blind(records)
    match what:
        case "status":
            return "This is what you have to deal with.", laid_out.desk_lines(desk, records)
        case "drafts":
            return "These drafts wait for your answer.", laid_out.drafts(desk, records)
        case "duties":
            told = "These duties are due, and these answers are awaited."
            return told, laid_out.duties_owed(desk, records)
        case "members":
            joined = announcements.joined(desk, records)
            return f"The contest has {len(joined)} contestants.", office_lines.members(joined)
        case "standing":
            page = reports.report(desk, records, "contest")
            return f"{page.subject}:", lines_of(page)
        case "rulings":
            given = records.rulings()
            return "These are the rulings.", office_lines.rulings(
                given, partial(desk.game.decided, blind=blind)
            )
        case "idle":
            found = idleness.idleness(desk, records, openly=blind)
            if not found:
                return "No game is being played, so nobody is idle.", ()
            told = "This is how long each gnome has not taken a turn (§19, A91)."
            return told, reminders.idle_lines(found)
        case "hands":
            now = ongoing(desk, records)
            if now is None:
                return "No game is being played, so nobody holds anything.", ()
            if blind:
                return draft_pages.NO_HANDS, ()
            names = [gnome.name for gnome in now.gamestate.position.gnomes]
            held = zip(names, map(tiles, now.gamestate.secrets.hands), strict=True)
            return "These are the hands. They are for you alone (§6).", office_lines.hands(held)
        case "help":
            return "These are the commands.", laid_out.guide()
        case _:
            assert_never(what)


def carry_out(desk: Desk, records: UnitOfWork, words: str, command: cmd.Command) -> Entry:
    """What came of a command.  Raises Mendable, and then nothing has changed."""
    done, shown = True, Lines()
    match command:
        case cmd.Show(what=what):
            told, shown = what_is_shown(desk, records, what)
        case cmd.Report(which=which, game=game, post=False):
            page = reports.report(desk, records, which, game)
            told, shown = f"{page.subject}:", lines_of(page)
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
        case cmd.Answer():
            told = _answered(desk, records, command)
        case cmd.Choose(code=code, value=value):
            if faults := replying.choose(desk, records, command):
                raise DraftNeedsChoice(code, tuple(faults["choices"]))
            told = f'"{value}" is chosen; the result follows in a draft.'
        case cmd.Amend(code=code, text=text, changes=changes):
            amendments: Sequence[amending.Amendment] = [amending.Anew(text)] if text else changes
            new = amending.amend(desk, records, code, amendments, desk.decides)
            told = f"Draft {new.code} has your words and shows what changed; approve that one."
        case cmd.Hold():
            told = _held(desk, records, command)
        case cmd.Overrule(code=code, how=how, why=why, clause=clause):
            ruled = overruling.overrule(desk, records, code, how, why, clause, by=desk.decides)
            told = f"It is ruling {ruled.ruling.number}."
            if ruled.draft is not None:
                told += f" Draft {ruled.draft.code} follows it: approve that one."
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
        if draft.kind != "award" and awards.offer_of(draft) is not None:
            raise NotCarriedOut(f'write "approve {code} and award": both are posted')
        if draft.kind != "award":
            raise NotCarriedOut(
                f"draft {code} shows no award; its own draft follows when it is due"
            )
    award = isinstance(command, cmd.Approve) and command.award
    done = approval.approve(desk, records, code, desk.decides, award=award)
    match done:
        case approval.Posted(draft=draft) if draft.kind == "reading":
            return True, f"Draft {code} is approved: its mail is read as you said."
        case approval.Posted(draft=draft):
            private = sum(page.kind != "public" for page in draft.pages)
            public = done.mails - private
            sent = [counted(public, "public text")] if public else []
            sent += [counted(private, "private notice")] if private else []
            return True, f"Draft {code} is approved: {listed(sent) or 'nothing'} on the way."
        case approval.Awaiting(names=names):
            return True, f"Draft {code} is approved: {delivery_pages.waiting(names)}."
        case approval.Stale(again=newer, why=why):
            instead = f"; draft {newer} takes its place" if newer else ""
            since = why or "the position has changed since it was made"
            return False, f"Draft {code} is not posted: {since}{instead}."
        case _:
            assert_never(done)


def _which(desk: Desk, records: UnitOfWork, command: cmd.ToDraft) -> str:
    match command:
        case cmd.Answer(word="again") if (rejected := records.last_rejected()) is not None:
            return f'write the code of the draft behind the word: "again {rejected}"'
        case cmd.Choose() if (awaited := resolving.awaited(desk, records)) is not None:
            return f"{awaited}; you are asked when that time is over"
        case cmd.Overrule() if not records.open_drafts():
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


def _answered(desk: Desk, records: UnitOfWork, command: cmd.Answer) -> str:
    """What came of an answer of a word that does not post the draft as it stands."""
    code, why, by = command.code, command.why, desk.decides
    match command.word:
        case "awarded":
            awards.awarded_already(desk, records, code)
            return f"It is noted that you have awarded what draft {code} says; nothing is posted."
        case "reject":
            done = approval.reject(desk, records, code, by, why)
            told = f"Draft {code} is rejected; nothing is posted."
            if again.can_be(done.draft):
                told += f' "again {code}" gets you a new draft.'
            return f"{told} {done.rulings}".rstrip()
        case "again":
            made = again.draft_again(desk, records, code)
            if not isinstance(made, again.NotAgain):
                return f"The new draft is {made.code}, with the same luck."
            if not made.stands:
                raise NotCarriedOut(f"draft {code} was not made again: {made.why}")
            showing.show_again(desk, records, made.draft)
            return f"Draft {code} is still open; you get it by mail once more."
        case "release":
            if not open_drafts.release(desk, records, code):
                raise NotCarriedOut(f"draft {code} is not held")
            return f"Draft {code} is no longer held."
        case "accept":
            claim = claims.accept(desk, records, code, command.to).draft
            how = capital(claims.to_correct(records, claim))
            return f"The claim is accepted and stays open until it is corrected. {how}."
        case "deny":
            answer = claims.deny(desk, records, code, by, why)
            return f"The claim is closed. Draft {answer.code} tells the claimant; approve it."
        case "post again":
            forum = reposting.post_again(desk, records, code, by)
            return f"The same mail goes to {forum} once more{reposting.condition(records, code)}."
        case "it is there":
            return f"It counts as published in {reposting.is_there(desk, records, code, by)}."
        case "post to":
            forum = reposting.post_to(desk, records, code, by, command.to)
            return f"The same text goes to {forum}{reposting.condition(records, code)}."
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
            corrected = rewinding.rewind(
                desk,
                records,
                wish.game,
                wish.turn,
                wish.how,
                wish.alternative,
                wish.why,
                wish.clause,
                by=desk.decides,
            )
            if corrected.choice is not None:
                return f"Draft {corrected.code} asks you for a choice first: {corrected.about}."
            return _drafted(corrected)
        case cmd.ReadMail(mail=mail, name=who, text=text):
            return _drafted(rereading.read_mail(desk, records, PaperId(mail), who, text))
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
            failures.go_on(desk, records, of)
            return f"Nothing waits for {of} any more."
        case "told":
            return reposting.note(desk, records, of)
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
