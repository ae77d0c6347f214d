"""How well a reader reads samples: exact, understood, wrong acts, needless questions, speed."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from rednov_bot.core.models import Act, Reading
from rednov_bot.games.red_november.reader.reading import Reader
from rednov_bot.games.red_november.reader.samples import WRITERS, Sample, load, meaning_of

HERE = Path(__file__).parent
LOCKED = HERE / "locked"

Read = Callable[[Sample], Reading]


@dataclass
class Score:
    """Counts over some samples."""

    samples: int = 0
    exact: int = 0  # the right verdict, and the right acts
    proposed: int = 0  # asked about, with exactly the acts that are meant as the proposal
    wrong: int = 0  # acts that are not announced, or not so
    nothing: int = 0  # samples that announce nothing
    asked: int = 0  # of these, how many are asked about
    seconds: float = 0.0

    @property
    def understood(self) -> int:
        """Read right, or asked about with the right proposal."""
        return self.exact + self.proposed

    def __str__(self) -> str:
        share = 100 / max(self.samples, 1)
        return (
            f"{self.samples:5} texts: exact {self.exact * share:4.1f} %, understood "
            f"{self.understood * share:4.1f} %, wrong acts {self.wrong}, asked about "
            f"{self.asked} of {self.nothing} that announce nothing"
        )


def score(samples: Iterable[Sample], read: Read) -> Score:
    """Count how *read* reads the samples."""
    found = Score()
    for one in samples:
        began = time.process_time()
        reading = read(one)
        found.seconds += time.process_time() - began
        found.samples += 1
        if one.verdict == "none":
            found.nothing += 1
            found.asked += reading.verdict == "ambiguous"
        if reading.verdict == "acts":
            right = one.verdict == "acts" and meant(reading.acts) == one.meaning
            found.exact += right
            found.wrong += not right
        elif reading.verdict == one.verdict:
            found.exact += 1
        elif reading.verdict == "ambiguous" and one.verdict == "acts":
            orders = not reading.proposal and meaning_of((), reading.orders)
            found.proposed += (orders or meant(reading.proposal)) == one.meaning
    return found


def meant(acts: tuple[Act, ...]) -> str:
    """The acts on one line; "?" where no sample could have them."""
    try:
        return _aqualung_first(meaning_of(acts))
    except ValueError:
        return "?"


def _aqualung_first(line: str) -> str:
    """An aqualung named with the way out is put on before it, as the samples have it."""
    return re.sub(
        r"((?:^|& |; )(?:[^=&]*; )?)(go sea; )((?:[^=&;]*; )*)aqualung(?=; | =>)(?:; )?",
        _moved,
        line,
    )


def _moved(found: re.Match[str]) -> str:
    return found[0] if "aqualung" in found[1] else f"{found[1]}aqualung; {found[2]}{found[3]}"


def by_reader(sample: Sample) -> Reading:
    """As the program reads it."""
    return Reader.trained().read(sample.text, author=sample.by, people=WRITERS)


def samples_of(folder: Path, kind: str) -> list[Sample]:
    """The samples of the files whose names begin with *kind*, by the names of their authors."""
    found = [one for path in folder.glob(f"{kind}_*.jsonl") for one in load(path)]
    return sorted(found, key=lambda one: one.file)
