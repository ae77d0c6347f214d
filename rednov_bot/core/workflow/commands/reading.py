"""A mail of the contestmaster's becomes commands, line by line."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final

from rednov_bot.core.models import Message
from rednov_bot.core.patterns import any_case, lazy_re
from rednov_bot.core.workflow import commands as cmd
from rednov_bot.core.workflow.commands import forms
from rednov_bot.core.workflow.commands.saying import (
    CODE,
    OF_OTHERS,
    TAKES_BACK,
    Callers,
    Said,
    Unclear,
    code_of,
    codes_in,
    is_polite,
    limits,
    with_names,
)
from rednov_bot.games.base import GameWords


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


_NO_ADDRESSES: Final[Mapping[str, str]] = MappingProxyType({})
_MOST_NOT_UNDERSTOOD: Final = 5
_MOST_COMMANDS: Final = 50
_LONGEST_MAIL: Final = 60_000  # characters; a longer mail is about something else
_LONGEST_WORDS: Final = 400  # characters of a command that are quoted
_SHOWN: Final = 60  # characters of the line that is not understood
_NO_COMMAND: Final = "it begins with no command"
_TALK_ABOVE: Final = "what stands above it is no command, and may limit it"
_TOO_LONG: Final = f"the mail is longer than commands are ({_LONGEST_MAIL} characters)"
_DIFFER: Final = "the plain text of the mail and its HTML differ"
_DOUBTED: Final = "another line about the same draft is not understood"
_IN_ORDER: Final = frozenset(
    [("release", "approve"), ("reject", "again"), ("amend", "amend"), ("overrule", "overrule")]
)
"""Two different answers to one draft that may follow each other."""
_KEPT: Final = lazy_re(r"\bMail (\d{1,9}) is kept for you")
"""In the subject of a mail that tells of one that is kept: which it is."""
_THIS_IS: Final = any_case(r"\A\s*(?:this|it|that)(?: is|['’]s)(?: (?:from|by))? (?=[^\W\d_])")
"""Whose it is, in answer to such a mail: `this is Ann`."""


def commands(
    message: Message,
    game: GameWords,
    names: Sequence[str],
    addresses: Mapping[str, str] = _NO_ADDRESSES,
) -> tuple[Line, ...]:
    """What a mail wants, in its order; polite words and greetings are passed over.

    Each line counts for itself, but for those that limit others.  Five lines that are not
    understood end the reading.  Of a draft, all that is said must be understood and agree, and
    where plain text and HTML differ, both must say the same.  *addresses*, folded, stand for whom
    they belong to.  In answer to a mail that tells of one that is kept, `this is Ann` says whose.
    """
    texts = [message.text, *([message.other] if message.doubt else [])]
    if kept := _KEPT.search(message.subject):
        texts = [_THIS_IS.sub(f"read mail {kept[1]} as ", one) for one in texts]
    lines, *others = [
        _Reader(message, one, game, tuple(names), tuple(addresses.items())).read() for one in texts
    ]
    if not others or [line.command for line in lines] == [line.command for line in others[0]]:
        return lines
    return tuple([_without(line, _DIFFER) if line.command else line for line in lines])


def _without(line: Line, why: str) -> Line:
    return replace(line, command=None, why=why)


@dataclass(slots=True)
class _Reader:
    """Goes through a mail from its first line to its last."""

    message: Message
    text: str
    game: GameWords
    names: tuple[str, ...]
    addresses: Callers
    lines: list[Line] = field(default_factory=list)
    talk_above: bool = False
    at: int = 0
    texts: list[str] = field(default_factory=list)
    polite_from: int = 0  # the line from which on nothing but polite words is said

    def read(self) -> tuple[Line, ...]:
        """The commands, and the lines that are none."""
        text = self.text.strip()
        if len(text) > _LONGEST_MAIL:
            return (Line(words=_clipped(text[:_LONGEST_MAIL]), command=None, why=_TOO_LONG),)
        self.texts = text.split("\n")
        self.polite_from = len(self.texts)
        while self.polite_from and is_polite(self.texts[self.polite_from - 1], self.message.sender):
            self.polite_from -= 1
        while self.at < len(self.texts) and not self._ended():
            if self._missed() >= _MOST_NOT_UNDERSTOOD or len(self.lines) >= _MOST_COMMANDS:
                break
            self._step()
        return _undoubted(_agreed(_joined(self.lines)) + self._unread())

    def _ended(self) -> bool:
        return bool(self.lines) and self.lines[-1].command == cmd.THAT_IS_ALL

    def _missed(self) -> int:
        return sum(line.command is None for line in self.lines)

    def _step(self) -> None:
        """One more line is read, with those below that go with it, or each command on it."""
        own, line = own_code(_unadorned(self.texts[self.at]))
        *before, last = forms.several(self._said(line, own))
        for one in before:
            self._note(one, one, own)
        form, made = forms.read(self._said(last, own))
        words, self.at = self.texts[self.at], self.at + 1
        if form is not None and not isinstance(made, cmd.Show) and form.name != "quit":
            below = self.at
            self.at = self._end_of(form, last)
            rest = self.texts[below : self.at]
            self._note("\n".join([last if before else words, *rest]), "\n".join([last, *rest]), own)
            ends = self.at < len(self.texts) and _END.fullmatch(self.texts[self.at])
            self.at += bool(ends) and forms.says_text(last)
        elif form is not None or not isinstance(made, Unclear) or made.why:
            self._note(words, last, own)
        elif _STOPS.fullmatch(last) and self._may_stop(last):
            self.lines.append(Line(words=words, command=cmd.THAT_IS_ALL, begins=True))
        elif not (is_polite(words, self.message.sender) or _GREETING.fullmatch(last)):
            self._note(words, last, own)
            slip = forms.is_slip(last)
            self.talk_above |= not slip and (limits(last) or last[-1:] not in (".", "!"))

    def _may_stop(self, line: str) -> bool:
        """Whether a word that may end the commands does so here; its own line is read already.

        What stands below "thanks" may take back an answer above it, and is read.
        """
        if not self.lines or self.at >= self.polite_from:
            return False
        thanks = any(sign.isalpha() for sign in line) and is_polite(line, self.message.sender)
        return not (thanks and any(one.answers is not None for one in self.lines))

    def _end_of(self, form: forms.Form, first: str) -> int:
        """Behind the last line that goes with the command that begins here."""
        end = self.at
        if forms.says_text(first):
            while end < len(self.texts) and not _END.fullmatch(self.texts[end]):
                end += 1
            return end
        quoted = _open_quote(first) if form.name == "amend" else ""
        while end < len(self.texts):
            line = self.texts[end]
            if not quoted and self._begins_command(line, form):
                break
            quoted = _open_quote(line, quoted) if form.name == "amend" else ""
            end += 1
        return end

    def _begins_command(self, text: str, above: forms.Form) -> bool:
        """Whether a line below a command is the next one, rather than part of its reason."""
        if not any(map(str.isalpha, text)):
            return False
        own, line = own_code(_unadorned(text))
        if own:
            return True
        if above.name == "amend" and forms.CHANGE.match(line):
            return False  # another change of the same text
        form, made = forms.read(self._said(line, ""))
        if not isinstance(made, Unclear):
            return True
        if not above.text:
            return form is not None or forms.is_slip(line)
        return form is not None and (form.plainly or bool(forms.codes_of(self._said(line, ""))))

    def _said(self, text: str, own: str) -> Said:
        text, named = with_names(
            text, self.names, self.addresses, self.game.title, forms.known_words()
        )
        return Said(
            text=text,
            code=own or code_of(self.message.subject) or "",
            sender=self.message.sender,
            names=self.names,
            words=self.game,
            named=named,
        )

    def _note(self, words: str, text: str, own: str) -> None:
        """A line is entered, with what it says.

        Where it says nothing, it may be about what stands above it; one that names a draft of its
        own, or is about none, only where it speaks of others.
        """
        said = self._said(text, own)
        form, made = forms.read(said)
        answers = form is not None and form.answers
        codes = forms.codes_of(said) if answers else []
        if not isinstance(made, Unclear):
            for one in made if isinstance(made, tuple) else (made,):
                held = self.talk_above and not _is_harmless(one)
                self.lines.append(
                    Line(
                        words=_clipped(words),
                        command=None if held else one,
                        why=_TALK_ABOVE if held else "",
                        begins=True,
                        answers=one.code if isinstance(one, cmd.ToDraft) else None,
                        near=forms.nearest(words, form) if held else (),
                    )
                )
            return
        if form is not None and not form.text and "\n" in text:  # what stands below it may run on
            self.talk_above |= limits(text) and text.rstrip()[-1] not in ".!"
        if form is None:
            doubts = limits(text)
        elif answers and (own or codes) and is_polite(text.partition("\n")[2], None):
            doubts = OF_OTHERS.search(text) is not None
        elif answers:
            doubts = True
        else:
            doubts = TAKES_BACK.search(text) is not None
        unclear = Line(
            words=_clipped(words),
            command=None,
            why=made.why or _NO_COMMAND,
            begins=form is not None or bool(made.why),
            doubts=doubts,
            near=forms.nearest(text, form),
        )
        for code in (codes or [said.code]) if answers else [None]:
            self.lines.append(replace(unclear, answers=code))

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


# -- one line ------------------------------------------------------------------------------------

_END: Final = any_case(r"\W*end(?: of (?:the )?(?:text|amendment))?\W*")
"""The line that ends the text of an amendment."""
_STOPS: Final = any_case(
    r"(?:stop|--+|(?:many )?thanks?(?: you)?(?: (?:very|so) much| a lot| in advance)?|thx|ty|cheers"
    r")[\s.!,]*"
)
_GREETING: Final = any_case(
    r"(?:hi|hello|hey|dear|good (?:morning|day|evening|afternoon))(?:[ ,]+[^\W\d_]{1,30}){0,3}"
    r"[\s.!,:–—-]*"
)
_LISTED: Final = lazy_re(r"^(?:[-*•]|\(?\d{1,2}[.)])\s+(?=\S)")
_GREETED: Final = any_case(
    r"^(?:hi|hello|hey|dear)(?: (?:there|bot|dear bot|rednov))?\s?[,.!:–—-]+\s+(?=\w)"
)
_OWN: Final = any_case(rf"(?:draft )?(?P<code>{CODE})(?:(?<=\])\s*:?|\s*:|\s+[–—-])\s*(?=\w)")
_LABEL: Final = any_case(
    r"(?:for|as to|about|regarding) (?:the|this) "
    r"(?:turn|draft|resolution|claim(?: of error)?|award|choice|correction|opening|ruling):\s{1,9}"
    rf"(?=[a-z]+ (?:the )?(?:draft )?{CODE})"
)
"""What names a draft and nothing else; `For later:` and `For when Ann agrees:` limit a command."""
_ENDED_BY: Final = {'"': '"', "“": "”", "«": "»"}


def own_code(line: str) -> tuple[str, str]:
    """The code before a command, `K7M2QXA: approve`, and the command; "" where none stands there.

    What a command with a code is about may be said before it: `For the turn: approve K7M2QXA`.
    """
    if label := _LABEL.match(line):
        return "", line[label.end() :]
    found = _OWN.match(line)
    return ("", line) if found is None else (codes_in(found["code"])[0], line[found.end() :])


def _unadorned(line: str) -> str:
    """A line without the marks around it, and without quotes that stand around all of it.

    Nor has it the number or point of a list, or a greeting of the bot before what it says.
    """
    line = _GREETED.sub("", _LISTED.sub("", line.strip())).strip("*_`").strip()
    quoted = len(line) > 1 and line[0] in "\"'“" and line[-1] in "\"'”"
    return line[1:-1].strip() if quoted and not re.search("[\"“”]|'\\s", line[1:-1]) else line


def _open_quote(text: str, awaited: str = "") -> str:
    """The mark that would end a quotation that is still open behind a text; "" where none is."""
    for mark in re.findall('["“”«»]', text):
        if not awaited:
            awaited = _ENDED_BY.get(mark, "")
        elif mark == awaited:
            awaited = ""
    return awaited


def _clipped(words: str) -> str:
    words = words.strip()
    return words if len(words) <= _LONGEST_WORDS else words[:_LONGEST_WORDS].rstrip() + " ..."


def _is_harmless(command: cmd.Command) -> bool:
    """Whether a command only shows them something."""
    if isinstance(command, cmd.Report):
        return not command.post
    return isinstance(command, cmd.Show) or command == cmd.THAT_IS_ALL


# -- lines about the same draft ------------------------------------------------------------------


def _joined(lines: Sequence[Line]) -> tuple[Line, ...]:
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


def _agreed(lines: tuple[Line, ...]) -> tuple[Line, ...]:
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
        _without(line, doubtful[line.answers])
        if line.command and line.answers in doubtful
        else line
        for line in lines
    )


def _undoubted(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """The lines, without those answers that a line below may take back, for it is not understood.

    What the contestmaster wishes changes nothing before they answer the draft of it.
    """
    checked: list[Line] = []
    below = ""
    for line in reversed(lines):
        if below and isinstance(line.command, cmd.AnswerCommand):
            why = f'the line "{below}" below it is not understood, and may take it back'
            line = replace(_without(line, why), meant=line.command)
        if line.doubts:  # what stands above its last line may be a command
            last = line.words.strip().rpartition("\n")[2].strip().strip('"“”')
            below = last if len(last) <= _SHOWN else f"{last[:_SHOWN].rstrip()}..."
        checked.append(line)
    return tuple(reversed(checked))


def _word(answer: cmd.AnswerCommand) -> str:
    return answer.word if isinstance(answer, cmd.Answer) else type(answer).__name__.lower()
