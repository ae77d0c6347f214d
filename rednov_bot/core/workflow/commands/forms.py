"""How each command begins, and who reads it: one table, the first that fits decides."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from rednov_bot.core.mail.roster import folded
from rednov_bot.core.models import TAG
from rednov_bot.core.workflow import commands as cmd
from rednov_bot.core.workflow.commands import decisions, rulings, waiting, wishes
from rednov_bot.core.workflow.commands.polite import LEAD
from rednov_bot.core.workflow.commands.said import (
    Said,
    Unclear,
    around,
    name_at,
    only_name,
    take_code,
    unknown,
)
from rednov_bot.core.workflow.commands.wishes import read_report, read_show

_IT: Final = r"(?: (?:it|this|that|(?:the|this) (?:posting|post|mail|message|text)))?"
POST_AGAIN: Final = re.compile(
    rf"{LEAD}(?:(?:post|send|publish){_IT} (?:again|anew|once more)|re-?(?:post|send){_IT})\b",
    re.IGNORECASE,
)
IS_THERE: Final = re.compile(
    rf"{LEAD}(?:(?:it|the (?:posting|post|mail|message|text))(?: is|['’]s)|is)(?: already| now)? "
    r"(?:there|on the list|in the archives?)\b(?:,? (?:already|now|indeed|all right)\b)?",
    re.IGNORECASE,
)
_SEEN: Final = re.compile(
    r"[\s,;:.!(–—-]*(?:and |for |because |as )?(?:i|we)(?:['’]ve| have)?(?: just)?"
    r" (?:saw|see|seen|can see|found|looked at|checked|read)\b(?: (?:it|that|this)\b)?"
    r"(?: there\b| myself\b)?(?:,? (?:in|on|at) (?:the )?(?:list['’]s |public |web )?"
    r"(?:archives?|list|web|page)\b)?(?: (?:already|now|today|just now|myself)\b)?[\s).!]*"
    r"(?:<?https?://[^\s<>]{1,200}>?)?",
    re.IGNORECASE,
)
"""How it is known: that limits nothing."""
POST_TO: Final = re.compile(
    rf"{LEAD}(?:post|publish){_IT} to (?:the )?"
    r"(?!(?:the|list|all|it|this|that)\b)(?P<forum>[\w.-]{1,40}[\w])(?: (?:list|forum)\b)?",
    re.IGNORECASE,
)


def is_there(found: re.Match[str], said: Said) -> cmd.IsThere | Unclear:
    """`it is there`, with nothing but polite words."""
    code, words = take_code(said.first[found.end() :])
    words, rest = _unseen(words), _unseen(said.rest)
    unclear = around("it is there", words, replace(said, rest=rest))
    return unclear or cmd.IsThere(code=code or said.code)


def post_to(found: re.Match[str], said: Said) -> cmd.PostTo | Unclear:
    """`post to backup`, with nothing but polite words."""
    code, words = take_code(said.first[found.end() :])
    forum = found["forum"]
    return around(f"post to {forum}", words, said) or cmd.PostTo(
        code=code or said.code, forum=forum
    )


def _unseen(words: str) -> str:
    """Words without that somebody has seen it."""
    seen = _SEEN.match(words)
    return words if seen is None else words[seen.end() :]


_TILES: Final = r"(?:,? (?:and|with)(?: those of)?(?: all)?(?: the)? (?P<tiles>tiles|hands))?"
REVEAL: Final = re.compile(
    rf"{LEAD}reveal(?: the)?(?: secrets?)?(?: of)?(?: the)?(?: dice| luck)?(?: of)?"
    rf"(?: (?P<game>{TAG}))?{_TILES}(?![\w-])",
    re.IGNORECASE,
)

BEACON: Final = re.compile(
    rf"{LEAD}(?:choose )?beacon,?(?: round)? #?(?P<round>[1-9]\d{{0,17}}):?"
    r"(?: is| =)? ?(?P<value>\S*)",
    re.IGNORECASE,
)
_HEX: Final = re.compile(r"[0-9a-f]{64}", re.IGNORECASE)


def beacon(found: re.Match[str], said: Said) -> cmd.Beacon | Unclear:
    """`beacon 5417233 c0ffee...`; the value may stand in the line below."""
    value = (found["value"] or " ".join(said.rest.split())).rstrip(".")
    if not _HEX.fullmatch(value):
        return Unclear("the value of a round is 64 hex digits: beacon 5417233 VALUE")
    return cmd.Beacon(int(found["round"]), value.lower())


def reveal(found: re.Match[str], said: Said) -> cmd.Reveal | Unclear:
    """`reveal RN1 with the tiles`: every gnome agrees that the tiles are told too (A24b)."""
    game = found["game"]
    wish = cmd.Reveal(None if game is None else game.upper(), tiles=found["tiles"] is not None)
    return around("reveal", said.first[found.end() :], said) or wish


_OFFICE: Final = (
    r"(?:it |everything |(?:the |my )?(?:contest|desk|game|office(?: of contestmaster)?"
    r"|contestmastership|contestmaster['’]s office) )?"
)
HAND_OVER: Final = re.compile(
    rf"{LEAD}(?:hand[ -]?{_OFFICE}over {_OFFICE}to |resign (?:{_OFFICE})?in favou?r of )",
    re.IGNORECASE,
)
_WHO: Final = r"(?P<name>[^\W_][\w@. -]{0,60}?)"
IS_MASTER: Final = re.compile(
    rf"{LEAD}(?:(?:make|appoint|name) {_WHO}(?: as| to be)?"
    r"|(?P<name2>[^\W_][\w@. -]{0,60}?) (?:is|shall be|will be|becomes|takes over as)(?: now"
    r"| from now on)?)"
    r"(?: the| my)?(?: new| next)? contestmaster\b(?: now| from now on)?",
    re.IGNORECASE,
)
IS_DEPUTY: Final = re.compile(
    rf"{LEAD}{_WHO} (?:(?P<ends>is|shall be) (?:no longer|not any more|no more)"
    r"|(?:is|shall be|will be)(?: now| from now on)?) my(?: new)? deputy\b(?: now| any ?more"
    r"| from now on)?",
    re.IGNORECASE,
)
NO_DEPUTY: Final = re.compile(
    rf"{LEAD}(?:(?:have )?no deputy\b(?: any ?more\b| any longer\b)?"
    r"|(?:my |the )?deputy(?: is|:)? (?:none|nobody|no ?one)\b|remove (?:my |the )?deputy\b)",
    re.IGNORECASE,
)
DEPUTY: Final = re.compile(
    rf"{LEAD}(?:my |the )?deputy(?: is| shall be|:)?(?: now)? ", re.IGNORECASE
)
MAKE_DEPUTY: Final = re.compile(
    rf"{LEAD}(?:make|appoint|name) (?P<name>.{{1,60}}?)(?: (?:as|to be))?(?: my| the| a)? deputy\b",
    re.IGNORECASE,
)
_ADDRESS: Final = re.compile(r"<?([^\s<>@]{1,64}@[\w.-]{1,200}\w)>?")


def hand_over(found: re.Match[str], said: Said) -> cmd.HandOver | Unclear:
    """`hand over to Bob`."""
    name = _person("hand over", found.end(), said)
    return name if isinstance(name, Unclear) else cmd.HandOver(name)


def is_master(found: re.Match[str], said: Said) -> cmd.HandOver | Unclear:
    """`Bob is the new contestmaster`."""
    name = _one(found["name"] or found["name2"], said)
    if isinstance(name, Unclear):
        return name
    return around(f"hand over to {name}", said.first[found.end() :], said) or cmd.HandOver(name)


def is_deputy(found: re.Match[str], said: Said) -> cmd.Deputy | Unclear:
    """`Bob is my deputy`, or is no longer."""
    name = _one(found["name"], said)
    if isinstance(name, Unclear):
        return name
    named = None if found["ends"] else name
    return around("deputy", said.first[found.end() :], said) or cmd.Deputy(named)


def _one(words: str, said: Said) -> str | Unclear:
    return said.addresses.get(folded(words)) or only_name(words, said.names)


def deputy(found: re.Match[str], said: Said) -> cmd.Deputy | Unclear:
    """`deputy Bob`."""
    name = _person("deputy", found.end(), said)
    return name if isinstance(name, Unclear) else cmd.Deputy(name)


def make_deputy(found: re.Match[str], said: Said) -> cmd.Deputy | Unclear:
    """`make Bob my deputy`."""
    name = only_name(found["name"], said.names)
    if isinstance(name, Unclear):
        return name
    return around("deputy", said.first[found.end() :], said) or cmd.Deputy(name)


def no_deputy(found: re.Match[str], said: Said) -> cmd.Deputy | Unclear:
    """`no deputy`."""
    return around("no deputy", said.first[found.end() :], said) or cmd.Deputy(None)


def _person(command: str, at: int, said: Said) -> str | Unclear:
    named = _addressed(at, said) or name_at(said.first, at, said.names)
    if named is None:
        return unknown(said.first, at)
    return around(f"{command} {named[0]}", said.first[named[1] :], said) or named[0]


def _addressed(at: int, said: Said) -> tuple[str, int] | None:
    """Whose address stands there, and where it ends."""
    found = _ADDRESS.match(said.first, at)
    name = None if found is None else said.addresses.get(folded(found[1]))
    return None if found is None or name is None else (name, found.end())


Command = cmd.AnswerCommand | cmd.Wish
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
    takes_codes: bool = False
    splits: bool = False
    plainly: bool = False


def _no_turn(found: re.Match[str], said: Said) -> Unclear:
    return Unclear("it does not say which turn: rewind turn 12")


_OF_SEVERAL: Final = (True, True)  # answers, and takes codes
_WHOLE: Final = (True, True, True)  # and is complete without a word more
FORMS: Final[tuple[Form, ...]] = (
    Form(POST_AGAIN, "post again", decisions.plain("post again", cmd.PostAgain), *_OF_SEVERAL),
    Form(IS_THERE, "it is there", is_there, *_OF_SEVERAL),
    Form(POST_TO, "post to backup", post_to, answers=True),
    Form(decisions.APPROVE, "approve", decisions.approve, *_WHOLE, plainly=True),
    Form(decisions.AGAIN, "again", decisions.again, *_WHOLE),
    Form(decisions.REJECT, "reject because REASON", decisions.reject, *_WHOLE, plainly=True),
    Form(BEACON, "beacon 5417233 VALUE", beacon),
    Form(decisions.CHOOSE, "choose 5-6", decisions.choose, answers=True),
    Form(decisions.WAY, "choose patch", decisions.way, answers=True, splits=True),
    Form(decisions.AMEND, "", decisions.amend, answers=True, plainly=True),
    Form(
        rulings.OVERRULE,
        "overrule: heat 3; Ann 30 minutes because REASON",
        rulings.overrule,
        answers=True,
        plainly=True,
    ),
    Form(waiting.HOLD, "hold until Friday", waiting.hold, *_WHOLE),
    Form(waiting.RELEASE, "release", waiting.release, *_WHOLE),
    Form(decisions.DENY, "deny because REASON", decisions.deny, *_WHOLE),
    Form(decisions.ACCEPT, "accept", decisions.accept, *_WHOLE),
    Form(decisions.AWARDED, "awarded", decisions.plain("awarded", cmd.Awarded), *_WHOLE),
    Form(decisions.AWARD, "award", decisions.plain("award", cmd.Award), *_WHOLE),
    Form(rulings.REWIND, "rewind turn 12: it is void because REASON", rulings.rewind, plainly=True),
    Form(rulings.UNDO, "rewind turn 12: it is void because REASON", rulings.undo),
    Form(rulings.REWINDS, "rewind turn 12: it is void because REASON", _no_turn),
    Form(rulings.PRECEDENT, "ruling: a hatch may be opened twice (§10c)", rulings.precedent),
    Form(rulings.WITHDRAW, "withdraw ruling 3 because REASON", rulings.withdraw, plainly=True),
    Form(waiting.PAUSE, "pause reminders for 2 days", waiting.pause),
    Form(waiting.RESUME, "resume reminders", waiting.resume),
    Form(waiting.GO_ON, "go on without Ann", waiting.go_on),
    Form(waiting.TOLD, "told Ann", waiting.told),
    Form(wishes.START_ANY, "start a game", wishes.start_any),
    Form(wishes.START, "start Ann, Bob, Cid", wishes.start),
    Form(wishes.KILL, "kill Ann", wishes.kill),
    Form(wishes.ADD_AXIS, "add axis Z", wishes.add_axis),
    Form(wishes.REMOVE_AXIS, "remove axis Z", wishes.remove_axis),
    Form(HAND_OVER, "hand over to Bob", hand_over),
    Form(IS_MASTER, "hand over to Bob", is_master),
    Form(IS_DEPUTY, "deputy Bob", is_deputy),
    Form(NO_DEPUTY, "no deputy", no_deputy),
    Form(DEPUTY, "deputy Bob", deputy),
    Form(MAKE_DEPUTY, "deputy Bob", make_deputy),
    Form(wishes.IS_CONTEST, "the contract is a contest", wishes.is_contest),
    Form(wishes.POT, "pot 10", wishes.pot),
    Form(REVEAL, "reveal RN1", reveal),
    Form(wishes.READ_MAIL, "read mail 123 as Ann: I open 5-6.", wishes.read_mail),
    Form(waiting.KNOWS, "told Ann", waiting.knows),
    Form(decisions.SAID_FIRST, "", decisions.said_first, answers=True),
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
        return cmd.ThatIsAll()
    return read_show(said) or read_report(said)


def stops(line: str) -> bool:
    """Whether a line may end the commands: "thanks", "stop", "--"."""
    return _STOPS.fullmatch(line) is not None


def greets(line: str) -> bool:
    """Whether a line is a greeting."""
    return _GREETING.fullmatch(line) is not None
