"""Claims of error: somebody plainly says that a posting of the bot's is wrong (§25).

A claim is no act.  It lies before the contestmaster, who denies or accepts it; what is posted
stands until they correct it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rednov_bot.core.mail.composing import unsealed
from rednov_bot.core.mail.message import is_own_id
from rednov_bot.core.models import Draft, Message, MessageId, PaperId, TakenTurn
from rednov_bot.core.render import claim_pages, draft_pages
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import hidden, outgoing
from rednov_bot.core.workflow.commands.claims import (
    claim,
    is_formal,
    is_of_a_resolution,
    names_the_turn,
    protest,
    speaks_of_the_game,
    turn_named,
)
from rednov_bot.core.workflow.desk import Desk, draft_of, tables_of
from rednov_bot.core.workflow.outgoing import answer, on_file, post
from rednov_bot.games.red_november.render import reasoning
from rednov_bot.games.red_november.render.audience import public_only
from rednov_bot.games.red_november.rules.position import Position

_MADE: Final = "claims an error"
_MOST_ABOVE: Final = 10
"""Mails above a claim in its thread that are looked up."""


@dataclass(frozen=True, slots=True)
class _About:
    """What a claim is about."""

    what: str  # within a sentence: `turn 12`, `the opening of RN1`
    game: PaperId | None
    turn: TakenTurn | None
    shown: Draft | None  # the draft of what is said to be wrong
    posted: str  # the subject of the posting that is answered, "" where none is
    awaited: bool = False  # it is a turn that awaits its resolution


def hear(
    desk: Desk,
    records: UnitOfWork,
    mail: PaperId,
    message: Message,
    *,
    plainly: bool = False,
    unclear: bool = False,
) -> str | None:
    """A message that claims an error in a posting is put before the contestmaster.

    So is one by which a gnome protests that their turn was read wrongly, or takes it back: nothing
    of it is undone (§9), but the one who resolves it may say how it is read.  *unclear* where
    something seems to be announced beside it, which is not asked about; *plainly* where the message
    may yet be something else, and only words count that are plain anywhere.  What was made of it,
    for the file; None of a message that claims none, or of the contestmaster's own.
    """
    if message.sender in (None, desk.decides) or message.check:
        return None
    found = _claimed(desk, records, message, plainly=plainly)
    if found is None:
        return None
    return _taken_up(desk, records, mail, message, *found, unclear=unclear)


def hear_answer(
    desk: Desk, records: UnitOfWork, mail: PaperId, message: Message, taken: TakenTurn
) -> str:
    """What its gnome says, of whatever kind, in answer to the receipt of a turn (§25).

    While the turn awaits its resolution the contestmaster sees it, as the receipt promises.  Of a
    resolved one only a claim of error is put before them; other words are told what can be done.
    """
    if is_awaited(records, taken):
        said = message.text.strip()
        return _taken_up(desk, records, mail, message, said, _awaited(records, taken))
    claimed, about = claim(message), _resolved(records, taken.game, taken.number)
    if claimed is not None and about is not None:
        return _taken_up(desk, records, mail, message, claimed, about)
    page = claim_pages.resolved_already(
        taken.number,
        said_at=message.said_at or desk.now(),
        **outgoing.answering(desk, message, taken.forum),
    )
    return on_file("answers the receipt of a resolved turn", answer(desk, records, page))


def turn_answered(desk: Desk, records: UnitOfWork, message: Message) -> TakenTurn | None:
    """The sender's own turn in the latest game whose receipt a message answers.

    None for the contestmaster, who needs nobody to hear them.
    """
    above, game = _above(desk, message), records.latest_game()
    if not above or game is None or message.sender == desk.decides:
        return None
    every = [one for one in records.turns(game.id) if one.turn.gnome == message.sender]
    return next((one for one in every if _is_receipt(records, above[0], one)), None)


def is_awaited(records: UnitOfWork, taken: TakenTurn) -> bool:
    """Whether a turn awaits its resolution."""
    pending = records.pending_turn(taken.game)
    return pending is not None and pending.id == taken.id


def _taken_up(
    desk: Desk,
    records: UnitOfWork,
    mail: PaperId,
    message: Message,
    said: str,
    about: _About,
    *,
    unclear: bool = False,
) -> str:
    """The claim goes to the contestmaster, once, and its claimant is told so."""
    earlier = None if message.message_id is None else records.same_before(message.message_id, None)
    if earlier is not None and records.mailed_for(f"claim of mail {earlier}") is not None:
        return f"{_MADE}, in a mail heard before"
    line = f"{about_claims(message)}{about.what}"
    draft = desk.draft(
        "claim",
        line,
        game=about.game,
        turn=None if about.turn is None else about.turn.id,
        mail=mail,
    )
    records.add_draft(draft)
    private = message.forum == "private"
    alone = private and hidden.is_blind(records)
    page = claim_pages.claim(
        draft.code,
        message.sender or "",
        line,
        draft_pages.CLAIMED_ALONE if alone else said,
        () if about.shown is None else _reasons(desk, records, about.shown),
        posted=about.posted,
        turn=None if about.turn is None else about.turn.number,
        awaits=("" if about.shown is None else about.shown.code) if about.awaited else None,
        revealed=about.game is not None and records.luck_revealed(about.game) is not None,
        private=private,
        said_at=message.said_at or desk.now(),
        **outgoing.for_desk(desk),
    )
    post(desk, records, page, draft=draft.code, reason=f"claim of mail {mail}")
    if message.wants_no_answer and private:
        return _MADE
    page = claim_pages.claim_noted(
        about.what,
        awaited=about.awaited,
        unclear=unclear,
        unseen=alone,
        said_at=message.said_at or desk.now(),
        **outgoing.answering(desk, message, message.forum),
    )
    return on_file(_MADE, answer(desk, records, page))


def _claimed(
    desk: Desk, records: UnitOfWork, message: Message, *, plainly: bool
) -> tuple[str, _About] | None:
    above = _above(desk, message)
    named = message.forum == "private" or turn_named(message) is not None
    said = claim(message) if above or named or is_formal(message) else None
    about = _posted(records, above) if said is not None and above else None
    if said is not None and about is not None:
        return said, about
    # The protest of a gnome against the reading of their turn that awaits its resolution; on a
    # list, where people talk of much, only one that names the turn or answers it.
    game = records.latest_game()
    taken = None if game is None else records.pending_turn(game.id)
    if taken is not None and taken.turn.gnome == message.sender:
        own = message.in_reply_to is not None and message.in_reply_to == taken.message_id
        answers_us = bool(above) and _is_receipt(records, above[0], taken)
        if message.forum == "private" or own or answers_us or names_the_turn(message):
            protested = protest(message, answers_us=answers_us and not plainly)
            protested = protested or (claim(message) if answers_us else None)
            if protested is not None:
                return protested, _awaited(records, taken)
    if said is None:
        return None
    about = _of_a_turn(records, message) if named else _of_the_game(records, message)
    return None if about is None else (said, about)


def _is_receipt(records: UnitOfWork, message_id: MessageId, taken: TakenTurn) -> bool:
    known = records.posting(message_id)
    if known is None or known.posting.kind != "receipt" or taken.message_id is None:
        return False
    return unsealed(known.posting).answers == taken.message_id


def _awaited(records: UnitOfWork, taken: TakenTurn) -> _About:
    open_ = [one for one in records.open_drafts() if one.turn == taken.id and one.kind != "claim"]
    shown = open_[-1] if open_ else None
    return _About(f"turn {taken.number}", taken.game, taken, shown, "", awaited=True)


def _of_a_turn(records: UnitOfWork, message: Message) -> _About | None:
    """About the turn that a message names though it answers nothing; by default the last one.

    None of a turn that nobody has taken, or of none where the message names no resolution.
    """
    game, number = records.latest_game(), turn_named(message)
    if game is None or (number is None and not is_of_a_resolution(message)):
        return None
    pending = records.pending_turn(game.id)
    if pending is not None and number == pending.number:
        return _awaited(records, pending)
    return _resolved(records, game.id, number)


def _resolved(records: UnitOfWork, game: PaperId, number: int | None) -> _About | None:
    for chapter in reversed(records.chapters(game)):
        draft = draft_of(records, chapter.cause.removeprefix("draft "))
        if draft is None or draft.kind != "resolution" or draft.turn is None:
            continue
        if number is None or records.turn(draft.turn).number == number:
            return _of(records, draft, "")
    return None


def _of_the_game(records: UnitOfWork, message: Message) -> _About | None:
    """About what a gnome of the game means who claims an error on a list in the custom's own words.

    About the turn whose announcement they answer.  In a mail that answers none, and names a thing
    or a gnome of the game, for lists have other reports: about the turn that awaits its resolution,
    where its gnome is named or no other was resolved, else about the last resolution.
    """
    game = records.latest_game()
    if game is None or message.sender not in game.gnomes or not is_formal(message):
        return None
    if (above := message.in_reply_to) is not None:
        taken = next((one for one in records.turns(game.id) if one.message_id == above), None)
        if taken is None:
            return None
        if is_awaited(records, taken):
            return _awaited(records, taken)
        return _resolved(records, game.id, taken.number)
    if not speaks_of_the_game(message, game.gnomes):
        return None
    pending, last = records.pending_turn(game.id), _resolved(records, game.id, None)
    if pending is not None and (last is None or pending.turn.gnome in message.text):
        return _awaited(records, pending)
    return last


def _above(desk: Desk, message: Message) -> tuple[MessageId, ...]:
    """The mails of the bot's that a message answers, the nearest first."""
    near = () if message.in_reply_to is None else (message.in_reply_to,)
    every = dict.fromkeys((*near, *reversed(message.references[-_MOST_ABOVE:])))
    return tuple(one for one in every if is_own_id(one, desk.settings.bot.address))


def _posted(records: UnitOfWork, above: tuple[MessageId, ...]) -> _About | None:
    for message_id in above:
        known = records.posting(message_id)
        if known is None or known.posting.kind not in ("public", "private"):
            continue
        draft = draft_of(records, known.draft)
        if draft is not None:
            return _of(records, draft, unsealed(known.posting).subject)
    return None


def _of(records: UnitOfWork, draft: Draft, posted: str) -> _About:
    taken = None if draft.turn is None else records.turn(draft.turn)
    what = f'"{draft.about}"'
    if taken is not None:
        what = f"turn {taken.number}"
    elif draft.kind == "opening" and draft.game is not None:
        what = f"the opening of {records.game(draft.game).tag}"
    return _About(what, draft.game, taken, draft, posted)


def open_about(records: UnitOfWork, taken: TakenTurn) -> tuple[str, ...]:
    """What is said with a draft of a turn about which claims lie open: a sentence for each."""
    return tuple(
        f"{one.about}: see draft [rednov {one.code}]."
        for one in records.open_drafts()
        if one.kind == "claim" and one.turn == taken.id
    )


def about_claims(message: Message) -> str:
    """How a line about a claim begins."""
    return f"Claim of error: {message.sender}, "


def _reasons(desk: Desk, records: UnitOfWork, posted: Draft) -> tuple[draft_pages.Reason, ...]:
    if posted.game is None or posted.for_state is None or not posted.events:
        return ()
    tables = tables_of(desk, records.game(posted.game))
    before = Position()
    if posted.for_state > 0:
        before = records.gamestate_at(posted.game, posted.for_state).position
    gnome = None if posted.turn is None else records.turn(posted.turn).turn.gnome
    return reasoning.reasons(public_only(posted.events), before, tables, gnome)
