"""Snippets that the type checker must refuse, each with the line that it refuses (test_types.py).

A leak into a public page is a type error: what is hidden has another type than what is public.
"""

from __future__ import annotations

from typing import Final

SHARED: Final = """\
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.gamestate import Gamestate, Limit, Secrets
from rednov_bot.games.red_november.rules.logbook import Logbook, Resolution
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.position import Position
from rednov_bot.games.red_november.rules.refusals import refusal, withheld
from rednov_bot.games.base import Refusal, Withheld
from rednov_bot.games.red_november.rules.tables import Tables
from rednov_bot.games.base import Verdict
from rednov_bot.core.errors import Unreachable
from rednov_bot.core import log as journal
from rednov_bot.core.models import Draft, Page
from rednov_bot.games.red_november.render import (
    correction_pages, private_pages, public_pages, report_pages, sentences, story,
    sub_map,
)
from rednov_bot.games.red_november.render.position import position_text
from rednov_bot.games.red_november.game import GAME
from rednov_bot.core.render.announced_pages import refusal as refusal_page
from rednov_bot.games.red_november.render.audience import private_to, public_only
from rednov_bot.core.render.letterhead import Envelope, Letterhead

def tried(
    state: Gamestate, done: Resolution, verdict: Verdict, tables: Tables, scene: sentences.Scene,
    head: Letterhead, to: Envelope, log: Logbook, received: ev.ItemsReceived,
    shuffled: ev.EventDeckShuffled, whole: tuple[ev.Event, ...], limit: Limit, draft: Draft,
) -> None:
    before, after = state.position, done.after.position
"""
"""What every snippet begins with; the snippet is the next line."""

RIGHT: Final[dict[str, str]] = {
    "a resolution of what is public": (
        "public_pages.resolution(public_only(whole), before, after, tables, 'Ann', 1, "
        "letterhead=head, envelope=to)"
    ),
    "a reason that the list may be told": (
        "refusal_page('Ann', 'turn', verdict.public[0], GAME, letterhead=head, envelope=to)"
    ),
    "the sentence for the gnome": "private_pages.whisper(received)",
    "what happened in public is told": "log.tell(ev.GameOver((), (), False))",
    "what a gnome is told alone is whispered": "log.whisper(received)",
    "the position as a map": "sub_map.sub_map(state.position, tables.board)",
}
"""Lines that are as they should be: that the others are refused is no fault of the rest."""

WRONG: Final[dict[str, str]] = {
    "everything that happened, as a resolution": (
        "public_pages.resolution(whole, before, after, tables, 'Ann', 1, letterhead=head, "
        "envelope=to)"
    ),
    "what one gnome is told, as a resolution": (
        "public_pages.resolution(private_to(whole, 'Ann'), before, after, tables, 'Ann', 1, "
        "letterhead=head, envelope=to)"
    ),
    "the gamestate for the position": (
        "public_pages.resolution(public_only(whole), before, done.after, tables, 'Ann', 1, "
        "letterhead=head, envelope=to)"
    ),
    "an opening with all that was drawn": (
        "public_pages.opening(whole, after, tables, Options(), tag='RN1', commitment=None, "
        "letterhead=head, envelope=to)"
    ),
    "a commitment that is the secret": (
        "public_pages.opening(public_only(whole), after, tables, Options(), tag='RN1', "
        "commitment=b'secret', letterhead=head, envelope=to)"
    ),
    "a death with the dropped hand": (
        "public_pages.idle_kill(whole, after, tables, 'Ann', letterhead=head, envelope=to)"
    ),
    "a discard with its tiles": (
        "public_pages.acknowledgement((received,), after, tables, 'Ann', 'discard', "
        "letterhead=head, envelope=to)"
    ),
    "a reason that is withheld": (
        "refusal_page('Ann', 'turn', verdict.private[0], GAME, letterhead=head, envelope=to)"
    ),
    "any reason, whichever it is": (
        "refusal_page('Ann', 'turn', verdict.refusals[0], GAME, letterhead=head, envelope=to)"
    ),
    "a withheld reason for a public one": (
        "reason: Refusal = withheld('ITEM_NOT_HELD', 'you do not hold a crowbar')"
    ),
    "a public sentence of what is private": "sentences.sentence(received, scene)",
    "a public sentence of what is hidden": "sentences.sentence(shuffled, scene)",
    "a private sentence of what is hidden": "private_pages.whisper(shuffled)",
    "the story with everything": "story.told(whole, before, tables, 'Ann')",
    "the text of a gamestate": "position_text(state, tables)",
    "the map of a gamestate": "sub_map.sub_map(state, tables.board)",
    "private items told to all": "log.tell(received)",
    "a shuffled deck told to all": "log.tell(shuffled)",
    "what is private among what is public": "told: tuple[ev.PublicEvent, ...] = (received,)",
    "secrets for a position": "where: Position = state.secrets",
    "a line of the log of a limit": "journal.held(limit, ValueError())",
    "a line of the log of anything": "journal.lost(draft, 2.0)",
}
"""Each must be refused."""
