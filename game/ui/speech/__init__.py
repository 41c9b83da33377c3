"""Speech: the game reads the screen aloud by the system's voice.

Begin with ``narrator`` (what is said when), which reads the accessibility tree; ``wording`` turns its nodes into
words that sound right, ``speech`` sends them to the system's voice in a separate thread. ``linux``, ``windows`` and
``macos`` hold the voices; ``system_voice`` picks the right one.
"""
