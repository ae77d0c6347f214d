"""Which rulings hold, and for what: a turn, the options of a game, a clause (§25, A96).

A ruling holds from the gamestate in which it was given; a turn that was taken before does not know
it, however often it is drafted again, unless the ruling is about that very turn.  It is withdrawn
in the same way: what was taken before goes by it still.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from rednov_bot.core import contest as effects
from rednov_bot.core.contest import Ruling
from rednov_bot.core.models import Game, PaperId, TakenTurn
from rednov_bot.core.render.wording import sentence_end
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.games.base import OnTurn, Options, Turn

_NEAR = 12  # gamestates that are looked through first: a pending turn was taken just now


def holding(every: Sequence[Ruling], until: int | None = None) -> tuple[Ruling, ...]:
    """Those of some rulings that hold: none that was withdrawn, oldest first.

    With *until*, those that held when the game got to that gamestate.
    """
    if until is not None:
        every = [one for one in every if (one.since or 0) < until]
    gone = effects.withdrawals(every)
    return tuple(
        one
        for one in every
        if one.number not in gone and not isinstance(one.effect, effects.Withdrawn)
    )


def in_force(records: UnitOfWork, game: PaperId | None = None) -> tuple[Ruling, ...]:
    """Every ruling that holds, or those that concern *game*; oldest first."""
    return holding(records.rulings(game))


def about(records: UnitOfWork, taken: TakenTurn) -> tuple[Ruling, ...]:
    """The rulings about a turn that hold."""
    return tuple([one for one in in_force(records, taken.game) if one.turn == taken.id])


def turn_of(records: UnitOfWork, taken: TakenTurn) -> Turn:
    """What a turn says: as it was read, or as it was ruled to be read last."""
    read = [one.effect for one in about(records, taken) if isinstance(one.effect, effects.ReadAs)]
    return read[-1].turn if read else taken.turn


def under(options: Options, known: Iterable[Ruling]) -> Options:
    """The options as rulings have made them."""
    for one in known:
        options = with_option(options, one.effect)
    return options


def with_option(options: Options, effect: effects.RulingEffect) -> Options:
    """The options as a ruling leaves them: with one of them set, or as they are."""
    if not isinstance(effect, effects.OptionSet):
        return options
    return replace(options, **{effect.option: effect.value})


def options_now(records: UnitOfWork, game: Game) -> Options:
    """The options of a game: those of its opening, and what was ruled about them since."""
    return under(game.options, in_force(records, game.id))


def options_of(
    records: UnitOfWork, game: Game, taken: TakenTurn, every: Sequence[Ruling] | None = None
) -> Options:
    """The options under which a turn is resolved: those of when it was taken (rules.md 10).

    *every*: the rulings of its game, where they are others than those on file.
    """
    every = records.rulings(game.id) if every is None else every
    if not any(isinstance(one.effect, effects.OptionSet) for one in every):
        return game.options
    own = [one for one in holding(every) if one.turn == taken.id]
    then = [one for one in holding(every, taken_in(records, taken)) if one.turn != taken.id]
    return under(game.options, sorted([*then, *own], key=lambda one: one.number))


def taken_in(records: UnitOfWork, taken: TakenTurn) -> int:
    """The number of the gamestate in which a turn has been taken just now."""
    present = records.gamestate(taken.game)
    assert present is not None
    cause = taken_by(taken.number)
    for behind in (max(0, present[0] - _NEAR), 0):
        for chapter in reversed(records.chapters(taken.game, behind)):
            if chapter.cause == cause:
                return chapter.number
    raise KeyError(taken.number)


def taken_by(number: int) -> str:
    """What the gamestate is caused by in which a turn has been taken."""
    return f"turn {number} announced"


def on_turn(
    records: UnitOfWork, taken: TakenTurn, every: Sequence[Ruling], until: int | None = None
) -> tuple[OnTurn, ...]:
    """What was ruled about a turn, of *every* ruling of its game; with *until* before that
    gamestate."""
    known = [one for one in holding(every) if one.turn == taken.id]
    if until is not None:
        known = [one for one in known if (one.since or 0) < until]
    first = taken_in(records, taken) if known else 0
    return tuple(
        OnTurn(one.number, one.clause, one.text, one.effect, admits=(one.since or 0) < first)
        for one in known
    )


def void_turns(records: UnitOfWork, game: PaperId) -> frozenset[int]:
    """The numbers of the turns that have no effect after all, as the list was told (§9).

    Ruled void, by themselves or by a correction, or void in a game that was played again.
    """
    every = [one for one in records.rulings(game) if one.turn is not None and one.told_at]
    if not every:
        return frozenset()  # without looking at every chapter
    turns = {one.id: one.number for one in records.turns(game)}
    rulings: dict[int, list[effects.RulingEffect]] = {}
    for one in holding(every):
        rulings.setdefault(turns[PaperId(one.turn or 0)], []).append(one.effect)
    void = {number for number, known in rulings.items() if effects.is_void(known)}
    for chapter in records.chapters(game):
        found = records.draft(chapter.cause.removeprefix("draft "))
        if found is not None and found[0].kind == "correction":
            void.update(*[one.void for one in found[0].effects if isinstance(one, effects.Correct)])
    return frozenset(void)


def precedents(
    records: UnitOfWork,
    found: Iterable[tuple[str, str]],
    game: PaperId | None,
    turn: PaperId | None = None,
) -> tuple[str, ...]:
    """A sentence for each precedent about a clause that a draft gives as its reason.

    The bot plays nothing by them, so the contestmaster is reminded.  Not of those about the draft's
    own *turn*, which are told with it; what a single mail was read as is no precedent.
    """
    rulings = in_force(records, game)
    if not rulings:
        return ()
    clauses = {clause for clauses, _ in found for clause in clauses.split(", ")}
    return tuple(
        f'Your ruling {one.number} ({one.clause}) may bear on this: "{sentence_end(one.text)}" '
        "The bot plays nothing by it; to decide by it, overrule this."
        for one in rulings
        if isinstance(one.effect, effects.Precedent)
        and one.told_at is not None
        and one.clause in clauses
        and (turn is None or one.turn != turn)
    )
