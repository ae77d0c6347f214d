"""Which rulings hold, and for what: a turn, the options of a game, a clause (§25, A96).

A ruling holds from the gamestate in which it was given; a turn that was taken before does not know
it, however often it is drafted again, unless the ruling is about that very turn.  It is withdrawn
in the same way: what was taken before goes by it still.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from rednov_bot.core import contest as effects
from rednov_bot.core.models import Game, PaperId, TakenTurn
from rednov_bot.core.render.draft_pages import Reason
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.games.red_november.render import ruling_words
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.gamestate import Gamestate
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.overruled import (
    Ruled,
    gifts_if_reread,
    gifts_if_void,
    waking,
)
from rednov_bot.games.red_november.rules.rulings import changes_from
from rednov_bot.games.red_november.rules.tables import Board
from rednov_bot.games.red_november.rules.turn import Turn

_NEAR = 12  # gamestates that are looked through first: a pending turn was taken just now


def in_force(
    records: UnitOfWork, game: PaperId | None = None, until: int | None = None
) -> tuple[effects.Ruling, ...]:
    """Every ruling, or those that concern *game*; none that was withdrawn; oldest first.

    With *until*, those that held when the game got to that gamestate.
    """
    every = records.rulings(game)
    if until is not None:
        every = tuple(one for one in every if (one.since or 0) < until)
    if not every:
        return every
    gone = effects.withdrawals(every)
    return tuple(
        one
        for one in every
        if one.number not in gone and not isinstance(one.effect, effects.Withdrawn)
    )


def about(
    records: UnitOfWork, taken: TakenTurn, until: int | None = None
) -> tuple[effects.Ruling, ...]:
    """The rulings about a turn; with *until*, those that were given before that gamestate."""
    known = in_force(records, taken.game)
    return tuple(
        one for one in known if one.turn == taken.id and (until is None or (one.since or 0) < until)
    )


def turn_of(records: UnitOfWork, taken: TakenTurn, until: int | None = None) -> Turn:
    """What a turn says: as it was read, or as it was ruled to be read last, before *until*."""
    turn = taken.turn
    for one in about(records, taken, until):
        if isinstance(one.effect, effects.ReadAs):
            turn = one.effect.turn
    return turn


def under(options: Options, known: Iterable[effects.Ruling]) -> Options:
    """The options as rulings have made them."""
    for one in known:
        if isinstance(one.effect, effects.OptionSet):
            options = replace(options, **{one.effect.option: one.effect.value})
    return options


def options_now(records: UnitOfWork, game: Game) -> Options:
    """The options of a game: those of its opening, and what was ruled about them since."""
    return under(game.options, in_force(records, game.id))


def options_of(records: UnitOfWork, game: Game, taken: TakenTurn) -> Options:
    """The options under which a turn is resolved: those of when it was taken (rules.md 10)."""
    if not any(isinstance(one.effect, effects.OptionSet) for one in records.rulings(game.id)):
        return game.options
    then = in_force(records, game.id, taken_in(records, taken))
    its_own = about(records, taken)
    known = {one.number: one for one in (*then, *its_own) if one.turn != taken.id or one in its_own}
    return under(game.options, [known[number] for number in sorted(known)])


def taken_in(records: UnitOfWork, taken: TakenTurn) -> int:
    """The number of the gamestate in which a turn has been taken just now."""
    present = records.gamestate(taken.game)
    assert present is not None
    for behind in (max(0, present[0] - _NEAR), 0):
        for chapter in reversed(records.chapters(taken.game, behind)):
            for one in chapter.events:
                if isinstance(one, ev.TurnTaken) and one.number == taken.number:
                    return chapter.number
    raise KeyError(taken.number)


def ruled(
    records: UnitOfWork,
    gamestate: Gamestate,
    taken: TakenTurn,
    board: Board,
    until: int | None = None,
) -> Ruled | None:
    """What was ruled about a turn, before *until*, as it is resolved at *gamestate*; or None."""
    known = about(records, taken, until)
    if not known:
        return None
    number = taken_in(records, taken)
    valid, void = any(isinstance(one.effect, effects.Valid) for one in known), is_void(known)
    before: list[ev.PublicEvent] = []
    behind: list[tuple[ev.RulingGiven, str]] = []
    for one in known:
        told = ev.RulingGiven(one.number, one.clause, one.text)
        match one.effect:
            case effects.PositionSet(lines=lines) if (one.since or 0) >= number:
                behind.append((told, lines))
                continue
            case effects.PositionSet(lines=lines):
                changes = changes_from(lines, gamestate.position, board)
                told = replace(told, changes=() if isinstance(changes, str) else changes)
            case effects.Valid():
                told = replace(told, changes=waking(gamestate.position, taken.turn))
            case _:
                pass
        before.append(told)
    turn = turn_of(records, taken, until)
    gifts = gifts_if_reread(gamestate.position, taken.turn, turn)
    if gifts is not None and not void:
        before.append(ev.TurnReread(turn.gnome, taken.number, gifts))
    voided = None
    if void:
        was = records.gamestate_at(taken.game, number - 1).position
        given_back = gifts_if_void(gamestate.position, was, taken.turn)
        voided = ev.TurnVoided(taken.turn.gnome, taken.number, given_back)
    return Ruled(before=tuple(before), valid=valid, void=voided, behind=tuple(behind))


def is_void(known: Iterable[effects.Ruling]) -> bool:
    """Whether a turn is void by the last of its rulings that says whether it counts."""
    says = (effects.ReadAs, effects.Void, effects.Valid)
    every = [one.effect for one in known if isinstance(one.effect, says)]
    return bool(every) and isinstance(every[-1], effects.Void)


def precedents(
    records: UnitOfWork, found: Iterable[Reason], game: PaperId | None, turn: PaperId | None = None
) -> tuple[str, ...]:
    """A sentence for each precedent about a clause that a draft gives as its reason.

    The bot plays nothing by them, so the contestmaster is reminded.  Not of those about the draft's
    own *turn*, which are told with it.
    """
    known = in_force(records, game)
    if not known:
        return ()
    clauses = {clause for clauses, _ in found for clause in clauses.split(", ")}
    return tuple(
        ruling_words.may_bear(one)
        for one in known
        if isinstance(one.effect, effects.Precedent)
        and one.told_at is not None  # what a single mail was read as is no precedent
        and one.clause in clauses
        and (turn is None or one.turn != turn)
    )
