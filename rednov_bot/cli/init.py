"""`rednov init`: asks what a new installation needs, and writes its files."""

from __future__ import annotations

import getpass
import grp
import json
import os
import re
import shlex
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email.utils import parseaddr
from itertools import chain
from math import inf
from pathlib import Path
from typing import Any, Final, NamedTuple

import click
import msgspec

from rednov_bot.cli.database import upgrade
from rednov_bot.cli.desks import config
from rednov_bot.cli.doctor import told
from rednov_bot.core import domains, invocation, settings, toml
from rednov_bot.core.errors import Mendable, SettingsError, Unreachable
from rednov_bot.core.invocation import program_from_anywhere
from rednov_bot.core.paths import UNIT
from rednov_bot.core.settings import Settings, Tls
from rednov_bot.doctor import servers

_ROOT_ONLY: Final = re.compile(
    r"(User|Group|Wants|After|Protect\w+|Private\w+|CapabilityBoundingSet|AmbientCapabilities"
    r"|ProcSubset|RemoveIPC)="
)
"""What the services of a user have no right to, or have already."""


def unit(wanted: str, config: Path) -> str:
    """deploy/rednov.service for this installation: its program, its settings, its folder."""
    folder, program = config.parent, program_from_anywhere()
    if os.sep not in program:
        program = shutil.which(program) or program
    ours = {
        "User": getpass.getuser(),
        "Group": grp.getgrgid(os.getgid()).gr_name,
        "ExecStart": f"{program} run --config {config}",
        "WorkingDirectory": str(folder),
        "ProtectHome": "read-only",
        "WantedBy": "multi-user.target" if wanted == "system" else "default.target",
    }
    lines = []
    for line in UNIT.read_text(encoding="utf-8").splitlines():
        key = line.partition("=")[0]
        if key.startswith("StateDirectory") or (wanted == "user" and _ROOT_ONLY.match(line)):
            continue
        lines.append(f"{key}={ours[key]}" if key in ours else line)
        if key == "ProtectHome":
            lines.append(f"ReadWritePaths={folder}")
    return "\n".join(lines) + "\n"


def offered(wanted: str | None, no_input: bool, config: Path) -> list[str]:
    """A unit is written where that is wanted; the commands that start it, none without one."""
    if wanted is None and not no_input and shutil.which("systemctl"):
        asks = "A systemd unit: for this user, for the system, or no"
        wanted = click.prompt(asks, type=click.Choice(["user", "system", "no"]), default="no")
    if wanted in (None, "no"):
        return []
    if wanted == "user":
        home = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
        path, systemctl = home / "systemd" / "user" / "rednov.service", "systemctl --user"
    else:
        path, systemctl = config.parent / "rednov.service", "sudo systemctl"
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists() and (
        no_input or not click.confirm(f"{path} is there already. Replace?", default=False)
    ):
        click.echo(f"{path} is left as it was")
    else:
        path.write_text(unit(wanted, config), encoding="utf-8")
        click.echo(f"{path} is written")
    lines = [f"{systemctl} daemon-reload", f"{systemctl} enable --now rednov"]
    if wanted == "system":
        if os.getuid() == 0:
            click.echo("Mind that it runs the bot as root: better set up as a user of its own.")
        return [f"sudo install -m 644 {path} /etc/systemd/system/", *lines]
    return [*lines, "loginctl enable-linger    # so that it runs while you are logged out"]


class Answers(dict[str, Any]):
    """What is known by now: the answer to each question, and forums and people by their names."""

    def __init__(self) -> None:
        super().__init__()
        self.forums: dict[str, dict[str, Any]] = {}
        self.people: dict[str, dict[str, Any]] = {}

    def settle(self, name: str, said: str) -> None:
        """An answer is taken down.  ValueError, in half a sentence, if it will not do."""
        value = QUESTIONS[name].fits(said)
        if name == "list":
            self.new_address(value)
        elif name == "list-id":
            self.add_forum(self["list"], value, public=True)
        elif name == "contestmaster":
            self.add_person(said, contestant=False)
        self[name] = value

    def add_forum(self, address: str, list_id: str = "", *, public: bool) -> None:
        """A list under a key of its own: the word before its @.  ValueError as above."""
        address = self.new_address(address)
        list_id = _fitting("ListId")(list_id or _guessed(address))
        if list_id.casefold() in [one["list_id"].casefold() for one in self.forums.values()]:
            raise ValueError(f"{list_id} is the List-Id of another list")
        key = "".join(sign if sign.isalnum() else "-" for sign in address.partition("@")[0])
        if key.casefold() == "private" or key in self.forums:
            key = f"{key}-{len(self.forums) + 1}"
        self.forums[key] = {"address": address, "public": public, "list_id": list_id}
        self.forums[key]["post"] = len(self.forums) == 1

    def add_person(self, said: str, *, contestant: bool) -> None:
        """Somebody as NAME <ADDRESS>.  ValueError as above."""
        name, address = _person(said)
        if name.casefold() in map(str.casefold, self.people):
            raise ValueError(f"{name} is named already")
        self.people[name] = {"addresses": [self.new_address(address)], "contestant": contestant}

    def new_address(self, said: str) -> str:
        """An address that nobody has yet: else it could not be told whose a mail is."""
        address = _fitting("Address")(said)
        used = [self["address"], *(one["address"] for one in self.forums.values())]
        used += [one for person in self.people.values() for one in person["addresses"]]
        if domains.folded(address) in map(domains.folded, used):
            raise ValueError(f"{address} is named already")
        return address


def _fitting(kind: str) -> Callable[[str], str]:
    """Takes what may stand in rednov.toml as this kind of value, a name in rednov_bot.core.toml."""
    shape = msgspec.inspect.type_info(Tls if kind == "Tls" else getattr(toml, kind))

    def fits(said: str) -> str:
        said = said.strip()
        if toml.misfit(said, shape, "") is not None:
            raise ValueError(f"{said!r} will not do: it must be {toml.wanted(shape)}")
        if kind in ("Address", "Host") and domains.in_ascii(said) is None:
            raise ValueError(f"{said!r} has no internationalised domain that exists (IDNA)")
        return said

    return fits


def _password(said: str) -> str:
    if "\n" in said or not said:
        raise ValueError("a password is one line of text")
    return said


def _login(said: str) -> str:
    return "" if said.strip() == "none" else _fitting("Word")(said)


def _person(said: str) -> tuple[str, str]:
    name, address = parseaddr(said)
    if not name or "@" not in address:
        raise ValueError(f"write {said!r} as NAME <ADDRESS>: Ann <ann@post.example>")
    return _fitting("Line")(name), _fitting("Address")(address)


def _number(least: int, most: float, otherwise: str) -> Callable[[str], int]:
    """Takes a whole number from *least* to *most*; of anything else *otherwise* is said."""

    def fits(said: str) -> int:
        if not said.strip().isdecimal() or not least <= int(said) <= most:
            raise ValueError(f"{said!r} is {otherwise}")
        return int(said)

    return fits


class Question(NamedTuple):
    """One thing to ask; without a default it has to be answered."""

    asks: str
    fits: Callable[[str], Any]  # the value that was meant; ValueError if it is none
    default: Callable[[Answers], Any] = lambda known: None

    @property
    def is_secret(self) -> bool:
        """A password is no option, which every user of the machine sees."""
        return self.fits is _password


_port = _number(1, 65535, "no port: a whole number from 1 to 65535")
_PORTS: Final = {"implicit": (993, 465), "starttls": (143, 587), "none": (143, 25)}
_TLS: Final = "  TLS: implicit, starttls or none"
QUESTIONS: Final = {
    "address": Question(
        "The bot's own e-mail address, which is subscribed to the lists", _fitting("Address")
    ),
    "imap-host": Question(
        "IMAP server, where the bot's mail arrives",
        _fitting("Host"),
        lambda known: f"imap.{known['address'].partition('@')[2]}",
    ),
    "imap-tls": Question(_TLS, _fitting("Tls"), lambda known: "implicit"),
    "imap-port": Question("  port", _port, lambda known: _PORTS[known["imap-tls"]][0]),
    "imap-user": Question("  user", _fitting("Line"), lambda known: known["address"]),
    "imap-password": Question("  password (not shown)", _password),
    "smtp-host": Question(
        "SMTP server, which takes the bot's mail",
        _fitting("Host"),
        lambda known: known["imap-host"].replace("imap.", "smtp.", 1),
    ),
    "smtp-tls": Question(_TLS, _fitting("Tls"), lambda known: "starttls"),
    "smtp-port": Question("  port", _port, lambda known: _PORTS[known["smtp-tls"]][1]),
    "smtp-user": Question(
        '  user ("none" if it asks for no login)', _login, lambda known: known["imap-user"]
    ),
    "smtp-password": Question(
        "  password (not shown; Enter for that of the IMAP server)",
        _password,
        lambda known: known["imap-password"],
    ),
    "list": Question("The list on which the game is played (its address)", _fitting("Address")),
    "list-id": Question("  its List-Id", _fitting("ListId"), lambda known: _guessed(known["list"])),
    "contestmaster": Question("The contestmaster, as NAME <ADDRESS>", _person),
    "pot": Question(
        "The most Y points that the winners of a game may share (0: not known yet)",
        _number(0, inf, "no number of points: a whole number of 0 or more"),
        lambda known: 0,
    ),
}


def _guessed(address: str) -> str:
    """The List-Id as Mailman makes it of the list's address."""
    return address.replace("@", ".", 1)


def _options(command: Callable[..., None]) -> Callable[..., None]:
    """An option for each question but those for passwords."""
    for name, question in reversed(QUESTIONS.items()):
        if not question.is_secret:
            command = click.option(
                f"--{name}",
                name.replace("-", "_"),
                metavar="NAME <ADDRESS>" if question.fits is _person else "TEXT",
                help=question.asks.strip() + ".",
            )(command)
    return command


@click.command()
@config
@_options
@click.option(
    "--also-list",
    multiple=True,
    metavar="ADDRESS[=LIST-ID]",
    help="A further list that the bot reads, where announcements do not count.",
)
@click.option(
    "--also-public",
    multiple=True,
    metavar="ADDRESS[=LIST-ID]",
    help="A further list on which announcements count.",
)
@click.option(
    "--gnome", multiple=True, metavar="NAME <ADDRESS>", help="A contestant; as often as there are."
)
@click.option(
    "--service",
    type=click.Choice(["user", "system", "no"]),
    help="Whether to write a unit for systemd: for this user's own services, or for the machine.",
)
@click.option("--no-input", is_flag=True, help="Ask nothing: what no option says is as proposed.")
@click.option("--replace", is_flag=True, help="Replace the files that are there already.")
def init(config: Path, no_input: bool, replace: bool, service: str | None, **given: Any) -> None:
    """Ask what a new installation needs, and set it up.

    It asks for the bot's address, both mail servers, the list, the contestmaster, the pot and the
    gnomes; looks whether the servers answer and take the login; writes rednov.toml and beside it
    the files with the passwords, readable for you alone; makes the database; and offers a unit for
    systemd. Nothing is written before the last question but one, and no file is replaced unasked.

    Every question is an option as well, for scripts; with --no-input nothing is asked. Passwords
    are taken from REDNOV_IMAP__PASSWORD and REDNOV_SMTP__PASSWORD, where other users of the machine
    cannot see them.

    \b
    Example:
      rednov init
      rednov init --no-input --address rednov@bots.example
            --imap-host imap.bots.example --smtp-host smtp.bots.example
            --list agora-business@agora.example
            --contestmaster "Pewterby <pewterby@sub.example>"
            --gnome "Ann <ann@post.example>" --gnome "Bob <bob@post.example>"
    """
    context = click.get_current_context()
    folder = config.resolve().parent
    files = (config, folder / "imap-password", folder / "smtp-password")
    there = [str(one) for one in files if one.exists() and not replace]
    if there:
        said = f"{' and '.join(there)} {'is' if len(there) == 1 else 'are'} there already"
        if no_input or not click.confirm(f"{said}. Replace?", default=False):
            raise Mendable(f"{said}, and nothing was changed; name another place with --config")
    known = _answers(given, no_input)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    os.umask(0o077)  # the database holds hands
    while True:
        with tempfile.TemporaryDirectory(prefix=".rednov-init-", dir=folder) as draft:
            answer = _servers_answer(_written(known, Path(draft), config))
            if answer or no_input or not click.confirm("Other answers for the servers?", True):
                written = Path(draft).iterdir()
                # The settings behind the passwords, which they name.
                for one in sorted(written, key=lambda one: one.name == "rednov.toml"):
                    target = config if one.name == "rednov.toml" else folder / one.name
                    os.replace(one, target)
                    click.echo(f"{target} is written")
                break
        before = {name: known.pop(name) for name in list(known) if name[:5] in ("imap-", "smtp-")}
        _ask(known, {}, before, no_input)
    context.invoke(upgrade, config=config, despite=False)
    start = offered(service, no_input, config.resolve())
    start = start or [f"{invocation.program()} run{_with(config.resolve())}"]
    click.echo(_next(config, known, start))
    if not answer:
        raise Unreachable(
            "everything is written, but a mail server does not answer as it should: mend that, "
            f"and look again with `{invocation.program()} doctor`"
        )


def _answers(given: dict[str, Any], no_input: bool) -> Answers:
    """What the options say, and what is asked."""
    known = Answers()
    _ask(known, given, {}, no_input)
    for option, public in (("also_public", True), ("also_list", False)):
        for one in given[option]:
            address, _, list_id = one.partition("=")
            with _wrong_usage(f"--{option.replace('_', '-')}: "):
                known.add_forum(address, list_id, public=public)
    for one in given["gnome"]:
        with _wrong_usage("--gnome: "):
            known.add_person(one, contestant=True)

    def forum(address: str) -> None:
        known.new_address(address)
        list_id = click.prompt("  its List-Id", default=_guessed(address))
        public = click.confirm("  do announcements count there?", default=False)
        known.add_forum(address, list_id, public=public)

    if not (no_input or given["also_list"] or given["also_public"]):
        _repeatedly("Another list that the bot reads (Enter: no more)", forum)
    if not (no_input or given["gnome"]):
        asks = "A gnome, as NAME <ADDRESS> (Enter: no more)"
        _repeatedly(asks, lambda said: known.add_person(said, contestant=True))
    return known


def _ask(known: Answers, given: dict[str, Any], before: dict[str, Any], no_input: bool) -> None:
    """The questions that are open, in their order; *before* has what was answered last time."""
    for name, question in QUESTIONS.items():
        option, said = f"--{name}", given.get(name.replace("-", "_"))
        if question.is_secret:
            option = f"REDNOV_{name[:4].upper()}__PASSWORD"
            said = os.environ.get(option)
        if name == "smtp-password" and not known["smtp-user"]:
            known[name] = ""
        if name in known:
            continue
        default = before.get(name) or question.default(known)
        if said is None and no_input:
            said = default
        if said is not None:
            with _wrong_usage(f"{option}: "):
                known.settle(name, str(said))
        elif no_input:
            raise click.UsageError(f"{option} is needed where nothing is asked")
        else:

            def answered(said: Any, name: str = name) -> None:
                with _wrong_usage():  # click says it, and asks again
                    known.settle(name, str(said))

            click.prompt(
                f"{question.asks}{' (Enter: as before)' * (question.is_secret and name in before)}",
                default=default,
                hide_input=question.is_secret,
                show_default=not question.is_secret,
                value_proc=answered,
            )


@contextmanager
def _wrong_usage(option: str = "") -> Iterator[None]:
    try:
        yield
    except ValueError as error:
        raise click.UsageError(f"{option}{error}") from None


def _repeatedly(asks: str, take: Callable[[str], None]) -> None:
    """Ask until nothing is answered any more."""
    while said := click.prompt(asks, default="", show_default=False):
        try:
            take(said.strip())
        except ValueError as error:
            click.echo(f"Error: {error}")


def _written(known: Answers, folder: Path, config: Path) -> Settings:
    """The settings and the passwords, readable for nobody else; and as they are loaded."""
    files = {f"{side}-password": f"{known[f'{side}-password']}\n" for side in ("imap", "smtp")}
    files["rednov.toml"] = "\n".join(_toml(known)) + "\n"
    for name, text in files.items():
        if text.strip("\n"):
            opened = os.open(folder / name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with open(opened, "w", encoding="utf-8") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
    try:
        return settings.load(folder / "rednov.toml")
    except SettingsError as error:
        raise SettingsError(str(error).replace(str(folder / "rednov.toml"), str(config))) from None


def _toml(known: Answers) -> Iterator[str]:
    """`rednov.toml`, line by line; what JSON writes of these values, TOML reads."""
    guide = f"{invocation.program_from_anywhere()} guide host settings"
    tables: dict[str, dict[str, Any]] = {
        "bot": {"address": known["address"], "database": "sqlite:///rednov.db"}
    }
    for side in ("imap", "smtp"):
        tables[side] = {key: known[f"{side}-{key}"] for key in ("host", "port", "tls", "user")}
        if known[f"{side}-password"]:
            tables[side]["password_file"] = f"{side}-password"
    tables["contest"] = {"contestmaster": known["contestmaster"][0], "y_pot": known["pot"]}
    tables |= {f"forums.{key}": forum for key, forum in known.forums.items()}
    for name, person in known.people.items():
        tables[f"people.{json.dumps(name, ensure_ascii=False)}"] = person
    yield f"# The settings of one bot.  Every key and its default: {guide}"
    for title, keys in tables.items():
        yield f"\n[{title}]"
        for key, value in keys.items():
            yield f"{key} = {json.dumps(value, ensure_ascii=False)}"


def _servers_answer(known: Settings) -> bool:
    """What the doctor finds of both mail servers."""
    click.echo("The mail servers:")
    answer = True
    for one in chain(servers.imap(known, None), servers.smtp(known)):
        click.echo(told(one))
        answer = answer and one.grade != "wrong"
    return answer


def _with(config: Path) -> str:
    """How a command is told of these settings, where it does not find them by itself."""
    named = os.environ.get("REDNOV_CONFIG")
    found = Path(named) if named else Path("rednov.toml")
    return "" if found.resolve() == config else f" --config {config}"


def _next(config: Path, known: Answers, start: list[str]) -> str:
    """What is left to do."""
    program, more = invocation.program(), _with(config.resolve())
    lists = " and ".join(one["address"] for one in known.forums.values())
    gnomes = [name for name, one in known.people.items() if one["contestant"]]
    names = " ".join(map(shlex.quote, gnomes)) if 3 <= len(gnomes) <= 8 else "NAME NAME NAME"
    starting = "\n".join(f"     {line}" for line in start)
    return f"""
What is left to do:
1. Subscribe {known["address"]} to {lists}, with its own posts sent back to it,
   and let the list take its posts without moderation.
2. See whether all is well; a test mail goes out and comes back:
     {program} doctor --send{more}
3. Start the bot:
{starting}
4. Draft the opening of a game; the contestmaster gets it by mail:
     {program} start {names}{more}"""
