"""The contestmaster words a draft otherwise; a new one shows what changed, and awaits eir word."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rednov_bot.desk import approval, drafting, replacing, unheard
from rednov_bot.desk.desk import Desk
from rednov_bot.engine.words import GnomeName
from rednov_bot.errors import CannotAmend
from rednov_bot.papers import Decision, Draft, Page
from rednov_bot.ports import Records
from rednov_bot.prose import amending

_QUOTED = 60  # characters of words that were looked for


@dataclass(frozen=True, slots=True)
class Replace:
    """Words of the public text become others."""

    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Add:
    """A paragraph more, above the position."""

    words: str


@dataclass(frozen=True, slots=True)
class Anew:
    """The whole public text is another; the signature stays."""

    text: str


Amendment = Replace | Add | Anew


def amend(
    desk: Desk, records: Records, code: str, amendments: Sequence[Amendment], by: GnomeName
) -> Draft:
    """The draft in other words takes the place of draft *code*; nothing is posted yet.

    What happens in the game, and the private notices, stay as they are.  Raises CannotAmend,
    NoSuchDraft or DraftClosed, and then nothing has changed.
    """
    draft = approval.open_draft(records, code)
    public = [page for page in draft.pages if page.kind == "public"]
    if not public:
        raise CannotAmend(code, "it posts no public text")
    page, body = _amended(code, public, amendments)
    if body == page.body:
        raise CannotAmend(code, "its text would be the same as before")
    made = replace(
        draft,
        code=desk.tokens.code(),
        attempt=draft.attempt + 1,
        pages=tuple(replace(one, body=body) if one is page else one for one in draft.pages),
        made_at=desk.now(),
        amends=code,
    )
    at = desk.now()
    decision = Decision(
        code=code, verdict="superseded", by=made.code, why=f"amended by {by}", at=at
    )
    records.decide(decision)
    bodies = [one.body for one in replacing.as_drafted(records, draft).pages]
    heard = (*bodies, *unheard.announced(records, draft.turn))
    notes = (
        f"These are your words in place of draft {code}, which is closed.",
        *unheard.mind(desk, body, heard),
    )
    return drafting.submit(desk, records, made, notes=notes, changed=changed(records, draft, made))


def changed(records: Records, before: Draft, after: Draft) -> tuple[amending.Changed, ...]:
    """What the draft *after* words otherwise than the one whose place it took."""
    names = () if before.game is None else records.game(before.game).gnomes
    pairs = zip(before.pages, after.pages, strict=True)
    every = [amending.difference(old.body, new.body, names) for old, new in pairs if old != new]
    return tuple([one for found in every for one in found])


def _amended(
    code: str, public: Sequence[Page], amendments: Sequence[Amendment]
) -> tuple[Page, str]:
    """The text that the amendments fit, and how it reads with all of them."""
    fault = ""
    for page in public:
        try:
            return page, _with_all(code, page.body, amendments)
        except CannotAmend as error:
            fault = fault or error.reason
    raise CannotAmend(code, fault)


def _with_all(code: str, body: str, amendments: Sequence[Amendment]) -> str:
    for one in amendments:
        made: str | None
        match one:
            case Replace(old=old, new=new):
                made = amending.replaced(body, old, new)
                said = " ".join(old.split())[:_QUOTED]
                fault = f'"{said}" does not stand in its public text, or more than once'
            case Add(words=words):
                made, fault = (
                    amending.added(body, words) if words.strip() else None,
                    "nothing is added",
                )
            case Anew(text=text):
                made, fault = amending.anew(body, text), "no text stands below the word"
        if made is None:
            raise CannotAmend(code, fault)
        body = made
    return body
