"""Drafts for the contestmaster (or their deputy): made, shown, answered, approved."""
