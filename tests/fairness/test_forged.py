"""What a host or anybody else changes in an archive: it is found, named, and nothing else is."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, timedelta
from email import message_from_bytes
from email.utils import parsedate_to_datetime
from pathlib import Path
from time import process_time as cpu_time

import pytest

from rednov_bot.core.proof import commitment, mail_digest
from rednov_bot.games.red_november import datasets
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.verify import archive as archives
from rednov_bot.verify.findings import Finding, Findings
from rednov_bot.verify.games import Own
from rednov_bot.verify.postings import postings
from rednov_bot.verify.secrets import Promised
from rednov_bot.verify.tiles import Held, Pools, Tiles
from tests.fairness.forms import RECORDED, in_mbox, recorded
from tests.fairness.tampering import (
    Forge,
    Mails,
    amended,
    announced,
    by_script,
    name_of,
    named,
    parsed,
    place_of,
    reworded,
    text_of,
    verified,
    with_field,
)

ACTION = r"action: \d+ of 10"
ZEROS = "0" * 64
GNOME = "Nettle"


def found_in(folder: Path, mails: Mails) -> Findings:
    return verified(in_mbox(mails, folder))


def other(found: re.Match[str]) -> str:
    """Another number of a die."""
    return found[0].replace(found[1], str(int(found[1]) % 10 + 1))


def turn(number: int) -> str:
    return rf"\] Turn {number}:"


# -- what stands in postings, many in one archive --------------------------------------------------


def _die(number: int, words: str) -> Forge:
    def forge(mails: Mails) -> str:
        place = place_of(mails, turn(number))
        mails[place] = reworded(mails[place], words, other)
        return name_of(mails[place])

    return forge


def _exchanged(number: int, *pattern: str) -> Forge:
    """The same numbers and names in a line, each in the place of another."""
    return amended(turn(number), *pattern)


def _announcement(number: int) -> Forge:
    def forge(mails: Mails) -> str:
        place = announced(mails, number)
        mails[place] = reworded(mails[place], r"\bI ", "I use a crowbar. I ")
        return name_of(mails[place])

    return forge


def _sent_twice(mails: Mails) -> str:
    """The same Message-ID with other words."""
    place = place_of(mails, turn(24))
    mails.insert(place + 1, reworded(mails[place], "minutes? left", "minutes to go"))
    return name_of(mails[place])


IN_FACTS: dict[str, Forge] = {
    "a die in the text": _die(1, r"die says (\d+):"),
    "chance and die": _exchanged(
        3,
        r"(?s)chance is (\d+)%( \(\d+\sminutes?\);\sthe\sdie\ssays )(\d+)",
        r"chance is \3%\2\1",
    ),
    "a card": amended(turn(4), r"Event: Respite\.", "Event: Descent."),
    "minutes": amended(turn(5), r"(has )\d+ (minutes left)", r"\g<1>1 \2"),
    "the position": amended(turn(6), r"heat          #", "heat          ."),
    "who may act": amended(turn(7), "may act now      .*", "may act now  nobody"),
    "the minutes": _exchanged(8, r"(\d+)(\sminutes\sbefore\sit,\s)(\d+)", r"\3\2\1"),
    "the hatch": _exchanged(10, r"opens hatch (\d+)-(\d+)", r"opens hatch \2-\1"),
    "two minutes": _exchanged(
        11, r"(?s)(  )(\d+)(  [A-Z].{10,50} \()(\d+)( minutes?\))", r"\1\4\3\2\5"
    ),
    "what was reset": _exchanged(14, r"(?s)reset\sfrom (\d+) to (\d+)", r"reset from \2 to \1"),
    "what rises": _exchanged(15, r"(?s)rises\sfrom (\d+) to (\d+)", r"rises from \2 to \1"),
}
"""The script knows no rules, and does not look at them."""

IN_LUCK: dict[str, Forge] = {
    "a die": _die(1, r"action: (\d+) of 10"),
    "a draw kept secret": amended(turn(3), rf"\n  draw \d+, {ACTION}", ""),
    "a draw too many": amended(turn(5), rf"(\n  draw \d+, {ACTION})", r"\1\1"),
    "a seal": amended(turn(7), r"seal .{64}", f"seal {ZEROS}"),
    "whose luck it is": amended(turn(9), r"turn 9, read", "turn 66, read"),
    "the digest of the mail": amended(turn(11), r"mail .{64}", f"mail {ZEROS}"),
    "the announcement": _announcement(12),
    "a draft hidden": amended(turn(13), r"drafts [2-9]", "drafts 1"),
    "how it was read": amended(turn(24), r"(read as: )I", r"\1I use a grog. I"),
}
"""Both find them."""

OPENING: dict[str, Forge] = {
    "the term": amended("new game", r"term .{64}", f"term {ZEROS}"),
    "the pot": amended("new game", r"pot \d+", "pot 99"),
    "an option": amended("new game", r"(  pot .*\n)", r"\1  option wake=at_once\n"),
    "the data": amended("new game", r"data .{64}", f"data {ZEROS}"),
    "a room": amended("new game", r"(room of Nettle: )\d+", r"\g<1>11"),
    "a root": amended("new game", r"root .{64}", f"root {ZEROS}"),
    "the secret": amended("secret of its", r"(and cards:\n  ).{64}", rf"\g<1>{ZEROS}"),
    "the other secret": amended("secrets", r"(of the tiles:\n  ).{64}", rf"\g<1>{ZEROS}"),
    "the commitment": amended("new game", r"dice .{64}", f"dice {ZEROS}"),
    "the other commitment": amended("new game", r"tile .{64}", f"tile {ZEROS}"),
}


def _removed(mails: Mails) -> str:
    place = place_of(mails, turn(6))
    del mails[place]
    return name_of(mails[place_of(mails, turn(7))])


def _added(mails: Mails) -> str:
    place = place_of(mails, turn(6))
    forged = mails[place].replace(b"Turn 6:", b"Turn 7:").replace(b"turn 6,", b"turn 7,")
    mails.insert(place + 1, with_field(forged, "Message-ID", "<forged@bots.example>"))
    return "forged@bots.example"


def _numbers_exchanged(mails: Mails) -> str:
    one, two = place_of(mails, turn(4)), place_of(mails, turn(5))
    for place, old, new in ((one, b"4", b"5"), (two, b"5", b"4")):
        for words in (b"Turn %b:", b"turn %b,"):
            mails[place] = mails[place].replace(words % old, words % new)
    return name_of(mails[two])


WHOLE: dict[str, Forge] = {
    "the section": amended(turn(6), r"(?s)THE LUCK, form 2.*?\n\n", ""),
    "the form": amended(turn(6), r"LUCK, form 2", "LUCK, form 1"),
    "a posting removed": _removed,
    "a posting added": _added,
    "a posting sent twice": _sent_twice,
    "two numbers": _numbers_exchanged,
}
NAMED_LATER = {"the commitment", "the other commitment", "the section", "the form"}
"""The script finds them, in the mail of the secret or the next one of the chain."""


def test_every_forged_fact_is_found_and_nothing_else_is_named(tmp_path: Path) -> None:
    mails = recorded()
    where = [forge(mails) for forge in IN_FACTS.values()]
    assert named(found_in(tmp_path, mails).differences) == where


def test_all_forged_luck_is_found_and_nothing_else_is_named(tmp_path: Path) -> None:
    mails = recorded()
    where = [forge(mails) for forge in IN_LUCK.values()]
    path = in_mbox(mails, tmp_path)
    assert set(named(verified(path).differences)) == set(where)
    code, told = by_script(path)
    assert code == 1
    assert [name for name in where if name not in told] == []


@pytest.mark.parametrize("what", [*OPENING, *WHOLE])
def test_a_forgery_is_found_and_named_first(tmp_path: Path, what: str) -> None:
    mails = recorded()
    where = (OPENING | WHOLE)[what](mails)
    path = in_mbox(mails, tmp_path)
    assert named(verified(path).differences)[:1] == [where]
    if what != "a posting sent twice":
        code, told = by_script(path)
        assert code == 1
        assert where in told or what in NAMED_LATER


def test_a_pool_that_lies_otherwise_than_its_secret_says_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The host commits to one secret of the tiles, and deals by another."""
    mails, fits = recorded(), Promised.fits
    OPENING["the other secret"](mails)
    monkeypatch.setattr(Promised, "fits", lambda *given: given[1] == "tile" or fits(*given))
    found = found_in(tmp_path, mails).differences
    opening = name_of(mails[place_of(mails, "new game")])
    assert named([one for one in found if "leads to another order" in one.what]) == [opening]


# -- private notices -------------------------------------------------------------------------------

NOTICES: dict[str, Forge] = {
    "another tile": amended("alone", r"(tile \d+, )\w+:", r"\1diving_gun:"),
    "another place": amended("alone: turn 4", r"tile (\d+),", r"tile 1\1,"),
    "another shuffle": amended("turn 11", r"draw \d+, tile", "draw 1, tile"),
    "another proof": amended("turn 13", r"(:\n +)\w{4}", r"\1AAAA"),
}
WITH_THE_SECRET: dict[str, Forge] = {
    "another hand": amended("turn 15", r"(?m)^   1  [a-z ]+$", "   1  diving gun"),
    "another story": amended("turn 2$", r"You draw .*", "You draw a coffee."),
    "another seal": amended("turn 3$", r"(told .*: )\w{32}", rf"\g<1>{'0' * 32}"),
}


def kept_by(gnome: str) -> Mails:
    """The private mails of a gnome."""
    wanted = re.compile(rf".*-out-(?:private|receipt)-{gnome}")
    return [text.encode() for name, text in RECORDED.items() if wanted.fullmatch(name)]


def own(gnome: str, mails: Mails, folder: Path) -> tuple[Path, Own]:
    (folder / gnome).mkdir()
    path = in_mbox(mails, folder / gnome)
    return path, Own(gnome, archives.read([path]))


def test_every_forged_notice_is_found(tmp_path: Path) -> None:
    path, mails = in_mbox(recorded(), tmp_path), kept_by(GNOME)
    where = [forge(mails) for forge in (NOTICES | WITH_THE_SECRET).values()]
    private, notices = own(GNOME, mails, tmp_path)
    assert set(where) <= set(named(verified(path, notices).differences))
    code, told = by_script(path, private)
    assert code == 1
    assert {name for name in where if name in told} == set(where[:4])


def test_before_the_secret_is_told_each_tile_is_found_under_its_root(tmp_path: Path) -> None:
    mails = [mail for mail in recorded() if b"secret" not in mail.partition(b"\n\n")[0]]
    path = in_mbox(mails, tmp_path)
    for gnome in (GNOME, "Wimble"):
        _, notices = own(gnome, kept_by(gnome), tmp_path)
        found = verified(path, notices)
        assert found.every == []
        assert found.right == found.looked_at
        assert found.right["tile"] >= 2
    forged = kept_by(GNOME)
    where = [forge(forged) for forge in (*NOTICES.values(), WITH_THE_SECRET["another hand"])]
    (tmp_path / "forged").mkdir()
    _, notices = own(GNOME, forged, tmp_path / "forged")
    assert set(where) <= set(named(verified(path, notices).differences))


def test_another_place_of_the_pool_is_found_though_its_proof_is_sound(tmp_path: Path) -> None:
    """The host hands Nettle the tiles that lay where Wimble's were drawn from."""
    openings = [
        next(mail for mail in kept_by(name) if b"the opening" in mail) for name in (GNOME, "Wimble")
    ]
    found = re.search(r"(?s)You start with .*(?=\n\n-- |\n\n--$)", text_of(openings[1]))
    assert found is not None
    forged = reworded(openings[0], found.re.pattern, lambda _: found[0])
    _, notices = own(GNOME, [forged], tmp_path)
    told = verified(in_mbox(recorded(), tmp_path), notices).differences
    assert any("not the places of the tiles" in one.what for one in told)


# -- turns that may be thrown anew -----------------------------------------------------------------


def _begins_with(number: int, words: str) -> Forge:
    def forge(mails: Mails) -> str:
        place = announced(mails, number)
        mails[place] = reworded(mails[place], r"\A", words)
        return name_of(mails[place])

    return forge


def _spoken_by_pewterby(*numbers: int) -> Forge:
    def forge(mails: Mails) -> str:
        for number in numbers:
            place = announced(mails, number)
            mails[place] = with_field(mails[place], "From", "Pewterby <pewterby@post.example>")
        return name_of(mails[place])

    return forge


def _of_one_mail(mails: Mails) -> str:
    """Of the mail of a turn only the one before is left."""
    place, said = place_of(mails, turn(7)), announced(mails, 6)
    own = announced(mails, 7)
    mails[place] = with_field(mails[place], "In-Reply-To", f"<{name_of(mails[said])}>")
    where = name_of(mails[place])
    del mails[own]
    return where


DISHONEST: dict[str, Forge] = {
    "a question in it": _begins_with(6, "How goes it? "),
    "an announcement by another": _spoken_by_pewterby(9),
    "one who speaks for all": _spoken_by_pewterby(1, 2, 3, 4, 5, 6),
    "one mail for two turns": _of_one_mail,
}


@pytest.mark.parametrize("forge", DISHONEST.values(), ids=list(DISHONEST))
def test_a_turn_that_may_be_thrown_anew_differs(tmp_path: Path, forge: Forge) -> None:
    mails = recorded()
    where = forge(mails)
    assert where in named(found_in(tmp_path, mails).differences)


def said_instead(number: int, words: str) -> Forge:
    """Somebody said this, and the posting shows its digest, but another turn."""

    def forge(mails: Mails) -> str:
        said, place = announced(mails, number), place_of(mails, turn(number))
        mails[said] = reworded(mails[said], r"(?s)\A.*\Z", words)
        at = parsed(mails[said])["Date"].datetime.astimezone(UTC)
        shown = mail_digest(f"<{name_of(mails[said])}>", f"{at:%Y-%m-%dT%H:%M:%SZ}", words)
        mails[place] = reworded(mails[place], r"mail .{64}", f"mail {shown}")
        return name_of(mails[place])

    return forge


def test_what_nobody_announced_differs_and_what_is_uncertain_is_noted(tmp_path: Path) -> None:
    mails = recorded()
    nobody = [
        said_instead(6, "How do you do, dear gnomes? I wonder what to do next.")(mails),
        said_instead(10, "What a storm we are having.")(mails),
        said_instead(14, "I discard a grog.")(mails),
    ]
    uncertain = said_instead(18, "I go to the room next to me and fix something there.")(mails)
    every = found_in(tmp_path, mails).every

    def saying(what: str, weight: str) -> list[Finding]:
        return [one for one in every if what in one.what and one.weight == weight]

    assert named(saying("announces no turn", "differs")) == nobody
    assert named(saying("not certain", "note")) == [uncertain]


# -- what the archive cannot show ------------------------------------------------------------------


def _left_out(mails: Mails) -> str:
    del mails[announced(mails, 3)]
    return name_of(mails[place_of(mails, turn(3))])


def _answers_nothing(mails: Mails) -> str:
    place, said = place_of(mails, turn(9)), announced(mails, 9)
    mails[said] = reworded(mails[said], "I ", "Well, I ")
    mails[place] = with_field(mails[place], "In-Reply-To", "<nothing@nowhere.example>")
    return name_of(mails[place])


def _ends_early(mails: Mails) -> str:
    del mails[place_of(mails, turn(24))]
    return ""


def test_what_is_lost_is_not_said_to_be_right(tmp_path: Path) -> None:
    mails = recorded()
    where = [
        forge(mails)
        for forge in (_left_out, _answers_nothing, _begins_with(15, "\ufffd "), _ends_early)
    ]
    found = found_in(tmp_path, mails)
    assert [one.mail.name if one.mail else "" for one in found.of("unchecked")] == where
    assert "does not come to its end" in found.of("unchecked")[-1].what
    assert not found.agree
    assert found.differences == []


def test_terms_that_cannot_be_read_differ(tmp_path: Path) -> None:
    mails = recorded()
    amended("new game", r"(?s)  game RN1\n.*?(?=  term )", "")(mails)
    found = found_in(tmp_path, mails).every
    assert [one.what for one in found] == ["the terms of the game are not to be read"]


# -- what the script says of it --------------------------------------------------------------------

SEAL, BEFORE = "its seal is not that of all up to here", "or its mail, was drawn for before"


def _shown(number: int, turn: str, gnome: str, beacon: str = "-") -> tuple[str, str]:
    """What the script says of a turn, of which one thing should be otherwise."""
    return f"should be {(f'turn {number}', 'Wimble', '-')}", f"is {(turn, gnome, beacon)}"


def _mail_again(mails: Mails) -> str:
    """The mail of turn 6 is shown for turn 7 too."""
    (shown,) = re.findall(r"mail .{64}", text_of(mails[place_of(mails, turn(6))]))
    return amended(turn(7), r"mail .{64}", shown)(mails)


def _turn_again(mails: Mails) -> str:
    """Turn 6 is thrown a second time, for another mail."""
    place = place_of(mails, turn(6))
    other = reworded(mails[place], r"mail .{64}", f"mail {ZEROS}")
    mails.insert(place + 1, with_field(other, "Message-ID", "<again@bots.example>"))
    return "again@bots.example"


def _one_address(mails: Mails) -> str:
    """Turn 2, Nettle's, comes from where Wimble's turn 1 came from."""
    said = announced(mails, 2)
    mails[said] = with_field(mails[said], "From", str(parsed(mails[announced(mails, 1)])["From"]))
    return name_of(mails[place_of(mails, turn(2))])


def _cut_off(mails: Mails) -> str:
    _ends_early(mails)
    return name_of(mails[place_of(mails, turn(23))])


def _another_number(mails: Mails) -> str:
    place = place_of(mails, turn(6))
    mails[place] = mails[place].replace(b"Turn 6:", b"Turn 66:").replace(b"turn 6,", b"turn 66,")
    return name_of(mails[place])


def _of_itself(draw: str) -> tuple[str, ...]:
    """The line is as it should be, but not what stands below it."""
    return (f"{draw!r} should be {draw!r}",)


SAID: dict[str, tuple[Forge, tuple[str, ...]]] = {
    "a mail drawn for twice": (_mail_again, (f"turn 7, {BEFORE}",)),
    "a turn drawn for twice": (_turn_again, (f"turn 6, {BEFORE}",)),
    "two gnomes of one address": (_one_address, _shown(2, "turn 2", "Nettle")),
    "no end": (_cut_off, ("the archive ends before the game does",)),
    "another number": (_another_number, _shown(6, "turn 66", "Wimble")),
    "a root of a die": (
        amended(turn(6), r"(draw 13, .*)", rf"\1\n  root {ZEROS}"),
        _of_itself("draw 13, action: 3 of 10"),
    ),
    "a root of cards": (
        amended(turn(21), r"(draw 42, .*)", rf"\1\n  root {ZEROS}"),
        _of_itself("draw 42, renew events 0: sealed"),
    ),
    "no root": (
        amended("new game", r"\n  root .*", ""),
        _of_itself("draw 4, item pool: sealed"),
    ),
    "a renewed deck": (amended(turn(21), r"seal .{64}", f"seal {ZEROS}"), (SEAL,)),
    "a beacon": (
        amended(turn(6), r"(\n  mail .*)", rf"\1\n  beacon drand, round 5:\n  from {ZEROS}"),
        _shown(6, "turn 6", "Wimble", "5"),
    ),
}


@pytest.mark.parametrize("what", SAID)
def test_the_script_says_what_is_wrong_and_where(tmp_path: Path, what: str) -> None:
    mails = recorded()
    forge, says = SAID[what]
    where = forge(mails)
    code, told = by_script(in_mbox(mails, tmp_path))
    assert (code, f"<{where}>\n    {', '.join(says)}\n" in told) == (1, True), told


def test_without_respites_the_script_excuses_a_renewed_deck_and_nothing_else(
    tmp_path: Path,
) -> None:
    """The terms as they are shown say so; they are not those of the term, of course."""
    mails = recorded()
    where = [amended(turn(n), r"seal .{64}", f"seal {ZEROS}")(mails) for n in (7, 21)]
    amended("new game", r"(  pot .*\n)", r"\1  option remove_respite=on\n")(mails)
    _, told = by_script(in_mbox(mails, tmp_path))
    assert [f"<{name}>\n    {SEAL}\n" in told for name in where] == [True, False]


# -- what is no difference -------------------------------------------------------------------------


def _with_false_threads(mails: Mails) -> None:
    """Each posting answers the mail of the turn before."""
    turns = [place_of(mails, turn(number)) for number in range(1, 25)]
    answered = [str(parsed(mails[n])["In-Reply-To"]) for n in turns]
    for n, before in zip(turns[1:], answered, strict=False):
        mails[n] = with_field(mails[n], "In-Reply-To", before)


def _sent_again(mails: Mails) -> None:
    place = place_of(mails, turn(6))
    mails.insert(place + 1, with_field(mails[place], "Message-ID", "<again@bots.example>"))


@pytest.mark.parametrize("change", [_with_false_threads, _sent_again])
def test_what_lists_and_archives_do_to_mails_is_no_difference(
    tmp_path: Path, change: Callable[[Mails], None]
) -> None:
    mails = recorded()
    change(mails)
    assert found_in(tmp_path, mails).every == []


def stranger(like: bytes, text: str, name: str = "eve@evil.example") -> bytes:
    """A mail by somebody who is not the bot, from the same moment as another."""
    mail = parsed(with_field(like, "From", f"Eve <{name}>"))
    mail.replace_header("Subject", f"Re: {mail['Subject']}")
    mail.replace_header("Message-ID", f"<1.{name}>")
    mail.set_content(text)
    return mail.as_bytes()


def _quoted(subject: str) -> Callable[[Mails], None]:
    def change(mails: Mails) -> None:
        place = place_of(mails, subject)
        text = f"Well done!\n\n-----Original Message-----\n{text_of(mails[place])}"
        mails.insert(place + 1, stranger(mails[place], text, f"{place}@evil.example"))

    return change


def _false_secrets(mails: Mails) -> None:
    every = [f"secret of the {of}: {n:064x}" for n in range(200) for of in ("dice", "tiles")]
    mails.append(stranger(mails[-1], "\n".join(["RN1", *every, ""])))


def _copied(mails: Mails) -> None:
    """Somebody sends every posting again, the opening before the true one, and more than these."""
    begin = place_of(mails, "new game")
    like = mails[begin]
    for number, mail in enumerate(mails[begin:]):
        copy = parsed(stranger(like, text_of(mail), f"{number}.eve@evil.example"))
        copy.replace_header("From", "Eve <eve@evil.example>")
        copy.replace_header("Subject", str(parsed(mail)["Subject"]))
        early = "Thu, 01 Jan 2026 10:00:00 +0000"
        copy.replace_header("Date", str(parsed(mail)["Date"]) if number else early)
        mails.append(copy.as_bytes())
        copy.replace_header("Message-ID", f"<more.{number}@evil.example>")
        copy.set_content(text_of(mail).replace("RN1", "RN1 "))
        mails.append(copy.as_bytes())


def _another_opening(mails: Mails) -> None:
    """Eve begins a game of the same tag, and tells its secret."""
    place = place_of(mails, "new game")
    text, secret = text_of(mails[place]), bytes(32)
    term = re.findall(r"term (.{64})", text)[0]
    for of in ("dice", "tile"):
        shown = commitment(term, of, secret)
        text = re.sub(rf"{of} .{{64}}", f"{of} {shown}", text)
    text += f"\nRN1, the secret of the dice: {secret.hex()}\n"
    mails.insert(place, stranger(mails[place], text))


def _an_opening_without_terms(mails: Mails) -> None:
    place = place_of(mails, "new game")
    text = re.sub(r"(?s)  game RN1\n.*?(?=  term )", "", text_of(mails[place]))
    mails.insert(place, stranger(mails[place], text.replace("keeping ", "keeping the other ")))


def _endless(mails: Mails) -> None:
    """What would be read as one turn has very many lines."""
    lines = "so be it\n" * 60_000
    text = f"THE LUCK, form 2\n  turn 1, read as: I wait\n{lines}-- \n"
    text += "rednov_bot, keeping Red November for Pewterby\n"
    mails.append(stranger(mails[-1], text, "endless@evil.example"))


def _under_its_name(mails: Mails) -> None:
    """Eve gives their mail the Message-ID of a gnome's, and an earlier Date."""
    place = announced(mails, 6)
    forged = with_field(stranger(mails[place], "I do nothing."), "Message-ID", None)
    forged = with_field(forged, "Message-ID", f"<{name_of(mails[place])}>")
    mails.insert(0, with_field(forged, "Date", "Thu, 01 Jan 2026 10:00:00 +0000"))


def _much_said(mails: Mails) -> None:
    for change in (
        _quoted(turn(5)),
        _quoted("new game"),
        _quoted("secrets"),
        _false_secrets,
        _endless,
        _under_its_name,
    ):
        change(mails)


HONEST: dict[str, Callable[[Mails], None]] = {
    "much said by others": _much_said,
    "all of it copied": _copied,
    "another opening": _another_opening,
    "an opening without terms": _an_opening_without_terms,
}


@pytest.mark.parametrize("change", HONEST.values(), ids=list(HONEST))
def test_what_others_write_is_no_more_than_noted(
    tmp_path: Path, change: Callable[[Mails], None]
) -> None:
    mails = recorded()
    change(mails)
    added = {name_of(mail) for mail in mails} - {name_of(mail) for mail in recorded()}
    begin = cpu_time()
    path = in_mbox(mails, tmp_path)
    found = verified(path).every
    assert cpu_time() - begin < 10
    assert [one for one in found if one.weight != "note"] == []
    assert set(named(found)) <= added
    assert by_script(path)[0] == 0


# -- what is to be known besides -------------------------------------------------------------------


def earlier(octets: bytes, name: str) -> bytes:
    """The same mail, sent 9 seconds before under another Message-ID."""
    at = parsedate_to_datetime(message_from_bytes(octets)["Date"]) - timedelta(seconds=9)
    dated = with_field(octets, "Date", f"{at:%a, %d %b %Y %H:%M:%S +0000}")
    return with_field(dated, "Message-ID", f"<{name}>")


def test_a_mail_that_was_passed_over_is_named_from_whatever_address(tmp_path: Path) -> None:
    """The host answers a copy that they have sent themselves, and leaves the gnome's own aside."""
    mails = recorded()
    place = announced(mails, 5)
    mails.insert(place, earlier(mails[place], "one@post.example"))
    place = announced(mails, 14)
    own = mails[place]
    name = str(parsed(own)["From"]).partition("<")[0].strip()
    mails[place] = with_field(own, "From", f"{name} <other@host.example>")
    mails.insert(place, earlier(own, "two@post.example"))
    found = found_in(tmp_path, mails).every
    assert {one.weight for one in found} == {"note"}
    assert {"one@post.example", "two@post.example"} <= set(named(found))
    assert any("from another address than before" in one.what for one in found)


def test_another_time_of_the_announcement_is_noted(tmp_path: Path) -> None:
    mails = recorded()
    where = amended(turn(6), r"12:30(\s+UTC,\s+is)", r"12:29\1")(mails)
    (found,) = found_in(tmp_path, mails).every
    assert "announced at another time than its mail is dated" in found.what
    assert named([found]) == [where]


# -- who held what, once the secret of the tiles is told -------------------------------------------


@pytest.mark.parametrize(
    ("told", "says"),
    [
        (ev.CardDrawn(1, "overheated", "Overheated", 48), "holds a grog, by what was drawn"),
        (ev.ItemUsed("Ann", "crowbar", 0, 0), "cannot have held a crowbar"),
        (ev.HandsRevealed((("Ann", ("coffee",)),)), "cannot have held so many of a coffee"),
    ],
)
def test_what_cannot_have_been_held_or_kept_is_found(
    tmp_path: Path, told: ev.Event, says: str
) -> None:
    """Ann has drawn a grog, as the secret says."""
    findings = Findings()
    opening, *_ = postings(archives.read([in_mbox(recorded(), tmp_path)]))
    tiles = Tiles(bytes(32), datasets.load("standard"), findings, all_drink=True)
    tiles.hands = {"Ann": Held()}
    tiles.hands["Ann"].add(("grog",))
    tiles.follow(opening, (told,), Pools(), None)
    assert any(says in one.what for one in findings.differences)
