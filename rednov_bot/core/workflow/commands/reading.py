"""A mail of the contestmaster's becomes commands, line by line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final

from rednov_bot.core.models import Message
from rednov_bot.core.patterns import lazy_re
from rednov_bot.core.workflow import commands as cmd
from rednov_bot.core.workflow.commands.decisions import (
    ALONE,
    AMEND,
    APPROVE,
    AWARD,
    END,
    open_quote,
    with_open_quote,
)
from rednov_bot.core.workflow.commands.forms import FORMS, Form, form_of, greets, read_line, stops
from rednov_bot.core.workflow.commands.polite import is_polite
from rednov_bot.core.workflow.commands.said import (
    Said,
    Unclear,
    code_of,
    is_bare_code,
    take_code,
    unadorned,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """The words of one command, with the lines below that go with it; or a line that is none."""

    words: str  # as written, or how they begin
    command: cmd.Command | None
    why: str = ""  # half a sentence on why it is no command
    near: tuple[str, ...] = ()  # examples of what it may have been meant as
    begins: bool = False  # whether it begins as a command does, understood or not
    answers: str | None = None  # the code that an answer is for, understood or not; "" where none
    doubts: bool = False  # whether it is not understood, and may take back what stands above it
    meant: cmd.Command | None = None  # what it says, where a line below it may take it back


_LONGEST: Final = 400  # characters of a line that holds several commands
_BEFORE: Final = lazy_re(r"\s*+:?\s*+(?:both |all |(?:the )?drafts? )*", re.IGNORECASE)
_A_DRAFT: Final = lazy_re(r"\s*+:?\s*+(?:the )?draft ", re.IGNORECASE)
_LABEL: Final = lazy_re(
    r"(?:for|as to|about|regarding) (?:the|this) "
    r"(?:turn|draft|resolution|claim(?: of error)?|award|choice|correction|opening|ruling):\s{1,9}",
    re.IGNORECASE,
)
"""What names a draft and nothing else; `For later:` and `For when Ann agrees:` limit a command."""
_AND: Final = lazy_re(r"\s*(?:,\s*and\b|[,;&+/]|\band\b)\s*(?:(?:the )?draft )?", re.IGNORECASE)
_THEN: Final = lazy_re(r"\s*(?:[,;&+.]|\band\b)\s*(?:(?:and )?then\b\s*)?", re.IGNORECASE)
_MAY_BEGIN: Final = lazy_re(
    r"(?:(?P<ends>[;.])|,|\b(?:and|then)\b)\s++(?:(?:and|then) )*", re.IGNORECASE
)
_OWN: Final = lazy_re(
    r"(?:(?:draft )?\[(?:rednov )?(?P<boxed>[A-Z2-9]{6,8})\]\s*:?"
    r"|(?:draft )?(?P<bare>[A-Z2-9]{6,8})(?:\s*:|\s+[–—-]))\s*(?=\w)",
    re.IGNORECASE,
)


def own_code(line: str) -> tuple[str, str]:
    """The code before a command, `K7M2QXA: approve`, and the command; "" where none stands there.

    What a command with a code is about may be said before it: `For the turn: approve K7M2QXA`.
    """
    if (label := _LABEL.match(line)) and (begun := form_of(line[label.end() :])):
        code = take_code(line[label.end() + begun[1].end() :])[0]
        return ("", line[label.end() :]) if begun[0].answers and code else ("", line)
    found = _OWN.match(line)
    if found is None or not (found["boxed"] or is_bare_code(found["bare"])):
        return "", line
    return (found["boxed"] or found["bare"]).upper(), line[found.end() :]


def parts(line: str) -> tuple[str, ...]:
    """The commands on a line that begins with one, each whole; the line itself where it is one."""
    begun = form_of(line) if len(line) <= _LONGEST else None
    if begun is None or not begun[0].answers:
        return (line,)
    form, found = begun
    codes, tail = _codes(line[found.end() :])
    head = line[: found.end()]
    if _A_DRAFT.match(line, found.end()) and len(codes) == 1:
        line = f"{head} [{codes[0]}]{tail}"
    if form.takes_codes and len(codes) > 1:
        ours = [f"{head} [{code}]" for code in codes]
        then = _next(tail)
        return (*ours, *parts(then)) if then else tuple(f"{one}{tail}" for one in ours)
    then = _next(tail if codes else line[found.end() :]) if form.splits else ""
    if not then or (not codes and form.begins.match(then)):
        return (line,)
    award = AWARD.match(then) if codes and form.begins is APPROVE else None
    if award is not None and take_code(then[award.end() :])[0] is None:
        then = f"{then[: award.end()]} [{codes[0]}]{then[award.end() :]}"  # of that same draft
    return (line[: len(line) - len(tail)] if codes else head, *parts(then))


def another_behind(words: str) -> str:
    """The command that is said within a reason, `because of x; approve B`; "" where none is."""
    for mark in _MAY_BEGIN.finditer(words, 0, _LONGEST):
        behind = words[mark.end() :]
        begun = form_of(behind)
        if begun is None or not begun[0].answers or begun[0] is FORMS[-1]:
            continue
        code, tail = take_code(behind[begun[1].end() :])
        if (code or mark["ends"]) and is_polite(tail.partition("\n")[0], None):
            return behind[: begun[1].end()].strip()
    return ""


def _codes(words: str) -> tuple[list[str], str]:
    """The codes behind a command, `A, B and C`, and what stands behind them."""
    before = _BEFORE.match(words)
    code, tail = take_code(words[before.end() :] if before else words)
    codes: list[str] = []
    while code is not None:
        codes.append(code)
        words = tail
        between = _AND.match(tail)
        code, tail = take_code(tail[between.end() :]) if between else (None, tail)
    return codes, words


def _next(tail: str) -> str:
    """The command that follows at once behind a complete one; "" where something else does."""
    found = _THEN.match(tail)
    if found is None or not found[0].strip():
        return ""
    words = tail[found.end() :]
    begun = form_of(words)
    return words if begun is not None and begun[0].answers else ""


_MOST: Final = 2  # examples that are named
_NEAREST: Final = tuple(
    (lazy_re(pattern, re.IGNORECASE), example)
    for example, pattern in (
        (
            "awarded",
            r"award(?:ed|s|ing)?\b.*\b(?:already|by hand|myself)"
            "|(?:have|had|not) (?:i )?awarded|done already|already done|award these",
        ),
        ("award", "award"),
        (
            "hold until Friday",
            r"(?<!contract )(?:wait|not yet|hold on|on hold|hold (?:it|this|off))\b"
            r"|(?<!contract )(?:moment|give me|later|need to check)\b",
        ),
        ("again", r"again\b|anew\b"),
        ("reject because REASON", r"reject|^\W*no\b"),
        ("accept", r"accept|\bclaim"),
        ("deny because REASON", "den(?:y|ied)"),
        (
            "approve",
            r"ap+rov\w*|\b(?:post|send|publish) (?:it|this)\b|go ahead"
            "|(?:looks|sounds|seems) (?:good|right|fine)|fine by me"
            r"|^\W*(?:ok|okay|yes|sure|fine|good|great|\+1|lgtm)\W*$",
        ),
        ("release", "releas|unhold"),
        (
            "choose 5-6",
            r"choose|choice|\brather\b|\bflee|\bgoes to\b|room \d|least harm"
            r"|^\W*(?:\d{1,2}|\d{1,2}-\d{1,2})\W*$",
        ),
        (
            "rewind turn 12: it is void because REASON",
            r"undo|undone|rewind|replay|redo|\bturn \d+ (?:was|is) wrong|wrong turn",
        ),
        ("overrule: it is void because REASON", "overrul|override"),
        ("withdraw ruling 3 because REASON", "withdraw|revoke|repeal|cancel.*ruling"),
        ("ruling: a hatch may be opened twice (§10c)", r"\bruling|\bi rule\b|precedent"),
        ('amend: add "Well done!"', r"\b(?:add|insert|append)\b(?!.*\baxis)"),
        (
            'amend "old words" to "new words"',
            r"amend|typo|misspel|[\"“«].*\bread\b|\bread\b.*[\"“«]"
            r"|\b(?:change|replace|remove|delete|strike|drop)\b(?!.*\baxis)",
        ),
        ("hand over to Bob", "hand(?:ing)?[ -]?over|contestmaster|takes over|take over|resign"),
        ("deputy Bob", "deputy"),
        ("kill Ann", r"\bkill|\bidler?"),
        ("start Ann, Bob, Cid", r"\bstart|new game|another game"),
        ("pause reminders for 2 days", "remind|pause"),
        ("remove axis Z", r"remove.*\baxis"),
        ("add axis Z", r"\baxis"),
        ("pot 10", r"\bpot\b"),
        ("hands", r"\b(?:hands?|holds?|holding|items|tiles)\b(?!.* over)"),
        ("read mail 12", r"\bmail \d"),
        ("beacon 5417233 VALUE", r"\bbeacon"),
        ("reveal RN1", r"\breveal|secrets? of"),
        ("report position", "report|standings?|story"),
        ("status", r"what now|what next|waiting|to do\b|on my desk|undecided|show me"),
    )
)


def nearest(words: str, begins_as: str = "") -> tuple[str, ...]:
    """Examples of the commands that words are like which are none: of the one that they begin as
    first; none of talk."""
    line = words[:_LONGEST]
    found = [example for pattern, example in _NEAREST if pattern.search(line)]
    every = [begins_as, *found] if begins_as else found
    return tuple(dict.fromkeys(every))[:_MOST]


_NO_ADDRESSES: Final[Mapping[str, str]] = MappingProxyType({})
_MOST_NOT_UNDERSTOOD: Final = 5
_MOST_COMMANDS: Final = 50
_LONGEST_LINE: Final = 60_000  # characters; a longer mail is about something else
_OF_OTHERS: Final = lazy_re(
    r"\b(?:both|neither|either|none|all|any|them|those|these|others?|each|every|everything|nothing"
    r"|above|first|former|previous|earlier|wait|stop|forget|undo|cancel)\b",
    re.IGNORECASE,
)
"""Words of an answer that is not understood which may be about another draft as well."""
_LONGEST_WORDS: Final = 400  # characters of a command that are quoted
_NO_COMMAND: Final = "it begins with no command"
_TALK_ABOVE: Final = "what stands above it is no command, and may limit it"
_TOO_LONG: Final = f"the mail is longer than commands are ({_LONGEST_LINE} characters)"
_DIFFER: Final = "the plain text of the mail and its HTML differ"


_KEPT: Final = lazy_re(r"\bMail (\d{1,9}) is kept for you")
"""In the subject of a mail that tells of one that is kept: which it is."""
_THIS_IS: Final = lazy_re(
    r"\A\s*(?:this|it|that)(?: is|['’]s)(?: (?:from|by))? (?=[^\W\d_])", re.IGNORECASE
)
"""Whose it is, in answer to such a mail: `this is Ann`."""


def commands(
    message: Message, names: Sequence[str], addresses: Mapping[str, str] = _NO_ADDRESSES
) -> tuple[Line, ...]:
    """What a mail wants, in its order; polite words and greetings are passed over.

    Five lines that are not understood end the reading, and each puts in doubt what stands above it.
    Of a draft, all that is said must be understood and agree, and where plain text and HTML differ,
    both must say the same.  *addresses*, folded, stand for whom they belong to.  In answer to a
    mail that tells of one that is kept, `this is Ann` says whose it is.
    """
    if kept := _KEPT.search(message.subject):
        said = [
            _THIS_IS.sub(f"read mail {kept[1]} as ", one) for one in (message.text, message.other)
        ]
        message = replace(message, text=said[0], other=said[1])
    lines = _Reader(message, tuple(names), addresses).read()
    if not message.doubt:
        return lines
    others = _Reader(replace(message, text=message.other), tuple(names), addresses).read()
    if [line.command for line in lines] == [line.command for line in others]:
        return lines
    return tuple(
        replace(line, command=None, why=_DIFFER) if line.command is not None else line
        for line in lines
    )


@dataclass(slots=True)
class _Reader:
    """Goes through a mail from its first line to its last."""

    message: Message
    names: tuple[str, ...]
    addresses: Mapping[str, str]
    lines: list[Line] = field(default_factory=list)
    talk_above: bool = False
    at: int = 0
    texts: list[str] = field(default_factory=list)
    polite_from: int = 0  # the line from which on nothing but polite words is said

    def read(self) -> tuple[Line, ...]:
        """The commands, and the lines that are none."""
        text = self.message.text.strip()
        if len(text) > _LONGEST_LINE:
            return (Line(words=_clipped(text[:_LONGEST_LINE]), command=None, why=_TOO_LONG),)
        self.texts = text.split("\n")
        self.polite_from = len(self.texts)
        while self.polite_from and is_polite(self.texts[self.polite_from - 1], self.message.sender):
            self.polite_from -= 1
        while self.at < len(self.texts) and not self._ended():
            if self._missed() >= _MOST_NOT_UNDERSTOOD or len(self.lines) >= _MOST_COMMANDS:
                break
            self._step()
        return undoubted(agreed(joined(self.lines)) + self._unread())

    def _ended(self) -> bool:
        return bool(self.lines) and self.lines[-1].command == cmd.THAT_IS_ALL

    def _missed(self) -> int:
        return sum(line.command is None for line in self.lines)

    def _step(self) -> None:
        """One more command is read, or a line that is none."""
        line = self.texts[self.at].strip()
        opened = with_open_quote(line, self.texts, self.at + 1)
        first = opened or unadorned(line)
        if (several := self._several(first)) != (first,):
            self.texts[self.at : self.at + 1] = several
            self.polite_from += len(several) - 1
            first = several[0]
        code, first = own_code(first)
        begun = form_of(first)
        if begun is not None:
            self._command(first, *begun, code)
            return
        said = self._said(first, "")
        read = read_line(said)
        words = self.texts[self.at]
        self.at += 1
        if read is not None:
            self._note(words, read, begins=True)
        elif stops(first) and self._may_stop(first):
            self._note(words, cmd.THAT_IS_ALL, begins=True)
        elif not (is_polite(words, self.message.sender) or greets(first)):
            self._note(words, Unclear(_NO_COMMAND), like=(first, ""))
            self.talk_above = True

    def _may_stop(self, first: str) -> bool:
        """Whether a word that may end the commands does so here; its own line is read already.

        What stands below "thanks" may take back an answer above it, and is read.
        """
        if not self.lines or self.at >= self.polite_from:
            return False
        thanks = any(sign.isalpha() for sign in first) and is_polite(first, self.message.sender)
        return not (thanks and any(line.answers is not None for line in self.lines))

    def _several(self, first: str) -> tuple[str, ...]:
        """The commands on a line; each has the code that stands before all of them."""
        code, line = own_code(first)
        several = parts(line)
        if several == (line,):
            return (first,)
        return tuple([f"[{code}] {one}" for one in several]) if code else several

    def _command(self, first: str, form: Form, found: re.Match[str], own: str) -> None:
        begin, end = self.at, self._end_of(first)
        words = "\n".join(self.texts[begin:end])
        rest = "\n".join(self.texts[begin + 1 : end])
        self.at = end + (ALONE.fullmatch(first) is not None and end < len(self.texts))
        said = self._said(first, rest, own)
        read = form.read(found, said)
        if isinstance(read, cmd.Answer) and (other := another_behind(read.why)):
            read = Unclear(f'its reason may hold another command ("{other}"): write that below it')
        code = own or take_code(first[found.end() :])[0]
        self._note(
            words,
            read,
            begins=True,
            answers=(code or said.code) if form.answers else None,
            alone=form.answers
            and bool(code)
            and is_polite(rest, self.message.sender)
            and _OF_OTHERS.search(words) is None,
            like=(first, form.near),
        )

    def _end_of(self, first: str) -> int:
        """Behind the last line that goes with the command that begins here."""
        end = self.at + 1
        if ALONE.fullmatch(first):
            while end < len(self.texts) and not END.fullmatch(self.texts[end]):
                end += 1
            return end
        amends = AMEND.match(first) is not None
        quoted = open_quote(first) if amends else ""
        while end < len(self.texts):
            line = self.texts[end]
            if not quoted and self._begins_command(line, amends):
                break
            quoted = open_quote(line, quoted) if amends else ""
            end += 1
        return end

    def _begins_command(self, text: str, amends: bool) -> bool:
        """Whether a line below a command is the next one, rather than part of its reason."""
        if not any(map(str.isalpha, text)):
            return False
        code, first = own_code(unadorned(text))
        begun = form_of(first)
        if code:
            return True
        if begun is None:
            read = read_line(self._said(first, ""))
            return read is not None and not isinstance(read, Unclear)
        form, found = begun
        if amends and form.begins is AMEND and not found[0].strip():
            return False  # another change of the same text
        if form.plainly or take_code(first[found.end() :])[0] is not None:
            return True
        return not isinstance(form.read(found, self._said(first, "")), Unclear)

    def _said(self, first: str, rest: str, own: str = "") -> Said:
        return Said(
            first=first,
            rest=rest,
            code=own or code_of(self.message.subject) or "",
            sender=self.message.sender,
            names=self.names,
            addresses=self.addresses,
        )

    def _note(
        self,
        words: str,
        read: cmd.Command | Unclear,
        *,
        begins: bool = False,
        answers: str | None = None,
        alone: bool = False,
        like: tuple[str, str] = ("", ""),
    ) -> None:
        """A line is entered, with what it says.

        Where it says nothing, it may be about what stands above it, unless it names a draft of its
        own and is *alone*, without words below it.  *like*: its words, and what they begin as.
        """
        doubts = isinstance(read, Unclear) and not alone
        if not isinstance(read, Unclear) and self.talk_above and not _is_harmless(read):
            read = Unclear(_TALK_ABOVE)
        self.lines.append(
            Line(
                words=_clipped(words),
                command=None if isinstance(read, Unclear) else read,
                why=(read.why or _NO_COMMAND) if isinstance(read, Unclear) else "",
                begins=begins,
                answers=answers,
                doubts=doubts,
                near=nearest(*like) if isinstance(read, Unclear) else (),
            )
        )

    def _unread(self) -> tuple[Line, ...]:
        """What stands below the end of the reading, unless it was meant to end there."""
        left = [text for text in self.texts[self.at :] if text.strip()]
        if not left or self._ended():
            return ()
        missed = self._missed() >= _MOST_NOT_UNDERSTOOD
        why = "five lines above it were not understood" if missed else "there are too many commands"
        more = f", nor is what stands below it ({len(left) - 1} more)" if len(left) > 1 else ""
        why = f"it is not read{more}: {why}"
        return (Line(words=_clipped(left[0]), command=None, why=why, doubts=True),)


def _is_harmless(command: cmd.Command) -> bool:
    """Whether a command only shows them something."""
    if isinstance(command, cmd.Report):
        return not command.post
    return isinstance(command, cmd.Show) or command == cmd.THAT_IS_ALL


def _clipped(words: str) -> str:
    words = words.strip()
    return words if len(words) <= _LONGEST_WORDS else words[:_LONGEST_WORDS].rstrip() + " ..."


_DOUBTED: Final = "another line about the same draft is not understood"
_IN_ORDER: Final = frozenset(
    [("release", "approve"), ("reject", "again"), ("amend", "amend"), ("overrule", "overrule")]
)
"""Two different answers to one draft that may follow each other."""
_SHOWN: Final = 60  # characters of the line that is not understood


def joined(lines: Iterable[Line]) -> tuple[Line, ...]:
    """The lines; `approve` with `award` of the same draft next to it is one answer."""
    found: list[Line] = []
    for line in lines:
        both = [found[-1].command, line.command] if found else []
        approve = next((one for one in both if isinstance(one, cmd.Approve)), None)
        if approve is not None and cmd.Answer(word="award", code=approve.code) in both:
            words = f"{found[-1].words}\n{line.words}"
            found[-1] = replace(found[-1], words=words, command=replace(approve, award=True))
        else:
            found.append(line)
    return tuple(found)


def agreed(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """The lines, without those answers that another line about the same draft contradicts."""
    doubtful: dict[str, str] = {}
    last: dict[str, cmd.AnswerCommand] = {}
    for line in lines:
        if line.answers is None:
            continue
        answer = line.command
        if not isinstance(answer, cmd.AnswerCommand):
            doubtful.setdefault(line.answers, _DOUBTED)
            continue
        before = last.get(line.answers)
        if before is not None and before != answer:
            first, then = _word(before), _word(answer)
            if (first, then) not in _IN_ORDER:
                why = f'the mail says both "{first}" and "{then}" of the same draft'
                doubtful[line.answers] = why
        last[line.answers] = answer
    return tuple(
        replace(line, command=None, why=doubtful[line.answers])
        if line.command and line.answers in doubtful
        else line
        for line in lines
    )


def undoubted(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """The lines, without those answers that a line below may take back, for it is not understood.

    What the contestmaster wishes changes nothing before they answer the draft of it.
    """
    checked: list[Line] = []
    below = ""
    for line in reversed(lines):
        if below and isinstance(line.command, cmd.AnswerCommand):
            why = f'the line "{below}" below it is not understood, and may take it back'
            line = replace(line, command=None, meant=line.command, why=why)
        if line.doubts:  # what stands above its last line may be a command
            last = line.words.strip().rpartition("\n")[2].strip().strip('"“”')
            below = last if len(last) <= _SHOWN else f"{last[:_SHOWN].rstrip()}..."
        checked.append(line)
    return tuple(reversed(checked))


def _word(answer: cmd.AnswerCommand) -> str:
    return answer.word if isinstance(answer, cmd.Answer) else type(answer).__name__.lower()
