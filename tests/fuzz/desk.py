"""What is fuzzed at a desk with a running game: up to four mails, one after the other.

Whatever they are, no handling fails, nothing goes to the list but what was shown and approved, no
secret is told, few mails go out, and each has the bot's own head.
"""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Final

from rednov_bot.bootstrap import open_desk
from rednov_bot.core.models import QueuedPosting
from rednov_bot.core.settings import Settings
from rednov_bot.games.red_november.rules.gamestate import Limit
from rednov_bot.service import make_rounds
from tests.builders import (
    BUSINESS,
    CountingTokens,
    FixedClock,
    Table,
    a_table,
    address_of,
    list_mail,
    private_mail,
    settings_for,
)
from tests.hostile.making import small
from tests.hostile.outgoing import troubles
from tests.mail.digests_made import STYLES
from tests.mailfiles import kept
from tests.scenes import laws
from tests.secrecy.watch import Hidden
from tests.workflow import play
from tests.workflow.test_reached import bounce
from tests.workflow.test_returning import LIST

NEXT: Final = "\n\x1e\n"
"""Stands between the mails of a sequence, of which four are read."""

MOST_MAILS: Final = 12
"""That go out for one mail: drafts, notices, questions and a receipt; no order brings more."""

MOST_TO_ONE: Final = 6
GNOMES: Final = ("Ann", "Bob", "Cat")
SECONDS: Final = 20.0
_AN_EXAMPLE: Final = '("coffee, grog", say)'  # of how to write items, whatever anybody holds
"""Of the processor for one mail, with instruments; `python -m tests.fuzz` measures without."""

BOUNCES: Final = Path(__file__).parents[1] / "mail" / "bounces.jsonl"


@dataclass(frozen=True)
class Start:
    """A game in which a turn awaits its approval, on file."""

    file: Path
    settings: Settings
    clock: FixedClock
    tokens: CountingTokens
    hidden: Hidden
    shown: str  # what was mailed privately so far, flat
    code: str  # of the draft that is open
    sent: tuple[QueuedPosting, ...]


@lru_cache(maxsize=1)
def start() -> Start:
    """Ann, Bob and Cat hold tiles that nobody has named; Ann's turn is drafted."""
    folder = Path(tempfile.mkdtemp(prefix="rednov-fuzz-"))
    table = a_table(folder)
    play.begin(table, reveal_at_end=False)
    play.arrange(
        table,
        gnomes={"Ann": {"at": 8}, "Bob": {"at": 8}, "Cat": {"at": 8}},
        hands={
            "Ann": ("lucky_charm", "diving_gun"),
            "Bob": ("aqualung", "crowbar", "pump_manual", "coffee"),
            "Cat": ("toolbox", "engine_manual", "water_pump"),
        },
        limits={"Bob": Limit(2)},
    )
    code = play.code_in(play.say(table, "Ann", "I draw 2 items."))
    play.served(table, "550 no such user")
    with table.desk.db.transaction() as records:
        game = records.games()[-1]
        found = records.gamestate(game.id)
        assert found is not None
        hidden = Hidden(records.secret(game.id), found[1].secrets.deck)
        sent = records.outbox()
    private = [play.text_of(one) for one in sent if one.posting.to not in laws.PUBLIC]
    tokens = table.desk.tokens
    assert isinstance(tokens, CountingTokens)
    with closing(table.desk.db):
        known = table.desk.settings
    shown = " ".join(map(laws.flat, private))
    return Start(folder / "rednov.db", known, table.clock, tokens, hidden, shown, code, sent)


@lru_cache(maxsize=1)
def _folder() -> Path:
    """In memory, on a machine that has such a place."""
    memory = "/dev/shm" if Path("/dev/shm").is_dir() else None
    return Path(tempfile.mkdtemp(prefix="rednov-fuzz-", dir=memory))


def _again(begun: Start) -> Table:
    """The table as it stood at the start."""
    for path in _folder().glob("rednov.db*"):
        path.unlink()
    shutil.copy(begun.file, _folder() / "rednov.db")
    known = settings_for(f"sqlite:///{_folder() / 'rednov.db'}")
    clock = FixedClock(begun.clock.at)
    desk = open_desk(known, clock=clock, tokens=replace(begun.tokens), despite=True)
    return Table(desk=desk, clock=clock, uid=1000, seen=len(begun.sent))


def read_sequence(octets: bytes) -> None:
    """Up to four mails are handled, half an hour apart, and the rounds are made after each."""
    begun = start()
    table = _again(begun)
    with closing(table.desk.db):
        seen = _Seen(begun)
        for mail in octets.split(NEXT.encode(), 4)[:4]:
            table.clock.forward(minutes=30)
            begin = time.process_time()
            news = table.receive(mail)
            assert time.process_time() - begin < SECONDS
            seen.mail(mail)
            seen.news(table, news)
            play.carry(table)
            make_rounds(table.desk)
            seen.news(table, table.news())
        seen.told(begun.hidden)
        laws.no_mail_held_by_a_fault(table)


class _Seen:
    """What has been mailed so far, and what of it everybody may read."""

    def __init__(self, begun: Start) -> None:
        self._shown = begun.shown
        self._named: set[str] = set()
        self._public: list[str] = []
        self._held: dict[str, set[str]] = {address_of(name): set() for name in GNOMES}
        for one in begun.sent:
            if one.posting.to in self._held:
                self._held[one.posting.to] |= laws.tiles_in(play.text_of(one))

    def mail(self, octets: bytes) -> None:
        """What the players themselves have named is no secret any more."""
        for text in (octets.decode("utf-8", "replace"), octets.decode("utf-16", "replace")):
            self._named |= laws.tiles_in(text)

    def news(self, table: Table, news: tuple[QueuedPosting, ...]) -> None:
        """Of what goes out, all holds that must; nobody reads of tiles that another one holds."""
        where = play.present(table)
        for seat, gnome in enumerate(where.position.gnomes):
            self._held[address_of(gnome.name)].update(where.secrets.hands[seat])
        assert len(news) <= MOST_MAILS
        for one in news:
            posting = one.posting
            assert sum(other.posting.to == posting.to for other in news) <= MOST_TO_ONE
            assert troubles(posting.octets, posting.to) == []
            if posting.to in self._held:
                text = play.text_of(one).replace(_AN_EXAMPLE, "")
                others = laws.tiles_in(text) - self._held[posting.to]
                assert others <= self._named, f"{posting.to} reads of {others}"
            if posting.to in laws.PUBLIC:
                self._public += [str(it) for it in play.opened(one).values()]
                self._public.append(play.text_of(one))
            else:
                self._shown += " " + laws.flat(play.text_of(one))
        laws.one_recipient_a_mail(news)
        laws.nothing_public_without_approval(table, news, self._shown)

    def told(self, hidden: Hidden) -> None:
        """The list has read nothing hidden."""
        everything = "\n".join(self._public)
        assert set(hidden.found_in(everything)) <= self._named


def seeds() -> Iterator[bytes]:
    """Sequences of what people, lists and mail servers write; and hostile mails."""
    begun = start()
    at, answer = begun.clock.at, f"Re: [rednov {begun.code}] Turn 1: Ann"
    approve = private_mail("Pewterby", "approve", subject=answer, date=at)
    reject = private_mail("Pewterby", "reject because the die is odd", subject=answer, date=at)
    back = [LIST.passed_on(it.posting.octets) for it in begun.sent if it.posting.to == BUSINESS]
    lost = [bounce(one) for one in begun.sent if one.posting.kind == "private"]
    said = [
        list_mail(who, text, date=at)
        for who, text in (
            ("Bob", "I discard 2 items."),
            ("Cat", "I open 8-5, go in and pump for 2 minutes."),
            ("Ann", "I take back my turn."),
            ("Ann", "The resolution of turn 1 is wrong: I had 30 minutes."),
            ("Dan", "I join Red November."),
            ("Ann", "I flounder about for a while, maybe?"),
        )
    ]
    asked = [
        private_mail(who, text, date=at)
        for who, text in (
            ("Bob", "aqualung, coffee"),
            ("Ann", "hand and status"),
            ("Cat", "My standing orders: for a hand limit drop the toolbox."),
            ("Ann", "I open 8-5, go in and draw 2 items."),
            ("Pewterby", "status\nhands\nidle\nduties\nkill Bob"),
            ("Zed", "Who is this?"),
        )
    ]
    digests = [style(*said[:2], list=BUSINESS) for style in STYLES.values()]
    hostile = [octets for _, octets in [*small().values()][::6]]
    reported = [one.octets for one in kept(BOUNCES)[::4]]
    for each in (
        [approve, *said[:2]],
        [reject, approve],
        [said[0], asked[0], approve],
        *([one, approve, *back[:1]] for one in said),
        *([one, asked[1]] for one in asked),
        *([one, *lost[:1], approve] for one in (*back, *digests)),
        *([one, approve, one] for one in (*lost, *reported, *hostile)),
    ):
        yield NEXT.encode().join(each)
