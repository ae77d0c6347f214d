"""A finished game, checked from what the list was told of it (A95; docs/luck.md).

Mails of an archive -> postings of the bot -> every draw and every resolution once more -> what
differs, and in which mail.  Nothing here knows the workflow or its database: everybody who has the
archive can check it.
"""
