"""The secrets that were published, beside what the opening committed itself to (docs/luck.md)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from rednov_bot.proof.commitments import Secret, commitment
from rednov_bot.verify.archive import ArchivedMail
from rednov_bot.verify.findings import Findings
from rednov_bot.verify.terms import Promised

_SECRETS: Final = re.compile(
    r"secret of the (dice|tile)s?(?: and cards)?:\s+([0-9a-f]{64})\b", re.IGNORECASE
)
MOST_TRIED: Final = 4  # mails whose secrets are tried although the opening shows others
MOST_OF_OTHERS: Final = 1000  # secrets that others than the bot tell, of which each is tried
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
class Told:
    """A secret as a mail tells it."""

    which: Secret
    secret: bytes
    mail: ArchivedMail


@dataclass(frozen=True, slots=True)
class _Told:
    """The same, beside what one opening shows."""

    which: Secret
    secret: bytes
    mail: ArchivedMail
    fits: bool  # what the opening shows
    is_posted: bool  # by whoever posted the opening


def told_in(mails: Sequence[ArchivedMail]) -> tuple[Told, ...]:
    """Every secret that a mail tells, of whatever game."""
    return tuple(
        [
            Told("dice" if name.lower() == "dice" else "tile", bytes.fromhex(shown), mail)
            for mail in mails
            for name, shown in dict.fromkeys(_SECRETS.findall(mail.text))
        ]
    )


def published(
    promised: Promised, every: Sequence[Told], is_sealed: Sealed, findings: Findings
) -> Published | None:
    """The secrets of a game; None where that of the dice is not told, or not the right one.

    A right one is right whoever tells it.  What is posted as its secret and is none differs, unless
    the seal of the opening shows that its commitments are what was changed; what others tell is no
    more than noted.
    """
    told = list(_told(promised, every))
    right = {which: [one for one in told if one.which == which and one.fits] for which in _BOTH}
    dice, tile = (right[which][0].secret if right[which] else None for which in _BOTH)
    wrong = [one for one in told if not one.fits]
    posted = [one for one in wrong if one.is_posted]
    open_ = [one for one in posted if not right[one.which]]
    changed = _otherwise_committed(promised, dice, open_, is_sealed)
    if changed is not None:
        what = "the commitments are not those by which it is sealed, nor those of what was told"
        should = f"dice {changed.promised.dice}\ntile {changed.promised.tile}"
        stands = f"dice {promised.dice}\ntile {promised.tile}"
        findings.differs(promised.opening.mail, what, stands, should)
        return changed
    for one in posted:
        what = f"the opening of {promised.game} committed itself to another secret"
        findings.differs(one.mail, what, one.secret.hex())
    for mail in {one.mail.place: one.mail for one in wrong if one not in posted}.values():
        what = f"what it tells is not the secret of {promised.game}"
        findings.note(mail, what)
    return None if dice is None else Published(dice, tile, promised)


def _told(promised: Promised, every: Sequence[Told]) -> Iterator[_Told]:
    """Every secret that fits, or is said to be this game's; of others' the first few."""
    by = promised.opening.mail.author
    names_it = re.compile(rf"\b{re.escape(promised.game)}\b")
    others, named = 0, {}
    for one in every:
        is_posted = one.mail.author == by
        others += not is_posted
        if not is_posted and others > MOST_OF_OTHERS:
            continue
        fits = promised.fits(one.which, one.secret)
        if one.mail.place not in named:
            named[one.mail.place] = bool(names_it.search(one.mail.text))
        if fits or named[one.mail.place]:
            yield _Told(one.which, one.secret, one.mail, fits, is_posted)


def _otherwise_committed(
    promised: Promised, dice: bytes | None, wrong: Sequence[_Told], is_sealed: Sealed
) -> Published | None:
    """What was published, if the opening is sealed with commitments to it and shows others.

    A mail tells one secret of each kind; of many mails the first few are tried.
    """
    for mail in list({one.mail.place: one.mail for one in wrong}.values())[:MOST_TRIED]:
        told = {one.which: one.secret for one in wrong if one.mail is mail}
        one, two = told.get("dice", dice), told.get("tile")
        for other in dict.fromkeys((None, two)):
            if one is None or (one == dice and other is None):
                continue
            shown = _with(promised, None if one == dice else one, other)
            if is_sealed(shown, one):
                return Published(one, other, shown)
    return None


def _with(promised: Promised, dice: bytes | None, tile: bytes | None) -> Promised:
    """The same with the commitments of these secrets."""
    if dice is not None:
        promised = replace(promised, dice=commitment(promised.term, "dice", dice))
    if tile is not None:
        promised = replace(promised, tile=commitment(promised.term, "tile", tile))
    return promised
