"""An announcement has no effect: its sender is told why, the list only what it may know (§9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from rednov_bot.desk import stationery
from rednov_bot.desk.announcements import turned_away
from rednov_bot.desk.desk import Desk, Ongoing
from rednov_bot.desk.drafts import drafting
from rednov_bot.desk.hidden import gate
from rednov_bot.desk.outgoing import answer
from rednov_bot.engine.options import Options
from rednov_bot.engine.refusals import Against, Refusal
from rednov_bot.engine.turn import Turn
from rednov_bot.engine.words import Item
from rednov_bot.engine.worlds import Lacks
from rednov_bot.papers import Leak, Letter, Page, PaperId
from rednov_bot.ports import Records
from rednov_bot.prose import answers, public_pages
from rednov_bot.prose.public_pages import Announced

Judging = Callable[[Ongoing], Sequence[Against]]
"""What is against an announcement, in any hidden world; nothing where it would be valid."""


def refuse(
    desk: Desk,
    records: Records,
    letter: Letter,
    announced: Announced,
    now: Ongoing | None,
    refusals: tuple[Against, ...],
    judge: Judging,
    claimed: Counter[Item],
    *,
    turn: Turn | None = None,
    notes: tuple[str, ...] = (),
    mail: PaperId | None = None,
) -> bool:
    """An announcement is without effect: the sender is told why, the list only what it may know.

    A public reason may be told; a private one goes to the sender alone, and the public line says
    that it did (§6, A21).  *judge* finds the *refusals* again
    in other worlds; *claimed* are the tiles that the announcement says its sender holds.  Whether e
    could be told.
    """
    page = answers.void(
        announced,
        refusals,
        letterhead=stationery.letterhead(desk, letter.forum),
        envelope=stationery.to_sender(desk, letter),
        said_at=letter.said_at,
        turn=turn,
        told_when_free=announced == "turn" and turned_away.is_alone(refusals),
    )
    options = now.options if now is not None else Options()
    told = _told(refusals, options)
    answered = answer(desk, records, page)
    text = _line(desk, letter, announced, told)
    drafting.refused(
        desk,
        records,
        letter,
        announced,
        text,
        told,
        refusals,
        game=now.game.id if now is not None else None,
        auto=options.auto_verdicts and not letter.is_ruled,
        leaks=_leaks(desk, records, letter, announced, now, refusals, judge, claimed, text),
        notes=notes,
        mail=mail,
    )
    return answered


def _told(refusals: Sequence[Against], options: Options) -> Refusal | None:
    """What the list is told: the first reason; None where that is withheld from it."""
    first = refusals[0]
    return first if isinstance(first, Refusal) and not options.uniform_refusals else None


def _line(desk: Desk, letter: Letter, announced: Announced, told: Refusal | None) -> Page:
    """One public line: the announcement had no effect, with its public reason or neutrally."""
    return public_pages.refusal(
        letter.sender or "",
        announced,
        told,
        letterhead=stationery.letterhead(desk, letter.forum),
        envelope=stationery.to_list(desk, letter.forum, letter),
        said_at=letter.said_at,
    )


def _leaks(
    desk: Desk,
    records: Records,
    letter: Letter,
    announced: Announced,
    now: Ongoing | None,
    refusals: Sequence[Against],
    judge: Judging,
    claimed: Counter[Item],
    text: Page,
) -> tuple[Leak, ...]:
    """What the line would tell that is hidden.

    It is void in every world: for a public reason, for another that is as good as public, or since
    its sender lacks something of what e claims; what, nobody else may know.
    """
    if now is None:
        return ()

    def again(there: gate.There) -> tuple[Page, ...]:
        found = judge(there.now)
        if not found:
            return ()
        return (_line(there.desk, letter, announced, _told(found, there.now.options)),)

    lacks = None
    if all(one.code == "ITEM_NOT_HELD" for one in refusals):
        lacks = Lacks(letter.sender or "", claimed, beside_promises=announced == "gift in return")
    return gate.leaks(desk, records, now, (text,), again, lacks=lacks)
