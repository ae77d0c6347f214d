#!/bin/sh
# Guess, before the first run: a poster who sends two posts with the same subject, both too large for
# the list, gets two notices, each with In-Reply-To or References that name the post it is about, and
# with Auto-Submitted: auto-replied, as RFC 3834 asks of every automatic answer.  The notice that the
# moderator refused a post is told from it by its header fields.
#
# Seen, Mailman 3.3.10 (SQLAlchemy 2.1.9, Python 3.11): the notice that a post is held has none of the
# three fields, and the Message-ID of the post stands nowhere in it.  Only its text quotes the subject,
# so the notices about two posts with one subject are the same, but for their own Message-ID and Date.
# The notice of a refusal has the same fields with the same values, but for these two and the Subject.
# All of them have the List-Id of the list, as its posts have, and Precedence: bulk.
#
# So a program that posts to a list, and wants to know which of its posts waits for a moderator, has
# to give each a subject of its own, and to read the words of the notice.
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
from email import message_from_bytes, policy
from importlib.metadata import version

from aiosmtpd.controller import Controller
from mailman.app.inject import inject_text
from mailman.app.lifecycle import create_list
from mailman.app.moderator import handle_message
from mailman.bin.runner import make_runner
from mailman.config import config
from mailman.core.initialize import initialize
from mailman.interfaces.action import Action
from mailman.interfaces.domain import IDomainManager
from mailman.interfaces.requests import IListRequests, RequestType
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


def run():
    """Each queue until it is empty."""
    for name in ("in", "virgin", "out"):
        while config.switchboards[name].files:
            make_runner(name, 0, 1, once=True).run()


def told(message):
    """The fields and the text of a mail, without what is new in every mail."""
    fields = dict(message.items())
    del fields["Message-ID"], fields["Date"]
    return fields, message.get_content()


text = "A line of a post that is longer than the list takes.\n" * 1000
for number in (1, 2):
    inject_text(game, f"""\
From: Player <player@example.org>
To: game@example.org
Subject: My turn
Message-ID: <post-{number}@example.org>

{text}""")
    run()
first, *_ = [request.id for request in IListRequests(game).of_type(RequestType.held_message)]
handle_message(game, first, Action.reject, "Too long.")
config.db.commit()
run()
sink.stop()

one, two, refusal = (mail for mail in received if mail["To"] == "player@example.org")
print("mailman", version("mailman"))
print("Subject:", one["Subject"])
for name in ("In-Reply-To", "References", "Auto-Submitted", "Precedence", "List-Id"):
    print(f"{name}:", one[name])
print("its text quotes the subject of the post:", "My turn" in one.get_content())
print("the Message-ID of the post is in it:", "post-1" in one.as_string())
print("the notices about the two posts are the same:", told(one) == told(two))
print("Subject:", refusal["Subject"])
fields, others = told(one)[0], told(refusal)[0]
print("fields that are not the same:", *sorted(
    name for name in {*fields, *others} if fields.get(name) != others.get(name)))
PYTHON
"$folder/venv/bin/python" "$folder/run.py" "$folder" | tee "$folder/seen"

diff - "$folder/seen" <<'SEEN'
mailman 3.3.10
Subject: Your message to game@example.org awaits moderator approval
In-Reply-To: None
References: None
Auto-Submitted: None
Precedence: bulk
List-Id: <game.example.org>
its text quotes the subject of the post: True
the Message-ID of the post is in it: False
the notices about the two posts are the same: True
Subject: Request to mailing list "Game" rejected
fields that are not the same: Subject
SEEN
