"""The layout of a letter is straightened: marks, headings, forms, tables become sentences."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from rednov_bot.language import (
    additions,
    citations,
    dictations,
    drainings,
    farewells,
    footnotes,
    forms,
    glossaries,
    homecomings,
    interviews,
    ledgers,
    markup,
    ornaments,
    programs,
    reflexives,
    sections,
    shorthand,
    sums,
    tables,
    telegrams,
    titles,
    ways,
)
from rednov_bot.language.sheet import Sheet


def straighten(text: str, author: str, people: Sequence[str], contest: str) -> Sheet | None:
    """The letter in plain sentences; None where nothing had to be straightened."""
    sheet = Sheet.of(text)
    if "STOP" in text or "stop" in text:
        telegrams.punctuate(sheet)
    if "(" in text and (";" in text or ")." in text or ")\n" in text):
        programs.run(sheet)
    if "[" in text or "*" in text:
        footnotes.set_below(sheet)
    if "<" in text or "_" in text or " --" in text or "$ " in text or "#!" in text:
        markup.read(sheet)
    shorthand.write_out(sheet)
    if "11" in text:
        citations.write_out(sheet)
    if " my " in text or "put me " in text.lower():
        dictations.set_down(sheet)
    interviews.answer(sheet)
    if author in text:
        reflexives.own(sheet, author)
    if "=" in text or " means " in text or "stands for" in text:
        glossaries.spell_out(sheet)
    if ":" in text:
        forms.part_fields(sheet)
    if "\n" in sheet.text:
        names = frozenset(name.lower() for name in people)
        sections.set_aside(sheet)
        ornaments.undress(sheet)
        titles.point(sheet, _others(author, tuple(people)))
        tables.read_rows(sheet, names)
        ledgers.read(sheet, names)
        forms.fill_in(sheet, author, names, contest)
    elif "(" in text or "1" in text or "[" in text:
        ornaments.tick(sheet)
        ornaments.take_off_counting(sheet)
    sums.set_aside(sheet)
    additions.set_aside(sheet)
    drainings.set_aside(sheet)
    homecomings.spell_out(sheet)
    farewells.spell_out(sheet)
    ways.spell_out(sheet)
    return sheet if sheet.text != text else None


@lru_cache(maxsize=32)
def _others(author: str, people: tuple[str, ...]) -> re.Pattern[str]:
    """The names of everybody but the author."""
    others = [name for name in people if name != author]
    names = "|".join(re.escape(name) for name in (*others, *map(str.upper, others)))
    return re.compile(rf"\b(?:{names})\b" if names else r"(?!)")
