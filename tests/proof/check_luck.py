"""Checks the luck of finished games by their public archive; written from docs/luck.md alone.

    python check_luck.py ARCHIVE [NOTICES]      (mbox files or folders of .eml)

What needs the data set or the rules is not checked: which card a number is, what lay in the pool.
"""

import base64
import email.policy
import hashlib
import hmac
import re
import sys
from datetime import UTC
from pathlib import Path

FORM, HEADING = "rednov luck 2\n", "\nTHE LUCK, form 2\n"
FACT = re.compile("(drafts|term|dice|tile|root|seal|mail|from|beacon) (?:.+, round )?([0-9a-f]+):?")
DRAW = re.compile(r"draw (\d+), (.+): (sealed|(\d+) of (\d+))")
READ = re.compile(r"(?s)turn \d+, read as: (.+?)\n +(?:mail \w{64}|draw \d+, .+:|drafts \d+)")
TILE = re.compile(r"draw (\d+), tile (\d+), (\w+):\n((?:[ \t]+[\w+/=]+\n)+)")
OF = re.compile(r"(correction of )?(turn \d+)|\] (.+) is killed for idleness", re.IGNORECASE)
TERMS = re.compile(r"\n((?: +game .+\n)(?: +(?:gnome|data|rules|pot|option) .+\n)*) +term ")
SECRET = re.compile(r"secret of the (dice|tile)s?(?: and cards)?:\s+([0-9a-f]{64})")
good = dict.fromkeys(("draw", "seal", "mail", "term", "secret", "tile"), 0)
faults, roots = [], set()


def sha(text):
    return hashlib.sha256(text.encode()).hexdigest()


def check(right, what, mail, words):
    good[what] += bool(right)
    if not right:
        faults.append(f"{mail['Subject']}  {mail['Message-ID']}\n    {words}")
    return right


def mails(path):
    found = {}
    for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
        octets = file.read_bytes().replace(b"\r\n", b"\n") if file.is_file() else b""
        for one in filter(None, re.split(rb"(?:\A|\n\n)From [^\n]*\n", octets)):
            mail = email.message_from_bytes(one, policy=email.policy.default)
            part = mail.get_body(("plain",)) or mail
            text = (part.get_payload(decode=True) or b"").decode(errors="replace")
            mail.text = re.sub(r"(?m)^>(>*From )", r"\1", text.replace("\r\n", "\n"))
            mail.at = getattr(mail["Date"], "datetime", None)
            found.setdefault((mail["Message-ID"], *mail.text.split()), mail)
    return sorted(found.values(), key=lambda mail: mail.at.timestamp() if mail.at else 0)


def section(mail):
    of, text = OF.search(mail["Subject"]), mail.text.partition(HEADING)[2].partition("\n\n")[0]
    moment = "opening" if of is None else f"idle {of[3]}" if of[3] else of[2].lower()
    facts, draws, read = {"moment": moment}, [], " ".join(READ.findall(f"{text}\n"))
    for line in map(str.strip, text.splitlines()):
        if draw := DRAW.fullmatch(line):
            draws.append({"draw": draw, "for": f"purpose {draw[2]}\n", **facts})
        elif turn := re.match(r"(turn \d+)(?:, read as:|:$)", line):
            facts = facts if turn[1] == moment else {"moment": turn[1]}
        elif fact := FACT.fullmatch(line):
            (draws[-1] if fact[1] == "root" and draws else facts)[fact[1]] = fact[2]
    end = f"drafts {facts.get('drafts')}\nread {' '.join(read.split()) or '-'}"
    whole = {"moment": f"correction of {moment}"} if of and of[1] else facts
    return {**facts, "of": mail, "draws": draws, "whole": whole, "end": end}


class Game:
    def __init__(self, opening):
        text, self.keys, self.deck, self.number = opening["of"].text, {}, [], 0
        terms = re.sub("(?m)^ +", "", TERMS.search(text)[1])
        self.tag, right = terms.split()[1], sha(f"{FORM}terms\n{terms}") == opening["term"]
        check(right, "term", opening["of"], "the terms are not those of the digest")
        self.cards = sum(map(int, re.findall(r"event(?: deck|s played) +(\d+)", text)))
        self.seals = {sha(f"{FORM}chain\ndice {opening['dice']}\ntile {opening['tile']}\n")}

    def mac(self, facts, what, end):
        beacon = f"{facts['beacon']} {facts['from']}" if "from" in facts else "-"
        facts = f"moment {facts['moment']}\nmail {facts.get('mail', '-')}\nbeacon {beacon}\n"
        text = f"{FORM}{what}\ngame {self.tag}\n{facts}{end}\n"
        return hmac.digest(self.keys["dice"], text.encode(), "sha256")

    def link(self, draw):
        number, _, draw["right"], _, count = draw["draw"].groups()
        if "root" in draw:
            roots.add((number, draw["root"]))
            return draw["root"]
        blocks = (self.mac(draw, "draw", f"{draw['for']}index {n}") for n in range(2**30))
        words = (int.from_bytes(one[at : at + 8]) for one in blocks for at in (0, 8, 16, 24))
        deck = sorted({*self.deck, self.cards}) if self.deck else [*range(self.cards)]
        tops = [int(count)] if count else range(len(deck), 1, -1)
        picks = [next(w for w in words if w < 2**64 - 2**64 % top) % top for top in tops]
        for top, pick in () if count else zip(tops, picks, strict=True):
            deck[top - 1], deck[pick] = deck[pick], deck[top - 1]
        self.deck = self.deck if count else deck
        result = f"{picks[0] + 1} of {count}" if count else " ".join(map(str, deck))
        draw["right"] = result if count else "sealed"
        return self.mac(draw, "link", f"{draw['for']}result {result}").hex()

    def follow(self, told, said):
        links, seals, whole = [self.link(draw) for draw in told["draws"]], self.seals, told["whole"]
        for link in (*links, self.mac(whole, "posting", told["end"]).hex()):
            seals = {sha(f"seal {seal}\nlink {link}\n") for seal in seals}
        seal = told.get("seal")
        fits = check(seal in seals, "seal", told["of"], "its seal is not that of all up to here")
        self.seals = {seal} if fits else {*self.seals, *seals, seal}
        for draw in told["draws"]:
            should = f"draw {self.number + 1}, {draw['draw'][2]}: {draw['right']}"
            check(draw["draw"][0] == should, "draw", told["of"], f"{draw['draw'][0]!r}: {should!r}")
            self.number = int(draw["draw"][1])
        if said and said.at and "mail" in whole:
            name, at = said["Message-ID"].strip(" <>"), said.at.astimezone(UTC)
            words = " ".join(re.split(r"(?m)^(?:-- ?|_{10,})$", said.text)[0].split())
            text = f"{FORM}mail\nid {name}\ndate {at:%Y-%m-%dT%H:%M:%SZ}\nwords {words}\n"
            fits = sha(text) == whole["mail"]
            if fits or (said.get_content_type() == "text/plain" and "\n>" not in f"\n{said.text}"):
                check(fits, "mail", said, f"another mail was read for {told['of']['Subject']}")


every = mails(Path(sys.argv[1]))
secrets = [(mail, *one) for mail in every for one in SECRET.findall(mail.text)]
games, said = [], {mail["Message-ID"]: mail for mail in every}
for told in [section(mail) for mail in every if HEADING in mail.text]:
    if "dice" in told:
        games.append(Game(told))
        for _, key, secret in secrets:
            text = f"commitment\n{key}\nterm {told['term']}\nsecret {secret}\n"
            if sha(FORM + text) == told[key]:
                games[-1].keys[key] = bytes.fromhex(secret)
    if games and "dice" in games[-1].keys:
        games[-1].follow(told, said.get(told["of"]["In-Reply-To"]))
for mail, _, secret in secrets:
    fits = any(bytes.fromhex(secret) in game.keys.values() for game in games)
    check(fits, "secret", mail, "no opening commits itself to this secret")
for mail in mails(Path(sys.argv[2])) if len(sys.argv) > 2 else ():
    for number, place, item, proof in TILE.findall(mail.text):
        octets, at = base64.b64decode(proof + "=="), int(place) - 1
        size, nodes = int.from_bytes(octets[:2]), octets[18:].hex()
        width, node = size, sha(f"tile {octets[2:18].hex()}\nitem {item}\n")[:32]
        while width > 1:
            if at ^ 1 < width:
                left, right = (nodes[:32], node) if at % 2 else (node, nodes[:32])
                node, nodes = sha(f"left {left}\nright {right}\n")[:32], nodes[32:]
            at, width = at // 2, (width + 1) // 2
        root = nodes or sha(f"tiles {size}\nnode {node}\n")
        check((number, root) in roots, "tile", mail, f"draw {number}, tile {place}: not {item}")
print(*faults, "right: " + ", ".join(f"{n} {what}" for what, n in good.items()), sep="\n\n")
sys.exit(bool(faults) or not good["draw"])
