"""Somebody asks the bot alone for the rules, a hand or the state of the game: told at once.

What others hold is told to nobody; who asks for that is told so, and what they hold themselves
(§6).
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace
from typing import Final

from rednov_bot.core.errors import NothingToReport
from rednov_bot.core.mail.composing import headed
from rednov_bot.core.models import Message, Page
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import outgoing
from rednov_bot.core.workflow.announcements import choosing, standing_orders
from rednov_bot.core.workflow.commands import ReportKind
from rednov_bot.core.workflow.commands.requests import (
    Request,
    game_asked_about,
    not_answered,
    requests,
)
from rednov_bot.core.workflow.desk import Desk, Ongoing, ongoing, tables_of
from rednov_bot.core.workflow.drafts import laid_out
from rednov_bot.core.workflow.outgoing import answer, on_file
from rednov_bot.core.workflow.private import rehearsing
from rednov_bot.core.workflow.reports import reporting
from rednov_bot.core.workflow.trust import policy
from rednov_bot.games.red_november.render import answers, help_pages, inquiry_pages
from rednov_bot.games.red_november.render.canonical import orders as sentences
from rednov_bot.games.red_november.render.inquiry_pages import Hand, Status
from rednov_bot.games.red_november.render.position import position_text
from rednov_bot.games.red_november.render.private_pages import hand_story
from rednov_bot.games.red_november.render.sub_map import sub_map
from rednov_bot.games.red_november.render.wording import capital, counted, listed
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.hands import exceeds
from rednov_bot.games.red_november.rules.plan import hindrances
from rednov_bot.games.red_november.rules.refusals import Withheld, withheld
from rednov_bot.games.red_november.rules.words import GnomeName

_REPORTS: Final[tuple[ReportKind, ...]] = ("position", "contest", "week", "story")


def wanted(message: Message) -> Set[Request]:
    """What a message to the bot asks for; nothing where it wants no answer."""
    return frozenset() if message.wants_no_answer else requests(message)


def answered(desk: Desk, records: UnitOfWork, message: Message, asked: Set[Request]) -> str:
    """Rules, hand, orders, state, reports: all in one mail; what is said for the database."""
    pages: list[Page] = []
    missing: list[str] = []
    for which in _REPORTS:
        if which in asked:
            try:
                pages.append(_report(desk, records, message, which))
            except NothingToReport as nothing:
                missing.append(f"{capital(nothing.reason)}.")
    missing += [
        f'There is no answer here to "{one}": mail "help" to see what you can ask.'
        for one in not_answered(message)
    ]
    if missing or asked & {"hand", "others' hands", "status"}:
        pages.insert(0, _page(desk, records, message, asked, tuple(missing)))
    if "rules" in asked:
        rules = help_pages.rules_page(
            desk.settings.bot.guide or "",
            letterhead=outgoing.letterhead_for(desk),
            envelope=outgoing.to_sender(desk, message),
        )
        pages.insert(0, rules)
    if "orders" in asked:
        pages.append(standing_orders.shown(desk, records, message))
    page = answers.together(tuple(pages), outgoing.letterhead_for(desk))
    made = f"asks for {listed(sorted(asked))}"
    return on_file(made, answer(desk, records, page, asked=True))


def _report(desk: Desk, records: UnitOfWork, message: Message, which: ReportKind) -> Page:
    game = game_asked_about(message) if which in ("position", "story") else None
    return reporting.report(desk, records, which, game, outgoing.to_sender(desk, message))


def _page(
    desk: Desk, records: UnitOfWork, message: Message, asked: Set[Request], missing: tuple[str, ...]
) -> Page:
    """The hand and the state of the game; *missing* says what is not answered."""
    name = message.sender or ""
    now = ongoing(desk, records)
    holds = now is not None and name in now.game.gnomes
    of_hands = not asked.isdisjoint({"hand", "others' hands"})
    hand = _hand(records, now, name) if now is not None and holds and of_hands else None
    status = None
    if "status" in asked or hand is None or missing:
        status = _status(desk, records, now, name)
        asked_of_em = policy.asked_now(desk, records, name)
        withheld = () if name == desk.decides else _withheld(records)  # their desk tells more
        status = replace(status, phase=(*missing, *status.phase, *withheld, *asked_of_em))
    return inquiry_pages.inquiry(
        hand,
        status,
        handless="hand" in asked and not holds,
        secret="others' hands" in asked,
        orders=sentences(standing_orders.in_force(records, now, name))
        if now is not None and holds
        else (),
        letterhead=outgoing.letterhead_for(desk),
        envelope=outgoing.to_sender(desk, message),
    )


def _withheld(records: UnitOfWork) -> tuple[str, ...]:
    what = {
        "held by the list": "holds it until its moderator lets it through",
        "refused by the list": "has refused it",
    }
    return tuple(
        [
            f'"{headed(one.posting)[0]}" was posted, but the list {what[one.state]}.'
            for one in records.withheld()
        ]
    )


def _hand(records: UnitOfWork, now: Ongoing, name: GnomeName) -> Hand:
    position, secrets = now.gamestate.position, now.gamestate.secrets
    seat = position.seat(name)
    items, limit = secrets.hands[seat], secrets.limits[seat]
    changed, changes = _last_change(records, now, name)
    return Hand(
        items=items,
        lines=inquiry_pages.hand_uses(items, now.tables),
        limit=None if limit is None else limit.limit,
        discard=exceeds(limit, items),
        changed=changed,
        changes=changes,
        pending=position.turns if position.pending == name else None,
    )


def _last_change(records: UnitOfWork, now: Ongoing, name: GnomeName) -> tuple[str, tuple[str, ...]]:
    stretch: list[ev.Event] = []
    for event in reversed(records.history(now.game.id)):
        stretch.append(event)
        if isinstance(event, ev.TurnTaken):
            if told := hand_story(reversed(stretch), name, (), now.tables.board):
                return f"turn {event.number}", told
            stretch = []
    return "the opening", hand_story(reversed(stretch), name, (), now.tables.board)


def _status(desk: Desk, records: UnitOfWork, now: Ongoing | None, name: GnomeName) -> Status:
    lies = laid_out.desk_lines(desk, records) if name == desk.decides else None
    if now is None:
        return _between_games(desk, records, lies)
    position = now.gamestate.position
    barred = list(hindrances(position, name, now.options)) + _owes(now, name)
    return inquiry_pages.status_of(
        position,
        now.tables,
        now.options,
        name,
        phase=_phase(desk, records, now, name),
        barred=barred,
        desk=lies,
    )


def _owes(now: Ongoing, name: GnomeName) -> list[Withheld]:
    """A discard that its gnome alone is told of (§6, §17)."""
    if name not in now.game.gnomes:
        return []
    seat = now.gamestate.position.seat(name)
    over = exceeds(now.gamestate.secrets.limits[seat], now.gamestate.secrets.hands[seat])
    return [withheld("HAND_LIMIT", f"you have to discard {counted(over, 'item')}")] if over else []


def _phase(desk: Desk, records: UnitOfWork, now: Ongoing, name: GnomeName) -> tuple[str, ...]:
    """Which turn is awaited, or who is waited for; of choices only the one who makes it is told."""
    waits = rehearsing.waits(desk, records, now)
    if not waits:
        return (f"{now.game.tag}: turn {now.gamestate.position.turns + 1} is awaited.",)
    said = f"{now.game.tag}: {waits} (§16)."
    if choosing.waiting_for(desk, records, name) is not None:
        return said, "It waits for a choice of yours: answer the mail that asked you."
    held = choosing.awaited(desk, records) if name == desk.decides else None
    return (said,) if held is None else (said, f"{capital(held)}.")


def _between_games(desk: Desk, records: UnitOfWork, lies: laid_out.Lines | None) -> Status:
    said = f"No game is being played; {desk.contestmaster} may start one (§4)."
    told = Status(phase=(said,), desk=lies)
    game = records.latest_game()
    found = None if game is None else records.gamestate(game.id)
    if game is None or found is None or found[1].position.ending is None:
        return told
    position, tables = found[1].position, tables_of(desk, game)
    return replace(
        told,
        phase=(said, inquiry_pages.ended(found[1].position.ending, game.tag)),
        map=sub_map(position, tables.board),
        position=position_text(position, tables, game.options),
    )
