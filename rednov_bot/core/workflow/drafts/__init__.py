"""Drafts for whoever decides: made, shown, answered, approved."""
