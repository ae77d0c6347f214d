#!/bin/sh
# Guess, before the first run: a list whose subject prefix has an umlaut puts it before the subject of
# a first post, and recognises it in the subject of the answer, as it does with a prefix in ASCII:
# no subject ever has the prefix twice.
#
# Seen, Mailman 3.3.10 (Python 3.11), a list in English as Mailman makes it: whether the prefix is
# recognised depends on where the mail program of who answers begins the encoded word (RFC 2047).  If
# "Re: " stands before it, as Python's own email package writes it, the list puts its prefix before
# the one that is there, and one more at every answer.  If "Re: " stands within, the same subject gets
# the prefix once.  A prefix in ASCII that stands before the encoded word is recognised, too.
#
# The prefix is looked for in the first part of the subject alone, and parts are those with and
# without encoding.  So a program that knows a thread by its subject has to strike off any number of
# prefixes and "Re: ", in any order.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
trap 'exit 1' HUP INT TERM

"${PYTHON:-python3}" -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check mailman==3.3.10 \
    SQLAlchemy==2.1.9 aiosmtpd==1.4.6 zope.interface==8.7 zope.component==7.1 lazr.config==4.0.0

cat > "$folder/run.py" <<'PYTHON'
import socket
import sys
from base64 import b64encode
from email import message_from_bytes, policy
from importlib.metadata import version

from aiosmtpd.controller import Controller
from mailman.app.inject import inject_text
from mailman.app.lifecycle import create_list
from mailman.bin.runner import make_runner
from mailman.config import config
from mailman.core.initialize import initialize
from mailman.interfaces.domain import IDomainManager
from mailman.interfaces.usermanager import IUserManager
from mailman.utilities.datetime import now
from zope.component import getUtility

folder = sys.argv[1]
received = []


class Sink:
    async def handle_DATA(self, server, session, envelope):
        received.append(message_from_bytes(envelope.content, policy=policy.default))
        return "250 OK"


with socket.socket() as free:
    free.bind(("127.0.0.1", 0))
    port = free.getsockname()[1]
sink = Controller(Sink(), hostname="127.0.0.1", port=port)
sink.start()
with open(f"{folder}/mailman.cfg", "w") as file:
    file.write(f"""\
[paths.here]
var_dir: {folder}/var
[mailman]
layout: here
[mta]
incoming: mailman.mta.null.NullMTA
outgoing: mailman.mta.deliver.deliver
smtp_host: 127.0.0.1
smtp_port: {port}
[dmarc]
org_domain_data_url: file:///dev/null
""")
initialize(f"{folder}/mailman.cfg")
getUtility(IDomainManager).add("example.org")
game = create_list("game@example.org", ["owner@example.org"])
game.send_welcome_message = False
(address,) = getUtility(IUserManager).create_user("player@example.org", "Player").addresses
address.verified_on = now()
game.subscribe(address)
config.db.commit()


def posted(subject):
    """The subject with which a post leaves the list, runs of blanks as one."""
    inject_text(game, f"""\
From: Player <player@example.org>
To: game@example.org
Subject: {subject}

Text.
""")
    for name in ("in", "pipeline", "out"):
        while config.switchboards[name].files:
            make_runner(name, 0, 1, once=True).run()
    return " ".join(received[-1]["Subject"].split())


def encoded(text):
    return f"=?utf-8?b?{b64encode(text.encode()).decode()}?="


def late(text):
    """The encoded word begins where the first word does that is not ASCII."""
    words = text.split(" ")
    plain = next(place for place, word in enumerate(words) if not word.isascii())
    return " ".join([*words[:plain], encoded(" ".join(words[plain:]))])


print("mailman", version("mailman"))
for prefix, subject, write in (
    ("[Würfel] ", "Rules", late),
    ("[Würfel] ", "Rules", encoded),
    ("[Dice] ", "Größe", late),
):
    game.subject_prefix = prefix
    config.db.commit()
    seen = posted(subject if subject.isascii() else write(subject))
    print(seen)
    for _ in range(2):
        answer = write("Re: " + seen.removeprefix("Re: "))
        seen = posted(answer)
        print(f"    {answer}\n        {seen}")
sink.stop()
PYTHON
PYTHONIOENCODING=utf-8 "$folder/venv/bin/python" "$folder/run.py" "$folder" | tee "$folder/seen"

diff - "$folder/seen" <<'SEEN'
mailman 3.3.10
[Würfel] Rules
    Re: =?utf-8?b?W1fDvHJmZWxdIFJ1bGVz?=
        [Würfel] Re: [Würfel] Rules
    Re: =?utf-8?b?W1fDvHJmZWxdIFJlOiBbV8O8cmZlbF0gUnVsZXM=?=
        [Würfel] Re: [Würfel] Re: [Würfel] Rules
[Würfel] Rules
    =?utf-8?b?UmU6IFtXw7xyZmVsXSBSdWxlcw==?=
        [Würfel] Re: Rules
    =?utf-8?b?UmU6IFtXw7xyZmVsXSBSZTogUnVsZXM=?=
        [Würfel] Re: Rules
[Dice] Größe
    Re: [Dice] =?utf-8?b?R3LDtsOfZQ==?=
        [Dice] Re: Größe
    Re: [Dice] Re: =?utf-8?b?R3LDtsOfZQ==?=
        [Dice] Re: Größe
SEEN
