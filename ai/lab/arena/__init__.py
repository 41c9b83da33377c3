"""The referee: whole matches between bots, ours and others', and what can be said of them (rules.md §9)."""
