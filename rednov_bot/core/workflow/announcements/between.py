"""Between turns: discards and gifts in return (§11k, §17).

Each function that hears an announcement gives back whether its sender could be told.
"""

from __future__ import annotations

from rednov_bot.core.models import Message, PaperId
from rednov_bot.core.render import draft_pages
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import hidden, outgoing
from rednov_bot.core.workflow.announcements import resolving, turns
from rednov_bot.core.workflow.delivery import notices
from rednov_bot.core.workflow.desk import NO_GAME, Desk, Ongoing, ongoing
from rednov_bot.core.workflow.drafts import drafting
from rednov_bot.core.workflow.outgoing import answer, post
from rednov_bot.games.base import Against, Player, Refusal
from rednov_bot.games.red_november.reader.reading import tiles_in
from rednov_bot.games.red_november.render import answers, public_pages
from rednov_bot.games.red_november.render.audience import public_only
from rednov_bot.games.red_november.render.private_pages import hand_story
from rednov_bot.games.red_november.render.public_pages import Announced
from rednov_bot.games.red_november.render.wording import tiles
from rednov_bot.games.red_november.rules.deeds import Discard, GiveBack
from rednov_bot.games.red_november.rules.hands import discard, exceeds, give_back
from rednov_bot.games.red_november.rules.logbook import Logbook
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.refusals import refusal, withheld
from rednov_bot.games.red_november.rules.words import Item

Outcome = Logbook | tuple[Against, ...]


def listed(
    desk: Desk, records: UnitOfWork, name: Player, act: Discard | GiveBack, options: Options
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


def judged(
    desk: Desk, records: UnitOfWork, now: Ongoing, name: Player, act: Discard | GiveBack
) -> tuple[tuple[Item, ...], Outcome]:
    """The items meant, and what comes of the act, or all that is against it."""
    items = listed(desk, records, name, act, now.options)
    missing = items if isinstance(items, Against) else None
    meant = () if isinstance(items, Against) else items
    done: Outcome
    if isinstance(act, Discard):
        done = discard(now.gamestate, name, meant)
    else:
        done = give_back(now.gamestate, name, act.to, meant, now.options)
    if missing is None:
        return meant, done
    # A reason that may be told in public comes first: that it is told must not depend on the hand.
    others = () if isinstance(done, Logbook) else done
    return (), (missing, *others) if isinstance(missing, Refusal) else (*others, missing)


def announce(
    desk: Desk, records: UnitOfWork, mail: PaperId, message: Message, act: Discard | GiveBack
) -> bool:
    """A gnome discards for a hand limit, also while a turn is unresolved (§17), or gives something
    in return within its window (§11k): at once."""
    announced: Announced = "discard" if isinstance(act, Discard) else "gift in return"
    now = ongoing(desk, records)
    if now is None:
        return turns.refuse(desk, records, message, announced, None, (NO_GAME,), act=act)
    items, done = judged(desk, records, now, message.sender or "", act)
    if isinstance(done, Logbook):
        return _happened(desk, records, mail, message, now, act, announced, done, items)
    return turns.refuse(desk, records, message, announced, now, done, act=act)


def _happened(
    desk: Desk,
    records: UnitOfWork,
    mail: PaperId,
    message: Message,
    now: Ongoing,
    act: Discard | GiveBack,
    announced: Announced,
    done: Logbook,
    items: tuple[Item, ...],
) -> bool:
    """The gamestate moves on at once; the list and the gnomes concerned are told.

    A resolution that awaits approval is made again on the same luck (A44).
    """
    at, name, by_list = desk.now(), message.sender or "", not act.items
    events = tuple(done.events)
    about = f"{announced} of {name}"
    # The list hears numbers (§6), and those tiles again that it has read in the announcement: where
    # the contestmaster has said how a mail is read, its author named what stands in it alone.
    heard = not by_list
    if heard and message.written is not None:
        heard = tiles_in(message.written, tuple(desk.settings.people)).issuperset(items)
    page = public_pages.acknowledgement(
        public_only(events),
        done.position,
        now.tables,
        name,
        announced,
        named=items if heard else (),
        **outgoing.for_list(desk, message.forum, message),
    )
    records.advance(now.game.id, now.number + 1, events, done.gamestate, cause=about, at=at)
    records.led_to(mail, now.game.id, now.number + 1)
    if by_list:
        records.note_items(name, (), at)  # a private list serves one announcement
    answered = _confirmed(desk, records, message, now, announced, done, items)
    auto = now.options.auto_verdicts and not message.is_ruled
    drafting.say(
        desk,
        records,
        page,
        game=now.game.id,
        about=f"{name}: {announced}",
        why=draft_pages.confirmed(message.confirmed, is_blind=hidden.is_blind(records)),
        auto=auto,
    )
    for notice in notices.notices_of(
        desk,
        records,
        now.game,
        events,
        now.gamestate,
        done.gamestate,
        now.tables,
        occasion=announced,
        moment=f"after turn {now.gamestate.position.turns}",
        by=name,
    ):
        if notice.to_name != name or not answered:  # who announced it, has it in the answer
            post(desk, records, notice)
    pending = records.pending_turn(now.game.id)
    if pending is not None:
        resolving.draft_resolution(desk, records, pending, moved_by=f"the {about}")
    return answered


def _confirmed(
    desk: Desk,
    records: UnitOfWork,
    message: Message,
    now: Ongoing,
    announced: Announced,
    done: Logbook,
    items: tuple[Item, ...],
) -> bool:
    """Who announced it is told what it did to their hand; whether they could be told."""
    name = message.sender or ""
    seat = now.gamestate.position.seat(name)
    before, after = now.gamestate.secrets.hands[seat], done.gamestate.secrets.hands[seat]
    told = hand_story(done.events, name, before, now.tables.board)
    named, limit = tiles(items) or "nothing", done.gamestate.secrets.limits[seat]
    does = f"You discard {named}." if announced == "discard" else f"You give {named} in return."
    page = answers.noted(
        announced,
        told or (does,),
        said_at=message.said_at or desk.now(),
        **outgoing.answering(desk, message, message.forum),
        hand=after if sorted(after) != sorted(before) else None,
        discard=exceeds(limit, after),
        limit=None if limit is None or limit.owed is not None else limit.limit,
    )
    return answer(desk, records, page)
