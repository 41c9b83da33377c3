"""The screens to set up a match: its drivers, rules and length. ``one_screen`` is for several persons at one screen.

The choice is a ``Plan`` (``game.match.plan``), kept in the settings file like the guests of a match at one screen; that
module alone decides how one choice changes the others. Begin with ``scene``; ``seats`` has the parts of the drivers'
rows. Other features import ``OneScreenScene`` and ``SetupScene``.
"""
