"""What lies on the desk, for whoever decides: drafts, duties, rulings, members, hands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rednov_bot.core.commands import Shown
from rednov_bot.desk.announcements import membership
from rednov_bot.desk.corrections import ruling
from rednov_bot.desk.desk import Desk, ongoing
from rednov_bot.desk.drafts import laid_out
from rednov_bot.desk.drafts.laid_out import Lines
from rednov_bot.desk.due import idling
from rednov_bot.desk.hidden import sight
from rednov_bot.desk.reports import reporting
from rednov_bot.ports import Records
from rednov_bot.prose import blind_words, idle_pages, office_lines
from rednov_bot.prose.transcript_pages import lines_of


def shown(desk: Desk, records: Records, what: Shown) -> tuple[str, Lines]:
    """What is asked for: a sentence, and lines as they stand."""
    return _SHOWN[what](desk, records)


def _status(desk: Desk, records: Records) -> tuple[str, Lines]:
    return "This is what you have to deal with.", laid_out.desk_lines(desk, records)


def _drafts(desk: Desk, records: Records) -> tuple[str, Lines]:
    return "These drafts wait for your answer.", laid_out.drafts(desk, records)


def _duties(desk: Desk, records: Records) -> tuple[str, Lines]:
    return "These duties are due, and these answers are awaited.", laid_out.duties_owed(
        desk, records
    )


def _members(desk: Desk, records: Records) -> tuple[str, Lines]:
    joined = membership.joined(desk, records)
    return f"The contest has {len(joined)} contestants.", office_lines.members(joined)


def _standing(desk: Desk, records: Records) -> tuple[str, Lines]:
    page = reporting.report(desk, records, "contest")
    return f"{page.subject}:", lines_of(page)


def _rulings(desk: Desk, records: Records) -> tuple[str, Lines]:
    given = ruling.rulings(records)
    return "These are the rulings.", office_lines.rulings(given, blind=sight.is_blind(records))


def _idle(desk: Desk, records: Records) -> tuple[str, Lines]:
    found = idling.idleness(desk, records, openly=sight.is_blind(records))
    if not found:
        return "No game is being played, so nobody is idle.", ()
    return "This is how long each gnome has not taken a turn (§19, A91).", idle_pages.lines(found)


def _hands(desk: Desk, records: Records) -> tuple[str, Lines]:
    now = ongoing(desk, records)
    if now is None:
        return "No game is being played, so nobody holds anything.", ()
    if sight.is_blind(records):
        return blind_words.NO_HANDS, ()
    names = [gnome.name for gnome in now.gamestate.position.gnomes]
    held = zip(names, now.gamestate.secrets.hands, strict=True)
    return "These are the hands. They are for you alone (§6).", office_lines.hands(held)


def _help(desk: Desk, records: Records) -> tuple[str, Lines]:
    return "These are the commands.", laid_out.guide()


_SHOWN: Final[dict[Shown, Callable[[Desk, Records], tuple[str, Lines]]]] = {
    "status": _status,
    "help": _help,
    "members": _members,
    "standing": _standing,
    "duties": _duties,
    "rulings": _rulings,
    "drafts": _drafts,
    "idle": _idle,
    "hands": _hands,
}
