"""The rulebook: nine sections, a page for each card, and tips. Nothing is kept on disk.

Begin with ``text``: it writes the pages from the data of the rule set in play, so they always agree with the rules.
``scene`` is the screen, ``blocks`` lays out the parts of a page. No other feature imports this one.
"""
