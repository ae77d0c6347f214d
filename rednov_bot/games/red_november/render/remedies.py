"""What the sender of an announcement without effect may do about each reason."""

from __future__ import annotations

from typing import Final

REMEDIES: Final[dict[str, str]] = {
    "NOT_A_GNOME": "Only the gnomes named at its beginning play in a game. You may join the next.",
    "KILLED": "The game goes on without you.",
    "ABANDONED": "You have left the sub; you win or lose by what happens to it.",
    "NO_MINUTES": "There is nothing left to do but watch.",
    "FAINTED": "Wait until you wake: when all others have fewer minutes than you.",
    "NOT_YOUR_TIME": "Wait until nobody awake has more minutes than you.",
    "INCOMPLETE": "Say what is missing, and announce the whole turn again.",
    "TOO_MANY_ACTIONS": "Choose one of the actions; the others may follow in later turns.",
    "MOVE_AFTER_ACTION": "Move first and act last, or move in your next turn.",
    "CONDITIONAL": "Say definitely what you do. Only the escape from a failed fire-fight may "
    "depend on a failure.",
    "ITEM_UNKNOWN": "Use an item from the contract's list.",
    "NO_SUCH_HATCH": "Look at the map for the hatches of the room you are in at that moment.",
    "HATCH_BLOCKED": "Go another way, or unblock it from a room beside it.",
    "HIGH_WATER_ENTRY": "Open it towards a dry room first, so that the water settles.",
    "FIRE_ENTRY": "Use a grog or a fire extinguisher earlier in the turn.",
    "NO_AQUALUNG_USED": "Use an aqualung earlier in the turn.",
    "NO_SUCH_ACTION": "Choose an action of §11.",
    "WRONG_PLACE": "Go there first.",
    "ROOM_ON_FIRE": "Extinguish the fire, or act elsewhere.",
    "ROOM_HIGH_WATER": "Leave the room first: if you stay there, you die.",
    "NO_TARGET": "Choose something that is there.",
    "NO_CROWBAR_USED": "Use a crowbar earlier in the turn.",
    "MINUTES_RANGE": "Name a number of minutes that this action allows.",
    "STASH_EMPTY": "Take no more than there is.",
    "NO_RECIPIENT": "Name a gnome who is in your room and in play.",
    "TOO_EARLY_TO_ABANDON": "Wait until every gnome has fewer than 10 minutes.",
    "DREW_ITEMS": "Act in another room before you draw here again.",
    "NOT_ENOUGH_TIME": "Spend fewer minutes.",
    "HAND_LIMIT": "Discard by announcement on the list, then take your turn.",
    "ITEM_NOT_HELD": "Leave it out, or use something that you hold.",
    "GIFT_UNSPECIFIED": "Mail the list of what you give to the bot alone, and nothing else "
    '("coffee, grog", say), then announce the turn again.',
    "GIFT_WINDOW_CLOSED": "Only an action can give now.",
    "NO_HAND_LIMIT": "Keep what you have.",
    "TOO_MANY_DISCARDED": "Name exactly as many as the limit asks for.",
    "TOO_EARLY": "Wait until four days have passed.",
}
"""By the code of the refusal; one sentence each."""

_BETWEEN_TURNS: Final[dict[str, str]] = {
    "GIFT_UNSPECIFIED": "Mail the list of what you {0} to the bot alone, "
    'and nothing else ("coffee, grog", say), then announce the {1} again.',
    "INCOMPLETE": "Name the items, and announce the {1} again.",
    "ITEM_NOT_HELD": "Name items that you hold.",
}
"""Where the announcement was no turn, and other words are true of it: what it does, what it is."""


PAST_MENDING: Final = frozenset(
    [
        *("NO_GAME", "NOT_A_GNOME", "KILLED", "ABANDONED", "NO_MINUTES", "GIFT_WINDOW_CLOSED"),
        *("NO_HAND_LIMIT", "ALREADY_A_CONTESTANT", "NOT_A_CONTESTANT", "IS_A_GNOME"),
    ]
)
"""What no other words would change, as long as it lasts."""


def remedy(code: str, announced: str) -> str:
    """What helps against a refusal of what was *announced*."""
    does = {"discard": "discard", "gift in return": "give"}.get(announced)
    if does is not None and code in _BETWEEN_TURNS:
        return _BETWEEN_TURNS[code].format(does, announced)
    return REMEDIES.get(code, "")
