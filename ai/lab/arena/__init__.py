"""The arena: whole matches between bots and other programs, with statistics (rules.md §9)."""
