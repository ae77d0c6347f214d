"""Starting a game: the conditions of §4 and §5, the luck, and the opening as a draft."""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from rednov_bot import __version__
from rednov_bot.desk import (
    drafting,
    forewarned,
    fortune,
    gate,
    leftovers,
    notices,
    office,
    proving,
    replacing,
    stationery,
)
from rednov_bot.desk.desk import Desk, Ongoing, ongoing, tables_of
from rednov_bot.engine.choices import Answer, Choice, Circumstances, wished
from rednov_bot.engine.draws import FORM
from rednov_bot.engine.gamestate import Gamestate
from rednov_bot.engine.luck import Luck
from rednov_bot.engine.opening import may_start, open_game
from rednov_bot.engine.options import Options, options_from
from rednov_bot.engine.position import Position
from rednov_bot.engine.refusals import Refusal
from rednov_bot.engine.resolve import Held, Resolution
from rednov_bot.engine.tables import Tables
from rednov_bot.engine.turn import NO_ORDERS, Orders
from rednov_bot.engine.words import GnomeName, hatch
from rednov_bot.engine.worlds import OtherLuck
from rednov_bot.errors import CannotStart
from rednov_bot.papers import Draft, Game, Page
from rednov_bot.ports import Records
from rednov_bot.proof.published import Proof
from rednov_bot.prose import luck_text, public_pages, reasoning
from rednov_bot.prose.audience import public_only
from rednov_bot.prose.wording import listed

_NOBODY = ""  # whose orders the contestmaster's choices in an opening are on file as


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
            reason = f"the opening {open_draft.code} awaits your word: approve or reject it first"
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
    return _draft(desk, records, game, tables, notes)


def again(desk: Desk, records: Records, draft: Draft) -> Draft | None:
    """The same opening with the pot as it is now, on the same luck; None of a game that began."""
    assert draft.game is not None
    desk, game = office.seated(desk, records), records.game(draft.game)
    if records.gamestate(game.id) is not None:
        return None
    pot = f"This replaces draft {draft.code}: the pot is {desk.y_pot} now (§24)."
    notes = (pot, *replacing.own_words(records, draft))
    made = _draft(desk, records, game, tables_of(desk, game), notes)
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
    unopened = records.unopened_games()
    for game in unopened:
        same = (game.gnomes, game.options, game.data_digest) == (names, options, tables.digest)
        if same and game.rules_version == __version__:
            return game
    secret = records.secret(unopened[0].id) if unopened else desk.tokens.secret()
    return records.add_game(
        gnomes=names,
        options_json=msgspec.json.encode(options),
        data=desk.settings.game.data,
        data_digest=tables.digest,
        rules_version=__version__,
        secret=secret,
        at=desk.now(),
        luck=desk.luck,
        called=unopened[0].tag if unopened else None,
    )


def _draft(
    desk: Desk, records: Records, game: Game, tables: Tables, notes: tuple[str, ...] = ()
) -> Draft:
    if desk.contest is not None:
        decider = office.decides(desk.contest, (game, *office.in_hand(records)))
        desk = dataclasses.replace(desk, decider=decider)
    opened = _opened(desk, records, game, tables, lambda: fortune.of_opening(records, game))
    outcome, digest = opened.outcome, _digest(records, game)
    about = f"Opening of {game.tag}"
    beacon = fortune.beacon_of(desk.settings.luck)
    begins = proving.commitments_of(records, game, desk.y_pot, beacon)
    proof = proving.proof_of(
        records,
        game,
        (proving.Cast(opened.luck, outcome.happenings),),
        moment="opening",
        drafts=_drafted_so_far(records) + 1,
        begins=begins,
    )

    def text(desk: Desk, outcome: Resolution, proof: Proof | None) -> Page:
        return public_pages.opening(
            public_only(outcome.happenings),
            outcome.after.position,
            tables,
            game.options,
            tag=game.tag,
            commitment=digest,
            luck=luck_text.luck_section(
                proof, commitments=begins, tiles=game.options.reveal_at_end
            ),
            letterhead=stationery.letterhead(desk),
            envelope=stationery.to_list(desk, None, None),
        )

    def elsewhere(there: gate.There) -> tuple[Page, ...]:
        lucks: list[OtherLuck] = []

        def luck() -> OtherLuck:
            lucks.append(there.world.luck(fortune.of_opening(records, game)))
            return lucks[-1]

        again = _opened(there.desk, there.records, game, tables, luck)
        told = proving.elsewhere(proof, lambda _: lucks[-1].drawn)
        return (text(there.desk, again.outcome, told),)

    private = notices.notices_of(
        desk,
        records,
        outcome.happenings,
        Gamestate(),
        outcome.after,
        tables,
        occasion="the opening",
        witness=proving.Witness(records, game, Gamestate(), outcome.happenings, proof, "opening"),
    )
    pages = (text(desk, outcome, proof), *private)
    unopened = Ongoing(game, 0, Gamestate(), tables, game.options)
    draft = Draft(
        code=desk.tokens.code(),
        kind="opening",
        game=game.id,
        for_state=0,
        pages=pages,
        happenings=outcome.happenings,
        choice=opened.choice,
        about=about,
        made_at=desk.now(),
        effects=proving.effects(proof),
        leaks=gate.leaks(desk, records, unopened, pages, elsewhere, told=outcome.happenings),
    )
    why = reasoning.reasons(public_only(outcome.happenings), Position(), tables)
    notes = (
        *notes,
        *opened.offered,
        *_left_out(desk, records, game),
        *forewarned.warnings(desk, game.options),
        *leftovers.before_the_next(records),
    )
    return drafting.submit(desk, records, draft, why, notes)


def _drafted_so_far(records: Records) -> int:
    """How many openings were drafted since a game last began, of whatever crew and options.

    Each would have begun otherwise, so all of them count (A95).
    """
    return sum(
        records.drafts_of("opening", one.id, f"Opening of {one.tag}")
        for one in records.unopened_games()
    )


def _digest(records: Records, game: Game) -> str | None:
    """The digest of the secret of luck of the first form; None where it is of another."""
    if game.luck == FORM or not game.options.public_tape_hash:
        return None
    return hashlib.sha256(records.secret(game.id)).hexdigest()


@dataclasses.dataclass(frozen=True, slots=True)
class _Opened:
    """An opening, and what the contestmaster may choose in it (option opening_events)."""

    luck: Luck  # it keeps what was drawn
    outcome: Resolution
    choice: Choice | None = None
    offered: tuple[str, ...] = ()  # the same in words


def _opened(
    desk: Desk, records: Records, game: Game, tables: Tables, luck: Callable[[], Luck]
) -> _Opened:
    """The opening on the *luck* of its game, from which nothing is drawn yet.

    Before the first turn nobody acts, and the choice of an event is eirs.
    """
    drawn = luck()
    circumstances = Circumstances(tables=tables, options=game.options, luck=drawn)
    outcome = open_game(game.gnomes, circumstances, y_pot=desk.y_pot)
    if not isinstance(outcome, Held):
        return _Opened(drawn, outcome)
    return _chosen(desk, records, game, circumstances, outcome, luck)


def choose(desk: Desk, records: Records, draft: Draft, label: str) -> Draft:
    """The contestmaster wants another candidate in an opening: drafted anew, on the same luck.

    The draft before it is decided already.
    """
    assert draft.game is not None
    game = records.game(draft.game)
    before = records.noted_orders(game.id).get(_NOBODY, NO_ORDERS)
    ends = [int(end) for end in label.split("-")]
    orders = Orders(before.block, (ends[0], *before.spread))
    if len(ends) > 1:
        orders = Orders((hatch(ends[0], ends[1]), *before.block), before.spread)
    records.note_orders(game.id, _NOBODY, orders, desk.now())
    notes = replacing.own_words(records, draft)
    return _draft(desk, records, game, tables_of(desk, game), notes)


def _chosen(
    desk: Desk,
    records: Records,
    game: Game,
    circumstances: Circumstances,
    held: Held,
    luck: Callable[[], Luck],
) -> _Opened:
    """The opening with what was chosen, or the least harmful; the others; a sentence on each."""
    wishes = records.noted_orders(game.id).get(_NOBODY, NO_ORDERS)
    answers: dict[str, Answer] = {}
    outcome: Resolution | Held = held
    offered: list[str] = []
    notes = []
    while isinstance(outcome, Held):
        choice = outcome.choice
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
        outcome = open_game(
            game.gnomes,
            replace(circumstances, answers=answers, luck=drawn),
            y_pot=desk.y_pot,
        )
    every = replace(held.choice, key="opening", candidates=tuple(dict.fromkeys(offered)))
    return _Opened(drawn, outcome, every, tuple(notes))


def _left_out(desk: Desk, records: Records, game: Game) -> tuple[str, ...]:
    """Which contestants are not selected: that is eir choice, and e should see it (§5, A84)."""
    barred = (*game.gnomes, desk.contestmaster)
    others = [name for name in members(desk, records) if name not in barred]
    return (f"Not selected: {listed(others)}.",) if others else ()
