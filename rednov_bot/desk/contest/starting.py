"""Starting a game: the conditions of §4 and §5, and which game it is with whose luck (A95)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from rednov_bot import __version__, datasets
from rednov_bot.desk.contest import office, openings
from rednov_bot.desk.desk import Desk, ongoing, tables_of
from rednov_bot.desk.drafts import replacing
from rednov_bot.desk.luck import fortune
from rednov_bot.desk.reaching import channels
from rednov_bot.engine.opening import may_start
from rednov_bot.engine.options import Options, options_from
from rednov_bot.engine.refusals import Refusal
from rednov_bot.engine.tables import Tables
from rednov_bot.engine.turn import NO_ORDERS, Orders
from rednov_bot.engine.words import GnomeName, hatch
from rednov_bot.errors import CannotStart
from rednov_bot.papers import Draft, Game
from rednov_bot.ports import Records
from rednov_bot.prose.wording import listed


def members(desk: Desk, records: Records) -> tuple[GnomeName, ...]:
    """The contestants; at first those whom the settings name."""
    known = records.contestants()
    if not known and not records.memberships():
        for name, person in desk.settings.people.items():
            if person.contestant:
                records.joined(name, desk.now(), None)
        known = records.contestants()
    return known


def start(
    desk: Desk,
    records: Records,
    names: Sequence[GnomeName],
    given: Mapping[str, Any],
    *,
    notes: tuple[str, ...] = (),
) -> Draft:
    """The draft of an opening with *names* in canonical order.

    *given* are options beside those of the settings.  Raises CannotStart, naming the condition
    of §4 or §5 that does not hold.  The game begins when the approved opening is posted.  *notes*
    are for the contestmaster.
    """
    desk = office.seated(desk, records)
    options = options_from({**desk.settings.game.options, **given})
    if isinstance(options, str):
        raise CannotStart("OPTION", options)
    against = _against(desk, records, names, options)
    if against is not None:
        raise CannotStart(against.code, f"{against.reason} ({against.clause})")
    for open_draft in records.open_drafts():
        if open_draft.kind == "opening":
            reason = f"the opening {open_draft.code} is still open: approve or reject it first"
            raise CannotStart("GAME_ONGOING", reason)
    if fault := office.against_crew(desk, names, blind=options.blind):
        raise CannotStart("NO_DEPUTY", fault)
    if fault := office.left_behind(desk, records, names):
        raise CannotStart("DRAFTS_WAIT", fault)
    if options.beacon and not desk.settings.luck.beacon:
        reason = "[luck] names no beacon, which the option beacon needs (docs/luck.md)"
        raise CannotStart("NO_BEACON", reason)
    if strangers := [name for name in names if desk.address_of(name) is None]:
        reason = f"[people] has no address for {' and '.join(strangers)}"
        raise CannotStart("NO_ADDRESS", reason)
    tables = desk.tables(desk.settings.game.data)
    game = _on_file(desk, records, tuple(names), options, tables)
    channels.ask(desk, records, names)
    return _drafted(desk, records, game, tables, notes)


def again(desk: Desk, records: Records, draft: Draft) -> Draft | None:
    """The same opening with the pot as it is now, on the same luck; None of a game that began."""
    assert draft.game is not None
    desk, game = office.seated(desk, records), records.game(draft.game)
    if records.gamestate(game.id) is not None:
        return None
    pot = f"This replaces draft {draft.code}: the pot is {desk.y_pot} now (§24)."
    notes = (pot, *replacing.own_words(records, draft))
    made = _drafted(desk, records, game, tables_of(desk, game), notes)
    records.decide(replacing.superseded(draft.code, made.code, desk.now()))
    return made


def fault(desk: Desk, records: Records, game: Game) -> Refusal | None:
    """The condition of §4 or §5 that does not hold any more for an opening not yet posted."""
    return _against(desk, records, game.gnomes, game.options)


def _against(
    desk: Desk, records: Records, names: Sequence[GnomeName], options: Options
) -> Refusal | None:
    return may_start(
        names,
        members(desk, records),
        is_contest=office.contest(desk, records).is_contest,
        game_ongoing=ongoing(desk, records) is not None,
        contestmaster=None if options.contestmaster_plays else desk.contestmaster,
    )


def _on_file(
    desk: Desk, records: Records, names: tuple[GnomeName, ...], options: Options, tables: Tables
) -> Game:
    """The game on file; one whose opening was rejected is taken up again, with its luck (A95).

    The next game has one tag and one secret, whatever its crew, options and data, so that nobody
    can look for a luck that suits em by starting it otherwise.
    """
    beacon = str(fortune.beacon_of(desk.settings.luck) or "") if options.beacon else ""
    unopened = records.unopened_games()
    for game in unopened:
        known = (game.gnomes, game.options, game.data_digest, game.rules_version, game.beacon)
        if known != (names, options, tables.digest, __version__, beacon):
            continue
        if (game.tag, game.luck) == (unopened[0].tag, desk.luck):
            return game
    secret = records.secret(unopened[0].id) if unopened else desk.tokens.secret()
    keep_data(records, desk.settings.game.data, tables.digest)
    return records.add_game(
        gnomes=names,
        options_json=msgspec.json.encode(options),
        data=desk.settings.game.data,
        data_digest=tables.digest,
        rules_version=__version__,
        secret=secret,
        at=desk.now(),
        luck=desk.luck,
        beacon=beacon,
        called=unopened[0].tag if unopened else None,
    )


def keep_data(records: Records, name: str, digest: str) -> None:
    """The files of a data set are kept for its games, if they are the ones of this digest."""
    octets = datasets.files_of(name)
    if datasets.digest_of(octets) == digest:
        records.keep_data(digest, octets)


def choose(desk: Desk, records: Records, draft: Draft, label: str) -> Draft:
    """The contestmaster wants another candidate in an opening: drafted anew, on the same luck.

    The draft before it is decided already.
    """
    assert draft.game is not None
    game = records.game(draft.game)
    before = records.noted_orders(game.id).get(openings.NOBODY, NO_ORDERS)
    ends = [int(end) for end in label.split("-")]
    orders = Orders(before.block, (ends[0], *before.spread))
    if len(ends) > 1:
        orders = Orders((hatch(ends[0], ends[1]), *before.block), before.spread)
    records.note_orders(game.id, openings.NOBODY, orders, desk.now())
    notes = replacing.own_words(records, draft)
    return _drafted(desk, records, game, tables_of(desk, game), notes)


def _drafted(
    desk: Desk, records: Records, game: Game, tables: Tables, notes: tuple[str, ...]
) -> Draft:
    return openings.draft(desk, records, game, tables, notes, _left_out(desk, records, game))


def _left_out(desk: Desk, records: Records, game: Game) -> tuple[str, ...]:
    """Which contestants are not selected: that is eir choice, and e should see it (§5, A84)."""
    barred = (*game.gnomes, desk.contestmaster)
    others = [name for name in members(desk, records) if name not in barred]
    return (f"Not selected: {listed(others)}.",) if others else ()
