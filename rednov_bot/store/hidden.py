"""What is hidden on file, column by column, and why: a database that is sealed seals it (§6).

A column is *sealed*, and opens in its own row alone; or it is *looked up*, and sealed so that the
same text is always the same in its column; or it lies *open*.  A test fails where a column of
store/tables has no such decision.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """How a table is kept where the database is sealed; columns by their names, with a reason."""

    place: tuple[str, ...] = ()  # columns that name a row: beside others nothing sealed opens
    sealed: Mapping[str, str] = field(default_factory=dict)
    looked_up: Mapping[str, str] = field(default_factory=dict)
    open: Mapping[str, str] = field(default_factory=dict)


SHORT: Final = frozenset({"to", "to_name", "gnome", "name", "sender", "reason", "address"})
"""Sealed columns that hold an address, a name or a few words, which take less room."""

_NUMBERS = "numbers, moments and names of other papers"
_CONTENTS = "a mail to one gnome, or a text that nobody has approved yet"

KEPT: Final[Mapping[str, Kept]] = {
    "raw_mails": Kept(
        place=("folder", "uidvalidity", "uid"),
        sealed={"octets": "private mails name tiles; which ones are private is known only later"},
        open={"id folder uidvalidity uid arrived_at": "where it lies in the mailbox"},
    ),
    "dispositions": Kept(
        place=("mail", "disposition", "message_id", "digest"),
        sealed={
            "reason": "says that a private list came, or orders",
            "sender": "who wrote to the bot alone, and when",
        },
        looked_up={
            "message_id": "may tell by its domain who wrote to the bot alone",
            "digest": "of a mail without a Message-ID the words could be guessed until it fits",
        },
        open={"mail disposition at": _NUMBERS},
    ),
    "memberships": Kept(open={"id name change at mail": "joining and leaving are announced (§3)"}),
    "contest_changes": Kept(open={"id change value by at": "the contest is public (§1)"}),
    "rulings": Kept(
        place=("at", "by", "game", "turn"),
        sealed={
            "text": "one that is only proposed is not told yet",
            "effect": "whether somebody defends emself is eirs alone (§6)",
        },
        open={
            "id by at game turn since proposed form": _NUMBERS,
            "clause": "the contract's",
        },
    ),
    "upheld": Kept(open={"ruling at since": _NUMBERS}),
    "absences": Kept(
        place=("said_at", "public", "begins", "ends"),
        sealed={
            "name": "that e is away may have been said to the bot alone",
            "words": "so may the words",
        },
        open={"id said_at public begins ends mail": _NUMBERS},
    ),
    "beginnings": Kept(open={"id at": _NUMBERS}),
    "heartbeats": Kept(open={"id at": _NUMBERS}),
    "outages": Kept(open={"id begins ends": _NUMBERS}),
    "reminders": Kept(
        place=("duty", "stage"),
        sealed={"to": "who has to discard holds more than the limit (§17)"},
        looked_up={"duty": "names who has to discard"},
        open={"stage at": _NUMBERS},
    ),
    "reopened": Kept(
        place=("mail", "at", "digest"),
        sealed={"why": "the contestmaster's own words"},
        looked_up={"digest": "as that of a disposition"},
        open={"id mail by at": _NUMBERS},
    ),
    "replays": Kept(
        place=("mail", "at", "message_id", "digest"),
        sealed={"reason": "as that of a disposition"},
        looked_up={
            "message_id": "as that of a disposition",
            "digest": "as that of a disposition",
        },
        open={"id mail by disposition at": _NUMBERS},
    ),
    "likenesses": Kept(
        looked_up={"digest": "of a mail to the bot alone the words could be guessed until it fits"},
        open={"id mail": _NUMBERS},
    ),
    "authentications": Kept(
        place=("mail", "outcome"),
        sealed={"grounds": "name addresses from which somebody wrote to the bot alone"},
        open={"mail outcome at": "that a mail came, and how it was judged"},
    ),
    "doubted": Kept(
        place=("mail", "code", "at"),
        sealed={"name": "who is said to have written to the bot alone", "grounds": "as above"},
        open={"id mail code at": _NUMBERS},
    ),
    "vouched": Kept(open={"doubted verdict mail at": _NUMBERS}),
    "forgeries": Kept(
        place=("kind", "at"),
        sealed={"what": "names people and their addresses"},
        open={"id mail kind told at": _NUMBERS},
    ),
    "games": Kept(
        open={
            "id tag form gnomes options data data_digest rules_version at": "the opening tells it",
            "called beacon": "the opening tells its tag and its beacon",
            "luck": "which form it has",
        }
    ),
    "draws": Kept(
        open={
            "id game number moment link tiles form": "the list is shown it",
            "drawn": "the same, and leaves, which tell no tile without the secret (docs/luck.md)",
        }
    ),
    "luck_seals": Kept(open={"id game draws seal draft": "the list is shown it"}),
    "revealed": Kept(open={"id game tiles at draft": "the list is told the secret itself"}),
    "beacons": Kept(open={"id round value by at named": "the beacon is public"}),
    "game_secrets": Kept(
        place=("game",),
        sealed={"secret": "all the luck of a game comes of it"},
        open={"game": _NUMBERS},
    ),
    "gamestates": Kept(
        place=("game", "number"),
        sealed={
            "secrets": "hands, decks and the pool",
            "whispers": "what nobody is told, or one gnome",
        },
        open={
            "id game number cause at form": _NUMBERS,
            "position happenings": "the list is told of it, and nothing else fits their types",
        },
    ),
    "turns": Kept(
        place=("game", "number"),
        sealed={"turn": "the tiles of a private list stand in it, and orders"},
        open={
            "id game number gnome taken_at mail form beacon": _NUMBERS,
            "message_id subject forum references digest": "of an announcement on a list",
        },
    ),
    "clarifications": Kept(
        place=("mail", "code", "at"),
        sealed={"matter": "what was answered privately may stand in it"},
        open={
            "id mail code game turns unresolved form at": _NUMBERS,
            "name": "who wrote an announcement on a list",
        },
    ),
    "clarified": Kept(
        place=("mail",),
        sealed={"acts": "tiles that its author named privately"},
        open={"mail verdict by form at": _NUMBERS},
    ),
    "led_to": Kept(open={"id mail game number": _NUMBERS}),
    "answers": Kept(
        place=("turn", "key"),
        sealed={"label": "a defender's answer is eirs alone, others are told only later"},
        open={"id turn at": _NUMBERS, "key by": "which choice it is, and whether a gnome made it"},
    ),
    "item_lists": Kept(
        place=("at",),
        sealed={"gnome": "that e sent a list", "items": "tiles that e holds"},
        open={"id at form": _NUMBERS},
    ),
    "standing_orders": Kept(
        place=("game", "at"),
        sealed={"gnome": "that e has orders", "orders": "what they are"},
        open={"id game at form": _NUMBERS},
    ),
    "drafts": Kept(
        place=("code",),
        sealed={"choice": "nobody was told of it yet"},
        open={
            "id code kind game turn for_state attempt made_at due_by form": _NUMBERS,
            "about": "one public line",
        },
    ),
    "draft_pages": Kept(
        place=("draft", "place"),
        sealed={
            "to": "whose hand has changed, or exceeds a limit",
            "to_name": "the same",
            "subject": _CONTENTS,
            "body": _CONTENTS,
        },
        open={
            "id draft place kind form": _NUMBERS,
            "in_reply_to references": "Message-IDs",
        },
    ),
    "draft_pictures": Kept(
        place=("draft", "place"),
        sealed={"html": _CONTENTS, "octets": _CONTENTS},
        open={"draft place": _NUMBERS},
    ),
    "draft_happenings": Kept(
        place=("draft",),
        sealed={
            "happenings": "not told yet, and never if the draft is rejected",
            "whispers": "what nobody is told, or one gnome",
        },
        open={"draft form": _NUMBERS},
    ),
    "draft_matters": Kept(
        place=("draft",),
        sealed={"effects": "the contestmaster's words of how a mail is read"},
        open={"draft mail amends form": _NUMBERS},
    ),
    "holds": Kept(
        place=("draft", "at"),
        sealed={"why": "the contestmaster's own words"},
        open={"id draft until at released": _NUMBERS},
    ),
    "awards": Kept(open={"game place at by draft": "points are awarded in public (§18, §24)"}),
    "decisions": Kept(
        place=("draft",),
        sealed={"why": "the contestmaster's own words, or what e chose"},
        open={"draft verdict by at": _NUMBERS},
    ),
    "postings": Kept(
        place=("message_id", "kind", "draft", "reason"),
        sealed={
            "to": "whom a private notice goes to: whose hand has changed, or exceeds a limit",
            "octets": _CONTENTS,
        },
        looked_up={"reason": "what somebody was reminded of or asked"},
        open={"id message_id kind draft queued_at": _NUMBERS},
    ),
    "posting_waits": Kept(open={"posting after": _NUMBERS}),
    "posting_waits_ended": Kept(open={"posting after": _NUMBERS}),
    "attempts": Kept(
        place=("posting", "number"),
        sealed={"reply": "a server may quote what it refuses"},
        open={"id posting number at outcome retry_at": _NUMBERS},
    ),
    "bounces": Kept(
        open={"id posting mail kind status at": "numbers; whose mail it was is sealed"}
    ),
    "confirmations": Kept(open={"posting mail at": _NUMBERS}),
    "channels": Kept(
        place=("change", "at"),
        sealed={
            "name": "who gets private mails, and answers them",
            "address": "the same",
        },
        open={"id change posting mail at": _NUMBERS},
    ),
    "awaited_openings": Kept(open={"draft by at": _NUMBERS}),
    "sendings": Kept(open={"posting number at": _NUMBERS}),
    "handovers": Kept(open={"posting number": _NUMBERS}),
    "sightings": Kept(open={"id posting mail forum public same at": "the list has it"}),
    "alarms": Kept(open={"draft posting what attempts at": "about what the list is sent"}),
    "list_notices": Kept(open={"mail posting what grounds at": "the same", "attempts": _NUMBERS}),
    "held_told": Kept(open={"mail": _NUMBERS}),
    "reposts": Kept(open={"id posting number by at": "the same"}),
    "put_backs": Kept(open={"posting number": _NUMBERS}),
    "seals": Kept(open={"id name at form": "which key seals the rest, and how"}),
    "backups": Kept(open={"id at": _NUMBERS}),
    "data_sets": Kept(open={"digest file octets": "the opening tells by which data it is played"}),
    "programs": Kept(open={"id version rules differing at": "which program served"}),
    "restorations": Kept(open={"id reaches at": _NUMBERS}),
}
"""Every table of store/tables.py."""


def _formerly(place: str, sealed: str, looked_up: str) -> Kept:
    return Kept(
        place=tuple(place.split()),
        sealed=dict.fromkeys(sealed.split(), ""),
        looked_up=dict.fromkeys(looked_up.split(), ""),
    )


FORMERLY: Final[Mapping[str, Kept]] = {
    "dispositions": _formerly("mail", "sender", "reason digest"),
    "absences": _formerly("name said_at", "words", "name"),
    "reminders": _formerly("duty stage", "to", "duty"),
    "reopened": _formerly("mail at", "why", "digest"),
    "item_lists": _formerly("gnome at", "items", "gnome"),
    "postings": _formerly("message_id", "octets", "to reason"),
}
"""The tables that were kept otherwise in the first form; what was looked up then was bound to the
name of its column alone, and as long as it was."""
