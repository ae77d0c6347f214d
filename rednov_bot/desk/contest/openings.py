"""The opening of a game as a draft: its luck, what may be chosen in it, its pages (§5, A95)."""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from rednov_bot.desk import stationery
from rednov_bot.desk.contest import office
from rednov_bot.desk.desk import Desk
from rednov_bot.desk.drafts import drafting
from rednov_bot.desk.due import leftovers
from rednov_bot.desk.luck import fortune, proving
from rednov_bot.desk.reaching import channels, notices, returning
from rednov_bot.engine.choices import Answer, Choice, Circumstances, wished
from rednov_bot.engine.draws import FORM
from rednov_bot.engine.gamestate import Gamestate
from rednov_bot.engine.luck import Luck
from rednov_bot.engine.opening import open_game
from rednov_bot.engine.options import Options, needed
from rednov_bot.engine.position import Position
from rednov_bot.engine.resolve import Held, Resolution
from rednov_bot.engine.tables import Tables
from rednov_bot.engine.turn import NO_ORDERS
from rednov_bot.papers import Draft, Game
from rednov_bot.ports import Records
from rednov_bot.prose import luck_text, public_pages, reasoning
from rednov_bot.prose.audience import public_only

NOBODY = ""
"""Whose orders the contestmaster's choices in an opening are on file as."""


def draft(
    desk: Desk,
    records: Records,
    game: Game,
    tables: Tables,
    notes: tuple[str, ...] = (),
    left_out: tuple[str, ...] = (),
) -> Draft:
    """The opening of a game on file, drafted; *notes* are for the contestmaster, and *left_out*,
    behind what e may choose: who of the contestants is not selected.

    It has the same luck each time, and tells how many openings were drafted (A95).
    """
    if desk.contest is not None:
        decider = office.decides(desk.contest, (game, *office.in_hand(records)))
        desk = dataclasses.replace(desk, decider=decider)
    opened = played(desk, records, game, tables, lambda: fortune.of_opening(records, game))
    outcome, digest = opened.outcome, _digest(records, game)
    about = f"Opening of {game.tag}"
    begins = proving.commitments_of(records, game, desk.y_pot)
    proof = proving.proof_of(
        records,
        game,
        (proving.Cast(opened.luck, outcome.happenings),),
        moment="opening",
        drafts=_drafted_so_far(records) + 1,
        begins=begins,
    )

    text = public_pages.opening(
        public_only(outcome.happenings),
        outcome.after.position,
        tables,
        game.options,
        tag=game.tag,
        commitment=digest,
        luck=luck_text.luck_section(proof, commitments=begins, tiles=game.options.reveal_at_end),
        letterhead=stationery.letterhead(desk),
        envelope=stationery.to_list(desk, None, None),
    )
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
    made = Draft(
        code=desk.tokens.code(),
        kind="opening",
        game=game.id,
        for_state=0,
        pages=(text, *private),
        happenings=outcome.happenings,
        choice=opened.choice,
        about=about,
        made_at=desk.now(),
        effects=proving.effects(proof),
    )
    why = reasoning.reasons(public_only(outcome.happenings), Position(), tables)
    notes = (
        *notes,
        *opened.offered,
        *left_out,
        *returning.never_back(desk, records),
        *channels.told(desk, records, game.gnomes),
        *warnings(desk, game.options),
        *leftovers.before_the_next(records),
    )
    return drafting.submit(desk, records, made, why, notes)


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
class Opened:
    """An opening, and what the contestmaster may choose in it (option opening_events)."""

    luck: Luck  # it keeps what was drawn
    outcome: Resolution
    choice: Choice | None = None
    offered: tuple[str, ...] = ()  # the same in words


def played(
    desk: Desk,
    records: Records,
    game: Game,
    tables: Tables,
    luck: Callable[[], Luck],
    y_pot: int | None = None,
) -> Opened:
    """The opening on the *luck* of its game, from which nothing is drawn yet.

    Before the first turn nobody acts, and the choice of an event is eirs.  *y_pot*: the pot, if not
    that of now.
    """
    drawn, pot = luck(), desk.y_pot if y_pot is None else y_pot
    circumstances = Circumstances(tables=tables, options=game.options, luck=drawn)
    outcome = open_game(game.gnomes, circumstances, y_pot=pot)
    if not isinstance(outcome, Held):
        return Opened(drawn, outcome)
    return _chosen(records, game, circumstances, outcome, luck, pot)


def _chosen(
    records: Records,
    game: Game,
    circumstances: Circumstances,
    held: Held,
    luck: Callable[[], Luck],
    y_pot: int,
) -> Opened:
    """The opening with what was chosen, or the least harmful; the others; a sentence on each."""
    wishes = records.noted_orders(game.id).get(NOBODY, NO_ORDERS)
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
            y_pot=y_pot,
        )
    every = replace(held.choice, key="opening", candidates=tuple(dict.fromkeys(offered)))
    return Opened(drawn, outcome, every, tuple(notes))


_NO_AXES: Final = "axes {} do not exist: add them"


def warnings(desk: Desk, options: Options) -> tuple[str, ...]:
    """A sentence on each thing that is missing; nothing of it forbids."""
    told = []
    missing = [axis for axis in ("X", "Y") if axis not in desk.axes]
    if missing:
        those = "axis {} does not exist: add it" if len(missing) == 1 else _NO_AXES
        axes = " and ".join(missing)
        add = " and ".join(f'"add axis {axis}"' for axis in missing)
        told.append(f"{those.format(axes)} before points fall due, by {add} (§1, §18, §24).")
    if desk.y_pot == 0:
        told.append(
            "The bot does not know how many Y points the winners of a game may share. Tell it in "
            'an answer, for example "pot 12", or set y_pot in [contest] of rednov.toml (§24).'
        )
    told += [f"Option {one}." for one in needed(options)]
    return tuple(told)
