"""Checks the tiles of private notices, by docs/luck.md alone: check_notices.py ARCHIVE NOTICES.

Both are mbox files or folders of mails.  That the shuffles of the archive are right, for which it
is asked here, is for check_luck.py to say.  Ends with 0 if every tile lay in its place, else 1.
"""

import base64
import email.policy
import hashlib
import re
import sys
from pathlib import Path

POOL = re.compile(r"\n +draw (\d+), .+: sealed\n +root ([0-9a-f]{64})\n")
TILE = re.compile(r"draw (\d+), tile (\d{1,5}), (\w+):\n((?:[ \t]+[A-Za-z0-9+/=]+\n)+)")


def texts(path):
    for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
        octets = file.read_bytes().replace(b"\r\n", b"\n") if file.is_file() else b""
        for one in filter(None, re.split(rb"(?:\A|\n\n)From [^\n]*\n(?=[\w-]+:)", octets)):
            mail = email.message_from_bytes(one, policy=email.policy.default)
            part = mail.get_body(("plain",)) or mail
            yield mail, (part.get_payload(decode=True) or b"").decode(errors="replace")


def sha(text):
    return hashlib.sha256(text.encode()).hexdigest()


def root(proof, at, item):
    try:
        octets = base64.b64decode(proof + "==")
    except ValueError:
        return None
    size, nodes = int.from_bytes(octets[:2]), octets[18:].hex()
    width, node = size, sha(f"tile {octets[2:18].hex()}\nitem {item}\n")[:32]
    while width > 1:
        if at ^ 1 < width:
            left, right = (nodes[:32], node) if at % 2 else (node, nodes[:32])
            node, nodes = sha(f"left {left}\nright {right}\n")[:32], nodes[32:]
        at, width = at // 2, (width + 1) // 2
    return nodes or sha(f"tiles {size}\nnode {node}\n")


if len(sys.argv) != 3 or not all(Path(path).exists() for path in sys.argv[1:]):
    sys.exit(__doc__)
pools = {pool for mail, text in texts(Path(sys.argv[1])) for pool in POOL.findall(text)}
right = wrong = 0
for mail, text in texts(Path(sys.argv[2])):
    for number, place, item, proof in TILE.findall(text):
        fits = (number, root(proof, int(place) - 1, item)) in pools
        right, wrong = right + fits, wrong + (not fits)
        if not fits:
            print(f"{mail['Subject']}  {mail['Message-ID']}")
            print(f"    draw {number}, tile {place}: not {item}\n")
print(f"right: {right} tile of {right + wrong}")
sys.exit(1 if wrong or not right else 0)
