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
from functools import partial
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


Answers = dict[str, Any]


class Question(NamedTuple):
    """One thing to ask; without a default it has to be answered."""

    asks: str
    kind: str  # of value: a name in rednov_bot.core.toml, or one that `fits` knows
    default: Callable[[Answers], Any] = lambda known: None


_PORTS: Final = {"implicit": (993, 465), "starttls": (143, 587), "none": (143, 25)}
_TLS: Final = "  TLS: implicit, starttls or none"
QUESTIONS: Final = {
    "address": Question(
        "The bot's own e-mail address, which is subscribed to the lists", "Address"
    ),
    "imap-host": Question(
        "IMAP server, where the bot's mail arrives",
        "Host",
        lambda known: f"imap.{known['address'].partition('@')[2]}",
    ),
    "imap-tls": Question(_TLS, "Tls", lambda known: "implicit"),
    "imap-port": Question("  port", "Port", lambda known: _PORTS[known["imap-tls"]][0]),
    "imap-user": Question("  user", "Line", lambda known: known["address"]),
    "imap-password": Question("  password (not shown)", "Password"),
    "smtp-host": Question(
        "SMTP server, which takes the bot's mail",
        "Host",
        lambda known: known["imap-host"].replace("imap.", "smtp.", 1),
    ),
    "smtp-tls": Question(_TLS, "Tls", lambda known: "starttls"),
    "smtp-port": Question("  port", "Port", lambda known: _PORTS[known["smtp-tls"]][1]),
    "smtp-user": Question(
        '  user ("none" if it asks for no login)', "Login", lambda known: known["imap-user"]
    ),
    "smtp-password": Question(
        "  password (not shown; Enter for that of the IMAP server)",
        "Password",
        lambda known: known["imap-password"],
    ),
    "list": Question("The list on which the game is played (its address)", "Address"),
    "list-id": Question("  its List-Id", "ListId", lambda known: _guessed(known["list"])),
    "contestmaster": Question("The contestmaster, as NAME <ADDRESS>", "Person"),
    "pot": Question(
        "The most Y points that the winners of a game may share (0: not known yet)",
        "Pot",
        lambda known: 0,
    ),
}
_VARIABLE: Final = {
    f"{side}-password": f"REDNOV_{side.upper()}__PASSWORD" for side in ("imap", "smtp")
}
"""Where the passwords are taken from."""

_SERVERS: Final = ("imap-", "smtp-")


def _options(command: Callable[..., None]) -> Callable[..., None]:
    """An option for each question but those for passwords, which every user of a machine sees."""
    for name, question in reversed(QUESTIONS.items()):
        if question.kind == "Password":
            continue
        command = click.option(
            f"--{name}",
            name.replace("-", "_"),
            metavar="NAME <ADDRESS>" if question.kind == "Person" else "TEXT",
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
    _may_replace(config, folder, no_input, replace)
    known = _answers(given, no_input)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    os.umask(0o077)  # the database holds hands
    while True:
        with tempfile.TemporaryDirectory(prefix=".rednov-init-", dir=folder) as draft:
            written = _write(known, Path(draft))
            fit = _load(written / "rednov.toml", config)
            answer = _servers_answer(fit)
            if answer or no_input or not click.confirm("Other answers for the servers?", True):
                for name in ("imap-password", "smtp-password", "rednov.toml"):
                    if (written / name).exists():
                        target = config if name == "rednov.toml" else folder / name
                        os.replace(written / name, target)
                        click.echo(f"{target} is written")
                break
        before = {name: known.pop(name) for name in list(known) if name.startswith(_SERVERS)}
        _ask(known, {}, before, no_input)
    context.invoke(upgrade, config=config, despite=False)
    start = offered(service, no_input, config.resolve())
    start = start or [f"{invocation.program()} run{_with(config.resolve())}"]
    click.echo("\n".join(_next(config, known, start)))
    if not answer:
        raise Unreachable(
            "everything is written, but a mail server does not answer as it should: mend that, "
            f"and look again with `{invocation.program()} doctor`"
        )


def _may_replace(config: Path, folder: Path, no_input: bool, replace: bool) -> None:
    """Mendable where files are there that are to be kept."""
    files = (config, folder / "imap-password", folder / "smtp-password")
    there = [str(one) for one in files if one.exists()]
    if not there or replace:
        return
    said = f"{' and '.join(there)} {'is' if len(there) == 1 else 'are'} there already"
    if no_input or not click.confirm(f"{said}. Replace?", default=False):
        raise Mendable(f"{said}, and nothing was changed; name another place with --config")


def _answers(given: Answers, no_input: bool) -> Answers:
    """What the options say, and what is asked."""
    known: Answers = {"people": {}, "forums": {}}
    _ask(known, given, {}, no_input)
    for option, public in (("also_public", True), ("also_list", False)):
        for one in given[option]:
            address, _, list_id = one.partition("=")
            with _wrong_usage(f"--{option.replace('_', '-')}"):
                _forum(known, address, list_id, public=public)
    for one in given["gnome"]:
        with _wrong_usage("--gnome"):
            _gnome(known, one)
    if not no_input:
        if not (given["also_list"] or given["also_public"]):
            _repeatedly("Another list that the bot reads (Enter: no more)", _ask_forum, known)
        if not given["gnome"]:
            _repeatedly("A gnome, as NAME <ADDRESS> (Enter: no more)", _gnome, known)
    return known


def _ask(known: Answers, given: Answers, before: Answers, no_input: bool) -> None:
    """The questions that are open, in their order; *before* has what was answered last time."""
    for name, question in QUESTIONS.items():
        secret = question.kind == "Password"
        option = _VARIABLE[name] if secret else f"--{name}"
        said = os.environ.get(option) if secret else given.get(name.replace("-", "_"))
        if name == "smtp-password" and not known["smtp-user"]:
            known[name] = ""
        if name in known:
            continue
        default = before.get(name) or question.default(known)
        if said is None and no_input:
            said = default
        if said is not None:
            with _wrong_usage(option):
                _settle(known, name, said)
        elif no_input:
            raise click.UsageError(f"{option} is needed where nothing is asked")
        else:
            click.prompt(
                f"{question.asks}{' (Enter: as before)' if secret and name in before else ''}",
                default=default,
                hide_input=secret,
                show_default=not secret,
                value_proc=partial(_prompted, known, name),
            )


def _settle(known: Answers, name: str, said: Any) -> None:
    """An answer is taken down.  ValueError, in half a sentence, if it will not do."""
    value = fits(said, QUESTIONS[name].kind)
    if name == "list":
        _new_address(known, value)
    elif name == "list-id":
        _forum(known, known["list"], value, public=True)
    elif name == "contestmaster":
        _person(known, value, contestant=False)
    known[name] = value


def _prompted(known: Answers, name: str, said: Any) -> None:
    """As click wants it: what will not do is said, and asked again."""
    try:
        _settle(known, name, said)
    except ValueError as error:
        raise click.UsageError(str(error)) from None


@contextmanager
def _wrong_usage(option: str) -> Iterator[None]:
    try:
        yield
    except ValueError as error:
        raise click.UsageError(f"{option}: {error}") from None


def _repeatedly(asks: str, take: Callable[[Answers, str], None], known: Answers) -> None:
    """Ask until nothing is answered any more."""
    while said := click.prompt(asks, default="", show_default=False):
        try:
            take(known, said.strip())
        except ValueError as error:
            click.echo(f"Error: {error}")


def fits(said: Any, kind: str) -> Any:
    """The value that was meant.  ValueError, in half a sentence, if it is none of this kind."""
    said = str(said) if kind == "Password" else str(said).strip()
    if kind == "Password":
        if "\n" in said or not said:
            raise ValueError("a password is one line of text")
        return said
    if kind == "Login":
        return "" if said == "none" else fits(said, "Word")
    if kind == "Person":
        name, address = parseaddr(said)
        if not name or "@" not in address:
            raise ValueError(f"write {said!r} as NAME <ADDRESS>: Ann <ann@post.example>")
        return fits(name, "Line"), fits(address, "Address")
    if kind == "Pot":
        if not said.isdecimal():
            raise ValueError(f"{said!r} is no number of points: a whole number of 0 or more")
        return int(said)
    if kind == "Port":
        if not said.isdecimal() or not 1 <= int(said) <= 65535:
            raise ValueError(f"{said!r} is no port: a whole number from 1 to 65535")
        return int(said)
    wanted: Any = Tls if kind == "Tls" else getattr(toml, kind)
    shape = msgspec.inspect.type_info(wanted)
    if toml.misfit(said, shape, "") is not None:
        raise ValueError(f"{said!r} will not do: it must be {toml.wanted(shape)}")
    if kind in ("Address", "Host") and domains.in_ascii(said) is None:
        raise ValueError(f"{said!r} has no internationalised domain that exists (IDNA)")
    return said


def _guessed(address: str) -> str:
    """The List-Id as Mailman makes it of the list's address."""
    return address.replace("@", ".", 1)


def _forum(known: Answers, address: str, list_id: str = "", *, public: bool) -> None:
    """A list under a key of its own: the word before its @."""
    address = fits(address, "Address")
    _new_address(known, address)
    list_id = fits(list_id or _guessed(address), "ListId")
    if list_id.casefold() in [one["list_id"].casefold() for one in known["forums"].values()]:
        raise ValueError(f"{list_id} is the List-Id of another list")
    key = "".join(sign if sign.isalnum() else "-" for sign in address.partition("@")[0])
    if key.casefold() == "private" or key in known["forums"]:
        key = f"{key}-{len(known['forums']) + 1}"
    known["forums"][key] = {"address": address, "public": public, "list_id": list_id}


def _ask_forum(known: Answers, address: str) -> None:
    _new_address(known, fits(address, "Address"))
    list_id = click.prompt("  its List-Id", default=_guessed(address))
    public = click.confirm("  do announcements count there?", default=False)
    _forum(known, address, list_id, public=public)


def _gnome(known: Answers, said: str) -> None:
    _person(known, fits(said, "Person"), contestant=True)


def _person(known: Answers, person: tuple[str, str], *, contestant: bool) -> None:
    name, address = person
    if name.casefold() in map(str.casefold, known["people"]):
        raise ValueError(f"{name} is named already")
    _new_address(known, address)
    known["people"][name] = {"addresses": [address], "contestant": contestant}


def _new_address(known: Answers, address: str) -> None:
    """ValueError where an address is in use: nobody could tell whose mail it is."""
    used = [known["address"], *(one["address"] for one in known["forums"].values())]
    used += [one for person in known["people"].values() for one in person["addresses"]]
    if domains.folded(address) in map(domains.folded, used):
        raise ValueError(f"{address} is named already")


def _write(known: Answers, folder: Path) -> Path:
    """The settings and the passwords, readable for nobody else."""
    for name in ("imap-password", "smtp-password"):
        if known[name]:
            _private(folder / name, f"{known[name]}\n")
    _private(folder / "rednov.toml", "\n".join(_toml(known)) + "\n")
    return folder


def _private(path: Path, text: str) -> None:
    with open(
        os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8"
    ) as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())


def _toml(known: Answers) -> Iterator[str]:
    """`rednov.toml`, line by line."""
    guide = f"{invocation.program_from_anywhere()} guide host settings"
    yield f"# The settings of one bot.  Every key and its default: {guide}"
    yield from _table("bot", {"address": known["address"], "database": "sqlite:///rednov.db"})
    for side in ("imap", "smtp"):
        keys = {key: known[f"{side}-{key}"] for key in ("host", "port", "tls", "user")}
        if known[f"{side}-password"]:
            keys["password_file"] = f"{side}-password"
        yield from _table(side, keys)
    contest = {"contestmaster": known["contestmaster"][0], "y_pot": known["pot"]}
    yield from _table("contest", contest)
    for number, (key, forum) in enumerate(known["forums"].items()):
        yield from _table(f"forums.{key}", {**forum, "post": number == 0})
    for name, person in known["people"].items():
        yield from _table(f"people.{_quoted(name)}", person)


def _table(title: str, keys: Answers) -> Iterator[str]:
    yield ""
    yield f"[{title}]"
    for key, value in keys.items():
        yield f"{key} = {_quoted(value)}"


def _quoted(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)  # what JSON writes of these, TOML reads


def _load(draft: Path, config: Path) -> Settings:
    try:
        return settings.load(draft)
    except SettingsError as error:
        raise SettingsError(str(error).replace(str(draft), str(config))) from None


def _servers_answer(known: Settings) -> bool:
    """What the doctor finds of both mail servers."""
    click.echo("The mail servers:")
    found = []
    for look in (servers.imap(known, None), servers.smtp(known)):
        for one in look:
            found.append(one)
            click.echo(told(one))
    return all(one.grade != "wrong" for one in found)


def _with(config: Path) -> str:
    """How a command is told of these settings, where it does not find them by itself."""
    named = os.environ.get("REDNOV_CONFIG")
    found = Path(named) if named else Path("rednov.toml")
    return "" if found.resolve() == config else f" --config {config}"


def _next(config: Path, known: Answers, start: list[str]) -> Iterator[str]:
    """What is left to do."""
    program, more = invocation.program(), _with(config.resolve())
    lists = " and ".join(one["address"] for one in known["forums"].values())
    gnomes = [name for name, one in known["people"].items() if one["contestant"]]
    names = " ".join(map(shlex.quote, gnomes)) if 3 <= len(gnomes) <= 8 else "NAME NAME NAME"
    yield ""
    yield "What is left to do:"
    yield f"1. Subscribe {known['address']} to {lists}, with its own posts sent back to it,"
    yield "   and let the list take its posts without moderation."
    yield "2. See whether all is well; a test mail goes out and comes back:"
    yield f"     {program} doctor --send{more}"
    yield "3. Start the bot:"
    yield from (f"     {line}" for line in start)
    yield "4. Draft the opening of a game; the contestmaster gets it by mail:"
    yield f"     {program} start {names}{more}"
