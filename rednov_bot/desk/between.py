"""Between turns: discards, gifts in return, joining and leaving (§3, §11k, §17)."""

from __future__ import annotations

from rednov_bot.desk import drafting, starting, turns
from rednov_bot.desk.desk import Desk, Ongoing, ongoing
from rednov_bot.desk.outgoing import answer, post
from rednov_bot.engine.logbook import Logbook
from rednov_bot.engine.refusals import Refusal, refusal
from rednov_bot.engine.rules.hands import discard, give_back
from rednov_bot.engine.words import GnomeName, Item
from rednov_bot.papers import Discard, GiveBack, Letter, PaperId
from rednov_bot.ports import Records
from rednov_bot.prose import answers as words
from rednov_bot.prose import postings
from rednov_bot.prose.audience import public_only


def listed(
    desk: Desk, records: Records, name: GnomeName, items: tuple[Item, ...], count: int | None
) -> tuple[Item, ...] | Refusal:
    """The items meant: those named, or the private list that came before (A23)."""
    if items or count in (None, 0):
        return items
    noted = records.noted_items(name, desk.now() - turns.LIST_KEPT)
    if not noted or len(noted) != count:
        held = "has not arrived" if not noted else f"names {len(noted)} items, not {count}"
        return refusal("GIFT_UNSPECIFIED", f"the private list of your items {held}", "§6")
    return noted


def announce_discard(desk: Desk, records: Records, letter: Letter, act: Discard) -> None:
    """A gnome discards for a hand limit: at once, also while a turn is unresolved (§17)."""
    name = letter.sender or ""
    now = ongoing(desk, records)
    items = listed(desk, records, name, act.items, act.count)
    if now is None:
        _void(desk, records, letter, name, (refusal("NO_GAME", "no game is ongoing"),), None)
    elif isinstance(items, Refusal):
        _void(desk, records, letter, name, (items,), now)
    else:
        done = discard(now.gamestate, name, items)
        _happened(
            desk,
            records,
            letter,
            now,
            done,
            name,
            f"{name} discards",
            listed_privately=act.count is not None,
        )


def announce_gift(desk: Desk, records: Records, letter: Letter, act: GiveBack) -> None:
    """A gift in return, within its window (§11k)."""
    name = letter.sender or ""
    now = ongoing(desk, records)
    items = listed(desk, records, name, act.items, act.count)
    if now is None:
        _void(desk, records, letter, name, (refusal("NO_GAME", "no game is ongoing"),), None)
    elif isinstance(items, Refusal):
        _void(desk, records, letter, name, (items,), now)
    else:
        done = give_back(now.gamestate, name, act.to, items, now.options)
        _happened(
            desk,
            records,
            letter,
            now,
            done,
            name,
            f"{name} gives in return",
            listed_privately=act.count is not None,
        )


def _void(
    desk: Desk,
    records: Records,
    letter: Letter,
    name: GnomeName,
    refusals: tuple[Refusal, ...],
    now: Ongoing | None,
) -> None:
    turns.refuse(desk, records, letter, name, refusals, now.options if now else None)


def _happened(
    desk: Desk,
    records: Records,
    letter: Letter,
    now: Ongoing,
    done: Logbook | tuple[Refusal, ...],
    name: GnomeName,
    cause: str,
    *,
    listed_privately: bool,
) -> None:
    """The gamestate moves on at once; the list and the gnomes concerned are told.

    A resolution that awaits approval is made again on the same luck (A44).
    """
    if not isinstance(done, Logbook):
        _void(desk, records, letter, name, done, now)
        return
    at = desk.now()
    happenings = tuple(done.happenings)
    records.advance(now.game.id, now.number + 1, happenings, done.gamestate, cause=cause, at=at)
    if listed_privately:
        records.note_items(name, (), at)
    key, forum = desk.posting_forum(letter.forum)
    page = postings.acknowledgement(
        to=forum.address,
        forum=key,
        contest=desk.settings.contest.name,
        tag=now.game.tag,
        name=name,
        happenings=public_only(happenings),
        in_reply_to=letter.message_id,
        references=drafting.thread(letter),
    )
    drafting.say(desk, records, page, about=f"{cause}", auto=now.options.auto_verdicts)
    for notice in drafting.notices_of(desk, now.game.tag, happenings, done.gamestate):
        post(desk, records, notice)
    pending = records.pending_turn(now.game.id)
    if pending is not None:
        turns.draft_resolution(desk, records, pending)


def join(desk: Desk, records: Records, mail: PaperId, letter: Letter) -> None:
    """A player becomes a contestant by announcement (§3)."""
    name = letter.sender or ""
    if name in starting.members(desk, records):
        fault = refusal("ALREADY_A_CONTESTANT", f"{name} is a contestant already")
        _told(desk, records, letter, name, (fault,))
        return
    records.joined(name, desk.now(), mail)
    to = desk.address_of(name) or letter.addresses[0]
    contest = desk.settings.contest.name
    answer(desk, records, words.membership(letter, to=to, name=name, contest=contest, joined=True))


def leave(desk: Desk, records: Records, mail: PaperId, letter: Letter) -> None:
    """A contestant who is not a gnome leaves by announcement (§3); the killed are none (A85)."""
    name = letter.sender or ""
    fault = may_leave(desk, records, name)
    if fault is not None:
        _told(desk, records, letter, name, (fault,))
        return
    records.left(name, desk.now(), mail)
    to = desk.address_of(name) or letter.addresses[0]
    contest = desk.settings.contest.name
    answer(desk, records, words.membership(letter, to=to, name=name, contest=contest, joined=False))


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


def _told(
    desk: Desk, records: Records, letter: Letter, name: GnomeName, refusals: tuple[Refusal, ...]
) -> None:
    """Refused without a public line: nothing of the game is concerned."""
    to = desk.address_of(name) or letter.addresses[0]
    answer(desk, records, words.void(letter, to=to, name=name, refusals=refusals))
