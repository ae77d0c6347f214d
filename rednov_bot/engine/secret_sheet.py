"""The secrets of a game as text, for the contestmaster's console alone (§6).

The public sheet first, then hands by seat, limits, decks and discards; never a list's reader.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from rednov_bot.engine import sheet
from rednov_bot.engine.gamestate import Gamestate, Limit, Secrets
from rednov_bot.engine.position import Position
from rednov_bot.engine.sheet_lines import Malformed, Words, lines_of, quoted

HEADING = "# secret\n"
"""Divides the two sheets."""


def write_secret(gamestate: Gamestate) -> str:
    """Both sheets of a gamestate, public and secret."""
    secret = "".join(f"{line.rstrip()}\n" for line in _lines(gamestate))
    return sheet.write(gamestate.position) + HEADING + secret


def read_secret(text: str) -> Gamestate | str:
    """The gamestate on both sheets, or one sentence on what is wrong in which line."""
    public, heading, secret = text.partition(HEADING)
    position = sheet.read(public)
    if isinstance(position, str):
        return position
    if not heading:
        return "the line `# secret`, which divides the two sheets, is missing"
    seats = len(position.gnomes)
    secrets = Secrets(hands=((),) * seats, limits=(None,) * seats)
    try:
        for line in lines_of("\n" * (public + heading).count("\n") + secret):
            secrets = _read_line(secrets, position, line)
            line.end()
    except Malformed as fault:
        return str(fault)
    return Gamestate(position, secrets)


def _lines(gamestate: Gamestate) -> Iterator[str]:
    position, secrets = gamestate.position, gamestate.secrets
    for gnome, hand, limit in zip(position.gnomes, secrets.hands, secrets.limits, strict=True):
        if hand:
            yield f"hand {quoted(gnome.name)} {' '.join(hand)}"
        if limit is not None:
            owed = "" if limit.owed is None else f" owes {limit.owed}"
            yield f"limit {quoted(gnome.name)} {limit.limit}{owed}"
    if secrets.deck:
        yield f"order {' '.join(map(str, secrets.deck))}"
    if secrets.pool:
        yield f"pool {' '.join(secrets.pool)}"
    if secrets.discards:
        yield f"discards {' '.join(secrets.discards)}"
    for giver, recipient, items in secrets.promised:
        yield f"promised {quoted(giver)} {quoted(recipient)} {' '.join(items)}"


def _read_line(secrets: Secrets, position: Position, line: Words) -> Secrets:
    match line.head:
        case "hand":
            seat = _seat(position, line)
            hands = (*secrets.hands[:seat], line.items(), *secrets.hands[seat + 1 :])
            return replace(secrets, hands=hands)
        case "limit":
            seat = _seat(position, line)
            limits = (*secrets.limits[:seat], _limit(line), *secrets.limits[seat + 1 :])
            return replace(secrets, limits=limits)
        case "order":
            return replace(secrets, deck=line.numbers())
        case "pool":
            return replace(secrets, pool=line.items())
        case "discards":
            return replace(secrets, discards=line.items())
        case "promised":
            giver, recipient = line.name("the giver"), line.name("the recipient")
            return replace(secrets, promised=(*secrets.promised, (giver, recipient, line.items())))
        case _:
            raise line.wrong(f"the secret sheet has no line {line.head!r}")


def _seat(position: Position, line: Words) -> int:
    name = line.name("a gnome's name")
    for seat, gnome in enumerate(position.gnomes):
        if gnome.name == name:
            return seat
    raise line.wrong(f"{name} is no gnome of this game")


def _limit(line: Words) -> Limit:
    limit = line.number(0, 99)
    if line.done:
        return Limit(limit)
    line.word("owes")
    return Limit(limit, line.number(0, 99))
