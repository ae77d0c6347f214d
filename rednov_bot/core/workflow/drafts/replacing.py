"""A draft takes the place of an older one about the same turn, and says so (A44, A95).

Words in which the contestmaster had amended the older one were written for that one: the new draft
does not have them, and names them.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Final

from rednov_bot.core.contest import Change, ChangeContest
from rednov_bot.core.models import Decision, Draft, Message, PaperId
from rednov_bot.core.render.amending import reworded
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow.commands import Added, Amend, Replaced
from rednov_bot.core.workflow.commands.forms import describe

_OF_AXES: Final = ("axis added", "axis removed")
_LONGEST: Final = 2_000  # characters of amended words that are repeated


def give_way(
    records: UnitOfWork, new: Draft, olds: Iterable[Draft], said: str = "This replaces draft {}."
) -> tuple[str, ...]:
    """Open drafts give way to a new one: nothing of them can be posted.

    What is *said* of each, where the new one is shown, and which words it does not have.
    """
    told: list[str] = []
    for old in olds:
        records.decide(superseded(old.code, new.code, new.made_at))
        told += [said.replace("{}", old.code), *own_words(records, old)]
    return tuple(filter(None, told))


def supersede(records: UnitOfWork, new: Draft, moved_by: str = "") -> tuple[str, ...]:
    """The same of open drafts about the same turn; with why it is drafted again."""
    if new.attempt == 1:
        return ()
    olds = [one for one in records.open_drafts() if one.kind != "claim" and one.turn is not None]
    told: list[str] = []
    for old in [one for one in olds if one.turn == new.turn]:
        told += give_way(records, new, (old,), replaced(old, new, moved_by))
    return tuple(told)


def replaced(old: Draft, new: Draft, moved_by: str = "") -> str:
    """That a draft takes the place of an older one, and why; a sentence or two.

    *moved_by* is what the gamestate has moved on by, where that is known.
    """
    if old.for_state == new.for_state:
        return f"This replaces draft {old.code}: it was drafted again, with the same luck."
    moved = f"the position was changed by {moved_by}" if moved_by else "the game has moved on"
    return (
        f"This replaces draft {old.code}, which cannot be approved any more: {moved}. The luck is "
        "the same."
    )


def same_change(records: UnitOfWork, made: Draft) -> tuple[str, ...]:
    """An open draft that would change the same of the contest gives way; what is said of it."""
    olds = [one for one in records.open_drafts() if one.kind == "contest"]
    return give_way(records, made, [one for one in olds if _changed_by(one) & _changed_by(made)])


def _changed_by(draft: Draft) -> set[tuple[Change, str]]:
    """What a draft changes of the contest; of axes, each is another thing."""
    changes = [one for one in draft.effects if isinstance(one, ChangeContest)]
    return {(one.change, one.value.casefold() if one.change in _OF_AXES else "") for one in changes}


def read_anew(
    records: UnitOfWork, mail: PaperId, message: Message | None, at: datetime
) -> tuple[str, ...]:
    """Open lines that say an announcement has no effect are closed: its mail is read otherwise.

    A sentence for each, with which what comes of the mail is shown.
    """
    message_id = None if message is None else message.message_id
    told: list[str] = []
    for old in records.open_drafts():
        answers = message_id is not None and message_id in [one.in_reply_to for one in old.pages]
        if old.kind == "line" and not old.effects and (old.mail == mail or answers):
            records.decide(closed(old.code, f"mail {mail} is read otherwise", at))
            told.append(f"Draft {old.code}, by which it had no effect, is closed.")
            told += own_words(records, old)
    return tuple(told)


def own_words(records: UnitOfWork, old: Draft) -> tuple[str, ...]:
    """What is said with a draft that takes the place of an amended one: which words it has not.

    A sentence, and the command that would amend the new draft likewise; nothing where the
    contestmaster had amended nothing.
    """
    first = as_drafted(records, old)
    if first is old:
        return ()
    changes = [
        Replaced(was, now) if was else Added(now)
        for before, after in zip(first.pages, old.pages, strict=True)
        for was, now in reworded(before.body, after.body)
    ]
    told = f"You had amended draft {old.code}, and this one does not have your words."
    again = describe(Amend(changes=tuple(changes)))
    if len(again) > _LONGEST:
        return (f"{told} They stand in the mail that showed you draft {old.code}.",)
    return (f"{told} To have them here too, reply with this line:", again)


def as_drafted(records: UnitOfWork, draft: Draft) -> Draft:
    """The draft in the bot's own words, before any amendment."""
    while draft.amends is not None:
        found = records.draft(draft.amends)
        assert found is not None
        draft = found[0]
    return draft


def closed(code: str, why: str, at: datetime) -> Decision:
    """The decision that a draft goes no further, and that nothing takes its place."""
    return Decision(code=code, verdict="superseded", by="", why=why, at=at)


def superseded(code: str, by: str, at: datetime) -> Decision:
    """The decision that a newer draft took this one's place."""
    return Decision(code=code, verdict="superseded", by=by, why="a newer draft", at=at)
