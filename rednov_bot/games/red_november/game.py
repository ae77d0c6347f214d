"""Red November as a contest plays it by mail (games/base.py)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from typing import Final

from rednov_bot.games.base import (
    Answer,
    Facts,
    Held,
    Luck,
    Player,
    Resolution,
    Types,
    Verdict,
)
from rednov_bot.games.red_november.acting import Acting
from rednov_bot.games.red_november.awaiting import Awaiting
from rednov_bot.games.red_november.correcting import Correcting
from rednov_bot.games.red_november.reader.desk_words import WORDS
from rednov_bot.games.red_november.render.wording import tiles
from rednov_bot.games.red_november.rules import events as ev, logbook, resolve
from rednov_bot.games.red_november.rules.choices import Circumstances
from rednov_bot.games.red_november.rules.deeds import Discard, GiveBack, ItemList
from rednov_bot.games.red_november.rules.gamestate import Gamestate, Secrets
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.position import Position
from rednov_bot.games.red_november.rules.tables import MOST_GNOMES, Tables
from rednov_bot.games.red_november.rules.turn import NO_ORDERS, Orders, Turn
from rednov_bot.games.red_november.telling import Telling


class RedNovember(Acting, Awaiting, Correcting, Telling):
    """The rules and the words of Red November, behind the interface that every game has."""

    kind = "red_november"
    tag = "RN"
    words = WORDS
    empty = Gamestate()
    most = MOST_GNOMES
    types = Types(
        state=Gamestate,
        is_over=lambda position: position.ending is not None,
        position=Position,
        secrets=Secrets,
        turn=Turn,
        orders=Orders,
        options=Options,
        public_event=ev.PublicEvent,
        secret_event=ev.PrivateEvent | ev.HiddenEvent,
        deeds={"Discard": Discard, "GiveBack": GiveBack, "ItemList": ItemList},
    )

    def facts(self, state: Gamestate) -> Facts:
        """Who plays, who may act, and how far the game has come."""
        position = state.position
        return Facts(
            in_play=tuple([gnome.name for gnome in position.gnomes if gnome.in_play]),
            turns=position.turns,
            pending=position.pending,
            is_over=position.ending is not None,
            winners=() if position.ending is None else position.ending.winners,
            lost=tuple([gnome.name for gnome in position.gnomes if gnome.fate == "killed"]),
            pot=position.y_pot,
            dues=position.dues,
        )

    def whose(self, turn: Turn) -> Player:
        """Whose a turn is."""
        return turn.gnome

    def judge(self, state: Gamestate, turn: Turn, data: Tables, options: Options) -> Verdict:
        """Whether a turn is valid now (§9)."""
        return resolve.judge(state, turn, data, options)

    def held(self, state: Gamestate) -> tuple[tuple[Player, str], ...]:
        """Each gnome's tiles."""
        gnomes = [gnome.name for gnome in state.position.gnomes]
        return tuple(zip(gnomes, map(tiles, state.secrets.hands), strict=True))

    def take(self, state: Gamestate, turn: Turn) -> ev.TurnTaken:
        """What happens at the moment of a valid announcement (§9)."""
        return resolve.take(state, turn)

    def resolve(
        self,
        state: Gamestate,
        turn: Turn,
        *,
        data: Tables,
        options: Options,
        luck: Luck,
        orders: Mapping[Player, Orders],
        answers: Mapping[str, Answer],
    ) -> Resolution | Held:
        """What comes of a turn (§10-§16)."""
        circumstances = Circumstances(
            tables=data,
            options=options,
            luck=luck,
            orders=orders.get(turn.gnome, NO_ORDERS),
            answers=answers,
            standing=orders,
        )
        return resolve.resolve(state, turn, circumstances)

    def after(self, state: Gamestate, events: Sequence[ev.Event]) -> Gamestate:
        """The gamestate after these events."""
        return reduce(logbook.after, events, state)


GAME: Final = RedNovember()
