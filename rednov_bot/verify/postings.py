"""Which mails of an archive are the bot's postings, and what each of them says (docs/luck.md)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from typing import Final, Literal

from rednov_bot.core.mail.addresses import addresses
from rednov_bot.core.mail.roster import folded
from rednov_bot.core.proof import ABSENT
from rednov_bot.core.render import luck_pages
from rednov_bot.games.base import Player
from rednov_bot.games.red_november.render.wording import ITEM_NAMES
from rednov_bot.games.red_november.rules.words import Item
from rednov_bot.verify.archive import ArchivedMail

_ANNOUNCED: Final = re.compile(r", announced (\w{3} \d{1,2} \w{3} \d{4}, \d{2}:\d{2} UTC),")
_AXES: Final = re.compile(r"\b\d+ ([XY]) points? for ")
_TILE: Final = re.compile(
    rf"\b(an?|\d+) ({'|'.join(re.escape(name) for name in ITEM_NAMES.values())})(?:e?s)?\b"
)
BY_NAME: Final = {name: item for item, name in ITEM_NAMES.items()}
_BOT: Final = re.compile(r"try one out first, mail it to (\S+(?: at \S+)?) alone")


def tiles_of(words: str) -> tuple[Item, ...]:
    """The tiles that are named in `2 grogs, a coffee and a crowbar`."""
    found: list[Item] = []
    for count, name in _TILE.findall(words):
        found += [BY_NAME[name]] * (int(count) if count.isdigit() else 1)
    return tuple(found)


class Told:
    """The text of a posting, blanks in one, however its lines are folded."""

    def __init__(self, body: str) -> None:
        """*body* without THE LUCK."""
        self.body = body
        self.words = " ".join(body.split())

    def says(self, sentence: str) -> bool:
        """Whether it has this sentence."""
        return " ".join(sentence.split()) in self.words

    def behind(self, sentence: str, begin: int) -> int | None:
        """Where this sentence ends, searched from a place on; None where it does not stand."""
        wanted = " ".join(sentence.split())
        at = self.words.find(wanted, begin)
        return None if at < 0 else at + len(wanted)

    def drinks(self, names: Iterable[Player]) -> Counter[Player]:
        """How many grogs each gnome drinks because it is overheated (A77)."""
        if "drinks a grog" not in self.words:
            return Counter()
        return Counter(
            {name: count for name in names if (count := self._times(name, "drinks a grog"))}
        )

    def defends(self, name: Player) -> bool:
        """Whether somebody who is attacked uses a crowbar (option crazed)."""
        return bool(self._times(name, "uses a crowbar"))

    def revealed(self, names: Sequence[Player]) -> tuple[tuple[Player, tuple[Item, ...]], ...]:
        """What each gnome held at the end, where it says so (option reveal_at_end)."""
        _, heading, below = self.words.partition("Held at the end: ")
        said = below.partition(". ")[0].rstrip(".")
        found = []
        for name, part in zip(names, said.split("; "), strict=False):
            found.append((name, tiles_of(part.removeprefix(name))))
        return tuple(found) if heading else ()

    def _times(self, name: Player, does: str) -> int:
        return len(re.findall(rf"(?<!\w){re.escape(name)} {does}\b", self.words))

    @cached_property
    def said_at(self) -> datetime | None:
        """When the turn was announced, to the minute."""
        found = _ANNOUNCED.search(self.words)
        if found is None:
            return None
        try:
            return datetime.strptime(found[1], "%a %d %b %Y, %H:%M UTC").replace(tzinfo=UTC)
        except ValueError:
            return None

    @cached_property
    def awards(self) -> tuple[str, ...]:
        """Along which axes it awards points itself (§18, §24)."""
        _, heading, below = self.body.partition("\nPOINTS AWARDED\n")
        if not heading:
            return ()
        return tuple(sorted(set(_AXES.findall(" ".join(below.partition("\n\n")[0].split())))))

    @cached_property
    def bot(self) -> str:
        """The bot's address, "" where it does not say."""
        found = _BOT.search(self.words)
        return found[1] if found else ""


HEADING: Final = re.compile(r"^THE LUCK, form (\d+)[ ]*$", re.MULTILINE)

_HEX: Final = "[0-9a-f]{64}"
_DRAW: Final = re.compile(r"draw (\d{1,9}), (.+): (sealed|\d{1,20} of \d{1,20})")
_TURN_HEADING: Final = re.compile(r"turn (\d{1,9})(?::|, read as:(?: (.*))?)")
_BEACON: Final = re.compile(r"beacon (.+), round (\d{1,19}):")
_FACT: Final = re.compile(rf"(term|dice|tile|root|seal|mail|from) ({_HEX})|(drafts) (\d{{1,9}})")
_TERM: Final = re.compile(r"(?:game|gnome|data|rules|pot|beacon|option) .+")
EMPTY: Final = luck_pages.HEADING.rstrip("\n")
"""A section for a page of which only the rest is wanted."""


@dataclass(slots=True)
class ToldDraw:
    """A draw as it is shown."""

    number: int
    purpose: str
    result: str  # `7 of 10`, `sealed`
    root: str = ""  # of a shuffle of tiles

    def __str__(self) -> str:
        """As it stands in the posting."""
        return f"draw {self.number}, {self.purpose}: {self.result}"


@dataclass(slots=True)
class ToldMoment:
    """A moment of which a posting shows draws, or how its turn was read."""

    turn: int | None = None
    read: str = ""  # in one line
    mail: str = ABSENT
    beacon_name: str = ""
    round: str = ""
    value: str = ""
    draws: list[ToldDraw] = field(default_factory=list)

    @property
    def beacon(self) -> str:
        """Round and value, or `-`."""
        return f"{self.round} {self.value}" if self.value else ABSENT


@dataclass(slots=True)
class Section:
    """All of it; what is missing is empty."""

    form: int
    terms: list[str] = field(default_factory=list)
    term: str = ""
    dice: str = ""
    tile: str = ""
    moments: list[ToldMoment] = field(default_factory=list)
    drafts: int | None = None
    seal: str = ""

    @property
    def draws(self) -> list[ToldDraw]:
        """Every draw, in the order in which they are shown."""
        return [draw for moment in self.moments for draw in moment.draws]

    @property
    def read(self) -> str:
        """Everything that was read, in one line."""
        return " ".join([one.read for one in self.moments if one.read])


def part(text: str) -> tuple[str, str]:
    """A posting without its section, and the section; "" where there is none.

    The last heading counts, for words above it may be anybody's; the section ends with an empty
    line.
    """
    marks = list(HEADING.finditer(text))
    if not marks:
        return text, ""
    begin = marks[-1].start()
    section, gap, rest = text[begin:].partition("\n\n")
    return text[:begin] + rest, section + gap[:1]


def read_section(section: str) -> Section:
    """The section, line by line; of what is no line of it nothing is kept."""
    heading, *lines = section.rstrip("\n").split("\n")
    form = HEADING.match(heading)
    found = Section(int(form[1]) if form else 0)
    now = ToldMoment()
    found.moments.append(now)
    words: list[str] = []  # of the turn as it was read, which may take several lines
    goes_on = False
    for line in map(str.strip, lines):
        if turn := _TURN_HEADING.fullmatch(line):
            now.read, words = " ".join(words), [turn[2]] if turn[2] else []
            now = ToldMoment(int(turn[1]))
            found.moments.append(now)
            goes_on = not line.endswith(":") or "read as" in line
            continue
        if _enter(found, now, line):
            goes_on = False
        elif goes_on:
            words.append(line)
    now.read = " ".join(words).strip()
    found.moments = [one for one in found.moments if one.draws or one.turn is not None]
    found.terms = _terms(lines)
    return found


def _enter(found: Section, now: ToldMoment, line: str) -> bool:
    """Whether it was a line that tells a fact."""
    if draw := _DRAW.fullmatch(line):
        now.draws.append(ToldDraw(int(draw[1]), draw[2], draw[3]))
    elif beacon := _BEACON.fullmatch(line):
        now.beacon_name, now.round = beacon[1], beacon[2]
    elif fact := _FACT.fullmatch(line):
        word, value = fact[1] or fact[3], fact[2] or fact[4]
        match word:
            case "drafts":
                found.drafts = int(value)
            case "mail":
                now.mail = value
            case "from":
                now.value = value
            case "root":
                if now.draws:
                    now.draws[-1].root = value
            case _:
                setattr(found, word, value)
    else:
        return False
    return True


def _terms(lines: list[str]) -> list[str]:
    """The lines right above `term`, which it is the digest of."""
    stripped = [line.strip() for line in lines]
    at = next((n for n, line in enumerate(stripped) if line.startswith("term ")), 0)
    begin = at
    while begin and _TERM.fullmatch(stripped[begin - 1]):
        begin -= 1
        if stripped[begin].startswith("game "):
            break
    return stripped[begin:at]


PostingKind = Literal[
    "opening", "resolution", "void", "correction", "idle", "between", "ruling", "other"
]
"""What a posting is by its subject; `between` are discards and gifts in return."""

_DRAFT: Final = "[rednov "  # in the subject of what lies before the contestmaster alone
_SIGNATURE: Final = re.compile(r"^rednov_bot, keeping (.+) for (.+)$", re.MULTILINE)
_DASHES: Final = re.compile(r"\n-- ?\Z")
_TURN: Final = re.compile(r"Turn (\d{1,9}): (.+?)(, without effect|, and the game is over)?")
_IDLE: Final = re.compile(r"(.+) is killed for idleness(?:, and the game is over)?")
_CORRECTION: Final = re.compile(r"Correction of (.+)", re.DOTALL)
_BETWEEN: Final = re.compile(r".+ (discard|gift in return)")
_RULING: Final = re.compile(r"Ruling (\d{1,9})(?: \((.+)\))?")


@dataclass(slots=True)
class Posting:
    """A mail of the bot's to the list."""

    mail: ArchivedMail
    kind: PostingKind
    contest: str
    contestmaster: str
    body: str = field(repr=False)  # without THE LUCK, and nothing below the signature
    section: Section | None
    number: int | None = None  # of the turn or ruling
    gnome: str = ""  # whose turn it is, or who is killed
    about: str = ""  # what is corrected; what a gnome did between turns

    @property
    def only_moment(self) -> ToldMoment:
        """What a posting of one moment shows of it."""
        section = self.section
        return section.moments[0] if section is not None and section.moments else ToldMoment()

    @property
    def title(self) -> str:
        """How it is named where something is said of it."""
        return self.mail.title


def postings(mails: Iterable[ArchivedMail]) -> tuple[Posting, ...]:
    """The bot's postings among *mails*, in their order; each once, whatever a list put below it."""
    every = [one for mail in mails if (one := posting(mail)) is not None]
    lists = {at for one in every if one.section is not None for at in _to(one.mail)}
    return tuple(_once(one for one in every if one.section is not None or _went(one.mail, lists)))


def _to(mail: ArchivedMail) -> set[str]:
    return {folded(at) for at in addresses(mail.head.all("to"))}


def _went(mail: ArchivedMail, lists: set[str]) -> bool:
    """Whether it went to a list: it shows no other address than those that got THE LUCK."""
    to = _to(mail)
    return not to or not to.isdisjoint(lists)


def _once(every: Iterable[Posting]) -> list[Posting]:
    """A mail that came by two lists, in copy, or once more under another name is one posting."""
    seen: set[tuple[str, str, str]] = set()
    kept = []
    for one in every:
        name = one.mail.author if one.section and one.section.seal else one.mail.known_by
        what = f"{one.kind} {one.number} {one.gnome} {one.section}"
        key = (name, " ".join(one.body.split()), what)
        if key not in seen:
            seen.add(key)
            kept.append(one)
    return kept


def posting(mail: ArchivedMail) -> Posting | None:
    """The posting that a mail is, None where it is a draft or lacks the bot's signature."""
    text = mail.text
    if _DRAFT in mail.subject:
        return None
    signed = _SIGNATURE.search(text)
    if signed is None or not _DASHES.search(text[: signed.start() - 1] or ""):
        return None
    body, section = part(text[: signed.end()] + "\n")
    body = in_todays_words(body)
    contest = signed[1]
    subject = mail.subject.rpartition(f"[{contest}] ")[2].strip()
    told = read_section(section) if section else None
    made = Posting(mail, "other", contest, signed[2].strip(), body, told)
    _classify(made, subject)
    return made


def _classify(made: Posting, subject: str) -> None:
    if made.section is not None and made.section.term:
        made.kind = "opening"
    elif turn := _TURN.fullmatch(subject):
        made.kind = "void" if turn[3] == ", without effect" else "resolution"
        made.number, made.gnome = int(turn[1]), turn[2]
    elif found := _CORRECTION.fullmatch(subject):
        made.kind, made.about = "correction", found[1]
        turn = re.match(r"turn (\d{1,9}): (.+)", found[1])
        if turn is not None:
            made.number, made.gnome = int(turn[1]), turn[2]
    elif found := _IDLE.fullmatch(subject):
        made.kind, made.gnome = "idle", found[1]
    elif found := _RULING.fullmatch(subject):
        made.kind, made.number, made.about = "ruling", int(found[1]), found[2] or ""
    elif found := _BETWEEN.fullmatch(subject):
        made.kind, made.about = "between", found[1]


_SENTENCES: Final = (
    (r"is resolved: e is killed\.", "is resolved: they are killed."),
    (r"is resolved: e abandons ship\.", "is resolved: they abandon ship."),
    (r"abandons ship; e wins if all", "abandons ship and wins if all"),
    (r"\) before e is done: failure", ") before the work is done: failure"),
    (r"on abandoning eir comrades", "on abandoning their comrades"),
    (r"killed by the fire in eir room", "killed by the fire in their room"),
    (r"drowns in eir room", "drowns in their room"),
    (r", asleep in eir room,", ", asleep in their room,"),
    (r"slain in eir room", "slain in their room"),
    (r"does not defend emself", "does not fight back"),
    (r", by the die\.", ", chosen by lot."),
    (r"Whoever holds more than (\d+ items?) is told", r"Each gnome who holds more than \1 is told"),
    (
        r"Should (.{1,80}?) hold more than (\d+ items?), e is told",
        r"If \1 holds more than \2, they are told",
    ),
    (
        r"If ((?s:.{1,80}?)) holds more than (\d+ items?), (?!they )(?s:.{1,80}?) is told",
        r"If \1 holds more than \2, they are told",
    ),
    (r"The fire finds no room to spread to:", "There is no fire that can spread:"),
    (r"announcement before eir next turn", "announcement before their next turn"),
    (
        r"Which (items? (?:it is|they are)), only those concerned are told\.",
        r"Nobody else is told which \1.",
    ),
    (r"Only the gnomes concerned are told which", "Nobody else is told which"),
    (
        r"This game is called (\S+), where a mail has to say which one it means\.",
        r"This game is called \1.",
    ),
    (r"and is told privately which\.", "and is told privately which ones."),
    (r"All others are at their defaults\.", "All other options are at their defaults."),
)
_TODAY: Final = tuple([(re.compile(old.replace(" ", r"\s+")), new) for old, new in _SENTENCES])


def in_todays_words(body: str) -> str:
    """A posting's text with each sentence that is worded otherwise today as it is today.

    How lines are folded changes by it, which the comparison does not mind.
    """
    for old, new in _TODAY:
        body = old.sub(new, body)
    return body
