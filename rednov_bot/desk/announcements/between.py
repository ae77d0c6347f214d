"""Between turns: discards and gifts in return (§11k, §17).

Each function that hears an announcement gives back whether its sender could be told.
"""

from __future__ import annotations

from rednov_bot.desk import stationery
from rednov_bot.desk.announcements import refusing, resolving, turns
from rednov_bot.desk.desk import Desk, Ongoing, ongoing
from rednov_bot.desk.drafts import drafting
from rednov_bot.desk.hidden import sight
from rednov_bot.desk.luck.proving import Witness
from rednov_bot.desk.outgoing import answer, post
from rednov_bot.desk.reaching import notices
from rednov_bot.engine.happenings import Happening
from rednov_bot.engine.logbook import Logbook
from rednov_bot.engine.options import Options
from rednov_bot.engine.refusals import Against, Refusal, refusal, withheld
from rednov_bot.engine.rules.hands import discard, give_back
from rednov_bot.engine.rules.held import exceeds
from rednov_bot.engine.words import GnomeName, Item
from rednov_bot.games.red_november.reader.reading import tiles_in
from rednov_bot.papers import Discard, GiveBack, Letter, Page, PaperId
from rednov_bot.ports import Records
from rednov_bot.prose import answers, public_pages, reasoning
from rednov_bot.prose.audience import public_only
from rednov_bot.prose.hand_story import hand_story
from rednov_bot.prose.public_pages import Announced
from rednov_bot.prose.wording import tiles

Outcome = Logbook | tuple[Against, ...]


def listed(
    desk: Desk, records: Records, name: GnomeName, act: Discard | GiveBack, options: Options
) -> tuple[Item, ...] | Against:
    """The items meant: those named, or the private list that came before (A23)."""
    items, count = act.items, act.count
    if items or count in (None, 0):
        return items
    if not options.private_lists:
        reason = "the items have to be named (game option private_lists)"
        return refusal("INCOMPLETE", reason, "§11k" if isinstance(act, GiveBack) else "§17")
    noted = records.noted_items(name, desk.now() - turns.LIST_KEPT)
    if not noted or len(noted) != count:
        held = "has not arrived" if not noted else f"names {len(noted)} items, not {count}"
        return withheld("GIFT_UNSPECIFIED", f"the private list of your items {held}", "§6")
    return noted


def announce_discard(
    desk: Desk, records: Records, mail: PaperId, letter: Letter, act: Discard
) -> bool:
    """A gnome discards for a hand limit: at once, also while a turn is unresolved (§17)."""

    return _heard(desk, records, mail, letter, act, "discard")


def announce_gift(
    desk: Desk, records: Records, mail: PaperId, letter: Letter, act: GiveBack
) -> bool:
    """A gift in return, within its window (§11k)."""

    return _heard(desk, records, mail, letter, act, "gift in return")


_NO_GAME = refusal("NO_GAME", "no game is ongoing")


def with_others(others: Outcome, missing: Against) -> tuple[Against, ...]:
    """A missing list, beside whatever else is against the announcement.

    A reason that may be told in public comes first: that it is told must not depend on the hand.
    """
    if isinstance(others, Logbook):
        return (missing,)
    return (missing, *others) if isinstance(missing, Refusal) else (*others, missing)


def _heard(
    desk: Desk,
    records: Records,
    mail: PaperId,
    letter: Letter,
    act: Discard | GiveBack,
    announced: Announced,
) -> bool:
    """What was announced is done, or has no effect."""
    now = ongoing(desk, records)
    if now is None:
        return refusing.refuse(desk, records, letter, announced, None, (_NO_GAME,), act=act)
    items = listed(desk, records, letter.sender or "", act, now.options)
    if isinstance(items, Against):
        against = with_others(_done(now, letter, act, ()), items)
        return refusing.refuse(desk, records, letter, announced, now, against, act=act)
    done = _done(now, letter, act, items)
    if isinstance(done, Logbook):
        return _happened(desk, records, mail, letter, now, act, announced, done, items)
    return refusing.refuse(desk, records, letter, announced, now, done, act=act)


def _done(
    now: Ongoing, letter: Letter, act: Discard | GiveBack, items: tuple[Item, ...]
) -> Outcome:
    """What comes of it when these tiles leave a hand, or why they do not."""
    name = letter.sender or ""
    if isinstance(act, Discard):
        return discard(now.gamestate, name, items)
    return give_back(now.gamestate, name, act.to, items, now.options)


def _happened(
    desk: Desk,
    records: Records,
    mail: PaperId,
    letter: Letter,
    now: Ongoing,
    act: Discard | GiveBack,
    announced: Announced,
    done: Logbook,
    items: tuple[Item, ...],
) -> bool:
    """The gamestate moves on at once; the list and the gnomes concerned are told.

    A resolution that awaits approval is made again on the same luck (A44).
    """
    at, name, by_list = desk.now(), letter.sender or "", not act.items
    happenings = tuple(done.happenings)
    about = f"{announced} of {name}"
    named = () if by_list else _named(desk, letter, items)
    page = _told(desk, letter, now, announced, done, named)
    records.advance(now.game.id, now.number + 1, happenings, done.gamestate, cause=about, at=at)
    records.led_to(mail, now.game.id, now.number + 1)
    if by_list:
        records.note_items(name, (), at)  # a private list serves one announcement
    answered = _confirmed(desk, records, letter, now, announced, done, items)
    auto = now.options.auto_verdicts and not letter.is_ruled
    drafting.say(
        desk,
        records,
        page,
        game=now.game.id,
        about=f"{name}: {announced}",
        why=reasoning.confirmed(letter.confirmed, is_blind=sight.is_blind(records)),
        auto=auto,
    )
    for notice in notices.notices_of(
        desk,
        records,
        happenings,
        now.gamestate,
        done.gamestate,
        now.tables,
        occasion=announced,
        by=name,
        witness=_witness(records, now, happenings),
    ):
        if notice.to_name != name or not answered:  # who announced it, has it in the answer
            post(desk, records, notice)
    pending = records.pending_turn(now.game.id)
    if pending is not None:
        resolving.draft_resolution(desk, records, pending, moved_by=f"the {about}")
    return answered


def _witness(records: Records, now: Ongoing, happenings: tuple[Happening, ...]) -> Witness:
    moment = f"after turn {now.gamestate.position.turns}"
    return Witness(records, now.game, now.gamestate, happenings, None, moment)


def _confirmed(
    desk: Desk,
    records: Records,
    letter: Letter,
    now: Ongoing,
    announced: Announced,
    done: Logbook,
    items: tuple[Item, ...],
) -> bool:
    """Who announced it is told what it did to eir hand; whether e could be told."""
    name = letter.sender or ""
    seat = now.gamestate.position.seat(name)
    before, after = now.gamestate.secrets.hands[seat], done.gamestate.secrets.hands[seat]
    told = hand_story(done.happenings, name, before, now.tables.board)
    named, limit = tiles(items) or "nothing", done.gamestate.secrets.limits[seat]
    does = f"You discard {named}." if announced == "discard" else f"You give {named} in return."
    page = answers.noted(
        announced,
        told or (does,),
        said_at=letter.said_at or desk.now(),
        letterhead=stationery.letterhead(desk, letter.forum),
        envelope=stationery.to_sender(desk, letter),
        hand=after if sorted(after) != sorted(before) else None,
        discard=exceeds(limit, after),
        limit=None if limit is None or limit.owed is not None else limit.limit,
    )
    return answer(desk, records, page)


def _named(desk: Desk, letter: Letter, items: tuple[Item, ...]) -> tuple[Item, ...]:
    """The tiles that the list may hear again: all of those named, if it has read them there (§6).

    Where the contestmaster has said how a mail is read, its author named what stands in it alone.
    """
    if letter.written is None:
        return items
    stood = tiles_in(letter.written, tuple(desk.settings.people))
    return items if stood.issuperset(items) else ()


def _told(
    desk: Desk,
    letter: Letter,
    now: Ongoing,
    announced: Announced,
    done: Logbook,
    named: tuple[Item, ...],
) -> Page:
    """The list hears numbers, by a draft (§6).

    *named* are the tiles that the announcement itself named, never those of a private list.
    """
    return public_pages.acknowledgement(
        public_only(tuple(done.happenings)),
        done.position,
        now.tables,
        letter.sender or "",
        announced,
        named=named,
        letterhead=stationery.letterhead(desk, letter.forum),
        envelope=stationery.to_list(desk, letter.forum, letter),
        options=now.options,
    )
