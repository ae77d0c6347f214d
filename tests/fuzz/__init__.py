"""Whatever comes, it is read: mails and texts made up by atheris from those of tests/mails."""
