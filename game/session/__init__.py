"""A running match without a screen: seats, bots, autosave, settings on disk.

Begin with ``session``: it asks who is to decide, applies moves to the ``match_progress``, and hands out steps.
``setup`` is what can be chosen before a match, ``players`` who sits where, ``lesson`` a match whose moves are known;
``bots`` and ``storage`` are the two packages of what may keep a frame waiting, and does not.
"""
