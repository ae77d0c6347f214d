"""Mails to the list.  Everything here is written from public values: no hand, deck or pool."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Unpack

from rednov_bot.core.render.letterhead import Facts, Heads, mail
from rednov_bot.games.base import option_value
from rednov_bot.games.red_november.render import award_pages
from rednov_bot.games.red_november.render.position import board_facts
from rednov_bot.games.red_november.render.sentences import Scene, sentence
from rednov_bot.games.red_november.render.story import told
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.actions import Ready
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.position import Position
from rednov_bot.games.red_november.rules.tables import Tables
from rednov_bot.games.red_november.rules.words import GnomeName, Item

_HANDED = (ev.ItemsDiscarded, ev.GiftMade, ev.ReturnPromised)

_START = (ev.GameOpened, ev.GnomePlaced, ev.ItemsAwarded, ev.PointsDue, ev.GameOver)


@mail("public")
def opening(
    events: tuple[ev.PublicEvent, ...],
    position: Position,
    tables: Tables,
    options: Options,
    *,
    tag: str,
    commitment: str | None,
    luck: str = "",
    **heads: Unpack[Heads],
) -> Facts:
    """The announcement that begins a game (§5).

    *position* is the one after it; *tag* is what the game is called; *commitment* the digest, in
    hex, of the secret that luck of the first form comes from, None where it is not published;
    *luck* the section on it.
    """
    scene = Scene(tables.board)
    items = [one.count for one in events if isinstance(one, ev.ItemsAwarded)]
    later = [one for one in events if not isinstance(one, _START)]
    return {
        "begins": [sentence(one, scene) for one in events if isinstance(one, ev.GameOpened)],
        "pot": position.y_pot,
        "crew": len(position.gnomes),
        "places": [sentence(one, scene) for one in events if isinstance(one, ev.GnomePlaced)],
        "items": items[0] if items else 0,
        "events": told(later, position, tables, None),
        "changed": changed_options(options),
        **board_facts(position, tables, options, heads["letterhead"].contest),
        "ending": _ending(events, scene, position),
        "points": award_pages.due(events, scene),
        "awarded": [],
    }


def changed_options(options: Options) -> tuple[tuple[str, str], ...]:
    """Name and value of every option that is not at its default; on and off for yes and no."""
    default = Options()
    return tuple(
        [
            (name, option_value(value))
            for name in Options.__struct_fields__
            if (value := getattr(options, name)) != getattr(default, name)
        ]
    )


@mail("public")
def resolution(
    events: tuple[ev.PublicEvent, ...],
    before: Position,
    after: Position,
    tables: Tables,
    gnome: GnomeName,
    number: int,
    *,
    options: Options | None = None,
    action: Ready | None = None,
    said_at: datetime | None = None,
    confirmed: str = "",
    awards: Collection[str] = (),
    luck: str = "",
    **heads: Unpack[Heads],
) -> Facts:
    """What came of a turn, as the list is told (§16).

    *before* and *after* are the positions around it; *action*, from its plan, names the hatch
    that is worked at; *said_at* is when the turn was announced, *confirmed* how it was read where
    its gnome had to say so (A126).  Points along the axes in *awards* are awarded by this very text
    (§18, §24).  *luck* is the section on what was drawn.
    """
    scene = Scene(tables.board, gnome)
    return {
        "before": before.gnome(gnome),
        "after": after.gnome(gnome),
        "chapters": told(events, before, tables, gnome, action.hatch if action else None),
        "ending": _ending(events, scene, after),
        **_still_to_do(events, after),
        "points": award_pages.due(events, scene, awards),
        "awarded": award_pages.awarded(events, awards, heads["letterhead"]),
        **board_facts(after, tables, options, heads["letterhead"].contest, before),
    }


@mail("public")
def voided(
    events: tuple[ev.PublicEvent, ...],
    after: Position,
    tables: Tables,
    gnome: GnomeName,
    number: int,
    *,
    options: Options,
    said_at: datetime | None = None,
    luck: str = "",
    **heads: Unpack[Heads],
) -> Facts:
    """A turn that was taken is without effect by ruling, and the next may be announced (§9)."""
    scene = Scene(tables.board)
    return {
        "sentences": [sentence(one, scene) for one in events],
        "points": (),
        "awarded": (),
        **board_facts(after, tables, options, heads["letterhead"].contest),
    }


@mail("public")
def idle_kill(
    events: tuple[ev.PublicEvent, ...],
    after: Position,
    tables: Tables,
    gnome: GnomeName,
    *,
    options: Options | None = None,
    awards: Collection[str] = (),
    luck: str = "",
    **heads: Unpack[Heads],
) -> Facts:
    """The contestmaster kills an idle gnome, and what that brings about (§19).

    *awards* and *luck*: as in a resolution.
    """
    scene = Scene(tables.board)
    return {
        "sentences": _sentences(events, scene),
        "ending": _ending(events, scene, after),
        "points": award_pages.due(events, scene, awards),
        "awarded": award_pages.awarded(events, awards, heads["letterhead"]),
        **board_facts(after, tables, options, heads["letterhead"].contest),
    }


@mail("public")
def acknowledgement(
    events: tuple[ev.PublicEvent, ...],
    after: Position,
    tables: Tables,
    gnome: GnomeName,
    announced: str,
    *,
    named: tuple[Item, ...] = (),
    **heads: Unpack[Heads],
) -> Facts:
    """A discard or a gift in return took effect (§11k, §17, A23).

    Items *named* in the announcement itself are told again of a discard, and of a gift that they
    were named.  All of it stays true, whatever turn or ending comes before it is posted.
    """
    return {
        "sentences": _sentences(events, Scene(tables.board)),
        "count": sum(one.count for one in events if isinstance(one, _HANDED)),
        "window": announced == "gift in return"
        and any(gift.recipient == gnome for gift in after.gifts),
    }


def _sentences(events: Iterable[ev.PublicEvent], scene: Scene) -> list[str]:
    untold = (ev.PointsDue, ev.SubLost, ev.GameOver)  # points and the ending are told elsewhere
    return [sentence(one, scene) for one in events if not isinstance(one, untold)]


def _ending(events: tuple[ev.PublicEvent, ...], scene: Scene, after: Position) -> list[str]:
    """How the game ended, for the head of the mail; nothing while it goes on."""
    told_of = (ev.SubLost, ev.GameOver)
    told = [sentence(one, scene) for one in events if isinstance(one, told_of)]
    return told and [*told, *award_pages.counting(events, after)]


def _still_to_do(events: Iterable[ev.PublicEvent], after: Position) -> Facts:
    """What somebody must or may do because of this turn; nothing at the end of the game."""
    limits = [one for one in events if isinstance(one, ev.LimitImposed)]
    gifts = [(gift.recipient, gift.giver) for gift in after.gifts]
    if after.ending is not None:
        return {"limits": (), "gifts": ()}
    return {"limits": tuple(dict.fromkeys(limits)), "gifts": tuple(dict.fromkeys(gifts))}
