"""What somebody needs who decides from now on: for them alone, every hand is in it (§6, A108)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from rednov_bot.core.render.draft_pages import NO_HANDS
from rednov_bot.core.render.letterhead import Envelope, Facts, Letterhead, mail
from rednov_bot.core.render.wording import counted, listed
from rednov_bot.games.red_november.render.position import position_text
from rednov_bot.games.red_november.render.sub_map import sub_map
from rednov_bot.games.red_november.render.wording import tiles
from rednov_bot.games.red_november.rules.gamestate import Gamestate
from rednov_bot.games.red_november.rules.hands import exceeds
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.position import Position
from rednov_bot.games.red_november.rules.tables import Tables
from rednov_bot.games.red_november.rules.words import GnomeName

Role = Literal["contestmaster", "deputy"]


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Known:
    """What is hidden in a game, as far as it takes to resolve turns, and what all can see."""

    hands: tuple[str, ...]  # a sentence for each gnome; none in a blind game
    decks: str
    map: str
    position: str


def known_of(gamestate: Gamestate, tables: Tables, options: Options) -> Known:
    """The hands, and how many cards and tiles are left; their order stays unknown to everybody."""
    position, secrets = gamestate.position, gamestate.secrets
    hands = []
    for seat, gnome in enumerate(position.gnomes):
        held, limit = secrets.hands[seat], secrets.limits[seat]
        said = f"{gnome.name} holds {tiles(held) if held else 'no items'}."
        if over := exceeds(limit, held):
            said += f" They must discard {counted(over, 'item')} before their next turn (§17)."
        hands.append(said)
    for giver, recipient, promised in secrets.promised:
        hands.append(f"{giver} has promised {recipient} in return: {tiles(promised)} (§11k).")
    decks = (
        f"{counted(position.deck_left, 'event card')} and {counted(len(secrets.pool), 'item')} "
        "are left to be drawn; nobody knows their order, and you are not told it."
    )
    return replace(known_openly(position, tables, options), hands=tuple(hands), decks=decks)


def known_openly(position: Position, tables: Tables, options: Options) -> Known:
    """What all can see: all that is known in a blind game."""
    return Known(
        hands=(),
        decks=NO_HANDS,
        map=sub_map(position, tables.board),
        position=position_text(position, tables, options),
    )


@mail("desk")
def briefing(
    role: Role,
    predecessor: GnomeName,
    *,
    going_on: Iterable[str],
    desk: tuple[str, ...],
    drafts: int,
    rulings: tuple[str, ...],
    contest: Iterable[str],
    known: Known | None,
    letterhead: Letterhead,
    envelope: Envelope,
) -> Facts:
    """Everything that the one who decides from now on has to know, in one private mail.

    *going_on* and *contest* are sentences; *desk* what lies there, line by line, with so many open
    *drafts*; *known* is what is hidden in the game that is being played, None between games.
    """
    return {
        "going_on": tuple(going_on),
        "contest": tuple(contest),
    }


def contest_told(
    contestants: Iterable[GnomeName],
    axes: Iterable[str],
    y_pot: int,
    deputy: GnomeName | None,
    *,
    is_contest: bool,
) -> tuple[str, ...]:
    """How the contest stands, a sentence each (§1-§4, §24)."""
    every = listed(contestants)
    along = listed(axes)
    return (
        f"The contestants are {every}." if every else "There are no contestants.",
        f"Points are awarded along {along}." if along else "There is no axis.",
        f"A game may award {counted(y_pot, 'Y point')} at most."
        if y_pot
        else "How many Y points a game may award is not known.",
        *((f"{deputy} is the deputy.",) if deputy else ()),
        *(() if is_contest else ("The contract is no contest: no game may be started.",)),
    )
