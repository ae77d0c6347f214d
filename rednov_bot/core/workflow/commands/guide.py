"""Every command: its canonical words, what it does, and an example."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, assert_never

from rednov_bot.core.workflow.commands.decisions import (
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
)
from rednov_bot.core.workflow.commands.otherwise import (
    AsItWas,
    Changes,
    Chooses,
    OptionSet,
    ReadAs,
    Valid,
    Void,
)
from rednov_bot.core.workflow.commands.said import is_bare_code
from rednov_bot.core.workflow.commands.wishes import (
    AddAxis,
    Beacon,
    Deputy,
    GoOn,
    HandOver,
    IsContest,
    Kill,
    Pause,
    Pot,
    Precedent,
    ReadMail,
    RemoveAxis,
    Report,
    Resume,
    Reveal,
    Rewind,
    RuleOption,
    Show,
    Start,
    ThatIsAll,
    Told,
    Wish,
    WithdrawRuling,
)


@dataclass(frozen=True, slots=True)
class Guide:
    """A command as it may be written, and what it does in one line."""

    example: str
    does: str


ANSWERS: Final[tuple[Guide, ...]] = (
    Guide("approve", "posts the draft as it stands"),
    Guide("approve K7M2QXA", "the same, of the draft with that code"),
    Guide("approve and award", "the same, and the award that the draft shows"),
    Guide("reject because the fire is in 6", "posts nothing; the reason goes on file"),
    Guide("again", "after a rejection: the same luck, a new draft; an open one again"),
    Guide("choose 5-6", "makes the choice that the draft asks for"),
    Guide('amend "old words" to "new words"', "other words in the public text"),
    Guide('amend: add "Well done!"', "more words, above the position"),
    Guide("amend\nThe whole text anew.\nend", "the whole public text anew"),
    Guide('overrule: read as "I take no action" because REASON', "the turn is read otherwise"),
    Guide("overrule: it is valid because REASON", "a refused announcement counts"),
    Guide("overrule: it is void because REASON", "a taken turn does not count"),
    Guide("overrule: option wake = at_once because REASON", "an option is another"),
    Guide("overrule: heat 3; Ann 30 minutes because REASON", "the position is another"),
    Guide("overrule because REASON", "a ruling without effect on this turn"),
    Guide("hold until Friday because Ann is asked", "the draft waits; its time runs on"),
    Guide("release", "the draft waits no longer"),
    Guide("accept", "a claim of error is right; it stays until corrected"),
    Guide("deny because the die shows 3", "a claim of error is wrong"),
    Guide("award", "posts the award that the draft shows"),
    Guide("awarded", "you have made the award yourself"),
    Guide("post again", "a posting that did not come back is sent again"),
    Guide("it is there", "it is on the list: you have seen it"),
    Guide("post to backup", "it goes to another public forum instead"),
)
"""What answers a draft, whose code stands behind the word or in the subject."""

WISHES: Final[tuple[Guide, ...]] = (
    Guide("status", "your desk: drafts, duties, mails kept for you"),
    Guide("drafts", "the drafts that wait for you"),
    Guide("duties", "what you owe, and until when"),
    Guide("members", "the contestants"),
    Guide("standing", "the contest: games and points"),
    Guide("rulings", "the rulings in force"),
    Guide("idle", "who has taken no turn for how long"),
    Guide("hands", "what each gnome holds: secret"),
    Guide("help", "these words"),
    Guide("report position", "a report: position, contest, week, story"),
    Guide("post the report week", "the same as a draft for the list"),
    Guide(f"beacon 5417233\n{'c0ffee42' * 8}", "the public beacon, where a turn waits for it"),
    Guide("reveal RN1", "a draft: the secret of its dice and cards, at the end"),
    Guide("reveal RN1 with the tiles", "that of its tiles too, if every gnome agrees"),
    Guide("start Ann, Bob, Cid with wake = at_once", "a draft of the opening of a game"),
    Guide("start a game", "the same with those who joined first"),
    Guide("kill Ann", "a draft that kills an idle gnome (§19)"),
    Guide("add axis Z", "adds an axis to the contest (§1)"),
    Guide("remove axis Z", "removes it (§1)"),
    Guide("ruling: a hatch may be opened twice (§10c)", "a draft of a ruling in words"),
    Guide("ruling: option wake = at_once because REASON", "a draft: an option is another"),
    Guide("withdraw ruling 3 because REASON", "a draft by which it holds no longer"),
    Guide('rewind turn 12: read as "I take no action" because REASON', "corrects a turn"),
    Guide("rewind turn 12: it is void, patch", "the same by changing the position alone"),
    Guide("rewind turn 12: choose 5-6, rerun", "the same by playing on from there again"),
    Guide("read mail 123 as Ann: I open 5-6.", "a draft: what a mail announces, or whose"),
    Guide("mail 123 announces nothing", "a draft: it is chatter"),
    Guide("pot 10", "how many Y points a game may award"),
    Guide("the contract is a contest", "or: the contract is no contest"),
    Guide("deputy Bob", "who decides where you play; or: no deputy"),
    Guide("hand over to Bob", "Bob becomes contestmaster"),
    Guide("pause reminders for 2 days", "no reminders until then"),
    Guide("resume reminders", "reminders again"),
    Guide("go on without Ann", "the opening no longer waits for their notice or answer"),
    Guide("told Ann", "they know what their private notices say: you told them"),
    Guide("quit", "what stands below is not for the bot"),
)
"""What answers no draft."""


_PAIRS: Final = (('"', '"'), ("“", "”"), ("«", "»"))


def describe(command: AnswerCommand | Wish) -> str:
    """What the contestmaster may write to say just that."""
    if isinstance(command, AnswerCommand):
        return _answer(command)
    return _wish(command)


def _answer(command: AnswerCommand) -> str:
    code = _code(command.code)
    match command:
        case Approve(award=award):
            return f"approve{code}{' and award' if award else ''}"
        case Reject(why=why):
            return f"reject{code}{_because(why)}"
        case Choose(value=value, behind=behind):
            return f"choose{code} {value}{behind}"
        case Again():
            return f"again{code}"
        case Hold(until=until, why=why):
            return f"hold{code}{f' {until}' if until else ''}{_because(why)}"
        case Release():
            return f"release{code}"
        case Deny(why=why):
            return f"deny{code}{_because(why)}"
        case Accept():
            return f"accept{code}"
        case Award():
            return f"award{code}"
        case Awarded():
            return f"awarded{code}"
        case PostAgain():
            return f"post again{code}"
        case IsThere():
            return f"it is there{code}"
        case PostTo(forum=forum):
            return f"post to {forum}{code}"
        case Amend(text=text, changes=changes):
            anew = f"\n{text}\nend" if text else ""
            return f"amend{code}{anew}{' ' if changes else ''}{', '.join(map(_change, changes))}"
        case Overrule(how=how, why=why, clause=clause):
            decided = "" if how is None else f": {_how(how)}"
            return f"overrule{code}{decided}{_because(why)}{_clause(clause, why)}"
        case _:
            assert_never(command)


def _wish(command: Wish) -> str:
    match command:
        case Show(what):
            return what
        case Report():
            return _report(command)
        case Beacon(round=round, value=value):
            return f"beacon {round} {value}"
        case Reveal(game=game, tiles=tiles):
            which = f" {game}" if game else ""
            return f"reveal{which}{' with the tiles' if tiles else ''}"
        case Rewind():
            return _rewind(command)
        case ReadMail():
            return _read_mail(command)
        case Start(names=names, options=options):
            given = ", ".join(f"{key} = {value}" for key, value in options)
            crew = ", ".join(names) if names else "a game"
            return f"start {crew}{f' with {given}' if given else ''}"
        case Pause(until=until):
            return f"pause reminders {until}".rstrip()
        case Resume():
            return "resume reminders"
        case GoOn(without=name):
            return f"go on without {name}"
        case Told(name=name):
            return f"told {name}"
        case Precedent(text):
            return f"ruling: {text}"
        case RuleOption(how=how, why=why, clause=clause):
            return f"ruling: {_how(how)}{_because(why)}{_clause(clause, why)}"
        case WithdrawRuling(ruling=number, why=why):
            return f"withdraw ruling {number}{_because(why)}"
        case ThatIsAll():
            return "quit"
        case _:
            return _governs(command)


def _governs(command: Kill | AddAxis | RemoveAxis | HandOver | Deputy | IsContest | Pot) -> str:
    match command:
        case Kill(name):
            return f"kill {name}"
        case AddAxis(name):
            return f"add axis {name}"
        case RemoveAxis(name):
            return f"remove axis {name}"
        case HandOver(to):
            return f"hand over to {to}"
        case Deputy(somebody):
            return "no deputy" if somebody is None else f"deputy {somebody}"
        case IsContest(so):
            return f"the contract is {'a' if so else 'no'} contest"
        case Pot(points):
            return f"pot {points}"
        case _:
            assert_never(command)


def _report(command: Report) -> str:
    game = f" of {command.game}" if command.game else ""
    return f"{'post the ' if command.post else ''}report {command.which}{game}"


def _rewind(command: Rewind) -> str:
    game = f" {command.game}" if command.game else ""
    then = f", {command.alternative}" if command.alternative else ""
    why = f"{_because(command.why)}{_clause(command.clause, command.why)}"
    turn = "the last turn" if command.turn is None else f"turn {command.turn}"
    return f"rewind{game} {turn}: {_how(command.how)}{then}{why}"


def _read_mail(command: ReadMail) -> str:
    if command.text == "":
        return f"mail {command.mail} announces nothing"
    name = f" as {command.name}" if command.name else ""
    return f"read mail {command.mail}{name}{'' if command.text is None else f': {command.text}'}"


def _how(how: ReadAs | Valid | Void | OptionSet | Changes | Chooses | AsItWas) -> str:
    match how:
        case ReadAs(words):
            return f"read as {_quoted(words)}"
        case Valid():
            return "it is valid"
        case Void():
            return "it is void"
        case OptionSet(key, value):
            return f"option {key} = {value}"
        case Changes(text):
            return text
        case Chooses(key, label):
            return f"choose {key} {label}" if key else f"choose {label}"
        case AsItWas():
            return "as it was"
        case _:
            assert_never(how)


def _change(change: Replaced | Added) -> str:
    match change:
        case Replaced(old, new):
            return f"{_quoted(old)} to {_quoted(new)}"
        case Added(words):
            return f"add {_quoted(words)}"


def _quoted(words: str) -> str:
    """The words in quotes that do not stand in them."""
    for begins, ends in _PAIRS:
        if begins not in words and ends not in words:
            return f"{begins}{words}{ends}"
    return f"“{words}”"


def _code(code: str) -> str:
    if not code:
        return ""
    return f" {code}" if is_bare_code(code) else f" [rednov {code}]"


def _because(why: str) -> str:
    return f" because {why}" if why else ""


def _clause(clause: str, why: str) -> str:
    """The clause, where the reason does not name it."""
    return f" §{clause}" if clause and not why else ""
