"""What the contestmaster may answer to a draft: approve, reject, choose, amend, hold, deny, ..."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from rednov_bot.core.patterns import lazy_re
from rednov_bot.core.workflow import commands as cmd
from rednov_bot.core.workflow.commands.polite import LEAD, is_polite
from rednov_bot.core.workflow.commands.said import (
    LIMITED,
    Said,
    Unclear,
    around,
    behind,
    doubtful,
    is_bare_code,
    parted,
    reason,
    take_code,
)
from rednov_bot.core.workflow.commands.waiting import until_when

ALONE: Final = lazy_re(
    rf"{LEAD}amend(?:ed)?(?: to| as follows)?(?:[\s:]+\[?(?:rednov )?[A-Z2-9]{{6,8}}\]?)?[\s:.]*",
    re.IGNORECASE,
)
"""`amend` alone on its line: what stands below is the text."""
_AS_FOLLOWS: Final = lazy_re(r"^ (?:to|as follows)\b", re.IGNORECASE)
END: Final = lazy_re(r"\W*end(?: of (?:the )?(?:text|amendment))?\W*", re.IGNORECASE)
"""The line that ends the text."""
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
_WAYS: Final = (
    rf"(?:add|insert|append){_NOUN}(?P<added>{_QUOTE})",
    rf"(?:remove|delete|drop|strike|cut)(?:\s+out)?{_NOUN}(?P<gone>{_QUOTE})",
    rf"instead\s++of{_NOUN}(?P<old3>{_QUOTE})\s*+,?\s*+(?:write|say|put|use){_NOUN}(?P<new3>{_QUOTE})",
    rf"(?:write|say|put){_NOUN}(?P<new4>{_QUOTE})\s++instead\s++of{_NOUN}(?P<old4>{_QUOTE})",
    rf"(?:(?:replace|change)\b)?{_NOUN}(?P<old>{_QUOTE})(?:{_INTO}|{_READS})(?P<new>{_QUOTE})",
)
_CHANGE: Final = lazy_re(
    rf"[\s,;:.]*+(?:(?:and|amend|please)\s++)*(?:{'|'.join(_WAYS)})", re.IGNORECASE
)
AMEND: Final = lazy_re(
    rf"{LEAD}(?:amend(?:ed)?\b|(?=(?:replace|change|add|insert|append|remove|delete|drop|strike|cut"
    rf"|write|say|put|instead\s+of)(?:\s+out)?{_NOUN}[\"“«'])|(?={_QUOTE}(?:{_INTO}|{_READS})))",
    re.IGNORECASE,
)
_UNQUOTED_ADDED: Final = lazy_re(
    r"[\s,;:.]*(?:please\s+)?(?:add|insert|append)\s*:\s*(?P<words>[^\"“”«»]+)", re.IGNORECASE
)
_MARKS: Final = lazy_re(r"[\"“”«»]")
_ENDED_BY: Final = {'"': '"', "“": "”", "«": "»"}
_NOTHING: Final = 'it says neither the text anew, below it, nor "old words" to "new words"'


def amend(found: re.Match[str], said: Said) -> cmd.Amend | Unclear:
    """The changed words, or the text that stands below."""
    code, words = take_code(said.first[found.end() :])
    if ALONE.fullmatch(said.first):
        text = said.rest.strip("\n")
        if not text.strip():
            return Unclear(_NOTHING)
        if _CHANGE.match(text) is None:
            return behind("amend", _AS_FOLLOWS.sub("", words), said) or cmd.Amend(
                code=code or said.code, text=text
            )
        words = ""
    if LIMITED.match(words):
        return behind("amend", words, said) or Unclear(_NOTHING)
    code = code or said.code
    added = _UNQUOTED_ADDED.fullmatch(words)
    if added is not None and is_polite(said.rest, said.sender) and not is_polite(added[1], None):
        return cmd.Amend(code=code, changes=(cmd.Added(added["words"].strip()),))
    return _changed(code, f"{words}\n{said.rest}", said)


def with_open_quote(line: str, texts: Sequence[str], at: int) -> str | None:
    """The line where a quotation that it opens last goes on in the lines from *at* on.

    None of any other line: the mark at its end is an ornament then.
    """
    found = AMEND.match(line)
    if found is None or not open_quote(line):
        return None
    words = "\n".join([take_code(line[found.end() :])[1], *texts[at:]])
    return line if _CHANGE.match(words) else None


def _changed(code: str, text: str, said: Said) -> cmd.Amend | Unclear:
    """Each change of words that a text says, and nothing else."""
    changes: list[cmd.Replaced | cmd.Added] = []
    at = 0
    while change := _CHANGE.match(text, at):
        changes.append(_change(change))
        at = change.end()
    if not changes:
        return Unclear(_NOTHING)
    if not is_polite(text[at:], said.sender):
        return behind("amend", text[at:], said) or Unclear(_NOTHING)
    if any(isinstance(one, cmd.Replaced) and not one.old.strip() for one in changes):
        return Unclear("the old words are empty")
    return cmd.Amend(code=code, changes=tuple(changes))


def _change(change: re.Match[str]) -> cmd.Replaced | cmd.Added:
    if change["added"] is not None:
        return cmd.Added(change["added"][1:-1])
    if change["gone"] is not None:
        return cmd.Replaced(change["gone"][1:-1], "")
    old, new = (change[one] or change[f"{one}3"] or change[f"{one}4"] for one in ("old", "new"))
    return cmd.Replaced(old[1:-1], new[1:-1])


def open_quote(text: str, awaited: str = "") -> str:
    """The mark that would end a quotation that is still open behind a text; "" where none is."""
    for mark in _MARKS.findall(text):
        if not awaited:
            awaited = _ENDED_BY.get(mark, "")
        elif mark == awaited:
            awaited = ""
    return awaited


CLAIM: Final = (
    r"(?: (?:it|the|this|that(?! \w)|that(?= claim\b)|eir|\w{1,30}['’]s)\b)?"
    r"(?: claim(?: of error)?| coe)?"
)
DENY: Final = lazy_re(rf"(?:no\b[^\w?]*)?{LEAD}den(?:y|ied)\b{CLAIM}\b", re.IGNORECASE)
SAID_FIRST: Final = lazy_re(
    r"(?P<says>[^\n]{1,200}?)[.,;:!–—-]\s*(?:(?:and|so|then|therefore) )?(?:please |i )?"
    rf"(?P<word>den(?:y|ied)|accept(?:ed)?)\b{CLAIM}\b",
    re.IGNORECASE,
)
"""An answer to a claim behind its reason: `Cat is right, accept`."""
_RIGHT: Final = lazy_re(
    r"[\s,.;:–—-]*(?:because )?"
    r"(?:e|he|she|they|it|this|that|the claim|the claimant|(?P<name>[^\W_][\w -]{0,39}))"
    r"(?:['’]s| is| are| was| were) (?:quite |indeed )?(?:right|correct|true)[\s.!]*",
    re.IGNORECASE,
)
_SIDES: Final = lazy_re(
    r"\b(?:right|correct|true|wrong|mistaken|mistake|error|agree[ds]?|accept(?:ed)?)\b",
    re.IGNORECASE,
)
"""Words that take a side, of the claim or of what was posted."""
_AGAINST: Final = lazy_re(
    r"\s*(?:no\b[\s,.;:–—-]*)?(?:(?:(?:e|he|she|they|it|this|that|the claim|the claimant)"
    r"(?:['’]s| is| are| was| were) (?:quite )?)?(?:wrong|mistaken)"
    r"|the (?:bot|resolution|draft|posting) (?:is|was) (?:quite )?(?:right|correct))[\s.!]*",
    re.IGNORECASE,
)
"""What plainly speaks against a claim."""
_ABOUT: Final = lazy_re(r"\s*(?:for|as to|about|regarding)\b", re.IGNORECASE)
POINTS_MEANT: Final = r"(?: (?:it|them|(?:the|these|those)(?: points| awards?)?|this(?: award)?))?"
AWARD: Final = lazy_re(
    rf"{LEAD}(?:award\b{POINTS_MEANT}"
    r"|(?:post|publish|make|announce) (?:the |this )?award)\b",
    re.IGNORECASE,
)
_THAT: Final = lazy_re(r"\s*that\b", re.IGNORECASE)
_NO: Final = lazy_re(r"\s*no\b", re.IGNORECASE)


def deny(found: re.Match[str], said: Said) -> cmd.Answer | Unclear:
    """`deny because REASON`."""
    if _SIDES.search(found[0]):  # "That is right. Deny"
        return _limited("deny")
    return _denied(found, said)


def _denied(found: re.Match[str], said: Said) -> cmd.Answer | Unclear:
    code, words = take_code(said.first[found.end() :])
    if (LIMITED.match(words) or _THAT.match(words)) and (unclear := behind("deny", words, said)):
        return unclear
    return cmd.Answer(
        word="deny", code=code or said.code, why=reason(f"{words}\n{said.rest}", said)
    )


def accept(found: re.Match[str], said: Said) -> cmd.Answer | Unclear:
    """`accept`, with nothing but polite words, or that the claim is right."""
    code, words = take_code(said.first[found.end() :])
    right = _agreed_with(words, said)
    if right is not None and not doubtful(words):
        words = ""
    code = code or said.code
    return around("accept", words, said) or cmd.Answer(word="accept", code=code, to=right or "")


def said_first(found: re.Match[str], said: Said) -> cmd.Answer | Unclear:
    """`no, e had 37. deny`, `Cat is right, accept`: what is said before may limit it."""
    says = found["says"]
    word = "accept" if found["word"].lower().startswith("accept") else "deny"
    if doubtful(_NO.sub("", says)) or _ABOUT.match(says):
        return Unclear(f'the words before "{word}" may limit it or take it back')
    if word == "accept":
        right = "" if is_polite(says, said.sender) else _agreed_with(says, said)
        if right is None or _NO.match(says):
            return _limited(word)
        accepted = accept(found, said)
        return accepted if isinstance(accepted, Unclear) else replace(accepted, to=right)
    if _SIDES.search(says) and not _AGAINST.fullmatch(says):
        return _limited(word)
    answer = _denied(found, said)
    return answer if isinstance(answer, Unclear) or answer.why else replace(answer, why=says)


def _agreed_with(words: str, said: Said) -> str | None:
    """Who is said to be right, "" for the claim itself; None where that is not what words say."""
    found = _RIGHT.fullmatch(words)
    if found is None or found["name"] is None:
        return None if found is None else ""
    named = [name for name in said.names if name.casefold() == found["name"].casefold()]
    return named[0] if named else None


def _limited(word: str) -> Unclear:
    return Unclear(f'the words before "{word}" may limit it')


_SEEN: Final = lazy_re(
    r"\A[\s,;:.!(–—-]*(?:and |for |because |as )?(?:i|we)(?:['’]ve| have)?(?: just)?"
    r" (?:saw|see|seen|can see|found|looked at|checked|read)\b(?: (?:it|that|this)\b)?"
    r"(?: there\b| myself\b)?(?:,? (?:in|on|at) (?:the )?(?:list['’]s |public |web )?"
    r"(?:archives?|list|web|page)\b)?(?: (?:already|now|today|just now|myself)\b)?[\s).!]*"
    r"(?:<?https?://[^\s<>]{1,200}>?)?",
    re.IGNORECASE,
)
"""How it is known that a posting is there: that limits nothing."""


def plain(word: cmd.Word) -> Callable[[re.Match[str], Said], cmd.Answer | Unclear]:
    """The reader of an answer that takes nothing but polite words, or the forum that it names."""

    def read(found: re.Match[str], said: Said) -> cmd.Answer | Unclear:
        code, words = take_code(said.first[found.end() :])
        if word == "again" and _says_both(said):
            return _BOTH
        if word == "it is there":
            words, said = _SEEN.sub("", words), replace(said, rest=_SEEN.sub("", said.rest))
        forum = found.groupdict().get("forum") or ""
        answer = cmd.Answer(word=word, code=code or said.code, to=forum)
        return around(f"{word} {forum}".rstrip(), words, said) or answer

    return read


_IT: Final = lazy_re(r"\s+(?:this one|this draft|the draft|it|this)\b", re.IGNORECASE)
_HELD: Final = lazy_re(
    r"\s+(?:it|this|the hold|this draft|the draft|from hold|this one)\b(?: now\b)?|\s+now\b",
    re.IGNORECASE,
)
_NEED: Final = lazy_re(r",\s*(?=(?:i|we)(?:['’]m| need| want| must| have to| am)\b)", re.IGNORECASE)


def hold(found: re.Match[str], said: Said) -> cmd.Hold | Unclear:
    """`hold until Friday because Ann is asked`, or less of it."""
    code, words = _coded(_IT, said.first[found.end() :])
    when, words, unclear = until_when(words)
    if unclear is not None:
        return unclear
    plain, why = parted(f"{_NEED.sub(' because ', words, count=1)}\n{said.rest}")
    if not is_polite(plain, said.sender):
        return around("hold", words, said) or Unclear("")
    return cmd.Hold(code=code or said.code, until=when, why=reason(why, said))


def release(found: re.Match[str], said: Said) -> cmd.Answer | Unclear:
    """`release`, with nothing but polite words."""
    code, words = _coded(_HELD, said.first[found.end() :])
    return around("release", words, said) or cmd.Answer(word="release", code=code or said.code)


def _coded(object_: re.Pattern[str], words: str) -> tuple[str | None, str]:
    """The code behind a command and the word for what it is done to, in either order."""
    named = object_.match(words)
    code, words = take_code(words[named.end() :] if named else words)
    if named is None and (named := object_.match(words)):
        words = words[named.end() :]
    return code, words


DRAFT: Final = r"(?:(?:the|this|that) (?:one|draft|text|mail)|it|this|that)"
APPROVE: Final = lazy_re(
    rf"{LEAD}(?:approved?\b(?: {DRAFT}\b)?|(?:(?:m|am) )?approving {DRAFT}\b|go ahead\b"
    rf"|(?:post|publish|send) {DRAFT}\b(?: (?:out|off|to the list)\b)?)(?: now\b)?",
    re.IGNORECASE,
)
REJECT: Final = lazy_re(
    rf"(?:no\b[^\w?]*|sorry, (?!i (?:have )?rejected))?{LEAD}(?:reject(?:ed)?|(?:m"
    rf"|am) rejecting(?= {DRAFT}))(?: {DRAFT})?(?=$|[\s.!?;,:–—-])",
    re.IGNORECASE,
)
AGAIN: Final = lazy_re(
    rf"(?:sorry, (?=draft|make|try|write))?{LEAD}(?:(?:draft|make|try|write) )?(?:{DRAFT} )?"
    r"(?:again|anew|once more)\b"
    rf"|{LEAD}(?:(?:make|write|draft) )?(?:another|a new) draft\b",
    re.IGNORECASE,
)
CHOOSE: Final = lazy_re(
    rf"{LEAD}(?:(?:ll |will )?(?:choose|pick)(?=$|[\s:.!;,])|my choice(?: is|:)"
    r"|(?:ll |will )?take(?= (?:room|hatch|candidate|the (?:first|second|third|last))\b)"
    r"|(?:let|have) (?P<flees>\w{1,30}) (?:flee|escape|go|move|run)"
    r"(?: into| in to| to| in)?(?=\s))",
    re.IGNORECASE,
)
_CANDIDATE_NO: Final = lazy_re(r"\bno$|\bnot (?:enter|go in|going in)\b", re.IGNORECASE)
"""What belongs to candidates: whether to defend oneself, or to enter."""
_LEFT_OPEN: Final = lazy_re(r"\b(?:better|best|random|any|one of)\b", re.IGNORECASE)
_CHOSEN: Final = lazy_re(r"[\s:]+([^\s:][^:]*)(:.*)?", re.IGNORECASE)
_CHOOSES: Final = lazy_re(r"[\s.!;,:]*", re.IGNORECASE)
_SAYS_APPROVE: Final = lazy_re(r"\bapproved?\b", re.IGNORECASE)
_SAYS_REJECT: Final = lazy_re(r"\breject(?:ed)?\b", re.IGNORECASE)
_SAYS_WHY: Final = lazy_re(rf"{REJECT.pattern}[\s,:;–—-]*because\b", re.IGNORECASE)
_BOTH: Final = Unclear('it says both "approve" and "reject"')

Decision = cmd.Approve | cmd.Answer | cmd.Choose


def approve(found: re.Match[str], said: Said) -> cmd.Approve | Unclear:
    """`approve`, with nothing but polite words."""
    code, words = take_code(said.first[found.end() :])
    if _says_both(said):
        return _BOTH
    return around("approve", words, said) or cmd.Approve(code=code or said.code)


def reject(found: re.Match[str], said: Said) -> cmd.Answer | Unclear:
    """`reject`, and any reason."""
    code, words = take_code(said.first[found.end() :])
    if _says_both(said):
        return _BOTH
    if LIMITED.match(words) and (unclear := behind("reject", words, said)):
        return Unclear(unclear.why)
    why = reason(f"{words}\n{said.rest}", said)
    return cmd.Answer(word="reject", code=code or said.code, why=why)


def choose(found: re.Match[str], said: Said) -> cmd.Choose | Unclear:
    """`choose 5-6`: what the words stand for is the draft's to tell."""
    own, words = take_code(said.first[found.end() :])
    if own is not None and _CHOOSES.fullmatch(words):  # a candidate that looks like a code
        own, words = None, said.first[found.end() :]
    if _says_both(said):
        return _BOTH
    chosen = _CHOSEN.fullmatch(words)
    value = _without_thanks(chosen[1]) if chosen else ""
    if value and found["flees"]:
        value = f"into {value}"
    if doubtful(_CANDIDATE_NO.sub("", value)) or _LEFT_OPEN.search(value):
        return behind("choose", value, said) or Unclear("")
    if chosen is None or not value:
        return Unclear('nothing stands behind "choose"' if _CHOOSES.fullmatch(words) else "")
    if own is None:
        own, value = _code_behind(value)
    rest = f"{chosen[2] or ''}\n{said.rest}".rstrip()
    flees = found["flees"] or ""
    return cmd.Choose(code=own or said.code, value=value, behind=rest, flees=flees)


def way(found: re.Match[str], said: Said) -> cmd.Choose | Unclear:
    """`patch, please`: one of the ways of a correction."""
    value = (found["way"] or found["so"]).lower().replace("-", "")
    code, words = take_code(said.first[found.end() :])
    return around(value, words, said) or cmd.Choose(code=code or said.code, value=value)


def _without_thanks(value: str) -> str:
    """What is chosen, without polite words behind it."""
    first, comma, last = value.rpartition(",")
    value = first if comma and is_polite(last, None) else value
    return value.strip().rstrip(".!;,").strip()


def _code_behind(value: str) -> tuple[str | None, str]:
    """The code at the end of a choice, `5-6 for K7M2QXA`, and the candidate before it."""
    words = value.split()
    if len(words) < 2 or not is_bare_code(words[-1].strip("[]")):
        return None, value
    head = words[:-2] if words[-2].lower() in ("for", "in", "[rednov") else words[:-1]
    return (words[-1].strip("[]").upper(), " ".join(head)) if head else (None, value)


def _says_both(said: Said) -> bool:
    """Whether a reply approves and rejects at once; the reason of a rejection may say "approve"."""
    if _SAYS_WHY.match(said.first):
        return _SAYS_APPROVE.search(said.rest) is not None
    text = f"{said.first}\n{said.rest}"
    return _SAYS_APPROVE.search(text) is not None and _SAYS_REJECT.search(text) is not None


def neither(said: Said) -> str:
    """What is wrong with a reply that begins with no command, as far as that can be told."""
    text = f"{said.first}\n{said.rest}"
    if not text.strip():
        return "it holds no words of your own"
    if _says_both(said):
        return _BOTH.why
    for says, command in ((_SAYS_APPROVE, "approve"), (_SAYS_REJECT, "reject")):
        if says.search(text):
            return f'it does not begin with "{command}"'
    return ""
