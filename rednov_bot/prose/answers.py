"""Answers to the sender of a mail: how it was read, what it costs, why it has no effect."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from rednov_bot.engine.position import Position
from rednov_bot.engine.refusals import Against
from rednov_bot.engine.rules.plan import Plan
from rednov_bot.engine.tables import Tables
from rednov_bot.engine.turn import Turn
from rednov_bot.engine.words import Item
from rednov_bot.papers import Page, Question, TakenTurn
from rednov_bot.prose.canonical import sentences
from rednov_bot.prose.environment import WIDTH, fold
from rednov_bot.prose.letterhead import Envelope, Letterhead, page
from rednov_bot.prose.pointing import pointed
from rednov_bot.prose.private_pages import hand_lines
from rednov_bot.prose.public_pages import Announced
from rednov_bot.prose.reckoning import reckon
from rednov_bot.prose.remedies import can_be_mended, remedy
from rednov_bot.prose.vain import in_vain


def receipt(
    plan: Plan,
    position: Position,
    tables: Tables,
    *,
    number: int,
    said_at: datetime,
    due: datetime,
    letterhead: Letterhead,
    envelope: Envelope,
    asked: bool = False,
    blind: bool = False,
) -> Page:
    """A turn was taken: how it was read, what it costs, and until when it is resolved (§16).

    *position* is the one at which the turn was announced; *asked* where another mail asks its
    gnome for a choice; *blind* where whoever resolves it is not shown what is written to the bot
    alone.
    """
    return page(
        "receipt",
        envelope,
        "receipt",
        letterhead,
        number=number,
        said_at=said_at,
        due=due,
        read=sentences(plan.turn),
        reckoning=reckon(plan, position, tables),
        warnings=in_vain(plan, position, tables),
        asked=asked,
        blind=blind,
    )


def void(
    announced: Announced,
    refusals: tuple[Against, ...],
    *,
    letterhead: Letterhead,
    envelope: Envelope,
    said_at: datetime | None = None,
    turn: Turn | None = None,
    told_when_free: bool = False,
) -> Page:
    """An announcement has no effect: every reason and what helps (§9).

    *turn* shows how it was read; *told_when_free* where nothing is wrong with it but its moment,
    and its gnome will hear when that has come.
    """
    return page(
        "receipt",
        envelope,
        "void",
        letterhead,
        announced=announced,
        reasons=[(one.reason, one.clause, remedy(one.code, announced)) for one in refusals],
        read=sentences(turn) if turn is not None else (),
        said_at=said_at,
        too_early=told_when_free,
        mendable=can_be_mended([one.code for one in refusals]),
    )


def noted(
    announced: Announced | Literal["private list", "absence", "announcement"],
    told: tuple[str, ...],
    *,
    said_at: datetime,
    letterhead: Letterhead,
    envelope: Envelope,
    next: str = "",
    hand: tuple[Item, ...] | None = None,
    discard: int = 0,
    limit: int | None = None,
) -> Page:
    """A discard, a gift, a joining or a private list was taken in; *told* says what it does.

    *next* is what the reader may do now, by default nothing; *hand* is eirs, where it changed;
    *discard* is how many items a hand limit still asks for, down to *limit* (§17).
    """
    return page(
        "receipt",
        envelope,
        "noted",
        letterhead,
        announced=announced,
        told=told,
        said_at=said_at,
        hand=hand_lines(hand or ()),
        held=None if hand is None else len(hand),
        discard=discard,
        limit=limit,
        next=next or _awaits(announced, letterhead, done=not discard),
    )


def _awaits(announced: str, letterhead: Letterhead, *, done: bool) -> str:
    """What becomes of something that was noted, and whether its announcer has more to do."""
    told = f"The list is told of your {announced} as soon as {letterhead.decides} has approved it"
    return f"{told}. You do not need to do anything more." if done else f"{told}."


@dataclass(frozen=True, slots=True)
class Proposal:
    """A reading of an unclear announcement that its author is shown."""

    lines: Sequence[str] = field(repr=False)  # in plain words
    outcome: Sequence[str] = field(repr=False)  # what would come of it now; () where a value lacks


def question(
    questions: tuple[Question, ...],
    text: str,
    *,
    letterhead: Letterhead,
    envelope: Envelope,
    said_at: datetime | None = None,
    tried: bool = False,
    stands: bool = False,
    code: str = "",
    counts: Literal["private", "list", "off"] = "off",
    proposals: Sequence[Proposal] = (),
    is_whole: bool = True,
    so_far: str = "",
) -> Page:
    """The words of *text* that were not understood, marked in their line, and what to say instead.

    *stands* where all that was said is that an announcement is taken back, which none can be.  An
    answer under the *code* completes the announcement where it *counts* (A126).  A plain yes means
    the only one of *proposals* where that *is_whole*; of two, an answer names the number.  *so_far*
    is the announcement with an earlier answer in it.
    """
    return page(
        "question",
        envelope,
        "question",
        letterhead,
        questions=[_asked(one, text) for one in questions],
        said_at=said_at,
        tried=tried,
        stands=stands,
        code=code,
        counts=counts,
        proposals=proposals,
        is_whole=is_whole,
        so_far=so_far,
    )


Unsettled = Literal["nothing", "no", "settled", "overtaken", "list", "off"]
"""Why an answer does not complete an announcement: it leaves it open, denies it, comes after
another one or after another turn, or counts on the list alone or nowhere."""


def unsettled(
    why: Unsettled,
    *,
    code: str,
    words: str,
    said_at: datetime | None,
    letterhead: Letterhead,
    envelope: Envelope,
) -> Page:
    """An answer to what was asked about an unclear announcement, *words*, did not complete it."""
    return page(
        "question",
        envelope,
        "unsettled",
        letterhead,
        why=why,
        code=code,
        words=words,
        said_at=said_at,
    )


def _asked(asked: Question, text: str) -> dict[str, Any]:
    """One question as the template shows it."""
    lines = pointed(text, asked.words)
    return {
        "lines": lines,
        "words": "" if lines else " ".join(asked.words.split()),
        "ask": asked.ask,
    }


def wrong_forum(
    forum: str,
    text: str,
    asked: tuple[Question, ...] = (),
    *,
    letterhead: Letterhead,
    envelope: Envelope,
    waits: str = "",
) -> Page:
    """A turn went to *forum*, where no announcement counts (§9); *text* is what to send again.

    *asked* is what would not be understood there either; *waits* half a sentence on the turn that
    awaits its resolution just now, so that no other can be taken.
    """
    return page(
        "receipt",
        envelope,
        "wrong_forum",
        letterhead,
        forum=forum,
        text=_as_written(text),
        questions=[_asked(one, text) for one in asked],
        waits=waits,
    )


def announced_nothing(
    words: str, *, said_at: datetime | None, letterhead: Letterhead, envelope: Envelope
) -> Page:
    """Somebody said what e will do, which does nothing; *words* would do it."""
    return page(
        "receipt",
        envelope,
        "announced_nothing",
        letterhead,
        words=_as_written(words),
        said_at=said_at,
    )


def way_free(
    text: str,
    refusals: tuple[Against, ...],
    *,
    before: TakenTurn,
    said_at: datetime | None,
    letterhead: Letterhead,
    envelope: Envelope,
) -> Page:
    """The turn *before* is resolved, for whose sake the one announced by *text* was void (§9).

    *refusals* is what would be against it now.
    """
    return page(
        "receipt",
        envelope,
        "way_free",
        letterhead,
        number=before.number,
        gnome=before.turn.gnome,
        said_at=said_at,
        text=_as_written(text),
        reasons=[(one.reason, one.clause, remedy(one.code, "turn")) for one in refusals],
    )


def _as_written(text: str) -> str:
    """A gnome's own text to be sent again; only its long lines are folded."""
    lines = [line.rstrip() for line in text.strip().split("\n")]
    return "\n".join([line if len(line) <= WIDTH else fold(line) for line in lines])


def nobody_reads(*, said_at: datetime | None, letterhead: Letterhead, envelope: Envelope) -> Page:
    """To a gnome who has answered the bot in words for whoever decides."""
    return page(
        "question",
        envelope,
        "nobody_reads",
        letterhead,
        said_at=said_at,
    )


def not_read(
    why: str, where: str, *, said_at: datetime | None, letterhead: Letterhead, envelope: Envelope
) -> Page:
    """To a person whose mail is held, for some of it could not be read: *why*, half a sentence.

    *where*: the address of the forum, "" of a mail to the bot alone.
    """
    return page("question", envelope, "not_read", letterhead, why=why, where=where, said_at=said_at)


def who_are_you(address: str, *, letterhead: Letterhead, envelope: Envelope) -> Page:
    """A mail came from an address that belongs to nobody known."""
    return page("question", envelope, "who_are_you", letterhead, address=address)


def together(pages: tuple[Page, ...], letterhead: Letterhead) -> Page:
    """The answers to one mail that says several things, as one mail, in their order."""
    first = pages[0]
    if len(pages) == 1:
        return first
    parts = [(one.subject.removeprefix(letterhead.tag).strip(), _unsigned(one)) for one in pages]
    return page("receipt", _envelope(first), "together", letterhead, parts=parts)


def _unsigned(answer: Page) -> str:
    """What an answer says, without its signature."""
    return answer.body.rpartition("\n-- \n")[0].strip("\n")


def spent(answer: Page, most: int, until: datetime, *, letterhead: Letterhead) -> Page:
    """Instead of an *answer*: as many as may be went to its reader in the day that ends *until*.

    *unshown*: to mails that are not shown to be theirs.
    """
    envelope = _envelope(answer)
    return page("receipt", envelope, "spent", letterhead, most=most, until=until)


def _envelope(answer: Page) -> Envelope:
    return Envelope(
        to=answer.to,
        to_name=answer.to_name,
        in_reply_to=answer.in_reply_to,
        references=answer.references,
    )
