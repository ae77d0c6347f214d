"""The sections of `rednov.toml`: what each key may hold, and what it is where it is left out."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from rednov_bot.kinds import (
    STANDARD_DATA,
    Address,
    ArchiveAddress,
    AuthResult,
    Discreet,
    Endpoint,
    Host,
    Key,
    Line,
    ListId,
    Moment,
    Port,
    WebAddress,
    Word,
)

Tls = Literal["none", "starttls", "implicit"]


class BotSettings(Discreet, frozen=True, forbid_unknown_fields=True):
    """[bot]: the mailbox that is subscribed to the lists, and the database."""

    address: Address
    database: str = "sqlite:///rednov.db"
    authserv_id: Word | None = None
    answers_a_day: Annotated[int, Meta(ge=0)] = 50  # to what one person asks for; 0: no bound
    guide: WebAddress | None = None  # where these docs are on the web; help by mail names it


class ImapSettings(Discreet, frozen=True, forbid_unknown_fields=True):
    """[imap]: where mail comes from."""

    host: Host
    port: Port
    user: Line
    password: str | None = None  # once loaded: the password, wherever it came from
    password_file: Line | None = None
    tls: Tls = "implicit"
    folder: Line = "INBOX"


class SmtpSettings(Discreet, frozen=True, forbid_unknown_fields=True):
    """[smtp]: where mail goes.  An empty user: no authentication."""

    host: Host
    port: Port
    user: Word = ""
    password: str | None = None  # once loaded: the password, wherever it came from
    password_file: Line | None = None
    tls: Tls = "starttls"


class ContestSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[contest]: how it begins; what is announced later counts instead (§1).

    `awards`: points due for a turn are awarded by a posting of their own, or in the resolution.
    """

    contestmaster: Line
    since: Moment | None = None  # mail that came before is passed over; none: before the database
    name: Line = "Red November"
    y_pot: Annotated[int, Meta(ge=0)] = 0  # the most Y points that a game may award (§24)
    axes: tuple[Line, ...] = ("X", "Y")
    is_contest: bool = True  # §4
    deputy: str = ""  # decides while the contestmaster plays (A83)
    awards: Literal["apart", "with_resolution"] = "apart"
    report: Literal["off", "weekly"] = "weekly"
    confirmed_channels: bool = False  # an opening waits until each gnome has answered a mail (§6)


Hours = tuple[Annotated[int, Meta(ge=0, le=1000)], ...]


class ReminderSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[reminders]: when who is reminded, in hours (rules.md 8.3); an empty list: never."""

    resolution: Hours = (24, 36, 47)  # since the announcement of a turn (§16)
    award: Hours = (24, 47)  # since the resolution or the end (§18, §24)
    draft: Annotated[int, Meta(ge=0, le=1000)] = 12  # since it was made; 0: never
    hand_limit: Hours = (24, 48)  # the first, then every so many hours (§17)
    idle_warning: Annotated[int, Meta(ge=0, le=1000)] = 72  # to the gnome; 0: never (§19)
    outage: Annotated[int, Meta(ge=1, le=1000)] = 1  # how long a silence of the bot counts as one


class TrustSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[trust]: how it is found out whose a mail is, and what is done where nothing is known."""

    unknown: Literal["act", "hold"] = (
        "act"  # of which nothing is known: it counts, or is asked about
    )
    results: Annotated[int, Meta(ge=1, le=10)] = 1  # fields that the own server always writes
    resolver: Word = ""  # of the keys of domains: "system", or the address of a name server
    keys_file: Line | None = None  # the same keys in a file, looked at first

    def lets_act(self, outcome: AuthResult) -> bool:
        """Whether a mail of which this was found counts by itself."""
        return outcome == "pass" or (outcome == "nothing known" and self.unknown == "act")


class AlarmSettings(Discreet, frozen=True, forbid_unknown_fields=True):
    """[alarm]: when the contestmaster and the host hear that the bot is cut off."""

    after: Annotated[int, Meta(ge=0, le=100_000)] = 30  # minutes; 0: never
    host: Address | None = None  # who hears of it besides
    health: Line | None = None  # the file that tells how the service is


class NoticeSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[notices]: when it is known that somebody reads their private mail, and if not."""

    confirm_within: Annotated[int, Meta(ge=0, le=1000)] = 48  # hours; 0: never waited for (§6)
    resend: Literal["silent", "bounced", "never"] = "silent"
    channel_days: Annotated[int, Meta(ge=1, le=10000)] = 60  # how long an answer shows the way


class ReturnSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[returns]: how long a posting may take to come back from its list."""

    within: Annotated[int, Meta(ge=0, le=100_000)] = 60  # minutes; 0: of no accepted one


class PictureSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[pictures]: whether what is posted about a position comes with a picture of the board."""

    in_mails: bool = True  # beside the plain text, for readers of HTML; the text is always whole
    # Octets of a whole mail as it is sent; above that the picture is left out, then the HTML.
    largest_posting: Annotated[int, Meta(ge=1, le=100_000_000)] = 30_000
    largest_draft: Annotated[int, Meta(ge=1, le=100_000_000)] = 40_000


class PagesSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[pages]: the pages for spectators, written anew after each posting."""

    folder: Line | None = None  # where they are written; none: only by `rednov pages`
    address: WebAddress | None = None  # where they can be read: https://sub.example/rednov/


class Forum(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[forums.NAME]: a mailing list; `public` where announcements count (§9)."""

    address: Address
    public: bool
    list_id: ListId | None = None
    post: bool = False
    domains: tuple[Host, ...] = ()  # that vouch for its mails, besides its own
    archive: ArchiveAddress | None = (
        None  # the address of a mail in it, with {id} or {hash} for the mail
    )


class Person(Discreet, frozen=True, forbid_unknown_fields=True):
    """[people.NAME]: who writes from which addresses; the first one gets their private mail.

    What comes from a past address is still theirs; nothing is ever sent there.  What is for them
    alone is encrypted to their OpenPGP key.
    """

    addresses: Annotated[tuple[Address, ...], Meta(min_length=1)]
    past_addresses: tuple[Address, ...] = ()
    contestant: bool = False
    openpgp_key: Line | None = None  # once loaded: the public key itself, in armour


class ReadingSettings(Discreet, frozen=True, forbid_unknown_fields=True):
    """[reading]: a language model of the host's own, which helps where the reader asks."""

    assistant: Endpoint | None = None  # speaks as OpenAI's API does; None: nobody is asked
    model: Line | None = None
    seconds: Annotated[int, Meta(ge=1, le=60)] = 20  # that a mail waits for it at the most
    key: str | None = None  # once loaded: the key, wherever it came from
    key_file: Line | None = None


class LuckSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[luck]: the public beacon of games with the option `beacon`; nothing is ever fetched.

    Round n is at genesis + (n - 1) periods; the file has lines `ROUND VALUE`.
    """

    beacon: str = ""  # what it is called: `drand quicknet`
    beacon_genesis: datetime | None = None
    beacon_period: Annotated[int, Meta(ge=1)] = 30  # seconds
    beacon_file: Line | None = None


class GameSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[game]: the data set and the options (rules.md 10) of games to come."""

    data: Line = STANDARD_DATA
    options: dict[str, Any] = {}


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All of `rednov.toml`."""

    bot: BotSettings
    imap: ImapSettings
    smtp: SmtpSettings
    contest: ContestSettings
    forums: dict[Key, Forum]
    people: dict[Line, Person]
    game: GameSettings = GameSettings()
    luck: LuckSettings = LuckSettings()
    reminders: ReminderSettings = ReminderSettings()
    alarm: AlarmSettings = AlarmSettings()
    notices: NoticeSettings = NoticeSettings()
    trust: TrustSettings = TrustSettings()
    reading: ReadingSettings = ReadingSettings()
    returns: ReturnSettings = ReturnSettings()
    pictures: PictureSettings = PictureSettings()
    pages: PagesSettings = PagesSettings()
