"""The sample files: what gnomes write, and what it means.

A sample begins with `@` and its name; `private` after the name means the private reader.  Then
comes the text, and a last line that begins with `=`: the reading in the form of compact.py, or
`none`, or `ambiguous`, perhaps with words that the questions must quote, parted by ` | `.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

AUTHOR = "Ann"
PEOPLE = ("Ann", "Bob", "Cat", "Dan", "Pip", "Tumbledrum", "Pewterby")


@dataclass(frozen=True)
class Sample:
    name: str
    text: str
    meaning: str
    asked: tuple[str, ...]
    private: bool


def samples(file: str) -> list[Sample]:
    found: list[Sample] = []
    name, lines = "", list[str]()
    for line in (Path(__file__).parent / file).read_text(encoding="utf-8").splitlines():
        if line.startswith("@ "):
            name, lines = line[2:].strip(), []
        elif line.startswith("= ") and name:
            meaning, _, asked = line[2:].strip().partition(": ")
            if meaning != "ambiguous":
                meaning, asked = line[2:].strip(), ""
            words = tuple(part for part in asked.split(" | ") if part)
            private = name.endswith(" private")
            text = "\n".join(lines).strip("\n")
            found.append(Sample(name.removesuffix(" private"), text, meaning, words, private))
            name = ""
        else:
            lines.append(line)
    return found
