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
    Act as Act,
    Clarification as Clarification,
    Clarified as Clarified,
    Confirmed as Confirmed,
    Discard as Discard,
    GiveBack as GiveBack,
    ItemList as ItemList,
    Join as Join,
    Leave as Leave,
    Question as Question,
    Reading as Reading,
    TurnAct as TurnAct,
)
from rednov_bot.papers.drafts import (
    AwaitedOpening as AwaitedOpening,
    Decision as Decision,
    Draft as Draft,
    DraftKind as DraftKind,
    Leak as Leak,
    LeakyPart as LeakyPart,
    Verdict as Verdict,
)
from rednov_bot.papers.games import (
    Chapter as Chapter,
    Game as Game,
    TakenTurn as TakenTurn,
)
from rednov_bot.papers.mails import (
    BounceKind as BounceKind,
    Disposition as Disposition,
    Doubt as Doubt,
    Fate as Fate,
    Filed as Filed,
    Grounds as Grounds,
    Hop as Hop,
    Letter as Letter,
    Notice as Notice,
    Place as Place,
    Places as Places,
    RawMail as RawMail,
    Report as Report,
    Screened as Screened,
    Stamps as Stamps,
    Withheld as Withheld,
    brief as brief,
)
from rednov_bot.papers.names import (
    MessageId as MessageId,
    PaperId as PaperId,
)
from rednov_bot.papers.postings import (
    Alarm as Alarm,
    AlarmKind as AlarmKind,
    Attempt as Attempt,
    BoardView as BoardView,
    Bounce as Bounce,
    Came as Came,
    Channel as Channel,
    ChannelChange as ChannelChange,
    ListNotice as ListNotice,
    Outcome as Outcome,
    Page as Page,
    Picture as Picture,
    Posting as Posting,
    PostingKind as PostingKind,
    PostingState as PostingState,
    QueuedPosting as QueuedPosting,
    Restoration as Restoration,
    Sent as Sent,
    UnderWay as UnderWay,
)
from rednov_bot.papers.trust import (
    Asked as Asked,
    Confidence as Confidence,
    Doubted as Doubted,
    Forgery as Forgery,
    Vouched as Vouched,
)
