"""Run by Mailman's own Python: its runners, and a console at a socket beside them.

Mailman's own master starts each runner as a program of its own, which costs a second and a half of
a processor to import; these are forked from one that has.  The console does what is asked at its
socket: each line is `[function, argument, ...]` in JSON, and so is its answer.
"""

import json
import os
import socket
import sys

from mailman.app.digests import maybe_send_digest_now
from mailman.app.lifecycle import create_list
from mailman.app.moderator import handle_message
from mailman.bin.runner import make_runner
from mailman.config import config
from mailman.core.initialize import initialize_1, initialize_2, initialize_3
from mailman.interfaces.action import Action
from mailman.interfaces.domain import IDomainManager
from mailman.interfaces.listmanager import IListManager
from mailman.interfaces.mailinglist import DMARCMitigateAction
from mailman.interfaces.member import DeliveryMode
from mailman.interfaces.requests import IListRequests, RequestType
from mailman.interfaces.usermanager import IUserManager
from mailman.utilities.datetime import now
from zope.component import getUtility


def _list(address):
    return getUtility(IListManager).get(address)


def create(address, owner):
    """A list as Mailman makes it."""
    domains, host = getUtility(IDomainManager), address.partition("@")[2]
    if host not in domains:
        domains.add(host)
    create_list(address, [owner])


def subscribe(address, name, member):
    users = getUtility(IUserManager)
    user = users.get_user(member) or users.create_user(member, name)
    (known,) = user.addresses
    known.verified_on = known.verified_on or now()
    _list(address).subscribe(known)


def set_options(address, options):
    """Attributes of a list that are numbers, texts or switches, or lists of texts."""
    for name, value in options.items():
        setattr(_list(address), name, value)


def munge_from(address):
    """Every post comes from the address of the list."""
    _list(address).dmarc_mitigate_action = DMARCMitigateAction.munge_from
    _list(address).dmarc_mitigate_unconditionally = True


def prefer_digests(address, member):
    chosen = _list(address).members.get_member(member)
    chosen.preferences.delivery_mode = DeliveryMode.mime_digests


def send_digest(address):
    maybe_send_digest_now(_list(address), force=True)


def held(address):
    """The subjects of the posts that wait for a moderator, and why they do."""
    requests = IListRequests(_list(address))
    found = {}
    for request in requests.of_type(RequestType.held_message):
        _, about = requests.get_request(request.id, RequestType.held_message)
        found[request.id] = (about["_mod_subject"], about["_mod_reason"])
    return list(found.values())


def release(address):
    """The moderator accepts every post that waits."""
    requests = IListRequests(_list(address))
    # Not list(...): SQLAlchemy 2.1 does not count what Mailman 3.3.10 asks it to.
    waiting = [request.id for request in requests.of_type(RequestType.held_message)]
    for number in waiting:
        handle_message(_list(address), number, Action.accept)


FUNCTIONS = {
    each.__name__: each
    for each in (
        *(create, subscribe, set_options, munge_from, prefer_digests),
        *(send_digest, held, release),
    )
}


def forked(work):
    """The process that does this work at a database connection of its own."""
    process = os.fork()
    if process == 0:
        initialize_2()
        initialize_3()
        work()
        os._exit(0)
    return process


def run(name):
    runner = make_runner(name, 0, 1)
    runner.set_signals()
    runner.run()


def main(config_file, socket_file, *runners):
    initialize_1(config_file)
    os.waitpid(forked(lambda: None), 0)  # makes the database
    for name in runners:
        forked(lambda name=name: run(name))
    initialize_2()
    initialize_3()
    with socket.socket(socket.AF_UNIX) as waiting:
        waiting.bind(socket_file)
        waiting.listen()
        connection, _ = waiting.accept()
    with connection, connection.makefile("rw") as lines:
        for line in lines:
            name, *arguments = json.loads(line)
            answer = FUNCTIONS[name](*arguments)
            config.db.commit()
            print(json.dumps(answer), file=lines, flush=True)


main(*sys.argv[1:])
