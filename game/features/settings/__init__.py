"""The settings screen with the key table. Every change applies at once and is saved to disk.

The settings themselves, their defaults and their file are in ``game.settings``. Begin with ``categories``: it
lists one entry per setting, with its words and control. ``entries`` has the kinds of entries, ``key_table`` the table
of keys, and ``scene`` the screen. No other feature imports this one.
"""
