"""A running match without a screen: seats, bots, autosave, settings on disk."""
