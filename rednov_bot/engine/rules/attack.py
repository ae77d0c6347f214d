"""The attack of the optional rule `crazed` (rules.md 10.1); the contract knows none."""

from __future__ import annotations

from rednov_bot.engine import happenings as h
from rednov_bot.engine.choices import (
    BY_DEFENDING,
    DEFENCE,
    Asked,
    Choice,
    Circumstances,
    decide,
    wished,
)
from rednov_bot.engine.logbook import Logbook
from rednov_bot.engine.luck import die
from rednov_bot.engine.rules import death
from rednov_bot.engine.rules.plan import Plan
from rednov_bot.engine.turn import NO_ORDERS


def attack(log: Logbook, plan: Plan, circumstances: Circumstances) -> Choice | None:
    """Crowbar against crowbar: each rolls d10 less intoxication, ties to the attacker.

    Without a defence the defender dies; a sleeper has none.  The winner takes the loser's items;
    which, only e is told.  A missing word of the defender is asked for.
    """
    attacker, defender = plan.turn.gnome, plan.action.recipient
    assert defender is not None
    luck = circumstances.luck
    mine, yours = log.position.gnome(attacker), log.position.gnome(defender)
    defends = False if yours.fainted else _defends(defender, circumstances)
    if isinstance(defends, Choice):
        return defends
    defended = defends and "crowbar" in log.secrets.hands[log.position.seat(defender)]
    if defended:
        log.tell(h.ItemUsed(defender, "crowbar", yours.intoxication, yours.intoxication))
    strike, parry = (die(luck, "attack"), die(luck, "defence")) if defended else (None, None)
    wins = True
    if strike is not None and parry is not None:
        wins = strike - mine.intoxication >= parry - yours.intoxication
    winner, loser = (attacker, defender) if wins else (defender, attacker)
    log.tell(
        h.Attacked(
            attacker,
            defender,
            defended,
            strike,
            mine.intoxication,
            parry,
            yours.intoxication,
            winner,
        )
    )
    spoils = log.secrets.hands[log.position.seat(loser)]
    if spoils:
        log.whisper(h.GiftReceived(winner, loser, spoils))
    death.kill(log, loser, "slain", circumstances.options, luck)
    return None


def _defends(defender: str, circumstances: Circumstances) -> bool | Choice:
    """By a ruling; by eir standing orders; else e is asked, or the contestmaster where the option
    `event_choice` leaves it to em (rules.md 7.1, 10.1), whatever e holds.
    """
    left = circumstances.options.event_choice == "orders+contestmaster"
    whom: Asked = "contestmaster" if left else "gnome"
    choice = Choice(DEFENCE, "defend", defender, whom, tuple(BY_DEFENDING))
    wish = wished(choice, circumstances.standing.get(defender, NO_ORDERS))
    made = decide(choice, () if wish is None else (wish,), circumstances)
    return made if isinstance(made, Choice) else BY_DEFENDING[made.label]
