"""Starting a game: the conditions (§4, §5), its players, its luck (A95), its opening as a draft."""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from rednov_bot import __version__
from rednov_bot.core.errors import CannotStart
from rednov_bot.core.luck import FORM
from rednov_bot.core.models import Draft, Game
from rednov_bot.core.render import luck_pages
from rednov_bot.core.render.letterhead import of_game
from rednov_bot.core.render.wording import listed, uncapital
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import notices, office, outgoing, reach, returns
from rednov_bot.core.workflow.desk import Desk, ongoing, tables_of
from rednov_bot.core.workflow.drafts import drafting, leftovers, open_drafts
from rednov_bot.core.workflow.drafts.open_drafts import of_kind
from rednov_bot.core.workflow.luck import fortune
from rednov_bot.games.base import Data, Luck, Opening, Options, Player, Refusal

NOBODY: Final = ""
"""Whose orders the contestmaster's choices in an opening are stored as."""


def start(
    desk: Desk,
    records: UnitOfWork,
    names: Sequence[Player],
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
    options = desk.game.options_from({**desk.settings.game.options, **given})
    if (fault := _fault(desk, records, names, options)) is not None:
        raise fault
    data = desk.tables(desk.settings.game.data)
    game = _on_file(desk, records, tuple(names), options, data)
    reach.ask(desk, records, names)
    return _draft_opening(desk, records, game, data, notes)


def propose_crew(desk: Desk, records: UnitOfWork, given: Mapping[str, Any]) -> Draft:
    """The draft of an opening with the contestants who joined first, eight at most.

    Raises CannotStart, as `start` does.
    """
    desk = office.seated(desk, records)
    options = desk.game.options_from({**desk.settings.game.options, **given})
    barred = desk.contestmaster
    # What is wrong with the options is told by `start`.
    plays = not isinstance(options, str) and options.contestmaster_plays
    if plays and desk.contest is not None:
        barred = desk.contest.deputy or barred  # who decides then (A83)
    crew = [name for name in office.members(desk, records) if name != barred]
    return start(desk, records, crew[: desk.game.most], given)


def again(desk: Desk, records: UnitOfWork, draft: Draft) -> Draft | None:
    """The same opening with the pot as it is now, on the same luck; None of a game that began."""
    assert draft.game is not None
    desk, game = office.seated(desk, records), records.game(draft.game)
    if records.gamestate(game.id) is not None:
        return None
    pot = f"This replaces draft {draft.code}: the pot is {desk.y_pot} now (§24)."
    notes = (pot, *open_drafts.own_words(records, draft))
    made = _draft_opening(desk, records, game, tables_of(desk, game), notes)
    records.decide(open_drafts.superseded(draft.code, made.code, desk.now()))
    return made


def choose(desk: Desk, records: UnitOfWork, draft: Draft, label: str) -> Draft:
    """The contestmaster wants another candidate in an opening: drafted anew, on the same luck.

    The draft before it is decided already.
    """
    assert draft.game is not None
    game = records.game(draft.game)
    orders = desk.game.wishing(records.noted_orders(game.id).get(NOBODY), label)
    records.note_orders(game.id, NOBODY, orders, desk.now())
    notes = open_drafts.own_words(records, draft)
    return _draft_opening(desk, records, game, tables_of(desk, game), notes)


# -- the conditions (§4, §5) --------------------------------------------------------------------


def _fault(
    desk: Desk, records: UnitOfWork, names: Sequence[Player], options: Options | str
) -> CannotStart | None:
    """Why no game of *names* can be started now."""
    if isinstance(options, str):
        return CannotStart("OPTION", options)
    unmet = against(desk, records, names, options)
    if unmet is not None:
        return CannotStart(unmet.code, f"{unmet.reason} ({unmet.clause})")
    for one in of_kind(records, "opening"):
        reason = f"the opening {one.code} is still open: approve or reject it first"
        return CannotStart("GAME_ONGOING", reason)
    if fault := office.against_crew(desk, names, blind=options.blind):
        return CannotStart("NO_DEPUTY", fault)
    if fault := office.left_behind(desk, records, names):
        return CannotStart("DRAFTS_WAIT", fault)
    if options.beacon and not desk.settings.luck.beacon:
        reason = "[luck] names no beacon, which the option beacon needs (docs/luck.md)"
        return CannotStart("NO_BEACON", reason)
    if strangers := [name for name in names if desk.address_of(name) is None]:
        reason = f"[people] has no address for {' and '.join(strangers)}"
        return CannotStart("NO_ADDRESS", reason)
    return None


def against(
    desk: Desk, records: UnitOfWork, names: Sequence[Player], options: Options
) -> Refusal | None:
    """The condition of §4 or §5 that does not hold, or holds no more, for a game of *names*."""
    return desk.game.against_start(
        names,
        office.members(desk, records),
        is_contest=office.contest(desk, records).is_contest,
        is_ongoing=ongoing(desk, records) is not None,
        barred=None if options.contestmaster_plays else desk.contestmaster,
    )


def _warnings(desk: Desk, game: Game) -> tuple[str, ...]:
    """A sentence on each thing that is missing; nothing of it forbids."""
    told = []
    missing = [axis for axis in office.AWARDED if axis not in desk.axes]
    if missing:
        add = " and ".join([f'"add axis {axis}"' for axis in missing])
        those = f"axis {missing[0]} does not exist: add it"
        if len(missing) > 1:
            those = f"axes {' and '.join(missing)} do not exist: add them"
        told.append(f"{those} before points fall due, by {add} (§1, §18, §24).")
    if desk.y_pot == 0:
        told.append(
            "The bot does not know how many Y points the winners of a game may share. Tell it in "
            'an answer, for example "pot 12", or set y_pot in [contest] of rednov.toml (§24).'
        )
    elif desk.y_pot < len(game.gnomes):
        told.append(
            f"The pot of {desk.y_pot} is smaller than the crew: if more than {desk.y_pot} of them "
            "win, no Y point is awarded, for a share is rounded down (§24, A88)."
        )
    told += [f"Option {one}." for one in desk.game.needs(game.options)]
    return tuple(told)


def _left_open(records: UnitOfWork) -> tuple[str, ...]:
    """What still awaits a word of the games before."""
    told = [
        f"Once this game has begun, draft {one.code}, the {uncapital(one.about)}, cannot be "
        "approved any more: decide it first."
        for one in of_kind(records, "correction")
    ]
    for id in sorted({one.game for one in of_kind(records, "line") if one.game is not None}):
        game = records.game(id)
        if records.is_over(game.id) and (named := leftovers.lines_of(records, game.id)):
            told.append(
                f"Still open of {game.tag}, which is over: {named}. Lines like this change "
                "nothing in any game and may be posted or rejected at any time."
            )
    return tuple(told)


# -- the game and its opening -------------------------------------------------------------------


def _on_file(
    desk: Desk, records: UnitOfWork, names: tuple[Player, ...], options: Options, data: Data
) -> Game:
    """The stored game; one whose opening was rejected is taken up again, with its luck (A95).

    The next game has one tag and one secret, whatever its crew, options and data, so that nobody
    can look for a luck that suits them by starting it otherwise.
    """
    beacon = str(fortune.beacon_of(desk.settings.luck) or "") if options.beacon else ""
    unopened = records.unopened_games()
    for game in unopened:
        known = (game.gnomes, game.options, game.data_digest, game.rules_version, game.beacon)
        if known != (names, options, data.digest, __version__, beacon):
            continue
        if (game.tag, game.luck) == (unopened[0].tag, desk.luck):
            return game
    secret = records.secret(unopened[0].id) if unopened else desk.tokens.secret()
    keep_data(desk, records, desk.settings.game.data, data.digest)
    return records.add_game(
        gnomes=names,
        options_json=msgspec.json.encode(options),
        data=desk.settings.game.data,
        data_digest=data.digest,
        rules_version=__version__,
        secret=secret,
        at=desk.now(),
        luck=desk.luck,
        beacon=beacon,
        called=unopened[0].tag if unopened else None,
        kind=desk.game.tag,
    )


def keep_data(desk: Desk, records: UnitOfWork, name: str, digest: str) -> None:
    """The files of a data set are kept for its games, if they are the ones of this digest."""
    found, octets = desk.game.files_of(name)
    if found == digest:
        records.keep_data(digest, octets)


def played(
    desk: Desk, records: UnitOfWork, game: Game, data: Data, pot: int | None = None
) -> tuple[Opening, Luck]:
    """The opening of a stored game, and the luck that it drew.

    *pot*: where it was another one than now.
    """
    drawn: list[Luck] = []

    def anew() -> Luck:
        drawn.append(fortune.of_opening(records, game))
        return drawn[-1]

    opening = desk.game.open(
        game.gnomes,
        data=data,
        options=game.options,
        luck=anew,
        pot=desk.y_pot if pot is None else pot,
        orders=records.noted_orders(game.id).get(NOBODY),
    )
    return opening, drawn[-1] if drawn else anew()


def _draft_opening(
    desk: Desk, records: UnitOfWork, game: Game, data: Data, notes: tuple[str, ...]
) -> Draft:
    """The opening of a stored game, drafted; *notes* are for the contestmaster.

    It has the same luck each time, and tells how many openings were drafted (A95).
    """
    barred = (*game.gnomes, desk.contestmaster)
    left_out = [name for name in office.members(desk, records) if name not in barred]
    if desk.contest is not None:
        decider = office.decides(desk.contest, (game, *office.in_hand(records)))
        desk = dataclasses.replace(desk, decider=decider)
    opened, luck = played(desk, records, game, data)
    outcome, digest = opened.outcome, None
    if game.luck != FORM and game.options.public_tape_hash:  # of the first form
        digest = hashlib.sha256(records.secret(game.id)).hexdigest()
    begins = fortune.commitments_of(records, game, desk.y_pot)
    proof = fortune.proof_of(
        desk,
        records,
        game,
        (fortune.Cast(luck, outcome.events),),
        moment="opening",
        # Every opening drafted since a game last began would have begun otherwise (A95).
        drafts=1
        + sum(
            [records.drafts_of("opening", one.id, _about(one)) for one in records.unopened_games()]
        ),
        begins=begins,
    )
    heads, tiles = outgoing.for_list(desk), game.options.reveal_at_end
    text = desk.game.tell_opening(
        outcome.events,
        outcome.after,
        data,
        game.options,
        heads["letterhead"],
        tag=game.tag,
        commitment=digest,
        luck=luck_pages.luck_section(proof, commitments=begins, tiles=tiles),
    )
    private = notices.notices_of(
        desk,
        records,
        game,
        outcome.events,
        desk.game.empty,
        outcome.after,
        data,
        occasion="the opening",
        moment="opening",
        proof=proof,
    )
    made = desk.draft(
        "opening",
        _about(game),
        game=game.id,
        for_state=0,
        pages=(of_game(text, "public", heads["envelope"]), *private),
        events=outcome.events,
        choice=opened.choice,
        effects=fortune.published(proof),
    )
    why = desk.game.clauses(outcome.events, None, data)
    notes = (
        *notes,
        *opened.offered,
        # Which contestants are selected is the contestmaster's choice (§5, A84).
        *([f"Not selected: {listed(left_out)}."] if left_out else ()),
        *returns.never_back(desk, records),
        *reach.known_ways(desk, records, game.gnomes),
        *_warnings(desk, game),
        *_left_open(records),
    )
    return drafting.submit(desk, records, made, why, notes)


def _about(game: Game) -> str:
    return f"Opening of {game.tag}"
