"""Whether each turn was announced as its posting says: by which mail, by whom, and what it says."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final

from rednov_bot.core.mail.addresses import addresses
from rednov_bot.core.mail.message import digest_of, open_letter
from rednov_bot.core.mail.roster import Roster, folded
from rednov_bot.core.models import Message, MessageId, Reading, TurnAct
from rednov_bot.games.base import Player
from rednov_bot.games.red_november.reader.alternatives import read_letter
from rednov_bot.games.red_november.reader.gate import by_far_ends
from rednov_bot.games.red_november.render.canonical import DEEDS, announced_as, heard, uses_of
from rednov_bot.games.red_november.rules.turn import (
    Action,
    Escape,
    Open,
    Orders,
    Otherwise,
    Step,
    Through,
    Turn,
    Use,
)
from rednov_bot.games.red_november.rules.words import SEA, Hatch, Place, hatch
from rednov_bot.verify.archive import ArchivedMail
from rednov_bot.verify.findings import Findings
from rednov_bot.verify.postings import BY_NAME, Posting, Told, tiles_of


class Announcements:
    """The mails by which gnomes announced their turns, and who they are by their addresses."""

    def __init__(self, mails: Iterable[ArchivedMail], postings: Iterable[Posting]) -> None:
        """Whoever's turn a posting resolves has written the mail that it answers."""
        self._mails = list(mails)
        self._by_name: dict[str, list[ArchivedMail]] = {}
        for mail in self._mails:
            self._by_name.setdefault(mail.name, []).append(mail)
        self.answered: set[str] = set()
        people: dict[str, Player] = {}
        fora: dict[str, str] = {}
        bots: set[str] = set()
        self.contest = self.master = ""
        for one in postings:
            self.contest, self.master = one.contest, one.contestmaster
            self.answered.add(one.mail.answers)
            bots.update(addresses(one.mail.head.all("from")))
            fora.update({folded(at): "list" for at in addresses(one.mail.head.all("to"))})
            if one.gnome and one.kind in ("resolution", "void"):
                for mail in self._named(one.mail.answers):
                    people.update({folded(at): one.gnome for at in _senders(mail)})
        self._roster = Roster(
            bot=next(iter(sorted(bots)), ""),
            contestmaster=self.master,
            people=people,
            fora_by_list_id={at.replace("@", "."): key for at, key in fora.items()},
            fora_by_address=fora,
            public=frozenset(fora.values()),
        )
        self._letters: dict[int, Message] = {}
        self._found: dict[int, ArchivedMail | None] = {}  # by the place of the posting

    def _named(self, name: str) -> list[ArchivedMail]:
        return self._by_name.get(name, []) if name else []

    def mail(self, posting: Posting) -> ArchivedMail | None:
        """The mail that a posting answers; of a turn, the one that has the digest it shows.

        Where none has it, the one that it answers; None where the archive lacks that as well.
        """
        place = posting.mail.place
        if place not in self._found:
            self._found[place] = self._sought(posting)
        return self._found[place]

    def _sought(self, posting: Posting) -> ArchivedMail | None:
        named = self._named(posting.mail.answers)
        first = named[0] if named else None
        if posting.kind not in ("resolution", "void"):
            return first
        shown = posting.only_moment.mail
        for one in named:
            if self._fits(one, shown):
                return one
        found = self._by_digest.get(shown) or self._nameless(posting.mail.answers, shown)
        if found is not None:
            self._fits(found, shown)
        return found or first

    def _fits(self, mail: ArchivedMail, shown: str) -> bool:
        """Whether it has this digest as it was sent: from here on it is read so."""
        for message in self._as_sent(mail):
            if digest_of(message) == shown:
                self._letters[mail.place] = message
                return True
        return False

    def _as_sent(self, mail: ArchivedMail) -> Iterator[Message]:
        """The mail in each way in which it may have been sent, the likeliest first."""
        yield self.message(mail)
        for octets in mail.readings[1:]:
            yield open_letter(octets, self._roster).message

    def _nameless(self, name: str, shown: str) -> ArchivedMail | None:
        """A mail that has lost its Message-ID, which the posting still knows."""
        for one in self._by_name.get("", []) if name else ():
            for sent in self._as_sent(one):
                message = replace(sent, message_id=MessageId(f"<{name}>"))
                if digest_of(message) == shown:
                    self._letters[one.place] = message
                    return one
        return None

    @cached_property
    def _by_digest(self) -> dict[str, ArchivedMail]:
        return {
            digest_of(message): mail
            for mail in reversed(self._mails)
            for message in self._as_sent(mail)
        }

    @cached_property
    def _by_author(self) -> Mapping[str, list[ArchivedMail]]:
        """Of each address, and of each name that stands before one, their mails."""
        found: dict[str, list[ArchivedMail]] = {}
        for mail in self._mails:
            for key in {mail.author, mail.called} - {""}:
                found.setdefault(key, []).append(mail)
        return found

    def written_by(self, people: Iterable[str]) -> list[ArchivedMail]:
        """Every mail from one of these addresses, or under one of these names; the oldest first."""
        every = {mail.place: mail for who in people for mail in self._by_author.get(who, ())}
        return sorted(every.values(), key=lambda mail: (mail.at, mail.place))

    def message(self, mail: ArchivedMail) -> Message:
        """The same, understood."""
        if mail.place not in self._letters:
            self._letters[mail.place] = open_letter(mail.readings[0], self._roster).message
        return self._letters[mail.place]

    def digest(self, posting: Posting) -> str | None:
        """The digest of the mail that a posting answers, None where the archive lacks it."""
        mail = self.mail(posting)
        return None if mail is None else digest_of(self.message(mail))

    def reading(self, mail: ArchivedMail, gnome: Player, crew: Sequence[Player]) -> Reading:
        """What a mail announces, if it is this gnome's."""
        said = replace(self.message(mail), sender=gnome, forum="list", public=True)
        return read_letter(said, people=crew, contest=self.contest)


def turns_in(reading: Reading) -> list[Turn]:
    """Which turns are announced."""
    return [act.turn for act in reading.acts if isinstance(act, TurnAct)]


def _senders(mail: ArchivedMail) -> Mapping[str, None]:
    return dict.fromkeys(addresses([*mail.head.all("from"), *mail.head.all("reply-to")]))


_NEXT: Final = re.compile(r"(?<=\.) (?=I |After that I |If )")
_USE: Final = re.compile(r"I use an? ([a-z ]+)\.")
_LATER: Final = re.compile(r"After that (I use .+)")
_OPEN: Final = re.compile(
    r"open (?:the hatch to (room \d{1,2}|the sea)|hatch (\d{1,2}|sea)-(\d{1,2}|sea))"
    r" and (go in|go out|stay where I am)"
)
_FLEE: Final = re.compile(r"If that fails, I (?:use (.+) and )?(open .+)\.")
_BLOCKED: Final = re.compile(r"If a hatch must be blocked: (.+)\.")
_SPREADS: Final = re.compile(r"If the fire spreads: (.+)\.")
_WORK: Final = re.compile(r"I spend (\d{1,4}) minutes? (.+)\.")
_GIVE: Final = re.compile(r"I give (.+) to (.+)\.")
_COUNT: Final = re.compile(r"(\d{1,2}|no) items?")
_HATCH: Final = re.compile(r"(\d{1,2})-(\d{1,2})")
_DEEDS: Final = {f"{doing} {what}": name for name, (_, doing, what) in DEEDS.items()}
_WHOLE: Final[dict[str, Action]] = {
    "I take no action.": Action("no_action"),
    "I abandon my comrades.": Action("abandon"),
}
_ELSE: Final[dict[str, Otherwise]] = {
    "at random": "random",
    "the contestmaster chooses": "contestmaster",
}


class _Strange(Exception):
    """A sentence has another form."""


def turn_of(words: str, gnome: Player) -> Turn | None:
    """The turn of these plain words; None where they are any others."""
    try:
        turn = _turn(words, gnome)
    except (_Strange, ValueError):
        return None
    return turn if announced_as(turn) == words else None


def _turn(words: str, gnome: Player) -> Turn:
    steps: list[Step] = []
    later: list[Step] = []
    action: Action | None = None
    escape: Escape | None = None
    orders = Orders()
    for said in _NEXT.split(words):
        if action is None and (step := _step(said)) is not None:
            steps.append(step)
        elif found := _LATER.fullmatch(said):
            later.append(_used(found[1]))
        elif found := _FLEE.fullmatch(said):
            uses = tiles_of(found[1]) if found[1] else ()
            escape = Escape(_opened(found[2]), uses)
        elif found := _BLOCKED.fullmatch(said):
            places, otherwise = _wishes(found[1])
            hatches = tuple([_ends(place) for place in places])
            orders = Orders(hatches, orders.spread, else_block=otherwise)
        elif found := _SPREADS.fullmatch(said):
            places, otherwise = _wishes(found[1])
            rooms = tuple([int(place.removeprefix("room ")) for place in places])
            blocks, left = orders.block, orders.else_block
            orders = Orders(blocks, rooms, else_block=left, else_spread=otherwise)
        elif action is None:
            action = _action(said)
        else:
            raise _Strange
    return Turn(gnome, tuple(steps), action, tuple(later), escape, orders)


def _step(said: str) -> Step | None:
    if said.startswith("I open "):
        return _opened(said[2:-1])
    if _USE.fullmatch(said):
        return _used(said)
    return None


def _used(said: str) -> Use:
    found = _USE.fullmatch(said)
    if found is None or found[1] not in BY_NAME:
        raise _Strange
    return Use(BY_NAME[found[1]])


def _opened(said: str) -> Open:
    found = _OPEN.fullmatch(said)
    if found is None:
        raise _Strange
    if found[1] is not None:
        through = Through(_place(found[1].removeprefix("room ").removeprefix("the ")))
    else:
        through = Through(_place(found[3]), _place(found[2]))
    return Open(through, not found[4].startswith("stay"))


def _place(said: str) -> Place:
    return SEA if said == "sea" else int(said)


def _wishes(said: str) -> tuple[list[str], Otherwise]:
    places, comma, left = said.rpartition(", else ")
    if comma:
        if left not in _ELSE:
            raise _Strange
        return places.split(", then "), _ELSE[left]
    if said in _ELSE:
        return [], _ELSE[said]
    return said.split(", then "), ""


def _ends(said: str) -> Hatch:
    found = _HATCH.fullmatch(said)
    if found is None:
        raise _Strange
    return hatch(int(found[1]), int(found[2]))


def _action(said: str) -> Action:
    if said in _WHOLE:
        return _WHOLE[said]
    if said.startswith("I attack "):
        return Action("attack", recipient=said.removeprefix("I attack ").removesuffix("."))
    if found := _GIVE.fullmatch(said):
        return _gift(found[1], found[2])
    found = _WORK.fullmatch(said)
    if found is None:
        raise _Strange
    minutes, deed = int(found[1]), found[2]
    if deed.startswith("unblocking "):
        opened = _opened(f"open {deed.removeprefix('unblocking ')} and stay where I am")
        return Action("unblock_hatch", minutes, hatch=opened.hatch)
    if deed in _DEEDS:
        return Action(_DEEDS[deed], minutes)
    if deed.startswith("drawing "):
        return Action("gain_items", minutes)
    if deed.startswith("taking "):
        return Action("gain_grog", minutes)
    raise _Strange


def _gift(said: str, to: Player) -> Action:
    count = _COUNT.fullmatch(said)
    if count is None:
        return Action("give_items", recipient=to, give=tiles_of(said))
    if count[1] == "no":
        return Action("give_items", recipient=to, give=())
    return Action("give_items", recipient=to, give_count=int(count[1]))


MOST_READ: Final = 500
"""Mails that no posting answers, of which it is seen whether they announce a turn."""


@dataclass(slots=True)
class Announced:
    """The announcements of a game so far."""

    announcements: Announcements
    crew: Sequence[Player]
    findings: Findings
    before: ArchivedMail  # the posting of the turn before
    _served: dict[int, Posting] = field(default_factory=dict)  # for which turn a mail was
    _authors: dict[Player, list[str]] = field(default_factory=dict)
    _gnomes: dict[str, Player] = field(default_factory=dict)  # by author
    _read: int = 0

    def check(self, posting: Posting, digest: str, *, sealed: bool, ruling: str) -> None:
        """The mail of a turn has the digest on which its luck depends, and says what was read.

        *sealed*: the chain shows that the posting itself is as it was; *ruling* is what the
        contestmaster ruled on it, "" where they did not.
        """
        mail = self.announcements.mail(posting)
        if mail is None:
            what = "the mail that announced this turn is not in the archive, so that anybody may "
            what += "have chosen its luck: look for it in another archive"
            self.findings.count("announcement", False)
            self.findings.unchecked(posting.mail, what, f"mail {digest}")
            return
        self._check_author(posting, mail)
        message = self.announcements.message(mail)
        found = digest_of(message)
        self.findings.count("announcement", found == digest)
        if found == digest:
            self._compare(posting, mail, message, ruling)
            self._note_date(posting, mail)
        elif not sealed:
            what = "this is not the digest of the announcement that it answers"
            self.findings.differs(posting.mail, what, f"mail {digest}", f"mail {found}")
        elif "\ufffd" in message.text:
            what = f"it has lost letters, so it cannot be seen whether {_named(posting)} was drawn"
            what += " from it: look for it in another archive"
            self.findings.unchecked(mail, what, f"mail {found}", f"mail {digest}")
        else:
            what = f"its words, name or date are not those from which {_named(posting)} was drawn"
            if "?" in message.text:
                what += "; a question mark may stand for letters that the archive has lost"
            self.findings.differs(mail, what, f"mail {found}", f"mail {digest}")

    def _check_author(self, posting: Posting, mail: ArchivedMail) -> None:
        """Each gnome announces their own turns, each with a mail of its own.

        A gnome may have several addresses; that all of them are theirs nobody can see from here.
        """
        served = self._served.setdefault(mail.place, posting)
        if served is not posting:
            what = f"the mail that it answers announced {_named(served)} already"
            self.findings.differs(posting.mail, what, mail.title)
        by, name, gnome = mail.author, mail.called, posting.gnome
        known = self._authors.setdefault(gnome, [])
        others = {one.casefold() for one in (*self.crew, posting.contestmaster)}
        if (other := self._gnomes.setdefault(by, gnome)) != gnome:
            what = f"it announced a turn of {gnome}, but {other} has the same address"
            self.findings.differs(mail, what, by)
        elif name in others - {gnome.casefold()}:
            what = f"it announced a turn of {gnome}, but its sender has another's name"
            self.findings.differs(mail, what, mail.head.text("from"))
        elif known and by not in known:
            what = (
                f"{gnome} announced a turn from another address than before: see that it is theirs"
            )
            self.findings.note(mail, what, by, ", ".join(known))
        if by not in known:
            known.append(by)
        self._note_passed_over(posting, mail)
        self.before = posting.mail

    def _note_passed_over(self, posting: Posting, mail: ArchivedMail) -> None:
        """Which earlier mail could have been taken, since the turn before was resolved."""
        since = self.before.date
        if mail.date is None:
            return
        gnome = posting.gnome
        for one in self.announcements.written_by([*self._authors[gnome], gnome.casefold()]):
            if one.date is None or one.date >= mail.date or (since and one.date <= since):
                continue
            if one.name in self.announcements.answered or self._read >= MOST_READ:
                continue
            self._read += 1
            if turns_in(self.announcements.reading(one, gnome, self.crew)):
                what = f"it reads like an earlier announcement of {_named(posting)}, unanswered"
                self.findings.note(one, what)

    def _note_date(self, posting: Posting, mail: ArchivedMail) -> None:
        """A turn is taken at the Date of its mail, unless that is not to be believed (§9)."""
        told = Told(posting.body).said_at
        if told is not None and mail.date is not None and told != mail.date.replace(second=0):
            what = "it says that the turn was announced at another time than its mail is dated"
            stands, date = f"{told:%Y-%m-%d %H:%M}", f"{mail.date:%Y-%m-%d %H:%M}"
            self.findings.note(posting.mail, what, stands, date)

    def _compare(self, posting: Posting, mail: ArchivedMail, message: Message, ruling: str) -> None:
        read = posting.section.read if posting.section is not None else ""
        words = " ".join(message.text.split())
        if words == read:
            return
        reading = self.announcements.reading(mail, posting.gnome, self.crew)
        turns = turns_in(reading)
        meant = turn_of(read, posting.gnome)
        if any(_is_told(turn, read, meant) for turn in turns):
            return
        told = " ".join(posting.body.split())
        if f"as {posting.gnome} confirmed: " in told:
            what = f"the announcement is read as {posting.gnome} confirmed it, which the archive "
            what += "does not show"
            self.findings.note(posting.mail, what, read, words)
        elif ruling:
            what = f"a ruling says how the announcement is read: {ruling}"
            self.findings.note(posting.mail, what, read, words)
        elif reading.verdict == "ambiguous":
            what = "what the announcement says is not certain, and it is read like this"
            self.findings.note(posting.mail, what, read, words)
        elif turns:
            what = "the announcement says something else than what was read"
            self.findings.differs(posting.mail, what, read, announced_as(turns[0]))
        else:
            what = "the mail that it answers announces no turn"
            self.findings.differs(posting.mail, what, read, words)


def _is_told(turn: Turn, read: str, meant: Turn | None) -> bool:
    """Whether what was read tells this turn; the near ends of hatches may be left out."""
    if read in (announced_as(turn), heard(turn)) or meant is None:
        return read in (announced_as(turn), heard(turn))
    flight = () if meant.escape is None else meant.escape.uses
    used, far, known = [*uses_of(meant), *flight], by_far_ends(turn), by_far_ends(meant)
    return announced_as(known) in (announced_as(far), heard(far, used))


def _named(posting: Posting) -> str:
    return f"turn {posting.number}" if posting.number is not None else "the posting"
