"""What is not yet read as a human reads it: not_yet.toml, by what is wrong and by name."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Iterator
from typing import Any

from tests.mails import dressed
from tests.mails.corpus import FAULTS, HERE, Read, read_all

PATH = HERE / "not_yet.toml"
_HEAD = """\
# What is read otherwise than a careful human reads it, by what is wrong and by name: a mail, or a
# text and its line, perhaps behind its clothes (clothes.py).  `python -m tests.mails --list` writes
# this file: what is read right leaves the list by itself, a reason written by hand stays, and a
# wrong act is entered by hand alone.
"""
_LONGEST = 110  # characters of a reason that is not written by hand


def listed() -> dict[str, dict[str, str]]:
    """Fault -> name -> reason, as the file has it."""
    return tomllib.loads(PATH.read_text(encoding="utf-8"))


def renew() -> str | None:
    """Writes the file anew; a complaint about wrong acts that are not in it."""
    before = listed()
    now: dict[str, dict[str, str]] = {fault: {} for fault in FAULTS}
    unheard = []
    for fault, name, why in faults():
        reason = before.get(fault, {}).get(name)
        if fault == "wrong" and reason is None:
            unheard.append(name)
        else:
            now[fault][name] = reason or why
    PATH.write_text(written(now), encoding="utf-8", newline="\n")
    return f"wrong, and not listed: {', '.join(unheard)}" if unheard else None


def faults() -> Iterator[tuple[str, str, str]]:
    """What is wrong, with what, and what became of it."""
    for one in read_all(HERE):
        if one.fault:
            yield one.fault, one.name, _reason(one)
    for other in dressed.otherwise():
        yield "wrong" if other.is_wrong else "otherwise", other.name, _asked(other.found)


def written(faults: dict[str, dict[str, str]]) -> str:
    """The list as text."""
    lines = [_HEAD]
    for fault, reasons in faults.items():
        lines.append(f"# {FAULTS[fault]}")
        lines.append(f"[{fault}]")
        lines += [f"{_quoted(name)} = {_quoted(why)}" for name, why in _sorted(reasons.items())]
        lines.append("")
    return "\n".join(lines)


def _sorted(reasons: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """By name, the lines of a text by their number."""

    def key(item: tuple[str, str]) -> tuple[str, int, str]:
        file, _, line = item[0].partition(":")
        return file, int(line) if line.isdigit() else 0, line

    return sorted(reasons, key=key)


def _reason(one: Read) -> str:
    """What became of it, or what a human would have asked."""
    if one.fault == "sender":
        keys = [key for key in ("sender", "forum", "public") if key in one.wanted]
        said = ", ".join(f"{key} {one.found.get(key)}" for key in keys)
    elif one.found["questions"]:
        return _asked(one.found)
    elif one.found.get("disposition", "read") != "read":
        said = one.found["reason"]
    else:
        said = f"not seen: {one.wanted.get('asks') or one.wanted.get('why', '')}"
    return _short(said)


def _asked(found: dict[str, Any]) -> str:
    """The first question, or what is found instead."""
    return _short(found["questions"][0] if found["questions"] else f"found: {found['verdict']}")


def _short(said: str) -> str:
    said = " ".join(said.split())
    return said if len(said) <= _LONGEST else said[: _LONGEST - 2].rstrip() + " …"


def _quoted(text: str) -> str:
    """A basic string of TOML, which a JSON string is."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
