"""Claims of error: an answer to a posting of the bot's that plainly says it is wrong (§25).

A claim is no act.  It lies before the contestmaster, who denies or accepts it; what is posted
stands until e corrects it.
"""

from __future__ import annotations

from typing import Final

from rednov_bot.desk import stationery
from rednov_bot.desk.desk import Desk, tables_of
from rednov_bot.desk.outgoing import answer, occasion, on_file, post
from rednov_bot.engine.position import Position
from rednov_bot.mail.claims import claim
from rednov_bot.mail.letter import is_own_id
from rednov_bot.mail.unsealing import unsealed
from rednov_bot.papers import Draft, Letter, MessageId, PaperId
from rednov_bot.ports import Records
from rednov_bot.prose import claim_pages, reasoning
from rednov_bot.prose.audience import public_only

_MADE: Final = "claims an error"
_MOST_ABOVE: Final = 10
"""Mails above a claim in its thread that are looked up."""


def hear(desk: Desk, records: Records, mail: PaperId, letter: Letter) -> str | None:
    """A letter that claims an error in a posting is put before the contestmaster.

    What was made of it, for the file; None of a letter that claims none, or of eir own.
    """
    if letter.sender in (None, desk.decides) or letter.check:
        return None
    above = _above(desk, letter)
    found = claim(letter) if above else None
    about = None if found is None else _about(records, above)
    if found is None or about is None:
        return None
    earlier = None if letter.message_id is None else records.same_before(letter.message_id, None)
    if earlier is not None and records.mailed_for(_occasion_of(earlier)) is not None:
        return f"{_MADE}, in a mail heard before"
    draft, subject = about
    _put_before(desk, records, mail, letter, found.words, draft, subject)
    if letter.wants_no_answer and letter.forum == "private":
        return _MADE
    page = claim_pages.claim_noted(
        _what(records, draft),
        said_at=letter.said_at or desk.now(),
        letterhead=stationery.letterhead(desk, letter.forum),
        envelope=stationery.to_sender(desk, letter),
    )
    why = occasion(letter)
    return on_file(_MADE, answer(desk, records, page, reason=why), reason=why)


def _occasion_of(mail: PaperId) -> str:
    """For what the mail went out that showed the contestmaster a claim."""
    return f"claim of mail {mail}"


def _above(desk: Desk, letter: Letter) -> tuple[MessageId, ...]:
    """The mails of the bot's that a letter answers, the nearest first."""
    near = () if letter.in_reply_to is None else (letter.in_reply_to,)
    every = dict.fromkeys((*near, *reversed(letter.references[-_MOST_ABOVE:])))
    return tuple(one for one in every if is_own_id(one, desk.settings.bot.address))


def _about(records: Records, above: tuple[MessageId, ...]) -> tuple[Draft, str] | None:
    """The draft of the public posting that a letter answers, and the posting's subject."""
    for message_id in above:
        known = records.posting(message_id)
        if known is None or known.posting.kind != "public" or known.draft is None:
            continue
        found = records.draft(known.draft)
        if found is not None:
            return found[0], unsealed(known.posting).subject
    return None


def _what(records: Records, draft: Draft) -> str:
    """What a posting was about, within a sentence: `turn 12`, `the opening of RN1`."""
    if draft.turn is not None:
        return f"turn {records.turn(draft.turn).number}"
    if draft.kind == "opening" and draft.game is not None:
        return f"the opening of {records.game(draft.game).tag}"
    return f'"{draft.about}"'


def about_claims(letter: Letter) -> str:
    """How a line about a claim begins."""
    return f"Claim of error: {letter.sender}, "


def _put_before(
    desk: Desk,
    records: Records,
    mail: PaperId,
    letter: Letter,
    words: str,
    posted: Draft,
    subject: str,
) -> None:
    """The claim as a draft with nothing to post, and the mail that shows it."""
    about = f"{about_claims(letter)}{_what(records, posted)}"
    draft = Draft(
        code=desk.tokens.code(),
        kind="claim",
        game=posted.game,
        turn=posted.turn,
        for_state=None,
        attempt=1,
        pages=(),
        about=about,
        made_at=desk.now(),
        due_by=None,
        mail=mail,
    )
    records.add_draft(draft)
    page = claim_pages.claim(
        draft.code,
        letter.sender or "",
        about,
        words,
        _reasons(desk, records, posted),
        posted=subject,
        turn=None if posted.turn is None else records.turn(posted.turn).number,
        private=letter.forum == "private",
        said_at=letter.said_at or desk.now(),
        letterhead=stationery.letterhead(desk),
        envelope=stationery.to_contestmaster(desk),
    )
    post(desk, records, page, draft=draft.code, reason=_occasion_of(mail))


def _reasons(desk: Desk, records: Records, posted: Draft) -> tuple[reasoning.Reason, ...]:
    """By which clauses the posting came about, as its draft showed them."""
    if posted.game is None or posted.for_state is None or not posted.happenings:
        return ()
    tables = tables_of(desk, records.game(posted.game))
    before = Position()
    if posted.for_state > 0:
        before = records.gamestate_at(posted.game, posted.for_state).position
    gnome = None if posted.turn is None else records.turn(posted.turn).turn.gnome
    return reasoning.reasons(public_only(posted.happenings), before, tables, gnome)
