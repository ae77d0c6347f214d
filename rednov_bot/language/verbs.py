"""How gnomes say what they do: verbs by what they do to which kind of thing.

One verb may stand in several rows: its object tells them apart ("fight the fire", "fight the
kraken").  A `!` marks a verb that needs no object.  Forms (opens, opening, opened) are made.
"""

from __future__ import annotations

import re
from typing import Final, Literal, TypeAlias

Form: TypeAlias = Literal["", "s", "ing", "past"]

# fmt: off
VERBS: Final[dict[str, str]] = {
    # Using tiles, moving (§9, §10)
    "USE": "use|drink|quaff|swig|neck|chug|down|gulp|gulp down|swallow|sip|consume|expend|spend|apply|employ|utilise|utilize|activate|wear|don|put on|strap on|equip|rub|play|deploy|guzzle|imbibe|toss back|knock back|pull on|slip on|slip into|break out|crack open|crack|pop|drain|wield|drink down|use up|burn|take swig of|take sip of|have swig of|take draught of|take drink of|take gulp of|have gulp of|drink up|chug down|put in|finish off|polish off|touch|stroke|kiss|invoke|brandish|fetch out|get out|pull out|whip out|sling on|buckle on|climb into|inhale|slurp|down in one|trigger|dig out|bring out|bring|throw back|swill|snort|produce|take out|strap into|strap myself into|help myself with|ready|resort to|sacrifice|exhaust|use as bonus|make use of",
    "OPEN": "open|open up|unseal|unlatch|crack open|crack|pop open|pop|swing open|undog|prise open|pry open|throw open|unbolt|unlock|pull open|push open|force open|spin open|heave open|haul open|wrench open|fling open|kick open|slide open|ease open|yank open",
    "GO": "go|move|walk|run|head|climb|crawl|swim|proceed|dash|step|squeeze|slip|duck|leg it|hurry|scurry|scramble|travel|advance|retreat|flee|bolt|escape|return|cross|jump|dive|hop|sneak|wade|stumble|stroll|sprint|march|rush|race|continue|make way|make my way|pass|float|get|come|enter|trudge|trot|waddle|clamber|saunter|wander|wriggle|shuffle|leap|take|use|scuttle|exit|withdraw|drop|fall back|pull back|back off|back out|evacuate|transit|traverse|tumble|tiptoe|amble|stride|hasten|scamper|shift|relocate|journey|nip|pop|leave|charge|storm|slide|edge|creep|make for|make dash|make run for it|hoof it|hotfoot it|lumber|stagger|stomp|pad|barge|splash",
    "ENTER": "enter!|go in!|go inside!|go through!|walk through!|step through!|step in!|step inside!|move in!|move through!|climb through!|climb in!|walk in!|pass through!|squeeze through!|slip through!|crawl through!|hop through!|get in!|come in!|run through!|dash through!|jump through!|duck through!|head in!|head through!|head inside!|proceed through!|move inside!|step over!|walk inside!|cross over!|climb inside!|go on through!|scramble through!|dive through!|crawl in!|crawl inside!|swim in!|hop in!|jump in!|wade in!|wade through!|swim through!|scurry through!|slip inside!|slip in!|run in!|dash in!|rush in!|rush through!|dive in!|come through!|get through!|push through!|cross it!|cross through!|enter it!|go across!|step across!|clamber through!|wriggle through!|sneak through!|sneak in!|stroll through!|march through!|charge in!|charge through!|bolt through!|barge in!|squeeze in!|duck in!|duck inside!|float through!|tumble through!|follow through!|pop through!|nip through!|march in!|stride through!|storm in!|hurry through!|leap through!|sprint through!|race through!|proceed inside!|pile through!|move on through!|move into it!|go into it!|go through it!|walk through it!|step through it!|climb through it!|pass through it!|use it!",
    "LEAVE": "go out!|go outside!|swim out!|climb out!|exit sub!|exit submarine!|leave sub!|leave submarine!|leave ship!|exit ship!|get out!|step out!|move out!|crawl out!|swim outside!|climb outside!|step outside!|head out!|head outside!|leave boat!|dive out!|jump out!|slip out!|slip outside!|float out!|squeeze out!|exit vessel!|go for swim!|go for dip!|go swimming!|eva!|do eva!|come out!|move outside!|pop out!|pop outside!|go eva!|take swim!|walk out!|exit boat!|leave vessel!|swim out of it!|run out!|wriggle out!",
    "STAY": "stay!|stay put!|stay in!|stay here!|stay there!|stay where i am!|remain!|remain where i am!|remain here!|remain in!|stay behind!|stay inside!|stay back!|stay out!|stay outside!|remain outside!|peek!|peek in!|peek inside!|peer in!|look in!|look through!|look inside!|close again!|close it again!|close it!|stand still!|stay in place!|stay in my room!|remain in place!|remain put!|hang back!|stand fast!|stop where i am!|hold my position!|hold position!|keep my place!|keep my post!|keep out!|glance through!|peer through!|peek through!|remain behind!|remain inside!|stay on this side!|stay on my side!|remain on this side!|remain in room!|stay in room!|not budge!|linger!|loiter!|keep to my room!|sit tight!|shut it again!|shut it!|slam it shut!|let it close!|watch it close!|let it fall shut!",
    # The actions (§11a-m)
    "UNBLOCK": "unblock!|clear|free|unjam!|dislodge|unstick|free up|force|clear up|pry loose|loosen|unclog|clear blocked|release|work loose|work free|lever free|prise free|repair|fix|work on|lever|lever open|jemmy|free blocked|unjam blocked",
    "EXTINGUISH": "extinguish!|fight|put out|douse!|quench!|fight back|smother|beat out|beat down|battle|tackle|kill|stamp out|stop|work on|attack|snuff|snuff out|deal with|combat|give full attention|hose down|slay|damp|dampen|spray|suppress|firefight!|do battle with|take on|knock down|stifle|choke|beat back|beat|put out!|quell|drown|stub out|turn on",
    "PUMP": "pump!|pump out!|bail!|bail out!|drain|man pump!|man pumps!|pump away!|pump off|pump dry|drain off|drain out|dry|dry out|work pump!|work pumps!|bale!|bale out!|get rid of|remove|empty|clear|pump down|mop|mop up|lower|operate pump!|man hand pump!|turn to pumping!|do pumping!|dewater!|clear out|scoop out|scoop",
    "FIX": "fix|repair|mend|service|patch|patch up|cool|cool down|restart|work on|tend|tend to|fix up|overhaul|maintain|get turning|get turning again|get working|get working again|get running|get running again|get going|get going again|see to|tinker with|restore|rebuild|toil on|hammer at|hammer on|wrestle with|do repairs on|make repairs to|do repair work on|make repairs on|carry out repairs on|put right|reset|tune|tune up|tune|calm|calm down|stabilise|stabilize|labour on|labor on|slave over|attend to|nurse|coax|revive|sort out|bang on|put in order|put back in order|perform repairs on|set to rights|shut down|tame|bring down|jump start|attempt repairs on|attempt repair on|attempt repair of|do maintenance on|fix back up|bash|jury rig|recalibrate|make repair to|make repair on",
    "STOP": "stop|abort|disarm|halt|prevent|cancel|defuse|deactivate|shut down|switch off|disable|avert|call off|interrupt|fix|work on|turn off|neutralise|neutralize|stand down|deal with|scrub|foil|thwart|countermand|kill|block",
    "KILL": "kill|slay|fight|harpoon|attack|have at|shoot|spear|battle|hunt|finish off|take on|do battle with|dispatch|murder|tackle|stab|deal with|destroy|assault|combat|wrestle|go after|do in|strike at|strike|shoot at|fire at|gut|skewer|duel|finish",
    "DRAW": "draw!|raid!|gain|take|get|grab|pick up|pick|collect|fetch|scrounge|rummage for|search for|rummage|scavenge|loot|pull|obtain|find|help myself to|pocket|requisition|pick out|grab myself|acquire|dig out|dig up|equip myself with|gather|gather up|pull out|rummage out|forage for|forage|rifle|ransack|stock up on|stock up with|snatch|snag|draw myself|draw out|search|plunder|pilfer|liberate|claim|swipe|haul out|load up on|load up with|scoop up|receive|select",
    "TAP": "draw|take|get|grab|gain|fetch|pour|collect|tap|fill|pour myself|help myself to|steal|swipe|liberate|pinch|nick|raid|obtain|pick up|pocket|pull|filch|acquire|siphon|siphon off|requisition|plunder|claim|snatch|snag|pilfer|scoop|scoop up|receive|loot|load up on|stock up on|gather|draw off|draw out|draw myself|get myself|grab myself|take myself|purloin",
    "GIVE": "give|hand|hand over|pass|slip|offer|present|toss|throw|lend|transfer|donate|share|bequeath|deliver|bestow|hand out|gift|return|give over|pass over|chuck|send|surrender|pass along|hand across|drop off|make gift of|press|give away|entrust|hand back|give back|pass on|trade|let have|push|supply|toss over|fling|lob|provide",
    "NOACTION": "take no action!|perform no action!|do no action!|do nothing!|twiddle my thumbs!|wait!|pass!|rest!|idle!|skip my action!|take no further action!|do nothing else!|do nothing further!|do nothing at all!|perform no further action!|just wait!|have rest!|sit idle!|do not do anything!|do not act!|do not take any action!|do not perform any action!|loaf!|loaf about!|sit on my hands!|take null action!|choose no action!|do nothing more!|take breather!|catch my breath!|laze about!|skip action!|pass my action!|forgo my action!|forego my action!|kill time!|kill minute!|while away minute!|idle away minute!|waste minute!|do absolutely nothing!|do nothing whatsoever!|declare no action!|announce no action!|stand idle!|lounge about!|have nap!|take nap!|sit this one out!|bide my time!|perform null action!|do nothing useful!",
    "ABANDON": "abandon my comrades!|abandon!|abandon you all!|abandon comrades!|abandon everyone!|abandon crew!|abandon my crew!|desert!|desert my comrades!|swim for it!|swim away!|abandon sub!|abandon submarine!|abandon them!|abandon my crewmates!|abandon my shipmates!|abandon my fellow gnomes!|abandon my friends!|forsake my comrades!|leave my comrades!|leave my comrades behind!|abandon all of you!|abandon you!|desert you all!|abandon you lot!|desert crew!|desert my crew!|abandon my mates!|desert sub!|abandon my companions!|swim for shore!|swim for surface!|swim to safety!|abandon others!|abandon rest of crew!|abandon my fellows!|swim for my life!|abandon my crew mates!|abandon my fellow crew!|abandon gnomes!|desert my shipmates!|desert my crewmates!|abandon boat!|abandon vessel!",
    "ABANDONSHIP": "abandon ship!|jump ship!",
    # Between turns (§3, §11k, §17)
    "DISCARD": "discard|throw away|jettison|ditch|drop|dump|get rid of|throw out|throw overboard|toss overboard|toss|toss away|toss out|chuck overboard|bin|scrap|shed|dispose of|lose|heave overboard|chuck|chuck out|cast aside|let go of|put away|relinquish|cast overboard|drop overboard|part with|give up|go overboard|overboard go|overboard goes|pitch overboard|pitch|fling overboard|fling|hurl overboard|sling overboard|abandon|chuck away|lay down|offload|junk|trash|bid farewell to|say goodbye to|tip overboard|surrender|overboard with|put over side|throw over side|drop over side|sling|forfeit|leave behind|put down",
    "JOIN": "join|sign up for|sign up to|agree to be bound by|become contestant of|become contestant in|become party to|become member of|enlist in|enrol in|enroll in|enter|agree to|consent to be bound by|become contestant to|sign on to|become player in|become player of|sign on for|register for|register in|accede to",
    "QUIT": "leave|quit|withdraw from|cease to be contestant in|cease to be contestant of|resign from|cease to be party to|stop being contestant in|stop being contestant of|cease to be bound by|exit|drop out of|renounce|terminate my membership in|terminate my membership of|cease to be contestant to|cease being contestant in|cease being contestant of|cease to be member of|bow out of|end my membership in|end my membership of",
    "SPEND": "spend|invest|pay|devote|use|use up|take|commit|put in|allot|dedicate|allocate|give|employ|work|toil|burn|put|need|expend|bet|bid|wager|stake|throw in|sink|pour",
}
# fmt: on

IRREGULAR_PAST: Final[dict[str, str]] = {
    "drink": "drank drunk",
    "go": "went gone",
    "run": "ran",
    "swim": "swam swum",
    "take": "took taken",
    "give": "gave given",
    "draw": "drew drawn",
    "get": "got gotten",
    "throw": "threw thrown",
    "leave": "left",
    "come": "came",
    "fight": "fought",
    "beat": "beaten",
    "kill": "killed",
    "slay": "slew slain",
    "shoot": "shot",
    "spend": "spent",
    "swing": "swung",
    "break": "broke broken",
    "wear": "wore worn",
    "pay": "paid",
    "find": "found",
    "lose": "lost",
    "steal": "stole stolen",
    "become": "became",
    "send": "sent",
    "lend": "lent",
    "creep": "crept",
    "let": "",
    "put": "",
    "shut": "",
    "quit": "",
    "bid": "",
    "bet": "",
    "cast": "",
    "fall": "fell fallen",
    "make": "made",
    "do": "did done",
    "sit": "sat",
    "keep": "kept",
    "stand": "stood",
    "bring": "brought",
    "set": "",
    "rebuild": "rebuilt",
    "have": "had",
    "hold": "held",
    "stick": "stuck",
    "unstick": "unstuck",
    "dig": "dug",
    "say": "said",
    "tell": "told",
    "see": "saw seen",
    "know": "knew known",
    "think": "thought",
    "feel": "felt",
    "begin": "began begun",
    "overhaul": "overhauled",
    "fling": "flung",
    "wade": "waded",
    "leap": "leapt leaped",
    "forgo": "forwent forgone",
    "strike": "struck",
    "stride": "strode",
    "spin": "spun",
    "sink": "sank sunk",
    "free": "freed",
    "flee": "fled",
    "agree": "agreed",
    "sling": "slung",
    "snort": "snorted",
}

_ENDS_DOUBLED = re.compile(r"^(?:un)?(?:qu|[^aeiou])*[aeiou][^aeiouwxy]$")
_ENDS_HISSING = re.compile(r"(?:s|x|z|ch|sh|[^aeou]o)$")


def forms(phrase: str) -> dict[str, Form]:
    """All spellings of a verb phrase; its first word is inflected."""
    head, _, tail = phrase.partition(" ")
    tail = f" {tail}" if tail else ""
    soft_y = head.endswith("y") and head[-2:-1] not in "aeiou"
    stem = head[:-1] if head.endswith("e") and not head.endswith("ee") else head
    if _ENDS_DOUBLED.match(head):
        stem = head + head[-1]
    third = head[:-1] + "ies" if soft_y else head + ("es" if _ENDS_HISSING.search(head) else "s")
    pasts = IRREGULAR_PAST.get(head, (head[:-1] + "ied") if soft_y else stem + "ed").split()
    spellings: dict[str, Form] = {past + tail: "past" for past in pasts}
    spellings[third + tail] = "s"
    spellings[stem + "ing" + tail] = "ing"
    spellings[head + tail] = ""
    return spellings
