"""The six drivers as opponents: their facial expressions (``moods``) and their remarks (``remarks``, ``words``).

Both are computed from public information only, never from a bot's hand, its choice of a move or its thinking time.
"""
