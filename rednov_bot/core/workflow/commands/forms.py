"""How each command begins, and who reads it: one table, the first that fits decides."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from rednov_bot.core.models import TAG
from rednov_bot.core.patterns import lazy_re
from rednov_bot.core.workflow import commands as cmd
from rednov_bot.core.workflow.commands import decisions, rulings, wishes
from rednov_bot.core.workflow.commands.polite import LEAD
from rednov_bot.core.workflow.commands.said import Said, Unclear
from rednov_bot.core.workflow.commands.wishes import read_words

Read = Callable[[re.Match[str], Said], cmd.Command | Unclear]


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
    takes_codes: bool = False
    splits: bool = False
    plainly: bool = False


def _led(pattern: str) -> re.Pattern[str]:
    """The first words of a command, behind what may lead to it."""
    return lazy_re(f"{LEAD}{pattern}", re.IGNORECASE)


def _unclear(why: str) -> Read:
    return lambda found, said: Unclear(why)


_POSTING: Final = r"(?: (?:it|this|that|(?:the|this) (?:posting|post|mail|message|text)))?"
_AWARDED_SO: Final = (
    r"(?: (?:myself|already|by hand|yesterday|today|(?:in|by|with) (?:another|a|my (?:own|last))"
    r" (?:message|mail|post|posting|announcement)|on the list))*"
)
_GAME: Final = rf"(?: (?:a|an|the|another|new|next|game|{TAG})\b)*"
_TILES: Final = r"(?:,? (?:and|with)(?: those of)?(?: all)?(?: the)? (?P<tiles>tiles|hands))?"
_OFFICE: Final = (
    r"(?:it |everything |(?:the |my )?(?:contest|desk|game|office(?: of contestmaster)?"
    r"|contestmastership|contestmaster['’]s office) )?"
)
_WHO: Final = r"(?P<name>[^\W_][\w@. -]{0,60}?)"
_REWIND: Final = "rewind turn 12: it is void because REASON"
_UNDONE: Final = _unclear(
    "it does not say what comes instead: whether the turn is void, is read otherwise, chooses "
    "otherwise or is played as it was"
)
_OF_SEVERAL: Final = (True, True)  # answers, and takes codes
_WHOLE: Final = (True, True, True)  # and is complete without a word more
FORMS: Final[tuple[Form, ...]] = (
    Form(
        _led(
            rf"(?:(?:post|send|publish){_POSTING} (?:again|anew|once more)"
            rf"|re-?(?:post|send){_POSTING})\b"
        ),
        "post again",
        decisions.plain("post again"),
        *_OF_SEVERAL,
    ),
    Form(
        _led(
            r"(?:(?:it|the (?:posting|post|mail|message|text))(?: is|['’]s)|is)(?: already| now)? "
            r"(?:there|on the list|in the archives?)\b(?:,? (?:already|now|indeed|all right)\b)?"
        ),
        "it is there",
        decisions.plain("it is there"),
        *_OF_SEVERAL,
    ),
    Form(
        _led(
            rf"(?:post|publish){_POSTING} to (?:the )?"
            r"(?!(?:the|list|all|it|this|that)\b)(?P<forum>[\w.-]{1,40}[\w])(?: (?:list|forum)\b)?"
        ),
        "post to backup",
        decisions.plain("post to"),
        answers=True,
    ),
    Form(decisions.APPROVE, "approve", decisions.approve, *_WHOLE, plainly=True),
    Form(decisions.AGAIN, "again", decisions.plain("again"), *_WHOLE),
    Form(decisions.REJECT, "reject because REASON", decisions.reject, *_WHOLE, plainly=True),
    Form(
        _led(
            r"(?:choose )?beacon,?(?: round)? #?(?P<round>[1-9]\d{0,17}):?"
            r"(?: is| =)? ?(?P<value>\S*)"
        ),
        "beacon 5417233 VALUE",
        wishes.beacon,
    ),
    Form(decisions.CHOOSE, "choose 5-6", decisions.choose, answers=True),
    Form(
        lazy_re(
            rf"{LEAD}(?P<way>re-?run|patch|stand)(?: it)?(?![\w:=-])"
            rf"|{LEAD}let {decisions.DRAFT} (?P<so>stand)\b",
            re.IGNORECASE,
        ),
        "choose patch",  # how the draft of a correction asks to be answered, but for "choose"
        decisions.way,
        answers=True,
        splits=True,
    ),
    Form(decisions.AMEND, "", decisions.amend, answers=True, plainly=True),
    Form(
        _led(r"(?:overruled?|override)\b(?: (?:it|this|the draft|this draft|the verdict)\b)?"),
        "overrule: heat 3; Ann 30 minutes because REASON",
        rulings.overrule,
        answers=True,
        plainly=True,
    ),
    Form(
        _led(r"(?:put (?:it|this|the draft|this draft) on )?hold\b(?! (?:on|up|your)\b)"),
        "hold until Friday",
        decisions.hold,
        *_WHOLE,
    ),
    Form(
        _led(r"(?:release|unhold|(?:no longer|no more|stop) hold(?:ing)?)\b"),
        "release",
        decisions.release,
        *_WHOLE,
    ),
    Form(decisions.DENY, "deny because REASON", decisions.deny, *_WHOLE),
    Form(_led(rf"accept(?:ed)?\b{decisions.CLAIM}\b"), "accept", decisions.accept, *_WHOLE),
    Form(
        _led(
            rf"(?:(?:(?:have|ve|had) )?(?:already )?awarded\b{decisions.POINTS_MEANT}"
            r"|(?:have|ve) (?:already )?(?:posted|announced|published|made) (?:the|this) award\b)"
            rf"{_AWARDED_SO}\b"
        ),
        "awarded",
        decisions.plain("awarded"),
        *_WHOLE,
    ),
    Form(decisions.AWARD, "award", decisions.plain("award"), *_WHOLE),
    Form(rulings.REWIND, _REWIND, rulings.rewind, plainly=True),
    Form(
        _led(
            r"(?:undo\b|(?:correct|redo|replay|take back)(?= (?:(?:the|my) (?:last "
            r"|latest )?)?turn\b))"
        ),
        _REWIND,
        _UNDONE,
    ),
    Form(_led(r"rewind\b"), _REWIND, _unclear("it does not say which turn: rewind turn 12")),
    Form(
        _led(r"(?:(?:my )?(?:ruling|precedent)\s*:|(?:hereby )?rule\s*(?::|that\b))"),
        "ruling: a hatch may be opened twice (§10c)",
        rulings.precedent,
    ),
    Form(rulings.WITHDRAW, "withdraw ruling 3 because REASON", rulings.withdraw, plainly=True),
    Form(
        _led(
            r"(?:pause\b(?: all\b)?(?: (?:the|my|your)\b)?(?: remind(?:ers|ing)\b(?: me\b)?)?"
            r"|(?:no|stop)(?: more)?(?: (?:the|my|your))? remind(?:ers|ing)\b(?: me\b)?"
            r"(?: any ?more\b)?)"
        ),
        "pause reminders for 2 days",
        wishes.pause,
    ),
    Form(
        _led(
            r"(?:resume\b(?: (?:the|my|your)\b)?(?: remind(?:ers|ing)\b)?(?: me\b)?"
            r"|remind me again\b)"
        ),
        "resume reminders",
        wishes.deed("resume reminders"),
    ),
    Form(
        _led(
            r"go on (?:now )?without(?: waiting for)?"
            r"(?: (?:a|the) (?:word|answer|notices?)(?: of| from| to| for))? "
        ),
        "go on without Ann",
        wishes.of_somebody("go on without"),
    ),
    Form(
        _led(r"(?:i(?:['’]ve| have)? )?(?:already |now )?told (?!me\b|you\b|us\b|them\b)"),
        "told Ann",
        wishes.of_somebody("told", wishes.KNOWN),
    ),
    Form(
        _led(
            r"(?:start|begin) (?:an?|another|(?:a |the )?(?:new|next)) game\b"
            r"(?! (?:with|of|for|between)(?! (?:everybody|everyone|all)\b))(?!:)"
            r"(?: (?:with|of|for) (?:everybody|everyone|all"
            r"(?: (?:the )?(?:contestants|members))?)\b)?"
        ),
        "start a game",
        wishes.start_any,
    ),
    Form(
        _led(rf"(?:start|begin)\b{_GAME}(?: (?:with|of|for|between)\b)?[\s:]+"),
        "start Ann, Bob, Cid",
        wishes.start,
    ),
    Form(
        _led(r"kill(?: the)?(?: idle)?(?: gnome)? "),
        "kill Ann",
        wishes.of_somebody("kill", wishes.IDLE),
    ),
    Form(
        _led(
            r"add (?:an? |the )?(?:new )?"
            rf"(?:axis(?: called| named)?[\s:]+|(?={wishes.AXIS_NAME} axis\b))"
        ),
        "add axis Z",
        wishes.of_axis("add axis"),
    ),
    Form(
        _led(rf"(?:remove|drop|delete) (?:the )?(?:axis[\s:]+|(?={wishes.AXIS_NAME} axis\b))"),
        "remove axis Z",
        wishes.of_axis("remove axis"),
    ),
    Form(
        _led(rf"(?:hand[ -]?{_OFFICE}over {_OFFICE}to |resign (?:{_OFFICE})?in favou?r of )"),
        "hand over to Bob",
        wishes.of_somebody("hand over to"),
    ),
    Form(
        _led(
            rf"(?:(?:make|appoint|name) {_WHO}(?: as| to be)?"
            r"|(?P<name2>[^\W_][\w@. -]{0,60}?) (?:is|shall be|will be|becomes|takes over as)"
            r"(?: now| from now on)?)"
            r"(?: the| my)?(?: new| next)? contestmaster\b(?: now| from now on)?"
        ),
        "hand over to Bob",
        wishes.of_somebody("hand over to"),
    ),
    Form(
        _led(
            rf"{_WHO} (?:(?P<ends>is|shall be) (?:no longer|not any more|no more)"
            r"|(?:is|shall be|will be)(?: now| from now on)?) my(?: new)? deputy\b"
            r"(?: now| any ?more| from now on)?"
        ),
        "deputy Bob",
        wishes.of_somebody("deputy"),
    ),
    Form(
        _led(
            r"(?:(?:have )?no deputy\b(?: any ?more\b| any longer\b)?"
            r"|(?:my |the )?deputy(?: is|:)? (?:none|nobody|no ?one)\b"
            r"|remove (?:my |the )?deputy\b)"
        ),
        "no deputy",
        wishes.deed("no deputy"),
    ),
    Form(
        _led(r"(?:my |the )?deputy(?: is| shall be|:)?(?: now)? "),
        "deputy Bob",
        wishes.of_somebody("deputy"),
    ),
    Form(
        _led(
            r"(?:make|appoint|name) (?P<name>.{1,60}?)(?: (?:as|to be))?(?: my| the| a)? deputy\b"
        ),
        "deputy Bob",
        wishes.of_somebody("deputy"),
    ),
    Form(
        _led(
            r"(?:the contract|red november|the contract of red november|it|this)"
            r"(?:(?P<so> is (?:now )?(?:a|again a) contest)"
            r"|(?: is|['’]s) (?:no|not a|not any longer a|no longer a|not any more a) contest"
            r"|(?: isn['’]t| has ceased to be| is not| ceases to be) a contest)"
            r"(?: (?:any ?more|any longer|again|now|at present|currently|at the moment))*\b"
        ),
        "the contract is a contest",
        wishes.is_contest,
    ),
    Form(
        _led(
            r"(?:(?:set|let) )?(?:the )?(?:y[ _-]?)?pot(?: of y)?(?: (?:is|be|to|of|at|are|=)"
            r"|[:=])*[\s:=]*"
            r"(?P<of>\d{1,6})(?! ?[\w.,]*\d)(?: y)?(?: points)?(?![\w-])"
        ),
        "pot 10",
        wishes.deed("pot"),
    ),
    Form(
        _led(
            r"reveal(?: the)?(?: secrets?)?(?: of)?(?: the)?(?: dice| luck)?(?: of)?"
            rf"(?: (?P<game>{TAG}))?{_TILES}(?![\w-])"
        ),
        "reveal RN1",
        wishes.reveal,
    ),
    Form(
        _led(r"(?:read (?:the )?)?(?:mail|letter) (?:no\.? |number |#)?(?P<mail>\d{1,9})\b"),
        "read mail 123 as Ann: I open 5-6.",
        wishes.read_mail,
    ),
    Form(
        _led(r"(?P<name>[^\W_][\w. -]{0,60}?) (?:already |now )?(?:knows|(?:was|has been) told)\b"),
        "told Ann",
        wishes.of_somebody("told", wishes.KNOWN),
    ),
    Form(decisions.SAID_FIRST, "", decisions.said_first, answers=True),
)
_ITS_WORD: Final = lazy_re(
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
_THAT_IS_ALL: Final = lazy_re(
    r"(?:quit|exit|end(?: of (?:commands|mail))?|that(?: i|['’]?)s all(?: (?:for (?:now|today)"
    r"|folks))?)[\s.!]*",
    re.IGNORECASE,
)
_STOPS: Final = lazy_re(
    r"(?:stop|--+|(?:many )?thanks?(?: you)?(?: (?:very|so) much| a lot| in advance)?|thx|ty|cheers"
    r")[\s.!,]*",
    re.IGNORECASE,
)
_GREETING: Final = lazy_re(
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


def read_line(said: Said) -> cmd.Command | Unclear | None:
    """What a line says that is read by all its words: something to show, or the end."""
    return cmd.THAT_IS_ALL if _THAT_IS_ALL.fullmatch(said.first) else read_words(said)


def stops(line: str) -> bool:
    """Whether a line may end the commands: "thanks", "stop", "--"."""
    return _STOPS.fullmatch(line) is not None


def greets(line: str) -> bool:
    """Whether a line is a greeting."""
    return _GREETING.fullmatch(line) is not None
