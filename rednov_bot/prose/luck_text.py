"""The lines by which everybody can check the luck of a game (A95; docs/luck.md)."""

from __future__ import annotations

from rednov_bot.proof.commitments import Commitments
from rednov_bot.proof.published import Proof
from rednov_bot.prose.environment import template

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
    beacon: str = "",
) -> str:
    """THE LUCK of a posting, without a line feed at its end; "" where nothing is published.

    *commitments* are those of an opening, *tiles* whether it promises the secret of the tiles;
    *beacon* is what the public beacon is called.
    """
    if proof is None:
        return ""
    made = template("_luck").render(
        proof=proof, commitments=commitments, tiles=tiles, beacon=beacon
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
