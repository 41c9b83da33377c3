"""The settings' pages and the table of keys. Each entry acts at once and is remembered.

What can be set, its default and how it is kept on disk lie in ``game.settings``. Begin with ``categories``: one entry a
setting, with its words and control. ``entries`` are the kinds of entries, ``key_table`` the keys, ``scene`` the screen.
No other feature imports it.
"""
