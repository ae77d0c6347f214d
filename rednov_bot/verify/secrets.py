"""The secrets that were published, beside what the opening committed itself to (docs/luck.md)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Final

from rednov_bot.proof.commitments import Secret, commitment
from rednov_bot.verify.archive import ArchivedMail
from rednov_bot.verify.findings import Findings
from rednov_bot.verify.terms import Promised

_SECRETS: Final = re.compile(
    r"secret of the (dice|tile)s?(?: and cards)?:\s+([0-9a-f]{64})\b", re.IGNORECASE
)
_BOTH: Final[tuple[Secret, Secret]] = ("dice", "tile")
Sealed = Callable[[Promised, bytes], bool]
"""Whether the opening's seal fits under these commitments, with this secret of the dice."""


@dataclass(frozen=True, slots=True)
class Published:
    """What is known at the end."""

    dice: bytes
    tile: bytes | None
    promised: Promised  # with the commitments by which the opening is sealed


@dataclass(frozen=True, slots=True)
class _Told:
    """A secret as a mail tells it."""

    which: Secret
    secret: bytes
    mail: ArchivedMail
    fits: bool  # what the opening shows


def published(
    promised: Promised, mails: Sequence[ArchivedMail], is_sealed: Sealed, findings: Findings
) -> Published | None:
    """The secrets of a game; None where that of the dice is not told, or not the right one.

    Whatever else is said to be its secret is entered; unless the seal of the opening shows that
    its commitments are what was changed.
    """
    told = list(_told(promised, mails))
    dice, tile = (
        next((one.secret for one in told if one.which == which and one.fits), None)
        for which in _BOTH
    )
    wrong = [one for one in told if not one.fits]
    changed = _otherwise_committed(promised, dice, wrong, is_sealed)
    if changed is not None:
        what = "the commitments are not those by which it is sealed, nor those of what was told"
        should = f"dice {changed.promised.dice}\ntile {changed.promised.tile}"
        stands = f"dice {promised.dice}\ntile {promised.tile}"
        findings.differs(promised.opening.mail, what, stands, should)
        return changed
    for one in wrong:
        what = f"the opening of {promised.game} committed itself to another secret"
        findings.differs(one.mail, what, one.secret.hex())
    return None if dice is None else Published(dice, tile, promised)


def _told(promised: Promised, mails: Sequence[ArchivedMail]) -> Iterator[_Told]:
    """Every secret that fits, or is said to be this game's."""
    for mail in mails:
        for name, shown in _SECRETS.findall(mail.text):
            which: Secret = "dice" if name.lower() == "dice" else "tile"
            secret = bytes.fromhex(shown)
            fits = promised.fits(which, secret)
            if fits or re.search(rf"\b{re.escape(promised.game)}\b", mail.text):
                yield _Told(which, secret, mail, fits)


def _otherwise_committed(
    promised: Promised, dice: bytes | None, wrong: Sequence[_Told], is_sealed: Sealed
) -> Published | None:
    """What was published, if the opening is sealed with commitments to it and shows others."""
    for_dice = [one.secret for one in wrong if one.which == "dice"]
    for_tile = [one.secret for one in wrong if one.which == "tile"]
    for one, two in product((dice, *for_dice), (None, *for_tile)):
        if one is None or (one == dice and two is None):
            continue
        shown = _with(promised, None if one == dice else one, two)
        if is_sealed(shown, one):
            return Published(one, two, shown)
    return None


def _with(promised: Promised, dice: bytes | None, tile: bytes | None) -> Promised:
    """The same with the commitments of these secrets."""
    if dice is not None:
        promised = replace(promised, dice=commitment(promised.term, "dice", dice))
    if tile is not None:
        promised = replace(promised, tile=commitment(promised.term, "tile", tile))
    return promised
