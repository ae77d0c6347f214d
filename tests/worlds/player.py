"""Careless gnomes write whatever they like, and the contestmaster now and then rules something."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from contextlib import nullcontext, suppress
from random import Random
from types import SimpleNamespace
from typing import Any, Final, cast

from msgspec.structs import replace

from rednov_bot.core.commands import ReportKind
from rednov_bot.desk.announcements import resolving
from rednov_bot.desk.contest import starting
from rednov_bot.desk.corrections import claimed
from rednov_bot.desk.desk import Desk, Ongoing, ongoing
from rednov_bot.desk.drafts import approval
from rednov_bot.desk.due import idling, rounds
from rednov_bot.desk.luck import beacons
from rednov_bot.desk.reports import reporting
from rednov_bot.engine.choices import BEACON, Answer
from rednov_bot.engine.resolve import Held
from rednov_bot.engine.rules.held import exceeds
from rednov_bot.engine.rules.plan import standing
from rednov_bot.engine.turn import Orders, Use
from rednov_bot.engine.words import ITEMS, GnomeName, Item
from rednov_bot.errors import CannotKill
from rednov_bot.papers import Draft, RawMail
from rednov_bot.ports import Ledger, Records
from rednov_bot.prose.canonical import announcement
from rednov_bot.prose.wording import ITEM_NAMES
from tests.builders import Table, list_mail, private_mail
from tests.desk.play import MASTER
from tests.engine.sailing import CREW, random_turn
from tests.worlds.counted import Counted
from tests.worlds.twice import Act, Listener

VALUE: Final = "c0ffee42" * 8
"""Of every round of the beacon."""

UNCLEAR: Final = (
    "I go somewhere and fix something.",
    "I fix the engine for a while.",
    "If it burns, I put out the fire for 3 minutes.",
    "I open a hatch and go in.",
    "I use my thing and take no action, or draw 2 items.",
)
ORDERS: Final = (
    "My standing orders: I defend.",
    "My standing orders: I do not defend.",
    "My standing orders: block: 5-6, then 5-7; fire spreads to 6.",
    "My standing orders: else random.",
    "no standing orders",
)
CLAIM: Final = "CoE: I had more minutes left."
WORDS: Final = (
    "ruling: nobody is late before Friday (§9)",
    "ruling: {gnome} may be told twice (§10c)",
    "add axis Z",
    "remove axis Z",
    "pot 12",
    "withdraw ruling 1 because it was wrong",
    "ruling: option reveal_at_end = on because all agree",
    "reveal RN1",
)
OF_MEMBERS: Final = ("I join Red November.", "I leave Red November.")
BEHIND: Final = 5  # turns, to which the contestmaster may rewind


class Player:
    """A game between careless gnomes, heard in two worlds."""

    def __init__(self, table: Table, name: str, counted: Counted) -> None:
        self._table, self._counted, self._rng = table, counted, Random(name)
        self._listener = Listener(table.desk, name, counted)

    @property
    def desk(self) -> Desk:
        return self._table.desk

    def play(self, crew: Sequence[GnomeName], options: Mapping[str, Any], most: int) -> None:
        """A game from its opening until it is over, or so many positions were compared."""
        self._does(lambda desk, records: starting.start(desk, records, crew, options), "the start")
        self._decide()
        while self._counted.positions.total() < most and (now := self._now()) is not None:
            self._table.clock.forward(minutes=self._rng.randint(5, 200))
            if self._rng.random() < 0.12:
                self._govern(now)
            else:
                self._write(*self._mail(now))
            if self._rng.random() < 0.9:
                self._decide()

    def _now(self) -> Ongoing | None:
        with self.desk.ledger.transaction() as records:
            return ongoing(self.desk, records)

    # -- the contestmaster -------------------------------------------------------------------

    def _govern(self, now: Ongoing) -> None:
        """A correction, a report, a word on the contest, or days in which nobody takes a turn."""
        rng, kind = self._rng, self._rng.random()
        turn, gnome = now.gamestate.position.turns, self._rng.choice(now.game.gnomes)
        if kind < 0.5 and turn:
            number = rng.randint(max(1, turn - BEHIND), turn)
            said = announcement(
                random_turn(now.gamestate.position, gnome, (), now.tables, now.options, rng)
            )
            how = rng.choice(["void", "void", f'read as "{said}"', "choose defence no"])
            words = f"rewind turn {number}: {how} because it was meant so"
            self._write(MASTER, False, words, rewinds=True)
        elif kind < 0.6:
            which: ReportKind = rng.choice(["position", "contest", "week"])
            self._does(lambda desk, records: reporting.post(desk, records, which), which)
        elif kind < 0.7:
            self._write(MASTER, False, rng.choice(WORDS).format(gnome=gnome))
        elif kind < 0.8:
            self._write(rng.choice(CREW), True, rng.choice(OF_MEMBERS))
        else:
            self._table.clock.forward(hours=rng.randint(20, 120))
            if rng.random() < 0.5:
                self._does(_killing(gnome), f"the death of {gnome}")
            self._does(_rounds, "the rounds")

    def _does(self, act: Act, called: str) -> None:
        self._listener.does(act, called)

    def _decide(self) -> None:
        """The contestmaster approves whatever lies before em, and every choice is made by lot."""
        while True:
            self._deny()
            with self.desk.ledger.transaction() as records:
                codes = [one.code for one in records.open_drafts()]
                for code in codes:
                    found = records.draft(code)
                    if found is not None and found[1] is None:
                        self._answer(records, found[0])
                if not codes and not self._choose(records):
                    return

    def _deny(self) -> None:
        """Claims of error are denied."""
        with self.desk.ledger.transaction() as records:
            claims = [one.code for one in records.open_drafts() if one.kind == "claim"]
        for code in claims:
            self._does(_denying(code), "a denial")

    def _answer(self, records: Records, draft: Draft) -> None:
        desk, by, choice = self.desk, self.desk.contestmaster, draft.choice
        if choice is None or choice.key == "opening":
            approval.approve(desk, records, draft.code, by)
        elif choice.key == BEACON:
            self._supply(records)
        else:
            approval.choose(desk, records, draft.code, by, self._rng.choice(choice.candidates))

    def _supply(self, records: Records) -> None:
        """The value of the beacon for which a turn waits."""
        waiting = beacons.waiting(self.desk, records)
        assert waiting is not None
        assert waiting.beacon is not None
        beacons.supply(self.desk, records, waiting.beacon, VALUE, self.desk.contestmaster)

    def _choose(self, records: Records) -> bool:
        """A gnome answers what e was asked, if anybody was."""
        now = ongoing(self.desk, records)
        pending = None if now is None else records.pending_turn(now.game.id)
        if now is None or pending is None:
            return False
        outcome = resolving.resolution_of(records, now, pending)
        if isinstance(outcome, Held):
            answer = Answer(self._rng.choice(outcome.choice.candidates), "gnome")
            resolving.answered(self.desk, records, pending.id, outcome.choice.key, answer)
        return isinstance(outcome, Held)

    # -- gnomes ------------------------------------------------------------------------------

    def _mail(self, now: Ongoing) -> tuple[GnomeName, bool, str]:
        """Who writes, whether to the list, and what."""
        position, secrets, rng = now.gamestate.position, now.gamestate.secrets, self._rng
        able = [
            one.name for one in position.gnomes if standing(position, one.name, now.options) is None
        ]
        name = rng.choice(able if able and rng.random() < 0.9 else now.game.gnomes)
        seat = position.seat(name)
        hand, kind = secrets.hands[seat], rng.random()
        over = exceeds(secrets.limits[seat], hand)
        other = rng.choice([one.name for one in position.gnomes if one.name != name])
        if over and kind < 0.7:
            return name, True, f"I discard {_listed(rng.sample(hand, over))}."
        if kind < 0.05:
            return name, True, f"I discard a {ITEM_NAMES[rng.choice(ITEMS)]}."
        if kind < 0.12:
            tile = rng.choice(hand) if hand and rng.random() < 0.7 else rng.choice(ITEMS)
            return name, True, f"In return I give {other} a {ITEM_NAMES[tile]}."
        if kind < 0.15:
            return name, True, f"In return I give {other} 1 item."
        if kind < 0.18:
            return name, False, f"My list: a {ITEM_NAMES[rng.choice(hand or ITEMS)]}"
        if kind < 0.2:
            return name, rng.random() < 0.3, rng.choice(ORDERS)
        if kind < 0.23:
            return name, True, f"I give {other} 1 item."
        if kind < 0.27:
            return name, True, rng.choice((*UNCLEAR, CLAIM))
        turn = random_turn(position, name, hand, now.tables, now.options, rng)
        if rng.random() < 0.5:
            turn = replace(turn, orders=Orders())
        if kind < 0.36:
            claims = tuple(Use(rng.choice(ITEMS)) for _ in range(rng.randint(1, 2)))
            turn = replace(turn, steps=(*claims, *turn.steps))
        return name, kind >= 0.3, announcement(turn)

    def _write(self, name: GnomeName, public: bool, text: str, *, rewinds: bool = False) -> None:
        write, at = list_mail if public else private_mail, self._table.clock.at
        self._table.uid += 1
        message_id = f"<{self._table.uid}.{self._listener.name}@post.example>"
        raw = RawMail(
            folder="INBOX",
            uidvalidity=1,
            uid=self._table.uid,
            octets=write(name, text + "\n", date=at, message_id=message_id),
            arrived_at=at,
        )
        self._listener.hear(raw, text, rewinds=rewinds)


def _killing(gnome: GnomeName) -> Act:
    def kill(desk: Desk, records: Records) -> None:
        with suppress(CannotKill):
            idling.kill(desk, records, gnome)

    return kill


def _denying(code: str) -> Act:
    def deny(desk: Desk, records: Records) -> None:
        claimed.deny(desk, records, code, desk.contestmaster, "the dice say so")

    return deny


def _rounds(desk: Desk, records: Records) -> None:
    """What falls due by the clock, within a transaction that has begun."""
    here = cast(Ledger, SimpleNamespace(transaction=lambda: nullcontext(records)))
    rounds.make_rounds(dataclasses.replace(desk, ledger=here))


def _listed(tiles: list[Item]) -> str:
    return ", ".join(f"a {ITEM_NAMES[tile]}" for tile in tiles)
