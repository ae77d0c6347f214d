"""The answer to a turn mailed to the bot alone: what would come of it if it were announced now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Literal

from rednov_bot.engine.options import Options
from rednov_bot.engine.refusals import Against
from rednov_bot.engine.rehearsal import Rehearsal
from rednov_bot.engine.rules.objections import FINAL
from rednov_bot.engine.tables import Tables
from rednov_bot.engine.turn import Turn
from rednov_bot.papers import Page
from rednov_bot.prose.canonical import sentences
from rednov_bot.prose.dangers import dangers
from rednov_bot.prose.environment import template
from rednov_bot.prose.letterhead import Envelope, Letterhead, page
from rednov_bot.prose.public_pages import Announced
from rednov_bot.prose.rehearsed import figures
from rednov_bot.prose.remedies import remedy
from rednov_bot.prose.wording import ITEM_NAMES, counted, whose

Checked = Announced | Literal["private list"]
"""What may be tried."""

AWAIT: Final = "Announce it when that resolution is on the list."
KEPT: Final = (
    "Announced now, it would be kept, and judged when that resolution is on the list (game option "
    "queue_early_turns)."
)

Objection = tuple[str, str, str]
"""Reason, clause, and what helps."""


def rehearsal(
    one: Rehearsal,
    said: Turn,
    tables: Tables | None,
    options: Options,
    *,
    waits: str,
    letterhead: Letterhead,
    envelope: Envelope,
    own_words: bool = False,
    several: bool = False,
) -> Page:
    """A planned turn was tried: the verdict, each objection, the figures, the text to announce.

    *said* is the turn as its gnome said it: a gift by number stays a number (A23).  *waits* tells
    whose turn awaits its resolution, "" where none does.  *own_words* where the plain text would
    not be read as the turn; *several* where the mail says more than
    this.
    """
    return page(
        "receipt",
        envelope,
        "rehearsal",
        letterhead,
        several=several,
        **_facts(one, said, tables, options, waits, letterhead, own_words=own_words, secret=True),
    )


def in_words(
    one: Rehearsal,
    said: Turn,
    tables: Tables | None,
    options: Options,
    *,
    waits: str,
    letterhead: Letterhead,
    own_words: bool,
    secret: bool,
) -> str:
    """The same for the contestmaster's console; only if *secret*, what hangs on the hand (§6).

    Without it *one* is judged as far as everybody can see.
    """
    facts = _facts(
        one, said, tables, options, waits, letterhead, own_words=own_words, secret=secret
    )
    seen = "As things stand" if secret else "As far as everybody can see,"
    lead = {"valid": "be valid", "too early": "be too early now"}.get(
        verdict(one), "have no effect"
    )
    text = template("_rehearsed").render(letterhead=letterhead, **facts)
    return f"{seen} {whose(said.gnome)} turn would {lead}.\n{text}".rstrip()


def verdict(one: Rehearsal) -> str:
    """`valid`, `too early` or `void`."""
    return "valid" if one.valid else "too early" if one.too_early else "void"


def warnings(
    one: Rehearsal, tables: Tables | None, options: Options, *, secret: bool
) -> tuple[str, ...]:
    """What to mind about a turn that has a plan."""
    if one.plan is None or tables is None:
        return ()
    return dangers(one, one.plan, tables, options, hand_too=secret)


def _kept_private(said: Turn, options: Options) -> tuple[str, ...]:
    """How a gift that names its tiles may be announced without naming them (A23)."""
    action = said.action
    if action is None or action.name != "give_items" or not action.give:
        return ()
    if not options.private_lists or action.recipient is None:
        return ()
    names = ", ".join([ITEM_NAMES[item] for item in action.give])
    number = counted(len(action.give), "item")
    return (
        f'This names the tiles in public, and is no private list. To keep them private, mail "'
        f'{names}" here alone, and nothing else; then announce "I give {number} to '
        f'{action.recipient}."',
    )


def reasons(one: Rehearsal, options: Options, *, waits: str) -> tuple[Objection, ...]:
    """Each objection."""
    return objections_told(one.objections, waits=waits, kept=options.queue_early_turns)


def _facts(
    one: Rehearsal,
    said: Turn,
    tables: Tables | None,
    options: Options,
    waits: str,
    letterhead: Letterhead,
    *,
    own_words: bool,
    secret: bool,
) -> dict[str, Any]:
    return {
        "verdict": verdict(one),
        "reasons": reasons(one, options, waits=waits),
        "figures": figures(one, one.plan, tables, letterhead.decides)
        if one.plan is not None and tables is not None
        else None,
        "warnings": (
            *warnings(one, tables, options, secret=secret),
            *(_kept_private(said, options) if secret else ()),
        ),
        "read": sentences(said),
        "own_words": own_words,
        "hopeless": any(known.code in (*FINAL, "NO_MINUTES") for known in one.objections),
    }


def checked(
    announced: Checked,
    objections: tuple[Against, ...],
    *,
    letterhead: Letterhead,
    envelope: Envelope,
) -> Page:
    """What is no turn was tried: whether it would count, and where it does."""
    return page(
        "receipt",
        envelope,
        "checked",
        letterhead,
        announced=announced,
        reasons=objections_told(objections, announced),
    )


def objections_told(
    objections: Sequence[Against],
    announced: Checked = "turn",
    *,
    waits: str = "",
    kept: bool = False,
) -> tuple[Objection, ...]:
    """Each objection with its clause and what helps; of an unresolved turn, who is waited for."""
    told = []
    for one in objections:
        awaited = one.code == "UNRESOLVED" and waits
        reason = waits if awaited else one.reason
        told.append(
            (
                reason,
                one.clause,
                (KEPT if kept else AWAIT) if awaited else remedy(one.code, announced),
            )
        )
    return tuple(told)
