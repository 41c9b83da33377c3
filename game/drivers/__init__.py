"""The six drivers as opponents: their facial expressions (``moods``) and their remarks (``remarks``, ``words``).

All of it is computed from public information, and nothing from a bot: not its hand, its choice, nor its thinking time.
"""
