"""The drivers as rivals: what their faces show, what they say, and how a person stands against each of them.

All of it comes from what everybody sees, and none of it from a bot: not its hand, its choice, nor its time.
"""
