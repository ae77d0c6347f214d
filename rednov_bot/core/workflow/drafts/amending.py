"""The contestmaster words a draft otherwise; a new one shows what changed, and awaits their
word."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rednov_bot.core.contest import Correct, Effect, PublishLuck, Uphold
from rednov_bot.core.errors import CannotAmend
from rednov_bot.core.models import Decision, Draft
from rednov_bot.core.render import amending, luck_pages
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import commands, hidden
from rednov_bot.core.workflow.desk import Desk
from rednov_bot.core.workflow.drafts import drafting, open_drafts, replacing
from rednov_bot.core.workflow.luck import proving
from rednov_bot.games.base import Player
from rednov_bot.games.red_november.rules.events import RulingGiven

_QUOTED = 60  # characters of words that were looked for


Replace = commands.Replaced
Add = commands.Added


@dataclass(frozen=True, slots=True)
class Anew:
    """The whole public text is another; the signature stays."""

    text: str


Amendment = Replace | Add | Anew


def amend(
    desk: Desk, records: UnitOfWork, code: str, amendments: Sequence[Amendment], by: Player
) -> Draft:
    """The draft in other words takes the place of draft *code*; nothing is posted yet.

    What happens in the game, and the private notices, stay as they are.  Raises CannotAmend,
    NoSuchDraft or DraftClosed, and then nothing has changed.
    """
    draft = open_drafts.open_draft(records, code)
    public = [page for page in draft.pages if page.kind == "public"]
    if not public:
        raise CannotAmend(code, "it posts no public text")
    if draft.kind == "secret":
        raise CannotAmend(code, "the secret of the luck is shown to nobody before it is told")
    faults: list[CannotAmend] = []
    for page in public:
        try:
            words = _with_all(code, luck_pages.parted(page.body)[0], amendments)
            break
        except CannotAmend as error:
            faults.append(error)
    else:
        raise faults[0]
    if fault := _of_a_ruling(records, draft, words):
        raise CannotAmend(code, fault)
    before, section = luck_pages.parted(page.body)
    if words == before:
        raise CannotAmend(code, "its text would be the same as before")
    body, published = words, list[Effect]()
    for effect in draft.effects:  # there is one draft more, in what is published of the luck too
        if isinstance(effect, PublishLuck) and draft.game is not None:
            game, proof = records.game(draft.game), effect.proof
            effect = PublishLuck(proving.counted(records, game, proof, proof.drafts + 1))
            body = luck_pages.with_section(words, section, effect.proof)
        published.append(effect)
    made = replace(
        draft,
        code=desk.tokens.code(),
        attempt=draft.attempt + 1,
        pages=tuple(replace(one, body=body) if one is page else one for one in draft.pages),
        made_at=desk.now(),
        amends=code,
        effects=tuple(published),
    )
    why = f"amended by {by}"
    records.decide(
        Decision(code=code, verdict="superseded", by=made.code, why=why, at=made.made_at)
    )
    first = replacing.as_drafted(records, draft)
    told = [one.body for one in first.pages if one.kind == "public"]
    heard = (*told, *hidden.announced(records, draft.turn))
    notes = (
        f"This draft has your words and replaces draft {code}. The mail that showed you "
        f"draft {first.code} says why it was drafted, and what else to mind.",
        *hidden.mind(desk, words, heard),
    )
    return drafting.submit(desk, records, made, notes=notes, changed=changed(records, made))


def changed(records: UnitOfWork, draft: Draft) -> tuple[amending.Changed, ...]:
    """What an amended draft words otherwise than it was drafted, by all amendments together."""
    names = () if draft.game is None else records.game(draft.game).gnomes
    pairs = zip(replacing.as_drafted(records, draft).pages, draft.pages, strict=True)
    every = [
        amending.difference(luck_pages.parted(old.body)[0], luck_pages.parted(new.body)[0], names)
        for old, new in pairs
        if old != new
    ]
    return tuple([one for found in every for one in found])


def _with_all(code: str, body: str, amendments: Sequence[Amendment]) -> str:
    for one in amendments:
        made: str | None
        match one:
            case Replace(old=old, new=new):
                made, times = amending.replaced(body, old, new), amending.times(body, old)
                fault = f'"{" ".join(old.split())[:_QUOTED]}" '
                if times > 1:
                    fault += (
                        f"stands in its public text {times} times; quote more of the words there"
                    )
                else:
                    fault += "does not stand in its public text"
            case Add(words=words):
                made = amending.added(body, words) if words.strip() else None
                fault = "nothing is added"
            case Anew(text=text):
                made, fault = amending.anew(body, text), "no text stands below the word"
        if made is None:
            raise CannotAmend(code, fault)
        body = made
    return body


def _of_a_ruling(records: UnitOfWork, draft: Draft, body: str) -> str:
    """That the words of a ruling, by which it is stored, would be told otherwise; or nothing."""
    for effect in draft.effects:
        if isinstance(effect, Uphold):
            return (
                f"it tells of ruling {effect.ruling} in the words that go on file; reject it, and "
                "rule anew in other words"
            )
    told = [one.ruling for one in draft.effects if isinstance(one, Correct)]
    told += [one.number for one in draft.events if isinstance(one, RulingGiven)]
    for number in told:
        words = records.ruling(number).text.rstrip(".!?")
        if not amending.times(body, words):
            how = (
                "reject it, and rewind" if draft.kind == "correction" else "withdraw that, and rule"
            )
            return (
                f"the words of ruling {number} are on file as they stand here; {how} anew in other "
                "words"
            )
    return ""
