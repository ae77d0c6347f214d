"""What was found, for people and for programs."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from typing import Any, Final

from rednov_bot.core.render.environment import WIDTH, fold
from rednov_bot.core.render.wording import capital, counted, listed, sentence_end
from rednov_bot.verify.findings import CHECKED, Finding, Findings, Weight
from rednov_bot.verify.games import CheckedGame

MOST_LINES: Final = 12  # that are shown of one difference; programs are given all
_HEADINGS: Final[dict[Weight, str]] = {
    "differs": "",
    "unchecked": "What cannot be checked by this archive:",
    "note": "To be known besides:",
}


def in_words(games: Sequence[CheckedGame]) -> str:
    """One line a game on whether all agrees; what differs; what is missing, or else to be known."""
    paragraphs = [_first_line(one) for one in games]
    for weight, heading in _HEADINGS.items():
        found = [each for one in games for each in one.findings.of(weight)]
        paragraphs += [heading] if heading and found else []
        paragraphs += [_paragraph(one) for one in found]
    return "\n\n".join(paragraphs)


def _first_line(one: CheckedGame) -> str:
    findings = one.findings
    if not one.is_told and findings.agree:
        if not findings.looked_at:
            return f"{one.game}: its secret is not published, so nothing of it can be checked yet."
        right = f"right are {_how_much(findings)}, by the roots on the list"
        what = "the rest can be checked when the secret is told"
        return fold(f"{one.game}: {right}; {what}.")
    how_much = _how_much(findings)
    if findings.agree:
        return fold(f"{one.game} agrees: {how_much}.")
    if not findings.differences:
        what = f"{one.game} CANNOT BE CHECKED wholly by this archive"
        return fold(f"{what}, but nothing differs: right are {how_much}.")
    places = counted(len(findings.differences), "place")
    return fold(f"{one.game} DIFFERS in {places}: right are {how_much}.")


def _how_much(findings: Findings) -> str:
    looked = [of for of in CHECKED if of in findings.looked_at]
    return listed(
        [
            f"{findings.right[of]} {'private notice' if of == 'notice' else of}"
            f"{'s' * (findings.right[of] != 1)} of {findings.looked_at[of]}"
            for of in looked
        ]
        or ["nothing"]
    )


def _paragraph(one: Finding) -> str:
    said = fold(capital(sentence_end(one.what)), "  ", "  ")
    lines = [said] if one.mail is None else [one.mail.title, said]
    other = "compared with" if one.weight == "note" else "it should be"
    for label, text in (("it says", one.stands), (other, one.should)):
        if text:
            lines.append(f"  {label}:")
            lines += _quoted(text)
    return "\n".join(lines)


def _quoted(text: str) -> Iterable[str]:
    """As it stands; of much the beginning."""
    lines = text.split("\n")
    for line in lines[:MOST_LINES]:
        if len(line) <= WIDTH:
            yield f"    {line}"
        else:
            yield from textwrap.wrap(line, WIDTH, initial_indent="    ", subsequent_indent="    ")
    if len(lines) > MOST_LINES:
        yield f"    (and {counted(len(lines) - MOST_LINES, 'line')} more)"


def as_data(games: Sequence[CheckedGame]) -> dict[str, Any]:
    """The same for programs."""
    return {
        "agrees": all(one.findings.agree for one in games) and any(one.is_told for one in games),
        "games": [
            {
                "game": one.game,
                "secret_published": one.is_told,
                "agrees": one.findings.agree,
                "checked": {
                    f"{of}s": {"right": one.findings.right[of], "of": one.findings.looked_at[of]}
                    for of in CHECKED
                },
                "differences": [_data_of(each) for each in one.findings.differences],
                "unchecked": [_data_of(each) for each in one.findings.of("unchecked")],
                "notes": [_data_of(each) for each in one.findings.of("note")],
            }
            for one in games
        ],
    }


def _data_of(one: Finding) -> dict[str, Any]:
    return {
        "message_id": one.mail.name if one.mail else None,
        "subject": one.mail.subject if one.mail else None,
        "what": one.what,
        "stands": one.stands,
        "should": one.should,
    }
