"""A ruling holds no longer, when the draft is approved that says so (§25).

What was resolved under it stands as it was posted, until the contestmaster rewinds to it; a turn is
played again by the options that held when it was taken (A97).
"""

from __future__ import annotations

from typing import assert_never

from rednov_bot.core import contest as effects
from rednov_bot.core.errors import CannotRule
from rednov_bot.core.models import Draft, PaperId, TakenTurn
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import resolving
from rednov_bot.core.workflow.corrections import in_force, ruling
from rednov_bot.core.workflow.desk import Desk, ongoing, pending
from rednov_bot.games.red_november.render import ruling_words
from rednov_bot.games.red_november.rules import events as ev


def withdraw(
    desk: Desk, records: UnitOfWork, number: int, text: str = ""
) -> tuple[effects.Ruling, Draft, str]:
    """A ruling is proposed that withdraws ruling *number*, and drafted for the list.

    At last a sentence or more on what is left as it is.  Raises CannotRule.
    """
    gone = _found(records, number)
    with records.undoable():
        given = ruling.record(
            desk,
            records,
            effects.Withdrawn(number),
            text or f"Ruling {number} is withdrawn",
            gone.clause,
            by=desk.decides,
            game=None if gone.game is None else PaperId(gone.game),
            turn=None if gone.turn is None else PaperId(gone.turn),
            proposed=True,
        )
        if fault := _fault(desk, records, given, gone):
            raise CannotRule(fault)
        leaves = _leaves(desk, records, gone)
        draft = ruling.announce(desk, records, given, (leaves,), withdraws=gone)
    return given, draft, leaves


def overtaken(desk: Desk, records: UnitOfWork, draft: Draft) -> str:
    """Why a ruling cannot be withdrawn any more by *draft*; nothing of every other draft."""
    given = _withdrawal(records, draft)
    if given is None:
        return ""
    assert isinstance(given.effect, effects.Withdrawn)
    number = given.effect.ruling
    if not any(one.number == number for one in in_force.in_force(records)):
        return f"ruling {number} is withdrawn already"
    return _fault(desk, records, given, records.ruling(number))


def follow(desk: Desk, records: UnitOfWork, draft: Draft) -> None:
    """A ruling was withdrawn: the turn that awaits its resolution is drafted again without it."""
    given = _withdrawal(records, draft)
    if given is None:
        return
    assert isinstance(given.effect, effects.Withdrawn)
    gone = records.ruling(given.effect.ruling)
    taken = _waiting(desk, records, gone)
    if taken is not None:
        resolving.draft_resolution(desk, records, taken, notes=(ruling_words.gone(gone.number),))


def rejected(records: UnitOfWork, draft: Draft) -> str:
    """The rulings on which a rejected draft rests and that hold on, in a sentence; or nothing."""
    known = in_force.in_force(records)
    if draft.turn is not None and draft.kind in ("resolution", "choice"):
        numbers = [one.number for one in known if one.turn == draft.turn]
    else:
        numbers = [one.number for one in known if effects.Uphold(one.number) in draft.effects]
    return ruling_words.still_in_force(numbers)


def _found(records: UnitOfWork, number: int) -> effects.Ruling:
    for one in in_force.in_force(records):
        if one.number == number:
            return one
    for draft in records.open_drafts():
        if any(
            isinstance(one, effects.Uphold | effects.Correct) and one.ruling == number
            for one in draft.effects
        ):
            raise CannotRule(
                f"ruling {number} holds only when draft {draft.code} is approved; reject that"
            )
    known = any(one.number == number for one in records.rulings())
    raise CannotRule(
        f"ruling {number} is withdrawn already or withdraws another; rule anew instead"
        if known
        else f"there is no ruling {number}; `rulings` lists them"
    )


def _withdrawal(records: UnitOfWork, draft: Draft) -> effects.Ruling | None:
    for effect in draft.effects:
        if isinstance(effect, effects.Uphold):
            given = records.ruling(effect.ruling)
            return given if isinstance(given.effect, effects.Withdrawn) else None
    return None


def _waiting(desk: Desk, records: UnitOfWork, gone: effects.Ruling) -> TakenTurn | None:
    """The pending turn, if a ruling is about it; what else was taken before goes by it still."""
    taken = pending(desk, records)
    return taken if taken is not None and gone.turn == taken.id else None


class _Tried(Exception):
    """Nothing was wrong; what was tried is undone."""


def _fault(desk: Desk, records: UnitOfWork, given: effects.Ruling, gone: effects.Ruling) -> str:
    """Why the pending turn cannot do without a ruling; the empty string where it can."""
    now, taken = ongoing(desk, records), _waiting(desk, records, gone)
    if now is None or taken is None:
        return ""
    try:
        with records.undoable():
            records.uphold(given.number, desk.now())
            resolving.resolution_of(records, now, taken)
            raise _Tried
    except _Tried:
        return ""
    except ValueError:
        return (
            f"without ruling {gone.number} turn {taken.number} would be no valid turn; "
            "overrule its draft void first"
        )


def _leaves(desk: Desk, records: UnitOfWork, gone: effects.Ruling) -> str:
    if (taken := _waiting(desk, records, gone)) is not None:
        return ruling_words.drafted_again(taken.number)
    chapters = () if gone.game is None else records.chapters(PaperId(gone.game))
    for one in [event for chapter in chapters for event in chapter.events]:
        if isinstance(one, ev.PositionCorrected) and one.ruling == gone.number:
            return ruling_words.correction_stands(_number(records, gone))
    match gone.effect:
        case effects.Precedent() | effects.Withdrawn():
            return ruling_words.PRECEDENT_STANDS
        case effects.Void() if gone.turn is None:  # of a mail, not of a turn
            return ruling_words.MAIL_STANDS
        case effects.OptionSet(option=option) if gone.turn is None:
            return ruling_words.option_stands(option)
        case (
            effects.ReadAs()
            | effects.Void()
            | effects.Valid()
            | effects.PositionSet()
            | effects.Chosen()
            | effects.Defends()
            | effects.OptionSet()
        ):
            return ruling_words.resolution_stands(_number(records, gone), gone.number)
        case _:
            assert_never(gone.effect)


def _number(records: UnitOfWork, gone: effects.Ruling) -> int:
    assert gone.turn is not None
    return records.turn(PaperId(gone.turn)).number
