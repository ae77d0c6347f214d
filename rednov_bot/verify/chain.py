"""The chain over everything drawn, link by link, and each number once more (docs/luck.md)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from rednov_bot.core.luck import FORM, Drawn, GameLuck, Keys, Scope
from rednov_bot.core.proof import draw_link, next_seal, posting_link, shown_result
from rednov_bot.verify.findings import Findings
from rednov_bot.verify.postings import Posting, ToldDraw, ToldMoment

MOST_SIDES = 1 << 64
MOST_SEALS = 64  # behind which the next posting may go on


class Chain:
    """How far the chain goes, as far as the archive shows it."""

    def __init__(self, dice: bytes, seal: str) -> None:
        """Nothing is drawn yet; *seal* is that of the commitments."""
        self.dice = dice
        self.seals = [seal]  # the one before; several where a posting has not fitted
        self.number: int | None = 0  # of the last draw; None where that is not certain
        self.links: set[str] = set()  # of every draw so far
        self.pools: set[tuple[str, str]] = set()  # moment and purpose of every shuffle of tiles

    def follow(
        self,
        posting: Posting,
        parts: Sequence[tuple[ToldMoment, Scope, Sequence[Drawn] | None]],
        whole: Scope,
        findings: Findings,
    ) -> None:
        """The next posting: its draws, their numbers, and its seal.

        Each part is a moment that it shows, with what the rules draw there in this order; None
        where they could not be followed.
        """
        section = posting.section
        assert section is not None
        if section.form != FORM:
            what = f"its section is of form {section.form}, but that of the opening of form {FORM}"
            findings.differs(posting.mail, what)
        links: list[str] = []
        for told, scope, drawn in parts:
            self._compare(posting, told, scope, drawn, findings)
            new = [link for link in self._links(told, scope, drawn) if link not in self.links]
            links += new
            self.links.update(new)
            self.pools.update((scope.moment, draw.purpose) for draw in told.draws if draw.root)
        end = posting_link(self.dice, whole, section.drafts or 0, section.read)
        self._seal(posting, [*links, end], findings)

    def fits(
        self, posting: Posting, told: ToldMoment, scope: Scope, drawn: Sequence[Drawn] | None
    ) -> bool:
        """Whether the seal of a posting of one moment would fit."""
        section = posting.section
        if section is None:
            return False
        links = [one for one in self._links(told, scope, drawn) if one not in self.links]
        links.append(posting_link(self.dice, scope, section.drafts or 0, section.read))
        return section.seal in self._behind(links)

    def _behind(self, links: Sequence[str]) -> list[str]:
        """Every seal that may stand behind these links, the likeliest first."""
        seals = self.seals
        for link in links:
            seals = [next_seal(seal, link) for seal in seals]
        return seals

    def _compare(
        self,
        posting: Posting,
        told: ToldMoment,
        scope: Scope,
        drawn: Sequence[Drawn] | None,
        findings: Findings,
    ) -> None:
        """Each draw against the secret, and all of them against what the rules ask for."""
        for draw in told.draws:
            findings.count("draw", self._is_right(posting, draw, scope, findings))
        if drawn is None:
            return
        wanted = [one for one in drawn if self._is_new(told, scope, one)]
        for shown, one in zip_longest(told.draws, wanted):
            if shown is None:
                what = f"a draw is missing: {one.purpose}, of {one.count}"
                findings.differs(posting.mail, what)
            elif one is None:
                what = "nothing is drawn for this by the rules"
                findings.differs(posting.mail, what, str(shown))
            elif (shown.purpose, _count(shown)) != (one.purpose, _sides(one)):
                should = f"draw {shown.number}, {one.purpose}: {_sides(one) or 'sealed'}"
                what = "something else was to be drawn here"
                findings.differs(posting.mail, what, str(shown), should)
                break

    def _is_new(self, told: ToldMoment, scope: Scope, drawn: Drawn) -> bool:
        """What was published before is not published again."""
        if drawn.of != "tiles":
            return draw_link(self.dice, scope, drawn) not in self.links
        shown = any(draw.purpose == drawn.purpose for draw in told.draws)
        return shown or (scope.moment, drawn.purpose) not in self.pools

    def _is_right(self, posting: Posting, draw: ToldDraw, scope: Scope, findings: Findings) -> bool:
        right = True
        if self.number is not None and draw.number != self.number + 1:
            what = "the draws are not numbered one after the other"
            should = f"draw {self.number + 1}, {draw.purpose}: {draw.result}"
            findings.differs(posting.mail, what, str(draw), should)
            right = False
        self.number = draw.number
        sides = _count(draw)
        if sides is not None:
            shown = shown_result(_number(self.dice, scope, draw.purpose, sides))
            if shown != draw.result:
                should = f"draw {draw.number}, {draw.purpose}: {shown}"
                findings.differs(posting.mail, "the secret gives another number", str(draw), should)
                right = False
        return right

    def _links(self, told: ToldMoment, scope: Scope, drawn: Sequence[Drawn] | None) -> list[str]:
        """The links of what was drawn; of what could not be followed, of what is shown."""
        roots = iter([draw.root for draw in told.draws if draw.root])
        if drawn is not None:
            return [
                next(roots, "") if one.of == "tiles" else draw_link(self.dice, scope, one)
                for one in drawn
                if self._is_new(told, scope, one)
            ]
        found = []
        for draw in told.draws:
            sides = _count(draw)
            if draw.root:
                found.append(draw.root)
            elif sides is not None:
                one = _number(self.dice, scope, draw.purpose, sides)
                found.append(draw_link(self.dice, scope, one))
        return found

    def _seal(self, posting: Posting, links: Sequence[str], findings: Findings) -> None:
        assert posting.section is not None
        shown, seals = posting.section.seal, self._behind(links)
        fits = shown in seals
        findings.count("seal", fits)
        if fits:
            self.seals = [shown]
            return
        should = seals[0] if len(seals) == 1 else ""
        what = "the seal is not that of everything up to here"
        findings.differs(posting.mail, what, f"seal {shown}", f"seal {should}" if should else "")
        self.seals = list(dict.fromkeys([shown, *seals, *self.seals]))[:MOST_SEALS]
        self.number = None


def _count(draw: ToldDraw) -> int | None:
    """Of how many a number is; None of a shuffle."""
    if draw.result == "sealed":
        return None
    return min(int(draw.result.rpartition(" ")[2]), MOST_SIDES) or None


def _sides(drawn: Drawn) -> int | None:
    return drawn.count if drawn.of == "number" else None


def _number(dice: bytes, scope: Scope, purpose: str, count: int) -> Drawn:
    luck = GameLuck(Keys(dice, b""), scope)
    luck.pick(purpose, count)
    return luck.drawn[-1]
