"""What an approval brings about: a game moves on, the contest changes, a ruling holds, ..."""

from __future__ import annotations

from datetime import datetime
from typing import assert_never

from rednov_bot.contest import (
    Awarded,
    AwardOffered,
    AwardPoints,
    ChangeContest,
    ContestChange,
    Correct,
    OptionSet,
    PublishLuck,
    ReadMail,
    RevealLuck,
    Uphold,
    Withdrawn,
)
from rednov_bot.engine import happenings as h
from rednov_bot.engine.gamestate import Gamestate
from rednov_bot.engine.logbook import after
from rednov_bot.engine.words import GnomeName
from rednov_bot.papers import Decision, Draft, PaperId
from rednov_bot.ports import Records


def move_on(records: Records, draft: Draft, game: PaperId, number: int, at: datetime) -> None:
    """What the approved *draft* tells happens in its game, which is at gamestate *number*."""
    present = records.gamestate(game)
    gamestate = Gamestate() if present is None else present[1]
    for happening in draft.happenings:
        gamestate = after(gamestate, happening)
    cause = f"draft {draft.code}"
    records.advance(game, number + 1, draft.happenings, gamestate, cause=cause, at=at)


def take_effect(records: Records, draft: Draft, by: GnomeName, at: datetime) -> None:
    """Everything that the approved *draft* brings about besides its happenings and postings.

    A ruling holds, and is known to everybody, when the draft is approved that tells of it.
    """
    for effect in draft.effects:
        match effect:
            case ChangeContest(change=change, value=value):
                records.change_contest(ContestChange(change=change, value=value, by=by, at=at))
            case AwardPoints(places=places):
                assert draft.game is not None
                for place in places:
                    records.award(draft.game, Awarded(place=place, at=at, by=by, draft=draft.code))
            case Uphold(ruling=number):
                records.uphold(number, at, _since(records, number))
            case AwardOffered():
                pass  # posted, and awarded, by `approve and award` alone (approval.py)
            case ReadMail():
                pass  # what comes of it is drafted as it is carried out (rereading.py)
            case PublishLuck(proof=proof):
                assert draft.game is not None
                records.publish_luck(draft.game, proof, draft.code)
            case RevealLuck():
                assert draft.game is not None
                records.reveal_luck(draft.game, effect, draft.code, at)
            case Correct(ruling=number):
                records.uphold(number, at)
                _settle_claims(records, draft, records.ruling(number).at, by, at)
            case _:
                assert_never(effect)
    for happening in draft.happenings:
        if isinstance(happening, h.RulingGiven):
            records.uphold(happening.number, at)


def _since(records: Records, number: int) -> int | None:
    """From which gamestate an option is another, or a ruling holds no longer (rules.md 10, A97).

    So it is for turns that are taken from now on.
    """
    ruling = records.ruling(number)
    sets_option = isinstance(ruling.effect, OptionSet) and ruling.turn is None
    if ruling.game is None or not (sets_option or isinstance(ruling.effect, Withdrawn)):
        return None
    found = records.gamestate(PaperId(ruling.game))
    return None if found is None else found[0]


def _settle_claims(
    records: Records, draft: Draft, ruled_at: datetime, by: GnomeName, at: datetime
) -> None:
    """What was claimed about the corrected turn before it was ruled on needs no answer of its own.

    Whatever was claimed since, nobody has considered in ruling.
    """
    why = f"corrected by draft {draft.code}"
    for known in records.open_drafts():
        if known.kind != "claim" or known.turn is None or known.turn != draft.turn:
            continue
        if known.made_at <= ruled_at:
            records.decide(Decision(code=known.code, verdict="settled", by=by, why=why, at=at))
