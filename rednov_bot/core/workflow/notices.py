"""Private notices: what a gnome alone is told (§6); whether it reaches them is in reach.py."""

from __future__ import annotations

from collections.abc import Mapping

from rednov_bot.core.models import Game, Page
from rednov_bot.core.proof import Proof
from rednov_bot.core.render.letterhead import of_game
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import hidden, outgoing
from rednov_bot.core.workflow.desk import Desk
from rednov_bot.core.workflow.luck.fortune import Witness
from rednov_bot.games.base import Data, Event, Orders, Player, State

_NOBODYS: Mapping[Player, Orders] = {}


def notices_of(
    desk: Desk,
    records: UnitOfWork,
    game: Game,
    events: tuple[Event, ...],
    before: State,
    after: State,
    tables: Data,
    *,
    occasion: str,
    moment: str,
    by: Player = "",
    orders: Mapping[Player, Orders] = _NOBODYS,
    proof: Proof | None = None,
) -> tuple[Page, ...]:
    """One private notice to each player who has something to learn that the list is not told (§6).

    In a blind game each gets one of whom everybody can see that it may be so: that they get one
    tells nothing then.  *by* is whose *occasion* it is, `discard` say, where that
    is to be told; *orders* are what gnomes wish for a hand limit (A78); *proof* is that of the
    posting to which the notices belong, if any, and *moment* is what they prove.
    """
    found = desk.game.notices(
        events,
        before,
        after,
        tables,
        outgoing.letterhead_for(desk),
        occasion=occasion,
        by=by,
        orders=orders,
        openly=hidden.is_blind(records),
        prove=Witness(desk, records, game, before, events, proof, moment).lines,
    )
    envelopes = [(outgoing.to_gnome(desk, name), text) for name, text in found]
    return tuple([of_game(text, "private", to) for to, text in envelopes if to is not None])
