"""One command: which it is by the table of forms (grammar/commands.txt), and what it says.

Reading, the guide, the help on one command and the near misses follow from that table.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final, NamedTuple, assert_never, cast

from rednov_bot.core.models import TAG
from rednov_bot.core.paths import COMMANDS
from rednov_bot.core.patterns import any_case, lazy_re
from rednov_bot.core.workflow import commands as cmd
from rednov_bot.core.workflow.commands.saying import (
    CODE,
    LEAD,
    LIMITED,
    MOMENT,
    NAME,
    POINTS,
    TITLE,
    Said,
    Unclear,
    Wordings,
    around,
    clause_in,
    codes_in,
    doubtful,
    is_bare_code,
    is_polite,
    limits,
    marked_reason,
    reason,
    starts,
)
from rednov_bot.games.base import GameWords, WayName

Read = cmd.Command | tuple[cmd.Command, ...] | Unclear


class Guide(NamedTuple):
    """A command as it may be written, and what it does in one line."""

    example: str
    does: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """A command of which the first words are understood."""

    form: Form
    found: re.Match[str]
    tail: str  # what stands behind those words
    said: Said

    def __getitem__(self, slot: str) -> str:
        """What stands in a slot, as it was written; "" where nothing does."""
        return self.said.plain(self.found.groupdict().get(slot) or "")

    @property
    def codes(self) -> list[str]:
        """The codes that are named, or that of the subject."""
        return codes_in(self["codes"]) or [self.said.code]

    def around(self, words: str | None = None) -> Unclear | None:
        """What is wrong with words behind the command; with all of them where none are given."""
        return around(self.form.name, self.tail if words is None else words, self.said)

    def reason(self, words: str) -> str | Unclear:
        """The reason in words behind the command."""
        return marked_reason(self.form.name, words, self.said)


@dataclass(slots=True)
class Form:
    """One command, as grammar/commands.txt has it."""

    name: str
    answers: bool = False  # a draft, by its code
    plainly: bool = False  # its first words are no prose: they end the reason of a command above
    text: bool = False  # free words may stand behind it and below
    ways: list[re.Pattern[str]] = field(default_factory=list)
    begins: list[re.Pattern[str]] = field(default_factory=list)
    guide: list[Guide] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    hints: re.Pattern[str] | None = None
    near: str = ""  # the example that is named where something is like it
    wrong: str = ""  # what is missing where only its first words are there

    @property
    def example(self) -> str:
        """What is named where something is like it."""
        return self.near or (self.guide[0].example if self.guide else "")


QUOTED: Final = (
    r"(?:\"([^\"]{0,4000})\"|“([^”]{0,4000})”|«([^»]{0,4000})»"
    r"|(?<!\w)'((?:[^'\n]|(?<=\w)'(?=\w)){0,4000})'(?!\w))"
)
_QUOTE: Final = re.sub(r"(?<!\\)\((?!\?)", "(?:", QUOTED)
# every run of blanks is taken whole (`++`): thousands of them cost no more than their number
_NOUN: Final = r"(?:\s++(?:the|this|these))?(?:\s++(?:words?|sentence|line|text|phrase))?\s*+:?\s*+"
_INTO: Final = r"\s*+(?:\b(?:to|by|with|into)\b|->|=>|→)\s*+"
_READS: Final = (
    r"\s*+,?\s*+\b(?:should|shall|must|ought to|is to)\s++(?:read|be|say)(?:\s++as)?\b\s*+:?\s*+"
)
_CHANGES: Final = (
    rf"(?:add|insert|append){_NOUN}(?P<added>{_QUOTE})",
    rf"(?:remove|delete|drop|strike|cut)(?:\s+out)?{_NOUN}(?P<gone>{_QUOTE})",
    rf"instead\s++of{_NOUN}(?P<old3>{_QUOTE})\s*+,?\s*+(?:write|say|put|use){_NOUN}(?P<new3>{_QUOTE})",
    rf"(?:write|say|put){_NOUN}(?P<new4>{_QUOTE})\s++instead\s++of{_NOUN}(?P<old4>{_QUOTE})",
    rf"(?:(?:replace|change)\b)?{_NOUN}(?P<old>{_QUOTE})(?:{_INTO}|{_READS})(?P<new>{_QUOTE})",
)
CHANGE: Final = any_case(rf"[\s,;:.]*+(?:(?:and|amend|please)\s++)*(?:{'|'.join(_CHANGES)})")
_TO_CHANGE: Final = (
    rf"(?=(?:(?:replace|change|add|insert|append|remove|delete|drop|strike|cut|write|say|put"
    rf"|instead\s+of)(?:\s+out)?{_NOUN}[\"“«']|{_QUOTE}(?:{_INTO}|{_READS})))"
)
_BETWEEN_CODES: Final = r"\s*(?:,\s*and\b|[,;&+/]|\band\b)\s*(?:(?:the )?draft )?"
_CODES: Final = rf"(?:both |all |(?:the )?drafts? )?(?P<codes>{CODE}(?:{_BETWEEN_CODES}{CODE})*+)"


@lru_cache(maxsize=1)
def forms() -> tuple[Form, ...]:
    """The table of commands, in the order of the guide."""
    given = {"CODES": _CODES, "MARK": NAME, "TAG": TAG, "TITLE": TITLE, "MOMENT": MOMENT}
    table = Wordings(COMMANDS, r"[ \t\xa0,:#]", {**given, "CHANGING": _TO_CHANGE})
    found: list[Form] = []
    for heading, lines in table.blocks.items():
        name, _, flags = heading.partition(":")
        form = Form(name, "answers" in flags, "plainly" in flags, "text" in flags)
        found.append(form)
        for line in lines:
            mark, _, words = line.partition(" ")
            match mark:
                case ">":
                    example, _, does = words.rpartition(" = ")
                    form.guide.append(Guide(example.replace("\\n", "\n"), does))
                case "~":
                    hints, _, form.near = words.partition(" = ")
                    form.hints = any_case(hints)
                case "?":
                    form.asked += words.split(" / ")
                case "!":
                    form.wrong = words
                case "^":
                    form.begins.append(table.pattern(words))
                case _:
                    form.ways.append(table.pattern(line))
    return tuple(found)


# -- what the words mean -------------------------------------------------------------------------


def _named_so(given: Given) -> Read:
    """An answer or a deed that is what the command is called, with polite words behind it."""
    if unclear := given.around():
        return unclear
    if given.form.answers:
        word = cast("cmd.Word", given.form.name)
        return tuple([cmd.Answer(word=word, code=one, to=given["forum"]) for one in given.codes])
    name = given.found.groupdict().get("name")
    of = given.said.name(name) if name else given["axis"] or given["of"]
    return cmd.Deed(cast("cmd.Deeds", given.form.name), of)


def _approve(given: Given) -> Read:
    award = given.form.name == "approve and award"
    return given.around() or tuple([cmd.Approve(code=one, award=award) for one in given.codes])


_SAYS_APPROVE: Final = any_case(r"\bapproved?\b")


def _reasoned(given: Given) -> Read:
    """`reject because REASON`, `deny: REASON`: any words are the reason, but no condition."""
    tail, word = given.tail, given.form.name
    if LIMITED.match(tail) or (word == "deny" and re.match(r"\s*that\b", tail, re.IGNORECASE)):
        return given.around() or Unclear("")
    if word == "deny" and _SIDES.search(given.said.text[: given.found.start()]):
        return Unclear(f'the words before "{word}" may limit it')  # "That is right. Deny"
    says = tail.partition("\n")[2] if re.match(r"\W*because\b", tail, re.IGNORECASE) else tail
    if word == "reject" and _SAYS_APPROVE.search(says):
        return Unclear('it says both "approve" and "reject"')
    why = reason(tail, given.said)
    if other := another_behind(why, given.said):
        return Unclear(f'its reason may hold another command ("{other}"): write that below it')
    said = cast("cmd.Word", word)
    return tuple([cmd.Answer(word=said, code=code, why=why) for code in given.codes])


_MAY_BEGIN: Final = any_case(r"(?:(?P<ends>[;.])|,|\b(?:and|then)\b)\s++(?:(?:and|then) )*")
_LONGEST: Final = 400  # characters of a line that may hold several commands


def another_behind(words: str, said: Said) -> str:
    """The command that is said within a reason, `because of x; approve B`; "" where none is."""
    # Not within a reason within that reason: the ways to divide a long line would be endless.
    for mark in () if said.within else _MAY_BEGIN.finditer(words, 0, _LONGEST):
        line = words[mark.end() :].partition("\n")[0]
        form, made = read(replace(said, text=line, within=True))
        if (
            form is None
            or not form.answers
            or isinstance(made, Unclear)
            or form.name == "said first"
        ):
            continue
        first = made[0] if isinstance(made, tuple) else made
        if mark["ends"] or (isinstance(first, cmd.ToDraft) and first.code not in ("", said.code)):
            return line.strip(POINTS)
    return ""


_SIDES: Final = any_case(
    r"\b(?:right|correct|true|wrong|mistaken|mistake|error|agree[ds]?|accept(?:ed)?)\b"
)
"""Words that take a side, of the claim or of what was posted."""
_IS: Final = r"(?:['’]s| is| are| was| were)"
_RIGHT: Final = any_case(
    rf"[\s,.;:–—-]*(?:because )?(?:e|he|she|they|it|this|that|the claim|the claimant"
    rf"|(?P<name>{NAME})){_IS} (?:quite |indeed )?(?:right|correct|true)[\s.!]*"
)
_AGAINST: Final = any_case(
    r"\s*(?:no\b[\s,.;:–—-]*)?(?:(?:(?:e|he|she|they|it|this|that|the claim|the claimant)"
    rf"{_IS} (?:quite )?)?(?:wrong|mistaken)"
    r"|the (?:bot|resolution|draft|posting) (?:is|was) (?:quite )?(?:right|correct))[\s.!]*"
)
"""What plainly speaks against a claim."""


def _accepts(given: Given) -> Read:
    """`accept, Ann is right`: the claim, with nothing but polite words, or that it is right."""
    found, tail = _RIGHT.match(given.tail), given.tail
    right = given.said.name(found["name"]) if found and found["name"] else ""
    tail = tail[found.end() :] if found else tail
    return around("accept", tail, given.said) or cmd.Answer(
        word="accept", code=given.codes[0], to=right
    )


def _said_first(given: Given) -> Read:
    """`no, e had 37. deny`, `Cat is right, accept`: what is said before may limit it."""
    says, said = given.found["says"], given.said
    word = "accept" if given["word"].lower().startswith("accept") else "deny"
    limited = Unclear(f'the words before "{word}" may limit it or take it back')
    if doubtful(re.sub(r"\s*no\b", "", says, count=1, flags=re.I)) or re.match(
        r"\s*(?:for|as to|about|regarding)\b", says, re.IGNORECASE
    ):
        return limited
    if word == "deny":
        if _SIDES.search(says) and not _AGAINST.fullmatch(says):
            return limited
        why = reason(given.tail, said) or said.plain(says)
        return cmd.Answer(word="deny", code=given.codes[0], why=why)
    right = _RIGHT.fullmatch(says)
    if right is None and not is_polite(said.plain(says), said.sender):
        return limited
    made = _accepts(given)
    if isinstance(made, cmd.Answer) and right is not None and right["name"]:
        return cmd.Answer(word="accept", code=made.code, to=said.name(right["name"]))
    return made


_SEEN: Final = any_case(
    r"\A[\s,;:.!(–—-]*(?:and |for |because |as )?(?:i|we)(?:['’]ve| have)?(?: just)?"
    r" (?:saw|see|seen|can see|found|looked at|checked|read)\b(?: (?:it|that|this)\b)?"
    r"(?: there\b| myself\b)?(?:,? (?:in|on|at) (?:the )?(?:list['’]s |public |web )?"
    r"(?:archives?|list|web|page)\b)?(?: (?:already|now|today|just now|myself)\b)?[\s).!]*"
    r"(?:<?https?://[^\s<>]{1,200}>?)?"
)
"""How it is known that a posting is there: that limits nothing."""


def _there(given: Given) -> Read:
    return _named_so(replace(given, tail=_SEEN.sub("", given.tail)))


_WAIT_FOR: Final = any_case(r",\s*(?=(?:i|we)(?:['’]m| need| want| must| have to| am)\b)")
_SAYS_WHEN: Final = any_case(r"[\s,:]*(?:until|till?|for)\b")
_WHEN: Final = Unclear('until when is not plain ("until 3 December", "for 2 days")')


def _hold(given: Given) -> Read:
    """`hold until Friday because Ann is asked`, or less of it."""
    if not given["until"] and _SAYS_WHEN.match(given.tail):
        return _WHEN
    why = given.reason(_WAIT_FOR.sub(" because ", given.tail, count=1))
    if isinstance(why, Unclear):
        return why
    return tuple([cmd.Hold(code=one, until=given["until"], why=why) for one in given.codes])


def _pause(given: Given) -> Read:
    if not given["until"] and _SAYS_WHEN.match(given.tail):
        return _WHEN
    unclear = around("pause", given.tail, given.said)
    return unclear or cmd.Deed("pause reminders", given["until"])


_CANDIDATE_NO: Final = any_case(r"\bno$|\bnot (?:enter|go in|going in)\b")
"""What belongs to candidates: whether to defend oneself, or to enter."""
_LEFT_OPEN: Final = any_case(r"\b(?:better|best|random|any|one of)\b")
_FOR_DRAFT: Final = any_case(rf"(?P<value>.+?)(?: (?:for|in))? (?P<code>{CODE})")


def _choose(given: Given) -> Read:
    """`choose 5-6`: what the words stand for is the draft's to tell."""
    text = given.said.plain(given.tail)
    first, newline, below = text.partition("\n")
    value, colon, more = first.lstrip(" \t:").partition(":")
    if not value.strip(POINTS) and given["codes"]:  # a candidate that looks like a code
        value, code = given["codes"], given.said.code
    else:
        code = given.codes[0]
        head, comma, thanks = value.rpartition(",")
        value = (head if comma and is_polite(thanks, None) else value).strip().rstrip(".!;, ")
    if found := _FOR_DRAFT.fullmatch(value):
        value, code = found["value"], codes_in(found["code"])[0]
    if not value:
        return Unclear('nothing stands behind "choose"')
    if doubtful(_CANDIDATE_NO.sub("", value)) or _LEFT_OPEN.search(value):
        return given.around(value) or Unclear("")
    flees = given["flees"]
    return cmd.Choose(
        code=code,
        value=f"into {value}" if flees else value,
        behind=f"{colon}{more}{newline}{below}".rstrip(),
        flees=flees,
    )


def _way(given: Given) -> Read:
    """`patch, please`: one of the ways of a correction."""
    value = given["way"].lower().replace("-", "")
    unclear = around(value, given.tail, given.said)
    return unclear or cmd.Choose(code=given.codes[0], value=value)


# -- amend: other words in a public text ---------------------------------------------------------

_AMENDS_ALL: Final = any_case(
    rf"(?:{LEAD.pattern})*amend(?:ed)?(?: to| as follows)?(?:[\s:]+{CODE})?[\s:.]*"
)
_UNQUOTED: Final = any_case(
    r"[\s,;:.]*(?:please\s+)?(?:add|insert|append)\s*:\s*(?P<words>[^\"“”«»\n]+)"
)
_NOTHING: Final = Unclear('it says neither the text anew, below it, nor "old words" to "new words"')


def says_text(line: str) -> bool:
    """Whether the whole public text stands below a line, `amend`."""
    return _AMENDS_ALL.fullmatch(line) is not None


def _amend(given: Given) -> Read:
    """The changed words, or the text that stands below."""
    text, said, code = given.said.plain(given.tail), given.said, given.codes[0]
    first, _, below = text.partition("\n")
    if says_text(said.text.partition("\n")[0]) and below.strip() and CHANGE.match(below) is None:
        return cmd.Amend(code=code, changes=(cmd.Anew(below.strip("\n")),))
    changes: list[cmd.Amendment] = []
    at = 0
    while change := CHANGE.match(text, at):
        changes.append(_change(change))
        at = change.end()
    if not changes:
        added = _UNQUOTED.fullmatch(first)
        if added and is_polite(below, said.sender) and not is_polite(added["words"], None):
            return cmd.Amend(code=code, changes=(cmd.Added(added["words"].strip()),))
        return (given.around(text) if LIMITED.match(text) else None) or _NOTHING
    if any(isinstance(one, cmd.Replaced) and not one.old.strip() for one in changes):
        return Unclear("the old words are empty")
    return given.around(text[at:]) or cmd.Amend(code=code, changes=tuple(changes))


def _change(change: re.Match[str]) -> cmd.Amendment:
    if change["added"] is not None:
        return cmd.Added(change["added"][1:-1])
    if change["gone"] is not None:
        return cmd.Replaced(change["gone"][1:-1], "")
    old, new = (change[one] or change[f"{one}3"] or change[f"{one}4"] for one in ("old", "new"))
    return cmd.Replaced(old[1:-1], new[1:-1])


# -- overrule, rewind, rulings (§25) -------------------------------------------------------------

_TURN: Final = (
    r"(?:(?:(?:the|this|that|eir) (?:turn|announcement)|it|this|that)(?:\s+|(?=['’]s\b)))?"
)
_HOWS: Final[dict[str, tuple[re.Pattern[str], Callable[[re.Match[str]], object]]]] = {
    "read as": (
        any_case(
            rf"{_TURN}(?:is\s+)?(?:to be\s+)?reads?(?:\s+(?:it|this|that|the turn))?"
            rf"\s++as\s*+:?\s*+{QUOTED}"
        ),
        lambda found: cmd.ReadAs(next(one for one in found.groups()[-4:] if one is not None)),
    ),
    "void": (
        any_case(
            rf"{_TURN}(?:(?:['’]s|is|was|be|as)\s+)?(?:void|invalid|not valid|without effect"
            rf"|of no effect)|{_TURN}(?:does not|doesn['’]t) count"
        ),
        lambda found: cmd.Void(),
    ),
    "valid": (
        any_case(
            rf"{_TURN}(?:(?:['’]s|is|was|be)\s+)?(?:valid|taken)|take\s+(?:it|this|the turn)"
            rf"|{_TURN}(?:counts|stands)"
        ),
        lambda found: cmd.Valid(),
    ),
    "option": (
        any_case(
            r"(?:with\s+)?(?:the\s+)?option\s+(?P<option>[a-z_]{2,40})"
            r"(?:\s*+(?:=|:|\bis\b|\bto\b)|\s)\s*+(?P<value>[a-z0-9_+]{1,40})"
        ),
        lambda found: cmd.OptionSet(found["option"].lower(), found["value"].lower()),
    ),
    "as it was": (
        any_case(rf"{_TURN}(?:exactly\s+)?as\s+(?:it\s+was|before)"),
        lambda found: cmd.AsItWas(),
    ),
}
_READS_UNQUOTED: Final = any_case(rf"{_TURN}(?:is\s+)?(?:to be\s+)?reads?\b")
_WANTS_QUOTES: Final = Unclear('what it is to be read as wants quotes: read as "I take no action"')
_LONGEST_CHANGES: Final = 2_000  # characters
_NEITHER: Final = Unclear("it says neither what is decided otherwise nor why")


def _overrule(given: Given) -> Read:
    """`overrule: it is void because REASON`; changes of the position may stand in several lines."""
    said, code = given.said, given["number"] or given.codes[0]
    text = said.plain(given.tail).strip(POINTS)
    if LIMITED.match(given.tail) or not text:
        return given.around() or _NEITHER
    for key in ("read as", "void", "option", "valid"):
        pattern, decided = _HOWS[key]
        if found := pattern.match(text):
            tail = text[found.end() :]
            why = given.reason(tail)
            if isinstance(why, Unclear):
                return why
            how: cmd.Overruling = decided(found)  # type: ignore[assignment]
            return cmd.Overrule(code=code, how=how, why=why, clause=clause_in(tail))
    because = re.search(r"\bbecause\b", text, re.IGNORECASE)
    lines, why = text, ""
    if because is not None:
        lines, why = text[: because.start()].strip(POINTS), text[because.start() :]
    if not lines:
        return cmd.Overrule(code=code, how=None, why=reason(why, said), clause=clause_in(why))
    if _READS_UNQUOTED.match(lines):
        return _WANTS_QUOTES
    if "?" in lines or len(lines) > _LONGEST_CHANGES:
        return given.around(lines) or _NEITHER
    changes, fault = said.words.position(lines, said.names)
    if fault:
        return Unclear(fault)
    clause = clause_in(why, lines)
    return cmd.Overrule(code=code, how=cmd.Changes(changes), why=reason(why, said), clause=clause)


_ALTERNATIVE: Final = any_case(
    r"[\s,;.–—-]*(?:(?:and|then|by|as|with)\s+)?(?:(?:a|the)\s+)?(re-?run|patch|stand)(?![\w=-])"
)
_THEN: Final = (
    r"(?=\s*(?:$|[.,;:()\[\]§!?\n–—]|-\s|(?:because|but|if|unless|when)\b"
    r"|(?:(?:and|then|by|as|with)\s+)?(?:(?:a|the)\s+)?(?:re-?run|patch|stand)(?![\w=-])))"
)
_NO_HOW: Final = Unclear(
    'it does not say how: read as "...", void, option KEY = VALUE, choose CANDIDATE or as it was'
)


@lru_cache(maxsize=16)
def _up_to_the_end(pattern: str) -> re.Pattern[str]:
    """A way to decide otherwise, up to where an alternative, a reason or nothing follows."""
    return re.compile(rf"(?P<how>{pattern}){_THEN}", re.IGNORECASE)


def _chooses(words: GameWords) -> tuple[str, Callable[[re.Match[str]], object]]:
    pattern = (
        rf"chooses?\s+(?:(?P<key>{words.choices})(?:\s*+:)?\s++)?"
        r"(?P<label>[^\n;,.:\"]{1,80}?)(?:\s+instead)?"
    )

    def decided(found: re.Match[str]) -> cmd.Chooses:
        numbered = rf"^(?:the )?(?:{words.candidates}) (?=\d)"
        label = re.sub(numbered, "", found["label"].strip(), flags=re.IGNORECASE)
        return cmd.Chooses(" ".join((found["key"] or "").lower().split()), label)

    return pattern, decided


def _rewind(given: Given) -> Read:
    """`rewind RN1 turn 12: void, rerun, because REASON`."""
    said = given.said
    text = said.plain(given.tail).lstrip(POINTS)
    hows = [
        (_HOWS[key][0].pattern, _HOWS[key][1]) for key in ("read as", "void", "option", "as it was")
    ]
    for pattern, decided in (*hows, _chooses(said.words)):
        if found := _up_to_the_end(pattern).match(text):
            how: cmd.Rewinding = decided(found)  # type: ignore[assignment]
            break
    else:
        return _WANTS_QUOTES if _READS_UNQUOTED.match(text) else _NO_HOW
    tail, alternative = text[found.end("how") :], None
    if named := _ALTERNATIVE.match(tail):
        alternative = cast("WayName", named[1].lower().replace("-", ""))
        tail = tail[named.end() :]
    why = given.reason(tail)
    if isinstance(why, Unclear):
        return why
    return cmd.Rewind(
        game=(given["game"] or given["game2"]).upper() or None,
        turn=int(given["number"]) if given["number"] else None,
        how=how,
        alternative=alternative,
        why=why,
        clause=clause_in(tail),
    )


_RULES_OPTION: Final = any_case(
    r"(?:from now on,?\s+)?(?:(?:the\s+)?option\s+(?P<key>[a-z_]{2,40})\s*(?:=|:|\bis\b|\bto\b)"
    r"|(?P<named>[a-z]{2,40}(?:_[a-z]{1,40})*)\s*=)\s*(?P<value>[a-z0-9_+]{1,40})"
)


def _ruling(given: Given) -> Read:
    """`ruling: TEXT`, `I rule that TEXT`, or `ruling: option KEY = VALUE because REASON`."""
    text = given.said.plain(given.tail).strip().removeprefix(":").lstrip()
    if not text.strip(POINTS):
        return Unclear(given.form.wrong)
    if text.endswith("?"):
        return given.around(text) or Unclear("")
    if option := _RULES_OPTION.match(text):
        tail = text[option.end() :]
        why = given.reason(tail)
        if isinstance(why, Unclear):
            return why
        how = cmd.OptionSet((option["key"] or option["named"]).lower(), option["value"].lower())
        return cmd.RuleOption(how, why, clause_in(tail))
    return cmd.Precedent(text, clause_in(text))


def _withdraw(given: Given) -> Read:
    """`withdraw ruling 3 because REASON`."""
    number = int(given["number"])
    why = marked_reason(f"withdraw ruling {number}", given.tail, given.said)
    return why if isinstance(why, Unclear) else cmd.WithdrawRuling(ruling=number, why=why)


_SAYS_NOTHING: Final = any_case(r"[\s,:]*(?:announces|says|is) nothing\b")
_AS: Final = any_case(
    rf"[\s,:]*(?:as|from|by|is)(?: from| by)? (?:(?P<name>{NAME})|(?P<whose>\w+))"
)
_ANNOUNCES: Final = any_case(r"(?:['’]s)?\s*(?::|(?:announces|says)\b:?)\s*")
_AGAIN: Final = any_case(r"(?:['’]s)?(?P<again> (?:again|anew|once more)\b)?")
_NO_TEXT: Final = Unclear("it does not say what that mail announces")


def _read_mail(given: Given) -> Read:
    """`read mail 123 as Ann: I open 5-6.`, `mail 123 announces nothing`, `read mail 123 again`."""
    said, tail, mail = given.said, given.tail, int(given["number"])
    what, name = f"mail {mail}", None
    if nothing := _SAYS_NOTHING.match(tail):
        return around(what, tail[nothing.end() :], said) or cmd.ReadMail(mail, text="")
    if by := _AS.match(tail):
        if by["name"] is None:
            return Unclear(f'"{by["whose"]}" is nobody on the roster')
        name, tail = said.name(by["name"]), tail[by.end() :]
    if says := _ANNOUNCES.match(tail):
        text = said.plain(tail[says.end() :]).strip()
        return cmd.ReadMail(mail, name, text) if text.strip(POINTS) else _NO_TEXT
    if LIMITED.match(tail):
        return around(what, tail, said) or _NO_TEXT
    again = _AGAIN.match(tail)
    if name is None and not (given["read"] or (again and again["again"])):
        return Unclear("it does not say how to read that mail")
    tail = tail[again.end() :] if again else tail
    return around(what, tail, said) or cmd.ReadMail(mail, name)


# -- start, beacon, what is shown ----------------------------------------------------------------

_FLAGS: Final = any_case(
    r"\s*(?:(?:the )?options? )?((?:[a-z]+_[a-z_]*[a-z](?:\s*(?:,|\band\b)\s*(?:and )?)?)+)[\s.!]*"
)
_OPTION: Final = any_case(
    r"[\s,;.:]*(?:(?:with|the|and|options?)\b\s*:?\s*)*(?<!\w)([a-z]\w{0,40})\s?=\s?([\w+]{1,40})"
)
_WITH: Final = any_case(r"[\s,;.:]*(?:and )?(?:with|options?)\b")
_NO_VALUE: Final = Unclear("its options are not said as KEY = VALUE")


def _start(given: Given) -> Read:
    """`start Ann, Bob and Cid with option wake = at_once`; what has no value is switched on."""
    said, text = given.said, given.said.plain(given.tail)
    marks = re.findall(NAME, given.found.groupdict().get("names") or "")
    names = tuple([said.name(one) for one in marks])
    twice = next((one for one in names if names.count(one) > 1), None)
    if twice is not None:
        return Unclear(f"it names {twice} twice")
    options: list[tuple[str, str]] = []
    at = 0
    while found := _OPTION.match(text, at):
        options.append((found[1].lower(), found[2].lower()))
        at = found.end()
    if not options and (leads := _WITH.match(text)):
        if (flags := _FLAGS.fullmatch(text, leads.end())) is None:
            return _NO_VALUE
        return cmd.Start(
            names=names,
            options=tuple([(one, "on") for one in re.findall(r"[a-z]+_[a-z_]+", flags[1].lower())]),
        )
    if (
        names
        and (word := re.match(r"[\s,;&+]*(?:and\b[\s,]*)?([^\W\d_]+)", given.tail))
        and not (options or is_polite(text, said.sender) or LIMITED.match(given.tail))
    ):
        return Unclear(f'"{word[1]}" is nobody on the roster')
    return around("start", text[at:], said) or cmd.Start(names=names, options=tuple(options))


def _beacon(given: Given) -> Read:
    """`beacon 5417233 c0ffee...`; the value may stand in the line below."""
    value = re.sub(r"^(?:is|=)?\s*", "", given.tail.strip()).strip(POINTS)
    if not re.fullmatch(r"[0-9a-fA-F]{64}", value):
        return Unclear(given.form.wrong)
    return cmd.Beacon(int(given["number"]), value.lower())


def _reveal(given: Given) -> Read:
    reveals = cmd.Reveal(given["game"].upper() or None, tiles=bool(given["tiles"]))
    return given.around() or reveals


def _quit(given: Given) -> Read:
    """Nothing at all stands behind `quit`."""
    return cmd.THAT_IS_ALL if not given.tail.strip(POINTS) else Unclear("")


def _help(given: Given) -> Read:
    """`help rewind`: how one command is written."""
    found = named(given["topic"])
    if found is None:
        return Unclear(f'no command is called "{given["topic"]}"')
    return given.around() or cmd.Show("help", found.name)


def _question(given: Given) -> Read:
    """`what does Bob hold?`"""
    tail = re.sub(r"[?\s]+|\b(?:now|at the moment|right now)\b", " ", given.tail)
    return given.around(tail) or cmd.Show(cast("cmd.Shown", given.form.name))


def named(topic: str) -> Form | None:
    """The command of that name, or of which that is the beginning."""
    topic = topic.lower()
    return next((one for one in forms() if one.guide and one.name.startswith(topic)), None)


_WORD: Final = lazy_re(r"[\w'-]+")
_LONGEST_ASKED: Final = 120  # characters; a longer line is about something
_ASKING_WORDS: Final = (
    "please kindly can could would will you i'd like to i want need we show send give tell me "
    "us let see know get list what what's whats which is are do does the a an my our your "
    "current all now again also and then thanks right for here who who's how long"
)
_ASKING: Final = frozenset(_ASKING_WORDS.split())
_KINDS: Final[dict[str, cmd.ReportKind]] = {
    "position": "position", "contest": "contest", "week": "week", "weekly": "week",
    "week's": "week", "story": "story",
}  # fmt: skip
_POSTS: Final = frozenset(["post", "publish", "publicly", "public"])
_REPORTING_WORDS: Final = "report reports of about on it game this that write make list is as"
_REPORTING: Final = _POSTS.union(_REPORTING_WORDS.split())


@lru_cache(maxsize=1)
def _asked() -> dict[str, str]:
    """What is asked for, without the words of asking -> what is shown."""
    return {words: form.name for form in forms() for words in form.asked}


def _shown(said: Said) -> Read | None:
    """What is to be shown or reported, if that is all that the line says."""
    line = said.text.strip().replace("’", "'")
    if len(line) > _LONGEST_ASKED or re.search(r"[^\w\s'.,!?:;*–—()\ue000-\uf8ff-]", line):
        return None
    words = [word for word in _WORD.findall(line.lower()) if word not in _ASKING]
    if (shown := _asked().get(" ".join(words))) is not None:
        return cmd.Show(cast("cmd.Shown", shown))
    if not {"report", "reports", "story"}.intersection(words):
        return None
    games = {word.upper() for word in words if re.fullmatch(TAG, word, re.IGNORECASE)}
    rest = [one for one in words if one.upper() not in games and one not in _REPORTING]
    if any(word not in _KINDS for word in rest) or len(games) > 1:
        return None
    kinds = {_KINDS[word] for word in rest}
    if len(kinds) != 1:
        return Unclear("it does not say which report: position, contest, week or story")
    post = bool(_POSTS.intersection(words))
    if post and "?" in line:
        return Unclear("it is a question")
    return cmd.Report(which=kinds.pop(), game=games.pop() if games else None, post=post)


# -- which command it is -------------------------------------------------------------------------

_MAKES: Final[dict[str, Callable[[Given], Read]]] = {
    "approve": _approve,
    "approve and award": _approve,
    "reject": _reasoned,
    "choose": _choose,
    "choose patch": _way,
    "amend": _amend,
    "overrule": _overrule,
    "hold": _hold,
    "accept": _accepts,
    "deny": _reasoned,
    "it is there": _there,
    "said first": _said_first,
    "status": _question,
    "hands": _question,
    "help": _help,
    "beacon": _beacon,
    "reveal": _reveal,
    "start": _start,
    "start a game": _start,
    "ruling": _ruling,
    "withdraw ruling": _withdraw,
    "rewind": _rewind,
    "read mail": _read_mail,
    "pause reminders": _pause,
    "quit": _quit,
}
"""What the words behind the first ones of a command say, if not just its name."""


@lru_cache(maxsize=1)
def known_words() -> frozenset[str]:
    """Every word of the commands, of which most lines have none."""
    ways = " ".join(way.pattern for form in forms() for way in (*form.ways, *form.begins))
    return frozenset(re.findall(r"[a-z]{3,}", ways.replace(MOMENT, ""))) - _COMMON


_COMMON_WORDS: Final = "the this and with for from are was has now one text"
_COMMON: Final = frozenset(_COMMON_WORDS.split())
_FAR: Final = 300  # characters of a line in which a command begins


def read(said: Said) -> tuple[Form | None, Read]:
    """The command that a text begins as, and what it says, or why it is not certain.

    The first command is meant of which all the text is said; what only begins as one is unclear.
    """
    shown = _shown(said)
    if shown is not None and not isinstance(shown, Unclear):
        return None, shown
    begun: tuple[Form, Unclear] | None = None
    if known_words().isdisjoint(re.findall(r"[a-z]{3,}", said.text[:_FAR].lower())):
        return None, shown or Unclear("")
    for at in starts(said.text):
        for form in forms():
            if begun is not None and form.name == "said first":
                continue
            for way in (*form.ways, *form.begins):
                if (found := way.match(said.text, at)) is None:
                    continue
                given = Given(form=form, found=found, tail=_tail(said.text, found), said=said)
                made = (
                    _missing(given)
                    if way in form.begins
                    else _MAKES.get(form.name, _named_so)(given)
                )
                if not isinstance(made, Unclear):
                    return form, made
                begun = begun or (form, made)
    return begun or (None, shown or Unclear(""))


def _tail(text: str, found: re.Match[str]) -> str:
    """What stands behind the words of a command, with the points before it."""
    return text[found.start() + len(found[0].rstrip(" \t\xa0,:#")) :]


def _missing(given: Given) -> Unclear:
    """What is missing behind the first words of a command."""
    form, tail = given.form, given.said.plain(given.tail)
    word = re.match(r"\W*([^\W\d_][\w'-]*)", tail)
    names = any("(?P<name" in way.pattern for way in form.ways) and "?" not in tail
    if names and word and (form.name != "start" or word[1][0].isupper()):  # "start over"
        return Unclear(f'"{word[1]}" is nobody on the roster')
    return Unclear(form.wrong)


_CODES_NEAR: Final = any_case(rf"(?:[\w'’]+[\s:]+){{1,6}}?{_CODES}")


def codes_of(said: Said) -> list[str]:
    """The codes of drafts that stand within the first words of a line."""
    found = _CODES_NEAR.match(said.text)
    return codes_in(found["codes"]) if found else []


_BETWEEN_COMMANDS: Final = any_case(r"\s*(?:[,;&+.]|\band\b)\s*(?:(?:and )?then\b\s*)?")


def several(said: Said) -> tuple[str, ...]:
    """The commands on a line, each whole, as written; the line itself where it is one."""
    line = said.text
    form, made = read(said)
    if len(line) > _LONGEST or form is None or not form.answers or not isinstance(made, Unclear):
        return (said.plain(line),)
    for between in _BETWEEN_COMMANDS.finditer(line):
        first = replace(said, text=line[: between.start()])
        then = replace(said, text=line[between.end() :])
        form, made = read(first)
        next_form, _ = read(then)
        if isinstance(made, Unclear) or _why(made) or not between[0].strip():
            continue
        if next_form is form and not codes_of(first):  # "again and again"
            continue
        if all(one and one.answers and one.name != "said first" for one in (form, next_form)):
            return (said.plain(first.text), *several(then))
    return (said.plain(line),)


def _why(made: Read) -> str:
    """The reason that is given with an answer."""
    first = made[0] if isinstance(made, tuple) else made
    return first.why if isinstance(first, cmd.Answer | cmd.Hold | cmd.Overrule) else ""


def guide_to_answers() -> tuple[Guide, ...]:
    """The guide to what answers a draft, whose code stands behind the word or in the subject."""
    return tuple([one for form in forms() if form.answers for one in form.guide])


def guide_to_wishes() -> tuple[Guide, ...]:
    """The guide to what answers no draft."""
    return tuple([one for form in forms() if not form.answers for one in form.guide])


_MOST_NEAR: Final = 2  # examples that are named


def nearest(words: str, begun: Form | None = None) -> tuple[str, ...]:
    """Examples of the commands that words are like which are none: of the one that they begin as
    first; of misspelt ones; none of talk."""
    line = words[:_LONGEST]
    found = [form.example for form in forms() if form.hints and form.hints.search(line)]
    misspelt = [] if found or begun else [form.example for form in _misspelt(line)]
    every = [*([begun.example] if begun else []), *found, *misspelt]
    return tuple(dict.fromkeys(filter(None, every)))[:_MOST_NEAR]


@lru_cache(maxsize=1)
def _first_words() -> dict[str, Form]:
    return {form.name.split()[0]: form for form in reversed(forms()) if form.guide}


def _misspelt(line: str) -> list[Form]:
    """The commands whose first word is nearly the first of a line."""
    first = re.match(r"\W*([^\W\d_]{4,20})\b", line)
    words = _first_words()
    close = difflib.get_close_matches(first[1].lower(), words, 2, 0.75) if first else []
    return [words[one] for one in close]


def is_slip(line: str) -> bool:
    """Whether a line is no talk, but a command that is misspelt."""
    return len(line) <= _LONGEST and not limits(line) and bool(_misspelt(line))


# -- the canonical words of a command ------------------------------------------------------------

_HOW: Final[dict[type, str]] = {
    cmd.Valid: "it is valid",
    cmd.Void: "it is void",
    cmd.OptionSet: "option {0.option} = {0.value}",
    cmd.Changes: "{0.lines}",
    cmd.AsItWas: "as it was",
}


def describe(command: cmd.Command) -> str:
    """What the contestmaster may write to say just that."""
    code = _code(command.code) if isinstance(command, cmd.ToDraft) else ""
    match command:
        case cmd.Answer(word="post to", to=forum):
            return f"post to {forum}{code}"
        case cmd.Answer(word=word, why=why):
            return f"{word}{code}{_because(why)}"
        case cmd.Approve(award=award):
            return f"approve{code}{' and award' if award else ''}"
        case cmd.Choose(value=value, behind=behind):
            return f"choose{code} {value}{behind}"
        case cmd.Hold(until=until, why=why):
            return f"hold{code}{f' {until}' if until else ''}{_because(why)}"
        case cmd.Amend(changes=(cmd.Anew(text),)):
            return f"amend{code}\n{text}\nend"
        case cmd.Amend(changes=changes):
            return f"amend{code} {', '.join(map(_reworded, changes))}"
        case cmd.Overrule(how=how, why=why, clause=clause):
            effect = "" if how is None else f": {_how(how)}"
            turn = f" turn {command.code}" if command.code.isdecimal() else code
            return f"overrule{turn}{effect}{_because(why, clause)}"
        case cmd.Show(what, of):
            return f"{what} {of}".rstrip()
        case cmd.Deed(does, of):
            return f"{does} {of}".rstrip()
        case cmd.Report(which=which, game=game, post=post):
            return f"{'post the ' if post else ''}report {which}{f' of {game}' if game else ''}"
        case cmd.Reveal(game=game, tiles=tiles):
            return f"reveal{f' {game}' if game else ''}{' with the tiles' if tiles else ''}"
        case cmd.Beacon(round=round, value=value):
            return f"beacon {round} {value}"
        case cmd.Precedent(text=text):
            return f"ruling: {text}"
        case cmd.RuleOption(how=how, why=why, clause=clause):
            return f"ruling: {_how(how)}{_because(why, clause)}"
        case cmd.WithdrawRuling(ruling=ruling, why=why):
            return f"withdraw ruling {ruling}{_because(why)}"
        case cmd.Rewind(game=game, turn=number, how=how, alternative=way):
            turn = "the last turn" if number is None else f"turn {number}"
            of, then = f" {game}" if game else "", f", {way}" if way else ""
            because = _because(command.why, command.clause)
            return f"rewind{of} {turn}: {_how(how)}{then}{because}"
        case cmd.ReadMail(mail=mail, text=""):
            return f"mail {mail} announces nothing"
        case cmd.ReadMail(mail=mail, name=name, text=words):
            by = f" as {name}" if name else ""
            return f"read mail {mail}{by}{'' if words is None else f': {words}'}"
        case cmd.Start(names=names, options=options):
            given = ", ".join(f"{key} = {value}" for key, value in options)
            return f"start {', '.join(names) or 'a game'}{f' with {given}' if given else ''}"
        case _:
            assert_never(command)


def _because(why: str, clause: str = "") -> str:
    return f" because {why}" if why else f" §{clause}" if clause else ""


def _how(how: cmd.Overruling | cmd.Rewinding) -> str:
    match how:
        case cmd.ReadAs(words):
            return f"read as {_quoted(words)}"
        case cmd.Chooses(key=key, label=label):
            return f"choose {key} {label}" if key else f"choose {label}"
        case _:
            return _HOW[type(how)].format(how)


def _reworded(change: cmd.Amendment) -> str:
    if isinstance(change, cmd.Replaced):
        return f"{_quoted(change.old)} to {_quoted(change.new)}"
    return f"add {_quoted(change.words if isinstance(change, cmd.Added) else change.text)}"


def _quoted(words: str) -> str:
    """The words in quotes that do not stand in them."""
    for begins, ends in ('""', "“”", "«»"):
        if begins not in words and ends not in words:
            return f"{begins}{words}{ends}"
    return f"“{words}”"


def _code(code: str) -> str:
    if not code:
        return ""
    return f" {code}" if is_bare_code(code) else f" [rednov {code}]"
