"""What the contestmaster may wish of their own accord: something done, begun, shown or reported."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from rednov_bot.core.mail.roster import folded
from rednov_bot.core.models import TAG
from rednov_bot.core.patterns import lazy_re
from rednov_bot.core.workflow import commands as cmd
from rednov_bot.core.workflow.commands.polite import LEAD
from rednov_bot.core.workflow.commands.said import (
    LIMITED,
    POINTS,
    Said,
    Unclear,
    around,
    behind,
    name_at,
    names_in,
    only_name,
    unknown,
)
from rednov_bot.core.workflow.commands.waiting import until_when

AXIS_NAME: Final = r"[\"“]?(?P<axis>(?!(?:the|an?|new|axis)\b)[^\W_][\w-]{0,39})[\"”]?"
_AXIS: Final = lazy_re(rf"{AXIS_NAME}(?: axis\b)?(?![\w-])", re.IGNORECASE)
_SPAN: Final = r"(?:for|since) (?:more than )?[\w-]{1,12}(?: [\w-]{1,12})?"
IDLE: Final = lazy_re(
    r"[\s,(:]*(?:please)?[\s,(]*(?:(?:because|for|as|since)? ?"
    r"(?:(?:e|he|she|they|who|[^\W_]\w{0,39})(?: (?:is|was|has been|have been)|['’]s(?: been)?))? ?"
    rf"(?:being )?idle(?:ness)?(?: {_SPAN})?)?[\s,)(]*(?:§\s?19)?[\s).!]*",
    re.IGNORECASE,
)
"""No reason but idleness is one for a kill (§19)."""
_ADDRESS: Final = lazy_re(r"<?([^\s<>@]{1,64}@[\w.-]{1,200}\w)>?")
KNOWN: Final = lazy_re(
    r"(?:\s+(?:it(?: all)?|so|that|everything|all|eir (?:items?|notices?|hand)"
    r"|what e (?:drew|holds|has))\b)?"
    r"(?:\s+(?:(?:by|over|on|via|in|through) (?:the |an? |another )?[\w-]{1,20}"
    r"|myself|already|now)\b)?",
    re.IGNORECASE,
)
"""What somebody was told, and by what."""

_Deed = Callable[[re.Match[str], Said], cmd.Deed | Unclear]


def deed(does: cmd.Deeds) -> _Deed:
    """The reader of a deed that names nobody; the pattern may name what it is of."""

    def read(found: re.Match[str], said: Said) -> cmd.Deed | Unclear:
        of = found.groupdict().get("of") or ""
        return around(found[0], said.first[found.end() :], said) or cmd.Deed(does, of)

    return read


def of_somebody(does: cmd.OfOne, tail: re.Pattern[str] | None = None) -> _Deed:
    """The reader of a deed of whoever is named in the pattern, or behind it; the *tail* may follow.

    What is no longer done for somebody is said so: `Bob is no longer my deputy`.
    """

    def read(found: re.Match[str], said: Said) -> cmd.Deed | Unclear:
        within = found.groupdict()
        if words := within.get("name") or within.get("name2"):
            name = said.addresses.get(folded(words)) or only_name(words, said.names)
            if isinstance(name, Unclear):
                return name
            at = found.end()
        else:
            named = _addressed(found.end(), said) or name_at(said.first, found.end(), said.names)
            if named is None:
                return unknown(said.first, found.end())
            name, at = named
        if tail is not None and (more := tail.match(said.first, at)):
            at = more.end()
        if within.get("ends"):
            return _done("no deputy", "", said.first[at:], said)
        return _done(does, name, said.first[at:], said)

    return read


def of_axis(does: cmd.OfOne) -> _Deed:
    """The reader of `add axis Z`, or `remove axis Z`."""

    def read(found: re.Match[str], said: Said) -> cmd.Deed | Unclear:
        named = _AXIS.match(said.first, found.end())
        if named is None:
            return Unclear("it names no axis")
        return _done(does, named["axis"], said.first[named.end() :], said)

    return read


def pause(found: re.Match[str], said: Said) -> cmd.Deed | Unclear:
    """`pause reminders until Friday`, or less of it."""
    when, words, unclear = until_when(said.first[found.end() :])
    return unclear or around(found[0], words, said) or cmd.Deed("pause reminders", when)


def is_contest(found: re.Match[str], said: Said) -> cmd.Deed | Unclear:
    """`the contract is a contest`, or is none any more."""
    so = found["so"] is not None
    does: cmd.Deeds = "the contract is a contest" if so else "the contract is no contest"
    return _done(does, "", said.first[found.end() :], said)


def _done(does: cmd.Deeds, of: str, words: str, said: Said) -> cmd.Deed | Unclear:
    return around(f"{does} {of}".rstrip(), words, said) or cmd.Deed(does, of)


def _addressed(at: int, said: Said) -> tuple[str, int] | None:
    """Whose address stands there, and where it ends."""
    found = _ADDRESS.match(said.first, at)
    name = None if found is None else said.addresses.get(folded(found[1]))
    return None if found is None or name is None else (name, found.end())


_HEX: Final = lazy_re(r"[0-9a-f]{64}", re.IGNORECASE)


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


_FLAGS: Final = lazy_re(
    r"\s*(?:(?:the )?options? )?([a-z]+(?:_[a-z]+)*)((?:\s*(?:,"
    r"|\band\b)\s*(?:and )?[a-z]+(?:_[a-z]+)*)*)"
    r"[\s.!]*",
    re.IGNORECASE,
)
_OPTION: Final = lazy_re(r"(?<!\w)([a-z]\w{0,40})\s?=\s?([\w+]{1,40})", re.IGNORECASE)
_WITH: Final = lazy_re(r"\b(?:with|options?)\b", re.IGNORECASE)
_OPTIONS_BEGIN: Final = lazy_re(r"(?:[\s,;:.]|\b(?:with|the|and|options?)\b)*", re.IGNORECASE)
_BETWEEN: Final = lazy_re(r"[\s,;.]*(?:and\b)?(?:\s*(?:the )?options?\b)?[\s:]*", re.IGNORECASE)
_LONGEST: Final = 2_000  # characters of a list of names and options
_NO_VALUE: Final = Unclear("its options are not said as KEY = VALUE")


def start(found: re.Match[str], said: Said) -> cmd.Start | Unclear:
    """`start Ann, Bob and Cid with option wake = at_once`; what has no value is switched on."""
    text = f"{said.first[found.end() :]} {said.rest}".strip()
    if len(text) > _LONGEST or "?" in text:
        return behind("start", text, said) or Unclear("it names nobody")
    options = list(_OPTION.finditer(text))
    listed = text[: options[0].start()] if options else text
    given = [(one[1].lower(), one[2].lower()) for one in options]
    if leads := _WITH.search(listed):
        if not options and (flags := _FLAGS.fullmatch(listed, leads.end())):
            given = [(one, "on") for one in re.findall(r"(?!and\b)[a-z_]+", flags[0].lower())]
            if any("_" not in one for one, _ in given):
                return _NO_VALUE
        elif not options or not _OPTIONS_BEGIN.fullmatch(listed, leads.start()):
            return _NO_VALUE
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
    return behind("start", text[at:], said) or cmd.Start(names=names, options=tuple(given))


def start_any(found: re.Match[str], said: Said) -> cmd.Start | Unclear:
    """`start a game`, with everybody who may play."""
    return around("start a game", said.first[found.end() :], said) or cmd.Start(names=())


_AS: Final = lazy_re(r" (?:as|from|by|is)(?: from| by)? ", re.IGNORECASE)
_NOTHING: Final = lazy_re(r" (?:announces|says|is) nothing\b", re.IGNORECASE)
_AGAIN: Final = lazy_re(r" (?:again|anew|once more)\b", re.IGNORECASE)
_SAYS: Final = lazy_re(r"(?:['’]s)?\s*(?::|(?:announces|says)\b:?)\s*", re.IGNORECASE)
_NO_TEXT: Final = Unclear("it does not say what that mail announces")


def read_mail(found: re.Match[str], said: Said) -> cmd.ReadMail | Unclear:
    """`read mail 123 as Ann: I open 5-6.`, `mail 123 announces nothing`, `read mail 123 again`."""
    mail, at, line = int(found["mail"]), found.end(), said.first
    what = f"mail {mail}"
    if nothing := _NOTHING.match(line, at):
        return around(what, line[nothing.end() :], said) or cmd.ReadMail(mail, text="")
    name = None
    if by := _AS.match(line, at):
        named = name_at(line, by.end(), said.names)
        if named is None:
            return unknown(line, by.end())
        name, at = named
    if says := _SAYS.match(line, at):
        text = f"{line[says.end() :]}\n{said.rest}".strip()
        return cmd.ReadMail(mail, name, text) if text.strip(POINTS) else _NO_TEXT
    if LIMITED.match(line, at):
        return behind(what, line[at:], said) or _NO_TEXT
    again = _AGAIN.match(line, at)
    if name is None and again is None and not re.match(rf"{LEAD}read", line, re.IGNORECASE):
        return Unclear("it does not say how to read that mail")
    at = at if again is None else again.end()
    at += 2 if line[at : at + 2] in ("'s", "’s") else 0
    return around(what, line[at:], said) or cmd.ReadMail(mail, name)


# -- what a line says by all its words ---------------------------------------------------------

_LONGEST_LINE: Final = 120  # characters; a longer line is about something
_WORD: Final = lazy_re(r"[\w'-]+")
_ODD: Final = lazy_re(r"[^\w\s'’.,!?:;*–—()-]")
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
_HOLDING: Final = lazy_re(
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
_OF_HANDS: Final = lazy_re(
    r"\b(?:h[oe]ld|hand|items|tiles|cards|ha[sv]e?|got|carry|own)", re.IGNORECASE
)
_TO_DO: Final = lazy_re(
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
_POSTS: Final = frozenset(["post", "publish", "publicly", "public"])
_REPORTING: Final = _POSTS.union(
    ("report", "reports", "of", "about", "on", "it", "game", "this", "that"),
    ("write", "make", "list", "is", "as"),
)
_GAME_TAG: Final = lazy_re(TAG, re.IGNORECASE)
_WHICH: Final = "it does not say which report: position, contest, week or story"


def read_words(said: Said) -> cmd.Show | cmd.Report | Unclear | None:
    """What is to be shown, or which report is to be written, if that is all that the line says."""
    line = said.first.replace("’", "'")
    if len(line) > _LONGEST_LINE or _ODD.search(line):
        return None
    words = _WORD.findall(line.lower())
    if words and _OF_HANDS.search(line) and _HOLDING.fullmatch(_named(said)):
        return cmd.Show("hands")
    if words and _TO_DO.fullmatch(said.first):
        return cmd.Show("status")
    plain = [word for word in words if word not in _ASKING]
    if (found := _SHOWN.get(" ".join(plain))) is not None:
        return cmd.Show(found)
    if not {"report", "reports", "story"}.intersection(plain):
        return None
    games = {word.upper() for word in plain if _GAME_TAG.fullmatch(word)}
    rest = [word for word in plain if word.upper() not in games and word not in _REPORTING]
    if any(word not in _KINDS for word in rest) or len(games) > 1:
        return None
    kinds = {_KINDS[word] for word in rest}
    if len(kinds) != 1:
        return Unclear(_WHICH)
    post = bool(_POSTS.intersection(plain))
    if post and "?" in said.first:
        return Unclear("it is a question")
    return cmd.Report(which=kinds.pop(), game=games.pop() if games else None, post=post)


def _named(said: Said) -> str:
    """The line with NAME where a gnome may be named."""
    line = " ".join(said.first.replace("’", "'").replace(",", " ").split())
    for name in sorted(said.names, key=len, reverse=True):
        line = re.sub(rf"\b{re.escape(name)}\b", "NAME", line, flags=re.IGNORECASE)
    return line
