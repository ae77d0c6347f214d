"""A draft is made anew for the contestmaster, on the same luck: after a rejection, say (A95)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import assert_never

import msgspec

from rednov_bot.core.errors import CannotStart, NoSuchDraft
from rednov_bot.core.models import Draft, PaperId
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import resolving, starting
from rednov_bot.core.workflow.desk import Desk, ongoing
from rednov_bot.core.workflow.drafts import drafting, replacing
from rednov_bot.games.base import Held

_AS_IT_STANDS = "it is still open"


@dataclass(frozen=True, slots=True)
class NotAgain:
    """Nothing was drafted again, and why: half a sentence about the draft."""

    draft: Draft
    why: str

    @property
    def stands(self) -> bool:
        """Whether the draft is still open: it is answered as it is, and may be shown again."""
        return self.why == _AS_IT_STANDS


def can_be(draft: Draft) -> bool:
    """Whether a rejected draft of this kind is made again by a word; others are asked for anew."""
    return draft.kind in ("resolution", "choice", "opening", "line")


def draft_again(desk: Desk, records: UnitOfWork, code: str) -> Draft | NotAgain:
    """What the draft *code* was about is drafted anew and mailed to the contestmaster.

    A resolution or an opening keeps its luck, a line its words; nothing that is posted already is
    drafted once more.  Raises NoSuchDraft.
    """
    found = records.draft(code)
    if found is None:
        raise NoSuchDraft(code)
    draft, decision = found
    if decision is not None and decision.verdict == "approved":
        return NotAgain(draft, "it was approved, and its mails are on their way")
    match draft.kind:
        case "resolution" | "choice":
            assert draft.turn is not None
            return _turn(desk, records, draft, draft.turn, is_open=decision is None)
        case _ if decision is None:
            return NotAgain(draft, _AS_IT_STANDS)
        case "opening":
            return _opening(desk, records, draft)
        case "line":
            # The same words, unless another draft of them is open or was posted: they go out once.
            for known in records.open_drafts():
                if known.kind == "line" and known.pages == draft.pages:
                    return NotAgain(draft, f"draft {known.code} about it is open")
            if (posted := records.approved_like(draft)) is not None:
                return NotAgain(draft, f"its words were posted already, by draft {posted}")
            made = replace(
                draft, code=desk.tokens.code(), attempt=draft.attempt + 1, made_at=desk.now()
            )
            note = f"These are the words of draft {draft.code}, which you rejected."
            return drafting.submit(desk, records, made, notes=(note,))
        case "return":
            return NotAgain(draft, 'it asks about a posting: "post again" sends that once more')
        case (
            "idle" | "award" | "correction" | "claim" | "contest" | "report" | "reading" | "secret"
        ):
            return NotAgain(draft, "what it was about is asked for anew, as it was at first")
        case _:
            assert_never(draft.kind)


def _turn(
    desk: Desk, records: UnitOfWork, draft: Draft, turn: PaperId, *, is_open: bool
) -> Draft | NotAgain:
    now, taken = ongoing(desk, records), records.turn(turn)
    pending = None if now is None else records.pending_turn(now.game.id)
    if now is None or pending is None or pending.id != turn:
        return NotAgain(draft, f"turn {taken.number} is resolved already")
    newer = next((one for one in records.open_drafts() if one.turn == turn), None)
    if newer is not None and not is_open:
        return NotAgain(draft, f"draft {newer.code} about it is open")
    notes = () if is_open else replacing.own_words(records, draft)
    made = resolving.draft_resolution(desk, records, taken, notes=notes)
    if made is not None:
        return made
    if is_open:
        return NotAgain(draft, _AS_IT_STANDS)
    outcome = resolving.resolution_of(desk, records, now, taken)
    whose = outcome.choice.of if isinstance(outcome, Held) else taken.turn.gnome
    return NotAgain(draft, f"turn {taken.number} waits for a choice of {whose}'s")


def _opening(desk: Desk, records: UnitOfWork, draft: Draft) -> Draft | NotAgain:
    """The same crew and options; the same luck, if no other game has begun since.

    Not of a game that has begun: its opening is posted, and this would be another game's.
    """
    assert draft.game is not None
    game = records.game(draft.game)
    if records.gamestate(game.id) is not None:
        return NotAgain(draft, f"{game.tag} has begun already")
    try:
        given = msgspec.to_builtins(game.options)
        notes = replacing.own_words(records, draft)
        return starting.start(desk, records, game.gnomes, given, notes=notes)
    except CannotStart as error:
        return NotAgain(draft, error.reason)
