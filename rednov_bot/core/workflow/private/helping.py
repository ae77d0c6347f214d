"""Help for those who ask how to play, and for those who were not understood at all."""

from __future__ import annotations

from rednov_bot.core.mail.message import is_own_id
from rednov_bot.core.models import Message, Page
from rednov_bot.core.render.wording import counted
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import office, outgoing
from rednov_bot.core.workflow.commands.asking import asks_for_help, begins_with_help
from rednov_bot.core.workflow.desk import Desk, Ongoing, ongoing
from rednov_bot.core.workflow.drafts import laid_out
from rednov_bot.core.workflow.outgoing import answer, on_file
from rednov_bot.core.workflow.private import rehearsing
from rednov_bot.games.base import Player
from rednov_bot.games.red_november.render import help_pages
from rednov_bot.games.red_november.render.canonical import sentences
from rednov_bot.games.red_november.render.help_pages import GENERIC, Examples
from rednov_bot.games.red_november.render.wording import ITEM_NAMES, tiles
from rednov_bot.games.red_november.rules.examples import (
    examples as possible,
    gift,
    is_fit,
    with_wishes,
)
from rednov_bot.games.red_november.rules.plan import standing
from rednov_bot.games.red_november.rules.rehearsal import rehearse
from rednov_bot.games.red_november.rules.turn import Open, Turn
from rednov_bot.games.red_november.rules.words import hatch_label


def is_asked(desk: Desk, message: Message) -> bool:
    """Whether a message asks how to play; in answer to a mail of the bot's, in its first words."""
    if _answers_the_bot(desk, message):
        return begins_with_help(message)
    return asks_for_help(message)


def asked(desk: Desk, records: UnitOfWork, message: Message) -> str:
    """Somebody on the roster asks how to play: told."""
    page = _page(desk, records, message, lost=False)
    return on_file("asks for help", answer(desk, records, page, asked=True))


def not_understood(desk: Desk, records: UnitOfWork, message: Message) -> str:
    """A mail in which nothing was understood brings the same help.

    In answer to a mail of the bot's it brings none: that may be an automatic reply.
    """
    if _answers_the_bot(desk, message):
        return "announces nothing, in answer to a mail of the bot's"
    page = _page(desk, records, message, lost=True)
    return on_file("announces nothing", answer(desk, records, page, asked=True))


def _answers_the_bot(desk: Desk, message: Message) -> bool:
    return is_own_id(message.in_reply_to, desk.settings.bot.address)


def _page(desk: Desk, records: UnitOfWork, message: Message, *, lost: bool) -> Page:
    name = message.sender or ""
    now = ongoing(desk, records)
    gnomes = () if now is None else now.game.gnomes
    master = name == desk.decides
    return help_pages.help_page(
        lost=lost,
        master=master,
        plays=name in gnomes or not master,
        member=name in gnomes or name in office.members(desk, records),
        examples=examples(desk, records, name),
        waits="" if now is None else rehearsing.waits(desk, records, now),
        desk=laid_out.desk_lines(desk, records) if master else (),
        guide=laid_out.guide() if master else (),
        said_at=message.said_at,
        site=desk.settings.bot.guide or "",
        **outgoing.answering(desk, message),
    )


def examples(desk: Desk, records: UnitOfWork, name: Player) -> Examples:
    """What *name* might write as the game stands; where they play none, how it goes in one."""
    now = ongoing(desk, records)
    if now is None or name not in now.game.gnomes:
        return GENERIC
    turn, stays = _turns(desk, now, name)
    wishes = None
    if stays is not None:
        wishing = with_wishes(stays, now.gamestate.position, now.tables.board)
        fit = is_fit(rehearse(now.gamestate, wishing, now.tables, now.options))
        wishes = wishing if fit and rehearsing.reads_back(desk, wishing) else None
    block = [] if wishes is None else [hatch_label(ends) for ends in wishes.orders.block]
    hand = now.gamestate.secrets.hands[now.gamestate.position.seat(name)]
    owed = tuple(sorted(hand)[: now.owes(name)])
    given = gift(now.gamestate, name, now.tables, now.options)
    give = given.action.give if given is not None and given.action is not None else None
    items = owed or give or ()
    to = "" if given is None or given.action is None or owed else given.action.recipient
    return Examples(
        later=standing(now.gamestate.position, name, now.options) is not None,
        turn=_said(turn or stays),
        wishes=_said(wishes),
        choice=block[0] if block else GENERIC.choice,
        items=", ".join([ITEM_NAMES[item] for item in items]) if now.options.private_lists else "",
        gift=f"I give {counted(len(items), 'item')} to {to}." if to else "",
        discard=f"I discard {counted(len(owed), 'item')}."
        if owed and now.options.private_lists
        else "",
        named=f"I discard {tiles(owed)}." if owed else "",
    )


def _turns(desk: Desk, now: Ongoing, name: Player) -> tuple[Turn | None, Turn | None]:
    """The first turn that moves, and the first that stays, of those that read back."""
    found: dict[bool, Turn] = {}
    for turn in possible(now.gamestate, name, now.tables, now.options):
        moves = any(isinstance(step, Open) for step in turn.steps)
        if moves not in found and rehearsing.reads_back(desk, turn):
            found[moves] = turn
        if len(found) == 2:
            break
    return found.get(True), found.get(False)


def _said(turn: Turn | None) -> str:
    return "" if turn is None else " ".join(sentences(turn))
