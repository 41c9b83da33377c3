"""The screens to set up a match: its drivers, rules and length. ``one_screen`` is for several persons at one screen.

The choice is a ``Plan`` (``game.match.plan``), kept in the settings file for each rule set; that module alone decides
how one choice changes the others. Begin with ``scene``; ``seats`` has the rows of the drivers. Other features import
``SetupScene`` and ``OneScreenScene``.
"""
