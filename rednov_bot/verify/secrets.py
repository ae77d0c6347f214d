"""The secrets that were published, beside what the opening committed itself to (docs/luck.md)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from rednov_bot.core.proof import Beacon, Secret, beacon_in, commitment, digest, first_seal
from rednov_bot.games.base import Player
from rednov_bot.games.red_november.rules.options import Options, options_from
from rednov_bot.verify.archive import ArchivedMail
from rednov_bot.verify.findings import Findings
from rednov_bot.verify.postings import Posting


@dataclass(frozen=True, slots=True)
class Promised:
    """The terms and both commitments of one game."""

    opening: Posting
    game: str
    gnomes: tuple[Player, ...]
    data: str
    rules: str
    pot: int
    options: Options
    beacon: Beacon | None  # that each turn must show
    term: str  # hex
    dice: str
    tile: str

    def first_seal(self) -> str:
        """The beginning of the chain over all draws."""
        return first_seal(self.dice, self.tile)

    def fits(self, which: Secret, secret: bytes) -> bool:
        """Whether this is the secret that the opening committed itself to."""
        shown = self.dice if which == "dice" else self.tile
        return commitment(self.term, which, secret) == shown


def promised(opening: Posting, findings: Findings) -> Promised | None:
    """The terms that an opening shows; None where they cannot be read."""
    section = opening.section
    assert section is not None
    facts: dict[str, list[str]] = {}
    for line in section.terms:
        word, _, rest = line.partition(" ")
        facts.setdefault(word, []).append(rest)
    given = dict([one.partition("=")[::2] for one in facts.get("option", ())])
    options = options_from(given)
    try:
        game, data, rules, pot = (facts[word][0] for word in ("game", "data", "rules", "pot"))
        points = int(pot)
    except (KeyError, ValueError):
        findings.differs(opening.mail, "the terms of the game are not to be read")
        return None
    if isinstance(options, str):
        findings.differs(opening.mail, f"the terms name an option that there is not: {options}")
        return None
    beacon = beacon_in(facts.get("beacon", [""])[0])
    if options.beacon and beacon is None:
        what = "a beacon is promised, but the terms do not say which, and when its rounds are"
        findings.differs(opening.mail, what)
    if digest("terms", *section.terms) != section.term:
        should = f"term {digest('terms', *section.terms)}"
        what = "the terms are not those of which the digest is shown"
        findings.differs(opening.mail, what, f"term {section.term}", should)
    return Promised(
        opening,
        game,
        tuple(facts.get("gnome", ())),
        data,
        rules,
        points,
        options,
        beacon if options.beacon else None,
        section.term,
        section.dice,
        section.tile,
    )


_SECRETS: Final = re.compile(
    r"secret of the (dice|tile)s?(?: and cards)?:\s+([0-9a-f]{64})\b", re.IGNORECASE
)
MOST_TRIED: Final = 4  # mails whose secrets are tried although the opening shows others
MOST_OF_OTHERS: Final = 1000  # secrets that others than the bot tell, of which each is tried
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
    wrong = [one for one in told if not promised.fits(one.which, one.secret)]
    right = {one.which: one.secret for one in told if promised.fits(one.which, one.secret)}
    posted = [one for one in wrong if one.mail.author == promised.opening.mail.author]
    open_ = [one for one in posted if one.which not in right]
    dice, tile = right.get("dice"), right.get("tile")
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
    others = [one.mail for one in wrong if one.mail.author != promised.opening.mail.author]
    for mail in {mail.place: mail for mail in others}.values():
        what = f"what it tells is not the secret of {promised.game}"
        findings.note(mail, what)
    return None if dice is None else Published(dice, tile, promised)


def _told(promised: Promised, every: Sequence[Told]) -> Iterator[Told]:
    """Every secret that fits, or is said to be this game's; of others' the first few."""
    names_it = re.compile(rf"\b{re.escape(promised.game)}\b")
    others, named = 0, dict[int, bool]()
    for one in every:
        others += (is_other := one.mail.author != promised.opening.mail.author)
        if is_other and others > MOST_OF_OTHERS:
            continue
        if one.mail.place not in named:
            named[one.mail.place] = bool(names_it.search(one.mail.text))
        if named[one.mail.place] or promised.fits(one.which, one.secret):
            yield one


def _otherwise_committed(
    promised: Promised, dice: bytes | None, wrong: Sequence[Told], is_sealed: Sealed
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
