"""The rulebook: nine sections, one of them with tips, and a page for each card. Nothing is saved to disk.

Begin with ``text``: it writes the pages from the data of the rule set in play, so they always agree with the rules.
``scene`` is the screen, ``blocks`` lays out the parts of a page. No other feature imports this one.
"""
