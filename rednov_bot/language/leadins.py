"""A heading before a colon whose steps follow: "I go out: I open 7-5 ..." is no step itself."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from rednov_bot.engine.words import SEA, Place
from rednov_bot.language.doubts import Doubt
from rednov_bot.language.neighbours import place_of
from rednov_bot.language.segments import Segment
from rednov_bot.language.words import Word, kinds

_MOVING: Final = kinds("GO ENTER LEAVE")
_MADE_OF: Final = _MOVING | kinds(
    "SELF FILL IN OUT TO THROUGH FROM ROOM ROOMWORD NUM SEA MACHINE HATCH PATH EXTERIOR DOOR "
    "HEADING LABEL"
)
_SEAWARD: Final = frozenset(
    ("outside", "swim", "swimming", "sub", "submarine", "ship", "boat", "vessel", "eva", "dip")
)
_ASK: Final = "Which way do you go?  These words do not fit the steps below them."


def leads_in(segment: Segment, steps: Sequence[Segment]) -> bool:
    """Whether a segment only heads the *steps* that come after its colon."""
    return (
        segment.belongs == "turn"
        and not segment.kinds.isdisjoint(_MOVING)
        and segment.kinds <= _MADE_OF
        and bool(steps)
        and (
            "OPEN" in steps[0].kinds or ("LEAVE" in segment.kinds and steps[0].has("HATCH", "PATH"))
        )
    )


def contradiction(segment: Segment, steps: Sequence[Segment]) -> Doubt | None:
    """The question about a heading that names what its steps do not come to."""
    told = _places(word for step in steps for word in step.words)
    seaward = any(not _SEAWARD.isdisjoint(word.text.split()) for word in segment.words)
    meant = _places(segment.words) | ({SEA} if seaward else set())
    inward = "ENTER" in segment.kinds and SEA in told
    return Doubt(segment.start, segment.end, _ASK) if inward or not meant <= told else None


def _places(words: Iterable[Word]) -> set[Place]:
    """The rooms named, alone or as the end of a hatch, and the sea."""
    places: set[Place] = set()
    for word in words:
        if word.type in ("HATCH", "PATH"):
            places.update(word.places)
        elif word.type in ("SEA", "EXTERIOR"):
            places.add(SEA)
        elif word.type in ("ROOM", "MACHINE", "NUM") and (place := place_of(word)) is not None:
            places.add(place)
    return places
