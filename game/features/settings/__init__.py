"""The settings screen with the key table. Every change applies at once and is saved to disk.

The settings themselves, their defaults and their file are in ``game.settings``. Begin with ``categories``: one entry
per setting, with its words and control. ``entries`` are the kinds of entries, ``key_table`` the keys, ``scene`` the
screen. No other feature imports this one.
"""
