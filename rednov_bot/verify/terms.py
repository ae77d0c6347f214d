"""What a game committed itself to in its opening, read back (docs/luck.md, The two secrets)."""

from __future__ import annotations

from dataclasses import dataclass

from rednov_bot.engine.options import Options, options_from
from rednov_bot.engine.words import GnomeName
from rednov_bot.proof.beacon import Beacon, beacon_in
from rednov_bot.proof.commitments import Secret, commitment, digest, first_seal
from rednov_bot.verify.findings import Findings
from rednov_bot.verify.postings import Posting


@dataclass(frozen=True, slots=True)
class Promised:
    """The terms and both commitments of one game."""

    opening: Posting
    game: str
    gnomes: tuple[GnomeName, ...]
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
