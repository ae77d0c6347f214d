"""Deliberate leaks, each of which must be caught (tests/secrecy/mutants.py).

Behind `#` stands what is told; behind `@` what catches it: `types` (mypy), `contracts`
(import-linter) or a test; without it the games in two hidden worlds.  Behind `>` stands a file,
or nothing for the one before; then words that stand once in it, as in a diff.
"""

LEAKS = r'''
# the resolution names what its gnome holds
> rednov_bot/games/red_november/render/public_pages.py
     action: Ready | None = None,
+    held: object = None,
> rednov_bot/games/red_november/telling.py
             action=outcome.plan.action,
+            held=outcome.after.secrets.hands[0],
> templates/red_november/resolution.txt.j2
+E holds {{ held | join(", ") }}.
 {% include "_position.txt.j2" %}
# the position tells which event card comes next
> rednov_bot/core/workflow/drafts/drafting.py
-    return of_game(text, "public", heads["envelope"])
+    page = of_game(text, "public", heads["envelope"])
+    top = resolved.outcome.after.secrets.deck[0]
+    return replace(page, body=page.body.replace("event deck ", f"event deck {top}", 1))
# In-Reply-To is there or not, as the hand has it
> rednov_bot/core/workflow/drafts/drafting.py
+    if "coffee" in resolved.outcome.after.secrets.hands[0]:
+        return replace(of_game(text, "public", heads["envelope"]), in_reply_to=None)
     return of_game(text, "public", heads["envelope"])
# References name the thread twice, as the pool has it
> rednov_bot/core/workflow/drafts/drafting.py
-    return of_game(text, "public", heads["envelope"])
+    page = of_game(text, "public", heads["envelope"])
+    thread = page.references * (2 if resolved.outcome.after.secrets.pool[:1] < ("grog",) else 1)
+    return replace(page, references=thread)
# the resolution goes to another list, as the hand has it
> rednov_bot/core/workflow/drafts/drafting.py
-    return of_game(text, "public", heads["envelope"])
+    page = of_game(text, "public", heads["envelope"])
+    hand = resolved.outcome.after.secrets.hands[0]
+    return replace(page, to_name="discussion" if "crowbar" in hand else page.to_name)
# the text cannot be made with some hands
> rednov_bot/core/workflow/drafts/drafting.py
+    after = resolved.outcome.after
+    assert "toolbox" in after.secrets.hands[0] or after.position.turns > 1
     return of_game(text, "public", heads["envelope"])
# a second mail goes to the list when there is grog in a hand
> rednov_bot/core/workflow/drafts/drafting.py
-            _resolution(desk, now, taken, resolved, moment, proof, read),
+            *(1 + ("grog" in outcome.after.secrets.hands[0]))
+            * (_resolution(desk, now, taken, resolved, moment, proof, read),),
# the seal over a hand has no key: whoever guesses a hand can check it
> rednov_bot/core/workflow/drafts/drafting.py
+import hashlib
 from collections.abc import Callable
>
-    return of_game(text, "public", heads["envelope"])
+    page = of_game(text, "public", heads["envelope"])
+    seal = hashlib.sha256(repr(resolved.outcome.after.secrets.hands).encode()).hexdigest()
+    return replace(page, body=page.body + f"seal {seal}\n")
# a public event names the tiles that were drawn
> rednov_bot/games/red_november/rules/events.py
     wanted: int
     source: ItemSource
+    items: tuple[str, ...] = ()
> rednov_bot/games/red_november/rules/draws.py
-len(drawn), count, source))
+len(drawn), count, source, drawn))
> templates/red_november/_happenings.txt.j2
-{{- counted(one.count, "item") }}
+{{- counted(one.count, "item") }} ({{ one["items"] | join(", ") }})
# the faint check shows the card below the one that was drawn
> rednov_bot/games/red_november/rules/sleep.py
-log.tell(ev.FaintChecked(name, card_id, card.title,
+below = card_of((*log.secrets.deck, card_id)[1], tables)
+    log.tell(ev.FaintChecked(name, card_id, below.title,
# Overheated passes over who holds an aqualung
> rednov_bot/games/red_november/rules/cards.py
 and "grog" in self.log.secrets.hands[seat]
+            and "aqualung" not in self.log.secrets.hands[seat]
# a hand limit names who exceeds it
@ tests/rules/test_hand_limits.py
> rednov_bot/games/red_november/rules/hands.py
-    log.tell(ev.LimitImposed(limit, only))
+    over = [one for one, hand in zip(log.position.gnomes, log.secrets.hands)
+            if len(hand) > limit]
+    log.tell(ev.LimitImposed(limit, only or (over[0].name if over else None)))
# how a turn was read names the tiles of a private list
> rednov_bot/games/red_november/render/canonical.py
-if action is not None and action.give and action.give_count is not None:
+if action is not None and action.give and False:
>
-            action=None if turn.action is None else _by_number(turn.action),
+            action=turn.action,
# the acknowledgement of a discard names the tiles of a private list
> rednov_bot/games/red_november/acting.py
-named=() if by_list else items,
+named=items,
# a line that refuses names what a gnome holds
> rednov_bot/core/workflow/announcements.py
+    if now is not None:
+        text = replace(text, body=f"{text.body}{now.gamestate.secrets.hands[0]}\n")
     # Of every other reason the sender alone was told.  It is shown to the contestmaster, for they
# a line that refuses looks otherwise for a hand limit than for a tile that is not held
@ tests/workflow/test_turns.py::test_two_hidden_reasons_look_the_same_on_the_list
> rednov_bot/core/workflow/announcements.py
+    if refusals[0].code == "HAND_LIMIT":
+        text = replace(text, body=f"{text.body}\n")
     # Of every other reason the sender alone was told.  It is shown to the contestmaster, for they
# a void turn is told to the list for public reasons alone
@ tests/workflow/test_turns.py::test_two_hidden_reasons_look_the_same_on_the_list
> rednov_bot/core/workflow/announcements.py
+    if told is None:
+        return answered
     text = announced_pages.refusal(
# the line that refuses is told the private reason
@ types
> rednov_bot/core/workflow/announcements.py
-told: Refusal | None = first if isinstance(first, Refusal) and not uniform else None
+told: Refusal | None = None if uniform else first
# the number of drafts that is shown is higher where a gift is late in the alphabet
> rednov_bot/core/workflow/drafts/drafting.py
-        drafts=records.drafts_of("resolution", now.game.id, about) + 1,
+        drafts=records.drafts_of("resolution", now.game.id, about) + 1
+        + any(one.items > ("f",) for one in outcome.events
+              if type(one).__name__ == "GiftReceived"),
# the story of a game names what its gnomes held
> rednov_bot/core/workflow/reports.py
     text = _written(desk, records, which, game, heads["envelope"])
+    held = game and records.gamestate(game.id)[1].secrets.hands
+    text = replace(text, body=f"{text.body}{held}")
# who is awarded points comes in an order that hangs on the hands
> rednov_bot/core/workflow/awards.py
     taken = of_turn[0] if of_turn and since >= of_turn[0].taken_at else None
+    found = records.gamestate(owed.game.id)
+    if found is not None and found[1].secrets.hands[1:2] > (("d",),):
+        dues = [*reversed(dues)]
# the list hears of an idle gnome's death with what they held
> rednov_bot/core/workflow/idleness.py
-        luck=luck_pages.luck_section(proof),
+        luck=luck_pages.luck_section(proof)
+        + str(now.gamestate.secrets.hands[now.gamestate.position.seat(name)]),
# the resolution is told with everything that happened
@ types
> rednov_bot/games/red_november/telling.py
         page = public_pages.resolution(
-            public_only(events),
+            events,
# a gnome's private notice goes to the list
> rednov_bot/core/workflow/notices.py
-    envelopes = [(outgoing.to_gnome(desk, name), text) for name, text in found]
+    envelopes = [(outgoing.to_list(desk, None, None), text) for name, text in found]
# the opening prints the secret of the dice for its commitment
> rednov_bot/core/workflow/luck/fortune.py
-    return committed(terms, keys.dice, keys.tile)
+    return replace(committed(terms, keys.dice, keys.tile),
+                   dice=records.secret(game.id).hex())
# tiles that one gnome receives are told to all
@ types
> rednov_bot/games/red_november/rules/draws.py
-        log.whisper(ev.ItemsReceived(name, batch, source))
+        log.tell(ev.ItemsReceived(name, batch, source))
# the position is told from the whole gamestate
@ types
> rednov_bot/games/red_november/telling.py
         page = public_pages.idle_kill(
             public_only(events),
-            after.position,
+            after,
# a lot decides on a defence and is published, though a hand may undo it
@ tests/workflow/test_hands_told.py
> rednov_bot/games/red_november/rules/choices.py
-    drawn = choice.kind in ("block", "spread")
+    drawn = choice.kind in ("block", "spread", "defend")
# a Message-ID ends with the first letters of the secret of the luck
> rednov_bot/core/workflow/outgoing.py
-new_message_id(address, desk.tokens.message())
+new_message_id(address, desk.tokens.message() + _mark(records))
>
+def _mark(records: UnitOfWork) -> str:
+    game = records.latest_game()
+    return "" if game is None else records.secret(game.id).hex()[:6]
+
+
 def _withheld(
# a Message-ID ends with a digest of the hands
> rednov_bot/core/workflow/outgoing.py
-new_message_id(address, desk.tokens.message())
+new_message_id(address, desk.tokens.message() + _mark(records))
>
+def _mark(records: UnitOfWork) -> str:
+    import zlib
+
+    game = records.latest_game()
+    found = None if game is None else records.gamestate(game.id)
+    return "" if found is None else str(zlib.crc32(str(found[1].secrets.hands).encode()))
+
+
 def _withheld(
# a draft is called by a digest of the hands
> rednov_bot/core/workflow/drafts/drafting.py
+    draft = replace(draft, code=f"{abs(hash(outcome.after.secrets.hands))}"[:7])
     told = read if is_blind else desk.game.in_words(taken.turn)
# a draft is called by the first letters of the secret
> rednov_bot/core/workflow/drafts/drafting.py
+    draft = replace(draft, code=records.secret(now.game.id).hex()[:7].upper())
     told = read if is_blind else desk.game.in_words(taken.turn)
# what a draft is about names a tile
> rednov_bot/core/workflow/drafts/drafting.py
     about, occasion = f"Turn {taken.number}: {taken.player}", f"turn {taken.number}"
+    about += " and more" if "coffee" in outcome.after.secrets.hands[0] else ""
# a link of the chain has no key: whoever guesses an order can check it
@ tests/fairness/test_scheme.py
> rednov_bot/core/proof.py
-    return hmac.digest(dice, octets(text), "sha256").hex()
+    return hashlib.sha256(text.encode()).hexdigest()
# all leaves of a pool have the same key: equal tiles have equal leaves
@ tests/fairness/test_scheme.py
> rednov_bot/core/proof.py
-place {place}\n
+place\n
# the seal of a hand as told has no key
@ tests/fairness/test_scheme.py
> rednov_bot/core/proof.py
-    return hmac.digest(tile, octets(text), "sha256")[:16].hex()
+    return hashlib.sha256(text.encode()).digest()[:16].hex()
# the leaf of a tile has no key: whoever guesses a tile can check it
@ tests/fairness/test_scheme.py
> rednov_bot/core/proof.py
-    return hmac.digest(secret, octets(text), "sha256")[:NODE]
+    return hashlib.sha256(text.encode()).digest()[:NODE]
# the order of a shuffle is published for its seal
> rednov_bot/core/proof.py
-if drawn.of == "number" else "sealed"
+if drawn.of == "number" else " ".join(map(str, drawn.result))
# luck of the first form prints its secret
@ tests/secrecy/test_reprs.py::test_what_is_for_one_gnome_is_not_shown
> rednov_bot/core/luck.py
-    secret: bytes = field(repr=False)
+    secret: bytes = field()
# the secrets of a game print themselves
@ tests/secrecy/test_reprs.py::test_a_secret_says_nothing_of_itself
> rednov_bot/core/luck.py
-    tile: bytes = field(repr=False)
+    tile: bytes = field()
# hands print themselves
@ tests/secrecy/test_reprs.py::test_a_secret_says_nothing_of_itself
> rednov_bot/games/red_november/rules/gamestate.py
-class Secrets(Hushed, frozen=True):
+class Secrets(msgspec.Struct, frozen=True):
# what is hushed is printed by rich
@ tests/secrecy/test_reprs.py::test_a_secret_is_printed_as_its_name_alone
> rednov_bot/games/base.py
-        """`Secrets(...)`."""
-        return f"{type(self).__name__}(...)"
-
-    def __rich_repr__(self) -> list[tuple[str, Any]]:
-        """Nothing."""
-        return []
+        return f"{type(self).__name__}(...)"
+
+    def __rich_repr__(self) -> list[tuple[str, Any]]:
+        return [(one, getattr(self, one)) for one in self.__struct_fields__]
# a taken turn prints the tiles of its private list
@ tests/secrecy/test_reprs.py::test_what_is_for_one_gnome_is_not_shown
> rednov_bot/core/models.py
-    turn: Turn = field(repr=False)  # names
+    turn: Turn = field()  # names
# settings print the key of the assistant
@ tests/transport/test_completions.py
> rednov_bot/core/settings.py
-class ReadingSettings(Discreet, frozen
+class ReadingSettings(msgspec.Struct, frozen
# the log quotes the words of a fault
@ tests/secrecy/test_faults.py
> rednov_bot/core/errors.py
-told.append(f"{type(one).__name__}{_where(one.__traceback__)}")
+told.append(f"{one!r}{_where(one.__traceback__)}")
# the log passes on what a library says
@ tests/secrecy/test_faults.py
> rednov_bot/core/log.py
-said = f"{record.name} has something to say ({record.module}:{record.lineno})"
+said = f"{record.name}: {said}"
# the desk writes a turn to a log of its own
@ tests/secrecy/test_reach.py::test_one_module_alone_writes_to_the_log
> rednov_bot/core/workflow/announcements.py
     turn = with_private_list(desk, records, said, now.options)
+    import logging
+
+    logging.getLogger("rednov").info("%s", said)
# an error says what a gnome holds
@ tests/secrecy/test_reach.py::test_no_error_and_no_line_of_the_log_is_made_of_what_is_hidden
> rednov_bot/core/workflow/idleness.py
+    if now is not None and name == '':
+        raise KeyError(now.gamestate.secrets.hands)
     if now is None or against is not None:
# an error of the database quotes what was to be filed
@ tests/store/test_failures.py::test_no_error_tells_what_was_to_be_filed
> rednov_bot/core/store/database.py
+        return RuntimeError(f"{called}: {error}")
         fault = RuntimeError(
>
-        hide_parameters=True,
         connect_args={
# programs that ask for drafts get the private notices
@ tests/cli/test_desk.py::test_the_public_view_is_as_the_interface_says_and_holds_no_hand
> rednov_bot/cli/desks.py
-[page.body for page in told]
+[page.body for page in draft.pages]
# programs that ask for a draft get the secret of the luck before it is posted
@ tests/cli/test_secrecy.py::test_programs_are_not_told_the_secret_of_the_luck_before_it_is_posted
> rednov_bot/cli/desks.py
-told = hidden.openly(game, draft)
+told = draft.pages
# programs that ask for the position get the hands unasked
@ tests/cli/test_desk.py::test_the_public_view_is_as_the_interface_says_and_holds_no_hand
> rednov_bot/cli/games.py
-if secret and gamestate is not None else {}
+if gamestate is not None else {}
# programs that ask for the outbox are told who is told something alone
@ tests/cli/test_outbox.py::test_what_only_a_gnome_may_know_is_not_in_the_outbox
> rednov_bot/cli/outbox.py
-written, openly = _written(one), _is_of_the_office(one)
+written, openly = _written(one), True
# the subject of a private notice names tiles
@ tests/secrecy/test_whole_games.py::test_a_day_without_faults_tells_nothing
> templates/red_november/private_notice.txt.j2
-For you alone: {{ occasion }}{% endblock %}
+For you alone: {{ occasion }}, {{ sentences | join(" ") }}{% endblock %}
# the pages of the story can reach the hands
@ tests/secrecy/test_reach.py::test_what_writes_to_a_list_cannot_reach_one
> rednov_bot/games/red_november/render/story_pages.py
 from __future__ import annotations
+
+from rednov_bot.games.red_november.rules import gamestate as gamestate
# a public page is given anything at all
@ tests/secrecy/test_reach.py::test_nothing_that_writes_to_a_list_is_given_just_anything
> rednov_bot/games/red_november/render/public_pages.py
+    more: object = None,
     **heads: Unpack[Heads],
 ) -> Facts:
     """What came of a turn
# the pages of a correction can write private notices
@ contracts
> rednov_bot/games/red_november/render/correction_pages.py
-from rednov_bot.games.red_november.render import award_pages
+from rednov_bot.games.red_november.render import award_pages, private_pages
# the pages for the list can look into the store
@ contracts
> rednov_bot/games/red_november/render/award_pages.py
 from rednov_bot.core.render.wording import counted, listed
+from rednov_bot.core.store import games
# the rules write sentences of their own
@ contracts
> rednov_bot/games/red_november/rules/draws.py
 from rednov_bot.games.red_november.rules import events as ev
+from rednov_bot.games.red_november.render import private_pages as private_pages
# what only the gnome may know becomes a public event
@ tests/render/test_audience.py
> rednov_bot/games/red_november/rules/events.py
     | TurnVoided
+    | GiftReceived
# the Date of a posting tells how many notices were sealed before it
@ tests/secrecy/test_side_doors.py
> rednov_bot/core/workflow/outgoing.py
-partial(post, desk, records, draft=draft.code, at=desk.now())
+partial(post, desk, records, draft=draft.code)
# the list waits for the notices that are due with its own mails
@ tests/test_daemon.py::test_the_list_does_not_wait_for_what_goes_to_single_gnomes
> rednov_bot/service.py
-    for some in (public, private):
+    for some in (begun,):
# a turn that is void for a hidden reason is told of at once, any other by a draft
@ tests/secrecy/test_side_doors.py::test_a_void_turn_for_a_hidden_reason_looks_like_any_other
> rednov_bot/core/workflow/announcements.py
-auto = now is not None and now.options.auto_verdicts and
+auto = now is not None and (now.options.auto_verdicts or told is None) and
# the Message-ID of a posting counts the mails of the bot
@ tests/secrecy/test_side_doors.py::test_names_of_mails_and_drafts_are_drawn_and_count_nothing
> rednov_bot/core/workflow/desk.py
-        return secrets.token_hex(10)
+        return f"{time.time_ns():020x}"
>
 import secrets
+import time
# a private mail is told to the reading assistant
@ tests/workflow/test_assistant.py::test_it_is_not_asked_where_it_need_not_or_must_not
> rednov_bot/core/workflow/listening.py
     private = message.forum == "private"
+    wish(desk, message, Reading("ambiguous", questions=asked))
'''
