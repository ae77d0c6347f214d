"""How each command begins, and who reads it: one table, the first that fits decides."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from rednov_bot.mail.commands import (
    amending,
    claim_answers,
    decisions,
    governing,
    ruling,
    waiting,
)
from rednov_bot.mail.commands.answers import AnswerCommand
from rednov_bot.mail.commands.said import Said, Unclear
from rednov_bot.mail.commands.showing import read_report, read_show
from rednov_bot.mail.commands.wishes import ThatIsAll, Wish
from rednov_bot.mail.polite import LEAD

Command = AnswerCommand | Wish
Read = Callable[[re.Match[str], Said], Command | Unclear]


@dataclass(frozen=True, slots=True)
class Form:
    """A command's first words, and its reader.

    *answers* for one that answers a draft; *plainly* where the first words alone are no prose, so
    that they end the reason of a command above whatever stands behind them.
    """

    begins: re.Pattern[str]
    read: Read
    answers: bool = False
    plainly: bool = False


def _no_turn(found: re.Match[str], said: Said) -> Unclear:
    return Unclear("it does not say which turn: rewind turn 12")


FORMS: Final[tuple[Form, ...]] = (
    Form(decisions.APPROVE, decisions.approve, answers=True, plainly=True),
    Form(decisions.AGAIN, decisions.again, answers=True),
    Form(decisions.REJECT, decisions.reject, answers=True, plainly=True),
    Form(decisions.CHOOSE, decisions.choose, answers=True),
    Form(amending.AMEND, amending.amend, answers=True, plainly=True),
    Form(ruling.OVERRULE, ruling.overrule, answers=True, plainly=True),
    Form(waiting.HOLD, waiting.hold, answers=True),
    Form(waiting.RELEASE, waiting.release, answers=True),
    Form(claim_answers.DENY, claim_answers.deny, answers=True),
    Form(claim_answers.ACCEPT, claim_answers.accept, answers=True),
    Form(claim_answers.AWARDED, claim_answers.awarded, answers=True),
    Form(claim_answers.AWARD, claim_answers.award, answers=True),
    Form(ruling.REWIND, ruling.rewind, plainly=True),
    Form(ruling.REWINDS, _no_turn),
    Form(ruling.PRECEDENT, ruling.precedent),
    Form(ruling.WITHDRAW, ruling.withdraw, plainly=True),
    Form(waiting.PAUSE, waiting.pause),
    Form(waiting.RESUME, waiting.resume),
    Form(governing.START, governing.start),
    Form(governing.KILL, governing.kill),
    Form(governing.ADD_AXIS, governing.add_axis),
    Form(governing.REMOVE_AXIS, governing.remove_axis),
    Form(governing.HAND_OVER, governing.hand_over),
    Form(governing.NO_DEPUTY, governing.no_deputy),
    Form(governing.DEPUTY, governing.deputy),
    Form(governing.MAKE_DEPUTY, governing.make_deputy),
    Form(governing.IS_CONTEST, governing.is_contest),
    Form(governing.POT, governing.pot),
    Form(governing.READ_MAIL, governing.read_mail),
)
_FIRST_WORD: Final = re.compile(
    rf"{LEAD}(?:approve|reject|draft|(?:it )?again|choose|amend|replace|add|overrule|override|hold"
    r"|release|unhold|den|accept|have|ve|had|already|award|post|publish|make|announce|rewind|my"
    r"|ruling|precedent|rule|hereby|pause|no|stop|resume|remind|start|begin|kill|remove|hand"
    r"|the|deputy|appoint|name|red|it|this|set|y|pot|read|mail|letter|withdraw|revoke|repeal)",
    re.IGNORECASE,
)
"""How a line begins that any form may fit: most lines do not, and are told so at once."""
_THAT_IS_ALL: Final = re.compile(
    r"(?:quit|exit|end(?: of (?:commands|mail))?|that(?: i|['’]?)s all(?: (?:for (?:now|today)"
    r"|folks))?)[\s.!]*",
    re.IGNORECASE,
)
_STOPS: Final = re.compile(
    r"(?:stop|--+|(?:many )?thanks?(?: you)?(?: (?:very|so) much| a lot| in advance)?|thx|ty|cheers"
    r")[\s.!,]*",
    re.IGNORECASE,
)
_GREETING: Final = re.compile(
    r"(?:hi|hello|hey|dear|good (?:morning|day|evening|afternoon))(?:[ ,]+[^\W\d_]{1,30}){0,3}"
    r"[\s.!,:–—-]*",
    re.IGNORECASE,
)


def form_of(line: str) -> tuple[Form, re.Match[str]] | None:
    """The form of a line that begins a command with words of its own."""
    if _FIRST_WORD.match(line) is None:
        return None
    for form in FORMS:
        if found := form.begins.match(line):
            return form, found
    return None


def read_line(said: Said) -> Command | Unclear | None:
    """What a line says that is read by all its words: something to show, or the end."""
    if _THAT_IS_ALL.fullmatch(said.first):
        return ThatIsAll()
    return read_show(said) or read_report(said)


def stops(line: str) -> bool:
    """Whether a line may end the commands: "thanks", "stop", "--"."""
    return _STOPS.fullmatch(line) is not None


def greets(line: str) -> bool:
    """Whether a line is a greeting."""
    return _GREETING.fullmatch(line) is not None
