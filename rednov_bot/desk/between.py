"""Between turns: discards, gifts in return, joining and leaving (§3, §11k, §17).

Each function that hears an announcement gives back whether its sender could be told.
"""

from __future__ import annotations

from typing import Literal

from rednov_bot.desk import drafting, starting, stationery, turns
from rednov_bot.desk.desk import Desk, Ongoing, ongoing
from rednov_bot.desk.outgoing import answer, post
from rednov_bot.engine.logbook import Logbook
from rednov_bot.engine.options import Options
from rednov_bot.engine.refusals import Refusal, refusal
from rednov_bot.engine.rules.hands import discard, give_back
from rednov_bot.engine.words import GnomeName, Item
from rednov_bot.papers import Discard, GiveBack, Letter, PaperId
from rednov_bot.ports import Records
from rednov_bot.prose import answers, public_pages
from rednov_bot.prose.audience import public_only
from rednov_bot.prose.public_pages import Announced
from rednov_bot.prose.wording import tiles


def listed(
    desk: Desk, records: Records, name: GnomeName, act: Discard | GiveBack, options: Options
) -> tuple[Item, ...] | Refusal:
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
        return refusal("GIFT_UNSPECIFIED", f"the private list of your items {held}", "§6")
    return noted


def announce_discard(desk: Desk, records: Records, letter: Letter, act: Discard) -> bool:
    """A gnome discards for a hand limit: at once, also while a turn is unresolved (§17)."""
    now = ongoing(desk, records)
    if now is None:
        return turns.refuse(desk, records, letter, "discard", (_NO_GAME,), None)
    name = letter.sender or ""
    items = listed(desk, records, name, act, now.options)
    if isinstance(items, Refusal):
        faults = _with_others(discard(now.gamestate, name, ()), items)
        return turns.refuse(desk, records, letter, "discard", faults, now)
    done = discard(now.gamestate, name, items)
    return _happened(desk, records, letter, now, "discard", done, items, by_list=not act.items)


def announce_gift(desk: Desk, records: Records, letter: Letter, act: GiveBack) -> bool:
    """A gift in return, within its window (§11k)."""
    now = ongoing(desk, records)
    if now is None:
        return turns.refuse(desk, records, letter, "gift in return", (_NO_GAME,), None)
    name = letter.sender or ""
    items = listed(desk, records, name, act, now.options)
    if isinstance(items, Refusal):
        others = give_back(now.gamestate, name, act.to, (), now.options)
        faults = _with_others(others, items)
        return turns.refuse(desk, records, letter, "gift in return", faults, now)
    done = give_back(now.gamestate, name, act.to, items, now.options)
    return _happened(
        desk, records, letter, now, "gift in return", done, items, by_list=not act.items
    )


_NO_GAME = refusal("NO_GAME", "no game is ongoing")


def _with_others(others: Logbook | tuple[Refusal, ...], missing: Refusal) -> tuple[Refusal, ...]:
    """A missing list, beside whatever else is against the announcement.

    A reason that may be told in public comes first: that it is told must not depend on the hand.
    """
    if isinstance(others, Logbook):
        return (missing,)
    return (missing, *others) if missing.public else (*others, missing)


def _happened(
    desk: Desk,
    records: Records,
    letter: Letter,
    now: Ongoing,
    announced: Announced,
    done: Logbook | tuple[Refusal, ...],
    items: tuple[Item, ...],
    *,
    by_list: bool,
) -> bool:
    """The gamestate moves on at once; the list and the gnomes concerned are told.

    A resolution that awaits approval is made again on the same luck (A44).
    """
    if not isinstance(done, Logbook):
        return turns.refuse(desk, records, letter, announced, done, now)
    at, name = desk.now(), letter.sender or ""
    happenings = tuple(done.happenings)
    about = f"{announced} of {name}"
    records.advance(now.game.id, now.number + 1, happenings, done.gamestate, cause=about, at=at)
    if by_list:
        records.note_items(name, (), at)  # a private list serves one announcement
    answered = True
    if announced == "gift in return":
        named = tiles(items) or "nothing"
        answered = _noted(desk, records, letter, announced, f"You give {named}.")
    _tell(desk, records, letter, now, announced, done, named=() if by_list else items)
    pending = records.pending_turn(now.game.id)
    if pending is not None:
        turns.draft_resolution(desk, records, pending, moved_by=f"the {about}")
    return answered


def _tell(
    desk: Desk,
    records: Records,
    letter: Letter,
    now: Ongoing,
    announced: Announced,
    done: Logbook,
    *,
    named: tuple[Item, ...],
) -> None:
    """The list hears numbers, by a draft; the gnomes concerned hear at once which tiles (§6).

    *named* are the tiles that the announcement itself named, never those of a private list.
    """
    happenings, name = tuple(done.happenings), letter.sender or ""
    page = public_pages.acknowledgement(
        public_only(happenings),
        done.position,
        now.tables,
        name,
        announced,
        named=named,
        letterhead=stationery.letterhead(desk, letter.forum),
        envelope=stationery.to_list(desk, letter.forum, letter),
        options=now.options,
    )
    about, auto = f"{name}: {announced}", now.options.auto_verdicts
    drafting.say(desk, records, page, game=now.game.id, about=about, auto=auto)
    for notice in drafting.notices_of(
        desk, happenings, now.gamestate, done.gamestate, now.tables, occasion=announced, by=name
    ):
        post(desk, records, notice)


def join(desk: Desk, records: Records, mail: PaperId, letter: Letter) -> bool:
    """A player becomes a contestant by announcement (§3)."""
    name = letter.sender or ""
    if name in starting.members(desk, records):
        fault = refusal("ALREADY_A_CONTESTANT", f"{name} is a contestant already")
        return _told(desk, records, letter, "joining", (fault,))
    records.joined(name, desk.now(), mail)
    contest = desk.settings.contest.name
    joined = f"You are a contestant of {contest} now (§3)."
    answered = _noted(desk, records, letter, "joining", joined)
    _announce_membership(desk, records, letter, name, "joins")
    return answered


def leave(desk: Desk, records: Records, mail: PaperId, letter: Letter) -> bool:
    """A contestant who is not a gnome leaves by announcement (§3); the killed are none (A85)."""
    name = letter.sender or ""
    fault = may_leave(desk, records, name)
    if fault is not None:
        return _told(desk, records, letter, "leaving", (fault,))
    records.left(name, desk.now(), mail)
    contest = desk.settings.contest.name
    left = f"You are no contestant of {contest} any more (§3)."
    answered = _noted(desk, records, letter, "leaving", left)
    _announce_membership(desk, records, letter, name, "leaves")
    return answered


def _announce_membership(
    desk: Desk,
    records: Records,
    letter: Letter,
    name: GnomeName,
    event: Literal["joins", "leaves"],
) -> None:
    """The list is told by a draft: the announcement took effect by itself (§3)."""
    page = public_pages.membership(
        name,
        event,
        records.contestants(),
        letterhead=stationery.letterhead(desk, letter.forum),
        envelope=stationery.to_list(desk, letter.forum, letter),
    )
    drafting.say(desk, records, page, game=None, about=f"{name} {event}", auto=False)


def may_leave(desk: Desk, records: Records, name: GnomeName) -> Refusal | None:
    """Whether *name* can leave the contract now (§3)."""
    if name not in starting.members(desk, records):
        return refusal("NOT_A_CONTESTANT", f"{name} is no contestant")
    now = ongoing(desk, records)
    if now is None or name not in now.game.gnomes:
        return None
    if now.gamestate.position.gnome(name).fate == "killed":
        return None
    return refusal("IS_A_GNOME", f"{name} is a gnome of the game that is being played")


def _noted(desk: Desk, records: Records, letter: Letter, announced: Announced, told: str) -> bool:
    page = answers.noted(
        announced,
        (told,),
        said_at=letter.said_at or desk.now(),
        letterhead=stationery.letterhead(desk, letter.forum),
        envelope=stationery.to_sender(desk, letter),
    )
    return answer(desk, records, page)


def _told(
    desk: Desk,
    records: Records,
    letter: Letter,
    announced: Announced,
    refusals: tuple[Refusal, ...],
) -> bool:
    """Refused without a public line: nothing of the game is concerned."""
    page = answers.void(
        announced,
        refusals,
        letterhead=stationery.letterhead(desk, letter.forum),
        envelope=stationery.to_sender(desk, letter),
        said_at=letter.said_at,
    )
    return answer(desk, records, page)
