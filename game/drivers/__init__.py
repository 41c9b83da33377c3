"""The six drivers as rivals: what their faces show (``moods``), and what they say and when (``remarks``, ``words``).

All of it comes from what everybody sees, and none of it from a bot: not its hand, its choice, nor its time.
"""
