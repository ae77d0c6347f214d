"""What a mail server found out about a mail: Authentication-Results (RFC 8601), read strictly.

Only the fields that one's own server writes are believed, by the name it calls itself.  It writes
its own above whatever came with the mail, so that of all that bear its name the topmost are its
own, as many as it always writes; anybody may have put the others there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from rednov_bot.core.mail.roster import folded

LONGEST = 16 * 1024
"""Characters of a field that is read; no server writes as many."""

LONGEST_DOMAIN = 255  # RFC 1035, 2.3.4

_FIELD = "authentication-results"
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"', re.DOTALL)
_PAIR = re.compile(r"\\(.)", re.DOTALL)
_PLAIN = re.compile(r'[^\s;()"\\]+')
_BLANKS = re.compile(r"\s+")
_COMMENTS = re.compile(r"\A\s*(?:\([^()]*\)\s*)*")
_PAREN = re.compile(r"\\.|[()]", re.DOTALL)
_OPEN = re.compile(r"[A-Za-z][\w./-]*=")
_METHOD = re.compile(r"([A-Za-z][A-Za-z0-9-]*)(?:/\d+)?=([A-Za-z][A-Za-z0-9-]*)")
_PROPERTY = re.compile(r"([A-Za-z][A-Za-z0-9-]*)\.([A-Za-z0-9_-]+)=(.*)", re.DOTALL)
_POLICY = re.compile(r"\bp\s*=\s*(none|quarantine|reject)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Result:
    """What one method found: `dkim`, `pass`, and of what."""

    method: str  # lower case: dkim, spf, dmarc, arc
    result: str  # lower case: pass, fail, softfail, none, ...
    properties: tuple[tuple[str, str], ...] = ()  # ("header.d", "post.example"), names lowered
    policy: str = ""  # what the domain wants done, where a comment or a property says so

    def of(self, *names: str) -> str:
        """The first of these properties that is there, "" where none is."""
        found = dict(reversed(self.properties))
        return next((found[name] for name in names if name in found), "")

    def domain(self, *names: str) -> str:
        """The domain in the first of these properties, folded: `header.i=@Post.Example`.

        "" where there is none, or what is there is longer than any domain.
        """
        found = self.of(*names).rpartition("@")[2]
        return folded(found).rstrip(".") if len(found) <= LONGEST_DOMAIN else ""


@dataclass(frozen=True, slots=True)
class Field:
    """One Authentication-Results: whose it says it is, and what was found."""

    authserv_id: str  # folded
    results: tuple[Result, ...]


def believed(
    fields: Iterable[tuple[str, str]], authserv_id: str, most: int = 1
) -> tuple[Result, ...] | None:
    """What our own server found, from the fields of a mail in their order.

    The topmost field of our server's name and at most *most* of its fields in all, with no
    Received between them.  None where one of them cannot be read: a sender whose address is odd
    enough can bring that about.
    """
    ours = folded(authserv_id)
    found: list[Result] = []
    taken = 0
    for name, value in fields:
        if taken and (name == "received" or taken == most):
            break
        if name != _FIELD:
            continue
        read = parsed(value)
        if read is None:
            if _claims(value, ours):
                return None
            continue
        if read.authserv_id == ours:
            taken += 1
            found += read.results
    return tuple(found)


def _claims(value: str, ours: str) -> bool:
    """Whether a field that cannot be read begins with our server's name."""
    begins = _COMMENTS.sub("", value[:1000]).lstrip(' \t"')
    name = folded(begins[: len(ours)])
    return name == ours and begins[len(ours) : len(ours) + 1] in ("", " ", "\t", ";", '"', "(")


def parsed(value: str) -> Field | None:
    """A field as RFC 8601 has it; None where it is malformed, or absurdly long."""
    if len(value) > LONGEST:
        return None
    statements = _statements(value)
    if statements is None:
        return None
    first, *rest = statements
    authserv_id = _authserv_id(first)
    if authserv_id is None:
        return None
    results: list[Result] = []
    for at, statement in enumerate(rest):
        if not statement.words:
            if at == len(rest) - 1 and rest[:-1]:
                continue  # a semicolon at the end does no harm
            return None
        if statement.words == ["none"] and len(rest) == 1:
            return Field(authserv_id, ())
        result = _result(statement)
        if result is None:
            return None
        results.append(result)
    return Field(authserv_id, tuple(results)) if rest else None


@dataclass(frozen=True, slots=True)
class _Statement:
    """What stands between two semicolons: its words, and its comments."""

    words: list[str]
    comments: list[str]


def _statements(value: str) -> list[_Statement] | None:
    """The field cut at its semicolons; those in comments and quotations do not count."""
    found = [_Statement([], [])]
    word, at = "", 0
    while at < len(value):
        sign = value[at]
        if sign == "(":
            end = _end_of_comment(value, at)
            if end is None:
                return None
            found[-1].comments.append(value[at + 1 : end - 1])
            word, at = _ended(found[-1], word), end
        elif sign == '"':
            quoted = _QUOTED.match(value, at)
            if quoted is None:
                return None
            word, at = word + _PAIR.sub(r"\1", quoted[1]), quoted.end()
        elif sign == ";":
            word, at = _ended(found[-1], word), at + 1
            found.append(_Statement([], []))
        elif blanks := _BLANKS.match(value, at):
            word, at = _ended(found[-1], word), blanks.end()
        elif plain := _PLAIN.match(value, at):
            word, at = word + plain[0], plain.end()
        else:
            return None  # a lone bracket or backslash
    _ended(found[-1], word)
    return [_Statement(_joined(one.words), one.comments) for one in found]


def _ended(statement: _Statement, word: str) -> str:
    if word:
        statement.words.append(word)
    return ""


def _joined(words: list[str]) -> list[str]:
    """`dkim = pass` is written apart by some: what an equals sign binds is one word."""
    found: list[str] = []
    for word in words:
        if found and (_OPEN.fullmatch(found[-1]) or word.startswith("=")):
            found[-1] += word
        else:
            found.append(word)
    return found


def _end_of_comment(value: str, start: int) -> int | None:
    """Behind the bracket that closes a comment; comments may hold others."""
    depth = 0
    for paren in _PAREN.finditer(value, start):
        depth += {"(": 1, ")": -1}.get(paren[0], 0)
        if depth == 0:
            return paren.end()
    return None


def _authserv_id(statement: _Statement) -> str | None:
    """The name of the server; a version may stand behind it, and nothing else."""
    if not statement.words or len(statement.words) > 2:
        return None
    if len(statement.words) == 2 and not statement.words[1].isdigit():
        return None
    name = statement.words[0]
    return None if "=" in name else folded(name)


def _result(statement: _Statement) -> Result | None:
    method = _METHOD.fullmatch(statement.words[0])
    if method is None:
        return None
    found: list[tuple[str, str]] = []
    for word in statement.words[1:]:
        known = _PROPERTY.fullmatch(word)
        if known is not None:
            found.append((f"{known[1]}.{known[2]}".lower(), known[3]))
        elif not word.lower().startswith("reason="):
            return None
    said = next((one for comment in statement.comments for one in _POLICY.findall(comment)), "")
    policy = dict(found).get("policy.dmarc", "") or said
    return Result(method[1].lower(), method[2].lower(), tuple(found), policy.lower())
