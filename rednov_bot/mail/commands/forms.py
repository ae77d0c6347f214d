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
    luck,
    offices,
    returned,
    rewinds,
    ruling,
    waiting,
)
from rednov_bot.mail.commands.answers import AnswerCommand
from rednov_bot.mail.commands.said import Said, Unclear
from rednov_bot.mail.commands.showing import read_report, read_show
from rednov_bot.mail.commands.wishes import ThatIsAll, Wish

Command = AnswerCommand | Wish
Read = Callable[[re.Match[str], Said], Command | Unclear]


@dataclass(frozen=True, slots=True)
class Form:
    """A command's first words, an example of it, and its reader.

    No example where either of two may be meant.  *answers* for one that answers a draft;
    *takes_codes* where it may answer several at once; *splits* where it is complete without a word
    more, so that another may follow; *plainly* where the first words alone are no prose, so that
    they end the reason of a command above whatever stands behind them.
    """

    begins: re.Pattern[str]
    near: str
    read: Read
    answers: bool = False
    plainly: bool = False
    takes_codes: bool = False
    splits: bool = False


def _no_turn(found: re.Match[str], said: Said) -> Unclear:
    return Unclear("it does not say which turn: rewind turn 12")


FORMS: Final[tuple[Form, ...]] = (
    Form(returned.POST_AGAIN, "post again", returned.post_again, answers=True, takes_codes=True),
    Form(returned.IS_THERE, "it is there", returned.is_there, answers=True, takes_codes=True),
    Form(returned.POST_TO, "post to backup", returned.post_to, answers=True),
    Form(
        decisions.APPROVE,
        "approve",
        decisions.approve,
        answers=True,
        takes_codes=True,
        splits=True,
        plainly=True,
    ),
    Form(decisions.AGAIN, "again", decisions.again, answers=True, takes_codes=True, splits=True),
    Form(
        decisions.REJECT,
        "reject because REASON",
        decisions.reject,
        answers=True,
        takes_codes=True,
        splits=True,
        plainly=True,
    ),
    Form(luck.BEACON, "beacon 5417233 VALUE", luck.beacon),
    Form(decisions.CHOOSE, "choose 5-6", decisions.choose, answers=True),
    Form(decisions.WAY, "choose patch", decisions.way, answers=True, splits=True),
    Form(
        amending.AMEND,
        "",
        amending.amend,
        answers=True,
        plainly=True,
    ),
    Form(
        ruling.OVERRULE,
        "overrule: heat 3; Ann 30 minutes because REASON",
        ruling.overrule,
        answers=True,
        plainly=True,
    ),
    Form(
        waiting.HOLD, "hold until Friday", waiting.hold, answers=True, takes_codes=True, splits=True
    ),
    Form(waiting.RELEASE, "release", waiting.release, answers=True, takes_codes=True, splits=True),
    Form(
        claim_answers.DENY,
        "deny because REASON",
        claim_answers.deny,
        answers=True,
        takes_codes=True,
        splits=True,
    ),
    Form(
        claim_answers.ACCEPT,
        "accept",
        claim_answers.accept,
        answers=True,
        takes_codes=True,
        splits=True,
    ),
    Form(
        claim_answers.AWARDED,
        "awarded",
        claim_answers.awarded,
        answers=True,
        takes_codes=True,
        splits=True,
    ),
    Form(
        claim_answers.AWARD,
        "award",
        claim_answers.award,
        answers=True,
        takes_codes=True,
        splits=True,
    ),
    Form(rewinds.REWIND, "rewind turn 12: it is void because REASON", rewinds.rewind, plainly=True),
    Form(rewinds.UNDO, "rewind turn 12: it is void because REASON", rewinds.undo),
    Form(rewinds.REWINDS, "rewind turn 12: it is void because REASON", _no_turn),
    Form(ruling.PRECEDENT, "ruling: a hatch may be opened twice (§10c)", ruling.precedent),
    Form(ruling.WITHDRAW, "withdraw ruling 3 because REASON", ruling.withdraw, plainly=True),
    Form(waiting.PAUSE, "pause reminders for 2 days", waiting.pause),
    Form(waiting.RESUME, "resume reminders", waiting.resume),
    Form(waiting.GO_ON, "go on without Ann", waiting.go_on),
    Form(waiting.TOLD, "told Ann", waiting.told),
    Form(governing.START_ANY, "start a game", governing.start_any),
    Form(governing.START, "start Ann, Bob, Cid", governing.start),
    Form(governing.KILL, "kill Ann", governing.kill),
    Form(governing.ADD_AXIS, "add axis Z", governing.add_axis),
    Form(governing.REMOVE_AXIS, "remove axis Z", governing.remove_axis),
    Form(offices.HAND_OVER, "hand over to Bob", offices.hand_over),
    Form(offices.IS_MASTER, "hand over to Bob", offices.is_master),
    Form(offices.IS_DEPUTY, "deputy Bob", offices.is_deputy),
    Form(offices.NO_DEPUTY, "no deputy", offices.no_deputy),
    Form(offices.DEPUTY, "deputy Bob", offices.deputy),
    Form(offices.MAKE_DEPUTY, "deputy Bob", offices.make_deputy),
    Form(governing.IS_CONTEST, "the contract is a contest", governing.is_contest),
    Form(governing.POT, "pot 10", governing.pot),
    Form(luck.REVEAL, "reveal RN1", luck.reveal),
    Form(governing.READ_MAIL, "read mail 123 as Ann: I open 5-6.", governing.read_mail),
    Form(waiting.KNOWS, "told Ann", waiting.knows),
    Form(claim_answers.SAID_FIRST, "", claim_answers.said_first, answers=True),
)
_ITS_WORD: Final = re.compile(
    r"(?:\b|_)(?:go on|approve|reject|again|anew|once more|choose|choice|pick|take|let|have|re-?run"
    r"|patch|stand"
    r"|go ahead|append|cut|put|say|approving|another draft|new draft|resign|takes over|posted"
    r"|post|publish|send|amend|replace|change|add|insert|delete|remove|strike|drop|instead"
    r"|should|shall|must|to|write|overrule|override|hold|release|unhold|den(?:y|ied)|accept|award"
    r"|rewind|correct|redo|replay|undo|play|ruling|precedent|rule|pause|stop|remind|resume|start"
    r"|begin|kill|axis|hand|handover|contestmaster|deputy|contest|pot|mail|letter|withdraw|revoke"
    r"|repeal|cancel|retract|reveal|beacon|there|archive|on the list|re-?send|told|knows)",
    re.IGNORECASE,
)
"""A word that is in any form: most lines have none, and are told so at once."""
_FAR: Final = 400  # characters of a line in which such a word stands
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
    if _ITS_WORD.search(line, 0, _FAR) is None:
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
