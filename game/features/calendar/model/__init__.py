"""The rules of the calendar, without a screen: medals and rallies, and what the levels of the bots make of a deal."""
