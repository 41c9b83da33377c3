"""The rules, to be looked up at any time: nine sections, a page for each card, and tips. Nothing is kept on disk.

Begin with ``text``: the pages in words, made of the data of the rule set in play, and so always true. ``scene`` is the
screen, ``blocks`` shows the parts of a page. No other feature imports it.
"""
