"""Why an announcement has no effect, to the contestmaster: what the list is not told, too (§6)."""

from __future__ import annotations

from collections.abc import Iterable

from rednov_bot.engine.refusals import Against, Withheld
from rednov_bot.engine.words import GnomeName
from rednov_bot.prose.reasoning import Reason
from rednov_bot.prose.wording import capital, spoken


def of_refusals(refusals: Iterable[Against]) -> tuple[Reason, ...]:
    """The clauses by which an announcement has no effect, the private ones named as such."""
    return tuple(
        [
            (
                one.clause,
                f"{capital(spoken(one.reason))}{' (private)' * isinstance(one, Withheld)}.",
            )
            for one in refusals
        ]
    )


def told_alone(name: GnomeName, refusals: Iterable[Against]) -> tuple[Reason, ...]:
    """The reasons of which the list is told nothing, as they were told to *name* (§6, A21)."""
    return tuple(
        [
            (one.clause, f'Told to {name} alone: "{capital(spoken(one.reason))}."')
            for one in refusals
        ]
    )
