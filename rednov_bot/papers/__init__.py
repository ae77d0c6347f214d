"""The papers that cross the desk.  READ THIS FIRST.

    RawMail --mail--> Letter --language--> Reading --desk+engine--> Draft --desk--> Posting
     bytes            who, where,          acts, or                 what would      sealed
     as fetched       clean text           questions                be sent         bytes

Each is written once and never changed; what happened to it is a later paper that names it.
What came is in `mails` and `trust`, what it says in `announcements`, what is on file about a game
in `games`; what is put before the contestmaster is in `drafts`, and what is sent in `postings`.
"""

from __future__ import annotations

from rednov_bot.papers.announcements import (
    Act,
    Clarification,
    Clarified,
    Confirmed,
    Discard,
    GiveBack,
    ItemList,
    Join,
    Leave,
    Question,
    Reading,
    TurnAct,
)
from rednov_bot.papers.drafts import (
    AwaitedOpening,
    Decision,
    Draft,
    DraftKind,
    Leak,
    LeakyPart,
    Verdict,
)
from rednov_bot.papers.games import Chapter, Game, TakenTurn
from rednov_bot.papers.mails import (
    BounceKind,
    Disposition,
    Doubt,
    Fate,
    Filed,
    Hop,
    Letter,
    Place,
    Places,
    RawMail,
    Report,
    Screened,
    Stamps,
    brief,
)
from rednov_bot.papers.names import MessageId, PaperId
from rednov_bot.papers.postings import (
    Alarm,
    AlarmKind,
    Attempt,
    BoardView,
    Bounce,
    Came,
    Channel,
    ChannelChange,
    Outcome,
    Page,
    Picture,
    Posting,
    PostingKind,
    PostingState,
    QueuedPosting,
    Restoration,
    Sent,
    UnderWay,
)
from rednov_bot.papers.trust import Asked, Confidence, Doubted, Forgery, Vouched

__all__ = (
    "Act",
    "Alarm",
    "AlarmKind",
    "Asked",
    "Attempt",
    "AwaitedOpening",
    "BoardView",
    "Bounce",
    "BounceKind",
    "Came",
    "Channel",
    "ChannelChange",
    "Chapter",
    "Clarification",
    "Clarified",
    "Confidence",
    "Confirmed",
    "Decision",
    "Discard",
    "Disposition",
    "Doubt",
    "Doubted",
    "Draft",
    "DraftKind",
    "Fate",
    "Filed",
    "Forgery",
    "Game",
    "GiveBack",
    "Hop",
    "ItemList",
    "Join",
    "Leak",
    "LeakyPart",
    "Leave",
    "Letter",
    "MessageId",
    "Outcome",
    "Page",
    "PaperId",
    "Picture",
    "Place",
    "Places",
    "Posting",
    "PostingKind",
    "PostingState",
    "Question",
    "QueuedPosting",
    "RawMail",
    "Reading",
    "Report",
    "Restoration",
    "Screened",
    "Sent",
    "Stamps",
    "TakenTurn",
    "TurnAct",
    "UnderWay",
    "Verdict",
    "Vouched",
    "brief",
)
