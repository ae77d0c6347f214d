"""The table at which a scene begins: a contest, and mostly a game that has begun."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace as replaced
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast

from msgspec.structs import replace

from rednov_bot.bootstrap import checks_of
from rednov_bot.core.settings import TrustSettings
from rednov_bot.core.workflow.desk import tables_of
from rednov_bot.games.red_november.rules.gamestate import Gamestate, Limit, Secrets
from rednov_bot.games.red_november.rules.position import Gnome, Position
from rednov_bot.games.red_november.rules.tables import Tables
from rednov_bot.games.red_november.rules.words import NOWHERE
from tests.builders import MONDAY, Table, a_table
from tests.contract.spelling import (
    card_of,
    condition_of,
    hatch_of,
    many,
    only,
    place_of,
    tiles_of,
    token_of,
    truth,
)
from tests.workflow.play import MASTER, reply, start

CONTEST = "begins contestants contestmaster deputy axes is_contest pot awards report trust"
SERVER = "mx.bots.example"
GAME = "game options seed rooms blocked tracks tokens stash deck pool used deliveries tiles"
GNOME = "at min tox hand fainted alive abandoned limit arr"
ROOMS = {"Ann": 5, "Bob": 8, "Cat": 1}
PEOPLE = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gil", "Hal", "Ida")
MINUTES = 39
CARDS = ["Respite"] * 8


def a_stage(folder: Path, given: dict[str, Any]) -> Table:
    """The table as `given` has it; the mails of the game's beginning are not counted."""
    only(given, f"{CONTEST} {GAME} {' '.join(PEOPLE)} {MASTER}", "given")
    contestants = tuple(many(given.get("contestants", ["Ann", "Bob", "Cat"])))
    known = {
        key: given[key]
        for key in ("contestmaster", "deputy", "is_contest", "awards")
        if key in given
    }
    table = a_table(
        folder,
        seed=str(given.get("seed", "a scene")).encode(),
        people=PEOPLE,
        contestants=contestants,
        y_pot=given.get("pot", 12),
        axes=tuple(many(given.get("axes", ["X", "Y"]))),
        report=given.get("report", "off"),
        at=datetime.fromisoformat(str(given.get("begins", MONDAY))).replace(tzinfo=UTC),
        **known,
    )
    names = many(given.get("game", list(contestants)))
    if names not in (["none"], [False]):
        _begin(table, names, given)
    if "trust" in given:
        _check(table, given["trust"] or {})
    return table


def _check(table: Table, policies: dict[str, Any]) -> None:
    """The host has the bot believe what their own mail server finds."""
    known = table.desk.settings
    bot = replace(known.bot, authserv_id=SERVER)
    known = replace(known, bot=bot, trust=TrustSettings(**policies))
    table.desk = replaced(table.desk, settings=known, checks=checks_of(known))


def _begin(table: Table, names: Sequence[str], given: dict[str, Any]) -> None:
    draft = start(table, *names, **(given.get("options") or {}))
    decides = given.get("deputy") if MASTER in names else None
    reply(table, draft.code, "approve", decides or given.get("contestmaster", MASTER))
    with table.desk.db.transaction() as records:
        game = records.games()[-1]
        found = records.gamestate(game.id)
        assert found is not None, "the game of `given` did not begin"
        arranged = gamestate(found[1], given, tables_of(table.desk, game))
        records.advance(
            game.id, found[0] + 1, (), arranged, cause="set for a scene", at=table.clock.at
        )


def gamestate(begun: Gamestate, given: dict[str, Any], tables: Tables) -> Gamestate:
    """The gamestate as `given` has it; what it does not tell is as README.md says."""
    where, secrets = begun.position, begun.secrets
    names = [gnome.name for gnome in where.gnomes]
    per_gnome = {name: only(given.get(name), GNOME, f"given: {name}") for name in names}
    limits = [per_gnome[name].get("limit") for name in names]
    return Gamestate(
        _position(where, given, per_gnome),
        replace(
            secrets,
            hands=tuple(tiles_of(per_gnome[name].get("hand")) for name in names),
            limits=tuple(None if limit is None else Limit(limit) for limit in limits),
            deck=_on_top(secrets, many(given.get("deck", [])), tables),
            pool=_first(secrets, tiles_of(given.get("pool"))),
            discards=tiles_of(given.get("used")),
        ),
    )


def _position(where: Position, given: dict[str, Any], per_gnome: dict[str, Any]) -> Position:
    rooms = list(where.rooms)
    for room, condition in (given.get("rooms") or {}).items():
        rooms[place_of(room)] = condition_of(condition)
    tokens = (given.get("tokens") or {}).items()
    return replace(
        where,
        gnomes=tuple(_gnome(gnome, per_gnome[gnome.name]) for gnome in where.gnomes),
        rooms=tuple(rooms),
        blocked=frozenset(hatch_of(one) for one in many(given.get("blocked"))),
        tokens=tuple((token_of(kind), space) for kind, at in tokens for space in many(at)),
        stash=given.get("stash", 6),
        **only(given.get("tracks"), "heat pressure asphyxiation", "given: tracks"),
    )


def _gnome(gnome: Gnome, given: dict[str, Any]) -> Gnome:
    fate = "aboard" if truth(given.get("alive", True)) else "killed"
    if truth(given.get("abandoned", False)):
        fate = "abandoned"
    aboard = fate == "aboard"
    return replace(
        gnome,
        at=place_of(given.get("at", ROOMS.get(gnome.name, 5))) if aboard else NOWHERE,
        minutes=given.get("min", MINUTES if aboard else 0),
        intoxication=given.get("tox", 0),
        fainted=truth(given.get("fainted", False)),
        fate=cast(Any, fate),
        arrived=given.get("arr", gnome.arrived),
    )


def _on_top(secrets: Secrets, wanted: list[Any], tables: Tables) -> tuple[int, ...]:
    """The cards that a scene names, then Respites, then the rest as it lies."""
    top: list[int] = []
    for word in [*wanted, *CARDS[len(wanted) :]]:
        title, _, faint = str(word).partition("(")
        kind = card_of(f"{title.strip()}(-)").kind
        number = card_of(word).faint if faint else None
        top.append(
            next(
                card
                for card in secrets.deck
                if card not in top
                and tables.deck[card].kind == kind
                and (not faint or tables.deck[card].faint == number)
            )
        )
    return (*top, *(card for card in secrets.deck if card not in top))


def _first(secrets: Secrets, wanted: Sequence[str]) -> tuple[Any, ...]:
    """The tiles that a scene names on top of the pool."""
    rest = list(secrets.pool)
    for tile in wanted:
        if tile in rest:
            rest.remove(cast(Any, tile))
    return (*wanted, *rest)
