"""The canonical words of a command: they are read back as the same one."""

from __future__ import annotations

from typing import Final, assert_never

from rednov_bot.core.commands.answers import (
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
from rednov_bot.core.commands.codes import is_bare_code
from rednov_bot.core.commands.otherwise import (
    AsItWas,
    Changes,
    Chooses,
    OptionSet,
    ReadAs,
    Valid,
    Void,
)
from rednov_bot.core.commands.wishes import (
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


def _governs(
    command: Kill | AddAxis | RemoveAxis | HandOver | Deputy | IsContest | Pot,
) -> str:
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
