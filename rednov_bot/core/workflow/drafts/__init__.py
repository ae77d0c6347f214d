"""Drafts for the contestmaster: made, shown, answered, approved."""
