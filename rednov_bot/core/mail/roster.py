"""Who writes from which address, and which list is which forum.  Settings -> Roster."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

from rednov_bot.core.domains import folded as folded
from rednov_bot.core.settings import Settings


def check_address(bot: str) -> str:
    """The bot's address for what is only to be tried; an address with a detail has no other."""
    local, at, domain = bot.rpartition("@")
    return f"{local.partition('+')[0]}+check{at}{domain}"


@dataclass(frozen=True, kw_only=True)
class Roster:
    """The people, the fora, the bot and the contestmaster, by the marks that mails bear."""

    bot: str  # folded
    contestmaster: str  # a name from [people]
    people: Mapping[str, str]  # folded address -> name
    fora_by_list_id: Mapping[str, str]  # folded List-Id -> key of [forums]
    fora_by_address: Mapping[str, str]  # folded address -> key of [forums]
    public: frozenset[str]  # the fora where announcements count (§9)

    @classmethod
    def of(cls, settings: Settings) -> Roster:
        """The roster that the settings describe.

        The bot and the fora are nobody's address, and an address that two people claim shows
        neither of them, so it is left out.
        """
        bot = folded(settings.bot.address)
        by_address = {folded(forum.address): key for key, forum in settings.forums.items()}
        by_list_id = {
            folded(forum.list_id or forum.address.replace("@", ".")): key
            for key, forum in settings.forums.items()
        }
        claims = [
            (folded(address), name)
            for name, person in settings.people.items()
            for address in person.addresses + person.past_addresses
        ]
        return cls(
            bot=bot,
            contestmaster=settings.contest.contestmaster,
            people=MappingProxyType(_undisputed(claims, {bot, check_address(bot), *by_address})),
            fora_by_list_id=MappingProxyType(by_list_id),
            fora_by_address=MappingProxyType(by_address),
            public=frozenset(key for key, forum in settings.forums.items() if forum.public),
        )

    def addresses_of(self, name: str) -> tuple[str, ...]:
        """Every address a person writes from, or once wrote from."""
        return tuple(address for address, who in self.people.items() if who == name)

    @cached_property
    def names(self) -> frozenset[str]:
        """What everybody is called, in lower case."""
        return frozenset(name.lower() for name in self.people.values())

    @property
    def bots(self) -> frozenset[str]:
        """The bot's addresses: its own, and the one at which nothing counts."""
        return frozenset((self.bot, self.check))

    @property
    def check(self) -> str:
        """`rednov+check@bots.example`: where turns are only tried (RFC 5233 calls it a detail)."""
        return check_address(self.bot)

    def is_list_or_bot(self, address: str) -> bool:
        """No person: an address that a list or the bot writes from."""
        return address in self.bots or address in self.fora_by_address


def _undisputed(claims: Iterable[tuple[str, str]], taken: set[str]) -> dict[str, str]:
    """The addresses that exactly one person claims, and neither the bot nor a forum has."""
    people: dict[str, str] = {}
    disputed = set(taken)
    for address, name in claims:
        if people.setdefault(address, name) != name:
            disputed.add(address)
    return {address: name for address, name in people.items() if address not in disputed}
