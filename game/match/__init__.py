"""A running match without a screen: seats, bots, autosave, settings on disk.

Begin with ``session``: it asks who is to decide, applies moves to the ``match_progress``, and hands out steps.
``setup`` is what can be chosen before a match, ``players`` who sits where, ``lesson`` a match whose moves are known;
``bots`` runs in a process and ``storage`` in a thread of its own, so no frame waits; the autosave is in ``storage``.
"""
