"""What an outsider sees besides the words: how many mails, when, how called, how made (§6).

The same is said and decided in two worlds that differ in what is hidden alone, through the whole
desk; whoever is on the list, or holds the same tiles in both, gets the same mails.  The channels
are those of docs/secrecy.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path

import click
import pytest

from rednov_bot.cli import rednov
from rednov_bot.core.mail.composing import new_message_id
from rednov_bot.core.models import QueuedPosting
from rednov_bot.core.workflow import scheduler
from rednov_bot.core.workflow.desk import CODE_LETTERS, Tokens
from rednov_bot.games.red_november import datasets
from rednov_bot.games.red_november.rules.gamestate import Limit
from rednov_bot.games.red_november.rules.words import Item
from tests.builders import BOT, BUSINESS, FixedClock, Table, address_of
from tests.cli.test_secrecy import commands
from tests.fairness import luck_again as luck
from tests.fairness.forms import RECORDED
from tests.fairness.tampering import text_of as text_of_mail
from tests.workflow.play import (
    MASTER,
    arrange,
    begun,
    code_in,
    draft,
    kinds,
    open_codes,
    opened,
    present,
    reply,
    say,
    served,
    text_of,
    write,
)

ROOT = Path(__file__).parents[2]
MESSAGE_ID = re.compile(r"<rednov\.[0-9a-z.]+@bots\.example>")


def shown(mail: QueuedPosting) -> str:
    """A mail as its reader gets it; but for its name, which is drawn at random."""
    head = [(name, value) for name, value in opened(mail).items() if name != "Message-ID"]
    assert MESSAGE_ID.fullmatch(str(opened(mail)["Message-ID"]))
    return "\n".join([*[f"{name}: {value}" for name, value in head], "", text_of(mail)])


def to(reader: str, mails: Iterable[QueuedPosting]) -> list[str]:
    """What goes to an address, in its order."""
    return [shown(one) for one in mails if one.posting.to == reader]


def everything(table: Table) -> tuple[QueuedPosting, ...]:
    with table.desk.db.transaction() as records:
        return records.outbox()


# -- a fortnight in two worlds -----------------------------------------------------------------


@dataclass(frozen=True)
class World:
    """What is hidden from all but Bob and Cat."""

    bob: tuple[Item, ...]
    cat: tuple[Item, ...]
    limit: Limit | None  # Cat's
    listed: str  # what Bob discards
    ordered: str  # what Cat wishes
    claimed: str  # what Bob writes of a resolution
    quoted: str  # what a mail server says of a notice


HERE = World(
    bob=("aqualung", "crowbar", "pump_manual", "coffee"),
    cat=("toolbox", "engine_manual", "water_pump"),
    limit=Limit(1),
    listed="aqualung, crowbar",
    ordered="For a hand limit drop engine manual, keep the toolbox.",
    claimed="for I hold a coffee",
    quoted="550 your mail speaks of a coffee",
)
THERE = World(
    bob=("toolbox", "reactor_manual", "water_pump", "crowbar"),
    cat=("aqualung", "aqualung", "fire_extinguisher"),
    limit=None,
    listed="toolbox, water pump",
    ordered="For a hand limit keep the aqualung.",
    claimed="for I hold a crowbar and a toolbox",
    quoted="554 spam: you hold 3 items",
)
"""Cat has no toolbox there, and no hand limit: here they have both. Such a turn is void twice."""

ANNS: tuple[Item, ...] = ("lucky_charm", "diving_gun")
POOL: tuple[Item, ...] = ("coffee", "fire_extinguisher", "toolbox", "crowbar")


@dataclass
class Fortnight:
    """The same things are said; whatever is drafted is approved."""

    table: Table
    world: World
    drafts: list[tuple[str, str, int]] = field(default_factory=list)  # kind, about, attempt

    def decides(self) -> None:
        """The contestmaster decides whatever lies before them."""
        for code in open_codes(self.table):
            made = draft(self.table, code)
            self.drafts.append((made.kind, made.about, made.attempt))
            reply(self.table, code, "deny because so" if made.kind == "claim" else "approve")

    def says(self, who: str, text: str) -> None:
        say(self.table, who, text)
        self.decides()

    def waits(self, **span: float) -> None:
        """Time goes by; private notices are refused, by a server that quotes them."""
        self.table.clock.forward(**span)
        scheduler.make_rounds(self.table.desk)
        served(self.table, self.world.quoted)
        scheduler.make_rounds(self.table.desk)
        self.decides()

    def goes_by(self) -> None:
        table, world = self.table, self.world
        everybody = ("Ann", "Bob", "Cat")
        arrange(
            table,
            gnomes={name: {"at": 8, "minutes": 39} for name in everybody},
            hands={"Ann": ANNS, "Bob": world.bob, "Cat": world.cat},
            limits={"Bob": Limit(2), "Cat": world.limit},
        )
        self._pool()
        write(table, "Cat", world.ordered)
        write(table, "Bob", world.listed)
        self.says("Bob", "I discard 2 items.")
        self.says("Cat", "I use my toolbox and take no action.")
        self.says("Ann", "I draw 2 items.")
        write(table, "Bob", f"The resolution of turn 1 is wrong, {world.claimed}.")
        self.waits(hours=2)
        write(table, "Ann", "diving gun")
        self.says("Ann", "I give Bob 1 item.")
        write(table, "Bob", "hand")
        write(table, "Cat", "I use my toolbox and draw 2 items.")
        self.waits(hours=25)
        self.says("Bob", "I draw 1 item.")
        self.waits(hours=49)
        self.waits(days=4)
        write(table, MASTER, "kill Cat")
        self.decides()

    def _pool(self) -> None:
        """The tiles on top of the pool are the same in both."""
        with self.table.desk.db.transaction() as records:
            game = records.games()[-1]
            found = records.gamestate(game.id)
            assert found is not None
            number, state = found
            pool = (*POOL, *state.secrets.pool[len(POOL) :])
            kept = state.secrets
            secrets = type(kept)(
                kept.hands, kept.limits, kept.deck, pool, kept.discards, kept.promised
            )
            after = type(state)(state.position, secrets)
            at = self.table.clock.at
            records.advance(game.id, number + 1, (), after, cause="set", at=at)


def fortnight(folder: Path, world: World, **options: str) -> Fortnight:
    folder.mkdir()
    made = Fortnight(begun(folder, options=options), world)
    made.goes_by()
    return made


OPTIONS: dict[str, dict[str, str]] = {
    "as the contract has it": {},
    "verdicts at once": {"auto_verdicts": "on"},
    "no reasons": {"uniform_refusals": "on", "public_hand_sizes": "on"},
    "blind": {"blind": "on"},
}


@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
def test_the_list_and_whoever_holds_the_same_get_the_same_mails(
    tmp_path: Path, options: dict[str, str]
) -> None:
    here = fortnight(tmp_path / "here", HERE, **options)
    there = fortnight(tmp_path / "there", THERE, **options)
    assert present(here.table).secrets.hands != present(there.table).secrets.hands
    mails = everything(here.table), everything(there.table)
    for reader in (BUSINESS, address_of("Ann"), address_of("Eve")):
        assert to(reader, mails[0]) == to(reader, mails[1])
    assert here.drafts == there.drafts
    subjects = " ".join(str(opened(one)["Subject"]) for one in mails[0])
    for scene in ("Cat's turn has no effect", "Turn 3: Bob", "Bob's discard", "Cat is killed"):
        assert scene in subjects
    assert to(address_of("Bob"), mails[0]) != to(address_of("Bob"), mails[1])


def test_no_posting_names_a_draft_or_a_mail_that_its_reader_was_not_sent(tmp_path: Path) -> None:
    table = fortnight(tmp_path / "here", HERE).table
    mails = everything(table)
    told = "\n".join(to(BUSINESS, mails))
    with table.desk.db.transaction() as records:
        codes = {one.draft for one in mails if one.draft is not None}
        assert all(records.draft(code) is not None for code in codes)
    others = {one.posting.message_id for one in mails if one.posting.kind != "public"}
    assert len(codes) > 5
    assert len(others) > 10
    assert [name for name in (*codes, *others) if name in told] == []


# -- a void turn -------------------------------------------------------------------------------

VOID = {
    "a tile that e has not": ("I use my toolbox. No action.", {}),
    "a hand limit": (
        "I take no action.",
        {"hands": {"Ann": ("grog",)}, "limits": {"Ann": Limit(0)}},
    ),
    "no list of the gift": ("I give 2 items to Bob.", {}),
    "a public reason": ("I fix the engine for 3 minutes.", {}),
}


@pytest.mark.parametrize("options", list(OPTIONS.values())[:3], ids=list(OPTIONS)[:3])
def test_a_void_turn_for_a_hidden_reason_looks_like_any_other(
    tmp_path: Path, options: dict[str, str]
) -> None:
    seen = {}
    for number, (why, (text, given)) in enumerate(VOID.items()):
        (folder := tmp_path / str(number)).mkdir()
        table = begun(folder, options=options)
        table.desk = replace(table.desk, clock=(clock := FixedClock(table.clock.at)))
        arrange(table, **given)  # type: ignore[arg-type]
        news = say(table, "Ann", text, message_id="<turn@post.example>")
        if not options.get("auto_verdicts"):
            clock.forward(hours=1)
            news += reply(table, code_in(news), "approve")
        (line,) = [one for one in news if one.posting.kind == "public"]
        mails = [(one.posting.kind, opened(one)["Subject"], opened(one).keys()) for one in news]
        head, first, *rest = shown(line).split("\n\n", 2)
        seen[why] = (mails, head, line.posting.message_id, rest), " ".join(first.split())
    shapes = [shape for shape, _ in seen.values()]
    assert shapes == [shapes[0]] * len(shapes)
    words = {why: told for why, (_, told) in seen.items()}
    neutral = words.pop("a public reason") if "uniform_refusals" not in options else ""
    assert len(set(words.values())) == 1
    assert "the reason was sent to Ann privately" in next(iter(words.values()))
    assert neutral == "" or "§11" in neutral


# -- dates and names ---------------------------------------------------------------------------


class Ticking(FixedClock):
    """A clock that goes on with every look at it."""

    def now(self) -> datetime:
        self.at += timedelta(seconds=1)
        return self.at


def test_the_date_of_a_posting_does_not_tell_how_many_notices_were_sealed_before(
    tmp_path: Path,
) -> None:
    table = begun(tmp_path)
    arrange(table, gnomes={"Ann": {"at": 8}})
    code = code_in(say(table, "Ann", "I draw 2 items."))
    table.desk = replace(table.desk, clock=Ticking(table.clock.at))
    sent = reply(table, code, "approve")
    assert kinds(sent) == ["private", "public"]
    assert len({opened(one)["Date"] for one in sent}) == 1


def test_names_of_mails_and_drafts_are_drawn_and_count_nothing() -> None:
    tokens = [Tokens() for _ in range(50)]
    codes = [one.code() for one in tokens]
    names = [new_message_id(BOT, one.message()) for one in tokens]
    assert all(re.fullmatch(f"[{CODE_LETTERS}]{{7}}", one) for one in codes)
    assert all(re.fullmatch(r"<rednov\.[0-9a-f]{20}@bots\.example>", one) for one in names)
    assert len({*codes, *names}) == 100
    assert codes != sorted(codes)
    assert names != sorted(names)


# -- what a notice proves ----------------------------------------------------------------------

_TILE = re.compile(r"^ *draw \d+, tile (\d+), \w+:\n((?: +[A-Za-z0-9+/=]+\n)+)", re.MULTILINE)


def test_the_places_that_a_notice_shows_can_be_counted_by_everybody() -> None:
    """They are the next ones of the pool, and how long a proof is hangs on its place alone."""
    size = len(datasets.load("standard").items.tiles())
    leaves = [bytes(16)] * size
    notices = [mail for name, mail in RECORDED.items() if "-out-private-" in name]
    shown = [found for mail in notices for found in _TILE.findall(text_of_mail(mail.encode()))]
    places = [int(place) for place, _ in shown]
    assert sorted(places) == list(range(1, len(places) + 1))
    assert len(places) > 20
    for place, proof in shown:
        wanted = luck.proof(leaves, bytes(16), int(place))
        assert len("".join(proof.split())) == len(wanted)


# -- what else lies about ----------------------------------------------------------------------


def test_no_command_is_given_a_password_or_a_key_as_an_argument() -> None:
    words = {
        f"{name} {one.name}"
        for name, command in commands(rednov)
        for one in command.params
        if not getattr(one, "is_flag", False) and not isinstance(one.type, click.Path)
        if re.search("password|secret|key|token|share", str(one.name))
    }
    assert words == set()


def test_every_test_that_the_list_of_channels_names_is_there() -> None:
    told = (ROOT / "docs" / "secrecy.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`((?:\w+/)*test_\w+)`", told))
    assert len(named) > 20
    assert [one for one in named if not (ROOT / "tests" / f"{one}.py").is_file()] == []
