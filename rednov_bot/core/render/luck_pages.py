"""What the list is told of the luck of a game, so that everybody can check it (A95)."""

from __future__ import annotations

import re
from typing import Final, Unpack

from rednov_bot.core.models import Page
from rednov_bot.core.proof import Beacon, Commitments, Proof
from rednov_bot.core.render.environment import template
from rednov_bot.core.render.letterhead import Facts, Heads, mail

HEADING = "THE LUCK, form 2\n"
"""Where the section begins; it ends with its seal."""

NOTICE_HEADING = "PROOF OF WHAT YOU WERE TOLD\n"
"""Where the proof of a private notice begins."""

SIGNATURE = "-- \n"  # RFC 3676, 4.3


def luck_section(
    proof: Proof | None,
    *,
    commitments: Commitments | None = None,
    tiles: bool = False,
    beacon: Beacon | None = None,
) -> str:
    """THE LUCK of a posting, without a line feed at its end; "" where nothing is published.

    *commitments* are those of an opening, *tiles* whether it promises the secret of the tiles;
    *beacon* is the public one of the game.
    """
    if proof is None:
        return ""
    made = template("_luck").render(
        proof=proof, commitments=commitments, tiles=tiles, beacon=beacon and beacon.name
    )
    return made.rstrip("\n")


def parted(body: str, heading: str = HEADING) -> tuple[str, str]:
    """A text without the section below *heading*, and the section; "" where it has none.

    It is the last one: what stands above may be words of a gnome or of the contestmaster.
    """
    before, found, behind = f"\n{body}".rpartition(f"\n{heading}")
    if not found:
        return body, ""
    section, _, rest = behind.partition("\n\n")
    return f"{before[1:]}\n{rest}" if before else rest, heading + section


def with_section(body: str, section: str, proof: Proof) -> str:
    """The posting with its section above the signature, as a later draft of it."""
    head, signature = body, ""
    if (at := body.rfind(SIGNATURE)) >= 0:
        head, signature = body[:at], body[at:]
    lines = section.splitlines()[:-2]
    lines += [f"  drafts {proof.drafts}", f"  seal {proof.seal}"]
    return head + "\n".join(lines) + "\n\n" + signature


KEEPS_TILES: Final = (
    "The secret of the tiles is not in it: with it everybody could work out what each gnome held, "
    'and §6 has no end (A24b). If every gnome agrees, reply "reveal with the tiles".'
)
TELLS_TILES: Final = (
    "With the secret of the tiles everybody can work out what each gnome held; §6 has no end "
    "(A24b), so approve this only if every gnome agrees."
)
FOR_EVER: Final = (
    "After that no correction can reopen the game, because everybody would know its draws. "
    "Settle claims of error first."
)
"""What the contestmaster is to mind."""

_SECRET: Final = re.compile(r"(?m)^ *([0-9a-f]{64})$")


def secrets_in(page: Page) -> tuple[str, ...]:
    """The secrets that a posting tells, in hex."""
    return tuple(_SECRET.findall(page.body))


@mail("public", "secret")
def secrets(
    tag: str, dice: bytes, tile: bytes | None, *, told_before: bool = False, **heads: Unpack[Heads]
) -> Facts:
    """The end of the secrecy of a game's luck.

    *tile* is None where the tiles stay secret; *told_before* whether that of the *dice* was told.
    """
    return {
        "dice": dice.hex(),
        "tile": "" if tile is None else tile.hex(),
    }
