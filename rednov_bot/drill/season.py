"""`rednov drill`: the season is played, and a sheet says what was passed and what was not."""

from __future__ import annotations

import shutil
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console

from rednov_bot.drill.checks import all_once
from rednov_bot.drill.sandbox import Failed, Sandbox
from rednov_bot.drill.troubles import SEASON, Trouble
from rednov_bot.errors import Mendable, RednovError


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the sheet."""

    trouble: str
    passed: bool
    told: str
    seconds: float


def play(beside: Path, console: Console, season: tuple[Trouble, ...] = SEASON) -> bool:
    """Plays the season in a fresh folder in *beside*; whether all of it was passed.

    The folder is named and stays where something failed; else it is removed.  Mendable where no
    folder can be made there.
    """
    try:
        folder = Path(tempfile.mkdtemp(prefix="rednov-drill-", dir=beside))
    except OSError as error:
        raise Mendable(
            f"no folder can be made in {beside} ({error.strerror}); name another with --folder"
        ) from None
    entries: list[Entry] = []
    with Sandbox(folder) as box:
        for trouble in season:
            entries.append(_played(box, trouble))
            _say(console, entries[-1])
            if not entries[-1].passed:
                break  # what follows would stand on what went wrong
    if entries[-1].passed:
        console.print(f"\nPASSED: {len(entries)} of {len(season)}")
        shutil.rmtree(folder, ignore_errors=True)
        return True
    left = len(season) - len(entries)
    console.print(f"\nFAILED: {entries[-1].trouble}; {left} more were not tried.")
    console.print(f"What happened lies in {folder}: log.txt, rednov.db", soft_wrap=True)
    return False


def _played(box: Sandbox, trouble: Trouble) -> Entry:
    begun = time.monotonic()
    try:
        told, passed = trouble.play(box), True
        all_once(box)
    except Failed as failed:
        told, passed = str(failed), False
    except RednovError as error:
        told, passed = str(error), False
    return Entry(trouble.name, passed, told, time.monotonic() - begun)


def _say(console: Console, entry: Entry) -> None:
    mark = "pass" if entry.passed else "FAIL"
    line = f"{mark}  {entry.seconds:5.1f} s  {entry.trouble:<30} {entry.told}"
    console.print(line, markup=False, highlight=False, soft_wrap=True)
