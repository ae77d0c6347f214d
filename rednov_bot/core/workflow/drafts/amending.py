"""The contestmaster words a draft otherwise; a new one shows what changed, and awaits their
word."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rednov_bot.core.contest import Correct, Effect, PublishLuck, Uphold
from rednov_bot.core.errors import CannotAmend
from rednov_bot.core.models import Draft, Page
from rednov_bot.core.render import amending, luck_pages
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import hidden
from rednov_bot.core.workflow.commands import Added, Amendment, Anew, Replaced
from rednov_bot.core.workflow.desk import Desk
from rednov_bot.core.workflow.drafts import drafting, open_drafts
from rednov_bot.core.workflow.luck import fortune
from rednov_bot.games.base import Player

_QUOTED = 60  # characters of words that were looked for


def amend(
    desk: Desk, records: UnitOfWork, code: str, amendments: Sequence[Amendment], by: Player
) -> Draft:
    """The draft in other words takes the place of draft *code*; nothing is posted yet.

    What happens in the game, and the private notices, stay as they are, and so does what nobody is
    shown before it is posted.  Raises CannotAmend, NoSuchDraft or DraftClosed, and then nothing has
    changed.
    """
    draft = open_drafts.open_draft(records, code)
    if draft.kind == "secret":
        raise CannotAmend(code, "the secret of the luck is shown to nobody before it is told")
    page, seen, words = _reworded(desk, records, draft, amendments)
    if fault := _of_a_ruling(desk, records, draft, words):
        raise CannotAmend(code, fault)
    before, section = luck_pages.parted(seen.body)
    if words == before:
        raise CannotAmend(code, "its text would be the same as before")
    body, published = hidden.with_secrets(desk, draft, words), list[Effect]()
    for effect in draft.effects:  # there is one draft more, in what is published of the luck too
        if isinstance(effect, PublishLuck) and draft.game is not None:
            game, proof = records.game(draft.game), effect.proof
            effect = PublishLuck(fortune.counted(records, game, proof, proof.drafts + 1))
            body = luck_pages.with_section(body, section, effect.proof)
        published.append(effect)
    made = replace(
        draft,
        code=desk.tokens.code(),
        attempt=draft.attempt + 1,
        pages=tuple([replace(one, body=body) if one is page else one for one in draft.pages]),
        made_at=desk.now(),
        amends=code,
        effects=tuple(published),
    )
    records.decide(open_drafts.superseded(code, made.code, made.made_at, f"amended by {by}"))
    first = open_drafts.as_drafted(records, draft)
    told = [one.body for one in first.pages if one.kind == "public"]
    notes = (
        f"This draft has your words and replaces draft {code}. The mail that showed you "
        f"draft {first.code} says why it was drafted, and what else to mind.",
        *hidden.mind(desk, words, (*told, *hidden.announced(records, draft.turn))),
    )
    return drafting.submit(desk, records, made, notes=notes, changed=changed(desk, records, made))


def changed(desk: Desk, records: UnitOfWork, draft: Draft) -> tuple[amending.Changed, ...]:
    """What an amended draft words otherwise than it was drafted, by all amendments together."""
    names = () if draft.game is None else records.game(draft.game).gnomes
    old, _ = hidden.shown(desk, records, open_drafts.as_drafted(records, draft))
    new, _ = hidden.shown(desk, records, draft)
    return tuple(
        [
            one
            for before, after in zip(old, new, strict=True)
            if before.body != after.body
            for one in amending.difference(
                luck_pages.parted(before.body)[0],
                luck_pages.parted(after.body)[0],
                names,
                desk.game.facts_told,
            )
        ]
    )


def _reworded(
    desk: Desk, records: UnitOfWork, draft: Draft, amendments: Sequence[Amendment]
) -> tuple[Page, Page, str]:
    """The public page that all amendments fit, as it is sent and as it is shown; its new words,
    without the section on the luck."""
    public = [page for page in draft.pages if page.kind == "public"]
    shown, _ = hidden.shown(desk, records, draft)
    if not public:
        raise CannotAmend(draft.code, "it posts no public text")
    faults: list[CannotAmend] = []
    for page, seen in zip(public, shown, strict=True):
        made = luck_pages.parted(seen.body)[0]
        try:
            for one in amendments:
                made = _with(draft.code, made, one)
        except CannotAmend as error:
            faults.append(error)
        else:
            return page, seen, made
    raise faults[0]


def _with(code: str, body: str, amendment: Amendment) -> str:
    made: str | None
    match amendment:
        case Replaced(old=old, new=new):
            made, times = amending.replaced(body, old, new), amending.times(body, old)
            fault = f'"{" ".join(old.split())[:_QUOTED]}" '
            if times > 1:
                fault += f"stands in its public text {times} times; quote more of the words there"
            else:
                fault += "does not stand in its public text"
        case Added(words=words):
            made = amending.added(body, words) if words.strip() else None
            fault = "nothing is added"
        case Anew(text=text):
            made, fault = amending.anew(body, text), "no text stands below the word"
    if made is None:
        raise CannotAmend(code, fault)
    return made


def _of_a_ruling(desk: Desk, records: UnitOfWork, draft: Draft, body: str) -> str:
    """That the words of a ruling, by which it is stored, would be told otherwise; or nothing."""
    for effect in draft.effects:
        if isinstance(effect, Uphold):
            return (
                f"it tells of ruling {effect.ruling} in the words that go on file; reject it, and "
                "rule anew in other words"
            )
    told = [one.ruling for one in draft.effects if isinstance(one, Correct)]
    for number in (*told, *desk.game.rulings_told(draft.events)):
        words = records.ruling(number).text.rstrip(".!?")
        if not amending.times(body, words):
            how = "reject it, and rewind" if draft.kind == "correction" else "withdraw it, and rule"
            return (
                f"the words of ruling {number} are on file as they stand here; {how} anew in other "
                "words"
            )
    return ""
