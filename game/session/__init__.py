"""A running match without a screen: seats, autosave, settings on disk."""
