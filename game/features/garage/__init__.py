"""The garage: cars, card backs and sceneries, unlocked by stars of the tour, medals or a milestone; looks only.

The choice is kept among the person's settings; what is open follows from the person's achievements. Begin with
``model``: ``UNLOCKABLES`` is the table. ``page`` is the page of the Roadbook, ``announce`` shows toasts for new
unlocks. No other feature imports it: they ask the program (``Host.opened_line``).
"""
