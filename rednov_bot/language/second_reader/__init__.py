"""A second reading of what is announced, by its slots and by the board alone.

The first reader understands clauses, and asks about words that it does not understand.  The second
one sees no clauses.  It takes what fills a slot of a turn - tiles, places, minutes, an action - in
the order of the text, and lets the board say how they hang together: hatches join, and actions are
done in their rooms.

It speaks up twice.  Where the first reader asks only for what another part of the letter says, it
may answer.  Where the first one asks nothing, it may object: a turn that two readers read in two
ways is asked about.  Where anything is not plain to it, it has no opinion.
"""

from rednov_bot.language.second_reader.answers import answered, is_read_otherwise
from rednov_bot.language.second_reader.gist import may_announce
from rednov_bot.language.second_reader.slots import Said

__all__ = ["Said", "answered", "is_read_otherwise", "may_announce"]
