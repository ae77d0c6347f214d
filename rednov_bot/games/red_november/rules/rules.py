"""The rules, one small file for each: which clause stands where.

§7        intoxication.py  grog and coffee
§16c      faint.py         the faint check
§8        tracks.py        heat, pressure, asphyxiation
§9-§15    plan.py          the announced turn, checked against what everybody can see
§10       movement.py      hatches, water, rooms, the sea
§11-§12   actions.py       the thirteen actions, and what may be done where
§11-§12   fixing.py        the die, and what success does
§13       escape.py        out of the fire after a failure
§16b §20  death.py         how gnomes are killed
§16d      walk.py          the way down the time track
§16c §16d deck.py          the event deck, and how it is renewed
§16d      cards.py         what each event card does
§16d      harm.py          which choice does the least harm
§17       limits.py        hand limits
§11k §17  hands.py         hands between turns: discards, gifts in return
§6 §17    held.py          what a gnome claims and what they hold
§16c      wake.py          when sleepers wake
§18-§24   ending.py        lost, won, points
§16 §21   foresight.py     what is certain to come of a planned turn
CC        items.py         drawing tiles, the item pool
"""
