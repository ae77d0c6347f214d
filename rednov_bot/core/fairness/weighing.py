"""From what a posting has come: which announcement, and which position."""

from __future__ import annotations

from dataclasses import dataclass

from msgspec.structs import replace

from rednov_bot.core.fairness.chain import Chain
from rednov_bot.core.fairness.findings import Findings
from rednov_bot.core.fairness.postings import Posting, Told
from rednov_bot.core.fairness.printed import Basis, Standing
from rednov_bot.core.fairness.turns import Attempt, Case
from rednov_bot.games.red_november.render.wording import counted
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.hands import exceeds
from rednov_bot.games.red_november.rules.luck import Scope
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.tables import Tables
from rednov_bot.games.red_november.rules.turn import Turn
from rednov_bot.games.red_november.rules.words import GnomeName


@dataclass(frozen=True, slots=True)
class Weighed:
    """The attempt that fits a posting best."""

    attempt: Attempt
    scope: Scope
    basis: Basis
    sealed: bool  # the seal shows that the posting is as it was, where that is in doubt

    def tell(self, posting: Posting, turn: Turn, findings: Findings, *, elsewhere: bool) -> None:
        """What is to be said of it besides its text.

        *elsewhere*: it goes on from another position than that which was to be.
        """
        made, state = self.attempt, self.basis.state
        if elsewhere:
            what = "it goes on from a position that a posting before prints"
            findings.note(posting.mail, what)
        short = made.again.short - _drawn_by(turn.gnome, made)
        if short > 0:
            what = f"it uses {counted(short, 'tile')} more than can have been held"
            findings.differs(posting.mail, what)
        if made.option:
            what = f"by ruling, option {made.option} is otherwise for this turn"
            findings.note(posting.mail, what)
        secrets, seat = state.secrets, state.position.seat(turn.gnome)
        over = exceeds(secrets.limits[seat], secrets.hands[seat])
        if over:
            what = f"{turn.gnome} holds {counted(over, 'tile')} more than their hand limit allows"
            findings.note(posting.mail, f"{what}, as far as the list was told (§17)")


def _drawn_by(name: GnomeName, made: Attempt) -> int:
    """How many tiles a gnome came by in their own turn: they may use them before it is over."""
    happened = made.outcome.events
    return sum(
        [len(one.items) for one in happened if isinstance(one, ev.ItemsReceived) and one.to == name]
    )


@dataclass(frozen=True, slots=True)
class Weighing:
    """A posting of a turn, and all that may have led to it."""

    posting: Posting
    told: Told
    turn: Turn
    tables: Tables
    options: Options
    dice: bytes
    chain: Chain

    def weighed(self, scope: Scope, digest: str | None, standing: Standing) -> Weighed:
        """By the announcement that it tells of, else by the one that it answers, of this *digest*;
        from where the game stands, else from where a posting before says that it does.

        Raises ValueError where the turn is valid nowhere.
        """
        fault: ValueError | None = None
        found: Weighed | None = None
        try:
            found = self._drawn_from(scope, digest, standing.now)
        except ValueError as error:
            fault = error
        if found is not None and not found.attempt.faults:
            return found
        for basis in standing.others(self.turn, self.posting.number or 1):
            try:
                attempt = self._attempt(scope, basis)
            except ValueError:
                continue
            if found is None or attempt.faults < found.attempt.faults:
                sealed = found is not None and found.sealed
                found = Weighed(attempt, scope, basis, sealed)
        if found is None:
            raise fault or ValueError("nothing is to be resolved")
        return found

    def _drawn_from(self, scope: Scope, digest: str | None, basis: Basis) -> Weighed:
        made = self._attempt(scope, basis)
        if digest in (None, scope.mail):
            return Weighed(made, scope, basis, True)
        part = self.posting.only_moment
        if self.chain.fits(self.posting, part, scope, made.again.luck.drawn):
            return Weighed(made, scope, basis, True)
        other = replace(scope, mail=digest)
        again = self._attempt(other, basis)
        if self.chain.fits(self.posting, part, other, again.again.luck.drawn):
            return Weighed(again, other, basis, False)
        return Weighed(made, scope, basis, False)

    def _attempt(self, scope: Scope, basis: Basis) -> Attempt:
        return Case(
            self.posting,
            self.told,
            basis.state,
            basis.untaken,
            self.turn,
            self.tables,
            self.options,
            self.dice,
            scope,
            frozenset([draw.purpose for draw in self.posting.only_moment.draws]),
        ).best()
