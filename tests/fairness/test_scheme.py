"""The luck of a game agrees with docs/luck.md: vectors made by a program that shares no code."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rednov_bot.core.luck import GameLuck, Keys, Scope, picked
from rednov_bot.core.mail.message import digest_of, open_letter
from rednov_bot.core.mail.roster import Roster
from rednov_bot.core.proof import (
    MOST,
    SealedPool,
    Terms,
    commitment,
    committed,
    draw_link,
    is_shown,
    key_of,
    mail_digest,
    next_seal,
    posting_link,
    sealed_pool,
    told_seal,
)
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.words import Item
from tests.builders import settings_for
from tests.fairness import luck_again as luck

PAGE = Path(__file__).parents[2] / "docs" / "luck.md"
VECTORS: dict[str, Any] = json.loads(luck.VECTORS.read_text("utf-8"))
DICE, TILE = (bytes.fromhex(VECTORS["secrets"][which]) for which in ("dice", "tile"))
KEYS = Keys(DICE, TILE)
TURN = Scope("RN1", "turn 1", "ab" * 32)


def scope_of(text: str) -> Scope:
    """A scope from its lines."""
    said = dict(line.split(" ", 1) for line in text.splitlines()[2:])
    return Scope(said["game"], said["moment"], said["mail"], said["beacon"])


def test_the_vectors_on_file_and_on_the_page_are_those_that_the_page_leads_to() -> None:
    found = luck.vectors()
    assert json.loads(json.dumps(found)) == VECTORS
    assert luck.table(found) in PAGE.read_text(encoding="utf-8")
    rare, proofs = found["numbers"][-1], found["tiles"]["proofs"]
    first = luck.block(luck.DICE, rare["scope"], rare["purpose"], 0)
    words = [int.from_bytes(first[at : at + 8], "big") for at in (0, 8, 16, 24)]
    assert min(words) >= rare["count"] > rare["number"]  # it takes a second block
    assert len(proofs[0]) > len(proofs[4])


@pytest.mark.parametrize("vector", VECTORS["mails"], ids=lambda one: one["what"])
def test_the_words_and_the_digest_of_a_mail_are_those_of_the_vectors(
    vector: dict[str, str],
) -> None:
    message = open_letter(vector["mail"].encode(), Roster.of(settings_for("x"))).message
    assert " ".join(message.text.split()) == vector["words"]
    assert digest_of(message) == vector["digest"]


def test_commitments_and_the_digest_of_words_are_those_of_the_vectors() -> None:
    terms, mail = VECTORS["terms"], VECTORS["mail"]
    assert commitment(terms["term"], "dice", DICE) == terms["dice"]
    assert commitment(terms["term"], "tile", TILE) == terms["tile"]
    words = f"  {mail['words']}\n\n".replace(" ", "  ")
    assert mail_digest(f"<{mail['id']}>", mail["date"], words) == mail["digest"]


def test_the_terms_name_everything_that_is_fixed_but_options_at_their_defaults() -> None:
    terms = Terms("RN1", ("Ann", "Zoë"), "ab" * 32, "0.5.0", 12, Options(crazed=True, edition=1))
    said = f"game RN1/gnome Ann/gnome Zoë/data {'ab' * 32}/rules 0.5.0/pot 12"
    assert "/".join(terms.lines()) == f"{said}/option crazed=on/option edition=1"
    other = Terms("RN1", ("Ann", "Zoë"), "ab" * 32, "0.5.0", 12, Options(crazed=True))
    assert committed(terms, DICE, TILE) != committed(other, DICE, TILE)


def test_numbers_and_shuffles_are_those_of_the_vectors() -> None:
    for vector in VECTORS["numbers"]:
        drawn = GameLuck(KEYS, scope_of(vector["scope"]))
        assert drawn.pick(vector["purpose"], vector["count"]) + 1 == vector["number"]
    for vector in VECTORS["shuffles"]:
        drawn = GameLuck(KEYS, scope_of(vector["scope"]))
        draw = drawn.deal if vector["secret"] == "tile" else drawn.shuffle
        assert list(draw(vector["purpose"], vector["count"])) == vector["order"]


def test_the_tiles_of_a_pool_and_a_hand_are_sealed_as_in_the_vectors() -> None:
    said = VECTORS["tiles"]
    scope = scope_of(said["scope"])
    pool = sealed_pool(TILE, 1, scope, said["purpose"], said["items"])
    places = range(1, len(said["items"]) + 1)
    assert pool.root() == said["root"]
    assert [pool.leaf(place).hex() for place in places] == said["leaves"]
    keys = [key_of(TILE, scope, said["purpose"], place).hex() for place in places]
    assert keys == said["keys"]
    assert [pool.proof(TILE, place) for place in places] == said["proofs"]
    assert SealedPool(1, pool.scope, pool.purpose, pool.leaves).root() == said["root"]
    for notice in VECTORS["notices"]:
        hand = tuple(reversed(notice["hand"]))
        assert told_seal(TILE, "RN1", notice["gnome"], notice["moment"], hand) == notice["told"]


# -- laws ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [1, 2, 3, 5, 8, 48, 55])
def test_every_tile_of_a_pool_can_be_shown_and_no_other(size: int) -> None:
    kinds: tuple[Item, ...] = ("grog", "crowbar", "coffee")
    items = [kinds[place % 3] for place in range(size)]
    pool = sealed_pool(TILE, 4, Scope("RN1", "opening"), "item pool", items)
    root = pool.root()
    for place, item in enumerate(items, start=1):
        proof = pool.proof(TILE, place)
        assert is_shown(proof, place, item, root)
        assert not is_shown(proof, place, "aqualung", root)
        assert not is_shown(proof, place + 1, item, root)
        assert not is_shown(proof[:-8], place, item, root)
        assert not is_shown(proof, place, item, "0" * 64)
    for rubbish in ("", "AA", "no base64!", "AAAA" * 40, "ü"):
        assert not is_shown(rubbish, 1, items[0], root)


def test_a_pool_is_no_larger_than_a_proof_can_count() -> None:
    scope = Scope("RN1", "opening")
    most = sealed_pool(TILE, 1, scope, "item pool", ("grog",) * MOST)
    assert is_shown(most.proof(TILE, MOST), MOST, "grog", most.root())
    with pytest.raises(ValueError, match="a pool has at most 65535 tiles, not 65536"):
        sealed_pool(TILE, 1, scope, "item pool", ("grog",) * (MOST + 1))


@pytest.mark.parametrize("count", [0, -1, 2**64 + 1])
def test_a_number_is_drawn_of_as_many_as_a_word_can_say(count: int) -> None:
    drawn = GameLuck(KEYS, TURN)
    with pytest.raises(ValueError, match=f"of 1 to 2\\^64 candidates, not of {count}"):
        drawn.pick("action", count)
    assert drawn.drawn == []


def test_words_in_the_last_incomplete_row_are_passed_over_and_no_others() -> None:
    """No remainder is likelier than another: 2**63 + 1 leaves almost half of all words out."""
    count, most = (1 << 63) + 1, (1 << 64) - 1
    words = [most, count, most, count - 1]
    blocks = [b"".join(word.to_bytes(8, "big") for word in words)] * 2
    assert picked(lambda number: blocks[number], count) == count - 1
    spent = [(b"\xff" * 32), (b"\xff" * 24) + (5).to_bytes(8, "big")]
    assert picked(lambda number: spent[number], 10) == 5
    block = bytes(range(200, 232))
    assert picked(lambda _: block, 2**64) == int.from_bytes(block[:8], "big")
    assert picked(lambda _: block, 1) == 0


def test_halves_of_surrogate_pairs_are_digested_like_any_letter() -> None:
    """They come from broken mails and archives; nothing that is computed of them fails."""
    texts = []
    for name in ("\ud800", "\udfff", "\ufffd"):
        scope = Scope("RN1", f"idle {name}", name)
        drawn = GameLuck(KEYS, scope)
        drawn.pick(f"starting room of {name}", 10)
        texts += [
            draw_link(DICE, scope, drawn.drawn[0]),
            posting_link(DICE, scope, 1, name),
            told_seal(TILE, "RN1", name, "turn 1", ("grog",)),
            mail_digest(None, None, name),
            sealed_pool(TILE, 1, scope, f"of {name}", ("grog", "coffee")).root(),
            Terms("RN1", (name,), "ab", "1", 12, Options()).digest(),
        ]
    assert len(set(texts)) == len(texts)


def test_leaves_tell_nothing_of_equal_tiles() -> None:
    """Two grogs have different leaves, and the same pool under another secret has others."""
    scope = Scope("RN1", "opening")
    pool = sealed_pool(TILE, 1, scope, "item pool", ("grog",) * 6)
    assert len({pool.leaf(place) for place in range(1, 7)}) == 6
    assert sealed_pool(DICE, 1, scope, "item pool", ("grog",) * 6).leaves != pool.leaves


def test_a_draw_depends_on_everything_in_its_scope_and_on_its_own_secret() -> None:
    scopes = [
        TURN,
        Scope("RN2", "turn 1", "ab" * 32),
        Scope("RN1", "turn 2", "ab" * 32),
        Scope("RN1", "turn 1", "ac" * 32),
        Scope("RN1", "turn 1", "ab" * 32, f"1 {'cd' * 32}"),
        Scope("RN1", "turn 1", "ab" * 32, f"2 {'cd' * 32}"),
    ]
    drawn = {GameLuck(KEYS, scope).pick("action", 1 << 60) for scope in scopes}
    drawn.add(GameLuck(Keys(TILE, DICE), scopes[0]).pick("action", 1 << 60))
    drawn.add(GameLuck(KEYS, scopes[0]).pick("faint", 1 << 60))
    assert len(drawn) == 8


def test_what_was_drawn_is_kept_in_order_and_stands_in_no_repr() -> None:
    """§6: a repr may end in a log."""
    drawn = GameLuck(KEYS, TURN)
    number = drawn.pick("action", 10)
    order = drawn.shuffle("renew events 0", 3)
    assert drawn.deal("refill items 1", 20) != drawn.shuffle("refill items 1", 20)
    assert [(one.purpose, one.of, one.count) for one in drawn.drawn[:3]] == [
        ("action", "number", 10),
        ("renew events 0", "cards", 3),
        ("refill items 1", "tiles", 20),
    ]
    assert [drawn.drawn[0].result, drawn.drawn[1].result] == [(number,), order]
    said = f"{KEYS!r} {drawn!r} {drawn.drawn!r}"
    assert DICE.hex() not in said
    assert repr(DICE) not in said
    assert "result" not in said


def test_the_chain_depends_on_every_link_and_on_their_order() -> None:
    links = ("aa" * 32, "bb" * 32), ("bb" * 32, "aa" * 32), ("aa" * 32, "cc" * 32)
    assert len({next_seal(next_seal("00" * 32, one), two) for one, two in links}) == 3
    postings = {
        posting_link(DICE, TURN, 1, "I take no action."),
        posting_link(DICE, TURN, 2, "I take no action."),
        posting_link(DICE, TURN, 1, "I take action."),
        posting_link(DICE, Scope("RN1", "turn 8", "ab" * 32), 1, "I take no action."),
    }
    assert len(postings) == 4


def test_a_hidden_order_cannot_be_found_by_trying() -> None:
    """A deck of two cards has two orders: without the secret neither gives the link."""
    drawn = GameLuck(KEYS, TURN)
    drawn.shuffle("renew events 0", 2)
    (shuffle,) = drawn.drawn
    link = draw_link(DICE, TURN, shuffle)
    for order in ((0, 1), (1, 0)):
        for key in (b"", bytes(32), TURN.text().encode()):
            guess = type(shuffle)(shuffle.purpose, "cards", order, 2)
            assert draw_link(key, TURN, guess) != link
