"""The garage: cars, card backs and sceneries to choose from; they change looks only, not the game.

Items are unlocked by stars of the tour, by medals or by a milestone. The choice is saved on disk, in the person's
settings; which items are unlocked is computed from the person's achievements. Begin with ``model``: ``UNLOCKABLES`` is
the table. ``collection`` is the page of the Roadbook that shows them and the milestones, ``page`` one kind of them;
``announce`` shows toasts for new unlocks. No other feature imports this one; they use ``Host.unlocked_line``.
"""
