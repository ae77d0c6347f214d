"""Checks the luck of finished games, by docs/luck.md alone: check_luck.py MBOX-OR-FOLDER.
Ends with 0 if all is right, 1 if not, 2 if nothing can be checked. Cards by name are believed."""

import email.policy
import hmac
import re
import sys
from calendar import timegm
from collections import ChainMap, Counter
from contextlib import suppress
from hashlib import sha256
from html import unescape
from pathlib import Path

FORM, HEADING = "rednov luck 2\n", "\nTHE LUCK, form 2\n"
NONE, HEAD = {"mail": "-", "beacon": "-"}, ("Message-ID", "In-Reply-To", "Subject", "From", "To")
FACT = re.compile("(drafts|term|dice|tile|root|seal|mail|beacon) ([0-9a-f]+(?: [0-9a-f]{64})?)")
LIT = re.compile(r"(?m)^( +beacon) .+, round (\d+):\n +from ")
DRAW = re.compile(r"draw (\d{1,9}), (.+): (?:sealed|\d{1,20} of ([1-9]\d{0,19}))")
READ = re.compile(r"(?s)turn \d+, read as: (.+?)\n +(?:mail \w{64}|draw \d+, .+:|drafts \d+)")
OF = re.compile(r"(?i)(correction of )?(turn \d+)(?:: )?([^,]*)|\] (.+) is killed for idleness")
TERMS = re.compile(r"\n((?: +game .+\n)(?: +(?:gnome|data|rules|pot|beacon|option) .+\n)*) +term ")
BEACON = re.compile(r"\nbeacon (\d{4})-(0\d|1[0-2])-(\d\d)T(\d\d):(\d\d):(\d\d)Z ([1-9]\d{0,8}) ")
SECRET = re.compile(r"secret of the (dice|tile)s?(?: and cards)?:\s+([0-9a-f]{64})")
QUOTE = re.compile(r"(?m)^(?:On (?:.+\n)?.+ wrote:\n+)?(?:>.*\n?)+")


def sha(text, key=b""):
    octets = text.encode("utf-8", "surrogatepass")
    return hmac.new(key, octets, "sha256").hexdigest() if key else sha256(octets).hexdigest()


def section(mail):
    of, text = OF.search(mail.subject), re.split(r"\n-- ?\nrednov_bot", mail.text)[0]
    text = LIT.sub(r"\1 \2 ", text.rpartition(HEADING)[2].partition("\n\n")[0] + "\n")
    moment = "opening" if of is None else f"idle {of[4]}" if of[4] else of[2].lower()
    facts, draws, words = {"moment": moment} | NONE, [], " ".join(READ.findall(text)).split()
    for line in map(str.strip, text.splitlines()):
        if (draw := DRAW.fullmatch(line)) and int(draw[3] or 1) <= 2**64:
            draws.append({**facts, "draw": draw})
        elif turn := re.match(r"(turn \d+)(?:, read as:|:$)", line):
            facts = facts if turn[1] == moment else {"moment": turn[1]} | NONE
        elif fact := FACT.fullmatch(line):
            (draws[-1] if fact[1] == "root" and draws else facts)[fact[1]] = fact[2]
    whole = {"moment": f"correction of {moment}"} | NONE if of and of[1] else facts
    end = f"drafts {facts.get('drafts')}\nread {' '.join(words) or '-'}"
    one = {"in": mail, "by": mail.by, "gnome": of and not of[1] and of[3], "text": text}
    return facts | one | {"draws": draws, "whole": whole, "end": end}


def chain(opening, *others):
    def check(right, what, mail, words):
        good[what] += bool(right)
        faults.extend(() if right else [f"{mail.subject}  {mail.name}\n    {words}"])

    def mac(facts, what, end):
        text = f"moment {facts['moment']}\nmail {facts['mail']}\nbeacon {facts['beacon']}\n{end}\n"
        return sha(f"{FORM}{what}\ngame {tag}\n{text}", keys["dice"])

    good, faults, keys, once, number, turns = Counter(), [], {}, {}, 0, 0
    mail, term = opening["in"], opening.get("term")
    terms = re.sub("(?m)^ +", "", (TERMS.search(mail.text) or ("", "game ?\n"))[1])
    tag, beacon = terms.split("\n")[0][5:], [int(n) for one in BEACON.findall(terms) for n in one]
    check(sha(f"{FORM}terms\n{terms}") == term, "term", mail, "these are not its terms")
    cards = sum(map(int, re.findall(r"event(?: deck|s played) +(\d{1,3})\b", mail.text)))
    seals = [sha(f"{FORM}chain\ndice {opening['dice']}\ntile {opening.get('tile')}\n")]
    for said, key, secret in ((one, *it) for one in every for it in SECRET.findall(one.text)):
        fits = sha(f"{FORM}commitment\n{key}\nterm {term}\nsecret {secret}\n") == opening.get(key)
        keys |= {key: bytes.fromhex(secret)} if fits else {}
        if said.by == mail.by and (fits or tag in re.split(r"\W", said.subject)):
            check(fits, "secret", said, "no opening commits itself to this secret")
    for told in (opening, *others) if "dice" in keys else ():
        mail, links, before, seal = told["in"], [], seals, told.get("seal")
        for draw in told["draws"]:
            line, drawn, what, count = draw["draw"].group(0, 1, 2, 3)
            blocks = (mac(draw, "draw", f"purpose {what}\nindex {n}") for n in range(2**30))
            words = (int(one[at : at + 16], 16) for one in blocks for at in (0, 16, 32, 48))
            deck = [*range(cards + what.startswith("renew"))]
            tops = [int(count)] if count else range(len(deck), 1, -1)
            picks = [next(w for w in words if w < 2**64 - 2**64 % top) % top for top in tops]
            for top, pick in () if count else zip(tops, picks, strict=True):
                deck[top - 1], deck[pick] = deck[pick], deck[top - 1]
            result = f"{picks[0] + 1} of {count}" if count else " ".join(map(str, deck))
            should = f"draw {number + 1}, {what}: {result if count else 'sealed'}"
            tiles, number = what.startswith(("item pool", "refill items")), int(drawn)
            right = (line, "root" in draw) == (should, tiles)
            check(right, "draw", mail, f"{line!r} should be {should!r}")
            links += [draw.get("root") or mac(draw, "link", f"purpose {what}\nresult {result}")]
        for link in (*links, mac(told["whole"], "posting", told["end"])):
            seals = [sha(f"seal {one}\nlink {link}\n") for one in seals]
        fits = seal in seals or ("remove_respite" in terms and "renew events" in told["text"])
        check(fits, "seal", mail, "its seal is not that of all up to here")
        seals = [seal] if fits else [*dict.fromkeys([seal, *seals, *before])][:64]
        for one in (told["whole"], *told["draws"]):
            turn, of = one["moment"], (one["mail"], one["beacon"])
            known = once.setdefault(turn, of), once.setdefault(of[0], turn)
            if turn.startswith("turn ") and known != (of, turn):
                check(False, "seal", mail, f"{turn}, or its mail, was drawn for before")
        if gnome := told["gnome"]:
            (said, cut), turns = announced.get(told["mail"], (None, -1)), turns + 1
            what = f"mail by its first {cut} lines ({told['moment']})" if cut >= 0 else "mail"
            check(said, what, mail, f"its mail is missing, or not as it was: {mail.answers}")
            shown = (told["moment"], gnome, told["beacon"].split()[0])
            lit = beacon and said and max(1, (said.at - timegm(beacon)) // beacon[6] + 2)
            right = f"turn {turns}", once.setdefault(said and said.by, gnome), str(lit or "-")
            if said and right != shown:
                check(False, "mail", mail, f"should be {right}, is {shown}")
    if "dice" not in keys:
        print(f"not checked, for its secret is not told: {mail.subject}  {mail.name}\n")
    elif "game is over" not in " ".join(mail.text.split()):
        check(False, "seal", mail, "the archive ends before the game does")
    return good, faults, opening["by"]


path, found = Path(*sys.argv[1:2] or sys.exit(__doc__)), {}
for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
    every = file.read_bytes().replace(b"\r\n", b"\n") if file.is_file() else b""
    for one in filter(None, re.split(rb"(?:\A|\n\n)From [^\n]*\n(?=[\w-]+:)", every)):
        with suppress(Exception):  # what cannot be read as a mail is as if it were missing
            mail = email.message_from_bytes(one, policy=email.policy.default)
            at = mail["Date"] and mail["Date"].datetime
            part = mail.get_body(("plain", "html")) or mail
            text, kind = part.get_payload(decode=True) or b"", part.get_content_charset("utf-8")
            text = re.sub(r"(?m)[ \t\r]+$|^>(?=>*From )", "", text.decode(kind, "replace"))
            if "html" in part.get_content_type():
                text = unescape(re.sub(r"(?is)<(style|head)\b.*?</\1>|<[^>]*>", "\n", text))
            mail.name, mail.answers, mail.subject, by, to = (str(mail[of] or "") for of in HEAD)
            mail.by = by if (address := by.rpartition("<")[2].rstrip(">")) in to else address
            mail.text, mail.words, mail.at = text, {}, timegm(at.utctimetuple()) if at else 0
            said = "{}-{:02}-{:02}T{:02}:{:02}:{:02}Z".format(*at.utctimetuple()) if at else "-"
            head = f"{FORM}mail\nid {mail.name.strip('<>') or '-'}\ndate {said}\nwords "
            own = [*filter(None, QUOTE.sub("", text).split("\n")), "--"]
            for n, end in enumerate(own[:300]):  # all of it, or a beginning
                one = sha(f"{head}{' '.join(' '.join(own[:n]).split())}\n")
                mail.words.setdefault(one, (mail, -1 if re.match("(--|_{9,})$", end) else n))
            found.setdefault((mail.name, mail.at, *mail.text.split()), mail)
every = sorted(found.values(), key=lambda mail: mail.at)
announced, games = ChainMap(*(mail.words for mail in every)), []
posted = [section(one) for one in every if HEADING in one.text and "[rednov " not in one.subject]
for told in {(one["by"], one["moment"], one["text"]): one for one in posted}.values():
    games += [[told]] if "dice" in told else []
    for game in [one for one in games if one[0]["by"] == told["by"]][-1:]:
        game += [] if told is game[0] else [told]
checked = [chain(*game) for game in games]
_, _, bot = max(checked, key=lambda one: one[0]["seal"], default=(0, 0, None))
good = sum((good for good, _, by in checked if by == bot), Counter())
faults = [fault for _, faults, by in checked if by == bot for fault in faults]
right = ", ".join(f"{n} {what}" for what, n in good.items())
print(*faults, f"right: {right or 'nothing'}", sep="\n\n")
sys.exit(1 if faults else 0 if good["draw"] else 2)
