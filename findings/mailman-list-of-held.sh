#!/bin/sh
# Guess, before the first run: where a loop over the held posts of a list finds one, list() of the
# same object finds that one too, and len() says 1.
#
# Seen, Mailman 3.3.10 with SQLAlchemy 2.1.9 (which `pip install mailman` may take, for it asks for
# sqlalchemy>=1.4.0), Python 3.11: the loop, a comprehension and an index find the post, but list(),
# tuple(), [*held] and len() raise ArgumentError, and so does `if held:`.  list() asks how long its
# argument is, to take enough memory at once.  Mailman answers by SELECT count(*) of its query as it
# is, and SQLAlchemy 2.1 counts a query only as a subquery; 2.0.58 made one itself, and warned.
#
# So the two ways of writing the same list part: with [request for request in held] all is well.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
trap 'exit 1' HUP INT TERM

"${PYTHON:-python3}" -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check mailman==3.3.10 \
    SQLAlchemy==2.1.9 aiosmtpd==1.4.6 zope.interface==8.7 zope.component==7.1 lazr.config==4.0.0

cat > "$folder/run.py" <<'PYTHON'
import sys
from email import message_from_string
from importlib.metadata import version

from mailman.app.lifecycle import create_list
from mailman.app.moderator import hold_message
from mailman.core.initialize import initialize
from mailman.email.message import Message
from mailman.interfaces.domain import IDomainManager
from mailman.interfaces.requests import IListRequests, RequestType
from zope.component import getUtility

folder = sys.argv[1]
with open(f"{folder}/mailman.cfg", "w") as file:
    file.write(f"""\
[paths.here]
var_dir: {folder}/var
[mailman]
layout: here
[mta]
incoming: mailman.mta.null.NullMTA
[dmarc]
org_domain_data_url: file:///dev/null
""")
initialize(f"{folder}/mailman.cfg")
getUtility(IDomainManager).add("example.org")
game = create_list("game@example.org", ["owner@example.org"])
hold_message(game, message_from_string("""\
From: Player <player@example.org>
To: game@example.org
Subject: My turn
Message-ID: <post@example.org>

I go to the bridge.
""", Message))
held = IListRequests(game).of_type(RequestType.held_message)

print("mailman", version("mailman"), "SQLAlchemy", version("SQLAlchemy"))
for way, found in {
    "[request for request in held]": lambda: [request for request in held],
    "held[0]": lambda: [held[0]],
    "held[0:5]": lambda: held[0:5],
    "list(held)": lambda: list(held),
    "tuple(held)": lambda: tuple(held),
    "[*held]": lambda: [*held],
    "len(held)": lambda: len(held),
    "bool(held)": lambda: bool(held),
}.items():
    try:
        print(f"{way}:", *(request.key for request in found()))
    except Exception as error:
        print(f"{way}:", type(error).__name__)
PYTHON
"$folder/venv/bin/python" "$folder/run.py" "$folder" | tee "$folder/seen"

diff - "$folder/seen" <<'SEEN'
mailman 3.3.10 SQLAlchemy 2.1.9
[request for request in held]: <post@example.org>
held[0]: <post@example.org>
held[0:5]: <post@example.org>
list(held): ArgumentError
tuple(held): ArgumentError
[*held]: ArgumentError
len(held): ArgumentError
bool(held): ArgumentError
SEEN
