"""Something is shown, or reported: `status`, `show me the rulings`, `post the weekly report`."""

from __future__ import annotations

import re
from typing import Final

from rednov_bot.core.models import TAG
from rednov_bot.core.workflow import commands as cmd
from rednov_bot.core.workflow.commands.polite import LEAD
from rednov_bot.core.workflow.commands.said import (
    LIMITED,
    POINTS,
    Said,
    Unclear,
    around,
    behind,
    below,
    name_at,
    names_in,
    unknown,
)

_GAME: Final = rf"(?: (?:a|an|the|another|new|next|game|{TAG})\b)*"
START: Final = re.compile(
    rf"{LEAD}(?:start|begin)\b{_GAME}(?: (?:with|of|for|between)\b)?[\s:]+", re.IGNORECASE
)
START_ANY: Final = re.compile(
    rf"{LEAD}(?:start|begin) (?:an?|another|(?:a |the )?(?:new|next)) game\b"
    r"(?! (?:with|of|for|between)(?! (?:everybody|everyone|all)\b))(?!:)"
    r"(?: (?:with|of|for) (?:everybody|everyone|all(?: (?:the )?(?:contestants|members))?)\b)?",
    re.IGNORECASE,
)
"""A game with whoever may play."""
KILL: Final = re.compile(rf"{LEAD}kill(?: the)?(?: idle)?(?: gnome)? ", re.IGNORECASE)
_AXIS_NAME: Final = r"[\"“]?(?P<axis>(?!(?:the|an?|new|axis)\b)[^\W_][\w-]{0,39})[\"”]?"
ADD_AXIS: Final = re.compile(
    rf"{LEAD}add (?:an? |the )?(?:new )?(?:axis(?: called| named)?[\s:]+|(?={_AXIS_NAME} axis\b))",
    re.IGNORECASE,
)
REMOVE_AXIS: Final = re.compile(
    rf"{LEAD}(?:remove|drop|delete) (?:the )?(?:axis[\s:]+|(?={_AXIS_NAME} axis\b))", re.IGNORECASE
)
IS_CONTEST: Final = re.compile(
    rf"{LEAD}(?:the contract|red november|the contract of red november|it|this)"
    r"(?:(?P<so> is (?:now )?(?:a|again a) contest)"
    r"|(?: is|['’]s) (?:no|not a|not any longer a|no longer a|not any more a) contest"
    r"|(?: isn['’]t| has ceased to be| is not| ceases to be) a contest)"
    r"(?: (?:any ?more|any longer|again|now|at present|currently|at the moment))*\b",
    re.IGNORECASE,
)
POT: Final = re.compile(
    rf"{LEAD}(?:(?:set|let) )?(?:the )?(?:y[ _-]?)?pot(?: of y)?(?: (?:is|be|to|of|at|are|=)"
    rf"|[:=])*[\s:=]*"
    r"(\d{1,6})(?! ?[\w.,]*\d)(?: y)?(?: points)?(?![\w-])",
    re.IGNORECASE,
)
READ_MAIL: Final = re.compile(
    rf"{LEAD}(?:read (?:the )?)?(?:mail|letter) (?:no\.? |number |#)?(\d{{1,9}})\b", re.IGNORECASE
)
_SPAN: Final = r"(?:for|since) (?:more than )?[\w-]{1,12}(?: [\w-]{1,12})?"
_IDLE: Final = re.compile(
    r"[\s,(:]*(?:please)?[\s,(]*(?:(?:because|for|as|since)? ?"
    r"(?:(?:e|he|she|they|who|[^\W_]\w{0,39})(?: (?:is|was|has been|have been)|['’]s(?: been)?))? ?"
    rf"(?:being )?idle(?:ness)?(?: {_SPAN})?)?[\s,)(]*(?:§\s?19)?[\s).!]*",
    re.IGNORECASE,
)
_AXIS: Final = re.compile(rf"{_AXIS_NAME}(?: axis\b)?(?![\w-])", re.IGNORECASE)
_FLAGS: Final = re.compile(
    r"\s*(?:(?:the )?options? )?([a-z]+(?:_[a-z]+)*)((?:\s*(?:,"
    r"|\band\b)\s*(?:and )?[a-z]+(?:_[a-z]+)*)*)"
    r"[\s.!]*",
    re.IGNORECASE,
)
_OPTION: Final = re.compile(r"(?<!\w)([a-z]\w{0,40})\s?=\s?([\w+]{1,40})", re.IGNORECASE)
_WITH: Final = re.compile(r"\b(?:with|options?)\b", re.IGNORECASE)
_OPTIONS_BEGIN: Final = re.compile(r"(?:[\s,;:.]|\b(?:with|the|and|options?)\b)*", re.IGNORECASE)
_BETWEEN: Final = re.compile(r"[\s,;.]*(?:and\b)?(?:\s*(?:the )?options?\b)?[\s:]*", re.IGNORECASE)
_LONGEST: Final = 2_000  # characters of a list of names and options
_AS: Final = re.compile(r" (?:as|from|by|is)(?: from| by)? ", re.IGNORECASE)
_NOTHING: Final = re.compile(r" (?:announces|says|is) nothing\b", re.IGNORECASE)
_AGAIN: Final = re.compile(r" (?:again|anew|once more)\b", re.IGNORECASE)
_SAYS: Final = re.compile(r"(?:['’]s)?\s*(?::|(?:announces|says)\b:?)\s*", re.IGNORECASE)


def start(found: re.Match[str], said: Said) -> cmd.Start | Unclear:
    """`start Ann, Bob and Cid with option wake = at_once`."""
    text = f"{said.first[found.end() :]} {said.rest}".strip()
    if len(text) > _LONGEST or "?" in text:
        return behind("start", text, said) or Unclear("it names nobody")
    options = list(_OPTION.finditer(text))
    listed = text[: options[0].start()] if options else text
    if leads := _WITH.search(listed):
        if not options and (flags := _FLAGS.fullmatch(listed, leads.end())):
            options_said = re.findall(r"(?!and\b)[a-z_]+", flags[0].lower())
            return _switched_on(listed[: leads.start()], options_said, said)
        if not options or not _OPTIONS_BEGIN.fullmatch(listed, leads.start()):
            return Unclear("its options are not said as KEY = VALUE")
        listed = listed[: leads.start()].rstrip(POINTS).removesuffix(" and")
    names = names_in(listed, said.names)
    if isinstance(names, Unclear):
        return names
    if not names:
        return Unclear("it names nobody")
    at = options[0].end() if options else len(text)
    for one in options[1:]:
        if not _BETWEEN.fullmatch(text, at, one.start()):
            return behind("start", text[at : one.start()], said) or Unclear("")
        at = one.end()
    given = tuple([(one[1].lower(), one[2].lower()) for one in options])
    return behind("start", text[at:], said) or cmd.Start(names=names, options=given)


def start_any(found: re.Match[str], said: Said) -> cmd.Start | Unclear:
    """`start a game`, with everybody who may play."""
    return around("start a game", said.first[found.end() :], said) or cmd.Start(names=())


def _switched_on(listed: str, options: list[str], said: Said) -> cmd.Start | Unclear:
    """`start Ann, Bob, Cid with less_deadly`: what has no value is switched on."""
    if any("_" not in one for one in options):
        return Unclear("its options are not said as KEY = VALUE")
    names = names_in(listed.rstrip(POINTS), said.names)
    if isinstance(names, Unclear):
        return names
    return cmd.Start(names=names, options=tuple([(one, "on") for one in options]))


def kill(found: re.Match[str], said: Said) -> cmd.Kill | Unclear:
    """`kill Ann`: no reason but idleness is one (§19)."""
    named = name_at(said.first, found.end(), said.names)
    if named is None:
        return unknown(said.first, found.end())
    idle = _IDLE.match(said.first, named[1])
    end = named[1] if idle is None else idle.end()
    return around(f"kill {named[0]}", said.first[end:], said) or cmd.Kill(named[0])


def add_axis(found: re.Match[str], said: Said) -> cmd.AddAxis | Unclear:
    """`add axis Z`."""
    name = _axis("add axis", found, said)
    return name if isinstance(name, Unclear) else cmd.AddAxis(name)


def remove_axis(found: re.Match[str], said: Said) -> cmd.RemoveAxis | Unclear:
    """`remove axis Z`."""
    name = _axis("remove axis", found, said)
    return name if isinstance(name, Unclear) else cmd.RemoveAxis(name)


def _axis(command: str, found: re.Match[str], said: Said) -> str | Unclear:
    named = _AXIS.match(said.first, found.end())
    if named is None:
        return Unclear("it names no axis")
    name = named["axis"]
    return around(f"{command} {name}", said.first[named.end() :], said) or name


def is_contest(found: re.Match[str], said: Said) -> cmd.IsContest | Unclear:
    """`the contract is a contest`, or is none any more."""
    words = said.first[found.end() :]
    return around("contest", words, said) or cmd.IsContest(found["so"] is not None)


def pot(found: re.Match[str], said: Said) -> cmd.Pot | Unclear:
    """`pot 10`."""
    return around(f"pot {found[1]}", said.first[found.end() :], said) or cmd.Pot(int(found[1]))


def read_mail(found: re.Match[str], said: Said) -> cmd.ReadMail | Unclear:
    """`read mail 123 as Ann: I open 5-6.`, `mail 123 announces nothing`, `read mail 123 again`."""
    mail, at, line = int(found[1]), found.end(), said.first
    what = f"mail {mail}"
    if nothing := _NOTHING.match(line, at):
        return around(what, line[nothing.end() :], said) or cmd.ReadMail(mail=mail, text="")
    name = None
    if by := _AS.match(line, at):
        named = name_at(line, by.end(), said.names)
        if named is None:
            return unknown(line, by.end())
        name, at = named
    if says := _SAYS.match(line, at):
        text = f"{line[says.end() :]}\n{said.rest}".strip()
        return cmd.ReadMail(mail=mail, name=name, text=text) if text.strip(POINTS) else _no_text()
    if LIMITED.match(line, at):
        return behind(what, line[at:], said) or _no_text()
    again = _AGAIN.match(line, at)
    if name is None and again is None and not re.match(rf"{LEAD}read", line, re.IGNORECASE):
        return Unclear("it does not say how to read that mail")
    at = at if again is None else again.end()
    at += 2 if line[at : at + 2] in ("'s", "’s") else 0
    return behind(what, line[at:], said) or below(what, said) or cmd.ReadMail(mail=mail, name=name)


def _no_text() -> Unclear:
    return Unclear("it does not say what that mail announces")


_LONGEST_LINE: Final = 120  # characters; a longer line is about something
_WORD: Final = re.compile(r"[\w'-]+")
_ODD: Final = re.compile(r"[^\w\s'’.,!?:;*–—()-]")
_WORDS: Final[dict[cmd.Shown, str]] = {
    "status": (
        "status/desk/status of desk/desk status/state of desk/waiting/on desk/waits/awaits/"
        "open/left open/anything open/there anything open/anything waiting/"
        "there anything waiting"
    ),
    "help": "help/commands/help with commands/of commands/help desk",
    "members": "members/contestants/membership/member/of members/in contest",
    "standing": (
        "standing/standings/contest/points/scores/score/standing of contest/state of contest/"
        "contest standing/contest's standing"
    ),
    "duties": "duties/duty/due/owe/still owe/deadlines/open duties",
    "rulings": (
        "rulings/precedents/of rulings/rulings in force/rulings there/rulings hold/"
        "rulings so far/rulings there so far"
    ),
    "drafts": "drafts/open drafts/drafts open/waiting drafts/of drafts/drafts waiting",
    "idle": (
        "idle/idle gnomes/gnomes idle/idlers/has been idle/has everybody been idle/"
        "has everyone been idle/have been idle/been idle/has not played/has not moved/"
        "has not acted/hasn't played/hasn't moved"
    ),
    "hands": "hands/everybody's hands/everyone's hands/secret hands/hands of gnomes/gnomes' hands",
}
"""What is shown -> all the ways to ask for it, without the words of asking."""
_SHOWN: Final[dict[str, cmd.Shown]] = {
    words: shown for shown, ways in _WORDS.items() for words in ways.split("/")
}
_ASKING_WORDS: Final = (
    "please kindly can could would will you i'd like to i want need we show send give tell me "
    "us let see know get list what what's whats which is are do does the a an my our your "
    "current all now again also and then thanks right for here who who's how long"
)
_ASKING: Final = frozenset(_ASKING_WORDS.split())
_WHOSE: Final = (
    r"(?:NAME|everybody|everyone|all|they|each(?: gnome| one)?|(?:all )?the (?:gnomes|others)|who)"
)
_HOLDING: Final = re.compile(
    r"(?:please |can you |could you |show me |tell me |list |give me )*(?:"
    r"(?:what|which)(?: items?| tiles?| cards?)? (?:is|are|does|do|has|have|did) "
    rf"{_WHOSE} (?:now |still |currently )?(?:hold|holding|have|got|carry|carrying|own)"
    r"|who (?:holds|has)(?: got)? what|(?:the )?(?:hands?|items|tiles|cards) of NAME"
    r"|(?:NAME|everybody|everyone|each gnome)'s (?:hands?|items|tiles|cards)|what(?: is"
    r"|'s) in NAME's hand"
    r"|what (?:NAME|everybody|everyone) (?:holds|has|is holding|is carrying)"
    r")(?: (?:please|now|at the moment|right now))*[ ?!.]*",
    re.IGNORECASE,
)
"""A gnome's hand is asked for; the contestmaster sees every hand."""
_OF_HANDS: Final = re.compile(
    r"\b(?:h[oe]ld|hand|items|tiles|cards|ha[sv]e?|got|carry|own)", re.IGNORECASE
)
_TO_DO: Final = re.compile(
    r"what do you need(?: from me)?[ ?!.]*|what(?:(?: is|'s)(?: there)?| else| do (?:i|we) have"
    r"| have (?:i|we)(?: got)?| must (?:i|we))?"
    r"(?: (?:left|still|now))*(?: to)?(?: do| needs doing| needs to be done)[ ?!.]*",
    re.IGNORECASE,
)
_KINDS: Final[dict[str, cmd.ReportKind]] = {
    "position": "position",
    "contest": "contest",
    "week": "week",
    "weekly": "week",
    "week's": "week",
    "story": "story",
}
_REPORTING: Final = frozenset(
    [
        *("report", "reports", "of", "about", "on", "it", "game", "this", "that", "post"),
        *("publish", "write", "make", "public", "publicly", "list", "is", "as"),
    ]
)
_POSTS: Final = frozenset(["post", "publish", "publicly", "public"])
_GAME_TAG: Final = re.compile(TAG, re.IGNORECASE)
_WHICH: Final = "it does not say which report: position, contest, week or story"


def read_show(said: Said) -> cmd.Show | None:
    """What is to be shown, if that is all that the line says."""
    words = _words_of(said.first)
    if words and _OF_HANDS.search(said.first) and _HOLDING.fullmatch(_named(said)):
        return cmd.Show("hands")
    if words and _TO_DO.fullmatch(said.first):
        return cmd.Show("status")
    plain = [word for word in words if word not in _ASKING] if words else []
    found = _SHOWN.get(" ".join(plain))
    return None if found is None else cmd.Show(found)


def read_report(said: Said) -> cmd.Report | Unclear | None:
    """Which report is to be written, if that is all that the line says."""
    words = _words_of(said.first)
    plain = [word for word in words if word not in _ASKING] if words else []
    if not {"report", "reports", "story"}.intersection(plain):
        return None
    games = {word.upper() for word in plain if _GAME_TAG.fullmatch(word)}
    rest = [word for word in plain if word.upper() not in games and word not in _REPORTING]
    if any(word not in _KINDS for word in rest) or len(games) > 1:
        return None
    kinds = {_KINDS[word] for word in rest}
    post = bool(_POSTS.intersection(plain))
    if len(kinds) != 1:
        return Unclear(_WHICH)
    if post and "?" in said.first:
        return Unclear("it is a question")
    return cmd.Report(which=kinds.pop(), game=games.pop() if games else None, post=post)


def _named(said: Said) -> str:
    """The line with NAME where a gnome may be named."""
    line = " ".join(said.first.replace("’", "'").replace(",", " ").split())
    for name in sorted(said.names, key=len, reverse=True):
        line = re.sub(rf"\b{re.escape(name)}\b", "NAME", line, flags=re.IGNORECASE)
    return line


def _words_of(line: str) -> list[str]:
    """The words of a short plain line; none of another."""
    if len(line) > _LONGEST_LINE or _ODD.search(line):
        return []
    return _WORD.findall(line.lower().replace("’", "'"))
