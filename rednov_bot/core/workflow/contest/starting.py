"""Starting a game: the conditions (§4, §5), its crew, its luck (A95), its opening as a draft."""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from rednov_bot import __version__
from rednov_bot.core.errors import CannotStart
from rednov_bot.core.luck import FORM
from rednov_bot.core.models import Draft, Game
from rednov_bot.core.render import luck_pages
from rednov_bot.core.render.wording import listed
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import outgoing
from rednov_bot.core.workflow.contest import office
from rednov_bot.core.workflow.delivery import channels, notices, returning
from rednov_bot.core.workflow.desk import Desk, ongoing, tables_of
from rednov_bot.core.workflow.drafts import drafting, replacing
from rednov_bot.core.workflow.luck import fortune, proving
from rednov_bot.core.workflow.scheduler import leftovers
from rednov_bot.games.base import Answer, Choice, Held, Luck, Player, Refusal, Resolution
from rednov_bot.games.red_november import datasets
from rednov_bot.games.red_november.render import public_pages, reasoning
from rednov_bot.games.red_november.render.audience import public_only
from rednov_bot.games.red_november.rules.choices import Circumstances, wished
from rednov_bot.games.red_november.rules.gamestate import Gamestate
from rednov_bot.games.red_november.rules.opening import may_start, open_game
from rednov_bot.games.red_november.rules.options import Options, needed, options_from
from rednov_bot.games.red_november.rules.position import Position
from rednov_bot.games.red_november.rules.tables import MOST_GNOMES, Tables
from rednov_bot.games.red_november.rules.turn import NO_ORDERS, Orders
from rednov_bot.games.red_november.rules.words import hatch

NOBODY = ""
"""Whose orders the contestmaster's choices in an opening are stored as."""


def _draft_opening(
    desk: Desk, records: UnitOfWork, game: Game, tables: Tables, notes: tuple[str, ...]
) -> Draft:
    """The opening of a stored game, drafted; *notes* are for the contestmaster.

    It has the same luck each time, and tells how many openings were drafted (A95).
    """
    barred = (*game.gnomes, desk.contestmaster)
    left_out = [name for name in members(desk, records) if name not in barred]
    if desk.contest is not None:
        decider = office.decides(desk.contest, (game, *office.in_hand(records)))
        desk = dataclasses.replace(desk, decider=decider)
    opened = played(desk, records, game, tables, lambda: fortune.of_opening(records, game))
    outcome, digest = opened.outcome, None
    if game.luck != FORM and game.options.public_tape_hash:  # of the first form
        digest = hashlib.sha256(records.secret(game.id)).hexdigest()
    about = f"Opening of {game.tag}"
    begins = proving.commitments_of(records, game, desk.y_pot)
    proof = proving.proof_of(
        records,
        game,
        (proving.Cast(opened.luck, outcome.events),),
        moment="opening",
        # Every opening drafted since a game last began would have begun otherwise (A95).
        drafts=1
        + sum(
            records.drafts_of("opening", one.id, f"Opening of {one.tag}")
            for one in records.unopened_games()
        ),
        begins=begins,
    )

    text = public_pages.opening(
        public_only(outcome.events),
        outcome.after.position,
        tables,
        game.options,
        tag=game.tag,
        commitment=digest,
        luck=luck_pages.luck_section(proof, commitments=begins, tiles=game.options.reveal_at_end),
        **outgoing.for_list(desk),
    )
    private = notices.notices_of(
        desk,
        records,
        game,
        outcome.events,
        Gamestate(),
        outcome.after,
        tables,
        occasion="the opening",
        moment="opening",
        proof=proof,
    )
    made = desk.draft(
        "opening",
        about,
        game=game.id,
        for_state=0,
        pages=(text, *private),
        events=outcome.events,
        choice=opened.choice,
        effects=proving.effects(proof),
    )
    why = reasoning.reasons(public_only(outcome.events), Position(), tables)
    notes = (
        *notes,
        *opened.offered,
        # Which contestants are selected is the contestmaster's choice (§5, A84).
        *([f"Not selected: {listed(left_out)}."] if left_out else ()),
        *returning.never_back(desk, records),
        *channels.told(desk, records, game.gnomes),
        *warnings(desk, game.options),
        *leftovers.before_the_next(records),
    )
    return drafting.submit(desk, records, made, why, notes)


@dataclasses.dataclass(frozen=True, slots=True)
class Opened:
    """An opening, and what the contestmaster may choose in it (option opening_events)."""

    luck: Luck  # it keeps what was drawn
    outcome: Resolution
    choice: Choice | None = None
    offered: tuple[str, ...] = ()  # the same in words


def played(
    desk: Desk,
    records: UnitOfWork,
    game: Game,
    tables: Tables,
    luck: Callable[[], Luck],
    y_pot: int | None = None,
) -> Opened:
    """The opening on the *luck* of its game, from which nothing is drawn yet.

    Before the first turn nobody acts, and the contestmaster makes the choice of an event.
    *y_pot*: the pot, if not that of now.
    """
    drawn, pot = luck(), desk.y_pot if y_pot is None else y_pot
    circumstances = Circumstances(tables=tables, options=game.options, luck=drawn)
    outcome = open_game(game.gnomes, circumstances, y_pot=pot)
    every, answers = None, dict[str, Answer]()
    offered, notes = list[str](), list[str]()
    wishes = records.noted_orders(game.id).get(NOBODY, NO_ORDERS)
    while isinstance(outcome, Held):
        choice = outcome.choice
        every = every or choice
        label = wished(choice, wishes) or choice.candidates[0]
        others = [one for one in choice.candidates if one != label]
        what = "The hatch to be blocked" if choice.kind == "block" else "The room to burn"
        notes.append(
            f'{what} in the opening is {label}; reply "choose {others[0]}" to have another '
            f"(possible: {', '.join(others)}; §25)."
        )
        offered += others
        answers[choice.key] = Answer(label, "contestmaster")
        drawn = luck()
        given = replace(circumstances, answers=answers, luck=drawn)
        outcome = open_game(game.gnomes, given, y_pot=pot)
    if every is not None:
        every = replace(every, key="opening", candidates=tuple(dict.fromkeys(offered)))
    return Opened(drawn, outcome, every, tuple(notes))


def warnings(desk: Desk, options: Options) -> tuple[str, ...]:
    """A sentence on each thing that is missing; nothing of it forbids."""
    told = []
    missing = [axis for axis in ("X", "Y") if axis not in desk.axes]
    if missing:
        add = " and ".join(f'"add axis {axis}"' for axis in missing)
        those = f"axis {missing[0]} does not exist: add it"
        if len(missing) > 1:
            those = f"axes {' and '.join(missing)} do not exist: add them"
        told.append(f"{those} before points fall due, by {add} (§1, §18, §24).")
    if desk.y_pot == 0:
        told.append(
            "The bot does not know how many Y points the winners of a game may share. Tell it in "
            'an answer, for example "pot 12", or set y_pot in [contest] of rednov.toml (§24).'
        )
    told += [f"Option {one}." for one in needed(options)]
    return tuple(told)


def members(desk: Desk, records: UnitOfWork) -> tuple[Player, ...]:
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
    options = options_from({**desk.settings.game.options, **given})
    if isinstance(options, str):
        raise CannotStart("OPTION", options)
    unmet = against(desk, records, names, options)
    if unmet is not None:
        raise CannotStart(unmet.code, f"{unmet.reason} ({unmet.clause})")
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
    return _draft_opening(desk, records, game, tables, notes)


def again(desk: Desk, records: UnitOfWork, draft: Draft) -> Draft | None:
    """The same opening with the pot as it is now, on the same luck; None of a game that began."""
    assert draft.game is not None
    desk, game = office.seated(desk, records), records.game(draft.game)
    if records.gamestate(game.id) is not None:
        return None
    pot = f"This replaces draft {draft.code}: the pot is {desk.y_pot} now (§24)."
    notes = (pot, *replacing.own_words(records, draft))
    made = _draft_opening(desk, records, game, tables_of(desk, game), notes)
    records.decide(replacing.superseded(draft.code, made.code, desk.now()))
    return made


def against(
    desk: Desk, records: UnitOfWork, names: Sequence[Player], options: Options
) -> Refusal | None:
    """The condition of §4 or §5 that does not hold, or holds no more, for a game of *names*."""
    return may_start(
        names,
        members(desk, records),
        is_contest=office.contest(desk, records).is_contest,
        game_ongoing=ongoing(desk, records) is not None,
        contestmaster=None if options.contestmaster_plays else desk.contestmaster,
    )


def _on_file(
    desk: Desk, records: UnitOfWork, names: tuple[Player, ...], options: Options, tables: Tables
) -> Game:
    """The stored game; one whose opening was rejected is taken up again, with its luck (A95).

    The next game has one tag and one secret, whatever its crew, options and data, so that nobody
    can look for a luck that suits them by starting it otherwise.
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


def keep_data(records: UnitOfWork, name: str, digest: str) -> None:
    """The files of a data set are kept for its games, if they are the ones of this digest."""
    octets = datasets.files_of(name)
    if datasets.digest_of(octets) == digest:
        records.keep_data(digest, octets)


def choose(desk: Desk, records: UnitOfWork, draft: Draft, label: str) -> Draft:
    """The contestmaster wants another candidate in an opening: drafted anew, on the same luck.

    The draft before it is decided already.
    """
    assert draft.game is not None
    game = records.game(draft.game)
    before = records.noted_orders(game.id).get(NOBODY, NO_ORDERS)
    ends = [int(end) for end in label.split("-")]
    orders = Orders(before.block, (ends[0], *before.spread))
    if len(ends) > 1:
        orders = Orders((hatch(ends[0], ends[1]), *before.block), before.spread)
    records.note_orders(game.id, NOBODY, orders, desk.now())
    notes = replacing.own_words(records, draft)
    return _draft_opening(desk, records, game, tables_of(desk, game), notes)


def propose_crew(desk: Desk, records: UnitOfWork, given: Mapping[str, Any]) -> Draft:
    """The draft of an opening with the contestants who joined first, eight at most.

    Raises CannotStart, as `starting.start` does.
    """
    desk = office.seated(desk, records)
    options = options_from({**desk.settings.game.options, **given})
    barred = desk.contestmaster
    # What is wrong with the options is told by `start`.
    plays = isinstance(options, Options) and options.contestmaster_plays
    if plays and desk.contest is not None:
        barred = desk.contest.deputy or barred  # who decides then (A83)
    crew = [name for name in members(desk, records) if name != barred]
    return start(desk, records, crew[:MOST_GNOMES], given)
