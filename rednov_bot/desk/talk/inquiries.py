"""Somebody asks the bot alone for the rules, a hand or the state of the game: told at once.

What others hold is told to nobody; who asks for that is told so, and what e holds emself (§6).
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace
from typing import Final

from rednov_bot.core.commands import ReportKind
from rednov_bot.core.commands.requests import Request, game_asked_about, not_answered, requests
from rednov_bot.core.mail.unsealing import headed
from rednov_bot.desk import stationery
from rednov_bot.desk.announcements import choosing, standing_orders
from rednov_bot.desk.desk import Desk, Ongoing, ongoing, tables_of
from rednov_bot.desk.drafts import laid_out
from rednov_bot.desk.outgoing import answer, on_file
from rednov_bot.desk.reports import reporting
from rednov_bot.desk.talk import rehearsing
from rednov_bot.desk.trust import policy
from rednov_bot.engine import happenings as h
from rednov_bot.engine.refusals import Withheld, withheld
from rednov_bot.engine.rules.held import exceeds
from rednov_bot.engine.rules.plan import hindrances
from rednov_bot.engine.words import GnomeName
from rednov_bot.errors import NothingToReport
from rednov_bot.papers import Letter, Page
from rednov_bot.ports import Records
from rednov_bot.prose import answers, help_pages, inquiry_pages
from rednov_bot.prose.canonical import orders as sentences
from rednov_bot.prose.hand_story import hand_story
from rednov_bot.prose.inquiry_pages import Hand, Status
from rednov_bot.prose.position_text import position_text
from rednov_bot.prose.sub_map import sub_map
from rednov_bot.prose.wording import capital, counted, listed

_REPORTS: Final[tuple[ReportKind, ...]] = ("position", "contest", "week", "story")


def wanted(letter: Letter) -> Set[Request]:
    """What a letter to the bot asks for; nothing where it wants no answer."""
    return frozenset() if letter.wants_no_answer else requests(letter)


def answered(desk: Desk, records: Records, letter: Letter, asked: Set[Request]) -> str:
    """Rules, hand, orders, state, reports: all in one mail; what is said for the file."""
    pages: list[Page] = []
    missing: list[str] = []
    for which in _REPORTS:
        if which in asked:
            try:
                pages.append(_report(desk, records, letter, which))
            except NothingToReport as nothing:
                missing.append(f"{capital(nothing.reason)}.")
    missing += [
        f'There is no answer here to "{one}": mail "help" to see what you can ask.'
        for one in not_answered(letter)
    ]
    if missing or asked & {"hand", "others' hands", "status"}:
        pages.insert(0, _page(desk, records, letter, asked, tuple(missing)))
    if "rules" in asked:
        rules = help_pages.rules_page(
            desk.settings.bot.guide or "",
            letterhead=stationery.letterhead(desk),
            envelope=stationery.to_sender(desk, letter),
        )
        pages.insert(0, rules)
    if "orders" in asked:
        pages.append(standing_orders.shown(desk, records, letter))
    page = answers.together(tuple(pages), stationery.letterhead(desk))
    made = f"asks for {listed(sorted(asked))}"
    return on_file(made, answer(desk, records, page, asked=True))


def _report(desk: Desk, records: Records, letter: Letter, which: ReportKind) -> Page:
    """A report as the list would get it.  Raises NothingToReport."""
    game = game_asked_about(letter) if which in ("position", "story") else None
    return reporting.report(desk, records, which, game, stationery.to_sender(desk, letter))


def _page(
    desk: Desk, records: Records, letter: Letter, asked: Set[Request], missing: tuple[str, ...]
) -> Page:
    """The hand and the state of the game; *missing* says what is not answered."""
    name = letter.sender or ""
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
        letterhead=stationery.letterhead(desk),
        envelope=stationery.to_sender(desk, letter),
    )


def _withheld(records: Records) -> tuple[str, ...]:
    """The postings that are not on the list although they were sent to it."""
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


def _hand(records: Records, now: Ongoing, name: GnomeName) -> Hand:
    position, secrets = now.gamestate.position, now.gamestate.secrets
    seat = position.seat(name)
    items, limit = secrets.hands[seat], secrets.limits[seat]
    changed, changes = _last_change(records, now, name)
    return inquiry_pages.hand_of(
        items,
        now.tables,
        limit=None if limit is None else limit.limit,
        discard=exceeds(limit, items),
        changed=changed,
        changes=changes,
        pending=position.turns if position.pending == name else None,
    )


def _last_change(records: Records, now: Ongoing, name: GnomeName) -> tuple[str, tuple[str, ...]]:
    """The last turn that changed a hand, or the opening, and what became of it then."""
    stretch: list[h.Happening] = []
    for happening in reversed(records.history(now.game.id)):
        stretch.append(happening)
        if isinstance(happening, h.TurnTaken):
            if told := hand_story(reversed(stretch), name, (), now.tables.board):
                return f"turn {happening.number}", told
            stretch = []
    return "the opening", hand_story(reversed(stretch), name, (), now.tables.board)


def _status(desk: Desk, records: Records, now: Ongoing | None, name: GnomeName) -> Status:
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


def _phase(desk: Desk, records: Records, now: Ongoing, name: GnomeName) -> tuple[str, ...]:
    """Which turn is awaited, or who is waited for; of choices only the one who makes it is told."""
    waits = rehearsing.waits(desk, records, now)
    if not waits:
        return (f"{now.game.tag}: turn {now.gamestate.position.turns + 1} is awaited.",)
    said = f"{now.game.tag}: {waits} (§16)."
    if choosing.waiting_for(desk, records, name) is not None:
        return said, "It waits for a choice of yours: answer the mail that asked you."
    held = choosing.awaited(desk, records) if name == desk.decides else None
    return (said,) if held is None else (said, f"{capital(held)}.")


def _between_games(desk: Desk, records: Records, lies: laid_out.Lines | None) -> Status:
    """No game is being played; the last one is shown as it ended."""
    said = f"No game is being played; {desk.contestmaster} may start one (§4)."
    told = Status(
        phase=(said,),
        awaits=False,
        barred=(),
        plays=False,
        choices=(),
        ahead="",
        map="",
        position="",
        desk=lies,
    )
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
