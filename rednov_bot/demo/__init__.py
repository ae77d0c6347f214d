"""A short game over embedded mail servers: mails in, drafts, approvals, postings out."""
