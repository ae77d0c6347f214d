"""What the recorded games must show, so that nobody loses a rare thing by changing a script."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import chain

from rednov_bot.games.red_november.rules import events as ev
from tests.games.letters import parsed
from tests.games.play import AtTheTable

Wonder = Callable[[AtTheTable], bool]


def happens(kind: type[ev.Event], **facts: object) -> Wonder:
    """Something of this kind happened in a game, with these facts."""

    def seen(world: AtTheTable) -> bool:
        ends = (course[-1][0] for course in world.positions.values())
        return any(
            isinstance(one, kind) and all(getattr(one, key) == facts[key] for key in facts)
            for one in chain(*ends)
        )

    return seen


def mailed(pattern: str, words: str = "") -> Wonder:
    """A mail went in or out whose name and subject fit, and that says these words.

    A pattern may be `in-Ann .*Farewell`.
    """

    def fits(name: str, octets: bytes) -> bool:
        mail = parsed(octets)
        if re.match(pattern, f"{name} {mail['Subject']}") is None:
            return False
        return words in " ".join(mail.get_content().split())

    return lambda world: any(fits(name, octets) for name, octets in world.papers)


WONDERS: dict[str, dict[str, Wonder]] = {
    "0001-three-gnomes-come-home": {
        "a faint check": happens(ev.FaintChecked),
        "a fire that is put out": happens(ev.FirePutOut),
        "an escape from a fire": happens(ev.EscapeMade),
        "a reset track": happens(ev.TrackReset),
        "a destruction prevented": happens(ev.TokensPrevented),
        "a discard": happens(ev.ItemsDiscarded),
        "a gift": happens(ev.GiftMade, in_return=False),
        "a gift in return": happens(ev.GiftMade, in_return=True),
        "a jammed hatch": happens(ev.HatchJammed),
        "a charm": happens(ev.CharmHeld),
        "a sub that is saved": happens(
            ev.GameOver, winners=("Tumbledrum", "Fizzlewick", "Brasspot"), sub_lost=False
        ),
    },
    "0002-a-season": {
        "somebody joins": mailed("out-public-business .*Grimbold joins"),
        "six gnomes": mailed("out-private-Thistle .*the opening"),
        "a gift": happens(ev.GiftMade, in_return=False),
        "a gift in return": happens(ev.GiftMade, in_return=True),
        "a choice of a gnome": happens(ev.HatchJammed, decider="gnome"),
        "a hand limit": happens(ev.LimitImposed),
        "a turn that the hand limit bars": mailed("out-public-business .*Wimble's turn has no"),
        "a discard": happens(ev.ItemsDiscarded),
        "a destruction prevented": happens(ev.TokensPrevented),
        "an idle death": happens(ev.Killed, gnome="Cogsworth", cause="idle"),
        "an absence": mailed("out-draft-Pewterby .*idle", "I will be away until Friday evening."),
        "a warning of idleness": mailed("out-private-Cogsworth .*a reminder"),
        "a faint": happens(ev.Fainted),
        "a sub that is lost": happens(ev.SubLost),
        "a claim of error": mailed("out-draft-Pewterby .*Claim of error: Sprocket"),
        "a correction": mailed("out-public-business .*Correction of turn 9"),
        "a position corrected": happens(ev.PositionCorrected),
        "a claim that is denied": mailed("out-public-business .*claim of error is denied"),
        "the story of a game": mailed("out-public-business .*The story of RN1"),
        "a weekly report": mailed("out-public-business .*Weekly report, Mon 9 Mar"),
        "somebody leaves": mailed("out-public-business .*Cogsworth leaves"),
        "several commands in a mail": mailed("out-desk-Pewterby .*2 of 2 commands done"),
        "a second game": mailed("out-private-Dibble .*the opening"),
        "a choice of the contestmaster": happens(ev.HatchJammed, decider="contestmaster"),
        "a reminder": mailed("out-desk-Pewterby .*Reminder: Turn 13"),
        "a change of contestmaster": mailed("out-desk-Quillon .*You are the contestmaster now"),
        "an approval out of office": mailed(
            "out-desk-Pewterby .*not done",
            "NOT DONE. Drafts of Red November are decided by",
        ),
        "the status of the desk": mailed("out-receipt-Quillon .*How the game stands"),
        "a fire that spreads": happens(ev.FireSpread),
        "an abandonment": happens(ev.GnomeDeparted),
        "a report of the next week": mailed("out-public-business .*Weekly report, Mon 16 Mar"),
        "hands revealed at the end": happens(ev.HandsRevealed),
        "a sub that is saved": happens(ev.GameOver, winners=("Nettle", "Dibble"), sub_lost=False),
    },
    "0003-whose-luck-can-be-checked": {
        "a commitment": mailed("out-public-business .*A new game begins", "THE LUCK, form 2"),
        "a turn drafted twice": mailed("out-public-business .*Turn", " drafts 2 "),
        "a tile that is shown": mailed(
            "out-private-.*", "PROOF OF WHAT YOU WERE TOLD draw 4, tile"
        ),
        "the secret of the dice": mailed("out-public-business .*the secret of its luck"),
        "the secret of the tiles": mailed("out-public-business .*the secrets of its luck"),
        "a sub that is saved": happens(ev.GameOver, sub_lost=False),
    },
}
