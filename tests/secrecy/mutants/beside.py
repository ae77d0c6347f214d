"""Leaks beside the words: names of mails and drafts, proofs, logs, errors, programs, imports."""

from __future__ import annotations

from typing import Final

from tests.secrecy.mutants.leak import CONTRACTS, TWINS, TYPES, Mutant, mutant

_REPRS: Final = "tests/secrecy/test_reprs.py"
_ROOMS: Final = "tests/secrecy/test_rooms.py"
_FAULTS: Final = "tests/secrecy/test_faults.py"
_SCHEME: Final = "tests/proof/test_scheme.py"
_DOORS: Final = "tests/secrecy/test_side_doors.py"

BESIDE: Final[tuple[Mutant, ...]] = (
    mutant(
        "a Message-ID is made from the secret of the luck",
        TWINS,
        (
            "rednov_bot/desk/outgoing.py",
            "desk.settings.bot.address, desk.tokens.message())",
            "desk.settings.bot.address, desk.tokens.message() + _mark(records))",
        ),
        (
            "rednov_bot/desk/outgoing.py",
            "def _reader(",
            "def _mark(records: Records) -> str:\n"
            "    game = records.latest_game()\n"
            '    return "" if game is None else records.secret(game.id).hex()[:6]\n\n\n'
            "def _reader(",
        ),
    ),
    mutant(
        "a Message-ID ends with a digest of the hands",
        TWINS,
        (
            "rednov_bot/desk/outgoing.py",
            "desk.settings.bot.address, desk.tokens.message())",
            "desk.settings.bot.address, desk.tokens.message() + _mark(records))",
        ),
        (
            "rednov_bot/desk/outgoing.py",
            "def _reader(",
            "def _mark(records: Records) -> str:\n"
            "    import zlib\n\n"
            "    game = records.latest_game()\n"
            "    found = None if game is None else records.gamestate(game.id)\n"
            '    return "" if found is None else str(zlib.crc32(str(found[1].secrets.hands)'
            ".encode()))\n\n\n"
            "def _reader(",
        ),
    ),
    mutant(
        "a draft is called by a digest of the hands",
        TWINS,
        (
            "rednov_bot/desk/drafts/drafting.py",
            '        code=desk.tokens.code(),\n        kind="resolution",\n',
            '        code=f"{abs(hash(outcome.after.secrets.hands))}"[:7],\n'
            '        kind="resolution",\n',
        ),
    ),
    mutant(
        "a draft is called by the first letters of the secret",
        TWINS,
        (
            "rednov_bot/desk/drafts/drafting.py",
            '        code=desk.tokens.code(),\n        kind="resolution",\n',
            "        code=records.secret(now.game.id).hex()[:7].upper(),\n"
            '        kind="resolution",\n',
        ),
    ),
    mutant(
        "what a draft is about names a tile",
        TWINS,
        (
            "rednov_bot/desk/drafts/drafting.py",
            '    about = f"Turn {taken.number}: {taken.turn.gnome}"\n',
            '    about = f"Turn {taken.number}: {taken.turn.gnome}"\n'
            '    about += " and more" if "coffee" in after.secrets.hands[0] else ""\n',
        ),
    ),
    mutant(
        "a link of the chain has no key: whoever guesses an order can check it",
        _SCHEME,
        (
            "rednov_bot/proof/chain.py",
            '    return hmac.digest(dice, octets(text), "sha256").hex()\n',
            "    return hashlib.sha256(text.encode()).hexdigest()\n",
        ),
    ),
    mutant(
        "the leaf of a tile has no key: whoever guesses a tile can check it",
        _SCHEME,
        (
            "rednov_bot/proof/tiles.py",
            '    return hmac.digest(secret, octets(text), "sha256")[:NODE]\n',
            "    return hashlib.sha256(text.encode()).digest()[:NODE]\n",
        ),
    ),
    mutant(
        "all leaves of a pool have the same key: equal tiles have equal leaves",
        _SCHEME,
        (
            "rednov_bot/proof/tiles.py",
            "place {place}\\n",
            "place\\n",
        ),
    ),
    mutant(
        "the seal of a hand as told has no key",
        _SCHEME,
        (
            "rednov_bot/proof/chain.py",
            '    return hmac.digest(tile, octets(text), "sha256")[:16].hex()\n',
            "    return hashlib.sha256(text.encode()).digest()[:16].hex()\n",
        ),
    ),
    mutant(
        "the order of a shuffle is published for its seal",
        TWINS,
        (
            "rednov_bot/proof/chain.py",
            'if drawn.of == "number" else "sealed"',
            'if drawn.of == "number" else " ".join(map(str, drawn.result))',
        ),
    ),
    mutant(
        "luck of the first form prints its secret",
        f"{_REPRS}::test_what_is_for_one_gnome_is_not_shown",
        (
            "rednov_bot/engine/luck.py",
            "    secret: bytes = field(repr=False)\n",
            "    secret: bytes = field()\n",
        ),
    ),
    mutant(
        "the secrets of a game print themselves",
        f"{_REPRS}::test_a_secret_says_nothing_of_itself",
        (
            "rednov_bot/engine/draws.py",
            "    tile: bytes = field(repr=False)",
            "    tile: bytes = field()",
        ),
    ),
    mutant(
        "hands print themselves",
        f"{_REPRS}::test_a_secret_says_nothing_of_itself",
        (
            "rednov_bot/engine/gamestate.py",
            "class Secrets(Hushed, frozen=True):",
            "class Secrets(msgspec.Struct, frozen=True):",
        ),
    ),
    mutant(
        "what is hushed is printed by rich",
        f"{_REPRS}::test_a_secret_is_printed_as_its_name_alone",
        (
            "rednov_bot/engine/hushed.py",
            "        return []\n",
            "        return [(one, getattr(self, one)) for one in self.__struct_fields__]\n",
        ),
    ),
    mutant(
        "a taken turn prints the tiles of its private list",
        f"{_REPRS}::test_what_is_for_one_gnome_is_not_shown",
        (
            "rednov_bot/papers.py",
            "    turn: Turn = field(repr=False)  # names",
            "    turn: Turn = field()  # names",
        ),
    ),
    mutant(
        "settings print the key of the assistant",
        "tests/transport/test_completions.py",
        (
            "rednov_bot/sections.py",
            "class ReadingSettings(Discreet, frozen",
            "class ReadingSettings(msgspec.Struct, frozen",
        ),
    ),
    mutant(
        "the log quotes the words of a fault",
        _FAULTS,
        (
            "rednov_bot/faults.py",
            'told.append(f"{type(one).__name__}{_where(one.__traceback__)}")',
            'told.append(f"{one!r}{_where(one.__traceback__)}")',
        ),
    ),
    mutant(
        "the log passes on what a library says",
        _FAULTS,
        (
            "rednov_bot/journal.py",
            'said = f"{record.name} has something to say ({record.module}:{record.lineno})"',
            'said = f"{record.name}: {said}"',
        ),
    ),
    mutant(
        "a line of the log is made of a mail's words",
        TYPES,
        (
            "rednov_bot/handling.py",
            "    journal.held(mail, fault)\n",
            '    journal.held(f"{mail}: {fault}", fault)\n',
        ),
    ),
    mutant(
        "the desk writes a turn to a log of its own",
        f"{_ROOMS}::test_one_module_alone_writes_to_the_log",
        (
            "rednov_bot/desk/announcements/turns.py",
            '    """The verdict on a turn at the present gamestate, and the turn with its private'
            ' list."""\n',
            '    """The verdict on a turn at the present gamestate, and the turn with its private'
            ' list."""\n'
            "    import logging\n\n"
            '    logging.getLogger("rednov").info("%s", said)\n',
        ),
    ),
    mutant(
        "an error says what a gnome holds",
        f"{_ROOMS}::test_no_error_and_no_line_of_the_log_is_made_of_what_is_hidden",
        (
            "rednov_bot/desk/due/idling.py",
            "    if now is None or against is not None:\n",
            "    if now is not None and name == '':\n"
            "        raise KeyError(now.gamestate.secrets.hands)\n"
            "    if now is None or against is not None:\n",
        ),
    ),
    mutant(
        "an error of the database quotes what was to be filed",
        "tests/store/test_failures.py::test_no_error_tells_what_was_to_be_filed",
        (
            "rednov_bot/store/failures.py",
            "        fault = RuntimeError(",
            '        return RuntimeError(f"{called}: {error}")\n        fault = RuntimeError(',
        ),
        (
            "rednov_bot/store/database.py",
            "        hide_parameters=True,\n        connect_args={\n",
            "        connect_args={\n",
        ),
    ),
    mutant(
        "programs that ask for drafts get the private notices",
        "tests/cli/test_desk.py::test_drafts_as_json_show_nothing_private",
        (
            "rednov_bot/cli/drafted.py",
            '[page.body for page in told if page.kind == "public"]',
            "[page.body for page in told]",
        ),
    ),
    mutant(
        "programs that ask for a draft get the secret of the luck before it is posted",
        "tests/cli/test_secrecy.py::"
        "test_programs_are_not_told_the_secret_of_the_luck_before_it_is_posted",
        (
            "rednov_bot/cli/drafted.py",
            'told = () if draft.kind == "secret" else draft.pages',
            "told = draft.pages",
        ),
    ),
    mutant(
        "programs that ask for the position get the hands unasked",
        "tests/cli/test_desk.py::test_the_public_view_is_as_the_interface_says_and_holds_no_hand",
        (
            "rednov_bot/cli/games.py",
            "        if secret and gamestate is not None:\n            positions.add",
            "        if gamestate is not None:\n            positions.add",
        ),
    ),
    mutant(
        "programs that ask for the outbox are told who is told something alone",
        "tests/cli/test_outbox.py::test_programs_are_not_told_who_is_told_something_alone",
        (
            "rednov_bot/cli/outbox.py",
            "written, openly = _written(one), _is_of_the_office(one)",
            "written, openly = _written(one), True",
        ),
    ),
    mutant(
        "the subject of a private notice names tiles",
        f"{_ROOMS}::test_a_subject_is_made_of_nothing_that_hangs_on_a_hand",
        (
            "templates/private_notice.txt.j2",
            "For you alone: {{ occasion }}{% endblock %}",
            'For you alone: {{ occasion }}, {{ sentences | join(" ") }}{% endblock %}',
        ),
    ),
    mutant(
        "what compares positions can reach the hands",
        f"{_ROOMS}::test_what_public_pages_are_made_with_cannot_reach_one",
        (
            "rednov_bot/engine/corrections/compared.py",
            "from rednov_bot.engine.position import Gnome, Position, Token\n",
            "from rednov_bot.engine.gamestate import Gamestate\n"
            "from rednov_bot.engine.position import Gnome, Position, Token\n",
        ),
    ),
    mutant(
        "the pages of the story can reach the hands",
        f"{_ROOMS}::test_what_writes_to_a_list_cannot_reach_one",
        (
            "rednov_bot/prose/story_pages.py",
            "from __future__ import annotations\n",
            "from __future__ import annotations\n\n"
            "from rednov_bot.engine import gamestate as gamestate\n",
        ),
    ),
    mutant(
        "the page of an award is given words of which nobody knows what they are",
        f"{_ROOMS}::test_words_reach_a_list_only_where_it_is_known_what_they_are",
        (
            "rednov_bot/prose/award_pages.py",
            "    dues: Iterable[Due], occasion: str, *, letterhead",
            '    dues: Iterable[Due], occasion: str, *, held: str = "", letterhead',
        ),
    ),
    mutant(
        "a public page is given anything at all",
        f"{_ROOMS}::test_nothing_that_writes_to_a_list_is_given_just_anything",
        (
            "rednov_bot/prose/public_pages.py",
            '    awards: Collection[str] = (),\n    luck: str = "",\n) -> Page:\n'
            '    """What came of a turn',
            '    awards: Collection[str] = (),\n    luck: str = "",\n    more: object = None,\n'
            ') -> Page:\n    """What came of a turn',
        ),
    ),
    mutant(
        "the pages of a correction can write private notices",
        CONTRACTS,
        (
            "rednov_bot/prose/correction_pages.py",
            "from rednov_bot.prose import award_pages, differences\n",
            "from rednov_bot.prose import award_pages, differences, private_pages\n",
        ),
    ),
    mutant(
        "the pages for the list can look into the store",
        CONTRACTS,
        (
            "rednov_bot/prose/award_pages.py",
            "from rednov_bot.papers import MessageId, Page\n",
            "from rednov_bot.papers import MessageId, Page\nfrom rednov_bot.store import games\n",
        ),
    ),
    mutant(
        "the rules write sentences of their own",
        CONTRACTS,
        (
            "rednov_bot/engine/rules/items.py",
            "from rednov_bot.engine import happenings as h\n",
            "from rednov_bot.engine import happenings as h\n"
            "from rednov_bot.prose import whispers as whispers\n",
        ),
    ),
    mutant(
        "what only the gnome may know becomes a public happening",
        "tests/prose/test_audience.py",
        (
            "rednov_bot/engine/happenings.py",
            "    | TurnVoided\n)",
            "    | TurnVoided\n    | GiftReceived\n)",
        ),
    ),
    mutant(
        "the Date of a posting tells how many notices were sealed before it",
        f"{_DOORS}::test_the_date_of_a_posting_does_not_tell_how_many_notices_were_sealed_before",
        ("rednov_bot/desk/outgoing.py", "    desk = standing_still(desk)\n", ""),
    ),
    mutant(
        "the list waits for the notices that are due with its own mails",
        "tests/test_daemon.py::test_the_list_does_not_wait_for_what_goes_to_single_gnomes",
        (
            "rednov_bot/daemon.py",
            "    for some in (public, private):",
            "    for some in (begun,):",
        ),
    ),
    mutant(
        "a turn that is void for a hidden reason is told of at once, any other by a draft",
        f"{_DOORS}::test_a_void_turn_for_a_hidden_reason_looks_like_any_other",
        (
            "rednov_bot/desk/announcements/refusing.py",
            "auto=options.auto_verdicts and",
            "auto=(options.auto_verdicts or told is None) and",
        ),
    ),
    mutant(
        "the Message-ID of a posting counts the mails of the bot",
        f"{_DOORS}::test_names_of_mails_and_drafts_are_drawn_and_count_nothing",
        (
            "rednov_bot/desk/desk.py",
            "        return secrets.token_hex(10)\n",
            '        return f"{time.time_ns():020x}"\n',
        ),
        ("rednov_bot/desk/desk.py", "import secrets\n", "import secrets\nimport time\n"),
    ),
    mutant(
        "a private mail is told to the reading assistant",
        "tests/desk/test_assistant.py::test_it_is_not_asked_about_mail_that_is_not_public",
        (
            "rednov_bot/desk/listening.py",
            '    private = letter.forum == "private"\n',
            '    private = letter.forum == "private"\n'
            '    wish(desk, letter, Reading("ambiguous", questions=asked))\n',
        ),
    ),
)
