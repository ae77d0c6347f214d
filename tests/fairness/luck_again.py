"""The luck a second time, from docs/luck.md alone, and the vectors that the page shows.

`python -m tests.fairness.luck_again` writes vectors.json and the table of the page anew.  The mails
of vectors.json are written by hand, each with the words that the page leads to.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

FORM = "rednov luck 2\n"
VECTORS = Path(__file__).with_name("vectors.json")

DICE = bytes(range(32))
TILE = bytes(range(32, 64))
TERMS = (
    "rednov luck 2\nterms\ngame RN1\ngnome Ann\ngnome Bob\ngnome Zoë\n"
    f"data {'ab' * 32}\nrules 0.5.0\npot 12\noption crazed=off\noption wake=end\n"
)
BEACON = f"5417233 {'cd' * 32}"
TILES = ("grog", "pump_manual", "crowbar", "grog", "coffee")
BIG = 2**63 + 1  # of which almost half of all numbers of 8 bytes are passed over


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def mac(key: bytes, text: str) -> bytes:
    return hmac.new(key, text.encode(), hashlib.sha256).digest()


def commitment(term: str, of: str, secret: bytes) -> str:
    return digest(f"{FORM}commitment\n{of}\nterm {term}\nsecret {secret.hex()}\n")


def scope(
    moment: str, mail: str = "-", beacon: str = "-", *, game: str = "RN1", what: str = "draw"
) -> str:
    return f"{FORM}{what}\ngame {game}\nmoment {moment}\nmail {mail}\nbeacon {beacon}\n"


def block(key: bytes, scope: str, purpose: str, index: int) -> bytes:
    return mac(key, f"{scope}purpose {purpose}\nindex {index}\n")


def numbers(key: bytes, scope: str, purpose: str) -> Iterator[int]:
    index = 0
    while True:
        octets = block(key, scope, purpose, index)
        for first in range(0, 32, 8):
            yield int.from_bytes(octets[first : first + 8], "big")
        index += 1


def one_to(count: int, row: Iterator[int]) -> int:
    top = (2**64 // count) * count
    for number in row:
        if number < top:
            return number % count + 1
    raise AssertionError


def drawn(key: bytes, scope: str, purpose: str, count: int) -> int:
    return one_to(count, numbers(key, scope, purpose))


def shuffle(key: bytes, scope: str, purpose: str, things: Sequence[Any]) -> list[Any]:
    row, order = numbers(key, scope, purpose), list(things)
    last = len(order) - 1
    while last >= 1:
        other = one_to(last + 1, row) - 1
        order[other], order[last] = order[last], order[other]
        last -= 1
    return order


def seal(before: str, link: str) -> str:
    return digest(f"seal {before}\nlink {link}\n")


def link(key: bytes, scope: str, purpose: str, result: str) -> str:
    return mac(key, f"{scope}purpose {purpose}\nresult {result}\n").hex()


def posting_link(key: bytes, scope: str, drafts: int, read: str) -> str:
    return mac(key, f"{scope}drafts {drafts}\nread {read}\n").hex()


def mail_digest(id: str, date: str, words: str) -> str:
    return digest(f"{FORM}mail\nid {id}\ndate {date}\nwords {words}\n")


def tile_key(secret: bytes, tile_scope: str, purpose: str, place: int) -> bytes:
    return mac(secret, f"{tile_scope}purpose {purpose}\nplace {place}\n")[:16]


def leaf(key: bytes, item: str) -> bytes:
    return bytes.fromhex(digest(f"tile {key.hex()}\nitem {item}\n"))[:16]


def rows(leaves: Sequence[bytes]) -> list[list[bytes]]:
    """The leaves, and each row above them up to the last node."""
    every = [list(leaves)]
    while len(every[-1]) > 1:
        below, above = every[-1], []
        for at in range(0, len(below) - 1, 2):
            pair = f"left {below[at].hex()}\nright {below[at + 1].hex()}\n"
            above.append(bytes.fromhex(digest(pair))[:16])
        every.append(above + below[len(above) * 2 :])
    return every


def root(leaves: Sequence[bytes]) -> str:
    return digest(f"tiles {len(leaves)}\nnode {rows(leaves)[-1][0].hex()}\n")


def proof(leaves: Sequence[bytes], key: bytes, place: int) -> str:
    """Of one place, in base64 without line breaks."""
    octets, at = len(leaves).to_bytes(2, "big") + key, place - 1
    for row in rows(leaves)[:-1]:
        beside = at + 1 if at % 2 == 0 else at - 1
        if beside < len(row):
            octets += row[beside]
        at //= 2
    return base64.b64encode(octets).decode()


def told(secret: bytes, game: str, gnome: str, moment: str, hand: str) -> str:
    text = f"{FORM}notice\ngame {game}\ngnome {gnome}\nmoment {moment}\nhand {hand}\n"
    return mac(secret, text)[:16].hex()


def _passed_over(where: str) -> str:
    """A purpose of which the whole first block is passed over for a number up to BIG."""
    for number in range(1000):
        row = numbers(DICE, where, f"try {number}")
        if all(next(row) >= BIG for _ in range(4)):
            return f"try {number}"
    raise AssertionError


def vectors() -> dict[str, Any]:
    """What an implementation in any language must find, from the inputs beside it."""
    term = digest(TERMS)
    dice, tile = commitment(term, "dice", DICE), commitment(term, "tile", TILE)
    words = "I open 9-8 and go in. I draw 3 items."
    mail = mail_digest("a@b.example", "2026-03-02T13:00:00Z", words)
    turn, lit = scope("turn 12", mail), scope("turn 13", mail, BEACON)
    rare = _passed_over(turn)
    pool_scope = scope("opening", what="tile")
    keys = [tile_key(TILE, pool_scope, "item pool", place) for place in range(1, 6)]
    leaves = [leaf(key, item) for key, item in zip(keys, TILES, strict=True)]
    first = digest(f"{FORM}chain\ndice {dice}\ntile {tile}\n")
    action = f"{drawn(DICE, turn, 'action', 10)} of 10"
    cards = " ".join(map(str, shuffle(DICE, scope("opening"), "event deck", range(5))))
    links = [
        root(leaves),
        link(DICE, scope("opening", what="link"), "event deck", cards),
        link(DICE, scope("turn 12", mail, what="link"), "action", action),
        posting_link(DICE, scope("turn 12", mail, what="posting"), 2, words),
    ]
    seals = [first]
    for one in links:
        seals.append(seal(seals[-1], one))
    return {
        "secrets": {"dice": DICE.hex(), "tile": TILE.hex()},
        "terms": {"text": TERMS, "term": term, "dice": dice, "tile": tile},
        "mail": {
            "id": "a@b.example",
            "date": "2026-03-02T13:00:00Z",
            "words": words,
            "digest": mail,
        },
        "blocks": [
            {"scope": turn, "purpose": "action", "hex": block(DICE, turn, "action", 0).hex()},
            {"scope": lit, "purpose": "action", "hex": block(DICE, lit, "action", 0).hex()},
        ],
        "numbers": [
            {"scope": each, "purpose": purpose, "count": count}
            | {"number": drawn(DICE, each, purpose, count)}
            for each, purpose, count in (
                (turn, "action", 10),
                (lit, "action", 10),
                (turn, "event 41 choice", 3),
                (turn, rare, BIG),
            )
        ],
        "shuffles": [
            {"secret": name, "scope": each, "purpose": purpose, "count": count}
            | {"order": shuffle(key, each, purpose, range(count))}
            for name, key, each, purpose, count in (
                ("dice", DICE, scope("opening"), "event deck", 5),
                ("tile", TILE, scope("opening"), "item pool", 5),
                ("dice", DICE, turn, "renew events 0", 1),
            )
        ],
        "chain": {"links": links, "seals": seals},
        "tiles": {
            "scope": scope("opening"),
            "purpose": "item pool",
            "items": TILES,
            "keys": [one.hex() for one in keys],
            "leaves": [one.hex() for one in leaves],
            "root": root(leaves),
            "proofs": [proof(leaves, key, place) for place, key in enumerate(keys, start=1)],
        },
        "notices": [
            {"gnome": "Ann", "moment": "turn 12", "hand": hand}
            | {"told": told(TILE, "RN1", "Ann", "turn 12", " ".join(hand) or "-")}
            for hand in (("crowbar", "grog", "grog"), ())
        ],
        "mails": [
            one | {"digest": _digest_of(one)}
            for one in json.loads(VECTORS.read_text(encoding="utf-8"))["mails"]
        ],
    }


def _digest_of(vector: dict[str, str]) -> str:
    id = "a@b.example" if "\nMessage-ID: " in vector["mail"] else "-"
    date = "2026-03-02T13:00:00Z" if "\nDate: " in vector["mail"] else "-"
    return mail_digest(id, date, vector["words"])


def table(found: dict[str, Any]) -> str:
    """The vectors as docs/luck.md shows them."""
    terms, chain, tiles, notices = (found[key] for key in ("terms", "chain", "tiles", "notices"))
    turn, big = found["numbers"][0], found["numbers"][-1]
    told_ = [("D", found["secrets"]["dice"]), ("T", found["secrets"]["tile"])]
    told_ += [(f"`{key}`", terms[key]) for key in ("term", "dice", "tile")]
    told_ += [("mail", found["mail"]["digest"])]
    told_ += [("first block of `action`", found["blocks"][0]["hex"])]
    told_ += [("the same, turn 13, with the beacon", found["blocks"][1]["hex"])]
    told_ += [("`action`, from 1 to 10", str(turn["number"]))]
    told_ += [("`action`, turn 13, with the beacon", str(found["numbers"][1]["number"]))]
    told_ += [("`event 41 choice`, from 1 to 3", str(found["numbers"][2]["number"]))]
    told_ += [(f"`{big['purpose']}`, from 1 to 2^63 + 1", str(big["number"]))]
    for one in found["shuffles"][:2]:
        order = " ".join(map(str, one["order"]))
        told_.append((f"`{one['purpose']}` of 5, opening, in their order", order))
    told_ += [
        (f"leaf of place {n}, {tiles['items'][n - 1]}", tiles["leaves"][n - 1]) for n in (1, 5)
    ]
    told_ += [("root", tiles["root"]), ("proof of place 1", tiles["proofs"][0])]
    told_ += [("proof of place 5", tiles["proofs"][4])]
    told_ += [("first seal", chain["seals"][0])]
    told_ += [("with the root", chain["seals"][1])]
    told_ += [("with the cards", chain["seals"][2])]
    told_ += [("with `action`, turn 12", chain["seals"][3])]
    told_ += [("with the posting, `drafts 2`", chain["seals"][4])]
    told_ += [("`told`, turn 12, hand crowbar grog grog", notices[0]["told"])]
    told_ += [("`told`, turn 12, no hand", notices[1]["told"])]
    lines = ["| what | value |", "| --- | --- |"]
    return "\n".join(lines + [f"| {name} | `{value}` |" for name, value in told_]) + "\n"


if __name__ == "__main__":
    made = vectors()
    VECTORS.write_text(json.dumps(made, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    print(table(made))
