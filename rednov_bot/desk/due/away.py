"""Absences announced beforehand are noted, and shown beside the counts of idleness (A91).

They are no acts and change no reading; a machine's answer that its owner is away is none.
"""

from __future__ import annotations

import re
from typing import Final

from rednov_bot.contest import Absence
from rednov_bot.core.commands.absences import Away, absence
from rednov_bot.desk import stationery
from rednov_bot.desk.desk import Desk, ongoing
from rednov_bot.desk.outgoing import answer, on_file
from rednov_bot.papers import Letter, PaperId
from rednov_bot.ports import Records
from rednov_bot.prose import answers
from rednov_bot.prose.wording import when

_MACHINE: Final = re.compile(
    r"\bauto(?:matic)?[- ]?(?:repl|respon|answer)|\bout of (?:the )?office\b|\babwesenheit",
    re.IGNORECASE,
)


def note(desk: Desk, records: Records, mail: PaperId, letter: Letter) -> None:
    """An absence of a contestant's or a gnome's is put on file, once for the same words."""
    said = _said(desk, records, letter)
    if said is None or letter.sender is None or letter.said_at is None:
        return
    if any(one.words == said.words for one in records.absences(letter.sender)[-3:]):
        return
    noted = Absence(
        name=letter.sender,
        said_at=letter.said_at,
        words=said.words,
        begins=said.begins,
        ends=said.ends,
        public=letter.forum not in (None, "private"),
    )
    records.note_absence(noted, mail)


def confirm(desk: Desk, records: Records, letter: Letter) -> str | None:
    """Whoever said to the bot alone that e will be away is told that it is noted; else None."""
    said = _said(desk, records, letter)
    if said is None:
        return None
    told = [f'"{said.words}"']
    if said.begins is not None and said.begins > desk.now():
        told.append(f"You are away from {when(said.begins)}.")
    if said.ends is not None:
        told.append(f"You are away until {when(said.ends)}.")
    page = answers.noted(
        "absence",
        tuple(told),
        said_at=letter.said_at or desk.now(),
        letterhead=stationery.letterhead(desk),
        envelope=stationery.to_sender(desk, letter),
        next=f"{desk.decides} sees it beside your counts before thinking of §19. It stops no "
        "clock, and you can take turns all the same.",
    )
    return on_file("an absence", answer(desk, records, page))


def _said(desk: Desk, records: Records, letter: Letter) -> Away | None:
    name, private = letter.sender, letter.forum == "private"
    if name is None or letter.said_at is None or letter.check or letter.doubt:
        return None
    if _MACHINE.search(letter.subject) or (private and letter.wants_no_answer):
        return None
    said = absence(letter.text, letter.said_at)
    if said is None:
        return None
    now = ongoing(desk, records)
    playing = now is not None and name in now.game.gnomes
    return said if playing or name in records.contestants() else None
