"""The rules of the calendar, without a screen: medals, rallies, and the runs of the bots' levels."""
