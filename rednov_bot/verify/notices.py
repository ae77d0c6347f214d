"""The private notices of one gnome: they were told what was drawn (docs/luck.md, The tiles)."""

from __future__ import annotations

import base64
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, cast

from rednov_bot.core.proof import is_shown, key_of, told_seal
from rednov_bot.core.render.luck_pages import NOTICE_HEADING
from rednov_bot.core.render.wording import listed
from rednov_bot.games.base import Player
from rednov_bot.games.red_november.render.wording import tile_name, tiles
from rednov_bot.games.red_november.rules.words import ITEMS, Item
from rednov_bot.verify.archive import EARLY, ArchivedMail
from rednov_bot.verify.findings import Findings
from rednov_bot.verify.postings import Posting, tiles_of
from rednov_bot.verify.tiles import Pools

HEADING: Final = NOTICE_HEADING.rstrip("\n")
_TILE: Final = re.compile(r"draw (\d{1,9}), tile (\d{1,5}), (\w+):")
_TOLD: Final = re.compile(r"told (.+): ([0-9a-f]{32})")
_HELD: Final = re.compile(r"^ *(\d{1,2})  ([a-z ]+?)$", re.MULTILINE)
_COUNT: Final = re.compile(r"^You hold (\d+|no) items?[:.]$", re.MULTILINE)
_ITEMS: Final = {tile_name(item, count): item for item in ITEMS for count in (1, 2)}
_COMES: Final = re.compile(
    r"You (?:start with|draw|come by|take) (.+?)(?: of the captain's)?\."
    r"|From (?:.+?) you get (.+?)\."
)
_DRAWN: Final = re.compile(r"You (?:start with|draw|come by) (.+?)\.")
_GOES: Final = re.compile(
    r"You (?:use up|drink|discard) (.+?)\.|You give (?:.+?) ((?:an?|\d+) .+?)(?: in return)?\."
    r"|takes from you (.+?)\.|What you held, (.+?), (?:goes|leaves)"
)


@dataclass(slots=True, repr=False)
class Notice:
    """A private notice, read back."""

    mail: ArchivedMail
    at: datetime | None = None  # its date; where it has lost that, the date of its posting
    told: str = ""  # its moment
    seal: str = ""
    shown: list[tuple[int, int, str, str]] = field(default_factory=list, repr=False)
    """Of each tile drawn: the number of the shuffle, the place, the item, the proof."""
    hand: Counter[Item] = field(default_factory=Counter, repr=False)
    drawn: Counter[Item] = field(default_factory=Counter, repr=False)
    comes: Counter[Item] = field(default_factory=Counter, repr=False)
    goes: Counter[Item] = field(default_factory=Counter, repr=False)


def notices(
    mails: Iterable[ArchivedMail], name: Player, postings: Iterable[Posting]
) -> list[Notice]:
    """Those among *mails* that tell *name* their hand, the oldest first: notices, and receipts.

    A notice that was saved as it came out of its encryption has no date: it stands where the
    posting of its moment does.  Of one that went to several of their addresses the first counts.
    """
    posted = {_moment(one): one.mail.date for one in postings}
    found = []
    begins = re.compile(rf"\s*{re.escape(name)}, (?:what|your (?:discard|gift in return) of) ")
    for mail in mails:
        if begins.match(mail.text) and (HEADING in mail.text or _COUNT.search(mail.text)):
            made = _read(mail)
            made.at = mail.date or posted.get(made.told)
            found.append(made)
    every: dict[object, Notice] = {}
    for one in sorted(found, key=lambda one: one.at or EARLY):
        words = " ".join(one.mail.text.split())
        every.setdefault((one.told, one.seal, words) if one.seal else id(one), one)
    return list(every.values())


def _moment(posting: Posting) -> str:
    match posting.kind:
        case "opening":
            return "opening"
        case "resolution" | "void":
            return f"turn {posting.number}"
        case "correction" if posting.number is not None:
            return f"correction of turn {posting.number}"
        case "idle":
            return f"idle {posting.gnome}"
        case _:
            return "another"


def _read(mail: ArchivedMail) -> Notice:
    told, _, proof = mail.text.partition(HEADING)
    made = Notice(mail)
    count = _COUNT.search(told)
    story = " ".join((told[: count.start()] if count else told).split())
    if count is not None:
        for number, name in _HELD.findall(told[count.end() :]):
            if name in _ITEMS:
                made.hand[_ITEMS[name]] += int(number)
    made.drawn = _tiles(_DRAWN, story)
    made.comes, made.goes = _tiles(_COMES, story), _tiles(_GOES, story)
    for line in map(str.strip, proof.split("\n")):
        if tile := _TILE.fullmatch(line):
            made.shown.append((int(tile[1]), int(tile[2]), tile[3], ""))
        elif seal := _TOLD.fullmatch(line):
            made.told, made.seal = seal[1], seal[2]
            break
        elif made.shown and line:
            number, place, item, so_far = made.shown[-1]
            made.shown[-1] = number, place, item, so_far + line
    return made


def _tiles(pattern: re.Pattern[str], story: str) -> Counter[Item]:
    found: Counter[Item] = Counter()
    for mark in pattern.finditer(story):
        found.update(tiles_of(next(part for part in mark.groups() if part is not None)))
    return found


def check(
    every: Iterable[Notice],
    name: Player,
    game: str,
    pools: Pools,
    postings: Iterable[Posting],
    deeds: Iterable[tuple[datetime, Player, int]],
    tile_secret: bytes | None,
    findings: Findings,
) -> None:
    """Each notice by itself, and from one to the next.

    *postings* are those of the game; *deeds* are the discards and gifts in return that the list was
    told of: when, whose, how many.
    """
    every = list(every)
    findings.looked_at["notice"] += 0  # it is said how many, even if there are none
    if not every:
        findings.unchecked(None, f"no private notice of {game} to {name} is among the mails")
        return
    own = [(at, count) for at, whose, count in deeds if whose == name]
    unplaced = next((one.mail for one in every if one.at is None), None)
    if unplaced is not None:
        what = "it has no date and tells of no turn: no hand is compared with the one before it"
        findings.note(unplaced, what)
    gaps = _gaps(name, {one.told for one in every}, postings, pools)
    last: Notice | None = None
    moments = set()
    for notice in every:
        before = len(findings.differences)
        moments.add(notice.told)
        _check_tiles(notice, name, pools, tile_secret, findings)
        if unplaced is None:
            _check_hand(notice, last, own, gaps, findings)
        if tile_secret is not None and notice.seal:
            _check_seal(notice, name, game, tile_secret, findings)
        last = notice
        findings.count("notice", len(findings.differences) == before)
    for moment in dict.fromkeys(one.moment for one in pools.awards if one.gnome == name):
        if moment not in moments:
            findings.note(None, f"there is no notice of {moment}, in which {name} drew a tile")


def _check_tiles(
    notice: Notice, name: Player, pools: Pools, tile_secret: bytes | None, findings: Findings
) -> None:
    """Its tiles lay where they were drawn from, and are those that it tells of.

    A notice of a correction tells what is otherwise than before, and proves all that was drawn.
    """
    for number, place, item, proof in notice.shown:
        shuffle = pools.shuffles.get(number)
        right = shuffle is not None and is_shown(proof, place, item, shuffle.root)
        what = f"draw {number}, tile {place}, {item}"
        if not right:
            findings.differs(notice.mail, f"{what}: this is not what the proof shows")
        elif tile_secret is not None and shuffle is not None:
            key = key_of(tile_secret, shuffle.scope, shuffle.purpose, place)
            if not is_shown_with(proof, key):
                findings.differs(notice.mail, f"{what}: its key is not of the secret of the tiles")
                right = False
        findings.count("tile", right)
    corrected = notice.told.startswith("correction")
    counted = [(one.shuffle, one.place) for one in pools.drawn_by(name, notice.told)]
    shown = [(number, place) for number, place, _, _ in notice.shown]
    is_certain = pools.is_played and not corrected and notice.told not in pools.uncounted
    if notice.shown and shown != counted and is_certain:
        places = listed([f"tile {place} of draw {number}" for number, place in counted]) or "none"
        what = "these are not the places of the tiles that were drawn then"
        stands = listed([f"tile {place} of draw {number}" for number, place in shown])
        findings.differs(notice.mail, what, stands, places)
    proved = Counter(cast("Item", item) for _, _, item, _ in notice.shown)
    if notice.shown and proved != notice.drawn and not corrected:
        what = "the tiles that it proves are not those of which it tells"
        findings.differs(notice.mail, what, _words(notice.drawn), _words(proved))
    elif notice.drawn and not notice.shown:
        findings.note(notice.mail, "it proves no tile of those that it tells of")


def is_shown_with(proof: str, key: bytes) -> bool:
    """Whether a proof that is sound has this key in it."""
    return base64.b64decode("".join(proof.split()))[2:18] == key


def _gaps(
    name: Player, told: set[str], postings: Iterable[Posting], pools: Pools
) -> list[tuple[datetime, Counter[Item] | None]]:
    """When a gnome got no notice of their own turn, and what came and went in it.

    There is none where the list was told everything.  None where the turn is not played again.
    """
    found: list[tuple[datetime, Counter[Item] | None]] = []
    for one in postings:
        moment = _moment(one)
        if one.mail.date is None or moment in told or one.kind not in ("resolution", "void"):
            continue
        used: Counter[Item] = Counter()
        for when, whose, item, count in pools.used:
            if (when, whose) == (moment, name):
                used[item] += count
        if pools.is_played:
            found.append((one.mail.date, used))
        elif one.gnome == name:
            found.append((one.mail.date, None))
    return found


def _check_hand(
    notice: Notice,
    last: Notice | None,
    deeds: Iterable[tuple[datetime, int]],
    gaps: Iterable[tuple[datetime, Counter[Item] | None]],
    findings: Findings,
) -> None:
    """The hand is the one before, with what came and without what went.

    What everybody saw come and go in turns between them has no notice of its own.

    What the gnome discarded or gave between them, they were told in the receipt: it may be
    missing here, but not more than the list was told.
    """
    if notice.told.startswith("correction") or (last is None and notice.told != "opening"):
        return
    since, until = last.at if last is not None else None, notice.at
    should = Counter(last.hand if last is not None else ())
    for at, used in gaps:
        if since is not None and until is not None and since < at < until:
            if used is None:
                return  # before the secrets are told, nobody knows from the archive alone
            should.update(used)
    should += notice.comes
    short = notice.goes - should
    should -= notice.goes
    gone = should - notice.hand
    allowed = sum(
        [count for at, count in deeds if since is not None and until and since <= at <= until]
    )
    if short or notice.hand - should or gone.total() > allowed:
        what = "the hand does not follow from the notice before and what came and went"
        findings.differs(notice.mail, what, _words(notice.hand), _words(should))


def _check_seal(notice: Notice, name: Player, game: str, secret: bytes, findings: Findings) -> None:
    hand = tuple(notice.hand.elements())
    seal = told_seal(secret, game, name, notice.told, hand)
    if seal != notice.seal:
        what = "this hand was not told then, by the seal of the notice"
        findings.differs(notice.mail, what, f"told {notice.told}: {notice.seal}", f"told: {seal}")


def _words(items: Counter[Item]) -> str:
    return tiles(items.elements()) or "nothing"
