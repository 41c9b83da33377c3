"""The logic of the calendar, without screens: medals, weeks, and how the bots of each level play a deal."""
