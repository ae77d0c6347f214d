"""Whole games at a table, with everything that a list sees of them: the archive to be checked."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

from msgspec.structs import replace

from rednov_bot.core.models import QueuedPosting
from rednov_bot.core.proof import Beacon
from rednov_bot.core.settings import LuckSettings
from rednov_bot.core.workflow import scheduler
from rednov_bot.core.workflow.desk import Ongoing, ongoing
from rednov_bot.games.red_november.render.canonical import announcement
from rednov_bot.games.red_november.render.wording import ITEM_NAMES
from rednov_bot.games.red_november.rules.gamestate import Gamestate
from rednov_bot.games.red_november.rules.hands import exceeds
from rednov_bot.games.red_november.rules.position import Gnome
from rednov_bot.games.red_november.rules.resolve import judge
from rednov_bot.games.red_november.rules.turn import NO_ORDERS, Orders, Turn
from rednov_bot.games.red_november.rules.words import GnomeName, Item
from tests.builders import BUSINESS, FixedClock, Table, a_table, list_mail, private_mail
from tests.rules.sailing import CREW, random_turn
from tests.workflow.play import draft, open_codes, start

MASTER = "Pewterby"
MOST_STEPS = 900
BEACON = LuckSettings(
    beacon="drand quicknet",
    beacon_genesis=datetime(2023, 8, 23, 15, 9, 27, tzinfo=UTC),
    beacon_period=3,
)


@dataclass
class Game:
    """A table, and what the list and each gnome got."""

    table: Table
    rng: Random
    careful: int = 1  # how many turns a gnome looks at
    archive: list[bytes] = field(default_factory=list)
    private: dict[str, list[bytes]] = field(default_factory=dict)
    mailboxes: dict[str, list[bytes]] = field(default_factory=dict)  # what only one person got
    numbers: int = 0
    closing: str = ""  # what everybody writes below their turns
    ahead: timedelta = timedelta()  # how far ahead of the clock their mails are dated
    waits: timedelta = timedelta()  # after each mail, before the bot goes round once more

    @property
    def clock(self) -> FixedClock:
        return self.table.clock

    def now(self) -> Ongoing | None:
        with self.table.desk.db.transaction() as records:
            return ongoing(self.table.desk, records)

    @property
    def turns(self) -> int:
        """How many were taken."""
        now = self.now()
        assert now is not None, "the game is over"
        return now.gamestate.position.turns

    def say(self, who: str, text: str, subject: str = "Red November") -> None:
        """Somebody writes to the list."""
        octets = list_mail(
            who,
            text + "\n",
            subject=subject,
            message_id=self._name(who),
            date=self.clock.at + self.ahead,
        )
        self.archive.append(octets)
        self._see(self.table.receive(octets))
        self._wait()

    def write(self, who: str, text: str, subject: str = "to the bot") -> None:
        """Somebody writes to the bot alone."""
        octets = private_mail(
            who, text + "\n", subject=subject, message_id=self._name(who), date=self.clock.at
        )
        self._see(self.table.receive(octets))
        self._wait()

    def _name(self, who: str) -> str:
        self.numbers += 1
        return f"<{self.numbers}.{who.lower()}@post.example>"

    def _wait(self) -> None:
        if self.waits:
            self.clock.forward(seconds=self.waits.total_seconds())
            self.go_round()

    def value(self, number: int) -> str | None:
        """Of a round of the beacon, as soon as that is over."""
        genesis, period = BEACON.beacon_genesis, timedelta(seconds=BEACON.beacon_period)
        assert genesis is not None
        at = Beacon(genesis, period, "").at(number)
        return f"{number:064x}" if at <= self.clock.at else None

    def reply(self, code: str, text: str) -> None:
        """The contestmaster answers a draft."""
        self.clock.forward(minutes=3)
        self.write(MASTER, text, f"Re: [rednov {code}] something")

    def go_round(self) -> None:
        scheduler.make_rounds(self.table.desk)
        self._see(self.table.news())

    def _see(self, news: tuple[QueuedPosting, ...]) -> None:
        for one in news:
            octets, to = one.posting.octets, one.posting.to
            if one.posting.kind == "public" and to == BUSINESS:
                self.archive.append(octets)
                continue
            name = to.partition("@")[0].capitalize()
            self.mailboxes.setdefault(name, []).append(octets)
            if one.posting.kind in ("private", "receipt"):
                self.private.setdefault(name, []).append(octets)

    def reveal(self, *, tiles: bool) -> None:
        """The game is over, and the contestmaster tells its secrets."""
        self.decide()
        if tiles:
            self.write(MASTER, "reveal with the tiles")
            self.decide()

    def decide(self, *, rejects: float = 0.0) -> None:
        """The contestmaster answers everything that lies before them."""
        while codes := open_codes(self.table):
            made = draft(self.table, codes[0])
            if made.choice is not None and made.kind != "opening":
                self.reply(made.code, f"choose {self.rng.choice(made.choice.candidates)}")
            elif made.kind == "resolution" and self.rng.random() < rejects:
                self.reply(made.code, "reject because I have to look it up")
                with self.table.desk.db.transaction() as records:
                    scheduler.draft_again(self.table.desk, records)
            else:
                self.reply(made.code, "approve")

    # -- what gnomes do -------------------------------------------------------------------

    def turn(self) -> None:
        """Somebody takes a turn, the best of those they thought of."""
        now = self.now()
        assert now is not None
        able = [g for g in now.gamestate.position.gnomes if self._able(now.gamestate, g)]
        best: tuple[float, Turn] | None = None
        for _ in range(40 * self.careful if able else 0):
            found = self._thought(now, self.rng.choice(able).name)
            if found is not None and (best is None or found[0] > best[0]):
                best = found
            if best is not None and self.rng.random() < 1 / self.careful:
                break
        if best is None:
            self.idle()
        else:
            self._announce(best[1])

    def _able(self, state: Gamestate, gnome: Gnome) -> bool:
        seat = state.position.seat(gnome.name)
        over = exceeds(state.secrets.limits[seat], state.secrets.hands[seat])
        return gnome.in_play and gnome.minutes > 0 and not gnome.fainted and not over

    def _thought(self, now: Ongoing, name: GnomeName) -> tuple[float, Turn] | None:
        position, secrets = now.gamestate.position, now.gamestate.secrets
        hand = secrets.hands[position.seat(name)]
        turn = random_turn(position, name, hand, now.tables, now.options, self.rng)
        if not judge(now.gamestate, turn, now.tables, now.options).valid:
            return None
        action = turn.action
        assert action is not None
        useful = action.name in ("fix_engine", "fix_oxygen", "fix_reactor", "extinguish_fire")
        return useful * 5 - 0.3 * (action.minutes or 1), turn

    def _announce(self, turn: Turn) -> None:
        """On the list; some of it may be said in private, where that is allowed."""
        action = turn.action
        if turn.orders != NO_ORDERS and self.rng.random() < 0.3:
            orders, turn = turn.orders, replace(turn, orders=Orders())
            self.write(turn.gnome, announcement(Turn(turn.gnome, orders=orders)))
        if action is not None and action.give and self.rng.random() < 0.5:
            self.write(turn.gnome, _listed(action.give))
            by_number = replace(action, give=None, give_count=len(action.give))
            turn = replace(turn, action=by_number)
        self.clock.forward(minutes=self.rng.randint(1, 300))
        self.say(turn.gnome, announcement(turn) + self.closing)

    def discard(self) -> bool:
        """Whoever has to throw something away does it, by name or by number."""
        now = self.now()
        if now is None:
            return False
        position, secrets = now.gamestate.position, now.gamestate.secrets
        for gnome in position.gnomes:
            hand = secrets.hands[position.seat(gnome.name)]
            over = exceeds(secrets.limits[position.seat(gnome.name)], hand)
            if over and gnome.in_play and gnome.minutes:
                said = _listed(self.rng.sample(hand, over))
                if self.rng.random() < 0.5:
                    self.write(gnome.name, said)
                    said = f"{over} items" if over > 1 else "1 item"
                self.say(gnome.name, f"I discard {said}.")
                return True
        return False

    def give_back(self) -> None:
        """Somebody who got a gift gives something in return."""
        now = self.now()
        if now is None or not now.gamestate.position.gifts:
            return
        gift = self.rng.choice(now.gamestate.position.gifts)
        hand = now.gamestate.secrets.hands[now.gamestate.position.seat(gift.recipient)]
        if not hand:
            return
        item = _listed([self.rng.choice(hand)])
        if self.rng.random() < 0.5:
            self.write(gift.recipient, item)
            item = "1 item"
        self.say(gift.recipient, f"In return I give {gift.giver} {item}.")

    def idle(self) -> None:
        """Days pass, until the contestmaster kills an idle gnome."""
        for _ in range(12):
            self.clock.forward(hours=12)
            self.go_round()
            if open_codes(self.table) or self.discard():
                return
        raise AssertionError("nobody can act and nobody is killed")

    def step(self) -> None:
        """Something happens."""
        chance = self.rng.random()
        if chance < 0.25 and self.discard():
            return
        if chance < 0.35:
            self.give_back()
        elif chance < 0.45:
            self.say(self.rng.choice(CREW), "What a storm we are having.\n\nFrom me to you.")
        elif chance < 0.5:
            self.discard()
        else:
            self.turn()

    def sail(self, turns: int) -> None:
        """So many turns more are taken, and all are resolved."""
        until = self.turns + turns
        for _ in range(MOST_STEPS):
            now = self.now()
            assert now is not None, "the game was over before"
            if now.gamestate.position.pending is not None:
                self.idle()
            elif now.gamestate.position.turns < until:
                self.clock.forward(minutes=30)
                self.turn()
                self.discard()
            else:
                return
            self.decide()
        raise AssertionError("so many turns are never taken")

    def finish(self, *, tiles: bool = True, rejects: float = 0.0, lets_lie: float = 0.0) -> None:
        """The rest of the game, at whose end the secrets are published."""
        for _ in range(MOST_STEPS):
            if self.now() is None:
                break
            self.clock.forward(minutes=self.rng.randint(1, 90))
            self.step()
            if self.rng.random() >= lets_lie:
                self.decide(rejects=rejects)
        self.reveal(tiles=tiles)


def _listed(items: list[Item] | tuple[Item, ...]) -> str:
    return ", ".join(f"a {ITEM_NAMES[item]}" for item in items)


def begun(
    folder: Path,
    seed: int = 1,
    *,
    gnomes: int = 3,
    careful: int = 6,
    lit: bool = False,
    **options: Any,
) -> Game:
    """A game whose opening is posted; *lit*: its turns are bound to rounds of a beacon."""
    crew = CREW[:gnomes]
    table = a_table(folder, seed=b"%d" % seed, people=CREW, contestants=crew, contestmaster=MASTER)
    game = Game(table, Random(seed), careful)
    if lit:
        settings = replace(table.desk.settings, luck=BEACON)
        table.desk = dataclasses.replace(table.desk, settings=settings, beacon=game.value)
        game.waits, options["beacon"] = timedelta(seconds=10), "on"
    start(table, *crew, **options)
    game._see(table.news())
    game.decide()
    return game


def archive(mails: list[bytes]) -> bytes:
    """An mbox of these mails, as Mailman writes it."""
    every = []
    for octets in mails:
        lines = octets.replace(b"\r\n", b"\n").rstrip(b"\n").split(b"\n")
        escaped = [b">" + line if line.startswith(b"From ") else line for line in lines]
        every.append(b"From rednov at list Mon Nov 23 10:00:00 2026\n" + b"\n".join(escaped))
    return b"\n\n".join(every) + b"\n\n"
