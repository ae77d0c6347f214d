"""What holds after every step of every scene, whatever was said."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from email.utils import getaddresses

from rednov_bot.core.models import Draft, QueuedPosting
from rednov_bot.core.render.luck_pages import parted
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow.hidden import TOLD_WHEN_APPROVED
from rednov_bot.games.red_november.rules.words import ITEMS
from tests.builders import BUSINESS, DISCUSSION, Table
from tests.contract.compare import Failed
from tests.workflow.play import opened, text_of

_CALLED = {item: item.replace("_", " ") for item in ITEMS if item != "grog"}
_SHORT = {"fire_extinguisher": "extinguisher", "lucky_charm": "charm", "diving_gun": "gun"}
PUBLIC = (BUSINESS, DISCUSSION)


def flat(words: str) -> str:
    """On one line, in lower case."""
    return " ".join(words.split()).casefold()


def tiles_in(words: str) -> set[str]:
    """The kinds of tile that a text names; grog is no secret, for the captain has some."""
    said = flat(words)
    return {
        item
        for item, name in _CALLED.items()
        if re.search(rf"\b{_SHORT.get(item, name)}s?\b", said)
    }


def one_recipient_a_mail(news: Iterable[QueuedPosting]) -> None:
    for one in news:
        mail = opened(one)
        named = getaddresses([str(to) for to in mail.get_all("To", [])])
        if [address for _, address in named] != [one.posting.to] or mail["Cc"] or mail["Bcc"]:
            raise Failed(f"a mail to {one.posting.to} names {mail['To']}, {mail['Cc']}")


def machines_say_what_they_are(news: Iterable[QueuedPosting]) -> None:
    for one in news:
        marked = opened(one)["Auto-Submitted"]
        if (marked is None) != (one.draft is not None and one.posting.to in PUBLIC):
            raise Failed(f"Auto-Submitted of {opened(one)['Subject']!r} is {marked}")


def nothing_public_without_approval(
    table: Table, news: Sequence[QueuedPosting], shown: str
) -> None:
    """Somebody who decides approved it, and had been mailed exactly these words.

    The section on the luck is shown at the end of a draft, apart from the text that it goes with.
    """
    with table.desk.db.transaction() as records:
        for one in news:
            if one.posting.to not in PUBLIC or _by_leave(records, one):
                continue
            found = records.draft(one.draft or "")
            if found is None or found[1] is None or found[1].verdict not in ("approved", "settled"):
                raise Failed(f"nobody approved: {text_of(one)}")
            parts = parted(_as_shown(records, text_of(one), found[0]))
            if not all(flat(part) in shown for part in parts):
                raise Failed(f"posted without having been shown: {text_of(one)}")


def _as_shown(records: UnitOfWork, text: str, draft: Draft) -> str:
    """The words that were mailed before: of a secret, and of hands in a blind game, that they are
    told now."""
    if draft.kind == "secret":
        return re.sub(r"\b[0-9a-f]{64}\b", TOLD_WHEN_APPROVED, text)
    game = None if draft.game is None else records.game(draft.game)
    if game is not None and game.options.blind:
        return re.sub(r"(Held\s+at\s+the\s+end:) [^.]*\.", rf"\1 {TOLD_WHEN_APPROVED}", text)
    return text


def _by_leave(records: UnitOfWork, one: QueuedPosting) -> bool:
    """Whether it is a verdict in a game where those go out by themselves (rules.md 3.1)."""
    game = records.latest_game()
    return one.draft is None and game is not None and game.options.auto_verdicts


def no_secret_on_the_list(news: Iterable[QueuedPosting], told: set[str]) -> None:
    for one in news:
        if one.posting.to in PUBLIC and (leaked := tiles_in(text_of(one)) - told):
            raise Failed(f"the list is told of {', '.join(leaked)}: {text_of(one)}")


def no_tile_in_a_subject(news: Iterable[QueuedPosting]) -> None:
    for one in news:
        subject = str(opened(one)["Subject"])
        if named := tiles_in(subject):
            raise Failed(f"{', '.join(named)} in a subject: {subject}")


def no_mail_held_by_a_fault(table: Table) -> None:
    with table.desk.db.transaction() as records:
        for filed in records.dispositions("hold"):
            if "handling it failed" in filed.reason:
                raise Failed(f"a mail is held: {filed.reason}")
